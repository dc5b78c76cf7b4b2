"""Errors of use: what was given, what was needed, what to try."""

from __future__ import annotations


class BadInput(ValueError):
    """An input that cannot be worked on.

    >>> str(BadInput("lam = nan", "a finite number", "lam=1/2"))
    'given lam = nan; needed: a finite number; try: lam=1/2'
    """

    def __init__(self, given: str, needed: str, advice: str) -> None:
        super().__init__(f"given {given}; needed: {needed}; try: {advice}")


def one_line(text: str, limit: int = 400) -> str:
    """A message on one line, of bounded length, without control characters."""
    line = " ".join("".join(c if c.isprintable() or c.isspace() else "?" for c in text).split())
    return line if len(line) <= limit else f"{line[: limit - 3]}..."
