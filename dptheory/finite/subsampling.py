"""Privacy of a mechanism on a random subsample: Wang, Lei and Fienberg 2016, Lemmas 31 and 34, exactly.

A' gives a random sample of its data set to A. `amplification` asks, for a private A, for the largest
quotient P(A'(Z) in E) / P(A'(Z') in E) over neighbours Z, Z' and events E: its logarithm is the exact eps'
of A' with delta' = 0. `remainder` asks for the largest P(A'(Z) in E) - e^eps' P(A'(Z') in E): the exact
delta' for a given eps'.

Outcomes may be relabelled, so E = {0, .., j - 1}. The multiset as the sample, where order does not matter,
means an A that does not depend on the order of what it is given, or one that is given the sample in random
order: permuting the sample does not change the objective, and `FiniteWorld` proves that multisets are then
enough. A sample in the data set's order is another reading of "a random subsample of Z", with other worst
cases.
"""

from __future__ import annotations

from dataclasses import dataclass

from flint import fmpq

from dptheory.errors import BadInput
from dptheory.kernel.finite import (
    ADD_REMOVE,
    ADJACENCIES,
    REPLACE_ONE,
    Data,
    FiniteWorld,
    Functional,
    Privacy,
    Question,
)

from .sampling import Sampling, event_of
from .settings import Exact, at_least_one, count, exact, pairs, probability

ZERO, TWO = fmpq(0), fmpq(2)


@dataclass(frozen=True)
class Subsampled:
    """A world with subsampling: which neighbours A is private for, and which A' is to be private for.

    `entries` is the size of the (larger of the two) data sets of A'; `ratio` is e^eps of A and `delta` its
    delta. For add/remove, A has data sets of every size up to one more than the sample can have.
    """

    sampling: Sampling
    entries: int
    records: int = 2
    outcomes: int = 2
    ratio: fmpq = TWO
    delta: fmpq = ZERO
    base: str = REPLACE_ONE
    target: str = REPLACE_ONE

    def __post_init__(self) -> None:
        at_least_one("ratio", self.ratio)
        probability("delta", self.delta)
        count("entries", self.entries, 1, 8)
        count("records", self.records, 2, 6)
        count("outcomes", self.outcomes, 2, 6)
        for adjacency in (self.base, self.target):
            if adjacency not in ADJACENCIES:
                raise BadInput(f"adjacency {adjacency}", " or ".join(ADJACENCIES), REPLACE_ONE)

    @property
    def world(self) -> FiniteWorld:
        """The world of A: the samples, and for add/remove what lies between them."""
        sizes = self.sampling.sizes(self.entries)
        if self.base == ADD_REMOVE:
            sizes = tuple(range(sizes[-1] + (2 if len(sizes) == 1 else 1)))
        return FiniteWorld(self.records, sizes, self.outcomes, self.base, self.sampling.ordered)

    @property
    def pairs(self) -> list[tuple[Data, Data]]:
        """Neighbours of A', one pair for each class under relabelling."""
        sizes = (self.entries,) if self.target == REPLACE_ONE else (self.entries - 1, self.entries)
        return pairs(FiniteWorld(self.records, sizes, self.outcomes, self.target, self.sampling.ordered))


def amplification(s: Subsampled) -> list[Question]:
    """The largest quotient of an event's probabilities under A' on neighbours, over all private A.

    >>> from .sampling import WithoutReplacement
    >>> from .solve import worst_case, worst_of
    >>> worst_of(map(worst_case, amplification(Subsampled(WithoutReplacement(1), entries=2)))).value
    3/2
    """
    return _questions(s, None)


def remainder(s: Subsampled, level: Exact) -> list[Question]:
    """The largest P(A'(Z) in E) - level * P(A'(Z') in E), over all private A; `level` is e^eps'.

    >>> from .sampling import WithoutReplacement
    >>> from .solve import worst_case, worst_of
    >>> world = Subsampled(WithoutReplacement(1), entries=2, delta=fmpq(1, 10))
    >>> worst_of(map(worst_case, remainder(world, "3/2"))).value
    1/20
    """
    return _questions(s, exact("level", level))


def _questions(s: Subsampled, level: fmpq | None) -> list[Question]:
    return [
        _question(s, left, right, size, level) for left, right in s.pairs for size in range(1, s.outcomes)
    ]


def _question(s: Subsampled, left: Data, right: Data, size: int, level: fmpq | None) -> Question:
    above = event_of(s.sampling, left, range(size))
    below = event_of(s.sampling, right, range(size), fmpq(1) if level is None else -level)
    names = " against ".join(f"({','.join(map(str, z))})" for z in (left, right))
    name = f"{s.sampling.name}: {names}, event of {size}"
    privacy = Privacy(s.ratio, s.delta)
    if level is None:
        return Question(name, s.world, Functional.of(above), privacy, Functional.of(below))
    return Question(name, s.world, Functional.of([*above, *below]), privacy)
