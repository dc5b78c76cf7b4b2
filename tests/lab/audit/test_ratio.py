# ruff: noqa: E741 - k and l are the letters of the module
"""The limits on two counts: exact coverage by summing both binomial laws, and their power."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.stats import binom

from dptheory.lab.audit.binomial import lower_limit, upper_limit
from dptheory.lab.audit.privacy.ordering import Counts, Order, renyi
from dptheory.lab.audit.privacy.ratio import confidence_region, delta_lower, eps_lower
from dptheory.lab.domain import DomainError


@pytest.mark.parametrize(
    ("n", "m", "alpha", "delta"),
    [
        (8, 8, 0.2, 0.0),
        (12, 5, 0.1, 0.1),
        (1, 1, 0.3, 0.0),
        (3, 9, 0.3, 0.05),
        (9, 9, 0.05, 0.0),
    ],
)
def test_the_limits_cover_for_every_pair_of_probabilities(n: int, m: int, alpha: float, delta: float) -> None:
    eps, more = np.zeros((n + 1, m + 1)), np.zeros((n + 1, m + 1))
    for k in range(n + 1):
        for l in range(m + 1):
            region = confidence_region(Counts(k, n, l, m), alpha, delta)
            eps[k, l], more[k, l] = region.eps(delta), region.delta(0.5)
    worst = 0.0
    on_first = [(p, binom.pmf(np.arange(n + 1), n, p)) for p in np.linspace(0.005, 1, 50)]
    on_second = [(q, binom.pmf(np.arange(m + 1), m, q)) for q in np.linspace(0.003, 1, 50)]
    for p, of_p in on_first:
        for q, of_q in on_second:
            mass = np.outer(of_p, of_q)
            truth = max(0.0, math.log((p - delta) / q)) if p > delta else 0.0
            wrong = (eps > truth + 1e-12) | (more > max(0.0, p - math.exp(0.5) * q) + 1e-12)
            worst = max(worst, float(mass[wrong].sum()))
    assert worst <= alpha
    if n >= 8 and delta == 0.0:
        assert worst >= 0.5 * alpha  # not valid for being empty
        assert eps.max() > 0


@pytest.mark.parametrize("orders", [(2.0,), (1.1, 2.0, 9.0)])
def test_the_limits_of_a_renyi_divergence_cover_for_every_pair_of_probabilities(
    orders: tuple[float, ...],
) -> None:
    n, m, alpha, each = 9, 7, 0.2, len(orders) > 1
    found = np.array([
        [confidence_region(Counts(k, n, l, m), alpha, orders=orders).renyi(orders, each) for l in range(m + 1)]
        for k in range(n + 1)
    ])  # fmt: skip
    worst = 0.0
    for p in np.linspace(0.01, 0.99, 40):
        for q in np.linspace(0.005, 0.99, 40):
            mass = np.outer(binom.pmf(np.arange(n + 1), n, p), binom.pmf(np.arange(m + 1), m, q))
            truth = float(renyi(np.array([p]), np.array([q]), orders, each)[0])
            worst = max(worst, float(mass[found > truth + 1e-12].sum()))
    assert 0.4 * alpha <= worst <= alpha


def test_a_renyi_limit_sees_that_the_rest_of_the_outputs_is_rare_on_one_side() -> None:
    """An event that holds nearly all outputs of one side was judged by log(p / q), which says little of it."""
    counts = Counts(13_114, 13_171, 9_342, 13_171)
    with_shape = confidence_region(counts, 0.001, orders=(2.0,)).renyi((2.0,), False)
    assert (
        2.3
        < with_shape
        < renyi(np.array([counts.k / counts.n]), np.array([counts.l / counts.m]), (2.0,), False)
    )
    assert confidence_region(counts, 0.001).renyi((2.0,), False) < 1.0  # the other shape


@pytest.mark.parametrize("n", [10_000, 1_000_000])
@pytest.mark.parametrize(("p", "true"), [(0.5, 2.0), (0.4, 1.57), (0.05, 1.8), (0.2, 0.1)])
def test_the_limits_beat_two_separate_ones_and_nearly_reach_the_normal_law(
    n: int, p: float, true: float
) -> None:
    q = p * math.exp(-true)
    k, l = round(n * p), round(n * q)
    limit = eps_lower(Counts(k, n, l, n), 0.05)
    separate = math.log(lower_limit(k, n, 0.025) / upper_limit(l, n, 0.025))
    spread = math.sqrt((1 - p) / (n * p) + (1 - q) / (n * q))
    assert max(0.0, separate) < limit < true
    assert true - limit < 1.1 * 1.645 * spread


@pytest.mark.parametrize(("n", "m", "delta"), [(30, 50, 0.0), (200, 9, 0.1), (7, 400, 0.3)])
@pytest.mark.parametrize("z", [0.5, 1.6, 3.1, 6.4, 9.0])
@pytest.mark.parametrize("eps", [None, 0.0, 2.0])
def test_the_order_rises_with_the_first_count_and_falls_with_the_second(
    n: int, m: int, delta: float, z: float, eps: float | None
) -> None:
    a, b = np.arange(n + 1.0)[:, None], np.arange(m + 1.0)[None, :]
    found = Order(n, m, delta, z, eps)(a, b)
    seen = found[a[:, 0] / n > delta]
    assert np.isneginf(found[a[:, 0] / n <= delta]).all()
    assert (np.diff(seen, axis=0) >= 0).all() and (np.diff(seen, axis=1) < 0).all()


@pytest.mark.parametrize(
    ("k", "l", "n"), [(164, 0, 11_606), (40, 0, 80_000), (283, 8, 13_801), (6_000, 0, 14_000)]
)
@pytest.mark.parametrize("alpha", [0.001, 0.05])
def test_few_counts_on_the_second_side_beat_two_separate_limits(k: int, l: int, n: int, alpha: float) -> None:
    separate = math.log(lower_limit(k, n, alpha / 2) / upper_limit(l, n, alpha / 2))
    assert separate < eps_lower(Counts(k, n, l, n), alpha) < math.log(k / max(l, 0.5))


def test_a_limit_of_delta_does_not_fall_with_the_confidence_that_is_given_up() -> None:
    """The shape that is best for eps takes (50, 0) for as extreme as (150, 3)."""
    counts = Counts(150, 37_000, 3, 37_000)
    limits = [delta_lower(counts, alpha, 1.0, 1e-5) for alpha in (0.001, 0.05)]
    assert 0.0025 < limits[0] < limits[1] < (150 - math.e * 3) / 37_000
    assert confidence_region(counts, 0.001, 1e-5).delta(1.0) < 0.0025  # that shape


def test_large_counts_keep_the_stated_error() -> None:
    n, p, q, alpha, runs = 2_000, 0.3, 0.3 * math.exp(-1), 0.3, 50
    rng = np.random.default_rng(11)
    drawn = zip(rng.binomial(n, p, runs), rng.binomial(n, q, runs), strict=True)
    wrong = sum(eps_lower(Counts(int(k), n, int(l), n), alpha) > 1.0 for k, l in drawn)
    assert binom.sf(wrong - 1, runs, alpha) > 1e-3  # no more often than alpha
    assert binom.cdf(wrong, runs, alpha) > 1e-3  # nor much less


def test_a_claimed_delta_is_taken_off() -> None:
    counts = Counts(3_000, 10_000, 500, 10_000)
    with_delta = eps_lower(counts, 0.05, 0.1)
    assert with_delta == pytest.approx(math.log((0.3 - 0.1) / 0.05), abs=0.15)
    assert with_delta < math.log(0.2 / 0.05) < eps_lower(counts, 0.05)
    assert 0.22 < delta_lower(counts, 0.05, 0.1, 0.2) < 0.3 - math.exp(0.1) * 0.05
    assert delta_lower(counts, 0.05, 10.0) == 0.0


@pytest.mark.parametrize(
    "counts", [Counts(0, 9, 0, 9), Counts(0, 9, 9, 9), Counts(9, 9, 9, 9), Counts(5, 100, 6, 100)]
)
def test_counts_that_show_nothing_give_zero(counts: Counts) -> None:
    assert eps_lower(counts, 0.05) == 0.0


def test_the_limit_grows_with_the_confidence_that_is_given_up() -> None:
    counts = Counts(90, 100, 3, 100)
    limits = [eps_lower(counts, alpha) for alpha in (1e-6, 1e-3, 0.05, 0.4)]
    assert limits == sorted(limits) and limits[0] > 0.5 and len(set(limits)) == 4


def test_counts_and_levels_are_checked() -> None:
    with pytest.raises(DomainError):
        Counts(5, 4, 0, 4)
    with pytest.raises(DomainError):
        Counts(-1, 4, 0, 4)
    with pytest.raises(DomainError):
        confidence_region(Counts(1, 4, 0, 4), 0.0)
