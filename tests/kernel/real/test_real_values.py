"""Normal forms, derivatives, enclosures, exact values, facts: all against values at points."""

from __future__ import annotations

import random
from itertools import product
from math import prod

import pytest
from flint import arb, ctx, fmpq
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dptheory.kernel.limits import KernelError
from dptheory.kernel.real.calculus import derivative
from dptheory.kernel.real.check import check
from dptheory.kernel.real.claims import FLIPPED, Claim, Relation, parse_claim, relation
from dptheory.kernel.real.enclosures import compare, enclose, exact
from dptheory.kernel.real.facts import FACTS, Fact, fact, lemmas
from dptheory.kernel.real.grammar import parse_term
from dptheory.kernel.real.points import check_witness, decide, defined_at
from dptheory.kernel.real.ratfun import Field
from dptheory.kernel.real.terms import Term, continuous, num, var
from dptheory.kernel.verdicts import REFUTED
from dptheory.prover.certificates import certificate

from .test_real_terms import numbers, terms

NONE: frozenset[str] = frozenset()
variables = st.sampled_from(("x", "y")).map(var)
small = st.builds(lambda p, q: fmpq(p, q), st.integers(-12, 12), st.integers(1, 5))
any_term = terms(st.one_of(numbers, variables))


def same(a: str, b: str) -> bool:
    left, right = parse_term(a), parse_term(b)
    return Field([left, right]).difference(Relation("=", left, right)).is_zero


@pytest.mark.parametrize(
    ("a", "b", "equal"),
    [
        ("(x**2 - 1)/(x - 1)", "x + 1", True),
        ("exp(2*x)", "exp(x + x)", True),
        ("exp(log(x*y))", "exp(log(y*x))", True),
        ("x**(3 - 1)", "x*x", True),
        ("x**(-2)", "1/x/x", True),
        ("exp(x)", "exp(y)", False),
        ("exp(x)", "log(x)", False),
        ("exp(x + y)", "exp(x)*exp(y)", False),
        ("sqrt(x)**2", "x", False),
        ("x**(1/2)", "sqrt(x)", False),
        ("pi", "E", False),
        ("x**y", "y**x", False),
        ("min(x, y)", "max(x, y)", False),
        ("x**2000", "x**2000*1", True),
    ],
)
def test_normal_forms(a: str, b: str, equal: bool) -> None:
    assert same(a, b) is equal


def test_normal_forms_are_bounded() -> None:
    for text in ("(x + y + z + 1)**900", "((2**1000)**1000)**1000*x", "((x**1000)**1000)"):
        with pytest.raises(KernelError, match="too large"):
            Field([parse_term(text)])
    with pytest.raises(KernelError, match="identically zero"):
        Field([parse_term("1/(x - x)")])


def value(field: Field, t: Term, point: dict[str, fmpq]) -> arb:
    """The value of the normal form where the generators have their values."""
    form = field[t]
    values = [enclose(g, {k: (x, x) for k, x in point.items()}, 400) for g in field.generators]
    with ctx.workprec(400):
        parts = []
        for p in (form.num, form.den):
            total = arb(0)
            for powers, c in p.to_dict().items():
                product = arb(c)
                for g, k in zip(values, powers, strict=False):
                    product *= g ** int(k)
                total += product
            parts.append(total)
        return parts[0] / parts[1]


@settings(max_examples=200, deadline=None)
@given(any_term, small, small)
def test_a_normal_form_has_the_terms_value_where_that_is_defined(t: Term, x: fmpq, y: fmpq) -> None:
    point = {"x": x, "y": y}
    assume(defined_at([t], point, NONE) is True)
    try:
        field = Field([t])
    except KernelError:
        return
    ours, theirs = value(field, t, point), enclose(t, {k: (v, v) for k, v in point.items()}, 400)
    assert ours.overlaps(theirs) or not (ours.is_finite() and theirs.is_finite())


