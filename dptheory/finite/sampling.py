"""Subsampling: the exact law of the sample that a mechanism is given, for each way of drawing it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations, product
from math import comb
from typing import Protocol

from flint import fmpq

from dptheory.errors import BadInput
from dptheory.kernel.finite import Data, Term

ONE, ZERO = fmpq(1), fmpq(0)
Law = dict[Data, fmpq]


class Sampling(Protocol):
    """A way to draw a sample from a data set."""

    @property
    def name(self) -> str:
        """In words, with its parameters."""

    @property
    def ordered(self) -> bool:
        """Whether the sample is a sequence; else it is a multiset."""

    def law(self, data: Data) -> Law:
        """The exact probability of each sample of a data set."""

    def sizes(self, largest: int) -> tuple[int, ...]:
        """The sizes that samples of data sets of at most `largest` entries have."""

    def rate(self, entries: int) -> fmpq:
        """The probability that one given entry of `entries` is in the sample."""


@dataclass(frozen=True)
class WithoutReplacement:
    """A uniformly random subset of `size` entries, as a multiset, or in the data set's order where `ordered`.

    >>> WithoutReplacement(2).law((0, 1, 1))
    {(0, 1): 2/3, (1, 1): 1/3}
    """

    size: int
    ordered: bool = False

    @property
    def name(self) -> str:
        order = ", in the data set's order" if self.ordered else ""
        return f"{self.size} entries without replacement{order}"

    def law(self, data: Data) -> Law:
        if self.size > len(data):
            raise BadInput(
                f"a sample of {self.size}", f"at most the {len(data)} entries of the data set", "size=1"
            )
        each = fmpq(1, comb(len(data), self.size))
        subsets = (tuple(data[i] for i in chosen) for chosen in combinations(range(len(data)), self.size))
        return _total(((z if self.ordered else tuple(sorted(z))), each) for z in subsets)

    def sizes(self, largest: int) -> tuple[int, ...]:
        return (self.size,)

    def rate(self, entries: int) -> fmpq:
        return fmpq(self.size, entries)


@dataclass(frozen=True)
class WithReplacement:
    """`size` independent uniform draws from the entries, as a multiset.

    >>> WithReplacement(2).law((0, 1))
    {(0, 0): 1/4, (0, 1): 1/2, (1, 1): 1/4}
    """

    size: int
    ordered: bool = False

    @property
    def name(self) -> str:
        return f"{self.size} draws with replacement"

    def law(self, data: Data) -> Law:
        if not data:
            raise BadInput("an empty data set", "an entry to draw", "entries=1")
        each = fmpq(1, len(data) ** self.size)
        return _total((tuple(sorted(z)), each) for z in product(data, repeat=self.size))

    def sizes(self, largest: int) -> tuple[int, ...]:
        return (self.size,)

    def rate(self, entries: int) -> fmpq:
        return 1 - (1 - fmpq(1, entries)) ** self.size


@dataclass(frozen=True)
class Poisson:
    """Every entry independently with probability `gam`, as a multiset.

    >>> Poisson(fmpq(1, 3)).law((0, 0))
    {(): 4/9, (0,): 4/9, (0, 0): 1/9}
    """

    gam: fmpq
    ordered: bool = False

    @property
    def name(self) -> str:
        return f"each entry with probability {self.gam}"

    def law(self, data: Data) -> Law:
        samples = []
        for chosen in product((False, True), repeat=len(data)):
            weight = ONE
            for taken in chosen:
                weight *= self.gam if taken else 1 - self.gam
            samples.append((tuple(sorted(z for z, taken in zip(data, chosen, strict=True) if taken)), weight))
        return _total(samples)

    def sizes(self, largest: int) -> tuple[int, ...]:
        return tuple(range(largest + 1))

    def rate(self, entries: int) -> fmpq:
        return self.gam


def _total(samples: Iterable[tuple[Data, fmpq]]) -> Law:
    law: Law = {}
    for sample, weight in samples:
        law[sample] = law.get(sample, ZERO) + weight
    return {
        sample: weight for sample, weight in sorted(law.items(), key=lambda x: (len(x[0]), x[0])) if weight
    }


def event_of(sampling: Sampling, data: Data, event: Iterable[int], factor: fmpq = ONE) -> list[Term]:
    """The terms of factor * P(A'(Z) in event), where A' gives a sample of Z to A."""
    outcomes = list(event)
    return [(z, h, factor * weight) for z, weight in sampling.law(data).items() for h in outcomes]
