"""Holes that a hostile reading of the worlds' evaluation and of the checker found, and random comparison with values
worked out independently. Each test is named for what went wrong."""

from __future__ import annotations

import math
import operator
import random

import pytest
from flint import arb

from dptheory.kernel.forms import Evidence, judge
from dptheory.kernel.limits import KernelError
from dptheory.kernel.logic.derivations import Checker, Line
from dptheory.kernel.logic.grammar import Scope, formula, term
from dptheory.kernel.logic.sorts import INT, PROP, REAL, VEC, declared, function, law
from dptheory.kernel.logic.terms import Expr, abstract, normal, num, op, var
from dptheory.kernel.logic.theorems import Library, Theorem
from dptheory.kernel.models.grounding import Grounding
from dptheory.kernel.models.instances import refuted_in
from dptheory.kernel.real.enclosures import enclose
from dptheory.kernel.real.terms import free_variables
from dptheory.theory.texts import read_sorts
from dptheory.theory.worlds import parse_world

from .random_grounds import LET, Finite, Grower
from .test_logic_dishonest import refutes, satisfies

# -- noise within noise ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "claim",
    [
        "E[x ~ l2laplace(1)](P[y ~ l2laplace(2)](norm(x) <= 1)) >= 3/5",  # it is 1 - exp(-1) = 0.632...
        "P[x ~ l2laplace(1), y ~ l2laplace(2)](norm(x) <= 1) >= 3/5",
        "E[x ~ l2laplace(1)](E[y ~ l2laplace(2)](norm(x))) <= 1",
        "E[x ~ l2laplace(1)](E[y ~ chain(1, fun t: int. fun z: (int -> vec). gaussian(zero, 1))](exp(1 - norm(x)))) <= 1",
    ],
)
def test_an_inner_draw_does_not_take_the_outer_ones_place(claim: str) -> None:
    assert not refutes("", [], claim, [])


def test_an_inner_draw_that_ignores_the_outer_one_is_evaluated() -> None:
    assert refutes("", [], "P[x ~ l2laplace(1), y ~ l2laplace(2)](norm(y) <= 1) >= 3/5", [])


# -- intervals, sequences, sets ----------------------------------------------------------------


@pytest.mark.parametrize("ends", ["drawn ; drawn", "-oo ; drawn - 9", "drawn ; oo", "y ; y"])
def test_an_interval_that_moves_with_the_drawn_number_covers_nothing(ends: str) -> None:
    assert not refutes("", [], "P[x ~ gaussian(zero, 1)](norm(x) <= 1) >= 1/2", [f"within {ends}"])


def _chain(length: int) -> str:
    return f"chain({length}, fun t: int. fun x: (int -> vec). K(t))"


ZEROS = "forall t: int. 1 <= t and t <= 2 implies P[w ~ K(t)](w = zero) = 1"


def test_a_sequence_and_the_same_one_with_a_zero_behind_it_are_one() -> None:
    claim = f"ratio({_chain(1)}, {_chain(2)}, fun x: (int -> vec). 1)"
    assert not refutes("K: int -> law(vec)", [ZEROS], claim, ["law K = 0: 1"])
    assert satisfies("K: int -> law(vec)", [ZEROS, claim], ["law K = 0: 1"])
    assert not satisfies("K: int -> law(vec)", [claim], ["law K = 0: 1/2, 1: 1/2"])


@pytest.mark.parametrize("place", ["0", "n + 1", "-1"])
def test_a_set_of_integers_may_have_members_that_are_no_places(place: str) -> None:
    everything = f"forall J: set(int). {place} in J implies 0 >= 1"  # false: the set of all integers
    assert not satisfies("", [everything], ["n = 2"])
    assert not refutes("", [everything], "0 >= 1", ["n = 2"])
    assert not satisfies("", [f"forall J: set(int). not {place} in J"], ["n = 2"])


def test_hypotheses_that_contradict_each_other_have_no_model() -> None:
    both = ["forall z: record. f(z) = 0", "E[z ~ D](f(z)) > 0"]
    for weights in ("0: 1", "1: 1", "0: 1/2, 1: 1/2"):
        assert not satisfies(
            "f: record -> real; D: law(record)",
            both,
            ["records = 0, 1", f"law D = {weights}", "value f(z) = z"],
        )
    assert not satisfies("x: real", ["x < 0", "x > 0"], ["value x = 0"])
    assert not satisfies("x: real", ["x <= 0"], ["parameter a >= 1", "parameter a <= 0", "value x = a"])


