"""Mechanisms with a mistake, a data set each, and what an oracle that knows pair and event would report.

All claim eps = 1 (with delta where stated). None is told where to look: `data` is all that an audit has.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from dptheory.lab.domain import FloatArray
from dptheory.lab.mechanisms.claims import PrivacyClaim

Mechanism = Callable[[Any, int, np.random.Generator], FloatArray]
BINS = 20


def histogram(forgotten: int | None) -> Mechanism:
    """Counts of 20 labels with Laplace noise of scale 2; on one bin the noise is forgotten."""

    def mechanism(data: Any, size: int, rng: np.random.Generator) -> FloatArray:
        labels = np.asarray(data).ravel().astype(int).clip(0, BINS - 1)
        counts = np.bincount(labels, minlength=BINS).astype(float)
        noise = rng.laplace(0, 2, (size, BINS))
        if forgotten is not None:
            noise[:, forgotten] = 0
        return counts + noise

    return mechanism


def labels(rng: np.random.Generator) -> FloatArray:
    """Sixty labels, the first and the last among them."""
    return np.concatenate([[0.0, BINS - 1.0], rng.integers(0, BINS, 58)])


LAM = 2.0


def ridge(shortfall: float) -> Mechanism:
    """Ridge regression on three features in [-1, 1] and a label in [-1, 1], with l2-Laplace noise.

    The noise is what eps = 1 needs, `shortfall` times too small. Twenty records move the solution by `SHARP` at
    most, as far as a search over data sets has found.
    """

    def mechanism(data: Any, size: int, rng: np.random.Generator) -> FloatArray:
        return ridge_minimiser(data) + l2laplace(size, 3, SHARP / shortfall, rng)

    return mechanism


def l2laplace(size: int, d: int, scale: float, rng: np.random.Generator) -> FloatArray:
    """Noise of density exp(-||k||/scale)."""
    radius, direction = rng.gamma(d, scale, size), rng.standard_normal((size, d))
    return np.asarray(direction / np.linalg.norm(direction, axis=1, keepdims=True) * radius[:, None])


def ridge_minimiser(data: Any) -> FloatArray:
    """The solution that `ridge` perturbs."""
    rows = np.clip(np.asarray(data, float), -1, 1)
    x, y = rows[:, :3], rows[:, 3]
    return np.asarray(np.linalg.solve(x.T @ x + LAM * np.eye(3), x.T @ y))


SHARP = 1.5846
"""Many records determine two directions of the weight; one record decides the third, against their labels."""


RATE, FARTHEST = 0.05, 1.1095
"""Of logistic regression on twenty records: the regulariser, and how far one of them moves the minimiser at
most, as far as climbs over data sets have found. Its Lipschitz constant alone gives 2.
"""


def logistic_minimiser(data: Any) -> FloatArray:
    """Logistic regression on two features in the unit ball and a sign, by Newton's method."""
    rows = np.asarray(data, float)
    x, y = rows[:, :2], np.where(rows[:, 2] > 0, 1.0, -1.0)
    z = x / np.maximum(1, np.linalg.norm(x, axis=1, keepdims=True)) * y[:, None]

    def value(w: FloatArray) -> float:
        return float(np.logaddexp(0, -(z @ w)).mean() + RATE / 2 * w @ w)

    w = np.zeros(2)
    for _ in range(50):
        slope = 1 / (1 + np.exp(z @ w))
        gradient = RATE * w - z.T @ slope / len(z)
        if np.abs(gradient).max() < 1e-10:
            break
        curvature = (z.T * (slope * (1 - slope))) @ z / len(z) + RATE * np.eye(2)
        step, length = np.linalg.solve(curvature, gradient), 1.0
        while value(w - length * step) > value(w) - 1e-4 * length * gradient @ step and length > 1e-6:
            length /= 2
        w = w - length * step
    return w


def logistic(shortfall: float) -> Mechanism:
    """Output perturbation of it, with noise that is `shortfall` times too small for eps = 1."""
    return lambda data, size, rng: logistic_minimiser(data) + l2laplace(size, 2, FARTHEST / shortfall, rng)


def labelled(rng: np.random.Generator) -> FloatArray:
    """Twenty records with a label, of which two show how far the box of the features reaches."""
    rows = np.column_stack([rng.uniform(-0.5, 0.5, (20, 2)), rng.choice([-1.0, 1.0], 20)])
    rows[0, :2], rows[1, :2] = 1, -1
    return rows


def box(rng: np.random.Generator) -> FloatArray:
    """Twenty records in the box, not at its corners, but for two that show how far it reaches."""
    rows = rng.uniform(-1, 1, (20, 4)) * 0.5
    rows[0], rows[1] = 1, -1
    return rows


def leak(chance: float, blur: float = 0.0, second: bool = False) -> Mechanism:
    """A noisy sum; with a small chance the first record is put out as it is, perhaps blurred, perhaps second."""

    def mechanism(data: Any, size: int, rng: np.random.Generator) -> FloatArray:
        values = np.asarray(data, float).ravel()
        out = values.sum() + rng.laplace(0, 1, size)
        other = rng.laplace(0, 1, size)
        target = other if second else out
        hit = rng.random(size) < chance
        target[hit] = values[0] + blur * rng.standard_normal(int(hit.sum()))
        return np.column_stack([out, target]) if second else out[:, None]

    return mechanism


