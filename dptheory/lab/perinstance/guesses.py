"""eps in floating point, many records at a time. It decides nothing: `certified` affirms every number.

With log-probabilities nothing overflows: delta = -A expm1(eps + log B - log A), A and B the two tails.
Newton's method on log delta begins at the closed bound; a bracket keeps each step between what was seen to be
too small and what was seen to be enough.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt

from ..domain import FloatArray
from ..special import special

STEPS: Final = 60
CLOSE: Final = 1e-11
"""The relative step at which Newton's method stops."""

Places = npt.NDArray[np.intp]
Curve = Callable[[FloatArray, Places], tuple[FloatArray, FloatArray]]
"""(eps, which records) -> log delta and its slope."""


def posterior(mu: FloatArray, rho: FloatArray, delta: float) -> FloatArray:
    """Near the eps of `Posterior(mu, rho)` at delta, record by record.

    >>> round(float(posterior(np.array([0.1]), np.array([1.0]), 1e-6)[0]), 6)
    2.31148
    """
    v, root, size = 1 + mu, np.sqrt(mu), np.log1p(mu)
    w, square = np.sqrt(1 + mu), rho * rho

    def curve(eps: FloatArray, at: Places) -> tuple[FloatArray, FloatArray]:
        m, c, r, q, k = mu[at], v[at], rho[at], w[at], square[at]
        short = 2 * eps + size[at]
        far = np.sqrt(short + k / c)
        lost = k * m / c
        near_p = (short - lost) / (root[at] * (far + r))
        near_q = (c * short + lost) / (root[at] * (q * far + r / q))
        here = _both(near_p, (far + r) / root[at])
        there = _both(near_q, (q * far + r / q) / root[at])
        return _log_delta(eps, here, there)

    level = -np.log(delta)
    top = (square * mu / v - size) / 2 + mu * level + np.sqrt(2 * mu * level) * rho
    return _newton(curve, np.maximum(top, 0.0), np.log(delta))


def shift(size: FloatArray, delta: float) -> FloatArray:
    """Near the eps of `Shift(size)` at delta.

    >>> round(float(shift(np.array([1.0]), 1e-6)[0]), 6)
    4.886554
    """

    def curve(eps: FloatArray, at: Places) -> tuple[FloatArray, FloatArray]:
        m = size[at]
        log_tail = special().log_ndtr
        return _log_delta(eps, log_tail(m / 2 - eps / m), log_tail(-m / 2 - eps / m))

    level = max(0.0, -np.log(2 * delta))
    return _newton(curve, size * size / 2 + size * np.sqrt(2 * level), np.log(delta))


def _both(near: FloatArray, far: FloatArray) -> FloatArray:
    """log(P(g > near) + P(g > far)), near <= far."""
    log_tail = special().log_ndtr
    one = log_tail(-near)
    matters = far < 9 + np.abs(near)
    if matters.any():
        one[matters] = np.logaddexp(one[matters], log_tail(-far[matters]))
    return np.asarray(one)


def _log_delta(eps: FloatArray, here: FloatArray, there: FloatArray) -> tuple[FloatArray, FloatArray]:
    """log(A - e^eps B) and its slope -e^eps B/delta, from log A and log B."""
    ratio = np.minimum(eps + there - here, -1e-17)
    share = -np.expm1(ratio)
    return here + np.log(share), -np.exp(ratio) / share


def _newton(curve: Curve, top: FloatArray, target: float) -> FloatArray:
    """The eps at which log delta is the target; 0 where it is below that at eps = 0."""
    found = np.zeros_like(top)
    low, high = np.zeros_like(top), top * (1 + 1e-12)
    active = np.flatnonzero(top > 0)
    with np.errstate(all="ignore"):
        if active.size:
            value, _ = curve(np.zeros(active.size), active)
            active = active[value > target]
        eps = high[active].copy()
        for _ in range(STEPS):
            if not active.size:
                break
            value, slope = curve(eps, active)
            below = value > target
            low[active[below]] = eps[below]
            high[active[~below]] = eps[~below]
            step = eps - (value - target) / slope
            inside = (step >= low[active]) & (step <= high[active])
            step = np.where(inside, step, (low[active] + high[active]) / 2)
            done = np.abs(step - eps) <= CLOSE * step
            found[active] = step
            active, eps = active[~done], step[~done]
    return found
