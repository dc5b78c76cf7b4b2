"""How an audit is done, and how many outputs choose the event; the others are counted."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

from dptheory.errors import BadInput
from dptheory.lab.audit.privacy.varying import BOX

LEAST_SAMPLES: Final = 500

PATIENCE: Final = 60.0
"""Seconds that one call of many may take, where nothing else is said."""


LARGEST_EPS: Final = 100.0


def within_reach(eps: float) -> float:
    """The eps of a claim, if it is so small that outputs which can be drawn say something about it; raises
    BadInput.
    """
    if not 0 <= eps <= LARGEST_EPS:
        raise BadInput(f"eps = {eps:g}", f"0 <= eps <= {LARGEST_EPS:g}", '--claim "eps=1"')
    return eps


@dataclass(frozen=True)
class Plan:
    """How an audit is done: outputs a side, confidence, seed, seconds that one call may take.

    `domain` and `box` say what the records of `data` may become: see `varying`. With `at` only neighbours of
    `data` itself are compared: for a mechanism that promises something on these data alone. With `bits`
    events may look at the last bits of outputs, in which noise of double precision gives its data away.
    """

    samples: int = 100_000
    confidence: float = 0.999
    seed: int = 0
    timeout: float = PATIENCE
    look_at_density: bool = True
    domain: str = BOX
    box: tuple[Any, Any] | None = None
    at: bool = False
    bits: bool = False

    def __post_init__(self) -> None:
        if self.samples < LEAST_SAMPLES:
            raise BadInput(f"samples = {self.samples}", f"at least {LEAST_SAMPLES}", "--samples 100000")
        if not 0.5 <= self.confidence < 1 or 1 - self.confidence < 1e-9:
            raise BadInput(
                f"confidence = {self.confidence:g}", "0.5 <= confidence <= 1 - 1e-9", "--confidence 0.999"
            )
        if not 0 <= self.seed < 2**63:
            raise BadInput(f"seed = {self.seed}", "an integer in 0..2^63 - 1", "--seed 1")
        if not 0 < self.timeout <= 86_400:
            raise BadInput(f"timeout = {self.timeout:g}", "seconds in (0, 86400]", "--timeout 60")

    @property
    def alpha(self) -> float:
        """The chance of a false alarm is at most this."""
        return 1 - self.confidence


MOST_TRAINING: Final = 100_000

PATTERNED: Final = 0.18
"""The share of all outputs that choose the event where they have patterns, or outcomes that repeat, but
seldom: the best one may lie in few."""


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
    (1198, 1577, 378)
    """
    factor = 0.6 if white else 1.9 if width == 1 else 2.5 * max(1.0, math.sqrt(width / 5))
    rare = 0.2 * samples if delta > 0 and not white else 0.0
    return int(min(0.3 * samples, MOST_TRAINING, max(rare, factor * samples**0.7)))


SHARE: Final = 0.2
LARGEST_SHARE: Final = 0.25
ENOUGH: Final = 12_000
MOST_SEARCHED: Final = 150_000
"""A search may take the first part of all outputs a side; of few outputs the second, up to `ENOUGH`; never
more than `MOST_SEARCHED`."""


def searched(samples: int) -> int:
    """Outputs a side that a search may take.

    >>> searched(2_000), searched(20_000), searched(100_000), searched(10**7)
    (500, 5000, 20000, 150000)
    """
    return min(int(LARGEST_SHARE * samples), max(ENOUGH, int(SHARE * samples)), MOST_SEARCHED)
