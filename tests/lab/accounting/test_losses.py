"""Composed privacy losses: the interval against exact enumeration, closed forms, and twins that must be caught."""

from __future__ import annotations

import functools
import itertools
import math
from dataclasses import replace

import pytest
from flint import arb, ctx, fmpq, fmpz_poly
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
    powers,
    sampled,
)
from dptheory.lab.accounting import curves as rooms
from dptheory.lab.accounting import ranges as recursion
from dptheory.lab.accounting.curves import PRECISION, composed
from dptheory.lab.accounting.dominating import curve_of
from dptheory.lab.accounting.lattice import Mixed
from dptheory.lab.accounting.moments import ResponseMoments
from dptheory.lab.accounting.pairs import (
    Atom,
    BoundedRange,
    Discrete,
    Gaussian,
    Laplace,
    Length,
    Mixture,
    Opposite,
    Pair,
    Reversed,
    Sampled,
    Subset,
)
from dptheory.lab.accounting.pld import Grid, cells, downwards, upwards
from dptheory.lab.accounting.profiles import exponential, gaussian, laplace
from dptheory.lab.accounting.sampled import REPLACED, SUBSETS
from dptheory.lab.accounting.scouts import planned

GAUSS = Gaussian(lambda: arb(1))
COARSE = Length(fmpq(1, 20))
PAIRS: dict[str, Pair] = {
    "gaussian": GAUSS,
    "laplace": Laplace(fmpq(3, 4)),
    "bounded range": BoundedRange(fmpq(1)),
    "sampled gaussian": Sampled(GAUSS, fmpq(1, 5)),
    "reversed sampled gaussian": Reversed(Sampled(GAUSS, fmpq(1, 5))),
    "sampled laplace": Sampled(Laplace(fmpq(1)), fmpq(1, 3)),
    "subsets of gaussian": Subset(GAUSS, fmpq(1, 5)),
    "subsets of laplace": Subset(Laplace(fmpq(1)), fmpq(1, 3)),
    "opposite shifts": Opposite(lambda: arb(1), fmpq(1, 5)),
    "mixture": Mixture(((fmpq(1, 4), GAUSS), (fmpq(3, 4), Laplace(fmpq(1))))),
}


def worlds(outcomes: int = 4) -> st.SearchStrategy[tuple[list[fmpq], list[fmpq]]]:
    """Two laws with whole weights, zeros included."""
    weights = st.lists(st.integers(0, 6), min_size=outcomes, max_size=outcomes).filter(any)
    law = weights.map(lambda some: [fmpq(k, sum(some)) for k in some])
    return st.tuples(law, law)


def of_laws(p: list[fmpq], q: list[fmpq]) -> Pair:
    return Discrete(lambda: [Atom(arb(a), arb(b)) for a, b in zip(p, q, strict=True)])


def enumerated(laws: list[tuple[list[fmpq], list[fmpq]]], eps: fmpq) -> arb:
    """delta(eps) of independent releases, outcome by outcome."""
    total = arb(0)
    for outcome in itertools.product(*(list(zip(p, q, strict=True)) for p, q in laws)):
        p, q = fmpq(1), fmpq(1)
        for a, b in outcome:
            p, q = p * a, q * b
        total += (arb(p) - arb(eps).exp() * arb(q)).max(arb(0))
    return total


@given(worlds(), worlds(3), st.integers(1, 4), st.integers(0, 12))
@settings(max_examples=40, deadline=None)
def test_small_mechanisms_composed_few_times_are_in_the_interval(
    first, second, times: int, quarters: int
) -> None:
    eps = fmpq(quarters, 4)
    curve = composed([[(of_laws(*first), times), (of_laws(*second), 1)]], 1e-3, eps=float(quarters) / 4)
    assert curve is not None
    with ctx.workprec(PRECISION):
        true = enumerated([first] * times + [second], eps)
        assert not curve.lower(eps) > true and not curve.upper(eps) < true


