"""Errors of use: what was given, what was needed, what to try."""

from __future__ import annotations

import sys


class BadInput(ValueError):
    """An input that cannot be worked on.

    >>> str(BadInput("lam = nan", "a finite number", "lam=1/2"))
    'given lam = nan; needed: a finite number; try: lam=1/2'
    """

    def __init__(self, given: str, needed: str, advice: str) -> None:
        super().__init__(f"given {given}; needed: {needed}; try: {advice}")
        self.given, self.needed, self.advice = given, needed, advice


class Unwritable(Exception):
    """An answer that standard output does not take: a full device, a closed stream."""


def put(text: str) -> None:
    """Write on standard output; raises Unwritable, or BrokenPipeError where the reader went away."""
    try:
        sys.stdout.write(text)
    except BrokenPipeError:
        raise
    except (OSError, ValueError, AttributeError) as error:
        raise Unwritable(_why(error)) from None


def flush() -> None:
    """Be sure that standard output took everything; raises as `put`."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except (OSError, ValueError, AttributeError) as error:
        raise Unwritable(_why(error)) from None


def _why(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or "standard output is closed"


def one_line(text: str, limit: int = 400) -> str:
    """A message on one line, of bounded length, without control characters."""
    line = " ".join("".join(c if c.isprintable() or c.isspace() else "?" for c in text).split())
    return line if len(line) <= limit else f"{line[: limit - 3]}..."
