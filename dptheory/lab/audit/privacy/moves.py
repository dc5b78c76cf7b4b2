"""Pairs of neighbours near a given pair: the differing record moved, and the records that both share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import numpy.typing as npt

from dptheory.lab.audit.privacy.neighbours import Neighbours, added, rebuilt, table
from dptheory.lab.audit.privacy.varying import Domain
from dptheory.lab.domain import FloatArray

SIDES: Final = (0, 1, 0, 1, 0, 1)
"""Moves of the differing record in one round: on which side."""


def differing(one: FloatArray, other: FloatArray) -> int | None:
    """The place at which two data sets of the same size differ."""
    if one.shape != other.shape:
        return None
    return int(np.argmax(((one != other) & ~(np.isnan(one) & np.isnan(other))).any(axis=1)))


def with_records(pair: Neighbours, first: FloatArray, second: FloatArray) -> Neighbours | None:
    """The pair with other records where it differs."""
    one, other = table(pair.first).copy(), table(pair.second).copy()
    place = differing(one, other)
    if place is None or np.array_equal(first, second, equal_nan=True):
        return None
    one[place], other[place] = first, second
    return _made(pair, one, other)


def _made(pair: Neighbours, one: FloatArray, other: FloatArray) -> Neighbours | None:
    try:
        return Neighbours(rebuilt(pair.first, one), rebuilt(pair.second, other), "search")
    except ValueError:
        return None


def ends_of(pair: Neighbours, ends: list[FloatArray]) -> Iterator[Neighbours]:
    """The pair with its differing record at either end of a direction."""
    for first, second in zip(ends[::2], ends[1::2], strict=True):
        if (made := with_records(pair, first, second)) is not None:
            yield made


def near(pair: Neighbours, domain: Domain, rng: np.random.Generator, many: bool) -> Iterator[Neighbours]:
    """The differing record moved on one side, or the added one replaced and shared ones taken out, down to
    none; records that both share become copies of one, in blocks; with `many`, moved one by one as well.
    """
    one, other = table(pair.first), table(pair.second)
    place = differing(one, other)
    if place is not None:
        for side in SIDES:
            record = [one[place], other[place]]
            record[side] = domain.moved(record[side], rng)
            if (made := with_records(pair, *record)) is not None:
                yield made
    size = min(len(one), len(other))
    records = domain.candidates(rng)
    if len(one) != len(other):
        yield from _smaller(pair, records, rng)
    if not size:
        return
    singles = (1,) * (8 if many else 2)
    for block in (size, size // 2, size // 4, *singles):
        record = records[rng.integers(len(records))]
        if (made := _shared(pair, rng.permutation(np.arange(size))[:block], record)) is not None:
            yield made
    for _ in range(8 if many else 0):
        spot = int(rng.integers(size))
        if (made := _shared(pair, np.array([spot]), domain.moved(one[spot], rng))) is not None:
            yield made


def _smaller(pair: Neighbours, records: FloatArray, rng: np.random.Generator) -> Iterator[Neighbours]:
    """The pair with some of its shared records taken out, or all, or with another record that one side has
    more."""
    one, other = table(pair.first), table(pair.second)
    longer, shorter = (one, other) if len(one) > len(other) else (other, one)
    more = longer[added(longer, shorter) or []]
    others = [records[k][None] for k in rng.permutation(len(records))[: len(SIDES)]]
    sizes = sorted({0, len(shorter) // 2, len(shorter) - 1} - {-1, len(shorter)})
    kept = [shorter[np.sort(rng.permutation(len(shorter))[:size])] for size in sizes]
    for few, extra in [*((few, more) for few in kept), *((shorter, extra) for extra in others)]:
        sides = np.vstack([few, extra]), few
        if len(extra) and (made := _made(pair, *(sides if longer is one else sides[::-1]))) is not None:
            yield made


def _shared(pair: Neighbours, spots: npt.NDArray[np.int64], record: FloatArray) -> Neighbours | None:
    """The pair with some of its shared records replaced by one."""
    first, second = table(pair.first).copy(), table(pair.second).copy()
    for spot in spots:
        if np.array_equal(first[spot], second[spot], equal_nan=True):
            first[spot] = second[spot] = record
    return _made(pair, first, second)
