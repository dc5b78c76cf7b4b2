"""Sums, products and integrals: what they are, where they have a value, what their rules say, and what they refuse."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from math import prod

import pytest
from flint import arb, fmpq

from dptheory.kernel.limits import KernelError
from dptheory.kernel.real.binders import bind, instance
from dptheory.kernel.real.calculus import derivative
from dptheory.kernel.real.certificates import Fields
from dptheory.kernel.real.check import check, run
from dptheory.kernel.real.claims import Relation, parse_claim, relation
from dptheory.kernel.real.compound import parse_compound
from dptheory.kernel.real.defined import carried, instances, obligations
from dptheory.kernel.real.enclosures import enclose, exact
from dptheory.kernel.real.grammar import parse_term, print_term
from dptheory.kernel.real.points import check_witness, defined_at
from dptheory.kernel.real.rules import terms
from dptheory.kernel.real.sequents import Sequent, Task
from dptheory.kernel.real.terms import Term, continuous, num, substitute, var
from dptheory.kernel.syntax import SyntaxProblem

from .real_accepted import Example, combine, product

BODIES = (
    "x*j + 1",
    "1/j",
    "1/(j - 2)",
    "(-1)**j*x",
    "x**j",
    "sqrt(j)**2",
    "max(j, x)",
    "j**2 - floor(j/2)",
    "x",
)
ENDS = range(-2, 4)
Q = Fraction


def value(body: str, x: Fraction, j: int) -> Fraction | None:
    """By Python's fractions; None where it is not defined."""
    if body in ("1/j", "1/(j - 2)"):
        at = j - (2 if "2" in body else 0)
        return Q(1, at) if at else None
    if body == "x**j":
        return x**j if x or j >= 1 else None
    if body == "sqrt(j)**2":
        return Q(j) if j >= 0 else None
    plain = {"x*j + 1": x * j + 1, "(-1)**j*x": (-1) ** (j % 2) * x, "max(j, x)": max(Q(j), x)}
    return {**plain, "j**2 - floor(j/2)": Q(j * j - j // 2), "x": x}[body]


@pytest.mark.parametrize("op", ["sum", "prod"])
@pytest.mark.parametrize("body", BODIES)
def test_values_and_where_they_are_by_enumeration(op: str, body: str) -> None:
    t = parse_term(f"{op}({body}, j, a, b)")
    for a, b, x in itertools.product(ENDS, ENDS, (Q(2), Q(-1, 3), Q(0))):
        point = {"a": fmpq(a), "b": fmpq(b), "x": fmpq(x.numerator, x.denominator)}
        terms = [value(body, x, j) for j in range(a, b + 1)]
        there = b >= a - 1 and None not in terms
        assert defined_at([t], point, frozenset({"a", "b"})) is there
        if there:
            known = [v for v in terms if v is not None]
            right = sum(known, Q(0)) if op == "sum" else prod(known, start=Q(1))
            wanted = fmpq(right.numerator, right.denominator)
            found = exact(t, point)
            assert found is None or found == wanted
            ball = enclose(t, {name: (v, v) for name, v in point.items()})
            assert not ball.is_finite() or ball.overlaps(arb(wanted))


def test_an_end_that_is_no_integer_leaves_no_value() -> None:
    t = parse_term("sum(j, j, 1, x)")
    assert defined_at([t], {"x": fmpq(3)}, frozenset()) is True
    assert defined_at([t], {"x": fmpq(5, 2)}, frozenset()) is False
    verdict = check_witness(parse_claim("sum(1/j, j, 1, n) >= 1", "n >= 1"), {"n": fmpq(3, 2)})
    assert "not defined" in verdict.reason


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("sum(x*k, k, 1, n)", "sum(x*j, j, 1, n)"),
        ("sum(sum(i*k, i, 1, k), k, 1, n)", "sum(sum(j*i, j, 1, i), i, 1, n)"),
        ("integral(exp(-s*x), s, 0, x)", "integral(exp(-t*x), t, 0, x)"),
        ("sum(j*y, k, 1, n)", "sum(j*y, i, 1, n)"),
    ],
)
def test_the_name_of_an_index_does_not_matter(one: str, other: str) -> None:
    assert parse_term(one) == parse_term(other)
    assert print_term(parse_term(one)) == print_term(parse_term(other))


