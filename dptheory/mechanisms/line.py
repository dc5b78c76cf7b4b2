"""Minimisers on the line in closed form, for losses whose slope is piecewise linear in the margin.

The objective sum_i l(w x_i, y_i) + b w + (kappa / 2) w^2 of a number w has the derivative g(w) + b, where
g(w) = sum_i x_i l'(w x_i, y_i) + kappa w is piecewise linear and rises at least as fast as kappa w. So the
minimiser is the inverse of g at -b, which is interpolated between the bends of g, exactly but for rounding;
and over an interval it is the nearest point of the interval.
"""

from __future__ import annotations

import numpy as np

from dptheory.mechanisms.domain import FloatArray
from dptheory.mechanisms.losses import Loss


def bends(loss: Loss, x: FloatArray, y: FloatArray) -> FloatArray | None:
    """The points w at which the slope of some record bends, ascending; None where slopes are not piecewise
    linear.

    >>> from dptheory.mechanisms.losses import Huber, Logistic
    >>> bends(Huber(0.5), np.array([1.0, 0.0]), np.array([0.0, 1.0])).tolist()
    [-0.5, 0.5]
    >>> bends(Logistic(), np.array([1.0]), np.array([1.0])) is None
    True
    """
    places = [loss.bends(float(label)) for label in y]
    if any(place is None for place in places):
        return None
    found = [m / a for a, place in zip(x, places, strict=True) if a != 0 for m in place or ()]
    return np.unique(np.array(found, dtype=np.float64))


def minimisers(
    loss: Loss, x: FloatArray, y: FloatArray, kappa: float, tilt: FloatArray, radius: float
) -> FloatArray | None:
    """The minimiser for every entry b of `tilt`, over |w| <= radius; x, y and the result have one dimension.

    None where there is no closed form.
    """
    knots = bends(loss, x, y)
    if knots is None or not tilt.size:
        return None if knots is None else np.empty(0)
    if not knots.size:
        knots = np.zeros(1)
    ends = _derivative(loss, x, y, kappa, knots[[0, -1]])
    reach = (np.abs(tilt).max() + np.abs(ends).max()) / kappa + 1.0
    knots = np.concatenate([knots[:1] - reach, knots, knots[-1:] + reach])
    found = np.interp(-tilt, _derivative(loss, x, y, kappa, knots), knots)
    return np.asarray(found if np.isinf(radius) else np.clip(found, -radius, radius))


def _derivative(loss: Loss, x: FloatArray, y: FloatArray, kappa: float, w: FloatArray) -> FloatArray:
    return np.asarray(loss.slope(w[:, None] * x, y) @ x + kappa * w)
