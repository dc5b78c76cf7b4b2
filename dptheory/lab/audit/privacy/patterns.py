"""Outputs that are partly discrete: some entries are numbers of a continuous law, others one of few values.

An index with a noisy value, answers of which some are refused, a selection with its noisy count: the law of
such an output is a chance for each pattern, and for each pattern a law of its free entries. So is the
likelihood ratio. Rows that are sequences (they end early, repeat, or switch between few values) become
numbers that say what a law on sequences depends on; a score is fitted to those.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from dptheory.lab.audit.privacy.fitting import Training, fit_distances
from dptheory.lab.audit.privacy.outcomes import LEAST_REPEATS
from dptheory.lab.audit.privacy.scores import Score
from dptheory.lab.domain import FloatArray

Mask = npt.NDArray[np.bool_]

REPEATED: Final = 0.002
"""A value of an entry is one of a discrete law if it has such a share of the training outputs."""

LEAST: Final = 40
"""A pattern counts, and is worth a fit, from so many training outputs on."""

MOST: Final = 64
"""No more patterns than this, the commonest."""


@dataclass(frozen=True, eq=False)
class ByPattern:
    """`values[c]` plus the score `inner[c]` of the free entries for rows of pattern c; else `rest`.

    A row has a pattern if its free entries (`free[c]` is 1) are finite and the others equal `patterns[c]`,
    NaN equal to NaN. The first pattern that fits counts.
    """

    patterns: FloatArray
    free: FloatArray
    values: FloatArray
    inner: tuple[Score | None, ...]
    rest: float

    @property
    def name(self) -> str:
        """What it is, in words."""
        return "pattern by pattern"

    def __call__(self, outputs: FloatArray) -> FloatArray:
        score, left = np.full(len(outputs), self.rest), np.ones(len(outputs), dtype=bool)
        for pattern, free, value, inner in zip(
            self.patterns, self.free > 0, self.values, self.inner, strict=True
        ):
            fits = left & _fits(outputs, pattern, free)
            left &= ~fits
            score[fits] = value if inner is None else value + inner(outputs[fits][:, free])
        return score


def _fits(outputs: FloatArray, pattern: FloatArray, free: Mask) -> Mask:
    equal = (outputs == pattern) | (np.isnan(outputs) & np.isnan(pattern))
    return np.asarray(np.where(free, np.isfinite(outputs), equal).all(axis=1), dtype=bool)


def have_patterns(first: FloatArray, second: FloatArray) -> bool:
    """Whether outputs have several patterns, and not nothing but them."""
    patterns, frees = _patterns(np.concatenate([first, second]))
    return len(patterns) > 1 and bool(frees.any())


def by_pattern(first: FloatArray, second: FloatArray) -> ByPattern:
    """The score fitted to outputs of both sides.

    >>> rng = np.random.default_rng(1)
    >>> index, value = rng.integers(0, 2, (2, 400)), rng.laplace(0, 1, (2, 400))
    >>> sides = np.where(np.arange(2) == index[:, :, None], value[:, :, None], -1.0)
    >>> by_pattern(*sides).free.tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    patterns, frees = _patterns(np.concatenate([first, second]))
    values, inner, sizes = [], [], (len(first), len(second))
    for pattern, free in zip(patterns, frees, strict=True):
        inside = [_fits(side, pattern, free) for side in (first, second)]
        found = Training(*(side[fits][:, free] for side, fits in zip((first, second), inside, strict=True)))
        first, second = first[~inside[0]], second[~inside[1]]
        seen = len(found.first), len(found.second)
        values.append(_log_ratio(seen, sizes))
        inner.append(fit_distances(found) if free.any() and min(seen) >= LEAST else None)
    rest = _log_ratio((len(first), len(second)), sizes)
    return ByPattern(patterns, frees.astype(np.float64), np.array(values), tuple(inner), rest)


@dataclass(frozen=True, eq=False)
class Presence:
    """The sum over a row's entries of `there[j]` where entry j is there and of `absent[j]` where it is NaN.

    Where noisy entries are kept or left out one by one, this is the log-likelihood ratio of which are there.
    Each alone is seen far oftener than any pattern of all.
    """

    there: FloatArray
    absent: FloatArray
    name: str = "which entries are there"

    def __call__(self, outputs: FloatArray) -> FloatArray:
        return np.asarray(np.where(np.isnan(outputs), self.absent, self.there).sum(axis=1))


def fit_presence(first: FloatArray, second: FloatArray) -> Presence:
    """The score fitted to outputs of both sides.

    >>> kept = np.where(np.arange(2) < np.array([2] * 20 + [1] * 20)[:, None], 1.0, np.nan)
    >>> fit_presence(kept, kept[20:]).there.round(1).tolist()
    [0.0, 3.0]
    """
    missing = np.array([(np.isnan(side).sum(axis=0) + 0.5) / (len(side) + 1) for side in (first, second)])
    there, absent = (np.log(share[0]) - np.log(share[1]) for share in (1 - missing, missing))
    return Presence(there, absent)


def _log_ratio(seen: tuple[int, int], sizes: tuple[int, int]) -> float:
    return math.log((seen[0] + 0.5) / (sizes[0] + 1)) - math.log((seen[1] + 0.5) / (sizes[1] + 1))


def _patterns(pooled: FloatArray) -> tuple[FloatArray, Mask]:
    """The commonest patterns and their free entries, those with the fewest free entries first."""
    free = np.isfinite(pooled)
    for j, column in enumerate(pooled.T):
        _, index, counts = np.unique(column, return_inverse=True, return_counts=True)
        free[:, j] &= counts[index] < max(LEAST_REPEATS, REPEATED * len(pooled))
    bits = np.where(free, 0.0, pooled + 0.0).view(np.uint64)
    named = np.where(np.isnan(pooled), np.uint64(1), bits)
    _, index, counts = np.unique(
        np.hstack([named, free]).astype(np.uint64), axis=0, return_index=True, return_counts=True
    )
    kept = np.argsort(-counts, kind="stable")[:MOST]
    rows = index[kept[counts[kept] >= LEAST]]
    rows = rows[np.argsort(free[rows].sum(axis=1), kind="stable")]
    return np.where(free[rows], 0.0, pooled[rows]), free[rows]


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
