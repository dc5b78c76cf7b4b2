"""Learning scores from training outputs: logistic regression on families in which known mechanisms lie.

Nothing here bears on the validity of an audit, only on how much of a violation it sees.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import Any, Final

import numpy as np

from dptheory.extras import extra, one_thread
from dptheory.lab.audit.privacy.descent import Objective, minimise
from dptheory.lab.audit.privacy.scores import SMOOTHING, Distances, Histogram, Quadratic, Sides, Trees
from dptheory.lab.domain import FloatArray

RIDGE: Final = 1e-4
"""Weight of the squared parameters beside the mean logistic loss."""

QUADRATIC_WIDTH: Final = 12
"""The widest outputs for which all products of coordinates are used; beyond, squares only."""


FITTED: Final = 20_000
"""More outputs than this on a side hardly improve a fit; thresholds are chosen on all of them."""

BOOSTED_ON: Final = 6_000
"""The same for trees."""


FLAT: Final = 1e-14
"""A direction in which the variance is such a part of the largest one has none."""

ROUNDED: Final = 1e-6
"""A feature that is smaller everywhere, in units of the spread, is rounding error."""


@dataclass(frozen=True, eq=False)
class Training:
    """Finite training outputs on S and on S', each of shape (size, d)."""

    first: FloatArray
    second: FloatArray

    def part(self, rows: int) -> Training:
        """At most so many rows of either side."""
        return Training(self.first[:rows], self.second[:rows])

    @property
    def pooled(self) -> FloatArray:
        """All of them, those on S first."""
        return np.concatenate([self.first, self.second])

    @property
    def signs(self) -> FloatArray:
        """1 for outputs on S, -1 for outputs on S'."""
        return np.repeat([1.0, -1.0], [len(self.first), len(self.second)])

    @property
    def weights(self) -> FloatArray:
        """Weights that give the sides one half each."""
        sizes = np.array([max(1, len(self.first)), max(1, len(self.second))])
        return np.repeat(0.5 / sizes, [len(self.first), len(self.second)])


@dataclass(frozen=True, eq=False)
class Frame:
    """Coordinates in which the outputs of either side have covariance near the identity."""

    centre: FloatArray
    whiten: FloatArray

    def __call__(self, outputs: FloatArray) -> FloatArray:
        return np.asarray((outputs - self.centre) @ self.whiten)


def frame(training: Training) -> Frame:
    """The pooled median, and the inverse root of the covariance within the sides, of winsorised outputs.

    A covariance that could be a multiple of the identity up to sampling error is taken for one.
    """
    centre = np.median(training.pooled, axis=0)
    sides = [side - np.median(side, axis=0) for side in (training.first, training.second)]
    moved = np.concatenate(sides)
    reach = 12 * np.median(np.abs(moved), axis=0)
    reach = np.where(reach > 0, reach, np.abs(moved).max(axis=0))
    moved = np.clip(moved, -reach, reach)
    d = moved.shape[1]
    values, vectors = np.linalg.eigh(moved.T @ moved / len(moved))
    top = float(values[-1])
    if not (top > 0 and math.isfinite(top)):
        return Frame(centre, np.eye(d))
    # coordinates that depend on each other: their medians need not, and would lie far off in these directions
    flat = vectors[:, values <= FLAT * top]
    centre = centre + flat @ np.median((training.pooled - centre) @ flat, axis=0)
    values = np.maximum(values, FLAT * top)
    if values[-1] / values[0] < 1 + 10 * math.sqrt(d / len(moved)):
        return Frame(centre, np.eye(d) / math.sqrt(values.mean()))
    return Frame(centre, vectors / np.sqrt(values))


def _minimise(objective: Objective, start: FloatArray, rounds: int) -> FloatArray:
    with np.errstate(all="ignore"):
        found = minimise(objective, start, rounds)
    return found if np.isfinite(found).all() else start


