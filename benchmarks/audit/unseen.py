"""Nine mistakes written before the search was mended: what is gained on the reported ones must show here."""

from __future__ import annotations

from typing import Any

import numpy as np
from queries import (
    EDGES,
    Chances,
    Mechanism,
    certain,
    changed,
    laplace_cells,
    line,
    moved,
    noised,
    total,
    uniform,
    values,
)
from reported import ADDED, RARE, Reported

from dptheory.lab.domain import FloatArray
from dptheory.lab.mechanisms.claims import PrivacyClaim


def three_keys(level: float) -> Mechanism:
    """Noisy counts of the keys 0, 1, 2 that occur, where they are above a level; else nothing (NaN)."""

    def mechanism(data: Any, size: int, rng: np.random.Generator) -> FloatArray:
        count = np.bincount(np.asarray(data, dtype=int).ravel().clip(0, 2), minlength=3)
        out = count + rng.laplace(0, 1, (size, 3))
        return np.where((count > 0) & (out > level), out, np.nan)

    return mechanism


def gap_noise(data: Any) -> float:
    """The larger of the steps from the middle number to its neighbours."""
    steps = np.diff(np.sort(values(data)))
    middle = len(steps) // 2
    return float(steps[middle - 1 : middle + 1].max())


def middle(data: Any) -> float:
    return float(np.median(values(data)))


def cut(most: float) -> Mechanism:
    """A sum with Laplace noise that is drawn again where it is larger."""

    def mechanism(data: Any, size: int, rng: np.random.Generator) -> FloatArray:
        chance = -np.expm1(-most) * rng.random(size)
        return np.asarray(total(data) - np.log1p(-chance) * rng.choice([-1.0, 1.0], size))

    return mechanism


def cut_law(most: float) -> Any:
    """Cells of that noise."""

    def law(one: Any, other: Any) -> Chances:
        found = []
        for data in (one, other):
            edges = np.clip(EDGES, total(data) - most, total(data) + most)
            cells = laplace_cells(total(data), 1.0, edges)
            found.append(cells / cells.sum())
        return found[0], found[1]

    return law


def counted(bare: bool) -> Mechanism:
    """A noisy count; of no records 0, without noise, if `bare`."""

    def mechanism(data: Any, size: int, rng: np.random.Generator) -> FloatArray:
        n = np.size(data)
        return np.asarray(n + rng.laplace(0, 1, size) * (0.0 if bare and not n else 1.0))

    return mechanism


def thinly(scale: float) -> Mechanism:
    """A noisy sum over a sample in which each record is with chance 1/4."""

    def mechanism(data: Any, size: int, rng: np.random.Generator) -> FloatArray:
        rows = values(data)
        return np.asarray((rng.random((size, len(rows))) < 0.25) @ rows + rng.laplace(0, scale, size))

    return mechanism


def thin_law(one: Any, other: Any) -> Chances:
    """Of no records, and of a single 1."""
    none, taken = (laplace_cells(centre, 0.25, EDGES) for centre in (0.0, 1.0))
    return none, 0.75 * none + 0.25 * taken


def forgetful(chance: float) -> Mechanism:
    """A noisy sum; with a small chance the noise is forgotten."""

    def mechanism(data: Any, size: int, rng: np.random.Generator) -> FloatArray:
        return np.asarray(total(data) + rng.laplace(0, 1, size) * (rng.random(size) >= chance))

    return mechanism


def moments(data: Any) -> FloatArray:
    return np.array([total(data), float((values(data) ** 2).sum())])


def spread(data: Any) -> float:
    return float(np.var(values(data)))


def number(data: Any) -> float:
    return float(np.size(data))


def unseen() -> list[Reported]:
    """The mechanisms; none has an address."""
    nothing = ((np.array([1.0]), np.zeros(0)),)
    low, high = np.zeros(5), np.array([0.0, 0.0, 0.0, 0.0, 1.0])
    rest: tuple[tuple[Any, ...], ...] = (
        (
            "three keys, threshold too low",
            three_keys(4.6),
            three_keys(7.3),
            lambda rng: np.array([0.0, 0.0, 0.0, 1.0, 1.0, 2.0]),
            nothing,
            certain(float(np.exp(1 - 4.6) / 2)),
            RARE,
        ),
        (
            "variance, noise too small",
            noised(spread, 0.05),
            noised(spread, 0.15),
            uniform(0, 1, 6),
            (changed(np.zeros(6), 0, 1.0), changed([0.0, 0.0, 0.0, 0.0, 0.0, 1.0], 0, 1.0)),
            line(spread, 0.05),
        ),
        (
            "median, noise of the gap",
            noised(middle, gap_noise),
            noised(middle, 1.0),
            uniform(0, 1, 5),
            (changed(high, 0, 1.0),),
            certain(1.0),
        ),
        (
            "noise cut off",
            cut(4.0),
            noised(total, 1.0),
            uniform(0, 1, 4),
            (changed(low, 0, 1.0),),
            cut_law(4.0),
        ),
        (
            "no records, no noise",
            counted(True),
            counted(False),
            uniform(0, 1, 3),
            nothing,
            certain(1.0),
            ADDED,
        ),
        (
            "sampled, budget divided",
            thinly(0.25),
            thinly(1.0),
            uniform(0, 1, 3),
            nothing,
            thin_law,
            ADDED,
        ),
        (
            "seldom without noise",
            forgetful(0.004),
            forgetful(0.0),
            uniform(0, 1, 4),
            (changed(low, 0, 1.0),),
            certain(0.004),
            PrivacyClaim(1.0, 1e-4),
        ),
        (
            "two answers of one budget",
            noised(moments, 1.0),
            noised(moments, 2.0),
            uniform(0, 1, 5),
            (changed(low, 0, 1.0),),
            moved(1.0, 1.0, 2),
        ),
        (
            "count, noise that shrinks",
            noised(number, lambda d: 2 / (2 + np.size(d))),
            noised(number, 1.0),
            uniform(0, 1, 6),
            ((np.zeros(6), np.zeros(7)),),
            line(number, lambda d: 2 / (2 + np.size(d))),
            ADDED,
        ),
    )
    return [Reported(name, "", *fields) for name, *fields in rest]
