"""Which record is put out as it is, if one is, though seldom; and the pair of neighbours that shows it best.

A claim with delta > 0 may fail in this way on any data set; what a search finds of it is drawn on many data
sets and looked at together. Outputs that are seldom and strange, not finite or far out, are such a way, too:
they hardly move a centre or a spread, by which pairs are ranked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from dptheory.lab.audit.privacy.coverage import Varied
from dptheory.lab.audit.privacy.neighbours import Neighbours, rebuilt, table
from dptheory.lab.audit.privacy.pool import content
from dptheory.lab.audit.privacy.rare import WIDEST_SCAN, clearance, distances, peaked, surplus
from dptheory.lab.audit.privacy.varying import Domain
from dptheory.lab.domain import FloatArray
from dptheory.lab.mechanisms.claims import REPLACE_ONE

if TYPE_CHECKING:
    from dptheory.lab.audit.privacy.search import Search

HINT: Final = 2.0
CLEAR: Final = 5.0
"""Standard errors from which a record may be given away: at first, and together with a closer look."""

RIVAL: Final = 1.5
"""So many fewer standard errors the second record may have to be looked at, too."""

LOOKED: Final = 0.55
CLOSER: Final = 0.75
"""Shares of a search's outputs that are drawn by the end of a first look at pairs, and of a closer one."""

LEAST_ROWS: Final = 40
"""Fewer outputs on a data set say nothing."""

CLOSEST: Final = 4
"""So many of them are looked at closer."""


@dataclass(frozen=True)
class Hint:
    """A record whose number in a column may be put out in a coordinate; how clearly, in standard errors."""

    errors: float
    place: int
    coordinate: int
    column: int


@dataclass(frozen=True, eq=False)
class Spot:
    """A number that one side of a pair may give away; `sure` holds it, `free` does not."""

    pair: Neighbours
    sure: Any
    free: Any
    number: float


