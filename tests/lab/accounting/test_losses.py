"""Composed privacy losses of each mechanism: the interval against exact enumeration and closed forms."""

from __future__ import annotations

import functools
import math

import pytest
from flint import arb, ctx, fmpq
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dptheory.errors import BadInput
from dptheory.lab.accounting import (
    Composition,
    DiscreteGaussianMoments,
    DiscreteLaplaceMoments,
    GaussianMoments,
    TwoLaws,
    account,
    sampled,
)
from dptheory.lab.accounting import ranges as recursion
from dptheory.lab.accounting.curves import PRECISION, composed
from dptheory.lab.accounting.dominating import curve_of
from dptheory.lab.accounting.lattice import Mixed
from dptheory.lab.accounting.moments import ResponseMoments
from dptheory.lab.accounting.pairs import (
    BoundedRange,
    Gaussian,
    Reversed,
)
from dptheory.lab.accounting.profiles import exponential
from dptheory.lab.accounting.sampled import REPLACED, SUBSETS
from dptheory.lab.accounting.sampled_pairs import Sampled

from .laws import enumerated, worlds

GAUSS = Gaussian(lambda: arb(1))


def test_the_known_figure_of_training_lies_in_the_interval() -> None:
    """q = 0.01, sigma = 1, T = 1000, delta = 1e-5: about 1.8282."""
    best = account(Composition.of((sampled("gaussian 1", "0.01"), 1000)), delta="1e-5").best
    assert best.least is not None and best.name == "privacy losses"
    assert best.least < fmpq(18282, 10000) < best.eps and best.eps - best.least < fmpq(1, 1000)


@given(st.integers(1, 60), st.integers(1, 9), st.integers(2, 30), st.integers(2, 8))
@settings(max_examples=12, deadline=None)
def test_samples_give_away_less_and_the_interval_is_one(
    times: int, tenths: int, sigma: int, exponent: int
) -> None:
    delta = fmpq(1, 10**exponent)
    part = sampled(GaussianMoments.of(fmpq(sigma, 10)), fmpq(tenths, 10))
    curve = curve_of(Composition.of((part, times)), delta=delta, width=1e-2)
    assert curve is not None
    low, high = (curve.epsilon(delta, up=up) for up in (False, True))
    assert low <= high
    unsampled = account(
        Composition.of((GaussianMoments.of(fmpq(sigma, 10)), times)), delta=delta, losses=False
    ).best
    assert low <= unsampled.eps
    renyi = next(g for g in account(Composition.of((part, times)), delta=delta, losses=False).guarantees)
    assert low <= renyi.eps


@given(worlds(3), st.integers(1, 3), st.integers(0, 6))
@settings(max_examples=25, deadline=None)
def test_mixtures_and_laws_with_zeros_by_enumeration(laws, times: int, quarters: int) -> None:
    p, q = laws
    assume(p != q)
    eps, part = fmpq(quarters, 4), TwoLaws.of(p, q)
    mixed = Mixed.of([(fmpq(1, 3), part), (fmpq(2, 3), TwoLaws.response("3/4", 2))])
    three, one = [fmpq(3, 4), fmpq(1, 4)], [fmpq(1, 4), fmpq(3, 4)]
    for release, laws in (
        (part, (p, q)),
        (
            mixed,
            tuple([a / 3 for a in own] + [2 * b / 3 for b in other] for own, other in ((p, three), (q, one))),
        ),
    ):
        curve = curve_of(Composition.of((release, times)), epsilon=eps, width=1e-2)
        with ctx.workprec(PRECISION):
            here, there = laws
            true = enumerated([(here, there)] * times, eps).max(enumerated([(there, here)] * times, eps))
            assert not true > 0 if curve is None else not (curve.lower(eps) > true or curve.upper(eps) < true)


