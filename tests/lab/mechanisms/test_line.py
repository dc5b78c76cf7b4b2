"""Closed forms that samplers use: minimisers on the line, one uniform number a choice, constant gradients."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from scipy.stats import ks_2samp

from dptheory.lab.audit.binomial import lower_limit, upper_limit
from dptheory.lab.domain import Data
from dptheory.lab.mechanisms import line
from dptheory.lab.mechanisms.descent import NoisyDescent
from dptheory.lab.mechanisms.erm import Problem, minimise_many
from dptheory.lab.mechanisms.kinked import Hinge
from dptheory.lab.mechanisms.losses import Huber, HuberHinge, Linear, Logistic, Loss, Squared
from dptheory.lab.mechanisms.tuning import mean_loss, select

Made = Callable[..., Data]
BENT = [Squared(), Huber(0.3), HuberHinge(0.4), Linear(0.7)]


@pytest.mark.parametrize("radius", [math.inf, 0.6])
@pytest.mark.parametrize("loss", BENT, ids=lambda q: q.name)
def test_minimisers_on_the_line_are_those_of_the_solver(loss: Loss, radius: float) -> None:
    rng = np.random.default_rng(0)
    x, y = rng.uniform(-1, 1, (6, 1)), rng.uniform(-1, 1, 6)
    x[0], y[1] = 0.0, 0.0
    tilt = np.concatenate([rng.laplace(0, 5, 200), [0.0, 1e6, -1e6]])
    exact = line.minimisers(loss, x[:, 0], y, 6 * 0.5, tilt, radius)
    found = minimise_many(Problem(loss, x, y, 0.5, radius), np.full((1, 6), 1 / 6), tilt=tilt[:, None] / 6)
    assert exact is not None
    assert np.allclose(exact, found.w[:, 0], rtol=1e-9, atol=1e-9)
    moved = line.minimisers(loss, x[:, 0], y, 6 * 0.51, tilt, radius)
    assert moved is not None
    assert not np.allclose(moved, found.w[:, 0], rtol=1e-3, atol=1e-3)


def test_there_is_no_closed_form_for_curved_or_kinked_losses() -> None:
    x, y = np.ones(2), np.ones(2)
    for loss in (Logistic(), Hinge()):
        assert line.minimisers(loss, x, y, 1.0, np.zeros(3), math.inf) is None
    none = line.minimisers(Squared(), x, y, 1.0, np.zeros(0), math.inf)
    assert none is not None
    assert none.shape == (0,)


@pytest.mark.parametrize("count", [1, 2, 3, 7])
def test_choices_have_their_probabilities(count: int) -> None:
    rng, size = np.random.default_rng(1), 40_000
    weights = rng.normal(0, 1, count)
    picked = select([np.full(size, w) for w in weights], rng)
    p = np.exp(weights) / np.exp(weights).sum()
    for k in range(count):
        hits = int(np.sum(picked == k))
        assert lower_limit(hits, size, 1e-4) <= p[k] <= upper_limit(hits, size, 1e-4)
        assert count == 1 or not lower_limit(hits, size, 1e-4) < 0.8 * p[k] < upper_limit(hits, size, 1e-4)


@pytest.mark.parametrize("count", [2, 3])
def test_choices_survive_extreme_weights(count: int) -> None:
    weights = [np.full(5, 1e308), *[np.full(5, -1e308)] * (count - 1)]
    with np.errstate(over="ignore"):
        assert not select(weights, np.random.default_rng(0)).any()
        assert (select(weights[::-1], np.random.default_rng(0)) == count - 1).all()


@pytest.mark.parametrize(("n", "d"), [(5, 1), (6, 3), (2, 4)])
def test_mean_loss_is_the_mean_of_the_losses(n: int, d: int, data: Made) -> None:
    s, w = data(n, d, 3), np.random.default_rng(2).normal(0, 3, (50, d))
    direct = np.mean((w @ s.x.T - s.y) ** 2, axis=1)
    assert np.allclose(mean_loss(w, s), direct, rtol=1e-12, atol=1e-12)
    assert not np.allclose(mean_loss(1.01 * w, s), direct, rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("scheme", ["disjoint", "subsample"])
def test_constant_gradients_give_the_law_of_the_general_way(
    scheme: str, data: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    m = NoisyDescent(loss=Linear(0.8), eps=2.0, n=6, batch=2, steps=3, clip=0.5, scheme=scheme)  # type: ignore[arg-type]
    s = data(6, 1, 5)
    fast = m.sample(s, 20_000, np.random.default_rng(0))
    monkeypatch.setattr(NoisyDescent, "constant", False)
    slow = m.sample(s, 20_000, np.random.default_rng(1))
    for t in range(3):
        assert ks_2samp(fast[:, t], slow[:, t]).pvalue > 1e-3
        assert ks_2samp(fast[:, t] + 0.1, slow[:, t]).pvalue < 1e-6
