"""Composed privacy losses: the interval against exact enumeration, closed forms, and twins that must be caught."""

from __future__ import annotations

from dataclasses import replace
from unittest import mock

import pytest
from flint import arb, ctx, fmpq, fmpz_poly
from hypothesis import example, given, settings
from hypothesis import strategies as st

from dptheory.lab.accounting import (
    Composition,
    TwoLaws,
    powers,
    sampled,
)
from dptheory.lab.accounting import curves as rooms
from dptheory.lab.accounting.curves import PRECISION, composed
from dptheory.lab.accounting.dominating import curve_of
from dptheory.lab.accounting.pairs import (
    Atom,
    BoundedRange,
    Discrete,
    Gaussian,
    Laplace,
    Length,
    Mixture,
    Pair,
    Reversed,
)
from dptheory.lab.accounting.pld import Grid, cells, downwards, upwards
from dptheory.lab.accounting.profiles import exponential, gaussian, laplace
from dptheory.lab.accounting.sampled_pairs import Opposite, Sampled, Subset
from dptheory.lab.accounting.scouts import origin, planned
from dptheory.lab.accounting.sides import Side

from .laws import enumerated, of_laws, worlds

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
    "two laws": TwoLaws.of([5, 2, 1], [1, 3, 4]).pair(),
    "two laws, zeros": TwoLaws.of([5, 2, 1, 0], [1, 3, 0, 4]).pair(),
    "randomised response of 3": TwoLaws.response("3/5", 3).pair(),
    "sampled two laws": Sampled(TwoLaws.of([5, 2, 1], [1, 3, 4]).pair(), fmpq(1, 3)),
    "subsets of randomised response": Subset(TwoLaws.response("3/5", 2).pair(), fmpq(1, 3)),
}


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
@pytest.mark.parametrize("name", PAIRS)
def test_the_law_above_dominates_the_law_below_and_one_place_inward_neither(name: str, edges) -> None:
    """The twins: all masses one place down are below the curve, one place up above it."""
    pair, grid = PAIRS[name], Grid(COARSE, edges)
    with ctx.workprec(PRECISION):
        found = cells(pair, grid)
        up, down = upwards(pair, grid, found), downwards(pair, grid, found)
        inward = {k - 1: m for k, m in up.at.items()}
        outward = {min((edge for edge in edges if edge > k), default=k + 1): m for k, m in down.at.items()}
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
        lost = law.lost * (3 * arb(3).log() - 4 * arb(4).log() - 3 * eps).exp()
        return sum((m * (-(eps - h * k).expm1()).max(arb(0)) for k, m in at.items()), lost)

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


@given(
    st.lists(st.integers(1, 10**6), min_size=8, max_size=8),
    st.lists(st.integers(0, 10**3), min_size=1, max_size=6).filter(any),
    st.integers(2, 9),
)
@example([1] * 8, [8], 9)
@settings(max_examples=40, deadline=None)
def test_a_law_on_two_scales_adds_up_to_the_right_side_and_two_places_inward_is_caught(near, far, n) -> None:
    """Of n losses: above the whole polynomial's power, or below it, also with a window that is soon left.

    The twin has the law's masses two places away; once its tilt was left behind, and it was no twin."""
    total, h = sum(near) + sum(far), float(COARSE.enclosed())
    scaled = [[(m << 60) // total for m in part] for part in (near, far)]
    whole = fmpz_poly(scaled[0]) + fmpz_poly([m for k in scaled[1] for m in (k, 0, 0, 0)]).left_shift(12)
    thinning = powers.Thinning(COARSE, fmpq(3), 2.5 * h * h)

    def side(law: powers.Fixed, factor: arb) -> Side:
        return Side(law, COARSE.times(fmpq(2) ** law.doubled), fmpq(3), factor, arb(0), law.up, fmpq(0))

    with ctx.workprec(PRECISION), mock.patch.object(powers, "WINDOW", 16):
        true = side(powers.Fixed(whole**n, -4 * n, 0, False), arb(2) ** (-60 * n))
        for up in (True, False):
            beside, away = (powers.Fixed(fmpz_poly(part), 0, 0, up) for part in scaled)
            base = powers.Scales(replace(beside, first=-4), replace(away, first=2, doubled=2))
            law = powers.power(base, n, 1000, thinning)
            assert law.doubled >= 2
            moved, caught = -2 if up else 2, False
            kept = arb(2) ** -60 * (3 * COARSE.enclosed() * 2**law.doubled * moved).exp()
            inward = side(replace(law, first=law.first + moved), kept)
            made = side(law, arb(2) ** -60), inward
            for k in range(-20, 60):
                eps = arb(fmpq(k, 30))
                value, found, twin = (one.delta(eps) for one in (true, *made))
                assert not (found < value if up else found > value)
                caught |= bool(twin < value if up else twin > value)
            assert caught


def test_what_rounding_takes_from_a_product_is_counted_upwards() -> None:
    """Once what was below a unit became 0, not 1: flint's quotients of short coefficients are no floors."""
    law = powers.Fixed(fmpz_poly([2**60 - 2**20, 0, 2**20]), 0, 0, True)
    whole, thinning = powers.product(law, law, 0), powers.Thinning(COARSE, fmpq(3), 0.0)
    assert whole.mass + whole.lost >= law.mass**2 / law.one
    odd = replace(law, poly=fmpz_poly([0, 1]))
    assert (wide := thinning.doubled(odd, 1)).mass + wide.lost >= 1


def test_of_a_rare_record_next_to_nothing_is_put_below_the_least_loss() -> None:
    """Once 4 of 10,000: of 100,000 releases the lower end was 0.0014 below what some queries give away."""
    h, pair, reach = fmpq(37, 10**6), Sampled(Gaussian(lambda: arb(2)), fmpq(1, 10**4)), (-1.0001e-4, 0.01)
    with ctx.workprec(PRECISION):
        grid = Grid(Length(h), range(-5, 300), origin(pair, reach, float(arb(h))))
        law = downwards(pair, grid, cells(pair, grid))
        lost = sum((m for k, m in law.at.items() if grid.at(k) < (-arb(1) / 10**4).log1p()), arb(0))
        assert lost < arb("1e-5") and sum(law.at.values(), arb(0)) > arb("0.99")


def test_sampled_laplace_noise_is_on_a_grid_through_both_of_its_atoms() -> None:
    """Once the end from below took 16 s, and was ten times as far away."""
    whole, delta = Composition.of((sampled("laplace 2", "256/60000"), 14_063)), fmpq(1, 10**6)
    curve = curve_of(whole, delta=delta)
    assert curve is not None
    low, high = (curve.epsilon(delta, up=up) for up in (False, True))
    assert low < high < low + fmpq(3, 10**4) and max(len(side.law.poly) for side in curve.sides) < 50_000


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
