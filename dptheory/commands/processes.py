"""Verifying on several cores: every statement as soon as everything that it cites was judged.

Results come back in the order in which they were asked for, however many processes there are.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field

from ..cluster import is_address
from ..errors import BadInput
from ..theory.graph import by_rule, cited_forms, prepared
from ..theory.results import Standing
from .cluster_workers import on_cluster
from .output import Progress
from .tasks import Done, Task, Worker

FEW = 8
"""So many statements are not worth another process."""


@dataclass
class _Home:
    """The worker of this process."""

    workers: list[Worker] = field(default_factory=list)


_HOME = _Home()


def _begin(worker: Worker) -> None:
    _HOME.workers.append(worker)


def _work(task: Task) -> Done:
    return _HOME.workers[-1].work(task)


Submit = Callable[[Task], "Future[Done]"]


@contextmanager
def submitting(worker: Worker, workers: int | str) -> Iterator[Submit]:
    """A way to have tasks done: here, in so many processes that have the worker as it is now, or on the
    cluster at an address."""
    if isinstance(workers, str):
        with on_cluster(worker, workers) as submit:
            yield submit
        return
    if workers < 2:
        yield lambda task: _at_once(worker, task)
        return
    context = multiprocessing.get_context("fork")
    pool: Executor = ProcessPoolExecutor(workers, context, initializer=_begin, initargs=(worker,))
    try:
        yield lambda task: pool.submit(_work, task)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _at_once(worker: Worker, task: Task) -> Future[Done]:
    made: Future[Done] = Future()
    made.set_result(worker.work(task))
    return made


def cores(asked: str | None) -> int | str:
    """The number of processes: as asked, or one for each core; or the address of a scheduler."""
    if asked is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if is_address(asked):
        return asked
    if not asked.isdecimal() or not 1 <= int(asked) <= 64:
        needed = "a number of processes from 1 to 64, or the address of a Dask scheduler"
        raise BadInput(f"--workers {asked}", needed, "--workers 2")
    return int(asked)


def done(
    worker: Worker, names: Iterable[str], workers: int | str, known: Mapping[str, Standing],
    experiments: Callable[[str], str], tell: Progress,
) -> dict[str, Done]:  # fmt: skip
    """Every statement of the names, each after what it cites; `known` are verdicts that are not asked for."""
    wanted = list(names)
    cites = {name: _cites(worker, name) for name in wanted}
    above = {name: {form.partition(":")[0] for form in cites[name]} & cites.keys() for name in wanted}
    order = prepared(above)
    standing, found = dict(known), dict[str, Done]()
    running: dict[Future[Done], str] = {}
    place = {name: k for k, name in enumerate(wanted)}
    with submitting(worker, 1 if isinstance(workers, int) and len(wanted) <= FEW else workers) as submit:
        while order.is_active():
            for name in sorted(order.get_ready(), key=place.__getitem__):
                tell(name)
                given = {form: standing[form] for form in cites[name] if form in standing}
                running[submit(Task(name, given, experiments(name)))] = name
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                name = running.pop(future)
                found[name] = future.result()
                tell.count(len(found), len(wanted))
                standing |= found[name].standing
                order.done(name)
    return {name: found[name] for name in wanted}


def _cites(worker: Worker, name: str) -> list[str]:
    """The forms of other statements that the proofs of a statement cite."""
    structural, statement = by_rule(), worker.verifier.library.get(name)
    found = dict.fromkeys(form for one in statement.forms for form in cited_forms(one, structural))
    return [form for form in found if not form.startswith(f"{name}:")]
