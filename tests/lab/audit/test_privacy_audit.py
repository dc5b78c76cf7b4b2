"""Verdicts of audits: right noise and half of it, atoms, NaN, wide outputs; seeds and workers."""

from __future__ import annotations

import faulthandler
import importlib.util
import math
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
import pytest
from scipy.stats import binom

from dptheory.lab.audit.privacy import streams
from dptheory.lab.audit.privacy.auditor import Plan, audit
from dptheory.lab.audit.privacy.choosing import choose
from dptheory.lab.audit.privacy.levels import Goal
from dptheory.lab.audit.privacy.neighbours import Neighbours
from dptheory.lab.audit.privacy.outcomes import find_atoms
from dptheory.lab.audit.privacy.plan import training_rows
from dptheory.lab.audit.privacy.report import AuditResult, lines
from dptheory.lab.audit.privacy.streams import Runner, Source, batch_rows, collect, count
from dptheory.lab.audit.privacy.subjects import Plain
from dptheory.lab.mechanisms.claims import PrivacyClaim

PAIR = (Neighbours([0.0], [1.0]),)


def functions() -> Any:
    """The module beside this one; tests are imported without a package."""
    path = Path(__file__).with_name("mechanisms_to_audit.py")
    spec = importlib.util.spec_from_file_location("mechanisms_to_audit", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


F = functions()
sys.modules["mechanisms_to_audit"] = F  # so that other processes find its functions by name


def run(name: str, eps: float = 1.0, delta: float = 0.0, n: int = 20_000, **options: Any) -> AuditResult:
    plan = Plan(samples=n, **options)
    return audit(getattr(F, name), PrivacyClaim(eps, delta), pairs=PAIR, plan=plan)


def test_the_right_noise_is_consistent_and_half_of_it_is_not() -> None:
    rights, half = [run("right", seed=seed) for seed in range(5)], run("half")
    assert {(right.verdict, right.status) for right in rights} == {("consistent", 0)}
    # one run may choose a level with few outputs beyond it
    assert median(right.eps_lower for right in rights) > 0.8 and all(
        right.eps_lower <= 1.0 for right in rights
    )
    assert all(right.delta_lower == 0.0 for right in rights)
    assert (half.verdict, half.status) == ("violated", 1)
    assert 1.8 < half.eps_lower <= 2.0
    assert 0.2 < half.delta_lower < 0.5 * (1 - math.exp(-1)) + 0.01


def test_what_is_reported_can_be_checked_by_hand() -> None:
    found = run("half")
    counts = found.counts
    assert counts.n == counts.m == found.samples - found.spent
    assert found.spent == training_rows(20_000, 1, False) + 33
    record = found.to_dict()
    event = record["event_data"]
    assert event["score"]["kind"] == "Coordinate"  # type: ignore[index]
    # the event, read from the record, evaluated on other outputs, has the probability that was counted
    rng = np.random.default_rng(99)
    x = F.half(np.array([0.0 if found.likelier == "first" else 1.0]), 200_000, rng)
    x = x * event["score"]["sign"]  # type: ignore[index]
    inside = x <= event["threshold"] if event["relation"] == "<=" else x >= event["threshold"]  # type: ignore[index]
    assert inside.mean() == pytest.approx(counts.k / counts.n, abs=0.02)
    assert record["first"] == [0.0] and record["seed"] == 0 and record["confidence"] == 0.999


def test_several_numbers_an_output() -> None:
    found = run("vector", n=30_000)
    assert found.verdict == "violated" and found.eps_lower > 1.2
    assert run("vector", eps=2.0, n=20_000).verdict == "consistent"


def test_fifty_numbers_an_output() -> None:
    found = run("wide", eps=3.0, delta=0.01, n=8_000)
    assert found.verdict == "violated"


def test_outcomes_that_repeat_are_counted() -> None:
    found = run("response")
    assert found.verdict == "violated" and 1.2 < found.eps_lower < math.log(4)
    assert run("fair_response").verdict == "consistent"


def test_nan_and_infinity_are_outcomes() -> None:
    found = run("nans")
    assert found.verdict == "violated" and 1.1 < found.eps_lower < math.log(4)
    assert run("same_nans").verdict == "consistent"


def test_a_mechanism_may_be_constant_on_one_data_set() -> None:
    found = run("one_sided")
    assert found.verdict == "violated" and found.eps_lower > 4


def test_an_event_may_be_the_middle() -> None:
    found = run("inner", eps=1.0, n=10_000)
    assert found.verdict == "violated"


def test_a_delta_can_make_a_claim_true() -> None:
    assert run("half", eps=1.0, delta=0.4).verdict == "consistent"
    assert run("half", eps=1.0, delta=0.2).verdict == "violated"
    assert run("half", eps=0.0, delta=0.2).verdict == "violated"


def test_too_few_samples_decide_nothing() -> None:
    found = run("right", eps=4.0, n=600)
    assert (found.verdict, found.status) == ("inconclusive", 2)
    assert "more --samples" in found.reason
    assert run("half", eps=30.0, n=2_000).verdict == "inconclusive"


def test_a_search_finds_the_pair() -> None:
    found = audit(F.half, PrivacyClaim(1.0), plan=Plan(samples=20_000))
    assert found.verdict == "violated" and found.pairs_tried > 3
    data = np.array([0.2, 0.9, 0.4, 0.7])
    found = audit(F.half, PrivacyClaim(0.5), data=data, plan=Plan(samples=20_000))
    assert found.verdict == "violated"
    assert sum(a != b for a, b in zip(found.first, found.second, strict=True)) == 1  # type: ignore[call-overload]
    added = audit(F.half, PrivacyClaim(1.0, 0.0, "add-remove"), plan=Plan(samples=20_000))
    assert added.verdict == "violated"


def test_the_same_seed_gives_the_same_audit_and_another_one_does_not() -> None:
    first, again, other = (run("vector", n=6_000, seed=s) for s in (4, 4, 5))
    assert first.to_dict() == again.to_dict()
    assert first.counts != other.counts


def test_workers_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "ROWS", 1_500)  # so that there are many batches
    alone = run("half", n=12_000)
    for workers in (1, 3):
        with streams.processes(workers) as runner:
            plan = Plan(samples=12_000)
            found = audit(F.half, PrivacyClaim(1.0), pairs=PAIR, plan=plan, runner=runner)
        assert found.to_dict() == alone.to_dict()


