"""A counter that the kernel's costly operations report to; where none is set, nothing is counted.

It bounds the work of those who ask the kernel many questions, and has no part in any answer: what is
charged is the size of the work, and a counter that has had enough can only end it by an exception.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol


class Counter(Protocol):
    """What work is charged to."""

    def charge(self, steps: int) -> None:
        """Count some steps; raises where there are to be no more."""


_COUNTER: ContextVar[Counter | None] = ContextVar("counter", default=None)


def counter() -> Counter | None:
    """The counter of the present context."""
    return _COUNTER.get()


def charge(steps: int) -> None:
    """Report work of a size, in steps, to the counter of the present context."""
    found = _COUNTER.get()
    if found is not None:
        found.charge(steps)


@contextmanager
def counted_by(counter: Counter | None) -> Iterator[None]:
    """Have the work inside reported to a counter, or to none."""
    token = _COUNTER.set(counter)
    try:
        yield
    finally:
        _COUNTER.reset(token)
