"""The exact curves against integrals of the densities, both directions; what is proved of them, on random
pairs.
"""

from __future__ import annotations

import math
import random
from typing import Any

import mpmath
import numpy as np
import pytest
from flint import arb, ctx
from scipy import integrate, stats

from dptheory.lab.perinstance.pairs import Posterior, Shift

random.seed(7)
ORDINARY = [(10 ** random.uniform(-3, 0.7), 10 ** random.uniform(-1.5, 1)) for _ in range(25)]
EXTREME = [(1e-8, 1e4), (1e6, 0.0), (1e6, 30.0), (1e-8, 1e2), (3.0, 100.0), (40.0, 1e-3), (1e-4, 0.0)]


def integrated(mu: float, rho: float, eps: float) -> tuple[float, float]:
    """(p - e^eps q)+ and (q - e^eps p)+ integrated in the residual's own scale, 40 digits."""
    with mpmath.workdps(40):
        m, r, e = mpmath.mpf(mu), mpmath.mpf(rho), mpmath.e ** mpmath.mpf(eps)
        v = 1 + m
        a = r / mpmath.sqrt(m)
        p = lambda t: mpmath.npdf(t, a, 1)  # noqa: E731
        q = lambda t: mpmath.npdf(t, a / v, 1 / mpmath.sqrt(v))  # noqa: E731
        loss = lambda t: mpmath.log(p(t)) - mpmath.log(q(t))  # noqa: E731
        # the zeros of loss -+ eps by their quadratic, read off the densities at three points
        c0, c1, c2 = loss(mpmath.mpf(0)), loss(mpmath.mpf(1)), loss(mpmath.mpf(-1))
        square, slope = (c1 + c2) / 2 - c0, (c1 - c2) / 2
        found = []
        for one, other, sign in ((p, q, 1), (q, p, -1)):
            disc = slope**2 - 4 * square * (c0 - sign * mpmath.mpf(eps))
            if disc < 0:
                found.append(mpmath.mpf(0))
                continue
            ends = sorted((-slope + s * mpmath.sqrt(disc)) / (2 * square) for s in (1, -1))
            gain = lambda t, one=one, other=other: one(t) - e * other(t)  # noqa: E731
            if sign == 1:
                left = [ends[0] - k for k in (60, 30, 12, 5, 2, 0.5, 0)]
                right = [ends[1] + k for k in (0, 0.5, 2, 5, 12, 30, 60)]
                found.append(mpmath.quad(gain, left) + mpmath.quad(gain, right))
            else:
                found.append(mpmath.quad(gain, mpmath.linspace(*ends, 12)))
        return float(found[0]), float(found[1])


@pytest.mark.parametrize(("mu", "rho"), [*ORDINARY[:10], (3.0, 10.0), (40.0, 1e-3), (0.5, 0.0)])
def test_both_directions_are_the_integrals_of_the_densities(mu: float, rho: float) -> None:
    pair = Posterior(arb(mu), arb(rho))
    for share in (0.0, 0.3, 0.9):
        eps = share * float(pair.bounded())
        first, second = integrated(mu, rho, eps)
        assert float(pair.removed(arb(eps))) == pytest.approx(first, rel=1e-9, abs=1e-25)
        assert float(pair.added(arb(eps))) == pytest.approx(second, rel=1e-9, abs=1e-25)


def test_the_reduction_to_one_dimension_on_random_data() -> None:
    """The loss of the posterior samples themselves, in three dimensions, is the quadratic that was derived."""
    rng = np.random.default_rng(3)
    for _ in range(20):
        x, y = rng.standard_normal((8, 3)), rng.standard_normal(8)
        lam, gamma = rng.uniform(0, 2), rng.uniform(0.1, 5)
        z, label = rng.standard_normal(3), rng.standard_normal()
        h = x.T @ x + lam * np.eye(3)
        h1 = h + np.outer(z, z)
        th, th1 = np.linalg.solve(h, x.T @ y), np.linalg.solve(h1, x.T @ y + z * label)
        law = stats.multivariate_normal(th, np.linalg.inv(h) / gamma)
        law1 = stats.multivariate_normal(th1, np.linalg.inv(h1) / gamma)
        mu, r = z @ np.linalg.solve(h, z), label - z @ th
        theta = rng.standard_normal((5, 3))
        t = np.sqrt(gamma / mu) * (label - theta @ z)
        a = np.sqrt(gamma / mu) * r
        loss = mu * t**2 / 2 - np.log1p(mu) / 2 - mu * a**2 / (2 * (1 + mu))
        assert loss == pytest.approx(law.logpdf(theta) - law1.logpdf(theta), rel=1e-8, abs=1e-8)


def test_the_law_without_the_record_is_the_larger_direction() -> None:
    with ctx.workprec(1200):
        for _ in range(300):
            mu, rho = 10 ** random.uniform(-8, 6), random.choice([0, 1, 1]) * 10 ** random.uniform(-4, 2)
            pair = Posterior(arb(mu), arb(rho))
            eps = arb(float(pair.bounded()) * 10 ** random.uniform(-5, 0.2))
            assert not pair.removed(eps) < pair.added(eps)


