"""A clock that counts how often it is asked, so that a search ends at the same place on every machine."""

from __future__ import annotations

import threading
import time

TICK = 1e-4
PATIENCE = 10.0
"""Seconds after which even a search that does not look at the clock is ended; that is counted as slow."""


class Ticks:
    """Seconds that are numbers of questions asked by the thread that made the clock."""

    def __init__(self) -> None:
        self.owner = threading.get_ident()
        self.begun = time.perf_counter()
        self.count = 0
        self.slow = False

    def __call__(self) -> float:
        if threading.get_ident() == self.owner:
            self.count += 1
        if time.perf_counter() - self.begun > PATIENCE:
            self.slow = True
            return self.count * TICK + 1e6
        return self.count * TICK
