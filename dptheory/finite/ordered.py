"""Samples that keep the order of their places: an algorithm for which amplification by subsampling fails
(beside Lemmas 31 and 34 of Wang, Lei and Fienberg 2016 and Theorem 3 of Chaudhuri's lecture, read of tuples).

The algorithm reads a sample of m records, in their order, and counts at how many places p = 1 ... m a record
of kind p stands. An event has the chance t e^(k eps) at count k, with t = e^(-m eps)/(e^eps + 1); where one
record of the sample is replaced the count changes by 1 at most: the algorithm is eps-private on tuples.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..kernel.real import decide, num, parse_term, print_term, relation, substitute

PRINTED = "exp(2*gam*(exp(eps) - exp(-eps)))"
"""By how much chances grow at most, as Lemma 34 has it."""


@dataclass(frozen=True)
class Ordered:
    """The numbers of samples by their count, with the first record of kind 1 and with it of no kind."""

    sizes: tuple[int, ...]
    eps: str
    before: tuple[int, ...]
    after: tuple[int, ...]
    factor: str = PRINTED

    @property
    def exceeds(self) -> bool:
        """Whether the chance of the event grows by more than the printed factor: enclosures decide."""
        return decide(relation(f"{_chances(self.before, self.eps)} > {self.bound}"), {}) is True

    @property
    def bound(self) -> str:
        """The other side, with the printed factor."""
        share = num(len(self.sizes)) / num(sum(self.sizes))
        printed = substitute(parse_term(self.factor), {"gam": share, "eps": parse_term(self.eps)})
        return f"({print_term(printed)})*({_chances(self.after, self.eps)})"


def ordered(sizes: Sequence[int], eps: str, factor: str = PRINTED) -> Ordered:
    """All samples, counted; `sizes` says how many records there are of the kinds 1 ... m, one after another.

    >>> ordered((1, 1), "1").before, ordered((1, 1), "1").exceeds
    ((0, 0, 1), False)
    """
    kinds = [kind for kind, size in enumerate(sizes, 1) for _ in range(size)]
    before, after = (counted(each, len(sizes)) for each in (kinds, [0, *kinds[1:]]))
    return Ordered(tuple(sizes), eps, before, after, factor)


def counted(kinds: Sequence[int], size: int) -> tuple[int, ...]:
    """How many samples of a size have each count, by going through the records in their order: each is the
    next of the sample or is left out.

    >>> counted([1, 2, 2], 2)
    (0, 1, 2)
    """
    ways = [[0] * (size + 1) for _ in range(size + 1)]
    ways[0][0] = 1
    for kind in kinds:
        for drawn in range(size - 1, -1, -1):
            hit = int(kind == drawn + 1)
            for count in range(drawn + 1):
                ways[drawn + 1][count + hit] += ways[drawn][count]
    return tuple(ways[size])


def largest_change(size: int) -> tuple[int, int]:
    """By how much the count changes at most where one record of a sample is replaced, over all places and all
    pairs of kinds, and how many there are: the count is a sum over the places, and the others stay.

    >>> largest_change(2)
    (1, 18)
    """
    kinds = range(size + 1)
    found = [abs((old == place) - (new == place)) for place in kinds[1:] for old in kinds for new in kinds]
    return max(found), len(found)


def _chances(counts: Sequence[int], eps: str) -> str:
    """The sum of e^(k eps) over the samples."""
    return " + ".join(f"{number}*exp({k}*({eps}))" for k, number in enumerate(counts))