@settings(max_examples=300, deadline=None)
@given(any_term, small, small)
def test_an_enclosure_contains_the_exact_value(t: Term, x: fmpq, y: fmpq) -> None:
    point = {"x": x, "y": y}
    assume(defined_at([t], point, NONE) is True)
    known = exact(t, point)
    wide = enclose(t, {k: (v - fmpq(1, 3), v + 2) for k, v in point.items()})
    narrow = enclose(t, {k: (v, v) for k, v in point.items()}, 200)
    assert wide.overlaps(narrow) or not (wide.is_finite() and narrow.is_finite())
    if known is not None:
        with ctx.workprec(200):
            assert narrow.overlaps(arb(known)) or not narrow.is_finite()


def test_enclosures_reach_their_ends() -> None:
    unit = {"x": (fmpq(0), fmpq(1))}
    for text in ("sqrt(x)", "x**(1/3)", "abs(x - 1/2)", "(x - 1)**2", "x**y"):
        ball = enclose(parse_term(text), {**unit, "y": (fmpq(1, 2), fmpq(2))})
        assert ball.is_finite(), text
        assert ball < fmpq(3, 2)


def test_what_arb_does_not_affirm_is_not_decided() -> None:
    for text in ("1/x > -5", "log(x) < 9", "x*y < 9", "exp(exp(exp(exp(9)))) > 0", "0 < 1/x - 1/x + 1"):
        assert compare(relation(text), {"x": (fmpq(-1), fmpq(1))}) is None, text
    assert compare(relation("x = x"), {"x": (fmpq(1), fmpq(1))}) is None
    assert compare(relation("x <= 1"), {"x": (fmpq(0), fmpq(1, 3))}) is True
    assert compare(relation("x >= 1"), {"x": (fmpq(0), fmpq(1, 3))}) is None
    assert compare(relation("x != 1"), {"x": (fmpq(0), fmpq(1, 3))}) is True


def test_exact_values() -> None:
    for text, expected in {
        "sqrt(9/4)": fmpq(3, 2),
        "8**(2/3)": fmpq(4),
        "8**(-1/3)": fmpq(1, 2),
        "floor(-7/2) + ceil(7/2)": fmpq(0),
        "exp(0) + log(1) + cos(0) + erf(0)": fmpq(2),
        "gamma(5)": fmpq(24),
        "max(1, 2, abs(-3))": fmpq(3),
        "sqrt(2)": None,
        "exp(1)": None,
        "0**0": None,
        "2**(10**9)": None,
        "1/(1 - 1)": None,
        "(-8)**(1/3)": None,
        "pi": None,
    }.items():
        assert exact(parse_term(text), {}) == expected, text


SMOOTH: tuple[str, ...] = (
    "x**3 - 2*x",
    "exp(-x**2)*sin(x)",
    "log(x)/x",
    "sqrt(x + 1)",
    "x**(5/2)",
    "x**x",
    "2**x",
    "x**y",
    "tan(x/9)",
)
SMOOTH += ("abs(x)**3", "atan(x)*cosh(x)", "asin(x/9) - acos(x/8)", "erf(x) + erfc(2*x)", "tanh(x)/sinh(x)")
SMOOTH += (
    "uppergamma(y, x)",
    "lowergamma(y, 2*x)",
    "x**n",
    "1/(1 + exp(x))",
    "y*exp(y)",
    "-cos(x)",
    "y - x",
    "x/y",
)


@pytest.mark.parametrize("text", SMOOTH)
def test_derivatives_against_differences(text: str) -> None:
    f, h = parse_term(text), fmpq(1, 10**12)
    slope = derivative(f, "x")
    for x in (fmpq(1, 2), fmpq(3, 2), fmpq(3)):
        point = {"x": x, "y": fmpq(5, 2), "n": fmpq(3)}
        with ctx.workprec(300):
            values = [enclose(f, {k: (v, v) for k, v in {**point, "x": x + d}.items()}, 300) for d in (h, -h)]
            difference = (values[0] - values[1]) / (2 * h)
            gap = abs(difference - enclose(slope, {k: (v, v) for k, v in point.items()}, 300))
            assert gap < arb(1) / 10**9, text


