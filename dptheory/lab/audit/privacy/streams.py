"""Outputs in batches: constant memory, any executor, and the same outputs whoever draws them.

Batch b of a stream is drawn from the generator of SeedSequence(seed, spawn_key=(*key, b)), and the size of a
batch depends on d alone; so nothing depends on how many workers there are, nor on which of them is faster.
"""

from __future__ import annotations

import faulthandler
import multiprocessing
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from concurrent.futures import TimeoutError as Late
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from dptheory.cluster import cluster, lost
from dptheory.errors import BadInput
from dptheory.lab.audit.privacy.calls import GRACE, Call, Trouble
from dptheory.lab.audit.privacy.dependence import CALLS, LEAST_ROWS, check_calls, check_parts
from dptheory.lab.audit.privacy.scores import Event
from dptheory.lab.audit.privacy.subjects import Subject
from dptheory.lab.domain import FloatArray
from dptheory.lab.mechanisms.stream import ROWS, batches
from dptheory.workers import quiet


def batch_rows(width: int) -> int:
    """The size of a batch: `ROWS` for d <= 8; fewer for wider outputs.

    >>> batch_rows(1), batch_rows(64)
    (65536, 8192)
    """
    return min(ROWS, 8 * ROWS // width)


def _untold(text: str) -> None:
    """Nobody listens."""


@dataclass(frozen=True, eq=False)
class Runner:
    """Where calls are made: in this process, or through an executor with `ahead` calls under way.

    `scheduler` says what stands behind the executor, where that may go away on its own. `tell` is given
    remarks that are no part of the answer.
    """

    executor: Executor | None = None
    ahead: int = 1
    isolated: bool = False
    scheduler: str = ""
    tell: Callable[[str], None] = _untold

    def answers(self, calls: Iterator[Call]) -> Iterator[FloatArray]:
        """The answers in order; `BadInput` at the first call that went wrong."""
        for answer in self.tried(calls):
            if isinstance(answer, Trouble):
                raise answer.error()
            yield answer

    def tried(self, calls: Iterator[Call]) -> Iterator[FloatArray | Trouble]:
        """The answers in order, with what was wrong where a call went wrong."""
        if self.executor is None:
            for call in calls:
                yield call()
            return
        waiting: deque[_Sent] = deque()
        try:
            for call in calls:
                sent = replace(call, isolated=self.isolated)
                waiting.append(self._send(self.executor, sent))
                if len(waiting) >= self.ahead:
                    yield self._wait(waiting.popleft())
            while waiting:
                yield self._wait(waiting.popleft())
        finally:
            for left in waiting:
                left.future.cancel()

    def _send(self, executor: Executor, call: Call) -> _Sent:
        sent = time.monotonic()
        try:
            return _Sent(call, executor.submit(call), sent)
        except Exception as error:
            raise self._lost(call, error, sent) from None

    def _wait(self, sent: _Sent) -> FloatArray | Trouble:
        call = sent.call
        patience = (self.ahead + 1) * (call.timeout + 2 * GRACE)
        try:
            answer: FloatArray | Trouble = sent.future.result(timeout=patience)
            return answer
        except Late:
            raise call.hung().error() from None
        except Exception as error:
            raise self._lost(call, error, sent.at) from None

    def _lost(self, call: Call, error: Exception, since: float) -> BadInput:
        """What an executor's own exception means: no answer of the mechanism, and no verdict."""
        if isinstance(error, BrokenExecutor):
            late = time.monotonic() - since >= call.timeout
            return (call.died() if late else call.ended()).error()
        return lost(error, str(call), self.scheduler, "the mechanism")


@dataclass(frozen=True, eq=False)
class _Sent:
    """A call under way, and when it was sent."""

    call: Call
    future: Future[Any]
    at: float


@dataclass(frozen=True, eq=False)
class Source:
    """Outputs of one subject on one data set: everything that a stream of them needs."""

    subject: Subject
    data: Any
    side: str
    seed: int
    key: tuple[int, ...]
    timeout: float
    width: int

    def calls(self, rows: int, events: tuple[Event, ...] = (), least: int = 1) -> Iterator[Call]:
        """The calls that make up a stream of `rows` outputs, at least so many."""
        for number, size in batches(rows, min(batch_rows(self.width), max(1, -(-rows // least)))):
            key = (*self.key, number)
            yield Call(
                self.subject, self.data, self.side, size, self.seed, key, self.timeout, self.width, events
            )


def collect(runner: Runner, source: Source, rows: int) -> FloatArray:
    """`rows` outputs, of shape (rows, d); `BadInput` where those of several calls show that the rows of one
    are not independent.
    """
    calls = source.calls(rows, least=CALLS if rows >= LEAST_ROWS else 1)
    parts = [np.asarray(part, dtype=np.float64) for part in runner.answers(calls)]
    check_parts(parts, source.subject.name)
    return np.concatenate(parts) if parts else np.zeros((0, source.width))


def count(runner: Runner, source: Source, rows: int, events: tuple[Event, ...]) -> list[int]:
    """How many of `rows` outputs fall into each of the events; `BadInput` where the counts of several calls
    show that their rows are not independent.
    """
    calls = [*source.calls(rows, events, CALLS)]
    parts = np.array([np.asarray(part, dtype=np.int64) for part in runner.answers(iter(calls))])
    for inside in parts.T:
        check_calls(inside.tolist(), [call.size for call in calls], source.subject.name)
    return [int(number) for number in parts.sum(axis=0)]


def _quiet() -> None:
    """In a worker: what a mechanism prints is no answer."""
    quiet()
    sys.stdout = sys.stderr


@contextmanager
def processes(workers: int) -> Iterator[Runner]:
    """A runner with so many processes; they end with the block, at once if it ends with an error."""
    method = "fork" if sys.platform.startswith("linux") else None
    # a watchdog of faulthandler's does not survive a fork, and the worker's own would wait for it for ever
    faulthandler.cancel_dump_traceback_later()
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context(method), initializer=_quiet)
    try:
        yield Runner(pool, 2 * workers, isolated=True)
    except BaseException:
        for child in set(multiprocessing.active_children()) - before:
            child.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


@contextmanager
def on_cluster(address: str) -> Iterator[Runner]:
    """A runner on the Dask cluster at an address (the extra `dask`)."""
    with cluster(address) as there:
        yield Runner(there.executor, there.width, scheduler=f"scheduler at {address}")
