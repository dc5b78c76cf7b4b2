"""Verifying on a cluster: its workers are given the statements and what is recorded, and check them with
sources that must be the same as here."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import Any, Final

from ..cluster import Cluster, cluster, lost
from ..errors import BadInput
from ..theory.certificates import Certificates
from ..theory.record import ENGINE, WRITERS, sources_hash
from ..theory.verification import Verifier
from .tasks import Done, Task, Worker

ROOMS: Final = (*ENGINE, *WRITERS, "prover", "lab", "calculus", "worlds")
"""The rooms whose sources a worker must have as they are here: what checks, what searches, what samples."""
ONE_AT_A_TIME: Final = Lock()
"""A worker may have several threads, its verifier has one state."""


@dataclass(frozen=True)
class Job:
    """What a worker is given once: the hash of the sources, and the pickled rest, which it opens only where
    its own sources are the same."""

    sources: str
    rest: bytes


@dataclass(frozen=True)
class Other:
    """A worker has other sources."""

    sources: str


def job_of(worker: Worker) -> Job:
    """What the workers of a cluster need to do what a worker here would do."""
    how = worker.search, worker.fresh, worker.keep, worker.missed, worker.models
    return Job(sources_hash(ROOMS), pickle.dumps((worker.verifier.library, dict(worker.known), *how)))


@lru_cache(maxsize=1)
def _worker(job: Job) -> Worker:
    library, known, *how = pickle.loads(job.rest)
    return Worker(Verifier(library, Certificates(), lambda form: None), known, *how)


def work(job: Job, task: Task) -> Done | Other:
    """One task, on a worker of the cluster; `Other` where its sources are not those of the job."""
    if (own := sources_hash(ROOMS)) != job.sources:
        return Other(own)
    with ONE_AT_A_TIME:
        return _worker(job).work(task)


@contextmanager
def on_cluster(worker: Worker, address: str) -> Iterator[Callable[[Task], Future[Done]]]:
    """A way to have tasks done by the workers of the cluster at an address."""
    with cluster(address) as there:
        try:
            job = there.everywhere(job_of(worker))
        except Exception as error:
            raise lost(error, "the library, sent to the workers", _scheduler(there)) from None
        yield lambda task: _sent(there, job, task)


def _sent(there: Cluster, job: Any, task: Task) -> Future[Done]:
    """A task on its way; its future raises BadInput where a worker or the scheduler fails it."""
    made: Future[Done] = Future()

    def received(answer: Future[Done | Other]) -> None:
        try:
            found = answer.result()
            if isinstance(found, Done):
                made.set_result(found)
            else:
                made.set_exception(_refused(there))
        except Exception as error:
            made.set_exception(lost(error, f"the verification of {task.name}", _scheduler(there)))

    try:
        there.executor.submit(work, job, task).add_done_callback(received)
    except Exception as error:
        made.set_exception(lost(error, f"the verification of {task.name}", _scheduler(there)))
    return made


def _scheduler(there: Cluster) -> str:
    return f"scheduler at {there.address}"


def _refused(there: Cluster) -> BadInput:
    return BadInput(
        f"--workers {there.address}, a worker of which has other sources of dptheory, or of python-flint",
        "workers whose installation is the same as this one",
        "pip install the same version there, or --workers 2",
    )
