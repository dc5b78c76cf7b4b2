"""Laws on a finite set of outcomes, and how far two of them are apart, in both orders."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from flint import arb, fmpq

from ..errors import BadInput

Weights: TypeAlias = tuple[fmpq, ...]
Kernel: TypeAlias = tuple[Weights, ...]
"""For each outcome the law of the new outcome."""


@dataclass(frozen=True)
class LawPair:
    """The output laws of a mechanism on two neighbours: positive rational chances of the same outcomes.

    >>> bit = LawPair.of((3, 1), (1, 3))
    >>> bit.p
    (3/4, 1/4)
    """

    p: Weights
    q: Weights

    @classmethod
    def of(cls, p: Sequence[int], q: Sequence[int]) -> LawPair:
        """Chances proportional to positive integers; raises BadInput."""
        if len(p) != len(q) or not p or min(*p, *q, 1) < 1:
            raise BadInput(f"weights {p} and {q}", "as many positive integers in each", "(3, 1) and (1, 3)")
        return cls(normalised(p), normalised(q))

    def with_(self, other: LawPair) -> LawPair:
        """Both outcomes, independent."""
        return LawPair(
            tuple(a * b for a, b in product(self.p, other.p)),
            tuple(a * b for a, b in product(self.q, other.q)),
        )

    def through(self, kernel: Kernel) -> LawPair:
        """The outcome replaced by a random one that depends on it alone: post-processing."""
        places = range(len(kernel[0]))
        p, q = (
            tuple(sum((w * row[t] for w, row in zip(law, kernel, strict=True)), fmpq(0)) for t in places)
            for law in (self.p, self.q)
        )
        return LawPair(p, q)

    def constant(self) -> LawPair:
        """The first law on both neighbours: the data do not matter."""
        return LawPair(self.p, self.p)


def normalised(weights: Sequence[int]) -> Weights:
    """Chances proportional to integers >= 0 with a positive sum."""
    total = sum(weights)
    return tuple(fmpq(w, total) for w in weights)


def both_orders(pair: LawPair, distance: Callable[[Weights, Weights], arb]) -> arb:
    """The larger of the two distances; 0 between equal laws."""
    if pair.p == pair.q:
        return arb(0)
    return distance(pair.p, pair.q).max(distance(pair.q, pair.p))


def largest_ratio(p: Weights, q: Weights) -> fmpq:
    """max p/q, exactly."""
    return max(a / b for a, b in zip(p, q, strict=True))


def hockey_stick(p: Weights, q: Weights, eps: arb) -> arb:
    """The supremum over events of P - exp(eps) P'."""
    factor, total = eps.exp(), arb(0)
    for a, b in zip(p, q, strict=True):
        total += (arb(a) - factor * arb(b)).max(arb(0))
    return total


def renyi(p: Weights, q: Weights, order: fmpq) -> arb:
    """The Renyi divergence of an order > 1."""
    s = order - 1
    total = sum((arb(a) * (arb(a / b)) ** arb(s) for a, b in zip(p, q, strict=True)), arb(0))
    return total.log() / arb(s)


def relative_entropy(p: Weights, q: Weights) -> arb:
    """The divergence of order 1: the mean of log(p/q) under p."""
    return sum((arb(a) * arb(a / b).log() for a, b in zip(p, q, strict=True)), arb(0))