# -- terms that say a narrower sort than they have ---------------------------------------------

U = Scope({"u": VEC}, {})


@pytest.mark.parametrize(
    "fake",
    [
        Expr("norm", (var("u", VEC),), INT),
        op("add", INT, op("norm", INT, var("u", VEC)), num(0)),
        Expr("norm", (var("u", VEC), var("u", VEC))),
        Expr("norm", (num(1),)),
        Expr("bound", (), INT, index=0),
        Expr("radius", (var("u", VEC),)),
    ],
)
def test_a_norm_that_calls_itself_an_integer_proves_nothing(fake: Expr) -> None:
    theorem = Theorem("t", {"u": VEC}, (("h", formula("norm(u) > 0", U)),), formula("norm(u) >= 1", U))
    checker = Checker(theorem, Library({}, {}))
    with pytest.raises(KernelError):
        checker.line(Line("1", op("gt", PROP, fake, num(0)), "both", ("h",)))


def test_a_number_that_calls_itself_an_integer_is_no_instance() -> None:
    given = formula("forall i: int. i > 0 implies i >= 1", U)
    theorem = Theorem(
        "t", {"u": VEC}, (("h", given), ("p", formula("norm(u) > 0", U))), formula("norm(u) >= 1", U)
    )
    checker = Checker(theorem, Library({}, {}))
    fake = Expr("norm", (var("u", VEC),), INT)
    with pytest.raises(KernelError, match="says that it is of sort int"):
        checker.line(Line("1", formula("norm(u) >= 1", U), "apply", ("h", "p"), (fake,)))


# -- random comparison -------------------------------------------------------------------------


def test_random_formulas_have_the_values_that_plain_fractions_give() -> None:
    scope, seen = Scope(read_sorts(LET), {}), {True: 0, False: 0}
    for seed in range(1500):
        world = Finite(random.Random(seed))
        grown = Grower(world).formula({}, 3)
        made = normal(formula(grown.said, scope), {})
        found = Grounding(parse_world(world.entries()), {}).formula(made).settled
        assert found is bool(grown.value({})), (seed, grown.said)
        seen[found] += 1
    assert min(seen.values()) > 500


GRID = 2_000
NOISE = [
    -math.log(2 * (1 - p)) if p > 0.5 else math.log(2 * p) for p in ((k + 0.5) / GRID for k in range(GRID))
]
"""Evenly spread quantiles of the Laplace law of scale 1."""


def _piecewise(rng: random.Random, depth: int) -> tuple[str, object]:
    """A term that holds the drawn number w once, and its value as a function."""
    if depth == 0:
        return "u(w)", lambda x: x
    said, value = _piecewise(rng, depth - 1)
    c = rng.choice([-2, -1, 1, 2, 3])
    kind = rng.choice(["add", "turn", "mul", "div", "min", "max", "abs"])
    return {
        "add": (f"({said} + ({c}))", lambda x: value(x) + c),
        "turn": (f"({c} - {said})", lambda x: c - value(x)),
        "mul": (f"({c})*({said})", lambda x: c * value(x)),
        "div": (f"({said})/({c})", lambda x: value(x) / c),
        "min": (f"min({said}, {c})", lambda x: min(value(x), c)),
        "max": (f"max({c}, {said})", lambda x: max(value(x), c)),
        "abs": (f"abs({said})", lambda x: abs(value(x))),
    }[kind]


TESTS = {"<=": operator.le, "<": operator.lt, ">=": operator.ge, ">": operator.gt}