def test_what_is_printed_reads_back_after_any_substitution() -> None:
    generator = random.Random(3)
    images = [
        var("j"),
        num(2),
        var("t") + 1,
        parse_term("sum(j*x, j, 1, n)"),
        parse_term("integral(t, t, 0, x)"),
    ]
    texts = ("sum(x*k + 2*y, k, 1, n)", "prod(x + k**2/y, k, y, n)", "integral(x*exp(-y*t), t, 0, y)")
    texts += ("sum(prod(x + i*k, i, 1, k), k, 1, n)", "sum(integral(t**k*x, t, 0, y), k, 1, n)")
    for text, _ in itertools.product(texts, range(40)):
        t = substitute(parse_term(text), {name: generator.choice(images) for name in ("x", "y")})
        assert parse_term(print_term(t)) == t, print_term(t)


def test_nothing_is_captured() -> None:
    t = substitute(parse_term("sum(x*k, k, 1, 3)"), {"x": var("j")})
    assert t.names == {"j"} and exact(t, {"j": fmpq(10)}) == 60
    assert (
        exact(substitute(parse_term("sum(sum(x*i, i, 1, k), k, 1, 2)"), {"x": var("k")}), {"k": fmpq(5)})
        == 20
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sum(j, j, 1)", "a term, its index and two ends"),
        ("sum(j, 2, 1, n)", "a term, its index and two ends"),
        ("sum(j, pi, 1, n)", "a term, its index and two ends"),
        ("sum(j, j, 1, j)", "contains its index"),
        ("integral(floor(t), t, 0, 1)", "floor or ceil"),
        ("integral(sum(j, j, 1, floor(t)), t, 1, 2)", "floor or ceil"),
        ("integral(exp(-t), t, 0, oo)", "oo may only be"),
        ("sum + 1", "expected '('"),
    ],
)
def test_what_is_refused(text: str, message: str) -> None:
    with pytest.raises((SyntaxProblem, KernelError)) as caught:
        parse_term(text)
    assert message in str(caught.value)


def test_a_body_has_no_variables_of_its_own() -> None:
    with pytest.raises(KernelError):
        Term("sum", (num(1), num(2)), var("x"))
    with pytest.raises(KernelError):
        Term("sum", (num(1), num(2)), var("p1"))
    with pytest.raises(KernelError):
        Term("sum", (num(1), num(2)))


def asked(term: str, node: dict[str, object], given: list[str]) -> list[Task]:
    """What is left to check where these hypotheses hold and the term is defined."""
    start = Sequent({"m": True, "n": True, "x": False}, (), relation("0 <= 0"), frozenset())
    start = start.assuming(*map(relation, given)).knowing(parse_term(term))
    return terms(start, Fields({"term": term, **node, "then": combine()}, ""))


@pytest.mark.parametrize("op", ["sum", "prod"])
@pytest.mark.parametrize(("low", "high"), [("1", "n"), ("m", "n"), ("m + 1", "2*n")])
@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("which", ["first", "last"])
def test_terms_at_an_end_and_the_rest_are_the_sum(
    op: str, low: str, high: str, count: int, which: str
) -> None:
    term = f"{op}(j + n, j, {low}, {high})"
    side = f"{low} + {count} <= {high} + 1" if which == "first" else f"{low} <= {high} - {count} + 1"
    (following,) = asked(term, {"count": count, "which": which}, [side])
    equation, held = following.sequent.hypotheses[-1], 0
    for m, n in itertools.product(ENDS, repeat=2):
        point = {"m": fmpq(m), "n": fmpq(n)}
        a, b = (exact(parse_term(end), point) for end in (low, high))
        assert a is not None and b is not None
        inside = a + count <= b + 1
        held += inside
        both = defined_at([equation.left, equation.right], point, frozenset(point))
        assert not inside or (both and exact(equation.left, point) == exact(equation.right, point))
    assert held > 5


@pytest.mark.parametrize("which", ["first", "last"])
def test_terms_at_an_end_rest_on_there_being_so_many(which: str) -> None:
    with pytest.raises(KernelError, match="expected"):
        asked("sum(j, j, 1, n)", {"count": 2, "which": which}, ["n >= 1"])
    point = {"n": fmpq(0)}  # without that side it would be said of a rest that has no value
    rest = parse_term("sum(j, j, 1 + 2, n)" if which == "first" else "sum(j, j, 1, n - 2)")
    assert defined_at([rest], point, frozenset(point)) is False


@pytest.mark.parametrize(
    ("term", "node", "given"),
    [
        ("sum(x**j, j, x, n)", {"count": 1, "which": "first"}, ["x + 1 <= n + 1"]),
        ("sum(x**j, j, m, x)", {"count": 1, "which": "last"}, ["m <= x - 1 + 1"]),
        ("sum(x**j, j, x, x)", {"count": 1}, ["x = x"]),
        ("sum(j, j, n/2, n/2 + 1)", {"count": 2}, ["n/2 + 1 = n/2 + 1"]),
    ],
)
def test_the_places_of_terms_are_integer_terms(term: str, node: dict[str, object], given: list[str]) -> None:
    """At a real place that is whole a power is read otherwise than at the integer index."""
    with pytest.raises(KernelError, match="integer term"):
        asked(term, node, given)