@given(worlds(3), st.integers(1, 2), st.integers(1, 5), st.integers(0, 4))
@settings(max_examples=25, deadline=None)
def test_subsets_of_fixed_size_by_enumeration(noise, times: int, sixths: int, quarters: int) -> None:
    """Of three laws that are neighbours of one another, with and without the place in the subset."""
    p, eps, rate = [a + fmpq(1, 10) for a in noise[0]], fmpq(quarters, 4), fmpq(sixths, 6)
    p = [a / sum(p) for a in p]
    top = max(max(a / b, b / a) for a in p for b in p)
    assume(top > 1)
    turned = [p[(k + 1) % 3] for k in range(3)], [p[(k + 2) % 3] for k in range(3)]
    # all three are images of randomised response with the largest odds, of which any two are
    response = ResponseMoments(top / (1 + top))
    curve = curve_of(Composition.of((sampled(response, rate, SUBSETS), times)), epsilon=eps, width=1e-2)
    here, there = (
        [rate * a + (1 - rate) * r for a, r in zip(one, turned[1], strict=True)] for one in (p, turned[0])
    )
    with ctx.workprec(PRECISION):
        true = enumerated([(here, there)] * times, eps)
        assert not true > 0 if curve is None else not curve.upper(eps) < true
        if curve is not None:
            half = [rate * top / (1 + top) + (1 - rate) / (1 + top)]
            pair = ([half[0], 1 - half[0]], [1 / (1 + top), top / (1 + top)])
            assert not curve.lower(eps) > enumerated([pair] * times, eps)


def test_a_record_that_is_replaced_gives_away_more_than_one_removed_and_one_added_bounds_it() -> None:
    """One Gaussian release: the pair with opposite shifts in closed form lies in the interval."""
    mu, rate, delta = 1.0, 0.25, fmpq(1, 1000)
    part = sampled("gaussian 1", "1/4", REPLACED)
    curve = curve_of(Composition.of((part, 1)), delta=delta)
    assert curve is not None and curve.attained
    for eps in (fmpq(1, 2), fmpq(2), fmpq(3)):
        e = math.exp(float(eps))

        def tail(x: float) -> float:
            return math.erfc(x / math.sqrt(2)) / 2

        def gap(x: float, e: float = e) -> float:
            both = ((1 - rate) * tail(x) + rate * tail(x - s * mu) for s in (1, -1))
            return next(both) - e * next(both)

        true = max(gap(k / 1000) for k in range(-3000, 9000))
        assert float(curve.lower(eps)) <= true * (1 + 1e-4) and float(curve.upper(eps)) >= true
    whole = curve_of(Composition.of((sampled("gaussian 1", 1, REPLACED), 1)), delta=delta)
    twice = account(Composition.of(("gaussian 1/2", 1)), delta=delta).best
    assert whole is not None and math.isclose(
        float(whole.epsilon(delta, up=True)), float(twice.eps), rel_tol=1e-3
    )


def test_both_directions_of_a_sample_count() -> None:
    """At small eps and few steps removing is worse, and each alone is below the whole."""
    part = Sampled(GAUSS, fmpq(1, 2))
    whole = curve_of(Composition.of((sampled("gaussian 1", "1/2"), 3)), delta=fmpq(1, 1000))
    assert whole is not None and sum(side.up for side in whole.sides) == 2
    alone = [composed([[(pair, 3)]], 1e-4, delta=1e-3) for pair in (part, Reversed(part))]
    tops = [float(curve.epsilon(fmpq(1, 1000), up=True)) for curve in alone if curve is not None]
    assert math.isclose(max(tops), float(whole.epsilon(fmpq(1, 1000), up=True)), rel_tol=1e-4)
    assert abs(tops[0] - tops[1]) > 0.01


LOOSE = [
    ([("laplace 50", 10_000)], 10.950),
    ([("laplace 10", 100)], 4.6935),
    ([("gaussian 10", 100), ("laplace 10", 100)], 7.178),
]


@pytest.mark.parametrize(("parts", "most"), LOOSE)
def test_laplace_releases_have_the_sharp_number(parts, most: float) -> None:
    """Once 10.9938, 4.77457, 7.63756: optimal composition and Renyi are loose for Laplace noise."""
    best = account(Composition.of(*parts), delta="1e-6").best
    assert float(best.eps) <= most and best.least is not None
    assert best.eps - best.least < best.eps / 5000