def test_a_pair_keeps_what_both_directions_keep() -> None:
    for mu, rho in ORDINARY:
        pair = Posterior(arb(mu), arb(rho))
        eps = arb(float(pair.bounded()) / 3)
        assert pair.delta(eps) >= pair.removed(eps) or pair.delta(eps).overlaps(pair.removed(eps))
        assert not pair.delta(eps) < pair.added(eps)


def test_the_other_direction_is_the_smaller_one_by_far_where_the_leverage_is_large() -> None:
    """The twin: with the directions exchanged the statement fails."""
    pair = Posterior(arb(2), arb(1))
    assert pair.added(arb(1)) < pair.removed(arb(1)) / 2


def test_delta_grows_with_the_residual_and_with_the_leverage_where_that_is_proved() -> None:
    with ctx.workprec(1200):
        for mu, rho in ORDINARY:
            pair = Posterior(arb(mu), arb(rho))
            eps = arb(float(pair.bounded()) / 2)
            assert not Posterior(arb(mu), arb(rho * 1.1)).removed(eps) < pair.removed(eps)
            if pair.grows(eps, arb(mu * 1.1)):
                assert not Posterior(arb(mu * 1.1), arb(rho)).removed(eps) < pair.removed(eps)


def test_the_other_direction_is_kept_below_a_corner_where_that_is_said() -> None:
    said = 0
    with ctx.workprec(400):
        for _ in range(400):
            mu, rho = 10 ** random.uniform(-6, 2), 10 ** random.uniform(-3, 2)
            eps = arb(float(Posterior(arb(mu), arb(rho)).bounded()) * 10 ** random.uniform(-3, 0.1))
            delta = Posterior(arb(mu), arb(rho)).added(eps).max(arb(10) ** -20)
            if Posterior(arb(mu), arb(rho)).kept_below(eps, delta):
                said += 1
                for share, other in ((0.99, 1.0), (0.5, 1.0), (0.03, 1.0), (0.7, 0.6)):
                    inside = Posterior(arb(mu) * arb(share), arb(rho) * arb(other))
                    assert not inside.added(eps) > delta
    assert 100 < said < 400


def test_the_other_direction_may_fall_as_the_leverage_grows() -> None:
    """Why `kept_below` asks: at a large residual."""
    small, large = Posterior(arb(3), arb(10)), Posterior(arb(6), arb(10))
    eps, delta = arb(1), Posterior(arb(6), arb(10)).added(arb(1))
    assert small.added(eps) > delta
    assert not large.kept_below(eps, delta)


def test_delta_may_fall_as_the_leverage_grows() -> None:
    """Why `grows` asks: at eps = 0 and a large residual."""
    small, large = Posterior(arb(3), arb(10)), Posterior(arb(6), arb(10))
    assert large.removed(arb(0)) < small.removed(arb(0))
    assert not small.grows(arb(0), arb(6))


@pytest.mark.parametrize(("mu", "rho"), [*ORDINARY, *EXTREME])
@pytest.mark.parametrize("delta", ["0.9", "0.1", "1e-6", "1e-15"])
def test_the_closed_bound_holds(mu: float, rho: float, delta: str) -> None:
    with ctx.workprec(256):
        pair = Posterior(arb(mu), arb(rho))
        bound = pair.closed(arb(delta))
        assert pair.removed(bound) <= arb(delta) * (1 + arb("1e-12"))
        shift = Shift(arb(rho) + arb(1) / 1000)
        assert shift.delta(shift.closed(arb(delta))) <= arb(delta) * (1 + arb("1e-12"))


def test_half_of_the_closed_bound_does_not_hold() -> None:
    pair = Posterior(arb(1), arb(3))
    assert pair.removed(pair.closed(arb("1e-6")) / 2) > arb("1e-6")


@pytest.mark.parametrize(("mu", "rho"), ORDINARY[:8])
def test_divergences_are_the_integrals(mu: float, rho: float) -> None:
    pair, v, a = Posterior(arb(mu), arb(rho)), 1 + mu, rho / math.sqrt(mu)
    p, q = stats.norm(a, 1), stats.norm(a / v, 1 / math.sqrt(v))

    def power(one: Any, other: Any, order: float) -> float:
        def f(t: float) -> float:
            return math.exp(order * one.logpdf(t) + (1 - order) * other.logpdf(t))

        heaviness = order / one.var() + (1 - order) / other.var()
        centre = (order * one.mean() / one.var() + (1 - order) * other.mean() / other.var()) / heaviness
        spread = heaviness**-0.5
        value, _ = integrate.quad(f, centre - 12 * spread, centre + 12 * spread, epsabs=0, limit=400)
        return math.log(value) / (order - 1)

    order = 1 + 0.4 / mu if mu > 0.2 else 3.0
    assert float(pair.renyi(arb(order))) == pytest.approx(power(p, q, order), rel=1e-6, abs=1e-9)
    with ctx.workprec(300):
        close = 1 + arb(10) ** -12
        assert float(pair.renyi(close)) == pytest.approx(float(pair.divergence()), rel=1e-6)
    assert not pair.renyi(arb(1) + 1 / arb(mu)).is_finite()
