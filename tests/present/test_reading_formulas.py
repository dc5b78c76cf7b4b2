"""Formulas as they are printed read back as the same claim; what cannot be read is refused by name."""

from __future__ import annotations

from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dptheory.errors import BadInput
from dptheory.inputs import claims, one_claim, witness
from dptheory.kernel import KernelError, SyntaxProblem
from dptheory.kernel.real import Claim, Compound, Formula, Relation, Said, Variable, compound_of
from dptheory.kernel.real.formulas import joined
from dptheory.present.formulas import write_claim, write_claims
from dptheory.present.reading import claim_from, read_said, read_where

from .test_reading import CONDITIONS

SAID: st.SearchStrategy[Said] = st.recursive(
    CONDITIONS,
    lambda inner: st.one_of(
        st.builds(lambda p: Formula("not", (p,)), inner),
        st.builds(lambda p, q: Formula("implies", (p, q)), inner, inner),
        st.builds(joined, st.sampled_from(["and", "or"]), st.lists(inner, min_size=2, max_size=3)),
    ),
    max_leaves=5,
)
BOUND = st.lists(
    st.builds(Variable, st.sampled_from(["c", "lam", "x_1", "k'"]), st.booleans()),
    max_size=2,
    unique_by=lambda v: v.name,
)


def made(conditions: list[Said], conclusion: Said, bound: list[Variable]) -> Compound | None:
    """The compound claim, if these make one that is no ordinary one."""
    flat = [p for c in conditions for p in (c.parts if isinstance(c, Formula) and c.op == "and" else [c])]
    try:
        compound = compound_of(flat, conclusion, {"n"}, bound)
    except KernelError:
        return None
    plain = not bound and all(isinstance(part, Relation) for part in (conclusion, *flat))
    return None if plain else compound


@given(st.lists(SAID, max_size=2), SAID, BOUND)
@settings(max_examples=200, deadline=None)
def test_a_printed_compound_claim_reads_back_as_the_same(
    conditions: list[Said], conclusion: Said, bound: list[Variable]
) -> None:
    compound = made(conditions, conclusion, bound)
    if compound is None:
        return
    said, _, where = write_claim(compound).partition("   where ")
    (text,) = read_said(said)
    assert cast(Compound, claim_from(text, read_where(where))).hash == compound.hash
    if "e" not in {v.name for v in (*compound.variables, *compound.bound)}:
        (text,) = read_said(compound.said)
        assert claim_from(text, read_where(compound.where)) == compound


@given(st.lists(st.sampled_from(
    ["x", "1", "<", "=", "!=", "(", ")", "and", "or", "implies", "not", "exists", "c", ":", ".", ",", "¬", "∧", "⟹", "oo",
     "forall", "|", "integer", "+", "e^x", "∃", "∈ ℝ"]
), max_size=12))  # fmt: skip
@settings(max_examples=400, deadline=None)
def test_whatever_is_typed_is_read_or_refused(words: list[str]) -> None:
    text = " ".join(words)
    try:
        found = claims(text, "x > 0 or x < -1")
    except (SyntaxProblem, KernelError, BadInput):
        return
    assert isinstance(found[0], Compound) and claim_from(found[0].said, found[0].where) == found[0]


def test_symbols_and_words_are_the_same() -> None:
    assert read_said("x > 1 ∧ ¬(y ≤ 0 ∨ x = 2) ⟹ y ≠ 3") == (
        "x > 1 and not (y <= 0 or x = 2) implies y != 3",
    )
    assert read_said("∃ λ ∈ ℤ: λ > x") == read_said("exists lam integer: lam > x")
    assert read_where("x > 1 or x < -1 and y > e^x, n integer") == "x > 1 or x < -1 and y > exp(x), n integer"


def test_what_needs_no_more_is_an_ordinary_claim() -> None:
    assert [type(one) for one in claims("0 <= x <= 1", "x > 0 and x < 1")] == [Claim, Claim]
    (one,) = claims("0 <= x <= 1", "x = 0 or x = 1")
    assert one.text == "0 <= x and x <= 1 where x = 0 or x = 1"
    assert isinstance(claims("x**2 != -1")[0], Claim)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("forall x: x > 0", "not needed: a claim is about all values"),
        ("x > 0 and exists c: c > x", "may only stand before the whole claim"),
        ("x > 0 or y", "expected a relation"),
        ("not x", "expected a relation"),
        ("x < oo or x > 1", "oo may only be an end"),
    ],
)
def test_what_is_no_formula_is_refused_by_name(text: str, message: str) -> None:
    with pytest.raises(SyntaxProblem, match=message):
        claims(text)


def test_what_exists_needs_a_term_and_only_that() -> None:
    asked = claims("exists c: c > x")
    with pytest.raises(BadInput, match="exists c without a term.*tighten CLAIM --find c"):
        witness("", asked)
    with pytest.raises(BadInput, match="a term for d"):
        witness("c = 1, d = 2", asked)
    with pytest.raises(BadInput, match="a name, = and a term"):
        witness("x + 1", asked)
    with pytest.raises(BadInput, match="one relation, and relations as conditions"):
        one_claim("x > 0 or x < 1")
    with pytest.raises(BadInput, match="a variable called e"):
        claims("exists e: 1 > x")


def test_an_e_that_a_condition_is_about_is_a_variable_in_the_whole_claim() -> None:
    (one,) = claims("a*exp(a*e) <= exp(e**2)", "a <= 1, 0 <= e <= 1")
    assert one.text == "a*exp(a*e) <= exp(e**2) where a <= 1, 0 <= e, e <= 1"
    assert {v.name for v in one.variables} == {"a", "e"}
    printed = write_claims([one])
    assert "𝑒²" in printed
    said, given = printed.split("   where ")
    assert claims(said, given) == (one,)
    with pytest.raises(SyntaxProblem, match=r"e is a variable by its condition, or the base"):
        claims("e^x >= 1", "e > 0")
    for claim, where in (
        ("e >= 2", ""),
        ("x <= e", "x <= e*y"),
        ("e**2 > 7", "x > 0"),
        ("log(x) <= 1", "x <= e"),
        ("x > 0", "e < x, 2 < x"),
    ):
        with pytest.raises(SyntaxProblem, match="could be a variable or Euler's number"):
            claims(claim, where)


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("n! >= n", "factorial(n) >= n"),
        ("(n + 1)! = (n + 1)*n!", "factorial(n + 1) = (n + 1)*factorial(n)"),
        ("x^n! > -3!", "x**factorial(n) > -factorial(3)"),
        ("(e^x + 1)! > e^x", "factorial(exp(x) + 1) > exp(x)"),
    ],
)
def test_a_factorial_binds_tighter_than_a_power_and_a_sign(typed: str, plain: str) -> None:
    assert read_said(typed) == read_said(plain)


def test_a_factorial_before_an_equality_needs_a_blank_between() -> None:
    assert read_said("n! = 2") == read_said("factorial(n) = 2")
    assert read_said("n != 2") != read_said("n! = 2")