@pytest.mark.parametrize("count", range(5))
def test_terms_are_all_of_them_and_no_more(count: int) -> None:
    last = "m" if count == 1 else f"m + {count - 1}" if count else "m - 1"
    (following,) = asked("sum(j**2, j, m, n)", {"count": count}, [f"n = {last}"])
    equation = following.sequent.hypotheses[-1]
    for m in ENDS:
        point = {"m": fmpq(m), "n": fmpq(m + count - 1)}
        assert (
            exact(equation.left, point)
            == exact(equation.right, point)
            == sum(j * j for j in range(m, m + count))
        )
    for other in {"m - 2", "m - 1", "m", "m + 1", "m + 2", "m + 3", "m + 4"} - {last}:
        with pytest.raises(KernelError, match="expected"):
            asked("sum(j**2, j, m, n)", {"count": count}, [f"n = {other}"])


def test_an_integral_is_not_written_out() -> None:
    with pytest.raises(KernelError, match="cannot be written out"):
        asked("integral(t, t, m, n)", {"count": 1}, ["n = m"])
    with pytest.raises(KernelError, match="a sum, a product or an integral"):
        asked("exp(n)", {"count": 1}, [])


DEFINED = combine({"c": "1"})
EACH_OPEN: dict[str, object] = {"rule": "each", "fresh": "v", "defined": []}


@pytest.mark.parametrize(
    ("node", "message"),
    [
        (combine(), "expected the rule 'each'"),
        ([{"rule": "both", "below": combine(), "above": combine()}], "expected the rule 'each'"),
        (EACH_OPEN, "v - 2 != 0"),
        ({**EACH_OPEN, "fresh": "n"}, "not fresh"),
        (
            {**EACH_OPEN, "defined": [[{"rule": "apart", "side": "above"}, combine(product(1), {"c": "1"})]]},
            "not the goal",
        ),
    ],
)
def test_a_body_has_to_be_defined_at_every_index(node: object, message: str) -> None:
    """At j = 2 it is not: a relation `t = t` between a sum and itself shows nothing."""
    defined = [combine(product(0), {"c": "1"}), node]
    example = Example(
        "sum(1/(j - 2), j, 1, n) = sum(1/(j - 2), j, 1, n)",
        "n integer, n >= 1",
        {"n": "1"},
        combine(),
        defined,
    )
    with pytest.raises(KernelError) as caught:
        check(example.parsed(), example.certificate())
    assert message in str(caught.value), str(caught.value)


def test_an_instance_of_that_has_to_be_shown_in_the_same_way() -> None:
    """The relation of an instance is made anew, and its two sides are other objects."""
    t = parse_term("sum(1/(j - x), j, 1, 3)")
    (owed,) = [o for o in instances([t], frozenset(), {"x": num(2)}) if o.between]
    assert owed.relation.left == parse_term("sum(1/(j - 2), j, 1, 3)")
    assert carried([t], frozenset(), {"x": num(2)}, frozenset()) == []  # what is left says as much
    lemma = {"claim": "y >= y", "where": "sum(1/(j - x), j, 1, 3) = y", "proof": combine()}
    use = {"rule": "apply", "claim": 0, "substitution": {"x": "2", "y": "0"}, "defined": [combine()]}
    example = Example("0 >= 0", "", {}, [use, combine()], [], [lemma])
    with pytest.raises(KernelError, match="expected the rule 'each'"):
        check(example.parsed(), example.certificate())


def test_nothing_is_put_into_a_sum_of_powers_with_real_exponents() -> None:
    """sum((-j)**a) has no value for a variable a; with a = 2 it has."""
    t = parse_term("sum((-j)**a, j, 1, 2)")
    assert defined_at([t], {"a": fmpq(2)}, frozenset()) is False
    with pytest.raises(KernelError, match="real exponent"):
        list(instances([t], frozenset(), {"a": num(2)}))
    assert list(instances([t], frozenset({"a"}), {"a": num(2)}))


def test_the_index_of_an_integral_is_no_integer() -> None:
    t = parse_term("integral((-1)**t, t, 1, 1)")
    assert defined_at([t], {}, frozenset()) is False
    assert defined_at([parse_term("sum((-1)**t, t, 1, 1)")], {}, frozenset()) is True


