"""Rare events: narrow peaks of one coordinate, at an outcome that repeats, at a record's number, or anywhere.

With delta > 0 a mechanism may fail seldom and completely; what fails is then near one number far oftener on
one data set than on the other. A peak is found on training outputs by scanning windows of neighbouring order
statistics; as with every score, the counts that decide come from outputs drawn later.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from dptheory.lab.domain import FloatArray

WIDEST_SCAN: Final = 32
"""Of wider outputs only so many coordinates are scanned."""

UNSEEN: Final = 0.3
"""Added to a count that may be zero, where its error is estimated."""

LEAST: Final = 4
"""The least outputs in a peak."""


@dataclass(frozen=True, eq=False)
class Near:
    """How near one coordinate lies to a number: -|x_j - centre|, or |x_j - centre| where sign is -1.

    >>> Near(0, 2.0)(np.array([[2.5], [1.0]])).tolist()
    [-0.5, -1.0]
    """

    coordinate: int
    centre: float
    sign: float = 1.0

    @property
    def name(self) -> str:
        """What it is, in words."""
        return f"nearness of coordinate {self.coordinate} to {self.centre:.9g}"

    def __call__(self, outputs: FloatArray) -> FloatArray:
        with np.errstate(all="ignore"):
            return np.asarray(-self.sign * np.abs(outputs[:, self.coordinate] - self.centre))


def fit_near(
    first: FloatArray, second: FloatArray, eps: float, delta: float, numbers: FloatArray | None, swapped: bool
) -> Near:
    """The peak on `first` (on `second`, if swapped) that most exceeds what (eps, delta) allows: at one of the
    numbers, or anywhere if none are given.
    """
    one, other = (second, first) if swapped else (first, second)
    best = -np.inf, 0, 0.0
    for j in range(min(first.shape[1], WIDEST_SCAN)):
        a, b = (np.sort(side[np.isfinite(side[:, j]), j]) for side in (one, other))
        if len(a) < LEAST:
            continue
        excess = _excess(len(one), len(other), eps, delta)
        if numbers is None:
            found, centre = _scan(a, b, excess)
            best = max(best, (found, j, centre))
        for number in numbers if numbers is not None else ():
            best = max(best, (_around(a, b, float(number), excess), j, float(number)))
    return Near(best[1], best[2], -1.0 if swapped else 1.0)


def fit_risen(first: FloatArray, second: FloatArray, eps: float, swapped: bool) -> Near:
    """The peak on `first` (on `second`, if swapped) that rises most clearly above what lies around it, and is
    not there, or e^eps times smaller, on the other side.

    Less noise now and then makes such a peak where nobody would look. Its few outputs exceed e^eps times
    those of the other side no more than some of many windows do by chance; what lies around them tells it
    apart.
    """
    one, other = (second, first) if swapped else (first, second)
    best = -np.inf, 0, 0.0
    for j in range(min(first.shape[1], WIDEST_SCAN)):
        a, b = (np.sort(side[np.isfinite(side[:, j]), j]) for side in (one, other))
        if len(a) >= LEAST:
            share = len(one) / (len(one) + math.exp(-eps) * len(other))
            found, centre = _risen(a, b, share)
            best = max(best, (found, j, centre))
    return Near(best[1], best[2], -1.0 if swapped else 1.0)


def _risen(a: FloatArray, b: FloatArray, share: float) -> tuple[float, float]:
    """The clearest narrow window of neighbouring values of a, in standard errors, and its median."""
    best = -np.inf, float(a[len(a) // 2])
    for width in np.unique(np.geomspace(LEAST, max(LEAST, len(a) // NARROW), 16).astype(int)):
        low, high = a[: len(a) - width + 1], a[width - 1 :]
        middle, reach = (low + high) / 2, 1.5 * (high - low)
        k, l = (np.searchsorted(s, high, "right") - np.searchsorted(s, low, "left") for s in (a, b))  # noqa: E741
        whole = np.searchsorted(a, middle + reach, "right") - np.searchsorted(a, middle - reach, "left")
        # where all are equal there is nothing around: outcomes that repeat are no business of peaks
        errors = np.where(
            reach > 0, np.minimum(surplus(k, whole - k, 1 / 3), PLAIN * surplus(k, l, share)), -np.inf
        )
        place = int(np.argmax(errors))
        if errors[place] > best[0]:
            best = float(errors[place]), float(a[place + width // 2])
    return best


Excess = Callable[[Any, Any], FloatArray]
"""From counts of n and of m outputs to standard errors of p - e^eps q - delta."""


def _excess(n: int, m: int, eps: float, delta: float) -> Excess:
    times = np.exp(min(eps, 50.0))

    def errors(k: Any, l: Any) -> FloatArray:  # noqa: E741 - the field's letters
        above = k / n - times * l / m - delta
        return np.asarray(above / np.sqrt((k + 1) / n**2 + times**2 * (l + UNSEEN) / m**2))

    return errors


def _scan(a: FloatArray, b: FloatArray, excess: Excess) -> tuple[float, float]:
    """The best window of neighbouring values of a: its excess and its middle."""
    best = -np.inf, float(a[len(a) // 2])
    width = LEAST
    while width <= max(LEAST, len(a) // 8):
        low, high = a[: len(a) - width + 1], a[width - 1 :]
        k = np.searchsorted(a, high, "right") - np.searchsorted(a, low, "left")
        l = np.searchsorted(b, high, "right") - np.searchsorted(b, low, "left")  # noqa: E741
        errors = excess(k, l)
        place = int(np.argmax(errors))
        if errors[place] > best[0]:
            best = float(errors[place]), float(a[place + width // 2])
        width = max(width + 1, width * 3 // 2)
    return best


def _around(a: FloatArray, b: FloatArray, number: float, excess: Excess) -> float:
    """The best excess of an interval around a number."""
    near, far = np.sort(np.abs(a - number)), np.sort(np.abs(b - number))
    radius = near[_ranks(len(near))]
    k, l = np.searchsorted(near, radius, "right"), np.searchsorted(far, radius, "right")  # noqa: E741
    return float(excess(k, l).max())


def distances(outputs: FloatArray, j: int, number: float) -> FloatArray:
    """How far coordinate j lies from a number, the nearest first; infinite where it is no number."""
    with np.errstate(invalid="ignore"):
        away = np.abs(outputs[:, j] - number)
    return np.sort(np.where(np.isnan(away), np.inf, away))


def peaked(near: FloatArray, far: FloatArray) -> float:
    """How clearly the ordered distances `near` peak at 0 where `far` do not, in standard errors.

    A peak rises above what lies around it (so that laws which merely lie elsewhere show none) and above what
    `far` has there (so that outcomes which repeat anyway show none).
    """
    if np.count_nonzero(np.isfinite(near)) < LEAST:
        return -np.inf
    radius = near[_ranks(len(near), NARROW)]
    radius = radius[np.isfinite(radius)]
    k, l = np.searchsorted(near, radius, "right"), np.searchsorted(far, radius, "right")  # noqa: E741
    rises = surplus(k, np.searchsorted(near, 3 * radius, "right") - k, 1 / 3)
    exceeds = surplus(k, l, len(near) / (len(near) + len(far)))
    return float(np.minimum(rises, PLAIN * exceeds).max())


def surplus(k: Any, l: Any, share: float) -> FloatArray:  # noqa: E741
    """How far k of k + l exceed their share: the signed root of twice the log-likelihood ratio, which is
    about a number of standard errors, for small counts too.
    """
    k, l = k.astype(float), l + UNSEEN  # noqa: E741
    expected = share * (k + l)
    gain = k * np.log(np.maximum(k, 1e-300) / expected) + l * np.log(l / (k + l - expected))
    return np.asarray(np.sign(k - expected) * np.sqrt(2 * np.maximum(gain, 0.0)))


WIDE: Final = 8
NARROW: Final = 64
"""Parts of all outputs that a peak may hold: of an event, and of what gives a record away. In wider ones the
tip of a Laplace law rises above what lies around it.
"""


def _ranks(size: int, part: int = WIDE) -> Any:
    """Up to such a part of all, ever farther apart."""
    return np.unique(np.geomspace(LEAST, max(LEAST, size // part), 24).astype(int)) - 1


PLAIN: Final = 2.0
"""So many times more clearly a peak rises above what lies around it than above the few outputs elsewhere."""

SPARSE: Final = 12
"""The distance of this nearest output tells how few there are near a number."""


def clearance(far: FloatArray) -> float:
    """How far from a number one output is to be expected, from ordered distances, as if of a density."""
    place = min(SPARSE, len(far)) - 1
    return float(far[place]) * len(far) / (place + 1)
