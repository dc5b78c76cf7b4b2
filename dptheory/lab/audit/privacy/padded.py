"""Outputs of different lengths: lists of numbers, made rows of one width.

Entries beyond the width are left out, and NaN stands behind the end of shorter ones. What is made of an
output, whatever it is, keeps every claim that the output keeps: no limit becomes wrong by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sized
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from dptheory.errors import BadInput
from dptheory.lab.audit.privacy.subjects import Subject
from dptheory.lab.domain import FloatArray

WIDEST: Final = 100
"""The most numbers that are kept of one output."""


class Ragged(BadInput):
    """Outputs were sequences of different lengths; `longest` is the length of the longest."""

    longest: int = 0

    @property
    def width(self) -> int:
        """So many entries are kept of each: later outputs may be longer than the first ones."""
        return min(WIDEST, max(2, 2 * self.longest))


def longest(value: object, size: int) -> int:
    """The length of the longest of `size` sequences of numbers; 0 where it is something else.

    >>> longest([[1.0], [], [2.0, 3.0]], 3), longest([["a"], []], 2), longest([[1], [2, 3]], 3)
    (2, 0, 0)
    """
    if not isinstance(value, list | tuple | np.ndarray) or len(value) != size:
        return 0
    try:
        rows = [np.asarray(row) for row in value]
        if any(np.iscomplexobj(row) for row in rows):
            return 0
        rows = [row.astype(np.float64) for row in rows]
    except (TypeError, ValueError):
        return 0
    return max(map(len, rows)) if all(row.ndim == 1 for row in rows) else 0


def filled(value: Iterable[Any], size: int, width: int) -> FloatArray:
    """`size` outputs as rows of one width.

    >>> filled([[1.0], [2.0, 3.0, 4.0]], 2, 2).tolist()
    [[1.0, nan], [2.0, 3.0]]
    """
    rows = np.full((size, width), np.nan)
    for place, output in enumerate(value):
        kept = np.asarray(output, dtype=np.float64).ravel()[:width]
        rows[place, : len(kept)] = kept
    return rows


@dataclass(frozen=True, eq=False)
class Padded:
    """A subject whose outputs are cut, or filled up with NaN, to `width` numbers."""

    subject: Subject
    width: int

    @property
    def name(self) -> str:
        """What the subject is called."""
        return self.subject.name

    @property
    def target(self) -> object:
        """The mechanism."""
        return self.subject.target

    def sample(self, data: Any, size: int, rng: np.random.Generator) -> object:
        """Rows of one width; what is no sequence of sequences is left as it is, to be refused."""
        value = self.subject.sample(data, size, rng)
        if not (isinstance(value, Sized) and len(value) == size and isinstance(value, Iterable)):
            return value
        return filled(value, size, self.width)
