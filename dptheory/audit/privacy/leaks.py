"""Which record is put out as it is, if one is, though seldom; and the pair of neighbours that shows it best.

A claim with delta > 0 may fail in this way on any data set; what a search finds of it is drawn on many data
sets and looked at together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from dptheory.audit.privacy.coverage import Varied
from dptheory.audit.privacy.moves import differing, with_records
from dptheory.audit.privacy.neighbours import Neighbours, numbers_of, rebuilt, table
from dptheory.audit.privacy.rare import clearance, fit_near, given_away
from dptheory.audit.privacy.target import REPLACE_ONE
from dptheory.audit.privacy.varying import Domain
from dptheory.mechanisms.domain import FloatArray

if TYPE_CHECKING:
    from dptheory.audit.privacy.search import Search

Sides = tuple[FloatArray, FloatArray]

HINT: Final = 2.0
CLEAR: Final = 5.0
"""Standard errors from which a record may be given away: at first, and together with a closer look."""

LOOKED: Final = 0.7
FINISHED: Final = 0.9
"""Shares of a search's outputs that are drawn by the end of the closer look, and by that of this search."""

LEAST_ROWS: Final = 40
"""Fewer outputs on a data set say nothing."""


@dataclass(frozen=True, eq=False)
class Leaks:
    """The part of a search around a data set that looks for them."""

    search: Search
    data: Any
    domain: Domain

    def best(self, sets: list[tuple[Varied, Any]]) -> list[Neighbours]:
        """The pair that shows best that a record is put out as it is, if one does: the record becomes
        another or is taken out, among the records of the data, or with all others equal.

        All such pairs together tell whether it is put out. Of them the one is taken on whose other side the
        outputs keep farthest away from it.
        """
        search, rows = self.search, table(self.data)
        found = [(errors, list(self.bare(place)), rows[place]) for errors, place in self.hints(sets)]
        pairs = [pair for _, some, _ in found for pair in some]
        if not pairs:
            return []
        self.draw(pairs, search.left(LOOKED) // (2 * len(pairs)))
        best: tuple[float, list[Neighbours]] = CLEAR, []
        for errors, some, record in found:
            drawn = self.drawn(some)
            if not drawn:
                continue
            numbers = np.unique(record[np.isfinite(record)])
            one, other = (np.concatenate([sides[k] for _, sides in drawn]) for k in (0, 1))
            total = errors + given_away(one, other, numbers)
            if total > best[0]:
                peak = fit_near(one, other, search.eps, search.goal.delta, numbers, False)
                best = total, [self.farthest(some, peak.coordinate)]
        return best[1]

    def hints(self, sets: list[tuple[Varied, Any]]) -> list[tuple[float, int]]:
        """The records at one of whose numbers the outputs may peak, and how clearly, in standard errors.

        All data sets that hold a record are set against those in which it was varied. A claim without delta
        has no seldom events of its own.
        """
        if self.search.goal.delta == 0:
            return []
        rows = table(self.data)
        drawn = [(v.place, self.search.pool.outputs(made)) for v, made in sets]
        known = [(place, outputs) for place, outputs in drawn if outputs is not None]
        found: list[tuple[float, int]] = []
        for place in sorted({place for place, _ in known if place < len(rows)}):
            holding = [outputs for other, outputs in known if other != place]
            varied = [outputs for other, outputs in known if other == place]
            if holding:
                sides = np.concatenate(holding), np.concatenate(varied)
                found.append((given_away(*sides, np.unique(rows[place])), place))
        return [hint for hint in sorted(found, reverse=True)[:2] if hint[0] > HINT]

    def bare(self, place: int) -> Iterator[Neighbours]:
        """Pairs in which a record of the data changes, the shared ones as they are or all equal."""
        rows = table(self.data)
        records = self.domain.candidates(self.search.rng)
        far = records[np.argsort(-np.abs(records - rows[place]).sum(axis=1), kind="stable")][:2]
        for base in (None, *far, self.domain.typical):
            first = rows.copy() if base is None else np.tile(base, (len(rows), 1))
            first[place] = rows[place]
            second = first.copy()
            second[place] = far[0]
            if self.search.adjacency != REPLACE_ONE:
                second = np.delete(first, place, axis=0)
            pair = Neighbours(rebuilt(self.data, first), rebuilt(self.data, second), "search")
            if self.admitted(pair):
                yield pair

    def farthest(self, pairs: list[Neighbours], j: int) -> Neighbours:
        """Of pairs on which coordinate j gives the record away the one on which the other side's outputs keep
        farthest away from it, and pairs like it with other records.
        """

        def clear(entry: tuple[Neighbours, Sides]) -> float:
            return max((clearance(a, b, j, number) for a, b, number in given(*entry)), default=0.0)

        best = max(self.drawn(pairs), key=clear)[0]
        ends = self.domain.candidates(self.search.rng)[:2]
        spot = differing(table(best.first), table(best.second))
        records = [table(side)[spot] for side in (best.first, best.second)] if spot is not None else []
        like = [with_records(best, a, b) for a in [*records, *ends] for b in ends if spot is not None]
        more = [pair for pair in like if pair is not None and self.admitted(pair)]
        rows = self.search.left(FINISHED) // max(1, 2 * len(more))
        if more and rows >= LEAST_ROWS:
            self.draw(more, rows)
        return max(self.drawn([best, *more]), key=clear)[0]

    def admitted(self, pair: Neighbours) -> bool:
        """Whether the two are neighbours that the mechanism takes."""
        return self.search.neighbours(pair) and self.search.accepts(pair)

    def draw(self, pairs: list[Neighbours], rows: int) -> None:
        """So many outputs on either side of all."""
        self.search.draw([side for pair in pairs for side in (pair.first, pair.second)], rows)
        self.search.tried += len(pairs)

    def drawn(self, pairs: list[Neighbours]) -> list[tuple[Neighbours, Sides]]:
        """The pairs that were not refused, with what was drawn on them."""
        outputs = self.search.pool.outputs
        found = [(pair, outputs(pair.first), outputs(pair.second)) for pair in pairs]
        return [(p, (one, other)) for p, one, other in found if one is not None and other is not None]


def given(pair: Neighbours, sides: Sides) -> Iterator[tuple[FloatArray, FloatArray, float]]:
    """What may be given away: the outputs with a record, those without it, and a number of the record."""
    one, other = table(pair.first), table(pair.second)
    spot = differing(one, other)
    if spot is not None:
        for number in one[spot]:
            yield sides[0], sides[1], float(number)
        for number in other[spot]:
            yield sides[1], sides[0], float(number)
        return
    longer, shorter = sides if len(one) > len(other) else (sides[1], sides[0])
    for number in numbers_of(pair):
        yield longer, shorter, float(number)
