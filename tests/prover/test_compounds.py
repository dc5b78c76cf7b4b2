"""Compound claims: what is proved, refuted and left open, and that the kernel accepts what is found."""

from __future__ import annotations

import json
from itertools import product

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

import dptheory
from dptheory.kernel import KernelError, check_compound, check_compound_failure, check_empty
from dptheory.kernel.real import parse_compound, parse_term
from dptheory.kernel.real.formulas import normal, true_at
from dptheory.present.formulas import write_claim
from dptheory.prover import ablate, prove

TRUE = [
    ("x > 0 implies log(x) <= x - 1", ""),
    ("log(x) <= x - 1 or x <= 0", ""),
    ("1/x > 0 or x <= 0", ""),
    ("x**2 <= x implies 0 <= x <= 1", ""),
    ("x*y = 0 implies x = 0 or y = 0", ""),
    ("x**3 = x implies x = 0 or x = 1 or x = -1", ""),
    ("x < y implies exp(x) < exp(y)", ""),
    ("not (x > 1 and x < 0)", ""),
    ("n > 0 implies n >= 1", "n integer"),
    ("x**2 > 1", "x > 1 or x < -1"),
    ("x <= 5", "x > 1 or x < 0, x < 1 implies x < 0, x <= 5"),
    ("a <= 0 or b <= 0 or (a + b)/2 >= sqrt(a*b)", ""),
]
FALSE = [
    ("log(x) > 0 implies x > 1", ""),  # at x < 0 nothing is said of what log(x) > 0 would be
    ("x > 0 implies log(x) < x - 1", ""),
    ("x**2 <= x implies 0 < x <= 1", ""),
    ("x*y = 0 implies x = 0 and y = 0", ""),
    ("not (x > 1 and x < 2)", ""),
    ("x**2 > 1", "x >= 1 or x < -1"),
    ("x > 1 or 1/x < 2", ""),
    ("n > 0 implies n >= 1", ""),
]


@pytest.mark.parametrize(("text", "where"), TRUE)
def test_true_ones_are_proved(text: str, where: str) -> None:
    compound = parse_compound(text, where)
    found = prove(compound)
    assert found and found.verdict.about == compound.hash, found.reason
    assert check_compound(compound, json.loads(json.dumps(found.certificate))).status == "proved"


@pytest.mark.parametrize(("text", "where"), FALSE)
def test_false_ones_are_refuted_at_a_point(text: str, where: str) -> None:
    found = prove(parse_compound(text, where))
    assert found.refuted and found.witness is not None and not found, found.reason


def test_the_same_claim_has_the_same_certificate() -> None:
    first, again = (prove(parse_compound(*TRUE[3])) for _ in range(2))
    assert first.certificate == again.certificate and first.effort == again.effort


def test_the_point_may_be_irrational() -> None:
    compound = parse_compound("x**2 = 2 implies x > 0")
    found = prove(compound)
    assert found.refuted and found.witness is None
    assert found.reason == "at x = -sqrt(2): x**2 != 2 does not hold, x > 0 does not hold"
    for at in ((0, 0, 1, 0), (0, 0, 0, 0)):
        with pytest.raises(KernelError):
            check_compound_failure(parse_compound("x**2 = 2 implies x < 0"), at, found.failure)


def test_what_exists_is_shown_by_a_term() -> None:
    compound = parse_compound("exists c: c > 0 and x <= c")
    assert prove(compound, images={"c": parse_term("abs(x) + 1")}).proved
    failed = prove(compound, images={"c": parse_term("x**2")})
    assert failed.verdict.status == "unknown" and "another term may do" in failed.reason
    undefined = prove(parse_compound("exists c: c >= x or c < x"), images={"c": parse_term("1/x")})
    assert not undefined.proved  # at x = 0 it is no number


def test_conditions_that_exclude_each_other_are_said_to() -> None:
    for where in (
        "x > 1, x < 0",
        "log(x) > x",
        "exp(x) <= 0 or sin(x) > 1",
        "x = 1, y = x, y != 1",
        "x != x",
    ):
        found = dptheory.prove("x <= 1", where=where)
        assert found.verdict.status == "unknown" and found.certificate is None and not found
        assert found.reason.startswith("the conditions exclude each other: no point satisfies")
        assert found.excluded is not None and "no point satisfies" in check_empty(
            parse_compound("x <= 1", where), found.excluded
        )
    assert dptheory.prove("x <= 1", where="x > 1, x < 0 or x = 2").refuted


