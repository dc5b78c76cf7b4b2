"""``verify --workers ADDRESS``: the same bytes as one process, and one line where the cluster fails."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from dptheory.cluster import Cluster, cluster
from dptheory.commands import cluster_workers

from .conftest import Run

SOME = ("chaudhuri2020.theorem1", "wu2015.lemma12", "wu2015.lemma5")


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """The address of a Dask scheduler with two workers, in threads of this process."""
    distributed = pytest.importorskip("distributed")
    made = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, protocol="tcp", dashboard_address=None
    )
    with made as there:
        yield there.scheduler_address


def written(place: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(place.iterdir())}


def without_seconds(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: without_seconds(one) for key, one in value.items() if key != "seconds"}
    return [without_seconds(one) for one in value] if isinstance(value, list) else value


def test_a_cluster_writes_the_bytes_of_one_process(run: Run, scheduler: str, tmp_path: Path) -> None:
    found, told = [], []
    for workers in ("1", scheduler):
        place = tmp_path / workers.rpartition(":")[2]
        options = ("--workers", workers, "--experiments", "quick", "--write", str(place), "--json")
        ran = run("verify", *SOME, *options)
        assert ran.status == 0, ran.err
        found.append(written(place))
        told.append(without_seconds(json.loads(ran.out)))
    assert found[0] == found[1] and "chaudhuri2020.verdicts" in found[0]
    assert told[0] == told[1] and len(told[0]["statements"]) == len(SOME)


def test_a_worker_with_other_sources_is_refused(
    run: Run, scheduler: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def other(worker: Any) -> cluster_workers.Job:
        return cluster_workers.Job("0" * 64, b"")

    monkeypatch.setattr(cluster_workers, "job_of", other)
    ran = run("verify", SOME[0], "--all", "--workers", scheduler)
    assert ran.status == 64 and ran.err.splitlines()[-1].startswith("error: given --workers tcp://")
    assert "other sources of dptheory" in ran.err and not ran.out


class Gone(Executor):
    """Every call ends as where a scheduler or all workers go away."""

    def __init__(self, how: Exception) -> None:
        self.how = how

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_exception(self.how)
        return future


class KilledWorker(Exception):
    """As Dask's."""

    last_worker = SimpleNamespace(address="tcp://10.0.0.7:4000")


@pytest.mark.parametrize(
    ("how", "said"),
    [
        (CancelledError(), "the scheduler at tcp://10.0.0.1:8786 went away"),
        (ConnectionResetError("gone"), "the scheduler at tcp://10.0.0.1:8786 went away"),
        (KilledWorker("x"), "the workers died, the last of them tcp://10.0.0.7:4000"),
        (ModuleNotFoundError("No module named 'dptheory'"), "workers that can import dptheory"),
    ],
)
def test_a_lost_cluster_is_one_line_and_no_verdict(
    how: Exception, said: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    @contextmanager
    def cluster(address: str) -> Iterator[Cluster]:
        yield Cluster(Gone(how), 2, address, SimpleNamespace(scatter=lambda value, broadcast: value))

    monkeypatch.setattr(cluster_workers, "cluster", cluster)
    ran = run("verify", SOME[1], "--all", "--workers", "tcp://10.0.0.1:8786")
    assert ran.status == 64 and said in ran.err.splitlines()[-1]
    assert "the verification of " in ran.err.splitlines()[-1] and not ran.out


def test_an_address_at_which_nobody_answers(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("dptheory.cluster.PATIENCE", 1)
    ran = run("verify", SOME[1], "--all", "--workers", "tcp://127.0.0.1:9")
    assert ran.status == 64 and "the address of a Dask scheduler" in ran.err.splitlines()[-1]


def test_what_a_client_logs_of_a_lost_scheduler_does_not_precede_the_sentence(scheduler: str) -> None:
    """Fifty lines of asyncio's and of distributed's tracebacks did."""
    import logging

    with cluster(scheduler):
        told = [
            logging.getLogger(name) for name in ("distributed.client", "distributed", "tornado", "asyncio")
        ]
        assert not any(logger.isEnabledFor(logging.ERROR) for logger in told)
