"""Many repetitions over processes, summarised as they come in, in constant memory."""

from __future__ import annotations

import math
import multiprocessing
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, ProcessPoolExecutor
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from importlib import import_module

import numpy as np

from dptheory.cluster import cluster, is_address, lost
from dptheory.errors import BadInput, one_line
from dptheory.lab.domain import FloatArray
from dptheory.lab.mechanisms.stream import ordered
from dptheory.lab.reproduce.wu2015.study import Study
from dptheory.lab.reproduce.wu2015.trial import Plan, run_trial
from dptheory.workers import quiet

CONFIDENCE = 0.95
IN_FLIGHT = 4
"""Repetitions that wait, beside those that run."""


@dataclass(frozen=True, eq=False)
class Summary:
    """Mean and half width of its 95 % interval (Student's t), of shape (mechanisms, epsilons, 2); and for the
    error the geometric mean, which single wild models do not move.
    """

    plan: Plan
    repetitions: int
    mean: FloatArray
    half: FloatArray
    geometric: FloatArray

    def at(self, mechanism: str, eps: float, quantity: int) -> tuple[float, float, float]:
        """Mean, lower and upper end, of the error (0) or the attack's accuracy (1)."""
        place = self.plan.mechanisms.index(mechanism), self.plan.epsilons.index(eps), quantity
        mean, half = float(self.mean[place]), float(self.half[place])
        return mean, mean - half, mean + half


def repeat(
    study: Study,
    plan: Plan,
    repetitions: int,
    executor: Executor | None = None,
    width: int = 1,
    tick: Callable[[], None] = lambda: None,
    trial: Callable[[Study, Plan, int], FloatArray] = run_trial,
) -> Summary:
    """Run and summarise: means and sums of squares are updated in the order of the repetitions, so the result
    is the same whatever the executor.
    """
    shape = (len(plan.mechanisms), len(plan.epsilons), 2)
    mean, squares, logs = np.zeros(shape), np.zeros(shape), np.zeros(shape[:2])
    calls = ((k,) for k in range(repetitions))
    results = ordered(executor, partial(trial, study, plan), calls, width + IN_FLIGHT)
    for k, result in enumerate(results, start=1):
        step = result - mean
        mean += step / k
        squares += step * (result - mean)
        logs += (np.log(np.maximum(result[:, :, 0], 1e-300)) - logs) / k
        tick()
    quantile = float(import_module("scipy.stats").t.ppf((1 + CONFIDENCE) / 2, repetitions - 1))
    half = quantile * np.sqrt(squares / (repetitions - 1) / repetitions)
    return Summary(plan, repetitions, mean, half, np.exp(logs))


def workers(text: str) -> tuple[AbstractContextManager[Executor | None], int]:
    """The executor that `--workers` names: a number of processes, or the address of a Dask scheduler.

    >>> context, width = workers("1")
    >>> with context as executor:
    ...     print(executor, width)
    None 1
    """
    if text.isdecimal() and 1 <= int(text) <= 1024:
        count = int(text)
        if count == 1:
            return nullcontext(None), 1
        spawn = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(count, mp_context=spawn, initializer=quiet), count
    if is_address(text):
        return _there(text), 64
    needed = "a number of processes from 1 to 1024, or the address of a Dask scheduler"
    raise BadInput(f"--workers {one_line(text, 60)}", needed, "--workers 4")


@contextmanager
def _there(address: str) -> Iterator[Executor]:
    with cluster(address) as found:
        try:
            yield found.executor
        except (CancelledError, OSError) as error:
            raise lost(error, "a repetition", f"scheduler at {address}") from None


def contains(interval: tuple[float, float, float], value: float) -> bool:
    """Whether the interval (mean, low, high) of a positive quantity contains the value and says something.

    One that reaches down to 0 says nothing: the quantity has tails so heavy that its mean was not found.

    >>> contains((1.0, 0.9, 1.1), 1.05), contains((1.0, -9.0, 11.0), 1.05)
    (True, False)
    """
    return math.isfinite(interval[0]) and 0 < interval[1] <= value <= interval[2]
