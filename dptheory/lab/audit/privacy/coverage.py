"""Which records a search varies, to what, and what it says of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dptheory.lab.audit.privacy.neighbours import Neighbours
from dptheory.lab.audit.privacy.varying import Domain
from dptheory.lab.domain import FloatArray
from dptheory.lab.mechanisms.claims import REPLACE_ONE


@dataclass(frozen=True)
class Coverage:
    """What a search varied and what it did not: records by number, columns by number.

    Every varied record became at least `least` of `values` others. `corners` says how many of the box's
    corners were among them, and how many there are; `sizes` are those of the smallest and the largest data
    set that was tried. With `at` one side of every pair was the data set itself. `wider` is a
    box beyond that of the data in which a record seems to violate the claim.
    """

    data_sets: int
    varied: tuple[int, ...]
    never: tuple[int, ...]
    columns_never: tuple[int, ...]
    domain: str
    refused: int
    least: int
    values: int
    corners: tuple[int, int]
    sizes: tuple[int, int] = (0, 0)
    at: bool = False
    wider: tuple[str, str] | None = None

    def told(self, what: str = "record") -> str:
        """In one line; `what` is varied."""
        total = len(self.varied) + len(self.never)
        parts = [f"{len(self.varied)} of {total} {what}s varied, in {self.domain}"]
        if self.at:
            parts.append("neighbours of the data set itself alone")
        if self.sizes[0] < self.sizes[1]:
            parts.append(f"data sets of {self.sizes[0]} to {self.sizes[1]} records")
        if self.least < self.values:
            parts.append(f"each to at least {self.least} of {self.values} others")
        if self.corners[0] < self.corners[1]:
            parts.append(f"{self.corners[0]} of {self.corners[1]:.4g} corners tried")
        if self.never:
            parts.append(f"never varied: {_some(self.never, what)}")
        if self.columns_never:
            parts.append(f"never varied: {_some(self.columns_never, 'column')}")
        if self.refused:
            parts.append(f"{self.refused} data sets refused")
        if self.wider:
            parts.append(f"beyond it a record seems to violate the claim: try --box {' '.join(self.wider)}")
        return "; ".join(parts)


def _some(numbers: tuple[int, ...], what: str) -> str:
    shown = ", ".join(map(str, numbers[:8])) + (f" and {len(numbers) - 8} more" if len(numbers) > 8 else "")
    return f"{what}{'s' if len(numbers) > 1 else ''} {shown}"


def coverage(
    chosen: list[Varied], rows: FloatArray, domain: Domain, data_sets: int, refused: int
) -> Coverage:
    """What data sets that were drawn on varied."""
    changed: dict[int, set[bytes]] = {}
    for varied in chosen:
        changed.setdefault(varied.place, set()).add(b"" if varied.record is None else varied.record.tobytes())
    places = sorted(place for place in changed if place < len(rows))
    never = tuple(i for i in range(len(rows)) if i not in changed)
    others = {name for place in places for name in changed[place]}
    least = min((len(changed[p] | {rows[p].tobytes()} & others) for p in places), default=0)
    return Coverage(
        data_sets, tuple(places), never, tuple(domain.never), domain.text, refused, least, len(others),
        domain.corners_tried,
    )  # fmt: skip


@dataclass(frozen=True, eq=False)
class Found:
    """The best pair, how many were compared, the outputs a side that it took, what was varied, and what was
    drawn on this pair.
    """

    pair: Neighbours
    tried: int
    spent: int
    coverage: Coverage | None
    drawn: tuple[FloatArray, FloatArray] | None = None


def unvaried(found: Found) -> str:
    """What is said of a search that kept to some pairs."""
    names = {"given": "given", "generated": "of the generator"}
    if found.pair.origin in ("corner", "random"):
        return "small data sets of numbers from 0 to 1 alone; others: --data FILE --box LOW HIGH, or --pair"
    if found.pair.origin not in names:
        return ""
    pairs = "the pair" if found.tried == 1 else f"the {found.tried} pairs"
    return f"{pairs} {names[found.pair.origin]}; no record was varied beyond"


@dataclass(frozen=True, eq=False)
class Varied:
    """A data set with one record replaced by `record`, taken out (None), or added (place = its size)."""

    place: int
    record: FloatArray | None


def plan_of_variations(
    rows: FloatArray, domain: Domain, adjacency: str, rng: np.random.Generator, room: int
) -> list[Varied]:
    """Which records are varied to what: all of them to everything if there is room, else every record and
    every candidate as often as possible, records that lie far out first.
    """
    values = domain.candidates(rng)
    if not len(rows):
        return [Varied(0, value) for value in values[:room]]
    far = np.argsort(-np.nansum(np.abs(rows - np.nanmedian(rows, axis=0)), axis=1), kind="stable")
    if adjacency != REPLACE_ONE:
        added = [Varied(len(rows), value) for value in values[: max(1, room // 3)]]
        gone = [Varied(int(place), None) for place in far[: max(1, room // 3)]]
        changed = [Varied(v.place, value) for v in gone for value in values[:2]]
        return [*added, *gone, *changed][:room]
    if len(rows) * len(values) <= room:
        return [Varied(int(place), value) for place in far for value in values]
    once = max(room // 3, min(len(rows), 2 * room // 3))
    every = [_other(int(far[k % len(far)]), k, rows, values) for k in range(once)]
    deep = max(1, (room - len(every)) // len(values))
    first = [Varied(int(place), value) for place in far[:deep] for value in values]
    seen = {(v.place, v.record.tobytes()) for v in first if v.record is not None}
    rest = [v for v in every if v.record is not None and (v.place, v.record.tobytes()) not in seen]
    return [*first[: room - len(rest)], *rest]


def _other(place: int, k: int, rows: FloatArray, values: FloatArray) -> Varied:
    """The record at a place replaced by the k-th candidate, by the next one if it is that already."""
    value = values[k % len(values)]
    return Varied(place, values[(k + 1) % len(values)] if np.array_equal(value, rows[place]) else value)
