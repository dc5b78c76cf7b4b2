"""Outputs in batches: constant memory, any executor, and the same outputs whoever draws them.

Batch b of a stream is drawn from the generator of SeedSequence(seed, spawn_key=(*key, b)), and the size of a
batch depends on d alone; so nothing depends on how many workers there are, nor on which of them is faster.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections import deque
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from concurrent.futures import TimeoutError as Late
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

import numpy as np

from dptheory.audit.privacy.calls import GRACE, Call, Trouble
from dptheory.audit.privacy.scores import Event
from dptheory.audit.privacy.subjects import Subject
from dptheory.errors import BadInput
from dptheory.mechanisms.domain import FloatArray
from dptheory.mechanisms.stream import ROWS, batches


def batch_rows(width: int) -> int:
    """The size of a batch: `ROWS` for d <= 8; fewer for wider outputs.

    >>> batch_rows(1), batch_rows(64)
    (65536, 8192)
    """
    return min(ROWS, 8 * ROWS // width)


@dataclass(frozen=True, eq=False)
class Runner:
    """Where calls are made: in this process, or through an executor with `ahead` calls under way."""

    executor: Executor | None = None
    ahead: int = 1
    isolated: bool = False

    def answers(self, calls: Iterator[Call]) -> Iterator[FloatArray | int]:
        """The answers in order; `BadInput` at the first call that went wrong."""
        if self.executor is None:
            for call in calls:
                yield _sound(call())
            return
        waiting: deque[tuple[Call, Future[Any]]] = deque()
        try:
            for call in calls:
                sent = replace(call, isolated=self.isolated)
                waiting.append((sent, self.executor.submit(sent)))
                if len(waiting) >= self.ahead:
                    yield self._wait(*waiting.popleft())
            while waiting:
                yield self._wait(*waiting.popleft())
        finally:
            for _, future in waiting:
                future.cancel()

    def _wait(self, call: Call, future: Future[Any]) -> FloatArray | int:
        patience = (self.ahead + 1) * (call.timeout + 2 * GRACE)
        try:
            return _sound(future.result(timeout=patience))
        except Late:
            raise call.hung().error() from None
        except BrokenExecutor:
            raise call.died().error() from None


def _sound(answer: FloatArray | int | Trouble) -> FloatArray | int:
    if isinstance(answer, Trouble):
        raise answer.error()
    return answer


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

    def calls(self, rows: int, event: Event | None = None) -> Iterator[Call]:
        """The calls that make up a stream of `rows` outputs."""
        for number, size in batches(rows, batch_rows(self.width)):
            key = (*self.key, number)
            yield Call(
                self.subject, self.data, self.side, size, self.seed, key, self.timeout, self.width, event
            )


def collect(runner: Runner, source: Source, rows: int) -> FloatArray:
    """`rows` outputs, of shape (rows, d)."""
    parts = [np.asarray(part, dtype=np.float64) for part in runner.answers(source.calls(rows))]
    return np.concatenate(parts) if parts else np.zeros((0, source.width))


def count(runner: Runner, source: Source, rows: int, event: Event) -> int:
    """How many of `rows` outputs fall into the event."""
    return sum(int(part) for part in runner.answers(source.calls(rows, event)))


def _quiet() -> None:
    """In a worker: an interrupt is the parent's business, and what a mechanism prints is no answer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdout = sys.stderr


@contextmanager
def processes(workers: int) -> Iterator[Runner]:
    """A runner with so many processes; they end with the block, at once if it ends with an error."""
    method = "fork" if sys.platform.startswith("linux") else None
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
def cluster(address: str) -> Iterator[Runner]:
    """A runner on the Dask cluster at an address (the extra `dask`)."""
    try:
        distributed = import_module("distributed")
    except ImportError:
        raise BadInput(
            f"--workers {address}", "the package distributed", "pip install 'dptheory[dask]'"
        ) from None
    try:
        client = distributed.Client(address, timeout="10s")
    except (OSError, ValueError) as error:
        raise BadInput(
            f"--workers {address} ({type(error).__name__})", "the address of a Dask scheduler", "--workers 4"
        ) from None
    with client:
        yield Runner(client.get_executor(), 2 * max(1, len(client.ncores())))
