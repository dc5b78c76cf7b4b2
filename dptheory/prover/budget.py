"""The time that a search may take, and how deep it may go."""

from __future__ import annotations

import time
from collections.abc import Callable

Clock = Callable[[], float]


class OutOfTime(Exception):
    """The deadline of a search has passed."""


class Budget:
    """A deadline on a clock; `check` raises `OutOfTime` once it has passed.

    >>> Budget(10.0).left() > 9
    True
    """

    def __init__(self, seconds: float, clock: Clock = time.perf_counter) -> None:
        self.clock = clock
        self.start = clock()
        self.deadline = self.start + seconds

    def left(self) -> float:
        """Seconds until the deadline (negative once it has passed)."""
        return self.deadline - self.clock()

    def spent(self) -> float:
        """Seconds since the budget was opened."""
        return self.clock() - self.start

    def check(self) -> None:
        """Raise `OutOfTime` if the deadline has passed."""
        if self.clock() > self.deadline:
            raise OutOfTime

    def part(self, fraction: float, at_most: float = 1e9) -> Budget:
        """A budget for a part of the work: a fraction of what is left."""
        return Budget(max(0.0, min(self.left() * fraction, at_most)), self.clock)
