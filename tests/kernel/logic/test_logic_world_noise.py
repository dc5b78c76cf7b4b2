"""Worlds with noise: chances of events under it, means, projections, chains of one draw."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Iterable
from fractions import Fraction

import pytest
from flint import fmpq
from scipy import stats  # type: ignore[import-untyped]

from dptheory.kernel.limits import KernelError
from dptheory.kernel.logic.grammar import Scope, term
from dptheory.kernel.logic.sorts import INT, REAL, VEC, Sort, set_of
from dptheory.kernel.logic.terms import normal
from dptheory.kernel.models.grounding import Grounding
from dptheory.kernel.models.noise import Laplace
from dptheory.kernel.models.noise_laws import laplace_mean
from dptheory.kernel.real.enclosures import enclose
from dptheory.kernel.real.grammar import parse_term
from dptheory.kernel.real.terms import num
from dptheory.kernel.verdicts import REFUTED
from dptheory.theory.worlds import parse_world

from .written import form, refuses, refute

# -- noise -------------------------------------------------------------------------------------


def probability(text: str, sorts: dict[str, Sort], *entries: str) -> float:
    world = parse_world(entries)
    return float(enclose(Grounding(world, {}).number(normal(term(text, Scope(sorts, {})), {})), {}))


def test_laplace_intervals() -> None:
    rng = random.Random(1)
    for _ in range(60):
        s, c, low, high = (fmpq(rng.randint(1, 12), 4), *(fmpq(rng.randint(-9, 9), 2) for _ in range(3)))
        entries = (f"noise M = {c}; {s}", f"value u = {low}", f"value t = {abs(high)}", f"value a = {low}")
        law = stats.laplace(loc=float(c), scale=float(s))
        sorts = {"M": Sort("law", (VEC,)), "u": VEC, "t": REAL}
        found = probability("P[k ~ M](norm(k - u) <= t)", sorts, *entries)
        wanted = law.cdf(float(low + abs(high))) - law.cdf(float(low - abs(high)))
        assert abs(found - wanted) < 1e-12
        centred = probability("P[k ~ image[e ~ l2laplace(t + 1)](u + e)](norm(k) <= t)", sorts, *entries)
        shifted = stats.laplace(loc=float(low), scale=float(abs(high) + 1))
        assert abs(centred - (shifted.cdf(float(abs(high))) - shifted.cdf(-float(abs(high))))) < 1e-12


@pytest.mark.parametrize("m", (1, 2, 5))
def test_gamma_intervals(m: int) -> None:
    for s, low, high in (
        (fmpq(1, 2), fmpq(1, 3), fmpq(2)),
        (fmpq(3), fmpq(1), fmpq(9)),
        (fmpq(1), fmpq(2), fmpq(1)),
    ):
        entries = (f"value m = {m}", f"value s = {s}", f"value a = {low}", f"value b = {high}")
        sorts = {"m": INT, "s": REAL, "a": REAL, "b": REAL}
        law = stats.gamma(m, scale=float(s))
        found = probability("P[r ~ gammalaw(m, s)](a <= r and r <= b)", sorts, *entries)
        assert abs(found - max(law.cdf(float(high)) - law.cdf(float(low)), 0)) < 1e-12
        tail = probability("P[r ~ gammalaw(m, s)](r > b)", sorts, *entries)
        assert abs(tail - law.sf(float(high))) < 1e-12
        if m == 1:
            assert abs(probability("P[y ~ explaw(s)](y > b)", sorts, *entries) - law.sf(float(high))) < 1e-12


def test_events_that_are_no_intervals() -> None:
    for event in ("k = zero", "norm(k) = 1", "not norm(k) <= 1", "norm(k) <= 1 or norm(k) <= 2",
                  "norm(k) <= norm(k)", "norm(k + k) <= 1", "norm(k)**2 <= 1", "norm(k) >= 1"):  # fmt: skip
        refuses(".", "u: vec", [], f"P[k ~ l2laplace(1)]({event}) >= 2", ("value u = 0",))
    refuses("finite laws only", "", [], "E[k ~ explaw(1)](k) >= 2", ("n = 1",))
    refuses("Gamma law is cut", "", [], "P[k ~ explaw(1)](k <= -1) >= 2", ("n = 1",))


MOVED = {"f": Sort("->", (VEC, VEC)), "B": set_of(VEC)}


def test_an_event_may_have_the_drawn_number_in_both_arguments_of_max_and_min() -> None:
    """A line with two bends that rises all the way, as the minimiser of a perturbed objective does."""
    bent = "value f(k) = max(k, min(k + 1, (k + 3/2)/2))"
    turned = "value f(k) = min(-k, max(1 - k, (3/2 - k)/2))"
    law = stats.laplace(scale=2.0)
    sorts = {**MOVED, "u": VEC, "t": REAL}
    rng = random.Random(2)
    for _ in range(30):
        low, high = sorted(fmpq(rng.randint(-8, 12), 4) for _ in range(2))
        entries = (f"value u = {(low + high) / 2}", f"value t = {(high - low) / 2}")
        for rises, line in ((True, bent), (False, turned)):
            found = probability("P[k ~ l2laplace(2)](norm(f(k) - u) <= t)", sorts, line, *entries)
            ends = [float(x) for x in (low, high)]
            if rises:  # f(k) = x where k is the least of x and the greatest of x - 1, 2x - 3/2
                back = [min(x, max(x - 1, 2 * x - 1.5)) for x in ends]
            else:  # f(k) = x where -k is the greatest of x and the least of x - 1, 2x - 3/2
                back = [-max(x, min(x - 1, 2 * x - 1.5)) for x in reversed(ends)]
            assert abs(found - (law.cdf(back[1]) - law.cdf(back[0]))) < 1e-12


@pytest.mark.parametrize(
    ("line", "event", "chance"),
    [
        ("max(k, max(1, -k))", "w >= 1", 1),
        ("min(k, min(-1, -k))", "w <= -1", 1),
        ("max(k, 2*k)", "w >= 0", 0.5),
    ],
)
def test_two_half_lines_that_go_the_same_way_are_one(line: str, event: str, chance: float) -> None:
    entries = (f"value f(k) = {line}", f"region B(w) = {event}")
    assert probability("P[k ~ l2laplace(1)](f(k) in B)", MOVED, *entries) == chance


@pytest.mark.parametrize(
    ("line", "event"),
    [("max(k, -k)", "w >= 1"), ("min(k, 2 - k)", "w <= 0"), ("max(min(k, 1 - k), k - 5)", "w >= 0")],
)
def test_two_intervals_that_go_apart_are_refused(line: str, event: str) -> None:
    world = (f"value f(k) = {line}", f"region B(w) = {event}")
    refuses("is an interval", "f: vec -> vec; B: set(vec)", [], "P[k ~ l2laplace(1)](f(k) in B) >= 2", world)


@pytest.mark.parametrize("line", ["min(k, 1, 2*k)", "max(k, k + 1, 2*k)", "min(k, 1, 2)"])
def test_a_minimum_of_three_is_refused_and_no_other_error(line: str) -> None:
    """It was a ValueError."""
    world = (f"value f(k) = {line}", "region B(w) = w <= 0")
    refuses("no interval", "f: vec -> vec; B: set(vec)", [], "P[k ~ l2laplace(1)](f(k) in B) >= 2", world)


def test_covers() -> None:
    """`within` bounds a probability from above, and so refutes only `probability >= number`."""
    event = "P[k ~ l2laplace(1)](norm(k) <= 1 and norm(k - u) <= 1)"
    world = ("value u = 1/2", "within -1/2; 1")
    assert refute("u: vec", [], f"{event} >= 9/10", world).status == REFUTED
    refuses("not false", "u: vec", [], f"{event} >= 1/10", world)
    refuses("no certificate", "u: vec", [], f"{event} >= 9/10", ("value u = 1/2", "within -1/4; 1"))
    for claim in (f"{event} <= 1/10", f"1/10 >= {event}", f"{event} = 1/10", f"2*{event} >= 9", f"{event} >= {event}",
                  f"{event} - {event} >= 1"):  # fmt: skip
        refuses("refutes only", "u: vec", [], claim, world)
    refuses("no certificate", "", [], "P[k ~ l2laplace(1)](norm(k) <= -1) >= 0", ("within 1; -1",))


def test_names_in_worlds_are_those_of_the_statement() -> None:
    made, _ = form("x: real", [], "x <= 1")
    assert made.theorem.variables == {"x": REAL}
    refuses("once", "x: real", [], "n <= 2", ("n = 2", "value n = 5"))
    refuses("meaning of its own", "x: real", [], "d <= 1", ("n = 2", "value d = 5"))


# -- means under noise, projections, chains of one draw ------------------------------------------


def number(text: str, world: Iterable[str]) -> float:
    """The value of a term of v, a, b and H in a world."""
    made, _ = form("v: vec; a, b: real; H: set(vec)", [f"h: {text} = 0"], "0 <= 1")
    formula = normal(made.theorem.hypotheses[0][1], {})
    found = Grounding(parse_world(tuple(world)), {}).number(formula.args[0])
    return float(enclose(found, {}, 128).mid())


@pytest.mark.parametrize("scale", ["1/2", "3"])
@pytest.mark.parametrize("shift", ["0", "2", "-1/3"])
def test_means_under_laplace_noise(scale: str, shift: str) -> None:
    from scipy import integrate  # type: ignore[import-untyped]

    s, v = (float(Fraction(text)) for text in (scale, shift))
    pieces: tuple[tuple[str, Callable[[float], float]], ...] = (
        ("norm(k + v)", lambda k: abs(k + v)),
        ("3*norm(k + v) - norm(2*k)/2 + 1", lambda k: 3 * abs(k + v) - abs(2 * k) / 2 + 1),
        ("max(1, norm(v))*norm(k)", lambda k: max(1.0, abs(v)) * abs(k)),
        ("norm(2*k - 3*v)**2/2", lambda k: (2 * k - 3 * v) ** 2 / 2),
    )
    for text, of in pieces:
        found = number(f"E[k ~ l2laplace({scale})]({text})", (f"value v = {shift}",))
        ends = sorted({-80 * s, -v, 0.0, 80 * s})
        wanted = sum(
            integrate.quad(lambda k, of=of: of(k) * stats.laplace.pdf(k, scale=s), low, high)[0]
            for low, high in itertools.pairwise(ends)
        )
        assert found == pytest.approx(wanted, rel=1e-6)
        assert found != pytest.approx(0.99 * wanted, rel=1e-6)


def test_means_of_the_hinge_of_noise() -> None:
    """E max(0, 1 - k) = 1 + exp(-1)/2 for k of scale 1, by max(p, q) = (p + q + abs(p - q))/2."""
    noise = Laplace(num(0), num(1))
    found = laplace_mean(noise, parse_term("max(0, 1 - drawn)"), "drawn")
    assert float(enclose(found, {}, 64).mid()) == pytest.approx(1 + math.exp(-1) / 2)
    found = laplace_mean(noise, parse_term("min(2, 2*drawn - 1)"), "drawn")
    assert float(enclose(found, {}, 64).mid()) == pytest.approx(-1 - math.exp(-1.5))


@pytest.mark.parametrize(
    "text",
    [
        "norm(k)**3",
        "norm(k)**2*norm(k)",
        "(norm(k) + norm(k + v))**2",
        "exp(norm(k))",
        "norm(k)*norm(k)",
        "1/norm(k)",
        "max(norm(k), norm(k + v))",
    ],
)
def test_means_under_laplace_noise_that_are_refused(text: str) -> None:
    with pytest.raises(KernelError):
        number(f"E[k ~ l2laplace(1)]({text})", ("value v = 1",))


def test_projections_onto_balls() -> None:
    ball = "(fun w: vec. norm(w) <= a)"
    for point, radius, wanted in ((3, 2, 2), (-3, 2, -2), (1, 2, 1), (5, 0, 0)):
        world = (f"value v = {point}", f"value a = {radius}")
        assert number(f"norm(project({ball}, v))", world) == abs(wanted)
        assert number(f"norm(project({ball}, v) - v)", world) == abs(wanted - point)
    with pytest.raises(KernelError, match="radius"):
        number(f"norm(project({ball}, v))", ("value v = 1", "value a = -1"))
    for other, world in (
        ("H", ("value v = 1", "region H(w) = w <= 0")),
        ("(fun w: vec. norm(w - v) <= a)", ("value v = 1", "value a = 1")),
    ):
        with pytest.raises(KernelError, match="balls"):
            number(f"norm(project({other}, v))", world)
    with pytest.raises(KernelError, match="radius"):
        number("norm(project((fun w: vec. norm(w) <= norm(w)), v))", ("value v = 1",))


def test_a_chain_of_one_normal_draw() -> None:
    moment = "E[x ~ chain({}, fun t: int. fun x: (int -> vec). gaussian(v, 2))](exp(a*{}))"
    gap = "(norm(x(1) + v)**2 - norm(x(1) - v)**2)"  # four times the product
    world = ("value v = 1/2", "value a = 1/4")
    # exp(x/2) under N(1/2, 4): exp(1/4 + 1/2)
    assert number(moment.format(1, gap), world) == pytest.approx(math.exp(0.75))
    for wrong in (moment.format(2, gap), moment.format(1, gap.replace("x(1)", "x(2)"))):
        with pytest.raises(KernelError):
            number(wrong, world)


def test_an_integrand_that_does_not_look_at_what_is_drawn() -> None:
    """Its expectation is its value under any law; where it looks, it is refused."""
    chain = "chain(3, fun t: int. fun x: (int -> vec). l2laplace(a))"
    world = ("value v = 2", "value a = 1")
    assert number(f"E[x ~ {chain}](norm(v)*a)", world) == 2
    with pytest.raises(KernelError):
        number(f"E[x ~ {chain}](norm(x(1)))", world)


def test_a_normal_law_that_the_world_gives() -> None:
    sorts = {"M": Sort("law", (VEC,)), "u": VEC}
    found = probability("P[w ~ M](norm(w - u) <= 1)", sorts, "normal M = 1/2; 2", "value u = 1")
    law = stats.norm(loc=0.5, scale=2)
    assert abs(found - (law.cdf(2) - law.cdf(0))) < 1e-12
    with pytest.raises(KernelError, match="positive"):
        probability("P[w ~ M](norm(w - u) <= 1)", sorts, "normal M = 1/2; -2", "value u = 1")


def quotient(at: fmpq, *entries: str) -> bool:
    """Whether r is the density of M with respect to N, as far as one number shows."""
    law, line = Sort("law", (VEC,)), Sort("->", (VEC, REAL))
    grounding = Grounding(parse_world(entries), {})
    ground = grounding.formula(normal(term("ratio(M, N, r)", Scope({"M": law, "N": law, "r": line}, {})), {}))
    relation = ground.parts[0].relation
    assert ground.head == "forall" and relation is not None
    there = relation.substituted({name: num(at) for name in relation.variables()})
    sides = [enclose(side, {}) for side in (there.left, there.right)]
    return bool(sides[0].overlaps(sides[1]))


def test_densities_between_normal_laws() -> None:
    """N(0, 1) has density 2 exp((x - 1)^2/8 - x^2/2) with respect to N(1, 4), and no other."""
    laws = ("normal M = 0; 1", "normal N = 1; 2")
    right = "value r(x) = 2*exp((x - 1)**2/8 - x**2/2)"
    wrong = "value r(x) = exp((x - 1)**2/8 - x**2/2)"
    for at in (fmpq(0), fmpq(-3, 2), fmpq(5)):
        assert quotient(at, *laws, right) and not quotient(at, *laws, wrong)
    assert not quotient(fmpq(2), "normal M = 1; 2", "normal N = 0; 1", right)
