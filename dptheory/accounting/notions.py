"""Notions of privacy: what each promises about the two output laws of neighbours.

A notion is a value: its parameters. It can be asked whether a pair of laws satisfies it, composes with its
own kind, and turns into approximate privacy. What makes it a notion of privacy are the laws in `laws`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Self

from flint import arb, fmpq

from ..errors import BadInput
from ..prover.goals.decimals import outward
from .conversions import CANONNE
from .finite import LawPair, Weights, both_orders, hockey_stick, largest_ratio, relative_entropy, renyi
from .numbers import DIGITS, sharpen

CELLS = 64
"""Cells of the grid of orders on which concentrated privacy is bounded from above."""


class PrivacyNotion(ABC):
    """A promise about a pair of laws, in both orders, with parameters that compose."""

    source: ClassVar[str]

    @abstractmethod
    def holds(self, pair: LawPair) -> bool | None:
        """Whether the pair satisfies it: affirmed, denied, or (None) neither at any precision tried."""

    @abstractmethod
    def tight(self, pair: LawPair) -> Self:
        """The same notion with about the least parameter that the pair satisfies, rounded up."""

    @abstractmethod
    def within(self, other: Self) -> bool:
        """Whether the other's parameters are at least as large as these."""

    @abstractmethod
    def looser(self, slack: fmpq) -> Self:
        """Parameters larger by a slack >= 0."""

    @abstractmethod
    def compose(self, other: Self) -> Self:
        """What two releases promise together."""

    @abstractmethod
    def nothing(self) -> Self:
        """What a release promises that does not depend on the data."""

    @abstractmethod
    def to_approximate(self, delta: fmpq) -> Approximate:
        """The (eps, delta)-privacy that follows, with at most this delta > 0; raises BadInput."""


@dataclass(frozen=True)
class Approximate(PrivacyNotion):
    """P(E) <= exp(eps) P'(E) + delta for every event E (Dwork, Kenthapadi, McSherry et al. 2006)."""

    source: ClassVar[str] = "Dwork, Kenthapadi, McSherry, Mironov and Naor 2006"
    eps: fmpq
    delta: fmpq

    def excess(self, pair: LawPair) -> arb:
        """The delta that the pair needs at this eps."""
        return sharpen(lambda: both_orders(pair, lambda p, q: hockey_stick(p, q, arb(self.eps))))

    def holds(self, pair: LawPair) -> bool | None:
        return at_most(self.excess(pair), self.delta)

    def tight(self, pair: LawPair) -> Self:
        return type(self)(self.eps, rounded_up(self.excess(pair)))

    def within(self, other: Self) -> bool:
        return self.eps <= other.eps and self.delta <= other.delta

    def looser(self, slack: fmpq) -> Self:
        return type(self)(self.eps + slack, self.delta + slack)

    def compose(self, other: Self) -> Self:
        return type(self)(self.eps + other.eps, self.delta + other.delta)

    def nothing(self) -> Self:
        return type(self)(fmpq(0), fmpq(0))

    def to_approximate(self, delta: fmpq) -> Approximate:
        if delta < self.delta:
            raise BadInput(
                f"delta = {delta}", f"delta >= {self.delta}, which it has", f"delta = {self.delta}"
            )
        return Approximate(self.eps, self.delta)


@dataclass(frozen=True)
class Pure(PrivacyNotion):
    """P(E) <= exp(eps) P'(E) for every event E (Dwork, McSherry, Nissim and Smith 2006).

    >>> Pure(fmpq(1)).holds(LawPair.of((3, 1), (1, 3))), Pure(fmpq(11, 10)).holds(LawPair.of((3, 1), (1, 3)))
    (False, True)
    """

    source: ClassVar[str] = "Dwork, McSherry, Nissim and Smith 2006"
    eps: fmpq

    def loss(self, pair: LawPair) -> arb:
        """The eps that the pair needs."""
        ratio = max(largest_ratio(pair.p, pair.q), largest_ratio(pair.q, pair.p))
        return sharpen(lambda: arb(ratio).log())

    def holds(self, pair: LawPair) -> bool | None:
        return at_most(self.loss(pair), self.eps)

    def tight(self, pair: LawPair) -> Self:
        return type(self)(rounded_up(self.loss(pair)))

    def within(self, other: Self) -> bool:
        return self.eps <= other.eps

    def looser(self, slack: fmpq) -> Self:
        return type(self)(self.eps + slack)

    def compose(self, other: Self) -> Self:
        return type(self)(self.eps + other.eps)

    def nothing(self) -> Self:
        return type(self)(fmpq(0))

    def to_approximate(self, delta: fmpq) -> Approximate:
        return Approximate(self.eps, fmpq(0))


