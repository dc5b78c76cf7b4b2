"""Outcomes as a mechanism returns them: rows of numbers; NaN and infinities are values like any other.

A row with a coordinate that is not finite is an outcome of its own, named by which coordinates are NaN, +inf
or -inf. A finite row that occurs again and again is an *atom*, found by its exact bits (-0.0 counts as 0.0).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dptheory.lab.domain import FloatArray

Keys = npt.NDArray[np.uint64]
"""One 64-bit name a row."""

LEAST_REPEATS = 3
"""A finite row is an atom if it occurs at least so often in the training outputs."""

_MIX = np.uint64(0x9E3779B97F4A7C15)
_SHIFT = np.uint64(29)


def keys(outputs: FloatArray) -> Keys:
    """A name for each row: equal for equal outcomes, different (up to 64-bit collisions) for different ones.

    >>> k = keys(np.array([[0.0, np.nan], [7.0, np.nan], [-0.0, 1.0], [0.0, 1.0]]))
    >>> bool(k[0] == k[1]), bool(k[2] == k[3]), bool(k[0] == k[2])
    (True, True, False)
    """
    rows = np.asarray(outputs, dtype=np.float64) + 0.0
    finite = np.isfinite(rows)
    whole = np.asarray(finite.all(axis=1))
    if not whole.all():
        named = np.where(np.isnan(rows), np.nan, np.where(finite, 0.5, rows))
        rows = np.where(whole[:, None], rows, named)
        rows[np.isnan(rows)] = np.nan
    bits = np.ascontiguousarray(rows).view(np.uint64)
    name = np.where(whole, np.uint64(1), np.uint64(2))
    for column in range(bits.shape[1]):
        name = (name ^ bits[:, column]) * _MIX
        name = name ^ (name >> _SHIFT)
    return np.asarray(name, dtype=np.uint64)


@dataclass(frozen=True, eq=False)
class Atoms:
    """The outcomes that occur again and again in the training outputs, and how often on each side."""

    names: Keys
    first: FloatArray
    second: FloatArray

    @property
    def empty(self) -> bool:
        """Whether nothing repeats."""
        return len(self.names) == 0

    def place(self, outputs: FloatArray) -> npt.NDArray[np.int64]:
        """For each row its atom's number, -1 if it is none."""
        if self.empty:
            return np.full(len(outputs), -1)
        name = keys(outputs)
        spot = np.searchsorted(self.names, name).clip(0, len(self.names) - 1)
        return np.asarray(np.where(self.names[spot] == name, spot, -1))


def find_atoms(first: FloatArray, second: FloatArray) -> Atoms:
    """Atoms among the training outputs on S and on S'; every outcome that is not finite is one.

    >>> found = find_atoms(np.array([[1.0]] * 4), np.array([[1.0], [2.5], [np.inf], [3.5]]))
    >>> sorted(zip(found.first.tolist(), found.second.tolist()))
    [(0.0, 1.0), (4.0, 1.0)]
    """
    pooled = np.concatenate([first, second])
    names, index, counts = np.unique(keys(pooled), return_inverse=True, return_counts=True)
    broken = np.zeros(len(names), dtype=bool)
    broken[index[~np.isfinite(pooled).all(axis=1)]] = True
    kept = (counts >= LEAST_REPEATS) | broken
    on_first = np.bincount(index[: len(first)], minlength=len(names)).astype(np.float64)
    return Atoms(names[kept], on_first[kept], (counts - on_first)[kept])


SELDOM = 50
"""Of an outcome that repeats less often the chances are hardly known."""


def some_are_seldom(first: FloatArray, second: FloatArray) -> bool:
    """Whether outcomes repeat, nearly all of them, and some of them seldom.

    >>> often, seldom = np.ones((99, 1)), np.array([[1.0]] * 90 + [[2.0]] * 9)
    >>> some_are_seldom(seldom, often), some_are_seldom(often, often)
    (True, False)
    """
    atoms = find_atoms(first, second)
    counts = atoms.first + atoms.second
    return bool(len(counts) and counts.sum() >= 0.9 * (len(first) + len(second)) and counts.min() < SELDOM)
