"""Counted work of a search for worlds: the same effort has the same answer, everywhere."""

from __future__ import annotations

from dataclasses import dataclass

EFFORT = 600_000
"""Steps of one search at default: about ten seconds of one core."""


class Spent(Exception):
    """The work that was allowed is done."""


@dataclass
class Meter:
    """Steps so far, and how many are allowed; worlds so far, and those in which all hypotheses held. A step
    is one operation on all worlds at once; of long arrays it is several."""

    allowed: int = EFFORT
    steps: int = 0
    worlds: int = 0
    held: int = 0

    def charge(self, size: int) -> None:
        self.steps += 1 + size // 400
        if self.steps > self.allowed:
            raise Spent