def test_a_difference_is_claimed() -> None:
    assert dptheory.prove("x**2 + 1 != x").proved
    assert dptheory.prove("x**2 != 4").witness == {"x": fmpq(2)}
    irrational = dptheory.prove("x**2 != 2", where="x <= 0")
    assert irrational.refuted and irrational.witness is None and irrational.failure is not None
    assert irrational.reason == "at x = -sqrt(2): x**2 = 2"
    assert dptheory.prove("1/x != 0").refuted and dptheory.prove("1/x != 0", where="x != 0").proved


def test_conditions_of_a_compound_claim_are_dropped_in_turn() -> None:
    found = ablate(parse_compound("x**2 > 1", "x > 1 or x < -1, y > 0"))
    assert [(a.condition, a.needed) for a in found] == [("x > 1 or x < -1", True), ("y > 0", False)]
    (there,) = dptheory.ablate("exists c: c*x >= 1", where="x > 0", witness="c = 1/x")
    assert there.needed is None and "another term may do" in there.outcome.reason


def test_they_are_shown_as_values_and_in_every_style() -> None:
    found = dptheory.prove("exists c: c > x and not 1/x = 2", where="x > 1 or x < -1", witness="c = x + 1")
    assert repr(found) == "<proved: ∃ c ∈ ℝ: c > x and not 1/x = 2   where x > 1 or x < −1>"
    assert found.claim is not None
    assert write_claim(found.claim, "ascii") == "exists c: c > x and not 1/x = 2 where x > 1 or x < -1"
    assert r"\exists c \in \mathbb{R} \colon c > x" in write_claim(found.claim, "latex")
    assert "∃" in found._repr_html_() and r"\neg" in found._repr_latex_()


WORDS = st.sampled_from(["and", "or", "implies"])
SMALL = st.sampled_from(
    ["x > 0", "1/x <= 2", "x**2 < y", "y != x", "log(x) <= y", "x + y >= 1", "sqrt(y) > x", "x = 2*y"]
)
FORMULAS = st.recursive(
    SMALL,
    lambda inner: st.one_of(
        st.builds(lambda p: f"not ({p})", inner),
        st.builds(lambda p, w, q: f"({p}) {w} ({q})", inner, WORDS, inner),
    ),
    max_leaves=4,
)
GRID = [fmpq(p, q) for p in range(-4, 5) for q in (1, 2, 3)]


@given(FORMULAS, FORMULAS)
@settings(max_examples=40, deadline=None)
def test_no_point_speaks_against_what_is_proved_and_the_witness_does_of_what_is_refuted(
    conclusion: str, condition: str
) -> None:
    compound = parse_compound(conclusion, condition)
    found = prove(compound, effort=300_000)
    names = [v.name for v in compound.variables]
    where, said = [normal(c) for c in compound.conditions], normal(compound.conclusion)

    def against(point: dict[str, fmpq]) -> bool:
        inside = all(true_at(c, point, frozenset()) is True for c in where)
        return inside and true_at(said, point, frozenset()) is False

    points = [dict(zip(names, values, strict=True)) for values in product(GRID, repeat=len(names))]
    if found.proved:
        assert not any(map(against, points))
    elif found.refuted:
        assert found.witness is None or against(found.witness)
    elif found.excluded is not None:
        assert not any(all(true_at(c, p, frozenset()) is True for c in where) for p in points)


def test_formulas_of_sympy() -> None:
    sympy = pytest.importorskip("sympy")
    x = sympy.Symbol("x", real=True)
    found = dptheory.prove(sympy.Implies(x > 0, sympy.log(x) < x))
    assert found.proved and found.claim is not None and found.claim.text == "x > 0 implies log(x) < x"
    assert dptheory.prove(x**2 > 1, where=sympy.Or(x > 1, x < -1)).proved


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("n >= 2/3", "n > 1/3, n integer"),
        ("2*n != 7", "n integer"),
        ("m*n != 1/2", "m integer, n integer"),
        ("x*exp(x) != 0", "x != 0"),
    ],
)
def test_whole_numbers_stay_away_from_fractions_and_sides_from_each_other(text: str, where: str) -> None:
    assert dptheory.prove(text, where=where).proved


def test_a_whole_number_between_two_others_is_no_point() -> None:
    for where in ("1/3 < n < 2/3, n integer", "2*n = 7, n integer"):
        assert dptheory.prove("n < 1", where=where).excluded is not None
    assert dptheory.prove("2*n != 8", where="n integer").witness == {"n": fmpq(4)}