@pytest.mark.parametrize("mu", ["1/10", "1", "4"])
@pytest.mark.parametrize("times", [1, 2, 37])
def test_the_gaussian_closed_form_is_in_the_interval_and_the_interval_is_short(mu: str, times: int) -> None:
    part = Gaussian(lambda: arb(fmpq(*map(int, f"{mu}/1".split("/")[:2]))))
    whole = part.mu() * arb(times).sqrt()
    curve = composed([[(part, times)]], 1e-4, delta=1e-5)
    assert curve is not None
    low, high = (curve.epsilon(fmpq(1, 10**5), up=up) for up in (False, True))
    for eps in (low, high, fmpq(1, 3)):
        with ctx.workprec(PRECISION):
            true = gaussian(part.mu() * arb(times).sqrt(), arb(eps))
            assert curve.lower(eps) <= true <= curve.upper(eps)
    assert low < high < low * fmpq(1003, 1000) + fmpq(1, 1000) and whole > 0


CURVES = [
    ("laplace", lambda eps: laplace(arb(fmpq(3, 4)), eps)),
    ("bounded range", lambda eps: exponential(arb(1), eps)),
    ("gaussian", lambda eps: gaussian(arb(1), eps)),
]


@pytest.mark.parametrize(("name", "true"), CURVES, ids=lambda v: v if isinstance(v, str) else "")
@pytest.mark.parametrize("eps", [fmpq(0), fmpq(1, 7), fmpq(1, 2), fmpq(7, 10)])
def test_one_release_has_its_curve(name: str, true, eps: fmpq) -> None:
    curve = composed([[(PAIRS[name], 1)]], 1e-3, eps=float(eps.p) / float(eps.q))
    assert curve is not None
    with ctx.workprec(PRECISION):
        value = true(arb(eps))
        assert not curve.upper(eps) < value and curve.upper(eps) < value + arb("1e-3")
        below = [side.delta(arb(eps)).lower() for side in curve.sides if not side.up]
        assert bool(below) is PAIRS[name].attained
        assert all(not lower > value and lower > value - arb("1e-3") for lower in below)


@pytest.mark.parametrize("name", PAIRS)
def test_masses_of_a_pair_fit(name: str) -> None:
    """What is above, below, and all; and P above t is at least exp(t) times Q above t."""
    pair = PAIRS[name]
    with ctx.workprec(PRECISION):
        p, q = pair.total()
        for atom in pair.atoms():
            p, q = p + atom.p, q + atom.q
        assert p.overlaps(arb(1)) and q.overlaps(arb(1))
        for k in range(-30, 31):
            t = arb(fmpq(k, 13))
            above, below, total = pair.above(t), pair.below(t), pair.total()
            assert all((a + b).overlaps(c) for a, b, c in zip(above, below, total, strict=True))
            assert not above[0] < t.exp() * above[1] and not below[0] > t.exp() * below[1]


def value(masses: dict[int, arb], infinite: arb, eps: arb) -> arb:
    """delta(eps) of a law on the coarse grid."""
    h = COARSE.enclosed()
    parts = (m * (-(eps - h * k).expm1()).max(arb(0)) for k, m in masses.items())
    return sum(parts, infinite)


EVEN, UNEVEN = range(-140, 201), (-140, -60, *range(-40, 20), 20, 24, 40, 41, *range(48, 208, 8))


@pytest.mark.parametrize("edges", [EVEN, UNEVEN], ids=["even", "uneven"])
@pytest.mark.parametrize("name", [n for n in PAIRS if n != "mixture"])
def test_the_law_above_dominates_the_law_below_and_one_place_inward_neither(name: str, edges) -> None:
    """The twins: all masses one place down are below the curve, one place up above it."""
    pair, grid = PAIRS[name], Grid(COARSE, edges)
    with ctx.workprec(PRECISION):
        found = cells(pair, grid)
        up, down = upwards(pair, grid, found), downwards(pair, grid, found)
        inward = {k - 1: m for k, m in up.at.items()}
        outward = {k + 1: m for k, m in down.at.items()}
        twins = [False, False]
        for k in range(-20, 30):
            eps = arb(fmpq(k, 31))
            p, q = pair.above(eps)
            for atom in pair.atoms():
                p, q = (p + atom.p, q + atom.q) if atom.p > eps.exp() * atom.q else (p, q)
            true = p - eps.exp() * q
            high, low = value(up.at, up.infinite, eps), value(down.at, down.infinite, eps)
            assert not high < true and not low > true
            twins[0] |= bool(value(inward, up.infinite, eps) < true)
            twins[1] |= bool(value(outward, down.infinite, eps) > true)
        assert twins == [True, True]


