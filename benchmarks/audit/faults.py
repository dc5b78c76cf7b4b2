"""Mechanisms that are more than a noisy query, wrong or right by an argument, with their exact chances."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from queries import EDGES, Chances, Mechanism, certain, columns, counts, laplace_cells, total, values

from dptheory.lab.domain import FloatArray


def response(chance: float) -> Mechanism:
    """Each record's bit told truly with that chance."""

    def mechanism(data: Any, size: int, rng: np.random.Generator) -> FloatArray:
        bits = values(data) >= 0.5
        return np.where(rng.random((size, len(bits))) < chance, bits, ~bits).astype(float)

    return mechanism


TRUTH = float(np.e / (1 + np.e))
TOLD = TRUTH + (1 - TRUTH) * TRUTH


def permute_and_flip(data: Any) -> FloatArray:
    """Of two scores, with scale 1: the worse one is taken with half of exp(-gap)."""
    score = counts(data, 2)
    worse = np.exp(-abs(score[0] - score[1])) / 2
    return np.array([worse, 1 - worse] if score[0] < score[1] else [1 - worse, worse])


def exponential(score: Callable[[Any], FloatArray], factor: float) -> Callable[[Any], FloatArray]:
    def chances(data: Any) -> FloatArray:
        exponent = factor * score(data)
        weight = np.exp(exponent - exponent.max())
        return np.asarray(weight / weight.sum())

    return chances


def gain(data: Any) -> FloatArray:
    """What a choice gains beyond what the public model has: both terms move."""
    count = counts(data, 2)
    return np.array([count[0] - count[1], count[1] - count[0]])


def thinned(data: Any, size: int, rng: np.random.Generator, skip: bool) -> FloatArray:
    """A sum over a Poisson batch; nothing is added where the batch is empty, if `skip`."""
    rows = values(data)
    taken = rng.random((size, len(rows))) < 0.3
    noise = rng.laplace(0, 1, size)
    out = taken @ rows + noise
    return np.asarray(np.where(taken.any(axis=1), out, 0.0 if skip else noise))


def selected(raw: bool) -> Mechanism:
    """Sums of three columns; one above a noisy threshold is put out with noise, alone."""

    def mechanism(data: Any, size: int, rng: np.random.Generator) -> FloatArray:
        w = columns(data)
        accepted = w + rng.laplace(0, 6, (size, 3)) >= 2.0 + rng.laplace(0, 6, (size, 1))
        order = np.where(accepted, rng.random((size, 3)), -1.0)
        taken = (order == order.max(axis=1, keepdims=True)) & accepted
        noisy = w + rng.laplace(0, 6, (size, 3))
        return np.where(taken, noisy, np.where(accepted & raw, w, 0.0))

    return mechanism


def raw_chance(one: Any, other: Any) -> Chances:
    """The chance that the first column's sum comes out bare, on the first data set."""
    w, scale = columns(one), 6.0
    grid = np.linspace(-150, 150, 30_001)
    weight = np.diff(_cdf(grid / scale))
    level = 2.0 + (grid[1:] + grid[:-1]) / 2
    above = [1 - _cdf((level - value) / scale) for value in w]
    others = [above[1] * (1 - above[2]) + above[2] * (1 - above[1]), above[1] * above[2]]
    chance = float(np.sum(weight * above[0] * (others[0] / 2 + others[1] * 2 / 3)))
    return certain(chance)(one, other)


def _cdf(x: FloatArray) -> FloatArray:
    tail = np.exp(-np.abs(x)) / 2
    return np.asarray(np.where(x < 0, tail, 1 - tail))


def gaussian(sigma: float) -> Mechanism:
    return lambda data, size, rng: total(data) + rng.normal(0, sigma, size)


SIGMA = 3.7307
"""What (1, 1e-5) needs for sensitivity 1 (Balle and Wang 2018)."""


def gaussian_cells(one: Any, other: Any) -> Chances:
    from scipy.stats import norm

    p, q = (np.diff(norm.cdf(EDGES, total(data), np.sqrt(SIGMA))) for data in (one, other))
    return p, q


def ends(exact: bool) -> Mechanism:
    """A noisy sum, with the ends of what the data hold beside it."""

    def mechanism(data: Any, size: int, rng: np.random.Generator) -> FloatArray:
        rows = values(data)
        low, high = (rows.min(), rows.max()) if exact else (0.0, 1.0)
        return np.column_stack(
            [np.full(size, low), np.full(size, high), rows.sum() + rng.laplace(0, 1, size)]
        )

    return mechanism


def bits(grid: float | None) -> Mechanism:
    """A sum with noise in double precision; rounded to a grid, the last bits say nothing."""

    def mechanism(data: Any, size: int, rng: np.random.Generator) -> FloatArray:
        out = total(data) + rng.laplace(0, 1, size)
        return np.asarray(out if grid is None else np.round(out / grid) * grid)

    return mechanism


def finest(one: Any, other: Any) -> Chances:
    """The chance of an output that is no multiple of 2^-53: none where the sum is 1."""
    out = bits(None)(one, 2_000_000, np.random.default_rng(1))
    return certain(float(np.mean(out * 2.0**53 % 1 != 0)))(one, other)


