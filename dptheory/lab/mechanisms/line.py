"""Minimisers on the line in closed form, for losses whose slope is piecewise linear in the margin.

The objective sum_i l(w x_i, y_i) + b w + (kappa / 2) w^2 of a number w has the derivative g(w) + b, where
g(w) = sum_i x_i l'(w x_i, y_i) + kappa w is piecewise linear and rises at least as fast as kappa w. So the
minimiser is the inverse of g at -b, which is interpolated between the bends of g, exactly but for rounding;
and over an interval it is the nearest point of the interval.
"""

from __future__ import annotations

import numpy as np

from dptheory.lab.domain import FloatArray
from dptheory.lab.mechanisms.losses import Loss

FEW = 8
"""Up to so many bends, adding them up is faster than looking for the right piece."""

BLOCK = 16_384
"""Entries that are worked on at a time, so that they stay in the cache."""


def bends(loss: Loss, x: FloatArray, y: FloatArray) -> FloatArray | None:
    """The points w at which the slope of some record bends, ascending; None where slopes are not piecewise
    linear.

    >>> from dptheory.lab.mechanisms.losses import Huber, Logistic
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
    if knots is None:
        return None
    if not knots.size:
        knots = np.zeros(1)
    around = np.concatenate([knots[:1] - 1.0, knots, knots[-1:] + 1.0])
    slopes = _derivative(loss, x, y, kappa, around)
    found = _broken_line(tilt, -slopes[1:-1], knots, np.diff(around) / np.diff(slopes))
    return found if np.isinf(radius) else np.clip(found, -radius, radius, out=found)


def _broken_line(at: FloatArray, bend: FloatArray, value: FloatArray, fall: FloatArray) -> FloatArray:
    """The falling broken line with those values at its bends, which descend, at each entry of `at`.

    fall[0] is how fast it falls above bend[0], fall[i] below bend[i - 1]. A few bends are added up, which
    is faster than looking for the right piece, and as exact as the rounding of fall * at.
    """
    if len(bend) > FEW:
        reach = max(np.abs(at).max(initial=0.0), np.abs(bend).max()) + 1.0
        xs = np.concatenate([[-reach], bend[::-1], [reach]])
        low, high = value[-1] + fall[-1] * (bend[-1] + reach), value[0] - fall[0] * (reach - bend[0])
        return np.asarray(np.interp(at, xs, np.concatenate([[low], value[::-1], [high]])))
    found = np.empty(len(at))
    start = value[0] + fall[0] * bend[0] + np.diff(fall) @ bend
    for k in range(0, len(at), BLOCK):
        part, total = at[k : k + BLOCK], found[k : k + BLOCK]
        np.multiply(part, -fall[0], out=total)
        total += start
        for place, more in zip(bend, np.diff(fall), strict=True):
            step = np.minimum(part, place)
            step *= more
            total -= step
    return found


def _derivative(loss: Loss, x: FloatArray, y: FloatArray, kappa: float, w: FloatArray) -> FloatArray:
    return np.asarray(loss.slope(w[:, None] * x, y) @ x + kappa * w)
