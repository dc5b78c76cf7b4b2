"""Finite worlds: a few records, small data sets, a few outcomes, and which data sets are neighbours; what is
asked of all mechanisms of a world, and the linear program that it is."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, combinations_with_replacement, product
from math import comb
from typing import Final

from flint import fmpq

from ..limits import KernelError, need
from .linear import MAX_ROWS, ZERO, Program, Row, Sparse, evaluate, sparse

SEMANTICS: Final = "dptheory finite worlds 1"
"""The version of the meaning of questions; every hash covers it."""

REPLACE_ONE: Final = "replace-one"
ADD_REMOVE: Final = "add/remove"
ADJACENCIES: Final = (REPLACE_ONE, ADD_REMOVE)
MAX_DATA_SETS: Final = 1_500
MAX_OUTCOMES: Final = 6
MAX_ENTRIES: Final = 100
MAX_NEIGHBOURS: Final = 60_000

ONE = fmpq(1)
Data = tuple[int, ...]
Term = tuple[Data, int, fmpq]


@dataclass(frozen=True)
class FiniteWorld:
    """All data sets whose sizes are in `entries`, over the records 0 .. records - 1; outcomes 0 .. outcomes
    - 1.

    Data sets are sequences where `ordered`, else multisets (written as sorted tuples). Neighbours are: for
    replace-one, sequences of one size at Hamming distance 1, or multisets of one size of which one becomes
    the other by exchanging one record; for add/remove, data sets of which one is the other without one
    entry.

    Multisets are enough, for a question about all private mechanisms on sequences, where the question's
    objective and limits do not change when the entries of data sets are permuted. Proof: for a private
    mechanism A on sequences let B(Z) be the mean of A(pZ) over the permutations p of Z's entries. B is
    private: let Z, Z' be neighbours. If Z' replaces entry i, then pZ and pZ' are neighbours for each p; if
    Z' lacks entry i, then the order in which p puts the other entries is a uniform permutation p' of Z',
    and pZ, p'Z' are neighbours. Either way the conditions of privacy of A, which are linear, average to
    those of B. Objective and limits are linear and invariant, hence the same for B. B depends on the
    multiset alone, and neighbouring multisets have neighbouring sequences. Conversely a private mechanism
    on multisets is one on sequences, because neighbouring sequences are equal or neighbouring as multisets.

    >>> FiniteWorld(records=2, entries=(2,), outcomes=2).data_sets
    ((0, 0), (0, 1), (1, 1))
    >>> FiniteWorld(records=2, entries=(0, 1), outcomes=2, adjacency=ADD_REMOVE).neighbours
    ((0, 1), (0, 2), (1, 0), (2, 0))
    """

    records: int
    entries: tuple[int, ...]
    outcomes: int
    adjacency: str = REPLACE_ONE
    ordered: bool = False

    def __post_init__(self) -> None:
        need(self.adjacency in ADJACENCIES, f"an adjacency is one of {', '.join(ADJACENCIES)}")
        sizes = self.entries if type(self.entries) is tuple else (None,)
        if not all(type(number) is int for number in (self.records, self.outcomes, *sizes)):
            raise KernelError("records, outcomes and the sizes of data sets are integers; the sizes a tuple")
        if self.records < 1 or not 1 <= self.outcomes <= MAX_OUTCOMES:
            raise KernelError(f"a world has at least 1 record and 1 to {MAX_OUTCOMES} outcomes")
        if not self.entries or list(self.entries) != sorted(set(self.entries)) or self.entries[0] < 0:
            raise KernelError("the sizes of data sets are integers, increasing, at least 0")
        need(self.entries[-1] <= MAX_ENTRIES, f"a world has data sets of at most {MAX_ENTRIES} entries")
        if sum(self._count(n) for n in self.entries) > MAX_DATA_SETS:
            raise KernelError(f"a world has at most {MAX_DATA_SETS} data sets")
        pairs = sum(self._count(n) * min(n, self.records) * self.records for n in self.entries)
        if pairs > 2 * MAX_NEIGHBOURS:
            raise KernelError(f"a world has at most about {MAX_NEIGHBOURS} pairs of neighbours")

    def _count(self, n: int) -> int:
        """How many data sets of n entries there are (at least), without listing them."""
        if self.records > MAX_DATA_SETS:
            return MAX_DATA_SETS + 1
        return self.records**n if self.ordered else comb(self.records + n - 1, n)

    @cached_property
    def data_sets(self) -> tuple[Data, ...]:
        """Every data set, in a fixed order."""
        found: list[Data] = []
        for n in self.entries:
            if self.ordered:
                found += product(range(self.records), repeat=n)
            else:
                found += combinations_with_replacement(range(self.records), n)
        return tuple(found)

    @cached_property
    def index(self) -> dict[Data, int]:
        """The place of each data set in `data_sets`."""
        return {data: i for i, data in enumerate(self.data_sets)}

    @cached_property
    def neighbours(self) -> tuple[tuple[int, int], ...]:
        """Every ordered pair of neighbours, as places in `data_sets`."""
        pairs = set()
        for i, data in enumerate(self.data_sets):
            for other in self._beside(data):
                j = self.index.get(other)
                if j is not None and j != i:
                    pairs |= {(i, j), (j, i)}
        return tuple(sorted(pairs))

    def _beside(self, data: Data) -> set[Data]:
        """What replacing one entry of a data set gives, or removing one."""
        found = set()
        for i in range(len(data)):
            before, after = data[:i], data[i + 1 :]
            if self.adjacency == ADD_REMOVE:
                found.add(before + after)
            else:
                found |= {(*before, z, *after) for z in range(self.records)}
        return found if self.ordered else {tuple(sorted(d)) for d in found}

    @property
    def text(self) -> str:
        """The world in words.

        >>> FiniteWorld(2, (3,), 2).text
        'multisets of 3 of 2 records, 2 outcomes, replace-one'
        """
        kind = "sequences" if self.ordered else "multisets"
        sizes = " or ".join(map(str, self.entries))
        return f"{kind} of {sizes} of {self.records} records, {self.outcomes} outcomes, {self.adjacency}"


def _exact(*numbers: object) -> None:
    """That numbers are exact rationals: a float would be rounded, and nan compares with nothing."""
    if not all(type(number) is fmpq for number in numbers):
        raise KernelError("the numbers of a question are exact rationals (fmpq)")


@dataclass(frozen=True)
class Privacy:
    """(eps, delta)-differential privacy with e^eps = ratio: for all neighbours Z, Z' and every event H,
    P(A(Z) in H) <= ratio * P(A(Z') in H) + delta."""

    ratio: fmpq
    delta: fmpq = ZERO

    def __post_init__(self) -> None:
        _exact(self.ratio, self.delta)
        if not (self.ratio >= 1 and self.delta >= 0 and self.delta <= 1):
            raise KernelError("privacy needs e^eps >= 1 and 0 <= delta <= 1")

    @property
    def text(self) -> str:
        return f"private with e^eps = {self.ratio}, delta = {self.delta}"


@dataclass(frozen=True)
class Functional:
    """A linear functional of mechanisms: the sum of c * P(A(Z) = h) over its terms (Z, h, c)."""

    terms: tuple[Term, ...]

    def __post_init__(self) -> None:
        _exact(*(c for _, _, c in self.terms))
        if not all(type(k) is int for data, outcome, _ in self.terms for k in (*data, outcome)):
            raise KernelError("records and outcomes of a question are integers")

    @staticmethod
    def of(terms: Iterable[Term]) -> Functional:
        """Terms of the same data set and outcome added up, zeros left out, in a fixed order."""
        terms = list(terms)
        _exact(*(c for _, _, c in terms))
        return Functional(tuple((z, h, c) for (z, h), c in sparse(((z, h), c) for z, h, c in terms)))

    @property
    def text(self) -> str:
        parts = [f"({c}) P[A({','.join(map(str, z))}) = {h}]" for z, h, c in self.terms]
        return " + ".join(parts) or "0"


@dataclass(frozen=True)
class Limit:
    """The condition on a mechanism that a functional is at most a bound."""

    functional: Functional
    bound: fmpq

    def __post_init__(self) -> None:
        _exact(self.bound)


@dataclass(frozen=True)
class Question:
    """The supremum of `objective` over all mechanisms of the world that satisfy `privacy` (if given) and all
    `limits`; with `per`, the least v for which objective <= v * per at all of these mechanisms.

    If per >= 0 throughout, that v is the supremum of objective / per where per is positive, unless objective
    is positive somewhere where per is 0: then there is no v. A mechanism A gives each data set Z of the
    world a law on the outcomes. `name` is for readers; the hash covers all the rest.
    """

    name: str
    world: FiniteWorld
    objective: Functional
    privacy: Privacy | None = None
    per: Functional | None = None
    limits: tuple[Limit, ...] = ()

    @cached_property
    def text(self) -> str:
        """The whole question in words: this is what its hash covers."""
        lines = [SEMANTICS, f"world: {self.world.text}", f"sup of {self.objective.text}"]
        if self.per is not None:
            lines.append(f"divided by {self.per.text}")
        lines.append(f"over mechanisms: {self.privacy.text if self.privacy else 'all'}")
        lines += [f"with {limit.functional.text} <= {limit.bound}" for limit in self.limits]
        return "\n".join(lines)

    @cached_property
    def hash(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()

    def form(self, functional: Functional) -> Sparse:
        """A functional in the program's variables: P(A(Z) = h) is variable (place of Z) * outcomes + h."""
        m, index = self.world.outcomes, self.world.index
        for data, outcome, _ in functional.terms:
            if data not in index or not 0 <= outcome < m:
                raise KernelError(f"the world has no data set {data} with outcome {outcome}")
        return sparse((index[z] * m + h, c) for z, h, c in functional.terms)

    def program(self, value: fmpq = ZERO) -> Program:
        """Maximise `objective`, or `objective - value * per`, over the world's mechanisms in question."""
        objective = self.form(self.objective)
        if self.per is not None:
            objective = sparse([*objective, *((j, -value * c) for j, c in self.form(self.per))])
        return Program(len(self.world.data_sets) * self.world.outcomes, objective, self.rows)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """Laws add up to 1; privacy; limits."""
        m, count = self.world.outcomes, len(self.world.data_sets)
        rows = [Row(tuple((i * m + h, ONE) for h in range(m)), ONE, True) for i in range(count)]
        rows += self._privacy()
        rows += [Row(self.form(limit.functional), limit.bound) for limit in self.limits]
        return tuple(rows)

    def _privacy(self) -> list[Row]:
        """One row for each ordered pair of neighbours and each event that matters.

        The empty event and the whole space say 0 <= delta and 1 <= ratio + delta, which hold. With delta =
        0 the events of one outcome imply all others by addition.
        """
        if self.privacy is None:
            return []
        m, ratio, delta = self.world.outcomes, self.privacy.ratio, self.privacy.delta
        largest = 1 if delta == 0 else m - 1
        events = [h for size in range(1, largest + 1) for h in combinations(range(m), size)]
        if len(self.world.neighbours) * len(events) > MAX_ROWS:
            raise KernelError(f"a question has at most {MAX_ROWS} conditions")
        rows = []
        for i, j in self.world.neighbours:
            for event in events:
                form = [(i * m + h, ONE) for h in event] + [(j * m + h, -ratio) for h in event]
                rows.append(Row(tuple(sorted(form)), delta))
        return rows

    def value(self, mechanism: Sequence[fmpq]) -> tuple[fmpq, fmpq]:
        """`objective` and `per` (1 where there is none) of a mechanism, given as the program's variables."""
        below = ONE if self.per is None else evaluate(self.form(self.per), mechanism)
        return evaluate(self.form(self.objective), mechanism), below


def plain(question: Question) -> Question:
    """The question made again of its parts, with nothing that was kept; no parts of other classes."""
    parts = [question, question.world, question.objective, question.privacy, question.per, *question.limits]
    known = {Question, FiniteWorld, Functional, Privacy, Limit, type(None)}
    kinds = {type(part) for part in (*parts, *(limit.functional for limit in question.limits))}
    need(kinds <= known, "a question with parts of other classes")
    return replace(question, world=replace(question.world))