@pytest.mark.parametrize("text", ["floor(x)", "min(x, 1)", "gamma(x)", "uppergamma(x, 1)", "exp(ceil(x))"])
def test_what_has_no_derivative_here(text: str) -> None:
    with pytest.raises(KernelError, match="differentiated"):
        derivative(parse_term(text), "x")


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ("sqrt(x) - sqrt(x)", 0),
        ("0*abs(x)", 0),
        ("abs(x)**2/1", 0),
        ("x**(1/2)", 0),
        ("asin(x)", 1),
        ("x**y", 0),
        ("y**2*sqrt(x)", 0),
        ("exp(0*sqrt(x))", 0),
        ("lowergamma(1/2, x)", 0),
        ("lowergamma(1/2, x**2)", 0),  # 2*abs(x), nearly
        ("uppergamma(1, x**2)", 0),
        ("uppergamma(y, x**2)", 0),
    ],
)
def test_a_derivative_is_undefined_where_a_part_has_none(text: str, point: int) -> None:
    slope = derivative(parse_term(text), "x")
    assert defined_at([slope], {"x": fmpq(point), "y": fmpq(1, 2)}, NONE) is False


@pytest.mark.parametrize("function", ["uppergamma", "lowergamma"])
def test_an_incomplete_gamma_of_order_above_one_is_flat_at_0(function: str) -> None:
    """Where x**2 = 0 the derivative is argued from b' = 0, and differences say the same."""
    f = parse_term(f"{function}(5/4, x**2)")
    slope = derivative(f, "x")
    assert defined_at([slope], {"x": fmpq(0)}, NONE) is True
    assert decide(Relation("=", slope, num(0)), {"x": fmpq(0)}) is True
    for h in (fmpq(1, 10**4), fmpq(1, 10**6)):
        values = [enclose(f, {"x": (x, x)}, 300) for x in (h, fmpq(0))]
        assert abs(values[0] - values[1]) < 2 * h * arb(h).sqrt()


def test_continuity() -> None:
    assert continuous(parse_term("abs(x) + floor(y)"), "x")
    assert not continuous(parse_term("exp(floor(x + y))"), "x")


SAMPLE = [
    fmpq(0),
    fmpq(1),
    fmpq(-1),
    fmpq(1, 2),
    fmpq(2),
    fmpq(3),
    fmpq(-1, 2),
    fmpq(5, 3),
    fmpq(-2),
    fmpq(1, 7),
]
SAMPLE += [fmpq(4), fmpq(-4)]


GRID = sorted({*SAMPLE, fmpq(-3), fmpq(6), *(fmpq(n, 4) for n in (-9, -1, 3, 5, 7, 26))})
MOST = 400


def on_grid(fact: Fact) -> list[dict[str, fmpq]]:
    """Points for the arguments of a fact: all of the grid, or some where these are many."""
    names, integers = fact.args.split(), fact.integers
    values = [[v for v in GRID if n not in integers or v.q == 1] for n in names]
    if prod(map(len, values)) <= MOST:
        return [dict(zip(names, chosen, strict=True)) for chosen in product(*values)]
    rng = random.Random(fact.name)
    return [{n: rng.choice(v) for n, v in zip(names, values, strict=True)} for _ in range(2 * MOST)]


SAID = (*FACTS, *lemmas().values())


@pytest.mark.parametrize("said", SAID, ids=lambda f: f.name)
def test_facts_at_points_of_a_grid(said: Fact) -> None:
    """No point of it contradicts a fact or a lemma; unless it is partial, its conclusions are defined."""
    integers, tested = frozenset(said.integers), 0
    sides, conclusions = said.instance([var(n) for n in said.args.split()])
    for point in on_grid(said):
        if all(defined_at([s.left, s.right], point, integers) and decide(s, point) for s in sides):
            for c in conclusions:
                defined = defined_at([c.left, c.right], point, integers)
                assert defined is True or said.partial, point
                if defined:
                    assert decide(c, point) is not False, point
                    tested += 1
    assert tested


@pytest.mark.parametrize("name", [f.name for f in SAID if f.sides and f.name != "tan-ratio"])
def test_no_side_of_a_fact_is_idle(name: str) -> None:
    """Without any one side some sampled point makes a conclusion false or undefined. (cos has no rational
    zero to show that for tan-ratio.)"""
    said = fact(name)
    names, integers = said.args.split(), frozenset(said.integers)
    sides, conclusions = said.instance([var(n) for n in names])
    rng = random.Random(5)
    for dropped in range(len(sides)):
        kept = sides[:dropped] + sides[dropped + 1 :]
        for _ in range(4000):
            point = {n: rng.choice([v for v in SAMPLE if n not in integers or v.q == 1]) for n in names}
            if not all(defined_at([s.left, s.right], point, integers) and decide(s, point) for s in kept):
                continue
            values = [
                defined_at([c.left, c.right], point, integers) and decide(c, point) for c in conclusions
            ]
            if False in values:
                break
        else:
            raise AssertionError(f"{name} seems not to need {sides[dropped].text}")


