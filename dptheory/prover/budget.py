"""The time that a search may take: a deadline that is looked at, and a watch for work that does not look."""

from __future__ import annotations

import _thread
import ctypes
import sys
import threading
import time
from collections.abc import Callable
from typing import TypeVar

Clock = Callable[[], float]
Result = TypeVar("Result")

SOON = 0.005
"""Seconds after which work that must not be interrupted is looked at again."""
AGAIN = 0.1
"""Seconds after which work that has swallowed the exception is told once more."""


class OutOfTime(Exception):
    """The deadline of a search has passed."""


class Budget:
    """A deadline on a clock; `check` raises `OutOfTime` once it has passed.

    >>> Budget(10.0).left() > 9
    True
    """

    def __init__(self, seconds: float, clock: Clock = time.perf_counter) -> None:
        self.clock = clock
        self.start = clock()
        self.deadline = self.start + seconds

    def left(self) -> float:
        """Seconds until the deadline (negative once it has passed)."""
        return self.deadline - self.clock()

    def spent(self) -> float:
        """Seconds since the budget was opened."""
        return self.clock() - self.start

    def check(self) -> None:
        """Raise `OutOfTime` if the deadline has passed."""
        if self.clock() > self.deadline:
            raise OutOfTime

    def part(self, fraction: float, at_most: float = 1e9) -> Budget:
        """A budget for a part of the work: a fraction of what is left."""
        return Budget(max(0.0, min(self.left() * fraction, at_most)), self.clock)


def within(budget: Budget, work: Callable[[], Result]) -> Result:
    """What the work returns; `OutOfTime` is raised in it, wherever it is, once the deadline has passed.

    A search spends its time in many places, and not each of them can look at a clock. A thread waits for
    the deadline and then raises the exception in the thread that works. Nothing of it outlives the call;
    calls are not to be nested.

    >>> within(Budget(10.0), lambda: 2)
    2
    >>> def forever():
    ...     while True:
    ...         pass
    >>> within(Budget(0.01), forever)
    Traceback (most recent call last):
    ...
    dptheory.prover.budget.OutOfTime
    """
    budget.check()
    watch = _Watch(budget)
    try:
        watch.start()
        return work()
    finally:
        watch.stopped = True  # here nothing can arrive; at the entry of `stop` the exception may
        watch.stop()


def in_time(budget: Budget, work: Callable[[], Result], otherwise: Result) -> Result:
    """What the work returns, or something else where the time is up before or the work nests too deep."""
    try:
        return within(budget, work)
    except (OutOfTime, RecursionError):
        return otherwise


class _Watch:
    """A thread that raises `OutOfTime` in the thread that made it, from a deadline on until it is stopped."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.worker = threading.get_ident()
        self.asleep = threading.Lock()
        self.stopped = False
        self.ended = False

    def start(self) -> None:
        """Begin to watch; where no thread can be had the work is left to look at the clock itself."""
        self.asleep.acquire()
        try:
            _thread.start_new_thread(self._run, ())
        except RuntimeError:
            self.ended = True

    def _run(self) -> None:
        wait = self.budget.left()
        while not self.asleep.acquire(timeout=max(wait, 0.0)) and not self.stopped:
            wait = self.budget.left()  # the clock may be one that stands still while others work
            if wait > 0:
                continue
            if _importing(self.worker):
                wait = SOON
                continue
            _raise_in(self.worker, OutOfTime)
            wait = AGAIN
        self.ended = True

    def stop(self) -> None:
        """End the watch. The exception may still arrive in here, and must not arrive afterwards."""
        other: BaseException | None = None
        while True:
            try:
                self.stopped = True
                if self.asleep.locked():
                    self.asleep.release()
                while not self.ended:
                    time.sleep(0)
                _raise_in(self.worker, None)
                break
            except OutOfTime:
                continue
            except BaseException as error:  # an interrupt waits until nothing can arrive any more
                other = error
        if other is not None:
            raise other


def _importing(thread: int) -> bool:
    """Whether a thread is loading a module; some modules cannot be loaded again after half a load."""
    frame = sys._current_frames().get(thread)
    while frame is not None:
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return True
        frame = frame.f_back
    return False


def _raise_in(thread: int, exception: type[OutOfTime] | None) -> None:
    """Raise an exception in a thread before its next instruction; None takes back what is to come."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(
        ctypes.c_ulong(thread), None if exception is None else ctypes.py_object(exception)
    )
