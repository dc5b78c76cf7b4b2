"""What a search has tried: which of its tactics its effort went to, for those who read *unknown*."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from .budget import Budget

Result = TypeVar("Result")

MOST: Final = 4
LEAST: Final = 20
"""A tactic is named where one part in this many of the effort went to it."""


class Tried:
    """How much effort each tactic took itself, without what others took within it."""

    def __init__(self) -> None:
        self.taken: dict[str, int] = {}
        self._within = 0

    def count(self, name: str, budget: Budget, work: Callable[[], Result]) -> Result:
        """What some work returns, its effort counted for a tactic."""
        before, outside = budget.meter.spent, self._within
        self._within = 0
        try:
            return work()
        finally:
            whole = budget.meter.spent - before
            self.taken[name] = self.taken.get(name, 0) + whole - self._within
            self._within = outside + whole

    def said(self) -> str:
        """The tactics that took most, in words.

        >>> tried = Tried()
        >>> tried.taken = {"boxes": 70, "sums of squares": 25, "pairs": 4, "factors": 6}
        >>> tried.said()
        'boxes, sums of squares, factors'
        """
        total = sum(self.taken.values())
        named = sorted((-taken, text) for text, taken in self.taken.items() if taken * LEAST >= total > 0)
        return ", ".join(text for _, text in named[:MOST])
