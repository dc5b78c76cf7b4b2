"""One call of a mechanism that nobody trusts: what it may do wrong, and how that is said."""

from __future__ import annotations

import faulthandler
import math
import os
import pickle
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from dptheory.errors import BadInput, one_line
from dptheory.lab.audit.privacy.describe import plain_data
from dptheory.lab.audit.privacy.padded import WIDEST, Ragged, filled, longest
from dptheory.lab.audit.privacy.scores import Event
from dptheory.lab.audit.privacy.subjects import Subject, reason
from dptheory.lab.domain import Data, FloatArray
from dptheory.lab.mechanisms.stream import generator

GRACE: Final = 5.0
"""Seconds after the time limit until a worker process that does not react is ended."""

ONE_RUN: Final = "one-run"
"""The side of the only call of an audit from one run."""

SEARCHED: Final = "searched"
"""The side of a call on a data set that nobody gave, which a message has to show."""

SHAPE: Final = "an array of numbers of shape (size,) or (size, d)"

LARGEST_WHOLE: Final = 2**53
"""Beyond it double precision does not tell whole numbers apart."""


@dataclass(frozen=True)
class Trouble:
    """What was wrong with a call; a value, so that it travels between processes."""

    given: str
    needed: str
    advice: str
    refusal: bool = False
    """Whether the call raised, as a mechanism does that takes no such data set."""
    longest: int = 0
    """Where outputs are sequences of different lengths, the length of the longest."""

    def error(self) -> BadInput:
        """As an error of use."""
        if not self.longest:
            return BadInput(self.given, self.needed, self.advice)
        error = Ragged(self.given, self.needed, self.advice)
        error.longest = self.longest
        return error


class _Hang(BaseException):
    """The time limit of a call is over; no Exception, so that a mechanism's own handlers let it through."""