def mixture(chance: float, smaller: float) -> Mechanism:
    """A noisy sum; with a small chance the noise is so many times smaller, and gives no record away."""

    def mechanism(data: Any, size: int, rng: np.random.Generator) -> FloatArray:
        noise = rng.laplace(0, 1, size)
        noise[rng.random(size) < chance] /= smaller
        return np.asarray(np.sum(data) + noise[:, None])

    return mechanism


THRESHOLDS = {"chen": (2.0, 2.0, 10), "lee": (4.0, 4 / 3, 3), "value": (2.0, 2.0, 1), "right": (2.0, 4.0, 1)}
"""Of the sparse vector technique: the scales of the noise of the threshold and of the queries, and how many
answers there may be."""


def sparse(kind: str) -> Mechanism:
    """The sparse vector technique over ten queries of sensitivity 1, half of which rise with the record.

    Chen et al.: the noise of one answer for all. Lee and Clifton: a quarter of the budget on the threshold and
    noise that does not grow with the number c = 3 of answers. `value`: the noisy query that crossed is put out,
    with half of the noise that a query needs.
    """
    threshold, query, answers = THRESHOLDS[kind]

    def mechanism(data: Any, size: int, rng: np.random.Generator) -> FloatArray:
        q = np.repeat([np.sum(data), 1 - np.sum(data)], 5)
        noisy = q + rng.laplace(0, query, (size, 10))
        above = noisy >= 0.5 + rng.laplace(0, threshold, (size, 1))
        out = np.where(above, noisy, -1000.0) if kind == "value" else above.astype(float)
        out[np.cumsum(above, axis=1) - above >= answers] = np.nan
        return out

    return mechanism


def gaussian(noise: float) -> Mechanism:
    """A Gaussian sum of l2-sensitivity 1; `noise` 1 is what (1, 1e-5) needs (Balle and Wang 2018): 3.7306."""
    return lambda data, size, rng: np.sum(data) + rng.normal(0, 3.7306 * noise, (size, 1))


@dataclass(frozen=True, eq=False)
class Mistake:
    """A mechanism, a data set to search from, in which box where the data do not show it, and a pair to give."""

    name: str
    mechanism: Mechanism
    claim: PrivacyClaim
    data: Callable[[np.random.Generator], FloatArray]
    pair: tuple[Any, Any]
    box: tuple[float, float] | None = None


UNIT = (0.0, 1.0)
PURE = PrivacyClaim(1.0)
APPROXIMATE = PrivacyClaim(1.0, 1e-5)


def four(rng: np.random.Generator) -> FloatArray:
    """Four numbers in [0, 1], both ends among them."""
    return np.concatenate([rng.random(2), [0.0, 1.0]])


def bit(rng: np.random.Generator) -> FloatArray:
    """One number, 0."""
    return np.zeros(1)


@cache
def worst_ridge() -> tuple[FloatArray, FloatArray]:
    """Neighbours on which ridge regression moves most, climbed to from random ones; always the same."""
    rng, solution = np.random.default_rng(0), ridge_minimiser

    def move(rows: FloatArray, record: FloatArray) -> float:
        other = rows.copy()
        other[0] = record
        return float(np.linalg.norm(solution(rows) - solution(other)))

    best: tuple[float, FloatArray, FloatArray] = (0.0, np.zeros((20, 4)), np.ones(4))
    for _ in range(8):
        rows, record = rng.choice([-1.0, 0.0, 1.0], (20, 4)), rng.choice([-1.0, 1.0], 4)
        value = move(rows, record)
        for _ in range(5_000):
            new, changed = rows.copy(), record.copy()
            if rng.random() < 0.25:
                changed[rng.integers(4)] = rng.uniform(-1, 1)
            else:
                new[rng.integers(20), rng.integers(4)] = rng.choice([-1, 0, 1, rng.uniform(-1, 1)])
            if move(new, changed) > value:
                rows, record, value = new, changed, move(new, changed)
        best = max(best, (value, rows, record), key=lambda found: found[0])
    other = best[1].copy()
    other[0] = best[2]
    return best[1], other


def mistakes() -> list[Mistake]:
    """The table's mechanisms."""
    flip = (np.array([0.0]), np.array([1.0]))
    leaks = (np.array([0.0, 1.0, 1.0, 1.0]), np.ones(4))
    worst = worst_ridge()
    base = np.arange(20.0)
    moved = base.copy()
    moved[0] = 7
    return [
        Mistake("histogram, bin 7 bare", histogram(7), PURE, labels, (base, moved)),
        Mistake("ridge, sensitivity / 2", ridge(2.0), PURE, box, worst),
        Mistake("leak 0.002", leak(0.002), APPROXIMATE, four, leaks),
        Mistake("leak 0.002, blurred", leak(0.002, 0.001), APPROXIMATE, four, leaks),
        Mistake("leak 0.002, second", leak(0.002, 0, True), APPROXIMATE, four, leaks),
        Mistake("mixture, noise / 1e5 at 0.002", mixture(0.002, 1e5), APPROXIMATE, four, leaks),
        Mistake("mixture, noise / 1e3 at 0.005", mixture(0.005, 1e3), APPROXIMATE, four, leaks),
        Mistake("sparse, Chen et al.", sparse("chen"), PURE, bit, flip, UNIT),
        Mistake("sparse, Lee and Clifton", sparse("lee"), PURE, bit, flip, UNIT),
        Mistake("sparse, noisy value", sparse("value"), PURE, bit, flip, UNIT),
        Mistake("gaussian, noise 0.75", gaussian(0.75), APPROXIMATE, bit, flip, UNIT),
    ]