def test_events_and_means_under_noise_are_near_those_of_its_quantiles() -> None:
    chances = means = between = 0
    for seed in range(400):
        rng = random.Random(seed)
        said, value = _piecewise(rng, rng.randint(1, 4))
        bound, op_ = rng.randint(-3, 3), rng.choice(["<=", "<", ">=", ">"])
        scope = Scope(read_sorts("u: vec -> real"), {})
        world = parse_world(("value u(w) = w",))
        chance = sum(TESTS[op_](x, bound) for x in map(value, NOISE)) / GRID
        for text, wanted, near in (
            (f"P[w ~ l2laplace(1)]({said} {op_} {bound})", chance, 0.01),
            (f"E[w ~ l2laplace(1)]({said})", sum(map(value, NOISE)) / GRID, 0.1),
        ):
            try:
                found = Grounding(world, {}).number(normal(term(text, scope), {}))
            except KernelError:
                continue
            assert not free_variables(found)
            ball = enclose(found, {})
            assert abs(ball - arb(wanted)) < arb(near), (seed, text, ball, wanted)
            chances, means = chances + (near < 0.05), means + (near > 0.05)
            between += 0.01 < wanted < 0.99
    assert chances > 200 and means > 100 and between > 100

# -- numbers that are values of what is no number ----------------------------------------------


def _told(sorts: str, given: list[str], world: str) -> None:
    """Try to refute that the hypotheses are false, which they are."""
    scope = Scope(declared(sorts), {})
    said = tuple((f"h{place}", formula(text, scope)) for place, text in enumerate(given))
    theorem = Theorem("a:a", scope.variables, said, formula("1 <= 0", scope))
    refuted_in(theorem, parse_world(tuple(world.split("; "))), Library({}, {}), {})


@pytest.mark.parametrize(
    ("sorts", "given", "world"),
    [
        ("p: prop; q: prop; r: prop", ["p != q", "p != r", "q != r"], "value p = 1; value q = 2; value r = 3"),
        ("p: int -> prop", ["p(1) != p(2)", "p(3) != p(2)", "p(1) != p(3)"], "value p(i) = i"),
        ("S: data; T: data", ["S != T", "forall x: record. forall y: record. x = y"], "value S = 1; value T = 2"),
        ("D: law(record); Q: law(record)", ["D != Q", "forall x: record. forall y: record. x = y"], "value D = 1; value Q = 2"),
    ],
)  # fmt: skip
def test_a_formula_a_data_set_and_a_law_are_no_numbers(sorts: str, given: list[str], world: str) -> None:
    """Worlds gave numbers to what is none, three different ones to three formulas: true statements were refuted."""
    with pytest.raises(KernelError, match="no number for a term of sort"):
        _told(sorts, given, world)


def test_a_term_that_says_a_wider_sort_is_whole_where_what_it_applies_is() -> None:
    """f takes integers as values, so that f(1) > 0 implies f(1) >= 1: refuted with f = 1/2, as f(1) said "real" of itself."""
    f = var("f", function(REAL, INT))
    one = Expr("apply", (f, num(1)), REAL)
    theorem = Theorem("a:a", {"f": f.sort}, (("h", op("gt", PROP, one, num(0))),), op("ge", PROP, one, num(1)))
    with pytest.raises(KernelError, match="not known to be whole"):
        refuted_in(theorem, parse_world(("value f(x) = 1/2",)), Library({}, {}), {})


def test_a_law_that_says_a_wider_sort_is_one_of_integers_where_what_it_applies_is() -> None:
    """K(1) is a law of integers: it was given the point 1/2."""
    k, y = var("K", function(REAL, law(INT))), var("y", REAL)
    drawn = Expr("apply", (k, num(1)), law(REAL))
    mean = op("E", REAL, drawn, abstract("y", REAL, op("sub", REAL, y, op("floor", REAL, y))))
    theorem = Theorem("a:a", {"K": k.sort}, (), op("le", PROP, mean, num(0)))
    with pytest.raises(KernelError, match="not known to be whole"):
        refuted_in(theorem, parse_world(("law K(x) = 1/2: 1",)), Library({}, {}), {})


def test_a_sum_of_many_terms_is_refused_in_a_world() -> None:
    """It ended the interpreter's stack, and with it the judgement of all other statements."""
    scope = Scope(declared("x: real"), {})
    long = formula("x" + " + 1" * 240 + " >= 0", scope)
    theorem = Theorem("a:a", scope.variables, (("h", long),), formula("1 <= 0", scope))
    fails = parse_world(("value x = 1",))
    told = judge(theorem, Evidence(model=fails, fails=fails), Library({}, {}), {})
    assert told.refuted is not None and told.refuted.verdict.status == told.judged.verdict.status == "unknown"
