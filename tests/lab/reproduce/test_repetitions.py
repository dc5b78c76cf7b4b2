"""Repetitions, their summary, and who runs them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from dptheory.errors import BadInput
from dptheory.lab.mechanisms.stream import ordered
from dptheory.lab.reproduce.wu2015 import warfarin
from dptheory.lab.reproduce.wu2015.choices import Choices
from dptheory.lab.reproduce.wu2015.run import repeat, workers
from dptheory.lab.reproduce.wu2015.trial import Plan, run_trial


def test_results_do_not_depend_on_the_workers(file: Path) -> None:
    study = warfarin.study(file, Choices())
    plan = Plan(Choices(), ("functional", "oracle"), (0.2, 1.0), seed=5)
    alone = repeat(study, plan, 6)
    with ThreadPoolExecutor(3) as executor:
        threads = repeat(study, plan, 6, executor, 3)
    context, width = workers("2")
    with context as processes:
        apart = repeat(study, plan, 6, processes, width)
    for other in (threads, apart):
        assert (alone.mean == other.mean).all()
        assert (alone.half == other.half).all()
    assert not (repeat(study, Plan(Choices(), plan.mechanisms, plan.epsilons, 6), 6).mean == alone.mean).any()


def test_a_mechanism_does_not_move_the_others(file: Path) -> None:
    study = warfarin.study(file, Choices())
    one = run_trial(study, Plan(Choices(), ("oracle",), (1.0,)), 3)
    many = run_trial(study, Plan(Choices(), ("tuned-r1", "oracle"), (0.2, 1.0)), 3)
    assert (one[0, 0] == many[1, 1]).all()


def test_the_summary_is_that_of_all_results(file: Path) -> None:
    study = warfarin.study(file, Choices())
    plan = Plan(Choices(), ("functional", "w = 0"), (0.5,))
    results = np.stack([run_trial(study, plan, k) for k in range(7)])
    summary = repeat(study, plan, 7)
    assert np.allclose(summary.mean, results.mean(axis=0))
    assert np.allclose(summary.half, 2.4469 * results.std(axis=0, ddof=1) / np.sqrt(7), rtol=1e-4)
    assert np.allclose(summary.geometric, np.exp(np.log(results[..., 0]).mean(axis=0)))


def test_few_results_wait() -> None:
    started: list[int] = []

    def work(k: int) -> np.ndarray:
        started.append(k)
        return np.array([k])

    with ThreadPoolExecutor(2) as executor:
        results = ordered(executor, work, ((k,) for k in range(1000)), 6)
        assert next(results)[0] == 0
        assert len(started) <= 7
        results.close()  # type: ignore[attr-defined]
    assert [int(r[0]) for r in ordered(None, work, [(0,), (1,), (2,)], 1)] == [0, 1, 2]


def test_a_dask_address_needs_dask() -> None:
    context, _ = workers("tcp://127.0.0.1:1")
    with pytest.raises(BadInput, match="distributed|Dask"), context:
        pass


def test_a_cluster_finds_the_same(file: Path) -> None:
    distributed = pytest.importorskip("distributed")
    study = warfarin.study(file, Choices())
    plan = Plan(Choices(), ("functional", "oracle"), (0.2,), seed=5)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, protocol="tcp", dashboard_address=None
    ) as cluster:
        context, width = workers(cluster.scheduler_address)
        with context as executor:
            found = repeat(study, plan, 4, executor, width)
    assert (found.mean == repeat(study, plan, 4).mean).all()