def test_a_compound_claim_does_not_guess_where_a_sum_has_no_value() -> None:
    compound = parse_compound("sum(1/(j - x), j, 1, n) > 1 or x > 0", "n integer, n >= 1")
    with pytest.raises(KernelError, match="no relation says where"):
        compound.cases(compound.domains[0], compound.clauses({})[0], 1)


INTEGRALS = [
    ("t**2", "0", "3", "9"),
    ("1/t", "1", "E", "1"),
    ("sqrt(t)", "0", "4", "16/3"),
    ("exp(-t**2)", "-2", "2", "sqrt(pi)*erf(2)"),
    ("abs(t)", "-1", "2", "5/2"),
    ("sin(t)", "0", "pi", "2"),
    ("1/(1 + t**2)", "0", "1", "pi/4"),
    ("max(t, 1 - t)", "0", "1", "3/4"),
    ("sqrt(1 - t**2)", "0", "1", "pi/4"),
]


@pytest.mark.parametrize(("body", "low", "high", "wanted"), INTEGRALS)
def test_an_integral_is_enclosed(body: str, low: str, high: str, wanted: str) -> None:
    ball = enclose(parse_term(f"integral({body}, t, {low}, {high}) - ({wanted})"), {})
    assert ball.contains(0) and ball.rad() < arb(2) ** -13
    assert defined_at([parse_term(f"integral({body}, t, {low}, {high})")], {}, frozenset()) in (True, None)


@pytest.mark.parametrize(
    "text",
    [
        "integral(1/t, t, 0, 1)",
        "integral(1/t, t, -1, 1)",
        "integral(1, t, 1, 0)",
        "integral(log(t), t, 0, 1)",
    ],
)
def test_an_integral_that_is_none(text: str) -> None:
    t = parse_term(text)
    assert defined_at([t], {}, frozenset()) is False
    assert check_witness(parse_claim(f"{text} <= 100"), {}).status == "refuted"


@pytest.mark.parametrize(
    ("text", "slope"),
    [
        ("integral(exp(-t**2), t, 0, x)", "exp(-x**2)"),
        ("integral(1/t, t, x, x**2)", "1/x"),
        ("sum(x**j, j, 1, 3)", "1 + 2*x + 3*x**2"),
        ("prod(x + j, j, 1, 2)", "2*x + 3"),
        ("sum(y, j, 1, n)*x", "n*y"),
    ],
)
def test_derivatives(text: str, slope: str) -> None:
    gap = derivative(parse_term(text), "x") - parse_term(slope)
    point = {"x": fmpq(3, 2), "y": fmpq(2), "n": fmpq(4)}
    ball = enclose(gap, {name: (v, v) for name, v in point.items()})
    assert ball.contains(0) and ball.rad() < arb(2) ** -30


@pytest.mark.parametrize("text", ["integral(x*t, t, 0, 1)", "sum(j, j, 1, floor(x))", "integral(x, t, 0, x)"])
def test_no_derivative_where_none_is_known(text: str) -> None:
    with pytest.raises(KernelError):
        derivative(parse_term(text), "x")


def test_a_sum_up_to_a_variable_is_not_continuous_in_it() -> None:
    assert not continuous(parse_term("sum(j, j, 1, n)"), "n")
    assert not continuous(parse_term("sum(floor(x*j), j, 1, n)"), "x")
    assert continuous(parse_term("sum(x*j, j, 1, n)"), "x")
    assert continuous(parse_term("integral(t, t, 0, x)"), "x")


def test_equal_ends_give_equal_sums() -> None:
    node = {"rule": "congruence", "of": "sum(j, j, 1, n)", "right": ["1", "m"], "sides": [combine()]}
    defined = [combine(product(0), {"c": "1"}), combine(product(1), {"c": "1"})]
    good = Example(
        "sum(j, j, 1, n) = sum(j, j, 1, m)",
        "n integer, m integer, n >= 1, m >= 1, n = m",
        {"n": "1", "m": "1"},
        [node, combine(product(3))],
        defined,
    )
    assert check(good.parsed(), good.certificate()).status == "proved"
    bad = Example(good.claim, "n integer, m integer, n >= 1, m >= 1, n >= m", good.point, good.proof, defined)
    with pytest.raises(KernelError):
        check(bad.parsed(), bad.certificate())


def test_instances_of_a_body() -> None:
    t = bind("sum", var("k") * var("x"), "k", num(1), var("n"))
    assert instance(t, var("n") + 1) == (var("n") + 1) * var("x")
    assert [o.relation for o in obligations([t], frozenset({"n"}))] == [Relation(">=", var("n") + 1, num(1))]
    assert run([]) == 0
