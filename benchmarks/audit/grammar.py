"""Mechanisms drawn at random from a grammar of mistakes, each beside the right one that it was made from.

A mechanism is a query (sums, means, counts, a histogram) with Laplace noise that spends eps = 1 on neighbours
that replace one record; a mistake is put into it. Draws with an even number are for development, those with
an odd number are held back: nothing was tuned on them. Nor was it on any that are drawn with another seed
than `TUNED`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from dptheory.lab.domain import FloatArray
from dptheory.lab.mechanisms.claims import PrivacyClaim

Mechanism = Callable[[Any, int, np.random.Generator], FloatArray]
Query = Callable[[FloatArray], FloatArray]

KINDS = (
    "none",
    "noise forgotten in a branch",
    "wrong sensitivity",
    "budget not split",
    "noise used twice",
    "clipped after the sum",
    "loop length from the data",
    "raw value with small chance",
    "true value in a corner of the data",
)
"""What is wrong; the first is the right mechanism."""


@dataclass(frozen=True, eq=False)
class Drawn:
    """A mechanism, what is wrong with it, its claim, a data set to search from."""

    number: int
    kind: str
    query: str
    mechanism: Mechanism
    claim: PrivacyClaim
    data: FloatArray

    @property
    def held_back(self) -> bool:
        """Whether nothing was tuned on it."""
        return self.number % 2 == 1


@dataclass(frozen=True, eq=False)
class Base:
    """A query, and how far replacing one record moves it: each coordinate, and in l1 (`whole`)."""

    name: str
    query: Query
    each: FloatArray
    whole: float


def clipped(data: Any, width: int) -> FloatArray:
    """Rows of numbers in [0, 1]."""
    return np.clip(np.asarray(data, float).reshape(len(data), -1)[:, :width], 0, 1)


def bases(n: int, d: int) -> list[Base]:
    """The queries on n records of d numbers."""
    ones = np.ones(d)

    def bins(data: Any) -> FloatArray:
        place = np.floor(clipped(data, d)[:, 0] * 3.999).astype(int)
        return np.bincount(place, minlength=4).astype(float)

    return [
        Base("sum", lambda x: clipped(x, d).sum(axis=0), ones, float(d)),
        Base("mean", lambda x: clipped(x, d).mean(axis=0), ones / n, d / n),
        Base("count", lambda x: (clipped(x, d) > 0.5).sum(axis=0).astype(float), ones, float(d)),
        Base("histogram", bins, np.ones(4), 2.0),
    ]


TUNED = 18
"""The seed of the mechanisms that were looked at while the auditor was written."""


def drawn(number: int, seed: int = TUNED) -> Drawn:
    """The mechanism of that number and seed; always the same."""
    rng = np.random.default_rng(np.random.SeedSequence(number, spawn_key=(seed,)))
    n, d = int(rng.integers(3, 12)), int(rng.integers(1, 4))
    data = np.concatenate([rng.random((n - 2, d)), np.zeros((1, d)), np.ones((1, d))])
    made = bases(n, d)
    base = made[int(rng.integers(len(made)))]
    kind = KINDS[number // 2 % len(KINDS)]
    delta = 1e-5 if kind == "raw value with small chance" else 0.0
    return Drawn(number, kind, base.name, MADE[kind](base, data, rng), PrivacyClaim(1.0, delta), data)


def noisy(base: Base, factor: float = 1.0) -> Mechanism:
    """The query with Laplace noise; `factor` 1 is what eps = 1 needs."""

    def mechanism(data: Any, size: int, rng: np.random.Generator) -> FloatArray:
        value = base.query(data)
        return np.asarray(value + rng.laplace(0, base.whole * factor, (size, len(value))))

    return mechanism


def right(base: Base, data: FloatArray, rng: np.random.Generator) -> Mechanism:
    """Nothing is wrong."""
    return noisy(base)


def branch(base: Base, data: FloatArray, rng: np.random.Generator) -> Mechanism:
    """No noise in one coordinate once it exceeds its value on the data by part of what one record can add."""
    j = int(rng.integers(len(base.each)))
    level = float(base.query(data)[j] + rng.uniform(0.2, 0.8) * base.each[j])

    def mechanism(data: Any, size: int, rng: np.random.Generator) -> FloatArray:
        value = base.query(data)
        noise = rng.laplace(0, base.whole, (size, len(value)))
        if value[j] > level:
            noise[:, j] = 0
        return np.asarray(value + noise)

    return mechanism


def sensitivity(base: Base, data: FloatArray, rng: np.random.Generator) -> Mechanism:
    """The noise is too small by a factor between 1.5 and 3."""
    return noisy(base, 1 / float(rng.uniform(1.5, 3)))


def unsplit(base: Base, data: FloatArray, rng: np.random.Generator) -> Mechanism:
    """Two or three answers, the whole budget for each."""
    times, once = int(rng.integers(2, 4)), noisy(base)
    return lambda data, size, rng: np.hstack([once(data, size, rng) for _ in range(times)])


def twice(base: Base, data: FloatArray, rng: np.random.Generator) -> Mechanism:
    """Two answers with the same noise, the second to another question: their difference has none."""

    def mechanism(data: Any, size: int, rng: np.random.Generator) -> FloatArray:
        value = base.query(data)
        noise = rng.laplace(0, 2 * base.whole, (size, len(value)))
        return np.hstack([value + noise, 2 * value + noise])

    return mechanism


def late(base: Base, data: FloatArray, rng: np.random.Generator) -> Mechanism:
    """Numbers are not clipped; their sum is, to what it could be. Records may lie outside of [0, 1]."""

    d = data.shape[1]

    def mechanism(data: Any, size: int, rng: np.random.Generator) -> FloatArray:
        rows = 3 * np.asarray(data, float).reshape(len(data), -1)
        total = np.clip(rows.sum(axis=0), 0, len(rows))
        return np.asarray(total + rng.laplace(0, d, (size, d)))

    return mechanism


def loop(base: Base, data: FloatArray, rng: np.random.Generator) -> Mechanism:
    """A number of steps that is put out with the answer depends on how many records are large."""

    def mechanism(data: Any, size: int, rng: np.random.Generator) -> FloatArray:
        steps = int((clipped(data, 1)[:, 0] > 0.5).sum())
        value = base.query(data)
        noise = rng.laplace(0, base.whole, (size, len(value)))
        return np.column_stack([value + noise, rng.binomial(2 * steps + 1, 0.5, size)])

    return mechanism


def raw(base: Base, data: FloatArray, rng: np.random.Generator) -> Mechanism:
    """With a chance between 0.002 and 0.02 the first record is put out, in one coordinate."""
    chance, once = float(rng.uniform(0.002, 0.02)), noisy(base)

    def mechanism(data: Any, size: int, rng: np.random.Generator) -> FloatArray:
        out = once(data, size, rng)
        hit = rng.random(size) < chance
        out[hit, 0] = np.asarray(data, float).reshape(len(data), -1)[0, 0]
        return out

    return mechanism


def corner(base: Base, data: FloatArray, rng: np.random.Generator) -> Mechanism:
    """Half of the noise as soon as a record other than the last lies in the highest corner of the box."""
    d = data.shape[1]

    def mechanism(data: Any, size: int, rng: np.random.Generator) -> FloatArray:
        value = base.query(data)
        inside = (clipped(data, d)[:-1] > 0.9).all(axis=1).any()
        return np.asarray(value + rng.laplace(0, base.whole / (2 if inside else 1), (size, len(value))))

    return mechanism


MADE: dict[str, Callable[[Base, FloatArray, np.random.Generator], Mechanism]] = dict(
    zip(KINDS, (right, branch, sensitivity, unsplit, twice, late, loop, raw, corner), strict=True)
)