def _logistic(score: FloatArray, signs: FloatArray, weights: FloatArray) -> tuple[float, FloatArray]:
    """The weighted logistic loss and its derivative in the score."""
    margin = np.clip(signs * score, -500, 500)
    falling = np.exp(-np.abs(margin))
    loss = float(weights @ (np.log1p(falling) + np.maximum(-margin, 0.0)))
    chance = np.where(margin > 0, falling, 1.0) / (1 + falling)
    return loss, -weights * signs * chance


def fit_distances(training: Training, rounds: int = 60) -> Distances:
    """The best `Distances`, started from the medians of the sides."""
    training = training.part(FITTED)
    coordinates = frame(training)
    z = coordinates(training.pooled)
    signs, weights = training.signs, training.weights
    d = z.shape[1]

    def objective(t: FloatArray) -> tuple[float, FloatArray]:
        linear, a, b, push, pull = t[1 : d + 1], t[d + 1 : 2 * d + 1], t[2 * d + 1 : 3 * d + 1], t[-2], t[-1]
        from_a, from_b = z - a, z - b
        near = np.sqrt(np.einsum("ij,ij->i", from_a, from_a) + SMOOTHING**2)
        far = np.sqrt(np.einsum("ij,ij->i", from_b, from_b) + SMOOTHING**2)
        loss, slope = _logistic(t[0] + z @ linear + pull * far - push * near, signs, weights)
        to_a, to_b = push * (slope / near) @ from_a, -pull * (slope / far) @ from_b
        gradient = np.concatenate([[slope.sum()], slope @ z, to_a, to_b, [-slope @ near, slope @ far]])
        gradient[: d + 1] += 2 * RIDGE * t[: d + 1]
        return loss + RIDGE * float(t[: d + 1] @ t[: d + 1]), gradient

    a, b = np.median(coordinates(training.first), axis=0), np.median(coordinates(training.second), axis=0)
    start = np.concatenate([np.zeros(d + 1), a, b, np.full(2, math.sqrt(d + 1))])
    t = _minimise(objective, start, rounds)
    return Distances(
        coordinates.centre,
        coordinates.whiten,
        float(t[0]),
        t[1 : d + 1],
        t[d + 1 : 2 * d + 1],
        t[2 * d + 1 : 3 * d + 1],
        float(t[-2]),
        float(t[-1]),
    )


def fit_sides(training: Training, rounds: int = 60) -> Sides:
    """The best `Sides`, started from the medians of the sides."""
    training = training.part(FITTED)
    pooled, signs, weights = training.pooled, training.signs, training.weights
    centre = np.median(pooled, axis=0)
    scale = np.concatenate([np.abs(x - np.median(x, axis=0)) for x in (training.first, training.second)])
    scale = np.maximum(scale.clip(None, 12 * np.median(scale, axis=0)).mean(axis=0), 1e-300)
    z = ((pooled - centre) / scale).clip(-1e6, 1e6)
    d = z.shape[1]

    def objective(t: FloatArray) -> tuple[float, FloatArray]:
        linear, a, b, push, pull = t[1:].reshape(5, d)
        from_a, from_b = z - a, z - b
        near, far = np.sqrt(from_a**2 + SMOOTHING**2), np.sqrt(from_b**2 + SMOOTHING**2)
        loss, slope = _logistic(t[0] + z @ linear + far @ pull - near @ push, signs, weights)
        to_a, to_b = push * (slope @ (from_a / near)), -pull * (slope @ (from_b / far))
        gradient = np.concatenate([[slope.sum()], slope @ z, to_a, to_b, -slope @ near, slope @ far])
        shrunk = np.where(np.arange(len(t)) < d + 1, t, 0.0)
        return loss + RIDGE * float(shrunk @ shrunk), gradient + 2 * RIDGE * shrunk

    a, b = (np.median((x - centre) / scale, axis=0) for x in (training.first, training.second))
    start = np.concatenate([np.zeros(d + 1), a, b, np.full(2 * d, 0.5)])
    t = _minimise(objective, start, rounds)
    return Sides(centre, scale, float(t[0]), *t[1:].reshape(5, d))


