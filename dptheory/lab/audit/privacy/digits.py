"""Events that look at the last digits of an output: noise on a grid leaves bare what is below the grid.

Noise of double precision lives on a grid, too, of its last bits (Mironov 2012). That is looked at only where
it is asked for: every sum with textbook noise would be convicted, whatever its noise.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from dptheory.lab.domain import FloatArray

STEPS: Final = (2.0**-20, 1e-6)
"""A grid of multiples of one of these, binary or decimal, shows in what is left over."""

CELLS: Final = 64
LARGEST: Final = 2.0**20
"""Of larger numbers double precision does not have the digits."""

MOST_COLUMNS: Final = 12


@dataclass(frozen=True, eq=False)
class Digits:
    """`values` by the cell of what is left over of a coordinate beyond multiples of `step`; with step 0, by
    the place of its last bit that is set, from -80 on. The last value is that of outputs without digits.

    >>> table = np.append(np.arange(64.0), -1.0)
    >>> Digits(0.0, 1.0, table)(np.array([[2.5], [-0.25], [np.nan]])).tolist()
    [32.0, 48.0, -1.0]
    >>> Digits(0.0, 0.0, table)(np.array([[2.0**-50], [1.0]])).tolist()
    [30.0, 63.0]
    """

    coordinate: float
    step: float
    values: FloatArray

    @property
    def name(self) -> str:
        """What it is, in words."""
        where = f"of coordinate {int(self.coordinate)}"
        return f"last bit {where}" if self.step == 0 else f"digits {where} below {self.step:g}"

    def __call__(self, outputs: FloatArray) -> FloatArray:
        return np.asarray(self.values[cells(outputs[:, int(self.coordinate)], self.step)])


def cells(x: FloatArray, step: float) -> FloatArray:
    """The cell of each number."""
    usable = np.abs(x) < LARGEST
    kept = np.where(usable, x, 0.0)
    if step > 0:
        found = np.floor(kept / step % 1.0 * CELLS)
    else:
        mantissa, exponent = np.frexp(kept)
        whole = (np.abs(mantissa) * 2.0**53).astype(np.int64)
        found = np.log2((whole & -whole).clip(1).astype(float)) + exponent - 53 + 80
        found = np.where(whole == 0, CELLS - 1, found)
    return np.asarray(np.where(usable, found.clip(0, CELLS - 1), CELLS).astype(int))


def fit_digits(steps: tuple[float, ...]) -> Callable[[FloatArray, FloatArray], Digits]:
    """A fit of the coordinate and the step in which two sides differ most."""

    def fitted(first: FloatArray, second: FloatArray) -> Digits:
        made = [
            _told(first, second, j, step) for j in range(min(first.shape[1], MOST_COLUMNS)) for step in steps
        ]
        if not made:
            raise ValueError("outputs without a coordinate")
        return max(made, key=lambda one: one[0])[1]

    return fitted


def bits_apart(first: FloatArray, second: FloatArray) -> float:
    """How far the places of the last bits of two sides lie apart, in the coordinate where they do most.

    >>> bits_apart(np.array([[1.0]] * 9), np.array([[1.0]] * 9))
    0.0
    >>> round(bits_apart(np.array([[1.0]] * 9), np.array([[0.1]] * 9)), 2)
    1.28
    """
    columns = range(min(first.shape[1], MOST_COLUMNS))
    return max((_told(first, second, j, 0.0)[0] for j in columns), default=0.0)


def _told(first: FloatArray, second: FloatArray, j: int, step: float) -> tuple[float, Digits]:
    """How far two sides lie apart in the cells of a coordinate, and the score that tells them apart there."""
    places = (cells(side[:, j], step) for side in (first, second))
    counts = (np.bincount(place, minlength=CELLS + 1) + 0.5 for place in places)
    p, q = (count / count.sum() for count in counts)
    # where all is told apart, the fewest cells tell most
    return float((p - q) @ np.log(p / q)), Digits(float(j), step, np.log(p / q))