@pytest.mark.parametrize(
    ("claim", "where", "point", "reason"),
    [
        ("exp(x) <= 1 + x", "", {"x": 1}, "exp(x) > 1 + x"),
        ("a*log(a/b) > a - b", "a > 0, b > 0", {"a": 1, "b": 1}, "<="),
        ("x/x = 1", "", {"x": 0}, "left side is not defined"),
        ("log(x**2) = 2*log(x)", "x != 0", {"x": -1}, "right side is not defined"),
        ("x**0 = 1", "", {"x": 0}, "not defined"),
        ("x**y >= 0", "x >= 0", {"x": 0, "y": 0}, "not defined"),
        ("(-1)**y >= -1", "", {"y": 2}, "not defined"),
        ("sqrt(x) >= 0", "x >= -1", {"x": -1}, "not defined"),
        ("exp(x) > exp(y - x)", "", {"x": 1, "y": 2}, "<="),
        ("n >= 2", "n integer, n > 0", {"n": 1}, "n < 2"),
    ],
)
def test_witnesses(claim: str, where: str, point: dict[str, int], reason: str) -> None:
    verdict = check_witness(parse_claim(claim, where), {k: fmpq(v) for k, v in point.items()})
    assert verdict.status == REFUTED
    assert reason in verdict.reason


@pytest.mark.parametrize(
    ("claim", "where", "point", "message"),
    [
        ("exp(x) >= 1 + x", "", {"x": fmpq(0)}, "not certified to fail"),
        ("sqrt(2)**2 < x", "", {"x": fmpq(2)}, "not certified"),
        ("x > 0", "x > 0", {"x": fmpq(-1)}, "true at the point"),
        ("n >= 1", "n integer, n > 0", {"n": fmpq(1, 2)}, "integer"),
        ("x > y", "", {"x": fmpq(0)}, "point gives"),
        ("x > 1", "log(x) < 1", {"x": fmpq(-1)}, "defined"),
        ("x > 2", "", {"x": 1}, "exact rationals"),
        ("n > 2", "n integer", {"n": "1"}, "exact rationals"),
        ("x < 0", "1/x < oo", {"x": fmpq(0)}, "defined"),
        ("log(x**0 - 1) < 1", "", {"x": fmpq(0)}, ""),
    ],
)
def test_points_that_refute_nothing(claim: str, where: str, point: dict[str, fmpq], message: str) -> None:
    if not message:
        assert check_witness(parse_claim(claim, where), point).status == REFUTED
        return
    with pytest.raises(KernelError, match=message):
        check_witness(parse_claim(claim, where), point)


@settings(max_examples=200, deadline=None)
@given(any_term, any_term, small, small, st.sampled_from(("<", "<=", "=", ">=", ">")))
def test_a_relation_is_never_both_decided_and_its_opposite(
    a: Term, b: Term, x: fmpq, y: fmpq, op: str
) -> None:
    point, r = {"x": x, "y": y}, Relation(op, a, b)
    assume(defined_at([a, b], point, NONE) is True)
    answer = decide(r, point)
    assert decide(r.negated(), point) == (None if answer is None else not answer)
    assert decide(Relation(FLIPPED[op], b, a), point) == answer


def test_a_claim_of_another_class_is_refused() -> None:
    """It could say of itself that it has the hash of a claim that is false."""

    class Sly(Claim):
        @property
        def hash(self) -> str:  # type: ignore[override]
            return parse_claim("0 >= 1").hash

    made = parse_claim("0 <= 1")
    sly = Sly(made.variables, made.conditions, made.relation)
    proof = certificate(made, {}, {"rule": "exact"})
    assert check(made, proof).status == "proved"
    with pytest.raises(KernelError, match="another class"):
        check_witness(sly, {})
    with pytest.raises(KernelError):
        check(sly, certificate(sly, {}, {"rule": "exact"}))
