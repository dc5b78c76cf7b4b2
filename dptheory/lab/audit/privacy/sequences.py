"""Outputs that are sequences: rows that end early (NaN behind the end), repeat, or switch between few values.

A row becomes numbers that say what a law on sequences depends on: its entries, its length, its sum, where its
first run ends, how often it changes, its last entry. A score is fitted to those.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from dptheory.lab.audit.privacy.fitting import Training
from dptheory.lab.audit.privacy.scores import Score
from dptheory.lab.domain import FloatArray

LARGE: Final = 1e9
"""Stands for an infinite entry."""


def described(outputs: FloatArray) -> FloatArray:
    """The numbers that describe each row: its entries (0 behind the end), then length, sum, end of the first
    run, number of changes, last entry, and the numbers of ones in either half.

    >>> described(np.array([[0.0, 0.0, 1.0, np.nan]])).tolist()
    [[0.0, 0.0, 1.0, 0.0, 3.0, 1.0, 2.0, 1.0, 1.0, 0.0, 1.0]]
    """
    there = ~np.isnan(outputs)
    entries = np.nan_to_num(outputs, nan=0.0, posinf=LARGE, neginf=-LARGE)
    width = outputs.shape[1]
    length = np.where(there.all(axis=1), width, np.argmin(there, axis=1)).astype(np.float64)
    inside = np.arange(width)[None, :] < length[:, None]
    total = np.where(inside, entries, 0.0).sum(axis=1)
    moves = (entries[:, 1:] != entries[:, :-1]) & inside[:, 1:]
    run = np.where(moves.any(axis=1), np.argmax(moves, axis=1) + 1.0, length)
    place = np.maximum(length - 1, 0).astype(int)
    last = entries[np.arange(len(entries)), place]
    half = width // 2
    sums = [
        np.where(inside[:, part], entries[:, part], 0.0).sum(axis=1)
        for part in (slice(half), slice(half, None))
    ]
    return np.column_stack([entries, length, total, run, moves.sum(axis=1), last, *sums])


@dataclass(frozen=True, eq=False)
class Described:
    """A score of the numbers that describe a sequence; with `entries` 0, of those that follow its entries."""

    inner: Score
    entries: float = 1.0

    @property
    def name(self) -> str:
        """What it is, in words."""
        return f"{self.inner.name} on the {'sequence' if self.entries else 'shape of the sequence'}"

    def __call__(self, outputs: FloatArray) -> FloatArray:
        return self.inner(described(outputs)[:, 0 if self.entries else outputs.shape[1] :])


def on_sequences(
    fit: Callable[[Training], Score], entries: bool = True
) -> Callable[[FloatArray, FloatArray], Score]:
    """A fit on what describes the outputs of both sides, with or without the entries themselves."""

    def fitted(first: FloatArray, second: FloatArray) -> Score:
        start = 0 if entries else first.shape[1]
        return Described(
            fit(Training(described(first)[:, start:], described(second)[:, start:])), float(entries)
        )

    return fitted
