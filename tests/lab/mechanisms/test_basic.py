"""Noise on sums and exponential mechanisms: the law of the noise, densities, calibrations, refusals."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from flint import arb
from scipy.integrate import quad, trapezoid
from scipy.stats import chi2, gamma, kstest, laplace, norm

from dptheory.errors import BadInput
from dptheory.lab.accounting import Composition, account
from dptheory.lab.domain import DomainError
from dptheory.lab.mechanisms.additive import Gaussian, L2LaplaceSum, Laplace
from dptheory.lab.mechanisms.finite import Exponential, ExponentialERM
from dptheory.lab.mechanisms.gaussian import analytic_sigma, classical_sigma, gaussian_delta, gaussian_eps

SIZE = 40_000


def test_laplace_noise_has_its_law() -> None:
    m = Laplace(eps=0.4, width=2, low=-1.0, high=2.0)
    data = np.array([[0.5, -1.0], [2.0, 0.0]])
    noise = (m.sample(data, SIZE, np.random.default_rng(0)) - data.sum(axis=0)).ravel()
    assert m.scale == pytest.approx(6.0 / 0.4)
    assert kstest(noise, laplace(scale=15.0).cdf).pvalue > 1e-3
    assert kstest(noise, laplace(scale=15.0 * 1.05).cdf).pvalue < 1e-6


def test_gaussian_noise_has_its_law() -> None:
    m = Gaussian(eps=1.0, delta=1e-3, width=3)
    noise = m.sample(np.zeros((2, 3)), SIZE, np.random.default_rng(1)).ravel()
    assert kstest(noise, norm(scale=m.sigma).cdf).pvalue > 1e-3
    assert kstest(noise, norm(scale=m.sigma * 1.05).cdf).pvalue < 1e-6


def test_l2_noise_has_its_law() -> None:
    m = L2LaplaceSum(eps=0.5, width=4, radius=1.0)
    data = np.full((2, 4), 0.25)
    norms = np.linalg.norm(m.sample(data, SIZE, np.random.default_rng(2)) - data.sum(axis=0), axis=1)
    assert kstest(norms, gamma(4, scale=4.0).cdf).pvalue > 1e-3
    assert kstest(norms, gamma(4, scale=4.0 * 1.05).cdf).pvalue < 1e-6


@pytest.mark.parametrize(
    "m",
    [Laplace(eps=0.7), L2LaplaceSum(eps=0.7), Gaussian(eps=0.7, delta=0.01)],
    ids=lambda m: type(m).__name__,
)
def test_densities_integrate_to_one(m: Laplace | L2LaplaceSum | Gaussian) -> None:
    data = np.array([[0.3]])

    def density(t: float) -> float:
        return float(np.exp(m.log_density(data, np.array([[t]])))[0])

    assert quad(density, -60, 60, points=[0.3], limit=200)[0] == pytest.approx(1.0, abs=1e-8)


def test_densities_by_scipy() -> None:
    data, w = np.array([[0.3, 0.1], [0.2, 0.4]]), np.array([[0.0, 0.0], [1.5, -2.0]])
    m = Laplace(eps=0.7, width=2)
    assert np.allclose(m.log_density(data, w), laplace(loc=[0.5, 0.5], scale=m.scale).logpdf(w).sum(axis=1))
    g = Gaussian(eps=0.7, delta=0.01, width=2)
    assert np.allclose(g.log_density(data, w), norm(loc=[0.5, 0.5], scale=g.sigma).logpdf(w).sum(axis=1))


@pytest.mark.parametrize("eps", [0.1, 1.0, 5.0])
@pytest.mark.parametrize("delta", [1e-10, 1e-5, 0.1])
def test_the_analytic_scale_is_the_least(eps: float, delta: float) -> None:
    sigma = analytic_sigma(eps, delta, 3.0)
    assert gaussian_delta(eps, sigma, 3.0) <= delta < gaussian_delta(eps, sigma * 0.999, 3.0)
    assert gaussian_eps(delta, sigma, 3.0) == pytest.approx(eps, rel=1e-9)
    if eps < 1:
        assert sigma < classical_sigma(eps, delta, 3.0)


def test_gaussian_delta_by_numerical_integration() -> None:
    eps, sigma = 0.5, 0.8
    gap = quad(
        lambda t: max(0.0, norm.pdf(t, 1, sigma) - math.exp(eps) * norm.pdf(t, 0, sigma)), -6, 8, limit=300
    )[0]
    assert gaussian_delta(eps, sigma, 1.0) == pytest.approx(gap, abs=1e-8)
    assert gaussian_eps(0.9, sigma, 1.0) == 0.0


def test_calibrations_refuse() -> None:
    with pytest.raises(DomainError, match="eps < 1"):
        Gaussian(eps=1.0, delta=0.1, calibration="classical")
    with pytest.raises(DomainError, match="delta"):
        Gaussian(eps=1.0, delta=0.0)
    with pytest.raises(DomainError, match="calibration"):
        Gaussian(eps=1.0, delta=0.1, calibration="exact")  # type: ignore[arg-type]
    with pytest.raises(DomainError, match="low"):
        Laplace(eps=1.0, low=1.0, high=1.0)
    with pytest.raises(DomainError, match="leaves"):
        Laplace(eps=1.0).sample(np.array([[1.5]]), 1, np.random.default_rng(0))
    with pytest.raises(DomainError, match="norm 0.6"):
        L2LaplaceSum(eps=1.0).sample(np.array([[0.6]]), 1, np.random.default_rng(0))


def test_exponential_frequencies() -> None:
    m = Exponential(eps=3.0, outcomes=4)
    data = np.array([[1.0, 0.5, -1.0, 0.0], [0.5, 0.5, 0.0, -1.0]])
    exact = np.exp(3.0 / 4 * data.sum(axis=0))
    exact /= exact.sum()
    counts = np.bincount(m.sample(data, SIZE, np.random.default_rng(3))[:, 0].astype(int), minlength=4)
    assert chi2(3).sf(np.sum((counts - SIZE * exact) ** 2 / (SIZE * exact))) > 1e-3
    false = np.roll(exact, 1) * 0.1 + exact * 0.9
    assert chi2(3).sf(np.sum((counts - SIZE * false) ** 2 / (SIZE * false))) < 1e-6
    labels = np.array([[0.0], [3.0], [4.0], [-1.0], [0.5]])
    logs = m.log_density(data, labels)
    assert np.allclose(np.exp(logs[:2]), exact[[0, 3]])
    assert np.isneginf(logs[2:]).all()


def test_exponential_mechanism_on_a_penalised_risk() -> None:
    losses = np.array([[0.0, 1.0, 0.5], [1.0, 0.0, 0.5]])
    m = ExponentialERM(eps=2.0, penalty=(0.1, 0.0, 0.3))
    weights = np.exp(-2.0 * 2 / 2 * (losses.mean(axis=0) + np.array([0.1, 0.0, 0.3])))
    assert np.allclose(np.exp(m.log_probabilities(losses)), weights / weights.sum())
    printed = ExponentialERM(eps=2.0, penalty=(0.1, 0.0, 0.3), printed=True)
    assert np.allclose(np.exp(printed.log_probabilities(losses)), np.sqrt(weights) / np.sqrt(weights).sum())
    with pytest.raises(DomainError, match="A1"):
        m.sample(losses - 0.1, 1, np.random.default_rng(0))


def test_no_pair_of_records_costs_more_than_eps() -> None:
    """All pairs of extreme records beside all extreme third records, exactly."""
    m = Exponential(eps=1.3, outcomes=3)
    corners = np.array(np.meshgrid(*[[-1.0, 1.0]] * 3)).reshape(3, -1).T
    logs = {
        (i, j): m.log_probabilities(np.stack([corners[i], corners[j]]))
        for i in range(len(corners))
        for j in range(len(corners))
    }
    losses = [np.abs(logs[i, k] - logs[j, k]).max() for i in range(8) for j in range(8) for k in range(8)]
    assert max(losses) <= 1.3
    assert max(losses) > 0.7 * 1.3


@pytest.mark.parametrize("factor", [1.0, 0.5])
@pytest.mark.parametrize(
    "mechanism",
    [Laplace(eps=0.5), L2LaplaceSum(eps=2.0), Gaussian(eps=1.0, delta=0.05, width=1)],
    ids=lambda m: type(m).__name__,
)
def test_a_moments_function_is_that_of_the_density_at_the_worst_pair(mechanism: Any, factor: float) -> None:
    made = mechanism.with_noise_scaled(factor)
    pair = made.worst_pair()
    at = np.linspace(-80.0, 80.0, 1_600_001)[:, None]
    p, q = (made.log_density(data, at) for data in (pair.first, pair.second))
    for s in (0.5, 1.0, 3.0):
        total = float(trapezoid(np.exp(p + s * (p - q)), dx=1e-4))
        assert float(made.moments.moment(arb(s))) == pytest.approx(math.log(total), rel=1e-6)


@pytest.mark.parametrize("mechanism", [Exponential(eps=1.0), ExponentialERM(eps=1.0, printed=True)])
def test_a_moments_function_bounds_that_of_every_choice(mechanism: Any) -> None:
    pair = mechanism.worst_pair()
    p, q = (mechanism.log_probabilities(data) for data in (pair.first, pair.second))
    for s in (0.5, 1.0, 3.0):
        seen = math.log(float(np.exp(p + s * (p - q)).sum()))
        assert 0 < seen <= float(mechanism.moments.moment(arb(s))) < 1.3 * seen


def test_a_mechanism_is_accounted_for_as_words_for_it_are() -> None:
    words = account(Composition.of(("laplace 2", 3), ("gaussian 4", 2)), delta="1e-6")
    loud = Gaussian(eps=1.0, delta=0.05)
    quiet = loud.with_noise_scaled(4 / loud.sigma)
    both = account(Composition.of((Laplace(eps=0.5, low=-3.0, high=4.0), 3), (quiet, 2)), delta="1e-6")
    assert float(both.best.eps) == pytest.approx(float(words.best.eps), rel=1e-5)
    with pytest.raises(BadInput, match="moments function is known"):
        Composition.of((Laplace(eps=1.0, width=2), 1))
    with pytest.raises(BadInput, match="one of gaussian, laplace"):
        Composition.of(("normal 1", 1))
