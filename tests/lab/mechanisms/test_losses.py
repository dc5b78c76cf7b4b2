"""Losses: derivatives, Lipschitz constants that are both valid and least, envelopes, excess."""

from __future__ import annotations

import numpy as np
import pytest

from dptheory.lab.domain import DomainError
from dptheory.lab.mechanisms.kinked import Absolute, Hinge, Kinked
from dptheory.lab.mechanisms.losses import Huber, HuberHinge, Linear, Logistic, Loss, Regularised, Squared

LOSSES: list[Loss] = [
    *(Squared(), Logistic(), Huber(0.4), Huber(5.0)),
    *(HuberHinge(0.5), HuberHinge(9.0), Linear(0.7), Hinge(), Absolute()),
]
KINKED: list[Kinked] = [Hinge(), Absolute()]


def ids(loss: Loss) -> str:
    return repr(loss)


def draw(rng: np.random.Generator, size: int) -> tuple[np.ndarray, np.ndarray]:
    return rng.uniform(-2, 2, size), rng.uniform(-1, 1, size)


@pytest.mark.parametrize("loss", LOSSES, ids=ids)
def test_slope_is_a_subgradient(loss: Loss) -> None:
    m, y = draw(np.random.default_rng(0), 4000)
    other = np.random.default_rng(1).uniform(-2, 2, 4000)
    assert (loss.phi(other, y) >= loss.phi(m, y) + loss.slope(m, y) * (other - m) - 1e-12).all()


@pytest.mark.parametrize("loss", [q for q in LOSSES if not q.kinked], ids=ids)
def test_derivatives_by_differences(loss: Loss) -> None:
    m, y = draw(np.random.default_rng(2), 500)
    h = 1e-5
    assert np.allclose((loss.phi(m + h, y) - loss.phi(m - h, y)) / (2 * h), loss.slope(m, y), atol=1e-5)
    bend = (loss.slope(m + h, y) - loss.slope(m - h, y)) / (2 * h)
    assert np.mean(np.abs(bend - loss.curvature(m, y)) < 1e-4) > 0.99  # Huber bends at two points


@pytest.mark.parametrize("loss", LOSSES, ids=ids)
def test_smoothness_is_the_largest_curvature(loss: Loss) -> None:
    grid = np.linspace(-12, 12, 4801)
    bend = max(float(loss.curvature(grid, np.full(4801, y)).max()) for y in (-1.0, -0.4, 1.0))
    assert loss.smoothness() == (np.inf if loss.kinked else pytest.approx(bend, abs=1e-12))


@pytest.mark.parametrize("radius", [0.3, 1.0, 4.0])
@pytest.mark.parametrize("loss", LOSSES, ids=ids)
def test_lipschitz_constant_is_valid_and_least(loss: Loss, radius: float) -> None:
    grid = np.linspace(-radius, radius, 401)
    slopes = np.abs([loss.slope(grid, np.full(401, y)) for y in np.linspace(-1, 1, 101)])
    assert slopes.max() <= loss.lipschitz(radius) * (1 + 1e-12)
    assert slopes.max() >= loss.lipschitz(radius) * (1 - 1e-9)


def test_value_and_gradient_shapes_and_regulariser() -> None:
    rng = np.random.default_rng(3)
    x, y, w = rng.standard_normal((6, 3)) / 9, rng.uniform(-1, 1, 6), rng.standard_normal(3)
    loss = Regularised(Squared(), 0.5)
    assert loss.value(w, x, y).shape == (6,)
    assert loss.value(np.stack([w, 2 * w]), x, y).shape == (2, 6)
    assert np.allclose(loss.value(w, x, y), (x @ w - y) ** 2 + 0.25 * w @ w)
    assert np.allclose(loss.gradient(w, x, y), 2 * (x @ w - y)[:, None] * x + 0.5 * w)
    assert loss.lipschitz(2.0) == 6.0 + 1.0


@pytest.mark.parametrize("loss", KINKED, ids=ids)
def test_envelope_lies_within_half_mu_below(loss: Kinked) -> None:
    m, y = draw(np.random.default_rng(4), 4000)
    gap = loss.phi(m, y) - loss.smoothed(0.1).phi(m, y)
    assert gap.min() >= -1e-12
    assert gap.max() <= 0.05 + 1e-12


@pytest.mark.parametrize("loss", KINKED, ids=ids)
def test_excess_measures_how_far_a_slope_misses(loss: Kinked) -> None:
    m, y = draw(np.random.default_rng(5), 4000)
    slope = loss.turn(y) * np.random.default_rng(6).uniform(loss.low, loss.high, 4000)
    excess = loss.excess(m, y, slope)
    grid = np.linspace(-40, 40, 80001)[:, None]
    for k in range(200):
        lowest = (loss.phi(grid[:, 0], y[k]) - slope[k] * grid[:, 0]).min()
        if abs(y[k]) > 0.05:  # the kink lies on the grid's range
            assert abs(loss.phi(m[k], y[k]) - slope[k] * m[k] - lowest - excess[k]) < 2e-3
    assert (excess >= 0).all()
    assert np.isinf(loss.excess(m[:1], np.ones(1), np.array([-2.0]))).all()


def test_hinge_ignores_a_record_with_label_zero() -> None:
    zero = np.zeros(1)
    assert Hinge().excess(np.ones(1), zero, zero) == 0.0
    assert Hinge().phi(np.ones(1), zero) == 1.0


def test_refusals() -> None:
    with pytest.raises(DomainError, match="threshold"):
        Huber(0.0)
    with pytest.raises(DomainError, match="lam"):
        Regularised(Squared(), -1.0)
    with pytest.raises(DomainError, match="rho"):
        Linear(float("nan"))
    with pytest.raises(DomainError, match="radius"):
        Squared().lipschitz(0.0)
