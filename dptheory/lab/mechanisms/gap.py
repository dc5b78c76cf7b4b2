"""How near a computed point is to the minimiser: certificates that hold whatever method found the point.

Let F(w) = sum_i c_i phi(<w, x_i>, y_i) + lam/2 ||w||^2 over ||w|| <= R, with minimiser w*, and let ||w|| <=
R. Take slopes a_i with excess e_i (`Loss.excess`), g = sum_i c_i a_i x_i + lam w, e = sum_i c_i e_i.
Convexity gives, for v in the ball,

    F(v) >= F(w) + <g, v - w> - e + (lam/2) ||v - w||^2.

For nu >= 0 also <nu w, v - w> <= nu ||w|| (R - ||w||) =: f. At v = w*, with F(w) >= F(w*) + (lam/2) ||w -
w*||^2,

    lam r^2 <= ||g + nu w|| r + e + f,    r = ||w - w*||,

so r is at most the larger root of that quadratic. The value gap is <g, w> + R ||g|| + e at most, and
||g||^2/(2 lam) + e.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from dptheory.lab.domain import FloatArray

UNIT = 2.0**-52
"""Twice the unit roundoff: sums of N terms are charged N * UNIT relative to the sum of absolute terms."""


@dataclass(frozen=True, eq=False)
class Gaps:
    """For each row: an upper bound on ||w - w*|| and one on F(w) - F(w*)."""

    distance: FloatArray
    value: FloatArray


def certify(
    w: FloatArray,
    slopes: FloatArray,
    excess: FloatArray,
    x: FloatArray,
    weights: FloatArray,
    lam: float,
    radius: float,
    tilt: FloatArray | None = None,
) -> Gaps:
    """Certified gaps of the rows of `w`; slopes, excess and weights have shape (B, N), x (N, d). `tilt`, of
    shape (B, d), adds <tilt_b, w> to F_b.
    """
    pull = np.zeros_like(w) if tilt is None else tilt
    gradient = (weights * slopes) @ x + lam * w + pull
    norm = np.linalg.norm(w, axis=1)
    size = weights.shape[1] + w.shape[1] + 8
    mass = np.sum(weights * np.abs(slopes), axis=1) + lam * norm + np.linalg.norm(pull, axis=1)
    rounding = size * UNIT * mass
    missed = np.sum(weights * excess, axis=1) * (1 + size * UNIT)
    steep = np.linalg.norm(gradient, axis=1) + rounding
    value = missed + rounding * norm + _linear_gap(gradient, w, radius, rounding)
    if lam <= 0:
        return Gaps(np.full(len(w), np.inf), value)
    value = np.minimum(value, missed + steep**2 / (2 * lam))
    distance = _root(steep, missed, lam)
    if not math.isinf(radius):
        push = np.maximum(0.0, -np.sum(gradient * w, axis=1) / np.maximum(norm**2, np.finfo(float).tiny))
        left = np.linalg.norm(gradient + push[:, None] * w, axis=1) + rounding
        slack = push * norm * (np.abs(radius - norm) + 4 * UNIT * radius)
        distance = np.minimum(distance, _root(left, missed + slack, lam))
    return Gaps(distance, value)


def _linear_gap(gradient: FloatArray, w: FloatArray, radius: float, rounding: FloatArray) -> FloatArray:
    """sup over the ball of <g, w - v>, rounded up."""
    if math.isinf(radius):
        return np.full(len(w), np.inf)
    length = np.linalg.norm(gradient, axis=1)
    return np.asarray(np.maximum(0.0, np.sum(gradient * w, axis=1) + radius * length) + 2 * radius * rounding)


def _root(linear: FloatArray, constant: FloatArray, lam: float) -> FloatArray:
    """The larger root of lam r^2 = linear r + constant."""
    return np.asarray((linear + np.sqrt(linear**2 + 4 * lam * constant)) / (2 * lam))
