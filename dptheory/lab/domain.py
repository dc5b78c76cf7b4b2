"""Domains of parameters, and data sets inside the unit ball."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

FloatArray: TypeAlias = npt.NDArray[np.float64]
"""An array of double precision numbers."""

NORM_SLACK = 1e-12
"""What a norm of 1 may exceed 1 by: rounding of a record that was scaled to norm 1."""


class DomainError(ValueError):
    """A parameter or a data set outside the domain that a statement needs."""


def real(name: str, value: object) -> float:
    """The number `value` as a float; a `DomainError` for anything that is not a real number."""
    if isinstance(value, bool) or not isinstance(value, int | float | np.integer | np.floating):
        raise DomainError(f"{name} is {value!r}; needed: a real number")
    return float(value)


def positive(name: str, value: object, *, infinite: bool = False) -> float:
    """The number `value` if it is > 0 and finite (or infinite, where that is allowed).

    >>> positive("lam", 0.5)
    0.5
    >>> try:
    ...     positive("lam", 0)
    ... except DomainError as error:
    ...     print(error)
    lam is 0; needed: a finite number > 0
    """
    number = real(name, value)
    if not number > 0 or (math.isinf(number) and not infinite):
        kind = "a number > 0" if infinite else "a finite number > 0"
        raise DomainError(f"{name} is {value!r}; needed: {kind}")
    return number


def nonnegative(name: str, value: object) -> float:
    """The number `value` if it is finite and >= 0."""
    number = real(name, value)
    if not 0 <= number < math.inf:
        raise DomainError(f"{name} is {value!r}; needed: a finite number >= 0")
    return number


def fraction(name: str, value: object) -> float:
    """The number `value` if it lies strictly between 0 and 1."""
    number = real(name, value)
    if not 0 < number < 1:
        raise DomainError(f"{name} is {value!r}; needed: a number with 0 < {name} < 1")
    return number


def count(name: str, value: object, least: int = 1) -> int:
    """The integer `value` if it is at least `least`."""
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or value < least:
        raise DomainError(f"{name} is {value!r}; needed: an integer >= {least}")
    return int(value)


def matrix(name: str, value: object) -> FloatArray:
    """A read-only copy of a finite two-dimensional array."""
    array = np.array(value, dtype=np.float64)
    if array.ndim != 2 or array.size == 0:
        raise DomainError(f"{name} has shape {array.shape}; needed: (records, features), both at least 1")
    if not np.isfinite(array).all():
        raise DomainError(f"{name} has an entry that is not finite; remove or impute such records")
    array.flags.writeable = False
    return array


@dataclass(frozen=True, eq=False)
class Data:
    """A data set S of n records (x, y) with ||x|| <= 1 and |y| <= 1.

    >>> Data([[0.6, 0.8]], [1.0]).n
    1
    >>> try:
    ...     Data([[3.0, 4.0]], [1.0])
    ... except DomainError as error:
    ...     print(error)
    record 0 has ||x|| = 5; needed: ||x|| <= 1; divide x by a public bound
    """

    x: FloatArray
    y: FloatArray

    def __post_init__(self) -> None:
        x = matrix("x", self.x)
        y = np.array(self.y, dtype=np.float64)
        if y.shape != (x.shape[0],):
            raise DomainError(f"y has shape {y.shape}; needed: ({x.shape[0]},), one label a record")
        if not np.isfinite(y).all():
            raise DomainError("y has an entry that is not finite; remove or impute such records")
        norms = np.linalg.norm(x, axis=1)
        far = int(norms.argmax())
        if norms[far] > 1 + NORM_SLACK:
            raise DomainError(
                f"record {far} has ||x|| = {norms[far]:.6g}; needed: ||x|| <= 1; divide x by a public bound"
            )
        big = int(np.abs(y).argmax())
        if abs(y[big]) > 1 + NORM_SLACK:
            raise DomainError(
                f"record {big} has y = {y[big]:.6g}; needed: |y| <= 1; scale y by a public bound on its range"
            )
        y.flags.writeable = False
        object.__setattr__(self, "x", x)
        object.__setattr__(self, "y", y)

    @property
    def n(self) -> int:
        """The number of records."""
        return int(self.x.shape[0])

    @property
    def d(self) -> int:
        """The number of features."""
        return int(self.x.shape[1])

    def replace(self, i: int, x: FloatArray, y: float) -> Data:
        """The neighbour S^(i) under replace-one: record i becomes (x, y)."""
        if not 0 <= i < self.n:
            raise DomainError(f"record {i} does not exist; needed: 0 <= i < {self.n}")
        new_x, new_y = self.x.copy(), self.y.copy()
        new_x[i], new_y[i] = x, y
        return Data(new_x, new_y)
