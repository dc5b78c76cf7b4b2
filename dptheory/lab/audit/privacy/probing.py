"""The first calls: is this a random function of its generator, with rows that are independent outputs?

How long they take is told where that says that later calls would not return in time. It decides nothing:
whether a call is ended is seen when it is made.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from dptheory.errors import BadInput
from dptheory.lab.audit.privacy.calls import Call
from dptheory.lab.audit.privacy.dependence import CALLS
from dptheory.lab.audit.privacy.plan import LEAST_SAMPLES, Plan
from dptheory.lab.audit.privacy.streams import Runner, batch_rows
from dptheory.lab.audit.privacy.subjects import Subject
from dptheory.lab.domain import FloatArray

FEW: Final = 16
MANY: Final = 1_024
"""Outputs of a first call, and of the calls that follow if all of those are equal."""

STAGE: Final = 0
"""The first part of the keys of these calls."""


@dataclass(frozen=True)
class Probe:
    """What the first calls showed: d, and how many outputs were spent on each data set."""

    width: int
    spent: int


def probe(runner: Runner, subject: Subject, first: Any, second: Any, plan: Plan) -> Probe:
    """Call the subject a few times on both data sets; `BadInput` with the call if something is wrong."""

    def call(data: Any, side: str, size: int, number: int, width: int | None) -> tuple[Call, FloatArray]:
        made = Call(
            subject, data, side, size, plan.seed, (STAGE, number), plan.timeout, width, drawn=number == 0
        )
        return made, np.asarray(next(runner.answers(iter([made]))), dtype=np.float64)

    made, some = call(first, "first", FEW, 0, None)
    width = some.shape[1]
    start = time.monotonic()
    call(first, "first", 1, 1, width)
    middle = time.monotonic()
    _, again = call(first, "first", FEW, 0, width)
    told = slowness(subject, (time.monotonic() - middle - (middle - start)) / (FEW - 1), width, plan)
    if told:
        runner.tell(told)
    _repeated(made, some, again)
    some = some[:-1]
    _, different = call(first, "first", FEW, 2, width)
    _, other = call(second, "second", FEW, 3, width)
    if not all(_constant(rows) for rows in (some, different, other)):
        if not _constant(some) and np.array_equal(some, different, equal_nan=True):
            raise _not_random(made, "the same outputs for another generator")
        return Probe(width, 2 * FEW + 1)
    return _constant_rows(runner, made, call, first, width)


def _repeated(made: Call, some: FloatArray, again: FloatArray) -> None:
    """The same outputs when called again, and as many draws: noise that is kept is drawn once alone."""
    needed = "outputs that depend on the data and the generator alone, so that an audit can be repeated"
    if not np.array_equal(some[:-1], again[:-1], equal_nan=True):
        tell, advice = "returned something else when called again", "draw from the rng that is given"
    elif not np.array_equal(some[-1], again[-1]):
        tell, advice = (
            "drew more, or less, when called again",
            "keep nothing that was drawn from one call to another",
        )
    else:
        return
    raise BadInput(f"{made}, which {tell}", needed, advice)


def slowness(subject: Subject, seconds: float, width: int, plan: Plan) -> str:
    """What can be done where, at so many seconds an output, the largest calls would not return in time; else
    nothing.
    """
    rows = min(batch_rows(width), -(-plan.samples // CALLS))
    if seconds * rows <= plan.timeout:
        return ""
    enough = int(plan.timeout / seconds) * CALLS
    fewer = f"--samples {enough}, " if enough >= LEAST_SAMPLES else ""
    return (
        f"{subject.name} takes about {seconds:.2g} s an output: a call for {rows} may not return within"
        f" {plan.timeout:g} s, which would end the audit; {fewer}--timeout {2 * math.ceil(seconds * rows)},"
        " or --one-run, for which it runs once"
    )


def _constant_rows(runner: Runner, made: Call, call: Any, data: Any, width: int) -> Probe:
    """All rows of the first calls were equal: more calls tell a rare outcome from rows that are one output.
    An output that never varied so far is an outcome as any other."""
    _, one = call(data, "first", MANY, 4, width)
    _, two = call(data, "first", MANY, 5, width)
    made = replace(made, size=MANY, key=(STAGE, 4))
    if _constant(one) and _constant(two) and not np.array_equal(one, two, equal_nan=True):
        raise BadInput(
            f"{made}, all of whose rows are equal, but different from those of another call",
            "rows that are independent outputs",
            "draw noise of shape (size, d)",
        )
    if _constant(one) and _constant(two):
        said = f"{made.subject.name} returned {one[0].tolist()} each of {2 * MANY} times"
        runner.tell(f"{said}; where that is not meant, draw from the rng that is given")
    return Probe(width, 2 * (FEW + MANY) + 1)


def _constant(rows: FloatArray) -> bool:
    return bool(np.array_equal(rows, np.broadcast_to(rows[:1], rows.shape), equal_nan=True))


def _not_random(made: Call, what: str) -> BadInput:
    return BadInput(f"{made}, which returned {what}", "a random output", "draw from the rng that is given")
