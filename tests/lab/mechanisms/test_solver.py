"""The solver: closed forms, an independent solver, and certificates that never understate."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize

from dptheory.lab.domain import Data, DomainError
from dptheory.lab.mechanisms.ball import minimise_quadratics, project
from dptheory.lab.mechanisms.erm import Problem, minimise, minimise_many
from dptheory.lab.mechanisms.gap import certify
from dptheory.lab.mechanisms.kinked import Absolute, Hinge
from dptheory.lab.mechanisms.losses import Huber, Linear, Logistic, Loss, Squared

LOSSES: list[Loss] = [Squared(), Logistic(), Huber(0.2), Linear(), Hinge(), Absolute()]


def data(seed: int, n: int = 30, d: int = 4) -> Data:
    rng = np.random.default_rng(seed)
    x = rng.standard_normal((n, d))
    return Data(x / np.linalg.norm(x, axis=1).max(), np.sign(x @ np.ones(d) + rng.standard_normal(n)))


def test_linear_loss_in_closed_form() -> None:
    s = data(0)
    free = minimise(Linear(2.0), s, 0.5, np.inf)
    assert np.allclose(free.w[0], -4 * s.x.mean(axis=0), atol=1e-13)
    bound = minimise(Linear(2.0), s, 0.5, 0.01)
    assert np.allclose(bound.w[0], project(free.w, 0.01)[0], atol=1e-13)


def test_ridge_in_closed_form() -> None:
    s = data(1)
    w = np.linalg.solve(2 * s.x.T @ s.x / s.n + 0.3 * np.eye(4), 2 * s.x.T @ s.y / s.n)
    found = minimise(Squared(), s, 0.3, 10.0)
    assert np.linalg.norm(found.w[0] - w) < 1e-13
    assert found.distance_gap[0] < 1e-11


@pytest.mark.parametrize("radius", [0.2, 3.0])
@pytest.mark.parametrize("loss", LOSSES, ids=lambda q: q.name)
def test_agrees_with_an_independent_solver(loss: Loss, radius: float) -> None:
    s, lam = data(2), 0.2

    def objective(w: np.ndarray) -> float:
        return float(loss.value(w, s.x, s.y).mean() + lam / 2 * w @ w)

    ball = {"type": "ineq", "fun": lambda w: radius**2 - w @ w}
    other = min(
        (
            minimize(
                objective, start, constraints=[ball], method="SLSQP", options={"maxiter": 400, "ftol": 1e-12}
            )
            for start in np.eye(4) * 0.1
        ),
        key=lambda r: r.fun if np.linalg.norm(r.x) <= radius * (1 + 1e-6) else np.inf,
    )
    found = minimise(loss, s, lam, radius)
    assert found.value[0] <= objective(other.x) + 1e-6
    assert abs(found.value[0] - objective(found.w[0])) < 1e-13
    assert np.linalg.norm(found.w[0]) <= radius * (1 + 1e-14)


@pytest.mark.parametrize("lam", [0.01, 1.0])
@pytest.mark.parametrize("radius", [0.2, 3.0])
@pytest.mark.parametrize("loss", LOSSES, ids=lambda q: q.name)
def test_certified_gap_is_small(loss: Loss, radius: float, lam: float) -> None:
    found = minimise(loss, data(3), lam, radius)
    assert found.distance_gap[0] < (5e-5 if loss.kinked else 2e-7)
    assert 0 <= found.value_gap[0] < 1e-9


@pytest.mark.parametrize("radius", [0.2, 3.0])
@pytest.mark.parametrize("loss", LOSSES, ids=lambda q: q.name)
def test_certificate_never_understates(loss: Loss, radius: float) -> None:
    s, lam, rng = data(4), 0.2, np.random.default_rng(5)
    best = minimise(loss, s, lam, radius)
    away = rng.standard_normal((300, 4)) * 10.0 ** rng.uniform(-7, 0, (300, 1))
    w = project(best.w + away, radius)
    margins = w @ s.x.T
    slopes = loss.smoothed(1e-3).slope(margins, s.y)
    weights = np.full((300, s.n), 1 / s.n)
    gaps = certify(w, slopes, loss.excess(margins, s.y, slopes), s.x, weights, lam, radius)
    values = Problem(loss, s.x, s.y, lam, radius).objective(loss, w, weights)
    slack = best.distance_gap[0]
    assert (gaps.distance >= np.linalg.norm(w - best.w, axis=1) - slack).all()
    assert (gaps.value >= values - best.value[0] - 1e-15).all()
    assert (gaps.distance[:50] < np.inf).all()


def test_unregularised_has_a_value_gap_only() -> None:
    found = minimise(Squared(), data(6), 0.0, 0.5)
    assert np.isinf(found.distance_gap[0])
    assert found.value_gap[0] < 1e-12


def test_many_problems_equal_one_at_a_time() -> None:
    s, rng = data(7), np.random.default_rng(8)
    weights = rng.multinomial(s.n, np.full(s.n, 1 / s.n), size=5) / s.n
    together = minimise_many(Problem(Huber(0.2), s.x, s.y, 0.1, 1.0), weights)
    for row, w in zip(weights, together.w, strict=True):
        rows = np.repeat(np.arange(s.n), np.rint(row * s.n).astype(int))
        alone = minimise(Huber(0.2), Data(s.x[rows], s.y[rows]), 0.1, 1.0)
        assert np.linalg.norm(alone.w[0] - w) < 1e-10


def test_quadratics_meet_the_optimality_conditions() -> None:
    rng = np.random.default_rng(9)
    half = rng.standard_normal((200, 3, 3))
    curvature, linear = half @ half.transpose(0, 2, 1) + 0.01 * np.eye(3), rng.standard_normal((200, 3)) * 3
    p = minimise_quadratics(curvature, linear, 1.0)
    pull = linear - np.einsum("bij,bj->bi", curvature, p)
    inside = np.linalg.norm(p, axis=1) < 1 - 1e-9
    assert 0 < inside.sum() < 200
    assert np.abs(pull[inside]).max() < 1e-8
    assert np.abs(pull - np.sum(pull * p, axis=1, keepdims=True) * p)[~inside].max() < 1e-8
    assert np.sum(pull * p, axis=1)[~inside].min() > -1e-9


def test_refusals() -> None:
    s = data(10)
    with pytest.raises(DomainError, match="lam is 0"):
        minimise(Squared(), s, 0.0, np.inf)
    with pytest.raises(DomainError, match="lam is -1"):
        minimise(Squared(), s, -1.0, 1.0)
    problem = Problem(Squared(), s.x, s.y, 0.1, 1.0)
    with pytest.raises(DomainError, match="one column a record"):
        minimise_many(problem, np.ones((2, 3)))
    with pytest.raises(DomainError, match="negative"):
        minimise_many(problem, -np.ones((1, s.n)))


def test_certificate_from_excess_alone() -> None:
    """|w| + w^2 / 2 has its minimiser at 0; at w = 0.9 the slope -0.9 makes g = 0, only excess is left."""
    one = np.ones((1, 1))
    w, slope = 0.9 * one, -0.9 * one
    excess = Absolute().excess(w, np.zeros(1), slope)
    assert excess[0, 0] == pytest.approx(1.9 * 0.9)
    gaps = certify(w, slope, excess, one, one, 1.0, np.inf)
    assert 0.9 <= gaps.distance[0] == pytest.approx(np.sqrt(1.9 * 0.9))
    assert gaps.value[0] >= 0.9 + 0.9**2 / 2


def test_one_problem_asked_for_the_products_of_all_features_at_once() -> None:
    """38,400 records of 100 features asked for 3 GB; the curvature is the same without."""
    import tracemalloc

    rng = np.random.default_rng(0)
    x = rng.standard_normal((4000, 60))
    data = Data(x / np.linalg.norm(x, axis=1)[:, None], np.sign(x[:, 0]))
    tracemalloc.start()
    found = minimise(Logistic(), data, 0.1, 1.0)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 40e6 < 4000 * 60 * 60 * 8 and found.distance_gap[0] < 1e-9
