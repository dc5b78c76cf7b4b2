"""Every eps is at least the exact one and at most 1e-6 above it, far out too."""

from __future__ import annotations

import math

import mpmath
import numpy as np
import pytest
from flint import arb, ctx, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from dptheory.lab.perinstance import certified, guesses
from dptheory.lab.perinstance.certified import Ask, slowly
from dptheory.lab.perinstance.pairs import Posterior, Shift

from .tables import posterior_delta

DELTAS = {"0.5": fmpq(1, 2), "1e-3": fmpq(1, 1000), "1e-6": fmpq(1, 10**6), "1e-15": fmpq(1, 10**15)}


def posteriors(mu: np.ndarray, rho: np.ndarray, delta: fmpq) -> np.ndarray:
    guess = guesses.posterior(mu, rho, float(delta.p) / float(delta.q))
    exact = lambda i: lambda: Posterior(arb(float(mu[i])), arb(float(rho[i])))  # noqa: E731
    return certified.posterior((mu, mu * 0), (rho, rho * 0), guess, Ask(delta), exact)


@settings(max_examples=60, deadline=None)
@given(
    st.floats(-8, 6),
    st.one_of(st.just(-math.inf), st.floats(-6, 3.5)),
    st.sampled_from(sorted(DELTAS)),
)
def test_eps_is_exact_from_above(log_mu: float, log_rho: float, delta: str) -> None:
    mu, rho = 10.0**log_mu, 0.0 if math.isinf(log_rho) else 10.0**log_rho
    eps = float(posteriors(np.array([mu]), np.array([rho]), DELTAS[delta])[0])
    with mpmath.workdps(120):
        wanted = mpmath.mpf(int(DELTAS[delta].p)) / int(DELTAS[delta].q)
        assert posterior_delta(mu, rho, mpmath.mpf(eps)) <= wanted
        if eps > 0:
            assert posterior_delta(mu, rho, mpmath.mpf(eps) * (1 - mpmath.mpf("1e-6"))) > wanted


@pytest.mark.parametrize(
    ("mu", "rho", "delta"),
    [
        (1e-8, 1.4e6, "1e-15"),  # eps near 1e4
        (1e6, 1e3, "1e-15"),
        (1e6, 0.0, "1e-15"),
        (1e-8, 1e-7, "1e-15"),
        (1e-8, 3e-3, "1e-15"),
        (700.0, 0.0, "1e-6"),
    ],
)
def test_far_out(mu: float, rho: float, delta: str) -> None:
    eps = float(posteriors(np.array([mu]), np.array([rho]), DELTAS[delta])[0])
    with mpmath.workdps(200):
        wanted = mpmath.mpf(int(DELTAS[delta].p)) / int(DELTAS[delta].q)
        assert math.isfinite(eps)
        assert posterior_delta(mu, rho, mpmath.mpf(eps)) <= wanted
        if eps > 0:
            assert posterior_delta(mu, rho, mpmath.mpf(eps) * (1 - mpmath.mpf("1e-6"))) > wanted


def test_a_guess_that_is_too_small_does_not_come_out() -> None:
    """The search is not trusted: a guess 1 % below the exact eps is repaired."""
    mu, rho = np.array([0.1, 0.2]), np.array([1.0, 2.0])
    right = guesses.posterior(mu, rho, 1e-6)
    exact = lambda i: lambda: Posterior(arb(float(mu[i])), arb(float(rho[i])))  # noqa: E731
    ask = Ask(DELTAS["1e-6"])
    for factor in (0.99, 1.01, 1e-3, 1e3, math.nan, 0.0):
        found = certified.posterior((mu, mu * 0), (rho, rho * 0), right * factor, ask, exact)
        assert found == pytest.approx(right, rel=1.1e-6)
        assert (found > right * (1 - 1e-9)).all()


