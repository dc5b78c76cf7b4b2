"""What a record may become: the box of the data, its categories and counts, copies of other records.

A claim speaks of all neighbours; which records exist beyond those of the data set is not said anywhere, so
the domain is stated in the report: the box between the least and largest number of each column (or one that
is given), the ball of the largest norm, or the records of the data alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from dptheory.errors import BadInput
from dptheory.lab.domain import Data, FloatArray

BOX: Final = "box"
BALL: Final = "ball"
RECORDS: Final = "records"
KINDS: Final = (BOX, BALL, RECORDS)

MOST_CATEGORIES: Final = 64
"""A column of whole numbers with at most so many values between its ends is varied to each of them."""

MOST_CORNERS: Final = 32
"""Of more corners a box has, some are drawn."""

MOST_COPIES: Final = 24
"""Copies of so many other records are tried, far ones first."""


@dataclass(frozen=True, eq=False)
class Column:
    """The values that are tried in one column: its ends, or all of its categories; and one in the middle."""

    ends: FloatArray
    middle: float
    whole: bool

    @property
    def fixed(self) -> bool:
        """Whether it never varies."""
        return len(self.ends) < 2


@dataclass(frozen=True, eq=False)
class Domain:
    """The records that are tried. `blocks` are runs of columns of which exactly one is 1 (one-hot codes).

    >>> domain = domain_of(np.array([[0.0, 3.0], [1.5, 5.0]]))
    >>> sorted(map(tuple, domain.corners(np.random.default_rng(0)).tolist()))
    [(0.0, 3.0), (0.0, 4.0), (0.0, 5.0), (1.5, 3.0), (1.5, 4.0), (1.5, 5.0)]
    """

    columns: tuple[Column, ...]
    blocks: tuple[tuple[int, int], ...]
    rows: FloatArray
    kind: str = BOX
    features: int = 0

    @property
    def never(self) -> list[int]:
        """The columns that no candidate varies."""
        if self.kind == RECORDS:
            return [j for j in range(self.rows.shape[1]) if len(np.unique(self.rows[:, j])) < 2]
        inside = {j for start, stop in self.blocks for j in range(start, stop)}
        return [j for j, column in enumerate(self.columns) if column.fixed and j not in inside]

    def parts(self) -> list[list[FloatArray]]:
        """What can be chosen independently: for a block its unit vectors, else the ends of a column."""
        found: list[list[FloatArray]] = []
        j = 0
        for start, stop in (*self.blocks, (len(self.columns), 0)):
            found += [[np.array([end]) for end in column.ends] for column in self.columns[j:start]]
            if stop:
                found.append(list(np.eye(stop - start)))
                j = stop
        return found

    def corners(self, rng: np.random.Generator) -> FloatArray:
        """Records at the ends of every column; a sample of them where there are many."""
        parts = self.parts()
        number = float(np.prod([float(len(part)) for part in parts]))
        if number <= MOST_CORNERS or (len(parts) == 1 and number <= MOST_CATEGORIES):
            grid = np.indices([len(part) for part in parts]).reshape(len(parts), -1).T
        else:
            ends = [[0] * len(parts), [len(part) - 1 for part in parts]]
            drawn = [[int(rng.integers(len(part))) for part in parts] for _ in range(MOST_CORNERS - 2)]
            grid = np.array(ends + drawn)
        made = [np.concatenate([p[i] for p, i in zip(parts, place, strict=True)]) for place in grid]
        return self.kept(np.array(made))

    @property
    def corners_tried(self) -> tuple[int, int]:
        """How many corners are among the candidates, and how many there are."""
        if self.kind == RECORDS:
            return 0, 0
        whole = int(np.prod([float(len(part)) for part in self.parts()]))
        every = whole <= MOST_CORNERS or (len(self.parts()) == 1 and whole <= MOST_CATEGORIES)
        return (whole if every else MOST_CORNERS), whole

    def faces(self) -> FloatArray:
        """The typical record with one column, or one block, at each of its ends."""
        typical = self.typical
        found = [typical]
        j = 0
        for part in self.parts():
            width = len(part[0])
            for end in part:
                record = typical.copy()
                record[j : j + width] = end
                found.append(record)
            j += width
        return self.kept(np.array(found))

    @property
    def typical(self) -> FloatArray:
        """The middle of every column; in a block the commonest category."""
        record = np.array([column.middle for column in self.columns])
        for start, stop in self.blocks:
            record[start:stop] = np.eye(stop - start)[int(self.rows[:, start:stop].sum(axis=0).argmax())]
        return record

    def poles(self, rng: np.random.Generator) -> tuple[list[FloatArray], FloatArray, FloatArray]:
        """A few records at ends of the domain, as far apart as they come first, one in its middle, and one
        that is anywhere between.
        """
        ends = self.copies() if self.kind == RECORDS else self.corners(rng)
        drawn = ends[rng.permutation(np.arange(1, len(ends) - 1))[:2]] if len(ends) > 3 else ends[1:-1]
        middle = np.array([
            c.middle if c.whole or c.fixed else (c.ends[0] + c.ends[-1]) / 2 for c in self.columns
        ])  # fmt: skip
        for start, stop in self.blocks:
            middle[start:stop] = self.typical[start:stop]
        free = self.kind != RECORDS and not np.isnan(self.rows).any()
        inside = self.kept(middle[None])[0] if free else self.rows[len(self.rows) // 2]
        part = [0.0 if c.whole else (c.ends[-1] - c.ends[0]) * (rng.random() - 0.5) for c in self.columns]
        anywhere = self.kept(inside[None] + part)[0] if free else inside
        return [ends[0], *([ends[-1]] if len(ends) > 1 else []), *drawn], inside, anywhere

    def beyond(self) -> tuple[FloatArray, FloatArray] | None:
        """A wider box: as much again on either side, or the next whole numbers; none for other domains."""
        if self.kind != BOX or self.blocks or np.isnan(self.rows).any():
            return None
        low, high = self.rows.min(axis=0), self.rows.max(axis=0)
        step = np.array([1.0 if c.whole or c.fixed else c.ends[-1] - c.ends[0] for c in self.columns])
        return low - step, high + step

    def copies(self) -> FloatArray:
        """Other records of the data, those far from the rest first."""
        distinct = np.unique(self.rows, axis=0)
        far = np.argsort(-_distance(distinct, self.rows), kind="stable")
        return np.asarray(distinct[far[:MOST_COPIES]])

    def candidates(self, rng: np.random.Generator) -> FloatArray:
        """Records that others are replaced by, the most promising first, none of them twice."""
        if self.kind == RECORDS:
            return self.copies()
        corners, faces = self.corners(rng), self.faces()
        cut = [ended(corners, length) for length in self.lengths]
        short = [ended(faces, length) for length in self.lengths]
        found = np.concatenate([*(cut or [corners]), self.copies(), *short, faces])
        _, first = np.unique(np.nan_to_num(found, nan=np.inf), axis=0, return_index=True)
        return np.asarray(found[np.sort(first)])

    @property
    def lengths(self) -> list[int]:
        """The shortest and the longest length of records that are sequences: numbers, then NaN to the end."""
        there = ~np.isnan(self.rows)
        sequences = not there.all() and bool((there[:, :-1] >= there[:, 1:]).all())
        return sorted({int(there.sum(axis=1).min()), int(there.sum(axis=1).max())}) if sequences else []

    def moved(self, record: FloatArray, rng: np.random.Generator) -> FloatArray:
        """The record with one part moved: to an end, to the middle of the box, or anywhere between."""
        if self.kind == RECORDS:
            return np.asarray(self.rows[rng.integers(len(self.rows))])
        parts = self.parts()
        starts = np.cumsum([0, *(len(part[0]) for part in parts)])
        free = [k for k, part in enumerate(parts) if len(part) > 1]
        if not free:
            return record
        k = int(rng.choice(free))
        new = record.copy()
        end = parts[k][rng.integers(len(parts[k]))]
        if len(end) == 1 and not self.columns[starts[k]].whole and rng.random() < 0.5:
            low, high = self.columns[starts[k]].ends
            end = np.array([low + (high - low) * (0.5 if rng.random() < 0.5 else rng.random())])
        new[starts[k] : starts[k + 1]] = end
        return np.asarray(self.kept(new[None, :])[0])

    def along(self, direction: FloatArray) -> FloatArray:
        """The record of the domain that lies farthest in a direction."""
        if self.kind == RECORDS:
            return np.asarray(self.rows[int(np.argmax(self.rows @ direction))])
        record, j = [], 0
        for part in self.parts():
            width = len(part[0])
            reach = np.array(part) @ direction[j : j + width]
            record.append(part[int(np.argmax(reach))])
            j += width
        return np.asarray(self.kept(np.concatenate(record)[None, :])[0])

    def kept(self, records: FloatArray) -> FloatArray:
        """The records, drawn back into the ball of the data where that is the domain."""
        if self.kind != BALL:
            return records
        features = slice(0, self.features)
        largest = float(np.sqrt(np.nansum(self.rows[:, features] ** 2, axis=1)).max())
        norm = np.sqrt(np.nansum(records[:, features] ** 2, axis=1))
        shrink = np.minimum(1.0, largest / np.maximum(norm, 1e-300))
        inside = records.copy()
        inside[:, features] *= shrink[:, None] * np.where(shrink < 1, 1 - 1e-12, 1.0)[:, None]
        return inside

    @property
    def text(self) -> str:
        """The domain in words."""
        if self.kind == RECORDS:
            return "copies of other records only"
        names = {BOX: "the box of the data", BALL: "the ball of the data's largest norm"}
        known = [", one-hot blocks kept"] if self.blocks else []
        inside = {j for start, stop in self.blocks for j in range(start, stop)}
        whole = [c.whole and not c.fixed and j not in inside for j, c in enumerate(self.columns)]
        known += [", whole numbers kept"] if any(whole) else []
        known += [f", sequences of length {' or '.join(map(str, self.lengths))}"] if self.lengths else []
        return names[self.kind] + "".join(known)


def domain_of(rows: FloatArray, kind: str = BOX, box: Any = None, features: int | None = None) -> Domain:
    """What the records of a data set may become; `BadInput` for a box that does not hold them."""
    if kind not in KINDS:
        raise BadInput(f"--domain {kind}", " or ".join(KINDS), "--domain box")
    absent = np.isnan(rows)
    if absent.all(axis=0).any():
        raise BadInput("a column without numbers", "a number in every column", "fewer columns")
    low, high = np.nanmin(rows, axis=0), np.nanmax(rows, axis=0)
    if box is not None:
        low, high = _given_box(box, rows.shape[1], low, high)
    whole = np.asarray(((rows == np.round(rows)) | absent).all(axis=0))
    columns = tuple(
        _column(low[j], high[j], rows[~absent[:, j], j], bool(whole[j])) for j in range(rows.shape[1])
    )
    width = rows.shape[1] if features is None else features
    return Domain(columns, tuple(_blocks(rows)), rows, kind, width)


def _given_box(box: Any, width: int, low: FloatArray, high: FloatArray) -> tuple[FloatArray, FloatArray]:
    ends = [np.broadcast_to(np.asarray(end, dtype=np.float64), (width,)) for end in box]
    if (ends[0] > low).any() or (ends[1] < high).any() or not np.isfinite(np.concatenate(ends)).all():
        raise BadInput("a box that does not hold the data", "least and largest numbers", "--box 0 1")
    return np.asarray(ends[0]), np.asarray(ends[1])


def _column(low: float, high: float, values: FloatArray, whole: bool) -> Column:
    middle = float(np.median(values))
    if low == high:
        return Column(np.array([low]), middle, whole)
    if whole and (low, high) == (-1.0, 1.0) and 0.0 not in values:
        return Column(np.array([low, high]), float(values[0]), True)  # a label
    if whole and high - low < MOST_CATEGORIES and low == np.round(low) and high == np.round(high):
        return Column(np.arange(low, high + 1), float(np.round(middle)), True)
    return Column(np.array([low, high]), middle, whole)


def _blocks(rows: FloatArray) -> Iterator[tuple[int, int]]:
    """Runs of at least two columns of zeros and ones with exactly one 1 in each row, the shortest first."""
    if len(rows) < 2:
        return
    binary = np.asarray(((rows == 0) | (rows == 1)).all(axis=0) & (rows.max(axis=0) > rows.min(axis=0)))
    start = 0
    while start < rows.shape[1]:
        stop, total = start, np.zeros(len(rows))
        while stop < rows.shape[1] and binary[stop] and total.max() <= 1:
            total += rows[:, stop]
            stop += 1
            if stop - start > 1 and (total == 1).all():
                yield start, stop
                break
        else:
            stop = start + 1
        start = max(stop, start + 1)


def _distance(records: FloatArray, rows: FloatArray) -> FloatArray:
    """How far records lie from the middle of the data, in units of each column's spread."""
    spread = np.maximum(np.nanmax(rows, axis=0) - np.nanmin(rows, axis=0), 1e-300)
    return np.asarray(np.nansum(np.abs(records - np.nanmedian(rows, axis=0)) / spread, axis=1))


def ended(records: FloatArray, length: int) -> FloatArray:
    """Sequences that end after so many numbers."""
    return np.where(np.arange(records.shape[1]) < length, records, np.nan)


def features_of(data: Any, rows: FloatArray) -> int:
    """How many of the columns are features; the last column of `Data` is the label."""
    return int(rows.shape[1]) - (1 if isinstance(data, Data) else 0)