def shared(alike: bool) -> Mechanism:
    """Sums of three columns, the noise of each from a generator of the same seed."""

    def mechanism(data: Any, size: int, rng: np.random.Generator) -> FloatArray:
        noise = rng.laplace(0, 3, (size, 1 if alike else 3))
        return np.asarray(columns(data) + noise)

    return mechanism


def geometric(most: int | None) -> Mechanism:
    """A count with two-sided geometric noise; with `most` no noise is larger, else the answer is clamped."""

    def mechanism(data: Any, size: int, rng: np.random.Generator) -> FloatArray:
        count = float((values(data) > 0.5).sum())
        if most is None:
            noise = (rng.geometric(1 - np.exp(-1.0), (2, size)) * np.array([[1], [-1]])).sum(axis=0)
            return np.asarray(np.clip(count + noise, 0, np.size(data)))
        p = np.exp(-np.abs(np.arange(-most, most + 1.0)))
        return np.asarray(count + rng.choice(2 * most + 1, size, p=p / p.sum()) - most)

    return mechanism


def geometric_law(one: Any, other: Any) -> Chances:
    weight = np.exp(-np.abs(np.arange(-5, 6.0)))
    return np.append(weight / weight.sum(), 0.0), np.append(0.0, weight / weight.sum())


def within(low: Callable[[Any], float], high: Callable[[Any], float]) -> Mechanism:
    """A noisy count, drawn again until it is one that there can be."""

    def mechanism(data: Any, size: int, rng: np.random.Generator) -> FloatArray:
        count = float((values(data) > 0.5).sum())
        out = count + rng.laplace(0, 1, size)
        while (bad := (out < low(data)) | (out > high(data))).any():
            out[bad] = count + rng.laplace(0, 1, int(bad.sum()))
        return np.asarray(out)

    return mechanism


def rejected(one: Any, other: Any) -> Chances:
    edges = np.linspace(0, np.size(one), 4_001)
    p, q = (laplace_cells(float((values(d) > 0.5).sum()), 1.0, edges) for d in (one, other))
    return p / p.sum(), q / q.sum()


MARKS = np.arange(11) / 10


def ranks(data: Any) -> FloatArray:
    """How near each mark is to the middle rank."""
    rows = values(data)
    return -np.abs((rows[None, :] < MARKS[:, None]).sum(axis=1) - len(rows) / 2)


def vector(factor: float) -> Mechanism:
    """The sparse vector technique, up to three answers; its noise is 4 c / eps, or misses the c."""

    def mechanism(data: Any, size: int, rng: np.random.Generator) -> FloatArray:
        q = np.repeat([np.sum(data), 1 - np.sum(data)], 5)
        above = q + rng.laplace(0, 4.0 * factor, (size, 10)) >= 0.5 + rng.laplace(0, 2, (size, 1))
        out = above.astype(float)
        out[np.cumsum(above, axis=1) - above >= 3] = np.nan
        return out

    return mechanism


def vector_law(one: Any, other: Any) -> Chances:
    """Chances of all sequences of answers, by quadrature over the noise of the threshold."""
    grid = np.linspace(-50, 50, 20_001)
    weight, level = np.diff(_cdf(grid / 2)), 0.5 + (grid[1:] + grid[:-1]) / 2

    def found(data: Any) -> FloatArray:
        queries = np.repeat([np.sum(data), 1 - np.sum(data)], 5)
        below = [_cdf((level - q) / 4.0) for q in queries]

        def after(k: int, alive: FloatArray, left: int) -> list[float]:
            if k == 10 or left == 0:
                return [float(alive.sum())]
            return [*after(k + 1, alive * below[k], left), *after(k + 1, alive * (1 - below[k]), left - 1)]

        return np.array(after(0, weight, 3))

    return found(one), found(other)


def anchored(grid: float, bare: bool) -> Mechanism:
    """Noise on a grid, added to a sum that need not be on it; or the sum is rounded first."""

    def mechanism(data: Any, size: int, rng: np.random.Generator) -> FloatArray:
        noise = np.round(rng.laplace(0, 1 + grid, size) / grid) * grid
        return np.asarray((total(data) if bare else np.round(total(data) / grid) * grid) + noise)

    return mechanism


def threshold(level: float) -> Mechanism:
    """The key of the records, told if a noisy count of them is above a level; else nothing (NaN)."""

    def mechanism(data: Any, size: int, rng: np.random.Generator) -> FloatArray:
        n = np.size(data)
        if not n:
            return np.full(size, np.nan)
        return np.where(n + rng.laplace(0, 1, size) > level, 1.0, np.nan)

    return mechanism


def kept(level: float) -> Callable[[Any, Any], Chances]:
    """A single record's key is told with this chance, without it never."""
    return certain(float(np.exp(1 - level) / 2))


def known_keys(public: bool) -> Mechanism:
    """Noisy counts of the keys 0..7; where the keys are not public, only of those that occur (else NaN)."""

    def mechanism(data: Any, size: int, rng: np.random.Generator) -> FloatArray:
        count = counts(data, 8)
        out = count + rng.laplace(0, 2, (size, 8))
        return out if public else np.where(count > 0, out, np.nan)

    return mechanism
