"""Finite worlds: a few records, small data sets, a few outcomes, and which data sets are neighbours."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement, product
from math import comb
from typing import Final

from ..limits import KernelError, need

REPLACE_ONE: Final = "replace-one"
ADD_REMOVE: Final = "add/remove"
ADJACENCIES: Final = (REPLACE_ONE, ADD_REMOVE)
MAX_DATA_SETS: Final = 1_500
MAX_OUTCOMES: Final = 6
MAX_ENTRIES: Final = 100
MAX_NEIGHBOURS: Final = 60_000

Data = tuple[int, ...]


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
        if self.adjacency not in ADJACENCIES:
            raise KernelError(f"an adjacency is one of {', '.join(ADJACENCIES)}")
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
