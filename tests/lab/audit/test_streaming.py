"""Streams: constant memory, the same outputs whoever draws them, and audits on a Dask cluster."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dptheory.cli import main
from dptheory.lab.audit.privacy.streams import processes
from dptheory.lab.domain import DomainError
from dptheory.lab.mechanisms import registry
from dptheory.lab.mechanisms.additive import Laplace
from dptheory.lab.mechanisms.stream import stream

PAIR = np.array([[1.0]])


def whole(name: str, **how: Any) -> np.ndarray:
    mechanism = registry.get(name)
    pair = mechanism.worst_pair()
    assert pair is not None
    return np.concatenate(list(mechanism.sample_stream(pair.first, 2500, 7, rows=1000, **how)))


@pytest.mark.parametrize("name", ["laplace", "wu2015.algorithm2", "chaudhuri2020.section2.2"])
def test_a_stream_is_the_same_whoever_draws_it(name: str) -> None:
    alone = whole(name)
    assert len(alone) == 2500
    with ThreadPoolExecutor(3) as threads:
        assert (whole(name, executor=threads) == alone).all()
    with processes(2) as runner:
        assert (whole(name, executor=runner.executor) == alone).all()
    first = np.concatenate(list(registry.get(name).sample_stream(_first(name), 1000, 7, rows=1000)))
    assert (first == alone[:1000]).all()
    other = np.concatenate(list(registry.get(name).sample_stream(_first(name), 1000, 8, rows=1000)))
    assert not (other == alone[:1000]).any()


def _first(name: str) -> Any:
    pair = registry.get(name).worst_pair()
    assert pair is not None
    return pair.first


def test_memory_does_not_grow_with_the_length() -> None:
    def peak(size: int) -> int:
        tracemalloc.start()
        total = sum(float(part.sum()) for part in Laplace(eps=1.0).sample_stream(PAIR, size, 0, rows=10_000))
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert abs(total / size - 1) < 0.1
        return found

    short, long = peak(20_000), peak(1_000_000)
    assert long < 1.2 * short < 8 * 1_000_000 / 4


def test_few_batches_wait() -> None:
    drawn: list[int] = []

    def sample(data: Any, size: int, rng: np.random.Generator) -> np.ndarray:
        drawn.append(size)
        return rng.random((size, 1))

    with ThreadPoolExecutor(2) as executor:
        parts: Iterator[np.ndarray] = stream(sample, None, 10_000, 0, rows=10, executor=executor, ahead=4)
        next(parts)
        assert len(drawn) <= 4
        parts.close()  # type: ignore[attr-defined]
    assert list(stream(sample, None, 0, 0)) == []


@pytest.mark.parametrize("bad", [{"size": -1}, {"seed": -1}, {"rows": 0}])
def test_bad_streams(bad: dict[str, int]) -> None:
    how = {"size": 10, "seed": 0, "rows": 5, **bad}
    with pytest.raises(DomainError, match=next(iter(bad))):
        list(Laplace(eps=1.0).sample_stream(PAIR, how["size"], how["seed"], rows=how["rows"]))


@pytest.fixture
def scheduler() -> Iterator[str]:
    """The address of a Dask scheduler with two workers, in threads of this process."""
    distributed = pytest.importorskip("distributed")
    made = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, protocol="tcp", dashboard_address=None
    )
    with made as cluster:
        yield cluster.scheduler_address


def test_an_audit_on_a_cluster_finds_the_same(
    scheduler: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert scheduler.startswith("tcp://")
    found = []
    for k, workers in enumerate(("1", "2", scheduler)):
        out = tmp_path / f"{k}.json"
        arguments = ["laplace", "--noise", "0.7", "--samples", "200000", "--black-box", "--out", str(out)]
        assert main(["audit", *arguments, "--workers", workers]) == 1
        found.append(json.loads(out.read_text()))
    capsys.readouterr()
    assert found[0] == found[1] == found[2]
    assert found[0]["verdict"] == "violated"
