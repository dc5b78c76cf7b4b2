"""Effort: the work of a search, counted. The same question with the same effort has the same answer.

The unit is a step, of about a microsecond: a step for each operation of a term that is evaluated or
enclosed, for each pair of terms of two polynomials that are multiplied, for each entry of a table that a
pivot changes, and so on, charged where the work is done and by its size. No clock decides anything. A
user may set one beside the effort; where it strikes, the whole search ends, and nothing is concluded.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from dptheory.kernel import charge, counted_by, counter

__all__ = [
    "Budget", "Meter", "OutOfEffort", "OutOfTime", "asked", "charge", "counter", "found_within", "remembered",
    "within",
]  # fmt: skip

Result = TypeVar("Result")

NEVER = 2**62
LOOK = 5_000
"""Steps between two looks at the clock, where there is one."""
MOST = 100
"""Answers that a search remembers."""
ROOM = 2_000
"""Calls within calls that a search may make, however many it is called within: it needs about a hundred."""


class OutOfEffort(Exception):
    """A part of a search has used the effort that it was given."""


class OutOfTime(Exception):
    """The clock that was set beside the effort has struck: the whole search ends."""


class Meter:
    """Counts the steps of a search, and ends it, or a part of it, where there are to be no more.

    >>> meter = Meter()
    >>> meter.charge(3)
    >>> meter.spent
    3
    """

    def __init__(self) -> None:
        self.spent = 0
        self.limit = NEVER
        self.strikes: float | None = None
        self._bound = NEVER
        self.known: dict[Hashable, tuple[Any, int]] = {}

    def charge(self, steps: int) -> None:
        """Count steps; raise `OutOfEffort` beyond the limit, and `OutOfTime` once the clock has struck."""
        self.spent += steps
        if self.spent > self._bound:
            self._beyond()

    def bound(self, limit: int) -> None:
        """Raise `OutOfEffort` when more steps than these are spent."""
        self.limit = limit
        self._bound = limit if self.strikes is None else min(limit, self.spent)

    def strike(self, seconds: float) -> None:
        """Raise `OutOfTime` after some time, as soon as steps are counted."""
        self.strikes = time.perf_counter() + seconds
        self.bound(self.limit)

    def _beyond(self) -> None:
        if self.strikes is not None:
            if time.perf_counter() > self.strikes:
                raise OutOfTime
            self._bound = min(self.limit, self.spent + LOOK)
        if self.spent > self.limit:
            raise OutOfEffort


class Budget:
    """Steps that a search, or a part of it, may take; `check` raises `OutOfEffort` once they are spent.

    It counts with the search that is running; where none is, it is the whole of a new one, and may have
    a clock beside it.

    >>> Budget(1000).part(0.5).left()
    500
    """

    def __init__(self, effort: int, timeout: float | None = None) -> None:
        running = counter()
        self.whole = not isinstance(running, Meter)
        self.meter = running if isinstance(running, Meter) else Meter()
        self.effort = max(0, effort)
        self.start = self.meter.spent
        self.deadline = self.start + self.effort
        self.opened = time.perf_counter()
        if timeout is not None:
            self.meter.strike(timeout)

    def left(self) -> int:
        """Steps that are left (negative once more were spent)."""
        return self.deadline - self.meter.spent

    def spent(self) -> int:
        """Steps since the budget was opened."""
        return self.meter.spent - self.start

    def seconds(self) -> float:
        """Seconds since the budget was opened: for reports only."""
        return time.perf_counter() - self.opened

    def check(self) -> None:
        """Raise `OutOfEffort` if more was spent than there was."""
        if self.meter.spent > self.deadline:
            raise OutOfEffort

    def part(self, fraction: float, at_most: int = NEVER) -> Budget:
        """A budget for a part of the work: a fraction of what is left."""
        part = object.__new__(Budget)
        part.whole, part.meter, part.opened = False, self.meter, self.opened
        part.effort = max(0, min(int(self.left() * fraction), at_most))
        part.start = self.meter.spent
        part.deadline = part.start + part.effort
        return part

    def stopped(self) -> str:
        """What is said where the clock has struck."""
        return f"stopped by the clock after {self.spent()} of {self.effort} effort"


def remembered(key: Hashable, work: Callable[[], Result]) -> Result:
    """What the work returns. Where this search has done it before, that is returned, and charged again: what
    is remembered saves time and changes no count.

    >>> within(Budget(1000), lambda: (remembered("one", lambda: charge(300) or 1), counter().spent))
    (1, 300)
    >>> within(Budget(1000), lambda: [remembered("one", lambda: charge(300) or 1) for _ in range(4)])
    Traceback (most recent call last):
    ...
    dptheory.prover.budget.OutOfEffort
    """
    meter = counter()
    if not isinstance(meter, Meter):
        return work()
    known = meter.known.get(key)
    if known is not None and meter.spent + known[1] <= meter.limit:
        meter.charge(known[1])
        answer: Result = known[0]
        return answer
    before = meter.spent
    answer = work()
    if len(meter.known) >= MOST:
        del meter.known[next(iter(meter.known))]
    meter.known[key] = answer, meter.spent - before
    return answer


def within(budget: Budget, work: Callable[[], Result]) -> Result:
    """What the work returns; `OutOfEffort` is raised in it where it spends more than the budget.

    >>> def forever():
    ...     while True:
    ...         charge(1)
    >>> within(Budget(1000), forever)
    Traceback (most recent call last):
    ...
    dptheory.prover.budget.OutOfEffort
    >>> within(Budget(1000), lambda: 2)
    2
    """
    meter = budget.meter
    before = meter.limit
    meter.bound(min(before, budget.deadline))
    try:
        budget.check()
        if counter() is meter:
            return work()
        with counted_by(meter):
            return _with_room(work)
    finally:
        meter.bound(before)


def found_within(budget: Budget, work: Callable[[], Result], otherwise: Result) -> Result:
    """What the work returns, or something else where its effort was not enough or it nests too deep."""
    try:
        return within(budget, work)
    except (OutOfEffort, RecursionError):
        return otherwise


def asked(budget: Budget, work: Callable[[], Result], stopped: Callable[[str], Result]) -> Result:
    """The answer to a question with a budget of its own; where the clock strikes, what is made of that.

    A question that is part of another ends with that one.
    """
    if not budget.whole:
        return work()
    try:
        with counted_by(budget.meter):
            return _with_room(work)
    except OutOfTime:
        return stopped(budget.stopped())
    finally:
        budget.meter.known.clear()


def _with_room(work: Callable[[], Result]) -> Result:
    """What the work returns, with the same number of calls within calls wherever it is called from."""
    depth, frame = 0, sys._getframe()
    while frame.f_back is not None:
        depth, frame = depth + 1, frame.f_back
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(depth + ROOM)
    try:
        return work()
    finally:
        sys.setrecursionlimit(before)