@given(worlds(3), worlds(3), st.integers(1, 3), st.integers(1, 3), st.integers(1, 8))
@settings(max_examples=12, deadline=None)
def test_two_laws_and_samples_of_them_by_enumeration(
    first, second, times: int, tenths: int, quarters: int
) -> None:
    """Both directions, the larger one; a sample has the law (1 - q) times the one without the record, q the other."""
    assume(first[0] != first[1] and second[0] != second[1])  # where nothing is given away there is no grid
    laws = [
        TwoLaws.of([a + fmpq(1, 20) for a in p], [b + fmpq(1, 20) for b in q]) for p, q in (first, second)
    ]
    rate, eps = fmpq(tenths, 10), fmpq(quarters, 8)
    curve = curve_of(Composition.of((laws[0], times), (sampled(laws[1], rate), 1)), epsilon=eps, width=1e-2)
    mixed = [rate * a + (1 - rate) * b for a, b in zip(laws[1].here, laws[1].there, strict=True)]
    parts = [(list(laws[0].here), list(laws[0].there))] * times + [(mixed, list(laws[1].there))]
    with ctx.workprec(PRECISION):
        true = enumerated(parts, eps).max(enumerated([(q, p) for p, q in parts], eps))
        if curve is None:  # no loss is as large
            assert not true > 0
        else:
            assert not curve.lower(eps) > true and not curve.upper(eps) < true


@pytest.mark.parametrize("sigma", ["1/3", "1", "7/2"])
def test_the_discrete_gaussian_is_the_sum_over_its_outcomes(sigma: str) -> None:
    part = DiscreteGaussianMoments.of(sigma)
    s = float(part.sigma.p) / float(part.sigma.q)
    chance = [math.exp(-x * x / (2 * s * s)) for x in range(-60, 61)]
    chance = [c / sum(chance) for c in chance]
    for eps in (0.0, 0.25, 1.5):
        exact = fmpq(*eps.as_integer_ratio())
        true = math.fsum(
            max(0.0, a - math.exp(eps) * b) for a, b in zip(chance[:-1], chance[1:], strict=True)
        )
        curve = curve_of(Composition.of((part, 1)), epsilon=exact)
        assert curve is not None
        low, high = float(curve.lower(exact)), float(curve.upper(exact))
        assert low <= true * (1 + 1e-9) and true <= high * (1 + 1e-9) and high - low < 1e-4


@pytest.mark.parametrize("share", [fmpq(1, 2), fmpq(3, 4)])
def test_two_utilities_of_an_exponential_mechanism_have_the_pair_that_bounds_it_from_below(
    share: fmpq,
) -> None:
    """Weights 1 and c: at utilities (1, 0) and (0, 1) the losses are those of the pair; c is solved for."""
    loss, (up, down) = 1.0, BoundedRange(fmpq(1)).utility(share).atoms()
    p, q = float(up.p), float(up.q)
    c = (1 - q) / q * math.exp(-loss / 2)  # of exp(eps u/2): weights (1, c exp(loss/2)) there
    here, there = math.exp(loss / 2), c * math.exp(loss / 2)
    assert math.isclose(q, 1 / (1 + there)) and math.isclose(p, here / (here + c), rel_tol=1e-9)
    assert math.isclose(float(down.p), 1 - p) and math.isclose(
        math.log(p / q), float(share.p) / float(share.q)
    )


def test_the_exponential_mechanism_has_an_interval_and_monotone_utilities_half_of_it() -> None:
    """Once an upper bound alone; the end from below is what two outcomes give away, step by step."""
    best = account(Composition.of(("exponential 1", 4)), delta="1e-3").best
    half = account(Composition.of(("exponential-monotone 2", 4)), delta="1e-3").best
    assert best.kind == "interval" and best.least is not None and best.eps - best.least < best.eps / 500
    assert (half.eps, half.least) == (best.eps, best.least)
    atoms = BoundedRange(fmpq(1)).utility(fmpq(1, 2)).atoms()
    laws = [(fmpq(*float(a.p).as_integer_ratio()), fmpq(*float(a.q).as_integer_ratio())) for a in atoms]
    true = enumerated([([p for p, _ in laws], [q for _, q in laws])] * 4, best.least)
    assert (
        not true > arb(best.delta) * arb("1.5")
        and account(Composition.of(("exponential 1", 4)), epsilon=best.least).best.delta >= best.delta
    )


