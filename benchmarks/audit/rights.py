"""Ten mechanisms that keep their claim, most of them with nothing to spare, with a data set each to search from."""

from __future__ import annotations

from typing import Any

import numpy as np
from mistakes import APPROXIMATE, PURE, UNIT, bit, four, gaussian, histogram, labels, sparse

from dptheory.lab.domain import FloatArray
from dptheory.lab.mechanisms.claims import PrivacyClaim


def total(data: Any, size: int, rng: np.random.Generator) -> FloatArray:
    """A sum of numbers in [0, 1]."""
    return np.asarray(np.clip(data, 0, 1).sum() + rng.laplace(0, 1, (size, 1)))


def rounded(data: Any, size: int, rng: np.random.Generator) -> FloatArray:
    """The same, on a grid."""
    return np.round(total(data, size, rng) * 2) / 2


def response(data: Any, size: int, rng: np.random.Generator) -> FloatArray:
    """Randomised response on the first record."""
    chance = 1 / (1 + np.exp(-1.0))
    return (rng.random((size, 1)) < (chance if np.ravel(data)[0] >= 0.5 else 1 - chance)).astype(float)


def seldom(data: Any, size: int, rng: np.random.Generator) -> FloatArray:
    """A sum that puts out its first record with chance 1e-5, as its delta allows."""
    out = total(data, size, rng)
    hit = rng.random(size) < 1e-5
    out[hit] = np.ravel(data)[0]
    return out


def report_max(data: Any, size: int, rng: np.random.Generator) -> FloatArray:
    """The commonest of five labels by noisy counts; one record moves two counts."""
    counts = np.bincount(np.asarray(data).ravel().astype(int).clip(0, 4), minlength=5)
    return np.asarray((counts + rng.laplace(0, 2, (size, 5))).argmax(axis=1), dtype=float)[:, None]


def rows(rng: np.random.Generator) -> FloatArray:
    """Six records of three numbers in the cube, its ends among them."""
    return np.concatenate([rng.random((4, 3)), np.zeros((1, 3)), np.ones((1, 3))])


def mean_and_spread(data: Any, size: int, rng: np.random.Generator) -> FloatArray:
    """Three sums of sensitivity 1 each, with a third of the budget for each; clipped first."""
    return np.asarray(np.clip(data, 0, 1).sum(axis=0) + rng.laplace(0, 3, (size, 3)))


def ball(data: Any, size: int, rng: np.random.Generator) -> FloatArray:
    """A sum in the unit ball with l2-Laplace noise: the density falls as exp(-|x| / 2)."""
    x = np.asarray(data, float)
    x = x / np.maximum(1, np.linalg.norm(x, axis=1, keepdims=True))
    direction = rng.standard_normal((size, 3))
    radius = rng.gamma(3, 2.0, size)
    return x.sum(axis=0) + direction / np.linalg.norm(direction, axis=1, keepdims=True) * radius[:, None]


def five(rng: np.random.Generator) -> FloatArray:
    """Twelve labels in 0..4."""
    return np.concatenate([np.arange(5.0), rng.integers(0, 5, 7)])


RIGHTS: list[tuple[str, Any, PrivacyClaim, Any, tuple[float, float] | None]] = [
    ("sum", total, PURE, four, None),
    ("sum on a grid", rounded, PURE, four, None),
    ("randomised response", response, PURE, four, None),
    ("sum, leak 1e-5", seldom, APPROXIMATE, four, None),
    ("gaussian", gaussian(1.0), APPROXIMATE, bit, UNIT),
    ("noisy maximum", report_max, PURE, five, None),
    ("three sums", mean_and_spread, PURE, rows, None),
    ("sum in a ball", ball, PURE, rows, None),
    ("histogram", histogram(None), PURE, labels, None),
    ("sparse vector", sparse("right"), PURE, bit, UNIT),
]
