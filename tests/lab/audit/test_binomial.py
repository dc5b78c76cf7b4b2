"""Exact coverage of the limits, by summing the binomial law rather than by sampling it."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binom

from dptheory.lab.audit.binomial import dkw_radius, lower_limit, quantile_lower, quantile_upper, upper_limit
from dptheory.lab.domain import DomainError


@pytest.mark.parametrize("alpha", [0.05, 0.001])
@pytest.mark.parametrize("n", [1, 10, 60])
def test_clopper_pearson_covers_for_every_probability(n: int, alpha: float) -> None:
    k = np.arange(n + 1)
    lows = np.array([lower_limit(int(i), n, alpha) for i in k])
    highs = np.array([upper_limit(int(i), n, alpha) for i in k])
    for p in np.linspace(0.001, 0.999, 211):
        mass = binom.pmf(k, n, p)
        assert mass[lows > p].sum() <= alpha * (1 + 1e-9)
        assert mass[highs < p].sum() <= alpha * (1 + 1e-9)


def test_clopper_pearson_is_not_wider_than_it_must_be() -> None:
    low, high = lower_limit(30, 100, 0.05), upper_limit(30, 100, 0.05)
    assert binom.sf(29, 100, low) == pytest.approx(0.05)
    assert binom.cdf(30, 100, high) == pytest.approx(0.05)
    assert (lower_limit(0, 5, 0.1), upper_limit(5, 5, 0.1)) == (0.0, 1.0)


@pytest.mark.parametrize("level", [0.5, 0.9, 0.99])
@pytest.mark.parametrize("n", [5, 100, 1000])
def test_order_statistics_cover_the_quantile(n: int, level: float) -> None:
    ranks = np.arange(1.0, n + 1)  # the k-th smallest lies at or below the quantile iff at least k values do
    high, low = quantile_upper(ranks, level, 0.01), quantile_lower(ranks, level, 0.01)
    below = binom(n, level)
    assert np.isinf(high) == (1 - below.cdf(n - 1) > 0.01)
    if np.isfinite(high):
        assert below.sf(high - 1) <= 0.01 < below.sf(high - 2)
    if np.isfinite(low):
        assert below.cdf(low - 1) <= 0.01 < below.cdf(low)
    else:
        assert below.cdf(0) > 0.01


def test_dkw_radius_holds_and_is_not_idle() -> None:
    rng, n, alpha = np.random.default_rng(0), 200, 0.05
    u = np.sort(rng.uniform(size=(4000, n)), axis=1)
    steps = np.arange(n + 1) / n
    far = np.maximum((steps[1:] - u).max(axis=1), (u - steps[:-1]).max(axis=1))
    rate = np.mean(far > dkw_radius(n, alpha))
    assert 0.02 < rate < 0.06


def test_refusals() -> None:
    with pytest.raises(DomainError, match="more than"):
        lower_limit(3, 2, 0.1)
    with pytest.raises(DomainError, match="trials"):
        upper_limit(0, 0, 0.1)
    with pytest.raises(DomainError, match="alpha"):
        upper_limit(0, 3, 1.0)
    with pytest.raises(DomainError, match="successes"):
        lower_limit(-1, 3, 0.1)
