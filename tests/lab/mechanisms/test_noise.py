"""The noise: moments, the law of the norm, the direction, the density."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import beta, gamma, kstest

from dptheory.lab.domain import DomainError
from dptheory.lab.mechanisms.noise import L2Laplace

SIZE = 40_000


@pytest.mark.parametrize("d", [1, 2, 7])
def test_moments(d: int) -> None:
    k = L2Laplace(d, 0.5).sample(SIZE, np.random.default_rng(d))
    assert k.shape == (SIZE, d)
    assert abs(np.linalg.norm(k, axis=1).mean() / (0.5 * d) - 1) < 0.02
    assert np.abs(k.mean(axis=0)).max() < 5 * 0.5 * np.sqrt((d + 1) / SIZE)
    assert np.abs(np.cov(k.T).reshape(d, d) / (0.25 * (d + 1)) - np.eye(d)).max() < 0.06


@pytest.mark.parametrize("d", [1, 2, 7])
def test_norm_has_the_gamma_law(d: int) -> None:
    law = L2Laplace(d, 3.0)
    norms = np.linalg.norm(law.sample(SIZE, np.random.default_rng(10 + d)), axis=1)
    assert kstest(norms, gamma(d, scale=3.0).cdf).pvalue > 1e-4
    assert kstest(norms, gamma(d + 1, scale=3.0).cdf).pvalue < 1e-9


@pytest.mark.parametrize("d", [2, 7])
def test_direction_is_uniform_and_independent_of_the_norm(d: int) -> None:
    k = L2Laplace(d, 1.0).sample(SIZE, np.random.default_rng(20 + d))
    norms = np.linalg.norm(k, axis=1)
    square = (k[:, 0] / norms) ** 2
    assert kstest(square, beta(0.5, (d - 1) / 2).cdf).pvalue > 1e-4
    assert abs(np.corrcoef(square, norms)[0, 1]) < 0.03


@pytest.mark.parametrize("d", [1, 2, 3, 5])
def test_density_integrates_to_one(d: int) -> None:
    law = L2Laplace(d, 0.7)
    shell = gamma(d, scale=0.7)  # density of the norm = sphere's area * r^(d-1) * density
    r = np.array([0.3, 1.0, 4.0])
    area = {1: 2.0, 2: 2 * np.pi, 3: 4 * np.pi, 5: 8 * np.pi**2 / 3}[d]
    point = np.zeros((3, d))
    point[:, 0] = r
    assert np.allclose(np.exp(law.log_density(point)) * area * r ** (d - 1), shell.pdf(r))
    if d == 1:
        total = quad(lambda t: float(np.exp(law.log_density(np.array([[t]])))[0]), -40, 40, points=[0])[0]
        assert abs(total - 1) < 1e-8


def test_same_seed_same_noise() -> None:
    law = L2Laplace(3, 1.0)
    first, second, other = (law.sample(4, np.random.default_rng(s)) for s in (1, 1, 2))
    assert (first == second).all()
    assert not (first == other).any()


@pytest.mark.parametrize(("d", "scale"), [(0, 1.0), (2.5, 1.0), (True, 1.0), (2, 0.0), (2, np.inf), (2, "1")])
def test_refusals(d: object, scale: object) -> None:
    with pytest.raises(DomainError, match="needed"):
        L2Laplace(d, scale)  # type: ignore[arg-type]


def test_density_refuses_another_dimension() -> None:
    with pytest.raises(DomainError, match="2 coordinates"):
        L2Laplace(3, 1.0).log_density(np.zeros((1, 2)))
