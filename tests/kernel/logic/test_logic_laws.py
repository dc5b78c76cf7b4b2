"""The rules about noise and densities, by integration and closed forms that use no other rule."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest
from flint import acb, arb, ctx, fmpq

from .rule_models import CONTINUOUS, RULES

SCALES = (fmpq(1, 3), fmpq(1), fmpq(5, 2))
COVERED = {
    "noise-density", "density-ratio", "polar", "gamma-as-sum", "exponential-tail",
    "gamma-tail", "ball-closed", "gaussian-ratio", "gaussian-moment", "noise-scale",
    "noise-moments", "gaussian-tilt",  # the last: see test_logic_pairs.py
    "shears",  # see test_logic_moved.py
}  # fmt: skip


def test_every_continuous_rule_is_here() -> None:
    assert COVERED == CONTINUOUS <= set(RULES)


def _integral(fn: object, low: object, high: object) -> arb:
    return acb.integral(lambda x, _: fn(x), acb(low), acb(high)).real  # type: ignore[no-any-return, operator]


def _near(one: arb, other: arb) -> bool:
    return bool(one.overlaps(other)) and one.rad() < 1e-8 and other.rad() < 1e-8


def _unit_volume(d: int) -> arb:
    """The volume of the unit ball of R^d."""
    return {1: arb(2), 2: arb.pi(), 3: arb(4) * arb.pi() / 3}[d]


def _mass(d: int, s: fmpq, t: arb | None) -> arb:
    """The integral of exp(-norm(x)/s) over the ball of radius t of R^d (all of it if None), by levels:
    the density exceeds u exactly on the ball of radius -s log u. No polar coordinates."""
    volume = _unit_volume(d)
    floor = arb(0) if t is None else (-t / s).exp()
    # substitute u = exp(-v): the integral of volume (s v)^d exp(-v) over v in [0, -log floor]
    top = 60 if t is None else -floor.log()
    levels = _integral(lambda v: volume * (s * v) ** d * (-v).exp(), 0, top)
    return levels if t is None else volume * t**d * floor + levels


def _gamma_cdf(m: int, s: fmpq, t: arb) -> arb:
    """P[Gamma(m, s) <= t] as the integral of its density."""
    density = lambda r: r ** (m - 1) * (-r / s).exp() / (arb(s) ** m * math.factorial(m - 1))  # noqa: E731
    return _integral(density, 0, t)


@pytest.mark.parametrize("s", SCALES, ids=str)
@pytest.mark.parametrize("d", (1, 2, 3))
def test_normaliser_is_positive(d: int, s: fmpq) -> None:
    mass = _mass(d, s, None)
    assert mass > 0 and mass.is_finite()
    exact = _unit_volume(d) * math.factorial(d) * arb(s) ** d
    assert abs(mass - exact) < arb("1e-6")


@pytest.mark.parametrize("s", SCALES, ids=str)
@pytest.mark.parametrize("d", (1, 2, 3))
def test_polar(d: int, s: fmpq) -> None:
    """P[norm(k) <= t] by levels is P[Gamma(d, s) <= t] by its density; and with another shape it is not."""
    whole = _unit_volume(d) * math.factorial(d) * arb(s) ** d
    for t in (arb(1) / 4, arb(1), arb(7) / 3):
        chance = _mass(d, s, t) / whole
        assert _near(chance, _gamma_cdf(d, s, t))
        assert not chance.overlaps(_gamma_cdf(d + 1, s, t))


def test_noise_density() -> None:
    """On the line: the chance that c + k is in an interval is the integral of the shifted density."""
    rng = random.Random(1)
    for _ in range(40):
        s, c = fmpq(rng.randint(1, 9), 3), fmpq(rng.randint(-6, 6), 2)
        low, high = sorted((fmpq(rng.randint(-8, 8), 3), fmpq(rng.randint(-8, 8), 3)))
        shifted = _laplace(s, high - c) - _laplace(s, low - c)
        pieces = sorted({low, high, min(max(c, low), high)})
        density = [
            _integral(
                lambda x, c=c, s=s, sign=1 if a >= c else -1: (-(x - c) * sign / s).exp() / (2 * s), a, b
            )
            for a, b in zip(pieces, pieces[1:], strict=False)
        ]
        total = sum(density, arb(0))
        assert _near(shifted, total)
        wrong = _laplace(s, high + c) - _laplace(s, low + c)  # moved the other way
        if low < c < high and c != 0 and low + high != 0:
            assert not total.overlaps(wrong)


def _laplace(s: fmpq, x: fmpq) -> arb:
    return (arb(x) / s).exp() / 2 if x <= 0 else 1 - (-arb(x) / s).exp() / 2


def test_gamma_as_sum() -> None:
    """P[Gamma(m, s) <= m t] >= 1 - m P[Exp(s) > t], for t of either sign."""
    tight = 0
    for m in (1, 2, 3, 5, 8):
        for s in SCALES:
            for t in (fmpq(-1), fmpq(0), fmpq(1, 4), fmpq(1), fmpq(3), fmpq(8)):
                tail = arb(1) if t < 0 else (-arb(t) / s).exp()
                chance = arb(0) if t <= 0 else 1 - (arb(m) * t / s).gamma_upper(m) / math.factorial(m - 1)
                assert chance >= 1 - m * tail - arb("1e-15")
                tight += not chance >= 1 - (m - 1) * tail + arb("1e-15")
    assert tight > 10


@pytest.mark.parametrize("s", SCALES, ids=str)
def test_exponential_tail(s: fmpq) -> None:
    for t in (fmpq(0), fmpq(1, 2), fmpq(4)):
        tail = 1 - _integral(lambda y: (-y / s).exp() / s, 0, t)
        assert _near(tail, (-arb(t) / s).exp())
    assert not (arb(1) / s).exp() <= 1  # t = -1: the tail is 1


@pytest.mark.parametrize("s", SCALES, ids=str)
@pytest.mark.parametrize("m", (1, 2, 5))
def test_gamma_tail(m: int, s: fmpq) -> None:
    for t in (arb(0), arb(1) / 2, arb(4)):
        closed = (t / s).gamma_upper(m) / math.factorial(m - 1) if t > 0 else arb(1)
        assert _near(1 - _gamma_cdf(m, s, t), closed)
    assert not ((arb(-1) / s).gamma_upper(m) / math.factorial(m - 1)).overlaps(arb(1))  # t = -1


def test_density_ratio() -> None:
    """Step densities on cells of any volumes, exactly: f <= k g pointwise gives it for every event."""
    rng = random.Random(2)
    met = broken = 0
    for _ in range(4000):
        volumes = [Fraction(rng.randint(1, 4), 2) for _ in range(4)]
        f, g = (_density(rng, volumes) for _ in range(2))
        k = Fraction(rng.randint(0, 8), 2)
        event = [rng.random() < 0.5 for _ in volumes]
        mu, nu = (sum(x * v for x, v, b in zip(h, volumes, event, strict=True) if b) for h in (f, g))
        if all(a <= k * b for a, b in zip(f, g, strict=True)):
            met += 1
            assert mu <= k * nu
        else:
            broken += mu > k * nu
    assert met > 300 and broken > 300


def _density(rng: random.Random, volumes: list[Fraction]) -> list[Fraction]:
    parts = [Fraction(rng.randint(0, 5)) for _ in volumes]
    parts[0] += 1
    mass = sum(p * v for p, v in zip(parts, volumes, strict=True))
    return [p / mass for p in parts]


def test_densities_are_needed() -> None:
    """Without density(mu, f) the law mu may be a point mass where f = 0 = g, and k g bounds nothing; without
    density(nu, g) the law nu may live elsewhere."""
    volumes = [Fraction(1), Fraction(1)]
    f, g, k = [Fraction(1), Fraction(0)], [Fraction(1), Fraction(0)], Fraction(1)
    assert all(a <= k * b for a, b in zip(f, g, strict=True))
    mu_of, nu_of = Fraction(1), k * g[1] * volumes[1]
    assert not mu_of <= k * nu_of  # mu is not f: it sits in the second cell
    assert not f[0] * volumes[0] <= k * Fraction(0)  # nu is not g: it sits in the second cell


def test_ball_is_closed() -> None:
    """Every point outside has a neighbourhood outside (R^2, exactly); a ball of negative radius is empty."""
    rng = random.Random(5)
    outside = 0
    for _ in range(2000):
        r = Fraction(rng.randint(-2, 6), 2)
        w = [Fraction(rng.randint(-9, 9), 2) for _ in range(2)]
        square = sum(x * x for x in w)
        if r >= 0 and square <= r * r:
            continue
        outside += 1
        room = (square - r * r) / (4 * (abs(w[0]) + abs(w[1]) + 1)) if r >= 0 else Fraction(1)
        room = min(room, Fraction(1, 4))
        for step in ((room, 0), (-room, 0), (0, room), (0, -room), (-room / 2, room / 2)):
            moved = sum((x + y) ** 2 for x, y in zip(w, step, strict=True))
            assert r < 0 or moved > r * r
    assert outside > 500


def test_precision_is_enough() -> None:
    assert ctx.prec >= 53


UNSPECIFIED = {
    (
        "noise-density",
        0,
    ): "l2laplace(s) with s <= 0 may be a point mass, which has no density, and its normaliser 0",
    ("polar", 0): "l2laplace(s) and gammalaw(d, s) with s <= 0 may be any two laws",
    ("gamma-as-sum", 0): "gammalaw(0, s) may sit at 1, beyond 0*t, where the right side is 1",
    ("gamma-as-sum", 1): "gammalaw(m, s) and explaw(s) with s <= 0 may be any two laws",
    ("exponential-tail", 0): "explaw(s) with s <= 0 may be any law",
    ("gamma-tail", 0): "gammalaw(0, s) may be any law",
    ("gamma-tail", 1): "gammalaw(m, s) with s <= 0 may be any law",
    ("gaussian-ratio", 0): "gaussian(c, s) with s <= 0 may be any law",
    ("gaussian-moment", 0): "gaussian(c, s) with s <= 0 may be any law",
    ("noise-scale", 0): "l2laplace(a*s) with a <= 0 may be any law",
    ("noise-scale", 1): "l2laplace(s) with s <= 0 may be any law",
    ("noise-moments", 0): "l2laplace(s) with s <= 0 may be any law",
    ("gaussian-tilt", 0): "gaussian(c, s) with s <= 0 may be any law",
    ("gaussian-tilt", 1): "a quotient by 0 may be any number",
    ("gaussian-tilt", 2): "the square root of 1 + 2 a s^2 norm(v)^2 < 0 may be any number",
    ("gaussian-tilt", 3): "a quotient by 0 may be the density of another law",
    ("gaussian-tilt", 4): "nu may be any law",
}
"""Premises without which a term has a value that no rule speaks about: a model may choose it so."""
SHOWN = {
    ("exponential-tail", 1): "test_exponential_tail: at t = -1 the tail is 1",
    ("gamma-tail", 2): "test_gamma_tail: at t = -1 the tail is 1",
    ("density-ratio", 0): "test_densities_are_needed",
    ("density-ratio", 1): "test_densities_are_needed",
    ("density-ratio", 2): "test_density_ratio: broken",
    ("shears", 0): "test_densities_are_needed",
    ("shears", 1): "test_each_factor_of_shears_is_needed: two heights",
    ("shears", 2): "test_each_factor_of_shears_is_needed: r need not be what p and q say",
    ("shears", 3): "test_each_factor_of_shears_is_needed: a slope of 1/2",
    ("shears", 4): "test_each_factor_of_shears_is_needed: a slope of 2",
}


def test_every_premise_is_accounted_for() -> None:
    premises = {(name, place) for name in CONTINUOUS for place in range(len(RULES[name].premises))}
    assert premises == set(UNSPECIFIED) | set(SHOWN)


# -- normal laws, scaled noise -----------------------------------------------------------------------


def _normal(c: fmpq, s: fmpq) -> object:
    return lambda x: (-((x - c) ** 2) / (2 * s**2)).exp() / (arb(s) * (2 * arb.pi()).sqrt())


@pytest.mark.parametrize("s", SCALES[1:], ids=str)
@pytest.mark.parametrize("b", (fmpq(0), fmpq(1), fmpq(-3, 2)), ids=str)
def test_normal_densities_and_their_moments(b: fmpq, s: fmpq) -> None:
    """On the line, with c = 1/2: the quotient of the densities, and the integral of exp(t times its log)."""
    c = fmpq(1, 2)

    def gap(x: acb) -> acb:
        return ((x - b) ** 2 - (x - c) ** 2) / (2 * s**2)

    mine, other = _normal(c, s), _normal(b, s)
    for x in (fmpq(-2), fmpq(1, 3), fmpq(4)):
        assert _near(mine(arb(x)) / other(arb(x)), gap(arb(x)).exp())  # type: ignore[operator]
    for t in (fmpq(-1, 2), fmpq(1, 3), fmpq(2)):
        found = _integral(lambda x: mine(x) * (t * gap(x)).exp(), -60, 60)  # type: ignore[operator]  # noqa: B023
        assert _near(found, arb(t * (t + 1) * (c - b) ** 2 / (2 * s**2)).exp())
        assert not _near(found, (arb(t * t) * (c - b) ** 2 / (2 * s**2)).exp()) or c == b


@pytest.mark.parametrize("s", SCALES, ids=str)
def test_noise_that_is_scaled_and_its_mean_norm(s: fmpq) -> None:
    """a k with k of scale s has the chances of scale a s; the mean norm is d s, by levels of the ball."""
    for a, low, high in ((fmpq(2), fmpq(1, 4), fmpq(3)), (fmpq(1, 3), fmpq(0), fmpq(1))):
        chances = [
            _integral(lambda x: (-x / r).exp() / (2 * arb(r)), u, v)  # noqa: B023
            for r, u, v in ((s, arb(low / a), arb(high / a)), (a * s, arb(low), arb(high)))
        ]
        assert _near(*chances)
    for d in (1, 2, 3):
        # the tail of the norm beyond t, integrated over t, is its mean
        mass = _mass(d, s, None)
        shell = _integral(lambda r: r * r ** (d - 1) * (-r / s).exp(), 0, 80 * s)  # noqa: B023
        assert _near(shell * d * _unit_volume(d) / mass, arb(d * s))


@pytest.mark.parametrize("s", SCALES, ids=str)
def test_the_second_moment_of_noise_about_a_point(s: fmpq) -> None:
    """E norm(c + k)^2 = norm(c)^2 + d (d + 1) s^2: on the line by the density, about any c; about 0 by levels of
    the ball; in the plane over directions as well."""
    for c in (fmpq(0), fmpq(1), fmpq(-3, 2)):
        halves = [
            _integral(lambda x: (c + sign * x) ** 2 * (-x / s).exp() / (2 * arb(s)), 0, 120 * s)  # noqa: B023
            for sign in (1, -1)
        ]
        assert _near(halves[0] + halves[1], arb(c**2 + 2 * s**2))
        assert not _near(halves[0] + halves[1], arb(c**2 + s**2))
    for d in (1, 2, 3):
        shell = _integral(lambda r: r ** (d + 1) * (-r / s).exp(), 0, 120 * s)  # noqa: B023
        found = shell * d * _unit_volume(d) / _mass(d, s, None)
        assert abs(found - arb(d * (d + 1) * s**2)) < arb("1e-6")
        assert abs(found - arb(d * d * s**2)) > arb("1e-6")
    r, c = arb(s), arb(3) / 2
    around = _integral(lambda a: (c + r * a.cos()) ** 2 + (r * a.sin()) ** 2, 0, 2 * arb.pi()) / (
        2 * arb.pi()
    )
    assert _near(around, c**2 + r**2)
