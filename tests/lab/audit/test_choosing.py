"""Events: the threshold is carried to the refitted score by rank, so that none is empty."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dptheory.extras import one_thread
from dptheory.lab.audit.privacy import choosing
from dptheory.lab.audit.privacy.auditor import Plan, audit
from dptheory.lab.audit.privacy.choosing import _carried, choose
from dptheory.lab.audit.privacy.fitting import Training, fit_quadratic, frame
from dptheory.lab.audit.privacy.levels import Goal
from dptheory.lab.audit.privacy.neighbours import Neighbours
from dptheory.lab.audit.privacy.report import lines
from dptheory.lab.audit.privacy.scores import Coordinate, Event, Histogram
from dptheory.lab.mechanisms.claims import PrivacyClaim

PAIR = (Neighbours([0.0], [1.0]),)


def lap_half(data: Any, size: int, rng: np.random.Generator) -> Any:
    return np.sum(data) + rng.laplace(0, 0.5, size)


def broken_sparse_vector(data: Any, size: int, rng: np.random.Generator) -> Any:
    """Every query is compared with the same noisy threshold, with noise as if only one answer were given."""
    queries = np.repeat([np.sum(data), 1 - np.sum(data)], 5)
    noisy = queries + rng.laplace(0, 2, (size, 10))
    return (noisy >= 0.5 + rng.laplace(0, 2, (size, 1))).astype(float)


@pytest.mark.parametrize("seed", range(3))
def test_halved_noise_is_not_inconclusive_with_counts_0_of_0(seed: int) -> None:
    found = audit(
        lap_half, PrivacyClaim(1.0), pairs=PAIR, plan=Plan(1_000_000, 0.95, seed, look_at_density=False)
    )
    assert found.verdict == "violated" and found.eps_lower > 1.8
    assert found.counts.k > 0


def test_a_broken_sparse_vector_is_not_inconclusive_with_counts_0_of_0() -> None:
    found = audit(broken_sparse_vector, PrivacyClaim(1.0), pairs=PAIR, plan=Plan(500_000, 0.95))
    assert found.verdict == "violated" and found.counts.k > 0


def laws(rng: np.random.Generator, kind: str, size: int) -> tuple[np.ndarray, np.ndarray]:
    if kind == "laplace":
        return rng.laplace(0, 0.5, (size, 1)), rng.laplace(1, 0.5, (size, 1))
    if kind == "plane":
        return rng.normal(0, 1, (size, 2)), rng.normal(1, 1, (size, 2))
    if kind == "heavy":
        return rng.standard_cauchy((size, 1)), 1 + rng.standard_cauchy((size, 1))
    return rng.integers(0, 9, (size, 1)) + 0.0, rng.binomial(9, 0.4, (size, 1)) + 0.0


@pytest.mark.parametrize("kind", ["laplace", "plane", "heavy", "integers"])
def test_an_event_that_was_chosen_takes_outputs_that_it_was_not_chosen_on(kind: str) -> None:
    for seed in range(4):
        rng = np.random.default_rng(seed)
        with one_thread():
            event = choose(*laws(rng, kind, 2_000), Goal(30_000), seed).event
        inside = sum(int(event.contains(side).sum()) for side in laws(rng, kind, 30_000))
        assert inside > 0


@pytest.mark.parametrize("swapped", [False, True])
def test_a_threshold_beyond_the_refitted_score_is_carried_by_rank(swapped: bool) -> None:
    crossed = np.arange(100.0)
    least = 4.5 if swapped else 94.5
    refitted = crossed / 10
    carried = _carried(Event(Coordinate(), least, swapped), crossed, Coordinate(), refitted)
    assert carried.swapped is swapped
    assert int(carried.contains(refitted[:, None]).sum()) == 5


def test_a_rank_inside_a_tie_goes_to_the_nearer_end() -> None:
    refitted = np.repeat([0.0, 1.0, 2.0], [1_000, 500, 20])
    carried = _carried(Event(Coordinate(), 5.0), np.repeat([0.0, 9.0], [1_495, 25]), Coordinate(), refitted)
    assert int(carried.contains(refitted[:, None]).sum()) == 20


def test_a_subject_is_set_off_from_every_verdict() -> None:
    found = audit(lap_half, PrivacyClaim(30.0), pairs=PAIR, plan=Plan(samples=2_000))
    assert lines(found)[0] == "inconclusive lap_half"


def test_a_score_that_is_another_one_on_all_outputs_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(1)
    first, second = rng.laplace(1, 1, (13_000, 1)), rng.laplace(0, 1, (13_000, 1))
    fickle = ("fickle", lambda a, b: Coordinate(1.0 if len(a) <= 6_000 else 0.0))
    coarse = ("coarse", lambda a, b: Histogram(np.array([0.5]), np.array([-0.5, 0.5])))
    monkeypatch.setattr(choosing, "_candidates", lambda *given: [fickle, coarse])
    found = choose(first, second, Goal(100_000))
    assert found.event.score.name == "histogram" and found.promise > 0.4


def test_coordinates_that_depend_on_each_other_do_not_hide_the_others() -> None:
    # their medians, 2 or 3, 2 or 3 and 5, do not: a million spreads from zero in a direction without variance
    rng = np.random.default_rng(0)
    counts = [rng.binomial(n, 0.5, (3_001, 2)) + 0.0 for n in (4, 6)]
    training = Training(*(np.column_stack([side, side.sum(axis=1)]) for side in counts))
    assert np.abs(frame(training)(training.pooled)).max() < 10
    score = fit_quadratic(training)
    assert score(training.first).mean() - score(training.second).mean() > 0.05


def test_a_direction_in_which_only_the_sides_differ_is_kept() -> None:
    rng = np.random.default_rng(0)
    noise = [rng.laplace(0, 1, (1_000, 1)) for _ in range(2)]
    training = Training(*(np.column_stack([side, np.full(1_000, k)]) for k, side in enumerate(noise)))
    score = fit_quadratic(training)
    assert score(training.first).min() > score(training.second).max()


def test_a_fit_that_comes_to_nothing_on_all_outputs_is_not_taken() -> None:
    # the event was everything: every output was counted, and nothing seen
    rng = np.random.default_rng(0)
    first, second = rng.laplace(0, 1, (2_000, 1)), rng.laplace(2, 1, (2_000, 1))

    def halves(a: np.ndarray, b: np.ndarray) -> Any:
        return Coordinate(-1.0 if len(a) < 2_000 else 0.0)

    tried = [(2.0, "halves", halves), (1.0, "plain", lambda a, b: Coordinate(-1.0))]
    found = choosing._settled(tried[0], tried, first, second, Goal(20_000), {})
    assert found.promise > 1 and 0 < found.event.contains(second).sum() < 1_000
