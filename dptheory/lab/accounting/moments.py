"""Moments functions of releases.

The privacy loss of a mechanism between neighbours D, D' is Z = log(p(t)/p'(t)) at an output t drawn from p.
Its moments function is the supremum over all neighbours, in both orders,

    alpha(s) = sup log E exp(s Z) = s * D_{s+1},   s > 0,

where D_a is the Renyi divergence of order a (Abadi et al. 2016, section 3; Mironov 2017). Here are those of
releases that answer a query of sensitivity 1 under the adjacency that the reader has in mind; `tight` says
whether alpha is the supremum itself, attained by some query, or only an upper bound on it.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import ClassVar, Protocol, TypeAlias

from flint import arb, fmpq

from ...decimals import decimal
from ...errors import BadInput
from ...exact import Number, nearest
from .numbers import positive, rational, sharpen


@dataclass(frozen=True)
class MomentsFunction(ABC):
    """A release whose moments function is known for every s > 0.

    `moment` and `pure` are evaluated at the working precision, and return enclosures. `key` is the same for
    equal mechanisms; `near` is `pure` as a double within 2^-51 of it, relatively, or infinite. They are made
    at once, so that thousands of mechanisms are quickly sorted.
    """

    source: ClassVar[str]
    tight: ClassVar[bool] = True
    quadratic: ClassVar[bool] = False
    """Whether alpha(s) is rho s (s + 1)."""
    key: str = field(init=False, repr=False, compare=False, default="")
    near: float = field(init=False, repr=False, compare=False, default=math.inf)

    def _mark(self, parameter: str, near: float = math.inf) -> None:
        object.__setattr__(self, "key", f"{type(self).__name__} {parameter}")
        object.__setattr__(self, "near", near)

    @property
    @abstractmethod
    def words(self) -> str:
        """What is released, in words."""

    @abstractmethod
    def moment(self, s: arb) -> arb:
        """alpha(s), for s > 0."""

    @abstractmethod
    def pure(self) -> arb | None:
        """The least eps with eps-differential privacy; None where the privacy loss is unbounded."""

    @property
    def loss(self) -> fmpq | None:
        """That eps exactly, where it is rational."""
        return None

    def rho(self) -> arb | None:
        """A rho with alpha(s) <= rho s (s + 1) for every s (rho-zCDP): here eps^2/2 (Bun and Steinke 2016,
        Proposition 1.4); None where none is known.
        """
        eps = self.pure()
        return None if eps is None else eps * eps / 2


@dataclass(frozen=True, eq=False)
class Quadratic(MomentsFunction):
    """A release with alpha(s) = rho s (s + 1), or, where it is not `tight`, at most that; no loss is the
    largest.
    """

    quadratic: ClassVar[bool] = True

    @abstractmethod
    def rho(self) -> arb:
        """That rho."""

    def moment(self, s: arb) -> arb:
        return s * (s + 1) * self.rho()

    def pure(self) -> arb | None:
        return None


@dataclass(frozen=True)
class Concentrated(Quadratic):
    """What is only known to be rho-zero-concentrated private: alpha(s) <= rho s (s + 1) for every s > 0 (Bun
    and Steinke 2016, Definition 1.1). Raises BadInput unless rho > 0.

    >>> Concentrated.of("1/2").moment(arb(3)) == 6
    True
    """

    source: ClassVar[str] = "Bun and Steinke 2016, Definition 1.1"
    tight: ClassVar[bool] = False
    claimed: fmpq

    def __post_init__(self) -> None:
        self._mark(str(self.claimed))

    @classmethod
    def of(cls, rho: Number) -> Concentrated:
        """A release that is claimed to be rho-zCDP."""
        return cls(positive("rho", rho, "rho = 1/2"))

    @property
    def words(self) -> str:
        return f"a release that is {decimal(self.claimed)}-zCDP, as claimed"

    def rho(self) -> arb:
        return arb(self.claimed)


@dataclass(frozen=True)
class GaussianMoments(Quadratic):
    """Noise N(0, sigma^2): alpha(s) = s (s + 1)/(2 sigma^2) (the lecture's example; Mironov 2017, Proposition
    7).

    A shift by 1 attains it; a smaller shift has a smaller moment. Raises BadInput unless sigma > 0.

    >>> GaussianMoments.of(2).moment(arb(3)) == arb(3) / 2
    True
    """

    source: ClassVar[str] = "Mironov 2017, Proposition 7"
    BITS: ClassVar[int] = 256
    sigma: fmpq
    scaled: int = field(init=False, repr=False, compare=False, default=0)
    """1/(2 sigma^2) in units of 2^-BITS, rounded down."""

    def __post_init__(self) -> None:
        self._mark(str(self.sigma))
        square = self.sigma * self.sigma
        object.__setattr__(self, "scaled", (int(square.q) << (self.BITS - 1)) // int(square.p))

    @classmethod
    def of(cls, sigma: Number) -> GaussianMoments:
        """The mechanism with standard deviation sigma."""
        return cls(positive("sigma", sigma, "sigma = 1"))

    @property
    def words(self) -> str:
        return f"Gaussian noise of standard deviation {decimal(self.sigma)}, l2-sensitivity 1"

    def rho(self) -> arb:
        """1/(2 sigma^2): the parameter of zero-concentrated privacy."""
        return arb(1 / (2 * self.sigma * self.sigma))


@dataclass(frozen=True)
class LaplaceMoments(MomentsFunction):
    """Noise of density exp(-|t|/b)/(2b), b the scale (Mironov 2017, Proposition 6):

        alpha(s) = log( (s + 1)/(2s + 1) exp(s/b) + s/(2s + 1) exp(-(s + 1)/b) ).

    It is convex in the shift and 0 at no shift, so for a vector of l1-sensitivity 1 with independent noise
    the worst case is one coordinate that moves by 1, which attains it. Raises BadInput unless b > 0.

    >>> LaplaceMoments.of(1).moment(arb(1)).overlaps((arb(2) / 3 * arb(1).exp() + arb(-2).exp() / 3).log())
    True
    """

    source: ClassVar[str] = "Mironov 2017, Proposition 6"
    scale: fmpq

    def __post_init__(self) -> None:
        self._mark(str(self.scale), nearest(self.loss))

    @classmethod
    def of(cls, scale: Number) -> LaplaceMoments:
        """The mechanism with this scale b."""
        return cls(positive("scale", scale, "scale = 1"))

    @property
    def words(self) -> str:
        return f"Laplace noise of scale {decimal(self.scale)}, l1-sensitivity 1"

    def moment(self, s: arb) -> arb:
        eps, double = self.pure(), 2 * s + 1
        return s * eps + (s / double * (-double * eps).expm1()).log1p()

    def pure(self) -> arb:
        return arb(self.loss)

    @property
    def loss(self) -> fmpq:
        return 1 / self.scale


@dataclass(frozen=True)
class ResponseMoments(MomentsFunction):
    """A bit that is reported truly with probability p > 1/2; eps = log(p/(1 - p)) (Mironov 2017, Proposition
    5):

        alpha(s) = log( p exp(s eps) + (1 - p) exp(-s eps) ).

    Every eps-differentially private release is a post-processing of this one (Kairouz, Oh and Viswanath
    2015), so this is also the largest moments function of such releases. Raises BadInput unless 1/2 < p < 1
    (for p < 1/2 rename the answers; at p = 1 every moment is infinite).

    >>> ResponseMoments.of("3/4").pure().overlaps(arb(3).log())
    True
    """

    source: ClassVar[str] = "Mironov 2017, Proposition 5"
    truth: fmpq | None
    eps: fmpq | None = None

    def __post_init__(self) -> None:
        near = nearest(self.eps) if self.eps is not None else float(sharpen(self.pure, 60))
        self._mark(f"{self.truth} {self.eps}", near)

    @classmethod
    def of(cls, truth: Number) -> ResponseMoments:
        """The mechanism that answers truly with this probability."""
        found = rational("p", truth)
        if not fmpq(1, 2) < found < 1:
            raise BadInput(f"p = {truth}", "1/2 < p < 1 (at p = 1 every moment is infinite)", "p = 3/4")
        return cls(found)

    @classmethod
    def with_epsilon(cls, eps: Number) -> ResponseMoments:
        """The mechanism with log-odds eps of a true answer: p = 1/(1 + exp(-eps))."""
        return cls(None, positive("eps", eps, "eps = 1"))

    @property
    def words(self) -> str:
        how, value = ("log-odds", self.eps or fmpq(0)) if self.truth is None else ("probability", self.truth)
        return f"randomised response, true with {how} {decimal(value)}"

    def probability(self) -> arb:
        """p."""
        return arb(self.truth) if self.truth is not None else 1 / (1 + (-arb(self.eps)).exp())

    def moment(self, s: arb) -> arb:
        eps = self.pure()
        return s * eps + ((1 - self.probability()) * (-2 * s * eps).expm1()).log1p()

    def pure(self) -> arb:
        return arb(self.truth / (1 - self.truth)).log() if self.truth is not None else arb(self.eps)

    @property
    def loss(self) -> fmpq | None:
        return self.eps


class HasMoments(Protocol):
    """What may know its moments function: a mechanism of `dptheory.lab.mechanisms`."""

    @property
    def moments(self) -> MomentsFunction | None:
        """It, where it is known."""


Release: TypeAlias = MomentsFunction | HasMoments | str
"""A moments function, a mechanism that knows its own, or words for one: ``gaussian 1``, or, about a Poisson
sample, ``gaussian 1 at 1/100``."""


def renyi(mechanism: MomentsFunction, order: Number) -> arb:
    """The Renyi divergence D_a = alpha(a - 1)/(a - 1) of order a > 1, in nats; raises BadInput.

    >>> bool(renyi(GaussianMoments.of(1), 4) == 2)
    True
    """
    s = positive_order(order)
    return sharpen(lambda: mechanism.moment(arb(s)) / arb(s))


def positive_order(order: Number) -> fmpq:
    """s = a - 1 for a Renyi order a > 1; raises BadInput."""
    needed = "1 < order < oo, where every moment is finite"
    try:
        a = rational("order", order)
    except BadInput:
        raise BadInput(f"order = {order}", needed, "order = 2") from None
    if a <= 1:
        raise BadInput(f"order = {order}", needed, "order = 2")
    return a - 1
