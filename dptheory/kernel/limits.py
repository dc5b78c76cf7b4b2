"""Limits that are checked before any work is done on an input."""

from __future__ import annotations

MAX_TEXT = 65_536
"""Characters of one formula."""

MAX_NESTING = 200
"""Open brackets, prefix operators and pending operators at one place of a formula."""

MAX_NODES = 20_000
"""Nodes of one term."""

MAX_DIGITS = 2_000
"""Digits of one numeral, and of the numerator or denominator of one exact power."""

MAX_EXPONENT = 1_000
"""Absolute value of an integer exponent that exact arithmetic expands."""

MAX_VARIABLES = 64
"""Variables of one claim."""

MAX_STEPS = 200_000
"""Nodes of one certificate."""


class KernelError(Exception):
    """The kernel refuses: the input is malformed or the certificate does not prove the claim.

    `place` is a path into the certificate (``then.sub[0]``) or a position in a text.
    """

    def __init__(self, message: str, place: str = "") -> None:
        super().__init__(f"{place}: {message}" if place else message)
        self.message = message
        self.place = place


def need(condition: object, message: str, place: str = "") -> None:
    """Raise KernelError with the message unless a condition holds."""
    if not condition:
        raise KernelError(message, place)