@pytest.mark.parametrize("times", [1, 2, 3])
def test_utilities_chosen_by_what_was_answered_are_between_both_bounds(
    times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once [2.49, 3.06] for four uses. By the recursion over 40 shares; the bounds one place inward are caught."""
    monkeypatch.setattr(recursion, "FINEST", 40)
    found = recursion.Ranges((), True, fmpq(1), times)
    ways = [(t / 40, -math.expm1(t / 40 - 1) / -math.expm1(-1)) for t in range(41)]

    @functools.cache
    def most(k: int, place: int) -> float:
        x = place / 40
        if k == 0:
            return max(0.0, -math.expm1(x))
        return max(
            p * most(k - 1, place - t) + (1 - p) * most(k - 1, place - t + 40)
            for t, (_, p) in enumerate(ways)
        )

    twins = [False, False]
    for place in range(0, 40 * times):
        low, high = (float(end(fmpq(place, 40))) for end in (found.lower, found.upper))
        true = most(times, place)
        assert low <= true <= high and low >= true * (1 - 1e-9)
        twins[0] |= float(found.lower(fmpq(max(0, place - 1), 40))) > true
        twins[1] |= float(found.upper(fmpq(place + 2, 40))) < true
    assert twins == [True, True]
    if times == 1:  # the closed form is between, too
        assert all(
            not found.lower(fmpq(k, 40)) > exponential(arb(1), arb(k) / 40)
            and not found.upper(fmpq(k, 40)) < exponential(arb(1), arb(k) / 40)
            for k in range(40)
        )


def test_integer_noise_of_laplace_is_randomised_response() -> None:
    for times in (1, 7):
        one = account(Composition.of((DiscreteLaplaceMoments.of(3), times)), delta="1e-3").best
        other = account(Composition.of(("randomised-response eps=1/3", times)), delta="1e-3").best
        assert one.eps == other.eps and one.kind == "exact"
    a = math.exp(-1 / 3)
    chance = [(1 - a) / (1 + a) * a ** abs(x) for x in range(-200, 200)]
    true = math.fsum(max(0.0, p - math.exp(0.1) * q) for p, q in zip(chance[1:], chance[:-1], strict=True))
    found = account(Composition.of((DiscreteLaplaceMoments.of(3), 1)), epsilon="1/10").best.delta
    assert math.isclose(float(found), true, rel_tol=1e-5)


@pytest.mark.parametrize(
    "make",
    [
        lambda: TwoLaws.of([1, -1], [1, 1]),
        lambda: Mixed.of([("1/2", GaussianMoments.of(1))]),
        lambda: sampled("discrete-gaussian 1", "1/2", REPLACED),
        lambda: TwoLaws.of([1], [1, 1]),
        lambda: TwoLaws.response("1/4", 4),
        lambda: DiscreteLaplaceMoments.of(0),
        lambda: DiscreteGaussianMoments.of(-1),
        lambda: sampled("gaussian 1", 0),
        lambda: sampled(sampled("gaussian 1", "1/2"), "1/2"),
        lambda: Composition.of(("gaussian 1 at 3/2", 1)),
    ],
)
def test_bad_releases_are_refused(make) -> None:
    with pytest.raises(BadInput):
        make()


def test_mixtures_whose_largest_losses_are_opposite_do_not_attain_the_sum() -> None:
    """Once called exact: each loses log 5 one way round and log 9/5 the other."""
    one, other = (
        [("1/2", TwoLaws.of(p, q)), ("1/2", TwoLaws.response("3/5", 2))]
        for p, q in (((9, 1), (5, 5)), ((5, 5), (9, 1)))
    )
    whole = Composition.of((Mixed.of(one), 1), (Mixed.of(other), 1))
    basic = next(g for g in account(whole, delta="1e-9").guarantees if g.name == "basic")
    assert basic.kind == "upper bound" and float(basic.eps) > 3.2
    assert float(account(whole, delta="1e-9").best.eps) < math.log(9) + 1e-3
