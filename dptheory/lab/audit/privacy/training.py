"""How many outputs choose the event; the others are counted."""

from __future__ import annotations

import math
from typing import Final

MOST_TRAINING: Final = 100_000

PATTERNED: Final = 0.18
"""The share of all outputs that choose the event where they have patterns: the best one may lie in few."""


def wanting(samples: int, rows: int) -> int:
    """How many more training outputs a side are drawn where they have patterns.

    >>> wanting(100_000, 11_000), wanting(1_000, 300)
    (7000, 0)
    """
    return max(0, min(int(PATTERNED * samples), MOST_TRAINING) - rows)


def training_rows(samples: int, width: int, white: bool, delta: float = 0.0) -> int:
    """How many outputs a side choose the event: a share that shrinks as the -0.3rd power of all.

    With delta > 0 seldom events matter, of which a fifth of all outputs shows enough.

    >>> training_rows(10_000, 1, False), training_rows(10_000, 5, False), training_rows(10_000, 5, True)
    (757, 1577, 378)
    """
    factor = 0.6 if white else 1.2 if width == 1 else 2.5 * max(1.0, math.sqrt(width / 5))
    rare = 0.2 * samples if delta > 0 and not white else 0.0
    return int(min(0.3 * samples, MOST_TRAINING, max(rare, factor * samples**0.7)))
