"""Climbs to neighbours on which a minimiser moves farthest: near the worst, within the box, without outputs."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from dptheory.lab.audit.privacy.auditor import Plan, audit
from dptheory.lab.audit.privacy.farthest import EFFORT, Climb, minimisers
from dptheory.lab.audit.privacy.neighbours import Neighbours, check_neighbours
from dptheory.lab.audit.privacy.pool import Pool
from dptheory.lab.audit.privacy.streams import Runner
from dptheory.lab.audit.privacy.subjects import Plain
from dptheory.lab.audit.privacy.varying import domain_of
from dptheory.lab.domain import Data
from dptheory.lab.mechanisms.claims import PrivacyClaim
from dptheory.lab.mechanisms.losses import Logistic
from dptheory.lab.mechanisms.output import LectureAlgorithm1


class Ridge:
    """The slope of a regression on a line; its noise is not the same on any two data sets, whatever the seed."""

    __name__ = "Ridge"

    def minimiser(self, data: Any) -> Any:
        x, y = np.clip(np.asarray(data, float), -1, 1).T
        return x @ y / (x @ x + 0.5)

    def sample(self, data: Any, size: int, rng: np.random.Generator) -> Any:
        w = self.minimiser(data)
        rng.random(int(1e6 * abs(w)) % 97)
        return w + rng.laplace(0, 0.8, size)


def pool(mechanism: Any, data: Any) -> Pool | None:
    return minimisers(Pool(Runner(), Plain(mechanism, "m"), 0, 60.0, 1, 1), data)


def farthest(mechanism: Any, data: np.ndarray, seed: int = 0) -> tuple[float, Neighbours]:
    found = pool(mechanism, data)
    assert found is not None
    climb = Climb(
        found, domain_of(data), np.random.default_rng(seed), lambda p: bool((p.first != p.second).any())
    )
    other = data.copy()
    other[2] = data[0]
    (best,) = climb.best([Neighbours(data, other)])
    assert len(found.calls) < 1.1 * EFFORT
    return climb.distance(best), best


DATA = np.array([[1.0, 1.0], [-1.0, -1.0], [0.1, 0.2], [-0.3, 0.1]])


@pytest.mark.parametrize("seed", range(3))
def test_a_climb_comes_near_the_worst_pair_of_all(seed: int) -> None:
    ridge, ends = Ridge(), [-1.0, 0.0, 1.0]
    grid = [np.array(r).reshape(-1, 2) for r in product(ends, repeat=8)]
    moves = np.array([ridge.minimiser(rows) for rows in grid]).reshape(3**6, 9)  # the last record varies
    worst = float((moves.max(axis=1) - moves.min(axis=1)).max())
    reached, pair = farthest(ridge, DATA, seed)
    assert reached > 0.97 * worst
    check_neighbours(pair, "replace-one")
    assert np.abs(np.concatenate([pair.first, pair.second])).max() <= 1


def test_a_search_with_a_minimiser_finds_what_outputs_alone_do_not_show() -> None:
    ridge, plan = Ridge(), Plan(3_000, 0.95)
    with_it = audit(ridge, PrivacyClaim(1.0), data=DATA, plan=plan)
    without = audit(ridge.sample, PrivacyClaim(1.0), data=DATA, plan=plan)
    moved = [
        abs(ridge.minimiser(found.first) - ridge.minimiser(found.second)) for found in (with_it, without)
    ]
    assert moved[0] > max(1.2, 1.05 * moved[1])
    assert with_it.verdict == "violated" and with_it.spent <= 3_000 // 2


def test_the_librarys_mechanisms_give_their_minimisers() -> None:
    data = Data(np.array([[0.6], [-1.0], [0.2], [1.0]]), np.array([1.0, -1.0, -1.0, 1.0]))
    right = LectureAlgorithm1(loss=Logistic(), lam=0.2, eps=1.0, n=4, tight=True)
    found = pool(right, data)
    assert found is not None and found.width == 1
    plan = Plan(4_000, 0.95)
    assert audit(right, PrivacyClaim(1.0), data=data, plan=plan).verdict != "violated"
    scarce = right.with_noise_scaled(0.3)
    assert audit(scarce, PrivacyClaim(1.0), data=data, plan=plan).verdict == "violated"


def test_what_gives_no_minimiser_is_searched_as_ever() -> None:
    class Broken(Ridge):
        def minimiser(self, data: Any) -> Any:
            raise ValueError("no minimiser")

        def sample(self, data: Any, size: int, rng: np.random.Generator) -> Any:
            return np.sum(data) + rng.laplace(0, 0.5, size)

    assert pool(Broken(), DATA) is None
    assert pool(Broken().sample, DATA) is None
    assert audit(Broken(), PrivacyClaim(1.0), data=DATA, plan=Plan(3_000, 0.95)).verdict == "violated"


def test_a_minimiser_that_is_not_finite_is_no_end_of_a_climb() -> None:
    class Far(Ridge):
        def minimiser(self, data: Any) -> Any:
            return np.inf if np.max(data) == 1 else float(np.sum(data))

    found = pool(Far(), DATA)
    assert found is not None
    climb = Climb(found, domain_of(DATA), np.random.default_rng(0), lambda p: True)
    assert climb.best([Neighbours(DATA, DATA[::-1].copy())]) == []
