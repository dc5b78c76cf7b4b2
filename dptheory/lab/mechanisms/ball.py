"""The ball ||w|| <= R: projection, and quadratics minimised over it, many at once."""

from __future__ import annotations

import math

import numpy as np

from dptheory.lab.domain import FloatArray

FLOOR = 1e-12
"""Least curvature that the solver assumes; it guides the search and never enters a certificate."""


def project(w: FloatArray, radius: float) -> FloatArray:
    """The nearest point of the ball, for each row.

    >>> project(np.array([[3.0, 4.0], [0.1, 0.2]]), 2.5).tolist()
    [[1.5, 2.0], [0.1, 0.2]]
    """
    if w.shape[-1] == 1:
        return np.asarray(np.clip(w, -radius, radius))
    norms = np.linalg.norm(w, axis=-1, keepdims=True)
    outside = norms > radius
    factor = np.where(outside, radius / np.where(outside, norms, 1.0), 1.0)
    return np.asarray(w * factor)


def minimise_quadratics(curvature: FloatArray, linear: FloatArray, radius: float) -> FloatArray:
    """For each row b: argmin of p'Hp / 2 - c'p over ||p|| <= radius; H of shape (B, d, d), c (B, d).

    In the eigenbasis the minimiser is c / (h + nu) with the least nu >= 0 that meets the constraint; Newton's
    method on 1/||p|| climbs to it from the left.
    """
    values, vectors = np.linalg.eigh(curvature)
    values = np.maximum(values, FLOOR * np.maximum(1.0, values[:, -1:]))
    rotated = np.einsum("bij,bi->bj", vectors, linear)
    multiplier = np.zeros(len(linear))
    if not math.isinf(radius):
        _climb(values, rotated, radius, multiplier)
    inside = np.einsum("bij,bj->bi", vectors, rotated / (values + multiplier[:, None]))
    return project(inside, radius)


def _climb(values: FloatArray, rotated: FloatArray, radius: float, multiplier: FloatArray) -> None:
    """Raise each multiplier in place until the point lies on the sphere."""
    live = np.flatnonzero(np.linalg.norm(rotated / values, axis=1) > radius)
    for _ in range(100):
        if not live.size:
            return
        shifted = values[live] + multiplier[live, None]
        point = rotated[live] / shifted
        norm = np.linalg.norm(point, axis=1)
        step = (norm / radius - 1) * norm**2 / np.sum(point**2 / shifted, axis=1)
        multiplier[live] += np.maximum(step, 0.0)
        live = live[norm > radius * (1 + 1e-15)]