def test_a_watchdog_of_the_caller_does_not_block_the_workers() -> None:
    faulthandler.dump_traceback_later(3600.0)
    with streams.processes(1) as runner:
        plan = Plan(samples=6_000, timeout=0.5)
        found = audit(F.half, PrivacyClaim(1.0), pairs=PAIR, plan=plan, runner=runner)
    assert found.to_dict() == run("half", n=6_000).to_dict()


def test_streams_count_what_they_would_collect(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "ROWS", 700)
    source = Source(Plain(F.half, "half"), np.array([0.0]), "first", 3, (3, 0, 0), 10.0, 1)
    outputs = collect(Runner(), source, 5_000)
    assert outputs.shape == (5_000, 1) and len(np.unique(outputs)) == 5_000
    event = choose(outputs[:2_000], outputs[2_000:] + 1, Goal(1_000)).event
    assert count(Runner(), source, 5_000, (event,)) == [int(event.contains(outputs).sum())]
    assert batch_rows(50) * 50 <= 8 * 700


@dataclass(frozen=True)
class Known:
    """Laplace noise with its density; `wrong` makes the density lie."""

    scale: float
    wrong: bool = False
    has_density: bool = True

    def sample(self, data: Any, size: int, rng: np.random.Generator) -> Any:
        return (data[0] + rng.laplace(0, self.scale, size))[:, None]

    def log_density(self, data: Any, outputs: Any) -> Any:
        return -np.abs(outputs[:, 0] - data[0]) / self.scale * (-1 if self.wrong else 1)


def test_a_known_density_is_used_unless_that_is_declined() -> None:
    white = audit(Known(0.5), PrivacyClaim(1.0), pairs=PAIR, plan=Plan(samples=10_000))
    black = audit(Known(0.5), PrivacyClaim(1.0), pairs=PAIR, plan=Plan(samples=10_000, look_at_density=False))
    assert (white.method, black.method) == ("white box", "black box")
    assert white.verdict == black.verdict == "violated" and white.spent < black.spent


def test_a_density_that_lies_convicts_nobody() -> None:
    lied = audit(Known(1.0, wrong=True), PrivacyClaim(1.0), pairs=PAIR, plan=Plan(samples=10_000))
    assert lied.verdict == "consistent"


def test_the_least_repeated_rows_are_atoms() -> None:
    rng = np.random.default_rng(0)
    mixed = np.where(rng.random(1_000) < 0.5, 2.0, rng.normal(size=1_000))[:, None]
    atoms = find_atoms(mixed, mixed)
    assert len(atoms.names) == 1 and atoms.first[0] == (mixed == 2.0).sum()


@pytest.mark.parametrize("name", ["right", "fair_response"])
def test_false_alarms_are_as_rare_as_stated(name: str) -> None:
    eps = 1.0 if name == "right" else math.log(7 / 3)
    runs = 25  # benchmarks/audit has a thousand of each
    false = sum(
        run(name, eps=eps, n=1_500, confidence=0.95, seed=s).verdict == "violated" for s in range(runs)
    )
    assert binom.sf(false - 1, runs, 0.05) > 0.01


def test_the_report_is_rounded_downwards() -> None:
    found = replace(run("half"), eps_lower=1.29999, delta_lower=0.0)
    text = "\n".join(lines(found))
    assert "eps ≥       1.299 " in text and "delta ≥" not in text
    assert text.startswith("violated    half")


@pytest.mark.parametrize(
    ("second", "said"),
    [
        (np.r_[np.zeros(29), 1.0, np.zeros(30)], "record 29: 0.0 in the first, 1.0 in the second"),
        (np.r_[np.zeros(29), 1.0, np.zeros(31)], "record 29: none in the first, 1.0 in the second"),
    ],
)
def test_data_sets_too_long_to_show_show_in_what_they_differ(second: np.ndarray, said: str) -> None:
    # two lines were printed that were the same
    adjacency = "replace-one" if len(second) == 60 else "add-remove"
    pair = Neighbours(np.zeros(60), second)
    target = PrivacyClaim(1.0, 0.0, adjacency)
    found = audit(
        lambda data, size, rng: np.sum(data) + rng.laplace(0, 0.5, size), target, pairs=[pair], plan=Plan(500)
    )
    assert f"differ      {said}" in found.lines()
    short = audit(
        lambda data, size, rng: data[0] + rng.laplace(0, 0.5, size), PrivacyClaim(1.0), plan=Plan(500)
    )
    assert not any(line.startswith("differ") for line in short.lines())