@dataclass(frozen=True)
class Renyi(PrivacyNotion):
    """The Renyi divergence of one order a > 1 is at most eps (Mironov 2017, Definition 4)."""

    source: ClassVar[str] = "Mironov 2017, Definition 4"
    order: fmpq
    eps: fmpq

    def divergence(self, pair: LawPair) -> arb:
        """The eps that the pair needs at this order."""
        return sharpen(lambda: both_orders(pair, lambda p, q: renyi(p, q, self.order)))

    def holds(self, pair: LawPair) -> bool | None:
        return at_most(self.divergence(pair), self.eps)

    def tight(self, pair: LawPair) -> Self:
        return type(self)(self.order, rounded_up(self.divergence(pair)))

    def within(self, other: Self) -> bool:
        return self.order <= other.order and self.eps <= other.eps

    def looser(self, slack: fmpq) -> Self:
        return type(self)(self.order, self.eps + slack)

    def compose(self, other: Self) -> Self:
        if other.order != self.order:
            raise BadInput(f"orders {self.order} and {other.order}", "one order", "the smaller of the two")
        return type(self)(self.order, self.eps + other.eps)

    def nothing(self) -> Self:
        return type(self)(self.order, fmpq(0))

    def to_approximate(self, delta: fmpq) -> Approximate:
        """Canonne, Kamath and Steinke 2020, Proposition 12."""
        s = self.order - 1

        def eps() -> arb:
            return arb(self.eps) + (CANONNE.correction(arb(s)) - arb(delta).log()) / arb(s)

        return Approximate(rounded_up(sharpen(eps)), delta)


@dataclass(frozen=True)
class Concentrated(PrivacyNotion):
    """Zero-concentrated privacy: the Renyi divergence of every order a > 1 is at most rho a (Bun and Steinke
    2016, Definition 1.1).

    The supremum of D_a/a over a > 1 is enclosed on a grid: D_a grows with a, so on [a, b] it is at most
    D_b/a, and beyond the last order at most max log(p/q) over that order.
    """

    source: ClassVar[str] = "Bun and Steinke 2016, Definition 1.1"
    rho: fmpq

    def supremum(self, pair: LawPair) -> arb:
        """The rho that the pair needs."""
        return both_orders(pair, _slope)

    def holds(self, pair: LawPair) -> bool | None:
        return at_most(self.supremum(pair), self.rho)

    def tight(self, pair: LawPair) -> Self:
        return type(self)(rounded_up(self.supremum(pair)))

    def within(self, other: Self) -> bool:
        return self.rho <= other.rho

    def looser(self, slack: fmpq) -> Self:
        return type(self)(self.rho + slack)

    def compose(self, other: Self) -> Self:
        return type(self)(self.rho + other.rho)

    def nothing(self) -> Self:
        return type(self)(fmpq(0))

    def to_approximate(self, delta: fmpq) -> Approximate:
        """rho + 2 sqrt(rho log(1/delta)) (Bun and Steinke 2016, Proposition 1.3)."""
        rho = arb(self.rho)
        return Approximate(rounded_up(sharpen(lambda: rho + 2 * (-rho * arb(delta).log()).sqrt())), delta)


def _slope(p: Weights, q: Weights) -> arb:
    """The supremum of D_a/a, enclosed."""
    orders = [fmpq(CELLS + k, CELLS) for k in range(CELLS)] + [fmpq(2) ** k for k in range(1, 12)]
    values = [relative_entropy(p, q), *(renyi(p, q, a) for a in orders[1:])]
    low, high = arb(0), arb(largest_ratio(p, q)).log() / arb(orders[-1])
    for k, a in enumerate(orders):
        low = low.max(values[k] / arb(a))
        if k + 1 < len(orders):
            high = high.max(values[k + 1] / arb(a))
    return low.union(high.max(low))


def at_most(value: arb, limit: fmpq) -> bool | None:
    """What arb affirms about value <= limit."""
    if value <= arb(limit):
        return True
    return False if value > arb(limit) else None


def rounded_up(value: arb) -> fmpq:
    """A decimal not below an enclosed number, and not below 0."""
    end = value.upper().fmpq()
    return outward(end, 2 * DIGITS, up=True) if end > 0 else fmpq(0)


NOTIONS: tuple[type[PrivacyNotion], ...] = (Pure, Approximate, Renyi, Concentrated)
"""Every notion."""
