"""How much is looked at to answer one question, where sums within sums would ask for ever more."""

from __future__ import annotations

from typing import Final

MAX_SUMMANDS: Final = 5_000
"""Terms of one sum that are evaluated."""
MAX_LOOKS: Final = 100_000
"""Terms of all sums, long ones for several, and parts of all intervals looked at for one question."""


class Room:
    """What is left of them.

    >>> room = Room(10)
    >>> room.takes(8), room.takes(8), room.takes(2)
    (True, False, True)
    """

    __slots__ = ("left",)

    def __init__(self, left: int = MAX_LOOKS) -> None:
        self.left = left

    def takes(self, count: int) -> bool:
        """Whether there is room for so many; then there is less."""
        if count > self.left:
            return False
        self.left -= count
        return True
