"""Of which law noise is that a mechanism makes of other draws: by many of them, and as far as they go."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

import numpy as np

from dptheory.lab.audit.privacy.costs import Moves
from dptheory.lab.domain import FloatArray
from dptheory.lab.special import special

ENOUGH: Final = 100
"""Fewer numbers say nothing of a law."""

FITS: Final = 1.63
"""A law fits if the empirical distribution is nowhere farther from its own than so many parts of the root of
how many numbers there are: the 99 % point where no scale is fitted, so beyond that where one is.
"""

ERRORS: Final = 3.0
"""By so many standard errors the scale may be larger than it seems."""


def law_of(drawn: FloatArray) -> tuple[str, float]:
    """The law of some numbers, and the largest scale that it may have; ("", 0) where no known one fits.

    >>> u = (np.arange(2000) + 0.5) / 2000
    >>> law_of(np.sign(u - 0.5) * np.log1p(-2 * np.abs(u - 0.5)))[0]
    'laplace'
    >>> law_of(u)
    ('', 0.0)
    """
    if len(drawn) < ENOUGH or not np.isfinite(drawn).all():
        return "", 0.0
    x = np.sort(drawn)
    if not x.any():
        return "laplace", 0.0
    scales = {"laplace": float(np.abs(x).mean()), "normal": float(np.sqrt(np.mean(x**2)))}
    tail = np.exp(-np.abs(x) / scales["laplace"]) / 2
    chances = {"laplace": np.where(x < 0, tail, 1 - tail), "normal": special().ndtr(x / scales["normal"])}
    middle = (np.arange(len(x)) + 0.5) / len(x)
    far = {law: float(np.abs(chance - middle).max()) for law, chance in chances.items()}
    law = min(far, key=lambda name: far[name])
    fits = far[law] * math.sqrt(len(x)) <= FITS
    return (law, scales[law] * (1 + ERRORS / math.sqrt(len(x)))) if fits else ("", 0.0)


def measured(moves: Moves, drawn: FloatArray) -> Moves:
    """The moves of noise of the law that some numbers of it have, where it is a known one."""
    law, scale = law_of(drawn)
    return replace(moves, law=law, scales=np.full(moves.shifts.shape, scale)) if law else moves