@given(st.lists(st.integers(0, 10**6), min_size=1, max_size=12).filter(any), st.integers(-5, 5))
@settings(max_examples=60, deadline=None)
def test_a_doubled_step_rounds_the_same_way_and_one_place_inward_is_caught(masses, first: int) -> None:
    """Of any law on a grid: above it or below it at every eps; moved one place inward it is not."""
    thinning = powers.Thinning(COARSE, fmpq(3), 1.0)

    def curve(law: powers.Fixed, eps: arb, inward: int = 0) -> arb:
        h = COARSE.enclosed() * 2**law.doubled
        places = enumerate(law.poly.coeffs(), law.first)
        at = {k + inward: (-3 * h * k).exp() * int(count) for k, count in places}
        return sum((m * (-(eps - h * k).expm1()).max(arb(0)) for k, m in at.items()), arb(0))

    with ctx.workprec(PRECISION):
        for up in (True, False):
            law = powers.Fixed(fmpz_poly([m << 40 for m in masses]), first, 0, up)
            wide, inward, caught = thinning.doubled(law, 1), -1 if up else 1, False
            for k in range(-25, 45):
                eps = arb(fmpq(k, 30))
                true, found, twin = curve(law, eps), curve(wide, eps), curve(wide, eps, inward)
                assert not (found < true if up else found > true)
                caught |= bool(twin < true if up else twin > true)
            assert caught


def test_rounding_the_other_way_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twins of the arithmetic: a curve from above that is rounded down loses mass, and the other way round."""
    p, q = [fmpq(1, 3), fmpq(2, 3)], [fmpq(2, 3), fmpq(1, 3)]
    loss = Length(fmpq(1), fmpq(2))
    pair = Discrete(
        lambda: [Atom(arb(a), arb(b), loss.times(fmpq(s))) for a, b, s in zip(p, q, (-1, 1), strict=True)],
        loss,
    )
    eps = fmpq(1, 2)

    def sides(bits: int, turned: bool) -> tuple[arb, arb, arb]:
        monkeypatch.setattr(rooms, "BITS", bits)
        monkeypatch.setattr(rooms, "planned", lambda *asked: replace(planned(*asked), bits=bits))
        made = powers.fixed
        if turned:
            monkeypatch.setattr(rooms, "fixed", lambda at, up, *rest: made(at, not up, *rest))
            monkeypatch.setattr(
                rooms,
                "Fixed",
                lambda poly, first, lost, up, *rest: powers.Fixed(poly, first, lost, not up, *rest),
            )
        curve = composed([[(pair, 6)]], 1e-3, eps=0.5)
        assert curve is not None
        with ctx.workprec(PRECISION):
            return curve.lower(eps), enumerated([(p, q)] * 6, eps), curve.upper(eps)

    low, true, high = sides(40, False)
    assert low < true < high and high - low < arb("1e-6")
    low, true, high = sides(40, True)
    assert high < true < low


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
def test_utilities_chosen_by_what_was_answered_are_between_both_bounds(times: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once [2.49, 3.06] for four uses. By the recursion over 40 shares; the bounds one place inward are caught."""
    monkeypatch.setattr(recursion, "FINEST", 40)
    found = recursion.Ranges((), True, fmpq(1), times)
    ways = [(t / 40, -math.expm1(t / 40 - 1) / -math.expm1(-1)) for t in range(41)]

    @functools.cache
    def most(k: int, place: int) -> float:
        x = place / 40
        if k == 0:
            return max(0.0, -math.expm1(x))
        return max(p * most(k - 1, place - t) + (1 - p) * most(k - 1, place - t + 40) for t, (_, p) in enumerate(ways))

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
