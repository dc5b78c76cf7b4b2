"""The exponential mechanism, whose privacy losses lie in a short interval."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from flint import arb, fmpq

from ...decimals import decimal
from ...exact import Number, nearest
from .moments import MomentsFunction
from .numbers import positive


@dataclass(frozen=True)
class ExponentialMoments(MomentsFunction):
    """The exponential mechanism: outcome r with probability proportional to exp(eps u(r)/2), u of sensitivity
    1.

    Its privacy loss lies in an interval [t - eps, t] ("eps-bounded range", Durfee and Rogers 2019). So the
    density ratio L lies in [m, M] with M = exp(eps) m and has mean 1 under the neighbour, and the chord of
    the convex L^(s+1) bounds E L^(s+1) by x^s (A - B x)/(1 - exp(-eps)) at x = M, with A = 1 - exp(-(s+1)
    eps) and B = exp(-eps) - exp(-(s+1) eps). The largest value, at x = s A/((s+1) B), is

        alpha(s) = s log( s A/((s + 1) B) ) + log( A/((s + 1)(1 - exp(-eps))) ).

    Two outcomes with suitable utilities attain each pair (m, M), so this is the supremum over all utilities
    of sensitivity 1: sharp for the class, an upper bound for any one utility. It is below s (s + 1) eps^2/8,
    the bound by concentrated privacy (Cesar and Rogers 2021). Where no record lowers a utility that another
    one raises ("monotone"; of two neighbours one has one record more), all ratios of weights lie between 1
    and exp(eps/2) or between its inverse and 1, so the range is eps/2: `cost` is 1/2 there. Raises BadInput
    unless eps > 0.

    >>> ExponentialMoments.of(1).moment(arb(3)) < arb(12) / 8
    True
    """

    source: ClassVar[str] = "sharp for bounded range: Durfee and Rogers 2019; the chord bound"
    eps: fmpq
    monotone: bool = False

    def __post_init__(self) -> None:
        self._mark(f"{self.eps} {self.monotone}", nearest(self.eps))

    @classmethod
    def of(cls, eps: Number) -> ExponentialMoments:
        """The mechanism with privacy parameter eps."""
        return cls(positive("eps", eps, "eps = 1"))

    @classmethod
    def of_monotone(cls, eps: Number) -> ExponentialMoments:
        """The mechanism with chances proportional to exp(eps u/2) for monotone u: eps/2 is its range."""
        return cls(positive("eps", eps, "eps = 1") / 2, True)

    @property
    def words(self) -> str:
        eps = decimal(self.eps)
        if self.monotone:
            return f"exponential mechanism, chances as exp({eps} u), for the worst monotone utility u"
        return f"exponential mechanism, eps = {eps}, for the worst utility of sensitivity 1"

    def rho(self) -> arb:
        """eps^2/8 (Cesar and Rogers 2021)."""
        return arb(self.eps * self.eps) / 8

    def moment(self, s: arb) -> arb:
        eps = arb(self.eps)
        whole, one, rest = (-((-(s + 1) * eps).expm1()), -((-eps).expm1()), -((-s * eps).expm1()))
        # A = whole; B = exp(-eps) rest; 1 - exp(-eps) = one
        return s * (s * whole / ((s + 1) * rest)).log() + s * eps + (whole / ((s + 1) * one)).log()

    def pure(self) -> arb:
        return arb(self.eps)

    @property
    def loss(self) -> fmpq:
        return self.eps