@dataclass(frozen=True, eq=False)
class Call:
    """`size` outputs of the subject on one data set, from the generator of (seed, key).

    With `events` the answer is how many fall into each. `width` is the d that is expected, if known.
    `isolated` calls run in a process of their own pool, which may be ended from within. With `drawn` a row
    more, of what the generator draws next, tells how much was drawn.
    """

    subject: Subject
    data: Any
    side: str
    size: int
    seed: int
    key: tuple[int, ...]
    timeout: float
    width: int | None = None
    events: tuple[Event, ...] = ()
    isolated: bool = False
    widest: int = WIDEST
    drawn: bool = False

    def __str__(self) -> str:
        key = ", ".join(map(str, self.key))
        searched = self.side == SEARCHED
        data = one_line(str(plain_data(self.data)), 120) if searched else f"{self.side} data set"
        return (
            f"{self.subject.name}({data}, {self.size}, "
            f"default_rng(SeedSequence({self.seed}, spawn_key=({key}))))"
        )

    def outputs(self) -> FloatArray | Trouble:
        """The outputs as an array of shape (size, d)."""
        rng = generator(self.seed, self.key)
        before = fingerprint(self.data)
        try:
            with _limit(self.timeout, self.isolated):
                value = self.subject.sample(self.data, self.size, rng)
        except _Hang:
            return self.hung()
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            trouble = self._trouble(
                f"raised {reason(error)}", "a call that returns", "another --pair, or mend the function"
            )
            return replace(trouble, refusal=True)
        if fingerprint(self.data) != before:
            return self._trouble("changed its data set", "a function that leaves it alone", "work on a copy")
        made = self._array(value)
        if isinstance(made, Trouble) or not self.drawn:
            return made
        return np.vstack((made, np.full(made.shape[1], rng.random())))

    def __call__(self) -> FloatArray | Trouble:
        """The outputs, or how many of them fall into each of the events."""
        found = self.outputs()
        if isinstance(found, Trouble) or not self.events:
            return found
        with np.errstate(all="ignore"):
            return np.array([np.count_nonzero(event.contains(found)) for event in self.events])

    def hung(self) -> Trouble:
        """The call took too long."""
        return self._trouble(
            f"did not return within {self.timeout:g} s", "a call that returns", self._slower()
        )

    def died(self) -> Trouble:
        """The process that made the call is gone."""
        return self._trouble(
            f"did not return within {self.timeout:g} s, or ended its process",
            "a call that returns",
            self._slower(),
        )

    def _slower(self) -> str:
        """What can be done for a call that is slow; where it is the only one, no other audit needs fewer."""
        if self.side == ONE_RUN:
            longer = f"--timeout {math.ceil(10 * self.timeout)}, if it is slow"
            return f"{longer}; or a shorter run that is private alike"
        return "a larger --timeout or fewer --samples, if it is slow; --one-run for one that takes minutes"

    def ended(self) -> Trouble:
        """The process that made the call is gone, and not for the time that it took."""
        return self._trouble(
            "ended its process, or was in one that was ended from outside",
            "a call that returns",
            "--workers 1, to see what the call does; or more memory, if the system ends processes for that",
        )

    def _trouble(self, what: str, needed: str, advice: str) -> Trouble:
        return Trouble(f"{self}, which {what}", needed, advice)

    def _array(self, value: object) -> FloatArray | Trouble:
        masked = getattr(sys.modules.get("numpy.ma"), "MaskedArray", ())  # whose import takes long
        if isinstance(value, masked):
            value = value.astype(np.float64).filled(np.nan)  # is not put out
        try:
            given = np.asarray(value)
            if given.dtype.kind not in "fiub":
                raise TypeError(f"dtype {given.dtype}")
            array = given.astype(np.float64)  # a copy: the function may use its array again
        except (TypeError, ValueError) as error:
            trouble = self._trouble(
                f"returned no array of real numbers ({one_line(str(error), 120)})",
                SHAPE,
                "np.asarray(..., float)",
            )
            return self._ragged(value, trouble, longest(value, self.size))
        if array.ndim not in (1, 2) or array.shape[0] != self.size:
            return self._trouble(f"returned shape {given.shape}", SHAPE, "one row an output")
        if given.dtype.kind in "iu" and np.abs(array).max(initial=0.0) > LARGEST_WHOLE:
            whole = f"returned whole numbers beyond {LARGEST_WHOLE}, which are not told apart"
            return self._trouble(whole, "double precision", "two numbers for each, of half the digits")
        array = array.reshape(self.size, -1) if array.ndim == 2 else array[:, None]
        if self.width not in (None, array.shape[1]):
            needed = f"d = {self.width}, as in the first call"
            trouble = self._trouble(f"returned shape {given.shape}", needed, "the same d in every call")
            return self._ragged(value, trouble, max(self.width or 0, array.shape[1]))
        if not 1 <= array.shape[1] <= self.widest:
            trouble = self._trouble(
                f"returned shape {given.shape}", f"1 <= d <= {self.widest}", "fewer numbers an output"
            )
            return trouble if array.shape[1] else self._ragged(value, trouble, 1)
        return array

    def _ragged(self, value: Any, trouble: Trouble, width: int) -> FloatArray | Trouble:
        """Outputs of another length than those before: a trouble that says so, with which the audit starts
        again; while counting, where nothing may be chosen any more, they are cut or filled up.
        """
        if width and self.width is not None and self.events:
            return filled(value, self.size, self.width)
        # an array is as wide in all calls on one data set: another width is a mistake, a list's may be chance
        steady = isinstance(value, np.ndarray) and self.side == "first"
        return trouble if steady else replace(trouble, longest=width)


def fingerprint(data: Any) -> bytes:
    """The content of a data set, to see whether a call changed it."""
    if isinstance(data, Data):
        return data.x.tobytes() + data.y.tobytes()
    if isinstance(data, np.ndarray):
        return bytes(f"{data.shape}{data.dtype}", "ascii") + data.tobytes()
    return pickle.dumps(data)


@contextmanager
def _limit(seconds: float, isolated: bool) -> Iterator[None]:
    """Interrupt the call after so many seconds, where the platform can; end an isolated process that cannot
    be interrupted.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def interrupt(number: int, frame: object) -> None:
        raise _Hang

    with open(os.devnull, "w") as sink:
        if isolated:
            faulthandler.dump_traceback_later(seconds + GRACE, exit=True, file=sink)
        before = signal.signal(signal.SIGALRM, interrupt)
        # again and again, in case the mechanism swallows the first
        signal.setitimer(signal.ITIMER_REAL, seconds, 0.5)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0.0)
            signal.signal(signal.SIGALRM, before)
            if isolated:
                faulthandler.cancel_dump_traceback_later()
