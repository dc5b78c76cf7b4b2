"""Minima of smooth functions by limited-memory BFGS (Nocedal 1980), with NumPy alone.

Importing a library of optimisers takes longer than all else that a small audit does. Nothing rests on a
minimum but how much of a violation a score sees.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from typing import Final

import numpy as np

from dptheory.lab.domain import FloatArray

Objective = Callable[[FloatArray], tuple[float, FloatArray]]
"""From a point to the value and the gradient."""

MEMORY: Final = 10
"""So many steps stand for the curvature."""

FLAT: Final = 1e-5
"""No entry of the gradient is larger at the end."""

LEAST_GAIN: Final = 2e-9
"""A step that gains less, of values about 1, is the last."""

TRIES: Final = 25
ENOUGH, SLOWER = 1e-4, 0.9
"""Of the weak Wolfe conditions: a step lowers the value by such a part of what its slope promises, and leaves
at most such a part of the slope.
"""


def minimise(objective: Objective, start: FloatArray, rounds: int) -> FloatArray:
    """A point near a local minimum, after at most so many steps; values that are not finite are walked
    around.

    >>> minimise(lambda x: (float(x @ x), 2 * x), np.array([3.0, -1.0]), 20).round(6).tolist()
    [0.0, 0.0]
    """
    steps: deque[tuple[FloatArray, FloatArray]] = deque(maxlen=MEMORY)
    x = start
    value, gradient = objective(x)
    for _ in range(rounds):
        if not np.abs(gradient).max() > FLAT:
            break
        direction = -_inverse(gradient, steps)
        if not direction @ gradient < 0:
            steps.clear()
            direction = -gradient
        first = 1.0 if steps else min(1.0, 1 / float(np.linalg.norm(gradient)))
        found = _step(objective, x, value, gradient, direction, first)
        if found is None:
            break
        new, lower, slope = found
        if (new - x) @ (slope - gradient) > 0:
            steps.append((new - x, slope - gradient))
        gain = value - lower
        x, value, gradient = new, lower, slope
        if gain <= LEAST_GAIN * max(1.0, abs(value)):
            break
    return x


def _inverse(gradient: FloatArray, steps: deque[tuple[FloatArray, FloatArray]]) -> FloatArray:
    """The gradient times an inverse of the curvature, by the two loops over the steps."""
    found, parts = gradient.copy(), []
    for s, y in reversed(steps):
        part = float(s @ found) / float(s @ y)
        parts.append(part)
        found -= part * y
    if steps:
        s, y = steps[-1]
        found *= float(s @ y) / float(y @ y)
    for (s, y), part in zip(steps, reversed(parts), strict=True):
        found += (part - float(y @ found) / float(s @ y)) * s
    return found


def _step(
    objective: Objective,
    x: FloatArray,
    value: float,
    gradient: FloatArray,
    direction: FloatArray,
    size: float,
) -> tuple[FloatArray, float, FloatArray] | None:
    """A step that satisfies the weak Wolfe conditions, by doubling and halving; the last that lowers the
    value where none does; None if no step lowers it.
    """
    low, high, down = 0.0, math.inf, float(direction @ gradient)
    best: tuple[FloatArray, float, FloatArray] | None = None
    for _ in range(TRIES):
        new = x + size * direction
        lower, slope = objective(new)
        if not (math.isfinite(lower) and lower <= value + ENOUGH * size * down):
            high = size
        else:
            best, low = (new, lower, slope), size
            if float(direction @ slope) >= SLOWER * down:
                break
        size = 2 * low if high == math.inf else (low + high) / 2
    return best