@pytest.mark.parametrize(
    ("mu", "rho", "eps"), [(0.1, 1.0, 0.3), (1e-6, 100.0, 0.4), (2.0, 1.0, 0.2), (0.3, 40.0, 50.0)]
)
def test_the_other_direction_was_taken_from_a_proof_in_words(mu: float, rho: float, eps: float) -> None:
    """It is affirmed by its own tails: just above its delta, and not just below."""
    at = arb(mu), arb(rho), arb(eps)
    with ctx.workprec(certified.BITS):
        true = float(Posterior(at[0], at[1]).added(at[2]))
        assert 1e-9 < true < 1
        for factor, kept in ((1 + 1e-6, True), (1 - 1e-6, False)):
            delta = fmpq(int(true * factor * 2**80), 2**80)
            _, added = certified._directions(Ask(delta))
            assert added(*at, certified._parts(*at)) == kept


def test_an_eps_comes_out_only_where_the_other_direction_is_affirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were that direction the larger one, a larger eps would be found."""
    pair = Posterior(arb(0.1), arb(1.0))
    right = slowly(lambda: pair, Ask(DELTAS["1e-6"]), 1.0)
    monkeypatch.setattr(Posterior, "added", lambda self, eps: self.removed(eps) * 2)
    assert slowly(lambda: pair, Ask(DELTAS["1e-6"]), 1.0) > right * 1.01


def test_wide_enclosures_are_not_believed() -> None:
    """Where the radii are too wide the exact numbers are asked for."""
    mu, rho = np.array([0.1]), np.array([1.0])
    guess, asked = guesses.posterior(mu, rho, 1e-6), []

    def exact(i: int):
        asked.append(i)
        return lambda: Posterior(arb(0.1), arb(1.0))

    found = certified.posterior((mu, mu * 1e-3), (rho, rho * 1e-3), guess, Ask(DELTAS["1e-6"]), exact)
    assert asked == [0]
    assert found[0] == pytest.approx(guess[0], rel=1.1e-6)


def test_no_record_gives_nothing_away_and_a_tiny_one_nearly_nothing() -> None:
    with ctx.workprec(64):
        assert slowly(lambda: Posterior(arb(0), arb(1)), Ask(DELTAS["1e-15"]), 1.0) == 0
        assert slowly(lambda: Shift(arb(0)), Ask(DELTAS["1e-15"]), 1.0) == 0
    # total variation 2e-6 sqrt(1/(2 pi)) is below 1e-6, and above it from m = sqrt(2 pi) 1e-6 on
    below, above = math.sqrt(2 * math.pi) * 1e-6 * 0.999, math.sqrt(2 * math.pi) * 1e-6 * 1.001
    for size, zero in ((below, True), (above, False)):
        found = certified.shift(
            (np.array([size]), np.array([0.0])),
            guesses.shift(np.array([size]), 1e-6),
            Ask(DELTAS["1e-6"]),
            lambda i, size=size: lambda: Shift(arb(size)),
        )
        assert (found[0] == 0) == zero


@settings(max_examples=40, deadline=None)
@given(st.floats(-6, 2.1), st.sampled_from(sorted(DELTAS)))
def test_the_gaussian_curve_is_inverted_exactly(log_size: float, delta: str) -> None:
    size = 10.0**log_size
    guess = guesses.shift(np.array([size]), float(DELTAS[delta].p) / float(DELTAS[delta].q))
    eps = certified.shift(
        (np.array([size]), np.array([0.0])), guess, Ask(DELTAS[delta]), lambda i: lambda: Shift(arb(size))
    )[0]
    with mpmath.workdps(80):
        m, e = mpmath.mpf(size), mpmath.mpf(float(eps))
        phi = lambda x: mpmath.erfc(-x / mpmath.sqrt(2)) / 2  # noqa: E731
        value = lambda e: phi(m / 2 - e / m) - mpmath.e**e * phi(-m / 2 - e / m)  # noqa: E731
        wanted = mpmath.mpf(int(DELTAS[delta].p)) / int(DELTAS[delta].q)
        assert value(e) <= wanted
        assert eps == 0 or value(e * (1 - mpmath.mpf("1e-6"))) > wanted
