"""Signs that the rows of one call are not independent outputs, as the interface says and every limit assumes.

A subsample, a fit or noise that is drawn once a call and shared by its rows makes counts spread more than
binomial ones do: a mechanism that keeps its claim could then be called violated. Two tests look for it, each
of which errs on independent rows with a chance of less than one in a million.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np

from dptheory.errors import BadInput
from dptheory.lab.domain import FloatArray
from dptheory.lab.special import special

CALLS: Final = 8
"""Fresh outputs are drawn in at least so many calls."""

RARE: Final = 1e-9
"""The p-value below which counts spread too much."""

LEAST_COUNTED: Final = 64
"""Fewer outputs inside, or outside, of an event say nothing of their spread."""

LARGEST: Final = 7.5
"""Standard errors beyond which the correlation of rows at any distance is no chance."""

LEAST_ROWS: Final = 200
COLUMNS: Final = 8
COMMONEST: Final = 0.9
"""A column is looked at unless one value takes so large a part of it."""

ADVICE: Final = "draw everything that is random anew for every row, subsamples and fits too"


def check_calls(inside: Sequence[int], sizes: Sequence[int], name: str) -> None:
    """`BadInput` where the counts of an event in several calls spread more than those of independent rows.

    >>> check_calls([52, 48, 55], [100, 100, 100], "m")
    """
    k, n = np.array(inside, dtype=float), np.array(sizes, dtype=float)
    share = float(k.sum() / n.sum())
    if len(k) < 2 or min(k.sum(), (n - k).sum()) < LEAST_COUNTED:
        return
    spread = float(((k - n * share) ** 2 / (n * share * (1 - share))).sum())
    if special().chdtrc(len(k) - 1, spread) < RARE:
        times = math.sqrt(spread / (len(k) - 1))
        given = f"{name}, whose rows in one call depend on each other (their counts vary {times:.3g} times"
        raise BadInput(f"{given} as much from call to call as they should)", "independent rows", ADVICE)


def check_rows(outputs: FloatArray, name: str) -> None:
    """`BadInput` where rows of the same outputs are correlated at some distance, such as noise used twice.

    >>> check_rows(np.random.default_rng(0).normal(size=(2_000, 1)), "m")
    """
    if len(outputs) < LEAST_ROWS:
        return
    for column in outputs.T[:COLUMNS]:
        _, place, counts = np.unique(column, return_inverse=True, return_counts=True)
        if counts.max() > COMMONEST * len(column):
            continue
        rank = np.cumsum(counts)[place] - counts[place] / 2
        largest, distance = _correlated(rank - rank.mean())
        if largest > LARGEST:
            given = f"{name}, whose rows in one call depend on each other (those {distance} apart)"
            raise BadInput(given, "independent rows", ADVICE)


def check_parts(parts: Sequence[FloatArray], name: str) -> None:
    """The same for how many outputs of each call lie above the median, column by column."""
    whole = np.concatenate(parts) if parts else np.zeros((0, 0))
    for j in range(min(COLUMNS, whole.shape[1])):
        above = whole[:, j] > np.median(whole[:, j])
        ends = np.cumsum([0, *map(len, parts)])
        check_calls([int(above[a:b].sum()) for a, b in pairwise(ends)], [len(part) for part in parts], name)


def _correlated(x: FloatArray) -> tuple[float, int]:
    """The largest correlation of a series with itself, in standard errors, and at which distance."""
    n = len(x)
    power = np.abs(np.fft.rfft(x, 2 ** math.ceil(math.log2(2 * n)))) ** 2
    products = np.fft.irfft(power)[1 : n - LEAST_ROWS // 4]
    errors = np.abs(products) / (np.mean(x**2) * np.sqrt(np.arange(n - 1, LEAST_ROWS // 4, -1)))
    place = int(np.argmax(errors))
    return float(errors[place]), place + 1
