"""Pairs of neighbours near a given pair: the differing record moved, and the records that both share."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from dptheory.lab.audit.privacy.neighbours import Neighbours, added, rebuilt, table
from dptheory.lab.audit.privacy.varying import Domain
from dptheory.lab.domain import FloatArray
from dptheory.lab.mechanisms.claims import REPLACE_ONE

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


def extremes(
    data: Any, domain: Domain, adjacency: str, rng: np.random.Generator
) -> dict[str, list[Neighbours]]:
    """Families of pairs to which no walk from the data leads in few steps: all records alike at an end of the
    domain or in its middle; half at one end and half at the other, or in the middle, on which ranks depend; a
    quarter at one end, as in a vote that is nearly lost; one of them moved from end to end, or to somewhere
    between. With add-remove of none, one, two, half as many records and all, and one more.
    """
    poles, middle, anywhere = domain.poles(rng)
    rows = table(data)
    size = len(rows)
    found: dict[str, list[Neighbours | None]] = {}

    def of(one: FloatArray, other: FloatArray) -> Neighbours | None:
        return _made(Neighbours(data, data), one, other)

    if adjacency == REPLACE_ONE:
        low, high = poles[0], poles[min(1, len(poles) - 1)]
        bases = {f"all alike {k}": [_split(pole, pole, size, size)] for k, pole in enumerate(poles)}
        bases["middle"] = [_split(middle, middle, size, size)]
        bases["halves"] = [_split(low, high, size // 2, size), _split(high, low, size // 2, size)]
        bases["half in the middle"] = [_split(end, middle, size // 2, size) for end in (low, high)]
        bases["quarters"] = [_split(*ends, max(1, size // 4), size) for ends in ((low, high), (high, low))]
        for name, made in bases.items():
            moved = combinations(poles, 2) if len(made) == 1 else [(low, high)]
            pairs = [(base, *ends) for base in made for ends in moved]
            found[name] = [of(_with(base, 0, one), _with(base, 0, other)) for base, one, other in pairs]
        found["between"] = [of(_with(rows, 0, anywhere), _with(rows, 0, pole)) for pole in poles[:2]]
        return _there(found)
    for many in sorted({0, 1, 2, size // 2, size}):
        alike = [np.repeat(one[None], many, axis=0) for one in ([*poles[:2], middle] if many else [middle])]
        more = [*poles, anywhere] if many < 2 else poles[:2]
        found[f"{many} records"] = [of(base, np.vstack([base, other])) for base in alike for other in more]
    return _there(found)


def _split(one: FloatArray, other: FloatArray, many: int, size: int) -> FloatArray:
    """So many records alike, and the rest like another."""
    return np.where(np.arange(size)[:, None] < many, one, other)


def _there(found: dict[str, list[Neighbours | None]]) -> dict[str, list[Neighbours]]:
    return {name: [pair for pair in pairs if pair is not None] for name, pairs in found.items()}


def _with(base: FloatArray, place: int, record: FloatArray) -> FloatArray:
    made = base.copy()
    made[place] = record
    return made


def _shared(pair: Neighbours, spots: npt.NDArray[np.int64], record: FloatArray) -> Neighbours | None:
    """The pair with some of its shared records replaced by one."""
    first, second = table(pair.first).copy(), table(pair.second).copy()
    for spot in spots:
        if np.array_equal(first[spot], second[spot], equal_nan=True):
            first[spot] = second[spot] = record
    return _made(pair, first, second)


def slopes(known: list[tuple[FloatArray, FloatArray]], domain: Domain) -> list[FloatArray]:
    """Records at which a linear fit is extreme, of the outputs' centres on records of which they are `known`;
    the two ends of each direction one after the other.
    """
    if len(known) < domain.rows.shape[1] + 2:
        return []
    x = np.nan_to_num(np.array([record for record, _ in known]))
    y = np.array([centre for _, centre in known])
    with np.errstate(over="ignore", invalid="ignore"):
        size = np.maximum(x.max(axis=0) - x.min(axis=0), 1e-300)
        design = np.column_stack([np.ones(len(x)), (x - x.mean(axis=0)) / size])
    if not np.isfinite(design).all():
        return []
    steep = np.linalg.lstsq(design, np.clip(y, -1e6, 1e6), rcond=None)[0][1:]
    directions = np.linalg.svd(steep)[0].T[:3]
    return [domain.along(sign * direction / size) for direction in directions for sign in (1.0, -1.0)]
