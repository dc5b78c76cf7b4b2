"""Executors that fail: a worker or a scheduler that goes away is named, and no exception exits like a verdict."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from dptheory.cli import main
from dptheory.errors import BadInput
from dptheory.lab.audit.privacy import streams
from dptheory.lab.audit.privacy.auditor import Plan, audit
from dptheory.lab.audit.privacy.neighbours import Neighbours
from dptheory.lab.audit.privacy.streams import Runner
from dptheory.lab.mechanisms.claims import PrivacyClaim

PAIR = Neighbours(np.array([0.0]), np.array([1.0]))


class KilledWorker(Exception):
    """As Dask's: it names the last worker that died."""

    last_worker = SimpleNamespace(address="tcp://10.0.0.7:4000")


class Failing(Executor):
    """Every call ends as `how` says: the future is cancelled, or has an exception; or nothing can be sent."""

    def __init__(self, how: Exception | None, on_submit: bool = False) -> None:
        self.how, self.on_submit = how, on_submit

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        if self.on_submit and self.how is not None:
            raise self.how
        future: Future[Any] = Future()
        if self.how is None:
            future.cancel()
            future.set_running_or_notify_cancel()
        else:
            future.set_exception(self.how)
        return future


def laplace(data: Any, size: int, rng: np.random.Generator) -> Any:
    return data[0] + rng.laplace(0, 1, size)


SCHEDULER = "scheduler at tcp://10.0.0.1:8786"


@pytest.mark.parametrize(
    ("executor", "said"),
    [
        (
            Failing(KilledWorker("x")),
            "the workers died, the last of them tcp://10.0.0.7:4000; needed: workers",
        ),
        (Failing(None), "during which the scheduler at tcp://10.0.0.1:8786 went away (CancelledError)"),
        (Failing(CancelledError(), on_submit=True), "the scheduler at tcp://10.0.0.1:8786 went away"),
        (Failing(ConnectionResetError("gone")), "went away (ConnectionResetError: gone)"),
        (Failing(ModuleNotFoundError("No module named 'mine'")), "workers that can import the mechanism"),
        (Failing(BrokenProcessPool("a child ended")), "ended its process, or was in one that was ended"),
    ],
)
def test_what_was_lost_is_named_and_the_time_is_not_blamed(executor: Failing, said: str) -> None:
    with pytest.raises(BadInput) as caught:
        runner = Runner(executor, 2, scheduler=SCHEDULER)
        audit(laplace, PrivacyClaim(1.0), pairs=[PAIR], plan=Plan(samples=5_000), runner=runner)
    message = str(caught.value)
    assert said in message and "laplace(first data set, 16, " in message
    assert "did not return within" not in message and "--timeout" not in message and "\n" not in message


@pytest.mark.parametrize("how", [KilledWorker("x"), None], ids=["worker", "scheduler"])
def test_a_lost_worker_or_scheduler_does_not_exit_like_a_violation(
    how: Exception | None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    @contextmanager
    def cluster(address: str) -> Iterator[Runner]:
        yield Runner(Failing(how), 2, scheduler=f"scheduler at {address}")

    monkeypatch.setattr(streams, "on_cluster", cluster)
    assert main(["audit", "laplace", "--noise", "1/2", "--workers", "tcp://10.0.0.1:8786"]) == 64
    assert capsys.readouterr().err.count("\n") == 1


def test_an_exception_that_nothing_expected_does_not_exit_like_a_violation(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(*given: Any, **options: Any) -> None:
        raise ZeroDivisionError("unexpected")

    monkeypatch.setattr("dptheory.lab.audit.privacy.auditor.audit", fails)
    assert main(["audit", "laplace"]) == 70
    assert "ZeroDivisionError: unexpected" in capsys.readouterr().err


def test_workers_of_a_cluster_that_die() -> None:
    """One death is enough, and no worker is started again: a cluster that closes meanwhile fails in Dask."""
    distributed, dask = pytest.importorskip("distributed"), pytest.importorskip("dask")

    def dies(data: Any, size: int, rng: np.random.Generator) -> None:
        os._exit(3)

    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 0}),
        distributed.LocalCluster(
            n_workers=1, threads_per_worker=1, processes=True, protocol="tcp", dashboard_address=None
        ) as made,
        streams.on_cluster(made.scheduler_address) as runner,
        pytest.raises(BadInput, match="the workers died, the last of them tcp://"),
    ):
        for nanny in made.workers.values():
            nanny.auto_restart = False
        audit(dies, PrivacyClaim(1.0), pairs=[PAIR], runner=runner)