def fit_linear(training: Training, rounds: int = 60) -> Quadratic:
    """Logistic regression on the coordinates."""
    return replace(_fit_quadratic(training, rounds, "none"), name="linear")


def fit_quadratic(training: Training, rounds: int = 60) -> Quadratic:
    """Logistic regression on the coordinates, their squares and, for narrow outputs, their products."""
    wide = training.first.shape[1] > QUADRATIC_WIDTH
    return _fit_quadratic(training, rounds, "squares" if wide else "products")


def _fit_quadratic(training: Training, rounds: int, terms: str) -> Quadratic:
    training = training.part(FITTED)
    coordinates = frame(training)
    z = coordinates(training.pooled).clip(-1e6, 1e6)
    d = z.shape[1]
    rows, columns = np.diag_indices(d) if terms == "squares" else np.triu_indices(d)
    if terms == "none":
        rows, columns = rows[:0], columns[:0]
    features = np.column_stack([z, z[:, rows] * z[:, columns]])
    size = np.sqrt(np.mean(np.minimum(features**2, 1e4), axis=0))
    size = np.where(size > ROUNDED, size, np.inf)
    features /= size
    signs, weights = training.signs, training.weights

    def objective(t: FloatArray) -> tuple[float, FloatArray]:
        loss, slope = _logistic(t[0] + features @ t[1:], signs, weights)
        gradient = np.concatenate([[slope.sum()], slope @ features]) + 2 * RIDGE * t
        return loss + RIDGE * float(t @ t), gradient

    t = _minimise(objective, np.zeros(1 + features.shape[1]), rounds)
    weight = t[1:] / size
    curvature = np.zeros((d, d))
    curvature[rows, columns] = weight[d:]
    return Quadratic(coordinates.centre, coordinates.whiten, float(t[0]), weight[:d], curvature)


def fit_histogram(training: Training) -> Histogram:
    """Counts between pooled quantiles, more of them for more outputs, each count one half more."""
    line = training.pooled[:, 0]
    bins = int(np.clip(len(line) ** 0.4, 8, 256))
    edges = np.unique(np.quantile(line, np.linspace(0, 1, bins + 1)[1:-1]))
    first = np.bincount(np.searchsorted(edges, training.first[:, 0]), minlength=len(edges) + 1) + 0.5
    second = np.bincount(np.searchsorted(edges, training.second[:, 0]), minlength=len(edges) + 1) + 0.5
    values = np.log(first / first.sum()) - np.log(second / second.sum())
    return Histogram(edges, values)


def can_boost() -> bool:
    """Whether scikit-learn is there to grow trees; an audit does without."""
    return find_spec("sklearn") is not None


def fit_boosted(training: Training, seed: int) -> Trees:
    """Gradient-boosted trees, shallow and few: for laws of no known form.

    The model itself is not kept: OpenMP, with which it predicts, hangs in a process that was forked from one
    that has used it on several threads.
    """
    training = training.part(BOOSTED_ON)
    ensemble = extra("sklearn.ensemble", "boosted trees")
    model = ensemble.HistGradientBoostingClassifier(
        max_iter=40, max_leaf_nodes=12, learning_rate=0.15, early_stopping=False, random_state=seed
    )
    with one_thread():  # again: what was loaded just now uses all
        model.fit(training.pooled, training.signs > 0)
    made = tuple(_nodes(predictor.nodes) for (predictor,) in model._predictors)
    return Trees(float(np.ravel(model._baseline_prediction)[0]), made)


def _nodes(nodes: Any) -> FloatArray:
    """A tree of scikit-learn as `Trees` has it."""
    leaf = nodes["is_leaf"].astype(bool)
    absent = np.where(nodes["missing_go_to_left"].astype(bool), nodes["left"], nodes["right"])
    columns = [np.where(leaf, -1, nodes["feature_idx"]), nodes["num_threshold"], nodes["left"]]
    return np.column_stack([*columns, nodes["right"], absent, nodes["value"]]).astype(np.float64)