@dataclass(frozen=True, eq=False)
class Leaks:
    """The part of a search around a data set that looks for them."""

    search: Search
    data: Any
    domain: Domain

    def best(self, sets: list[tuple[Varied, Any]]) -> list[Neighbours]:
        """The pair that shows best that a record is put out as it is, if one does.

        A leak is the same on all data sets; what hides it is not. So the pairs are looked at on whose other
        side the outputs keep farthest away from the record's number. Together they tell whether there is one.
        """
        hints = self.hints(sets)
        spots = {hint: [*self.spots(hint)] for hint in hints}
        self.draw([spot for some in spots.values() for spot in some], LOOKED)
        closer = {hint: self.clearest(hint, some)[:CLOSEST] for hint, some in spots.items()}
        self.draw([spot for some in closer.values() for spot in some], CLOSER)
        found = [(hint.errors + self.evidence(hint, some), hint) for hint, some in closer.items() if some]
        errors, hint = max(found, key=lambda entry: entry[0], default=(0.0, None))
        return [self.clearest(hint, closer[hint])[0].pair] if hint is not None and errors > CLEAR else []

    def hints(self, sets: list[tuple[Varied, Any]]) -> list[Hint]:
        """The records at one of whose numbers the outputs may peak.

        On every data set, the distances of the outputs from what the record is there are set against those
        from what it is on others. A claim without delta has no seldom events of its own.
        """
        if self.search.ranking.goal.delta == 0:
            return []
        drawn = [(v, self.search.ranking.pool.outputs(made)) for v, made in sets]
        known = [(v, outputs) for v, outputs in drawn if outputs is not None]
        places = sorted({v.place for v, _ in known if v.place < len(table(self.data))})
        found = sorted((self.hint(place, known) for place in places), key=lambda hint: -hint.errors)[:2]
        return [hint for hint in found if hint.errors > max(HINT, found[0].errors - RIVAL)]

    def hint(self, place: int, known: list[tuple[Varied, FloatArray]]) -> Hint:
        """How clearly the outputs peak at the numbers of one record, in the best of its columns."""
        own = table(self.data)[place]
        others = [v.record for v, _ in known if v.place == place and v.record is not None] or [own]
        entries = []
        for k, (v, outputs) in enumerate(known):
            record = own if v.place != place else v.record
            entries.append((outputs, record, others[k % len(others)] if record is own else own))
        best = Hint(-np.inf, place, 0, 0)
        for j, column in product(range(min(WIDEST_SCAN, entries[0][0].shape[1])), range(len(own))):
            told = [e for e in entries if e[1] is None or e[1][column] != e[2][column]]
            near = [distances(out, j, float(record[column])) for out, record, _ in told if record is not None]
            far = [distances(out, j, float(other[column])) for out, _, other in told]
            if near:
                errors = peaked(np.sort(np.concatenate(near)), np.sort(np.concatenate(far)))
                best = max(best, Hint(errors, place, j, column), key=lambda hint: hint.errors)
        return best

    def spots(self, hint: Hint) -> Iterator[Spot]:
        """Pairs in which the record of the hint becomes another, one that lies far away, or is taken out. It
        is as in the data or lies far away; the others are as in the data, in the middle, or where it will be.
        """
        rows = table(self.data)
        records = self.domain.candidates(self.search.rng)

        def opposite(record: FloatArray) -> FloatArray:
            return np.asarray(records[int(np.argmax(np.nansum(np.abs(records - record), axis=1)))])

        own, far = rows[hint.place], opposite(rows[hint.place])
        for record in (own, far, opposite(far)):
            other = opposite(record)
            for base in (None, self.domain.typical, other):
                first = rows.copy() if base is None else np.tile(base, (len(rows), 1))
                first[hint.place] = record
                yield from self.made(first, hint, other)

    def made(self, first: FloatArray, hint: Hint, other: FloatArray) -> Iterator[Spot]:
        """A pair as one or two spots; none where it is refused."""
        second = first.copy()
        second[hint.place] = other
        if self.search.adjacency != REPLACE_ONE:
            second = np.delete(first, hint.place, axis=0)
        pair = Neighbours(rebuilt(self.data, first), rebuilt(self.data, second), "search")
        numbers = [float(first[hint.place, hint.column])]
        numbers += [float(other[hint.column])] if self.search.adjacency == REPLACE_ONE else []
        if len(set(numbers)) < len(numbers) or not np.isfinite(numbers).all():
            return
        if self.search.admitted(pair):
            for number, sides in zip(numbers, ((0, 1), (1, 0)), strict=False):
                sure, free = ((pair.first, pair.second)[side] for side in sides)
                yield Spot(pair, sure, free, number)

    def clearest(self, hint: Hint, spots: list[Spot]) -> list[Spot]:
        """The spots that were not refused, those first on whose other side outputs keep farthest away."""
        outputs = self.search.ranking.pool.outputs
        known = [spot for spot in spots if outputs(spot.sure) is not None and outputs(spot.free) is not None]
        return sorted(known, key=lambda spot: -clearance(self.near(spot.free, hint, spot.number)))

    def evidence(self, hint: Hint, spots: list[Spot]) -> float:
        """How clearly the outputs of all spots together peak where the record is, in standard errors."""
        near, far = (
            np.sort(np.concatenate([self.near(data, hint, spot.number) for data, spot in some]))
            for some in ([(s.sure, s) for s in spots], [(s.free, s) for s in spots])
        )
        return peaked(near, far)

    def near(self, data: Any, hint: Hint, number: float) -> FloatArray:
        """The ordered distances of what was drawn on a data set from a number."""
        return distances(self.search.ranking.pool.found[content(data)], hint.coordinate, number)

    def draw(self, spots: list[Spot], share: float) -> None:
        """Outputs on both sides of all, until a share of the search's is used up."""
        sets = list({content(side): side for s in spots for side in (s.sure, s.free)}.values())
        if sets:
            have = min(len(self.search.ranking.pool.found.get(content(side), ())) for side in sets)
            self.search.ranking.draw(
                sets, max(LEAST_ROWS, have + self.search.ranking.left(share) // len(sets))
            )
            self.search.ranking.tried += len({id(spot.pair) for spot in spots})


FAR: Final = 20.0
"""So many median deviations from the median an output is strange; none is where half of them agree."""

BROUGHT: Final = 4.5
"""Standard errors from which a record brings strange outputs about."""

Counted = dict[bytes, tuple[int, int, Any]]
"""By what a record is: how many strange outputs, of how many, and a data set."""


def strange(outputs: FloatArray) -> int:
    """How many outputs are strange.

    >>> strange(np.array([[0.0], [1.0], [0.5], [0.2], [np.nan], [1e6]]))
    2
    """
    finite = np.isfinite(outputs).all(axis=1)
    kept = outputs[finite]
    if not len(kept):
        return 0 if finite.size == 0 else len(outputs)
    away = np.abs(kept - np.median(kept, axis=0))
    reach = FAR * np.median(away, axis=0)
    return int((~finite).sum() + ((away > reach) & (reach > 0)).any(axis=1).sum())


def odd_pair(search: Search, data: Any, sets: list[tuple[Varied, Any]]) -> list[Neighbours]:
    """The pair whose records bring about strange outputs most and least, if one clearly does."""
    found = [(v, made, search.ranking.pool.outputs(made)) for v, made in sets]
    known = [(v, made, strange(out), len(out)) for v, made, out in found if out is not None]
    base = search.ranking.pool.outputs(data)
    whole = [(strange(base), len(base))] if base is not None else []
    total = sum(k for _, _, k, _ in known) + sum(k for k, _ in whole)
    size = sum(n for _, _, _, n in known) + sum(n for _, n in whole)
    best: tuple[float, list[Neighbours]] = (BROUGHT, [])
    for place in sorted({v.place for v, _, _, _ in known}) if total else ():
        counted = _counted(place, data, known, whole)
        for k, n, most in counted.values():
            errors = float(surplus(np.array([k]), np.array([total - k]), n / size)[0])
            pairs = [(l / m, Neighbours(most, least, "search")) for l, m, least in counted.values()]  # noqa: E741
            pairs = [entry for entry in pairs if search.neighbours(entry[1])]
            if errors > best[0] and pairs:
                best = errors, [min(pairs, key=lambda entry: entry[0])[1]]
    return best[1]


def _counted(place: int, data: Any, known: list[Any], whole: list[tuple[int, int]]) -> Counted:
    """Strange outputs by what the record at a place is; as it is in the data where it was not varied."""
    counted: Counted = {}
    for v, made, k, n in [*known, *((None, data, k, n) for k, n in whole)]:
        own = v is None or v.place != place
        name = b"own" if own else b"none" if v.record is None else v.record.tobytes()
        before = counted.get(name, (0, 0, data if own else made))
        counted[name] = before[0] + k, before[1] + n, before[2]
    return counted
