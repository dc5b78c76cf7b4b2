"""Counted work of a search for worlds: the same effort has the same answer, everywhere."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache

EFFORT = 1_500_000
"""Steps of the search for one statement at default, which its forms share: about fifteen seconds."""
MODEL, FAILURE = 4, 2
"""The parts of a form's steps that are for its model, and for a counterexample; what is left is for those
without one of its hypotheses."""
LEAST = 5_000
"""With fewer steps a question is not asked: nothing would be known from the answer."""
TRIM_THRESHOLD, MMAP_THRESHOLD = -1, -3
"""What glibc's `mallopt` calls them."""
KEPT = 1 << 30


class Spent(Exception):
    """The work that was allowed is done."""


class TooDear(Exception):
    """A part of the work cost more than it may."""


@dataclass
class Meter:
    """Steps so far, and how many are allowed; worlds so far, and those in which all hypotheses held. A step
    is one operation on all worlds at once; of long arrays it is several."""

    allowed: int = EFFORT
    steps: int = 0
    worlds: int = 0
    held: int = 0

    def charge(self, size: int) -> None:
        self.spend(1 + size // 1000)

    def spend(self, steps: int) -> None:
        self.steps += steps
        if self.steps > self.allowed:
            raise Spent

    @contextmanager
    def at_most(self, steps: int) -> Iterator[None]:
        """A part of the work may cost so many steps; raises TooDear where it costs more."""
        whole, self.allowed = self.allowed, min(self.allowed, self.steps + steps)
        try:
            yield
        except Spent:
            if self.steps > whole:
                raise
            raise TooDear from None
        finally:
            self.allowed = whole


@cache
def keep_memory() -> None:
    """Have the C library (glibc; others are left as they are) keep what is freed: a search asks for the same
    large arrays again and again, and a third of its time went into pages that the system gave and took."""
    with suppress(OSError, AttributeError, TypeError):
        library = ctypes.CDLL(None)
        for option in (TRIM_THRESHOLD, MMAP_THRESHOLD):
            library.mallopt(option, KEPT)
