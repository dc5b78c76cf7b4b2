"""Moments functions against integrals and sums that know nothing of the closed forms."""

from __future__ import annotations

import math

import pytest
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from dptheory.errors import BadInput
from dptheory.lab.accounting import (
    Composition,
    ExponentialMoments,
    GaussianMoments,
    LaplaceMoments,
    MomentsFunction,
    ResponseMoments,
)
from dptheory.lab.accounting.moments import renyi as divergence
from dptheory.lab.accounting.numbers import sharpen

ORDERS = st.fractions(min_value="1/20", max_value=20, max_denominator=20).map(
    lambda f: fmpq(f.numerator, f.denominator)
)


def moment(mechanism: MomentsFunction, s: fmpq) -> float:
    return float(sharpen(lambda: mechanism.moment(arb(s))).mid())


def integral(log_p, log_q, s: float, width: float) -> float:
    from scipy.integrate import quad

    inside, _ = quad(
        lambda t: math.exp((s + 1) * log_p(t) - s * log_q(t)), -width, width, limit=400, points=(0, 1)
    )
    return math.log(inside)


@pytest.mark.parametrize("s", [fmpq(1, 3), fmpq(1), fmpq(7, 2)])
@pytest.mark.parametrize("b", [fmpq(1, 2), fmpq(1), fmpq(5)])
def test_laplace_and_gaussian_are_the_integrals(s: fmpq, b: fmpq) -> None:
    scale = float(b)
    by_hand = integral(
        lambda t: -abs(t) / scale - math.log(2 * scale),
        lambda t: -abs(t - 1) / scale - math.log(2 * scale),
        float(s),
        60 * scale,
    )
    assert moment(LaplaceMoments(b), s) == pytest.approx(by_hand, rel=1e-6)
    normal = -math.log(scale * math.sqrt(2 * math.pi))
    by_hand = integral(
        lambda t: normal - t * t / (2 * scale**2),
        lambda t: normal - (t - 1) ** 2 / (2 * scale**2),
        float(s),
        30 * (1 + scale),
    )
    assert moment(GaussianMoments(b), s) == pytest.approx(by_hand, rel=1e-6)


@given(s=ORDERS, odds=st.integers(2, 50))
@settings(max_examples=60, deadline=None)
def test_randomised_response_is_the_sum(s: fmpq, odds: int) -> None:
    p = fmpq(odds, odds + 1)
    ratio = arb(odds) ** arb(s)
    exact = sharpen(lambda: (p * ratio + (1 - p) / ratio).log() / arb(s))
    assert divergence(ResponseMoments(fmpq(odds, odds + 1)), s + 1).overlaps(exact)
    same = ResponseMoments.with_epsilon(fmpq(1, 3))
    assert same.pure().overlaps(arb(fmpq(1, 3)))


@given(
    s=ORDERS,
    eps=st.fractions(min_value="1/10", max_value=5, max_denominator=10),
    low=st.integers(0, 20),
    outcomes=st.lists(st.tuples(st.integers(-20, 20), st.integers(-1, 1)), min_size=2, max_size=4),
)
@settings(max_examples=150, deadline=None)
def test_no_exponential_mechanism_exceeds_its_moments(s: fmpq, eps: object, low: int, outcomes: list) -> None:
    e = fmpq(eps.numerator, eps.denominator)  # type: ignore[attr-defined]
    weights = [[(arb(u + shift * turn) * arb(e) / 2).exp() for u, shift in outcomes] for turn in (0, 1)]
    p, q = ([w / sum(ws, arb(0)) for w in ws] for ws in weights)
    total = sum((a * (a / b) ** arb(s) for a, b in zip(p, q, strict=True)), arb(0))
    assert not total.log() > ExponentialMoments(e).moment(arb(s))


@pytest.mark.parametrize("s", [fmpq(1, 2), fmpq(2), fmpq(9)])
@pytest.mark.parametrize("eps", [fmpq(1, 5), fmpq(1), fmpq(4)])
def test_two_outcomes_attain_the_exponential_bound_and_95_percent_is_exceeded(s: fmpq, eps: fmpq) -> None:
    a, y = arb(s + 1), (-arb(eps)).exp()
    big = arb(s) * (1 - y**a) / (a * (y - y**a))  # the ratio M of the worse outcome
    q = (1 - big * y) / (big * (1 - y))
    p = big * q
    attained = (p * big ** arb(s) + (1 - p) * (big * y) ** arb(s)).log()
    bound = ExponentialMoments(eps).moment(arb(s))
    assert attained.overlaps(bound) and attained > bound * arb(fmpq(95, 100))
    assert bound <= arb(s * (s + 1) * eps * eps / 8)


@given(s=ORDERS, eps=st.integers(1, 30))
@settings(max_examples=60, deadline=None)
def test_pure_mechanisms_are_between_nothing_and_randomised_response(s: fmpq, eps: int) -> None:
    e = fmpq(eps, 10)
    worst = ResponseMoments.with_epsilon(e).moment(arb(s))
    for mechanism in (LaplaceMoments(1 / e), ExponentialMoments(e)):
        found = mechanism.moment(arb(s))
        assert found > 0 and found < worst and found < arb(s * e)


def test_composition_adds_and_merges() -> None:
    one = Composition.of((GaussianMoments.of(2), 3), (LaplaceMoments.of(1), 2))
    both = one.then(Composition.of((GaussianMoments.of(2), 4)))
    assert dict(both.parts) == {GaussianMoments.of(2): 7, LaplaceMoments.of(1): 2}
    s = arb(2)
    assert both.moment(s).overlaps(7 * GaussianMoments.of(2).moment(s) + 2 * LaplaceMoments.of(1).moment(s))
    assert both.pure() is None and both.rho() == 7 * arb(1) / 8 + 1 and not both.quadratic


BAD = [
    (lambda: GaussianMoments.of(0), "0 < sigma < oo"),
    (lambda: GaussianMoments.of(-1), "0 < sigma < oo"),
    (lambda: GaussianMoments.of(math.nan), "finite"),
    (lambda: GaussianMoments.of(math.inf), "finite"),
    (lambda: GaussianMoments.of(True), "finite"),
    (lambda: LaplaceMoments.of("0"), "0 < scale < oo"),
    (lambda: ResponseMoments.of(1), "every moment is infinite"),
    (lambda: ResponseMoments.of("1/2"), "1/2 < p < 1"),
    (lambda: ResponseMoments.with_epsilon(0), "0 < eps < oo"),
    (lambda: ExponentialMoments.of("one"), "finite rational"),
    (lambda: Composition.of((GaussianMoments.of(1), 2.5)), "integer steps >= 1"),
    (lambda: Composition.of((GaussianMoments.of(1), 0)), "integer steps >= 1"),
    (lambda: Composition.of(), "at least one"),
    (lambda: divergence(GaussianMoments.of(1), 1), "1 < order < oo"),
    (lambda: divergence(GaussianMoments.of(1), "oo"), "1 < order < oo"),
]


@pytest.mark.parametrize(("make", "needed"), BAD, ids=range(len(BAD)))
def test_bad_input_names_the_domain(make, needed: str) -> None:
    with pytest.raises(BadInput, match=needed):
        make()
