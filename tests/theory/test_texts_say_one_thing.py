"""Texts that once were read otherwise than they stand: names that belong to the reader, lines that became words."""

from __future__ import annotations

import pytest

from dptheory.kernel import PROVED, REFUTED
from dptheory.theory.library import TheoryLibrary, extended
from dptheory.theory.outline import OutlineError
from dptheory.theory.results import StatementResult
from dptheory.theory.verification import verify

SUM = """
  let x: record -> vec; B: real
  form printed
    given bounded: forall z: record. norm(x(z)) <= B
    claim forall S: data. norm(sum[j, 1, n](x(item(S, j)))) <= n*B
    model records = -1, 1; x(z) = z; B = 1
"""
SLIP = """
  let f: int -> vec
  form printed
    given first: norm(f(1)) >= 0
    claim norm(f(1)) >= 0
    proof: by auto
    model f(j) = 1
    slip 1: norm(sum[j, 1, n](f(j))) <= sum[j, 1, n](norm(f(j)))
      {line}
      world
        value f(j) = 1
        value sum_1 = 7
"""
KEPT = {
    "a variable": "let sum_1: vec\n  form printed\n    claim norm(sum_1) >= 0\n    proof: by calc",
    "a variable for what is bound": "let vector_sum'': (int -> vec), int, int -> vec\n  form printed\n    claim 0 <= 1",
    "a label": "let x: real\n  form printed\n    given sum_1: x > 0\n    claim 0 <= x\n    proof: by calc from sum_1",
    "a binder": "form printed\n    claim forall mean_2: vec. norm(mean_2) >= 0\n    proof: by auto",
    "a draw": (
        "let A: data -> law(vec)\n  algorithm M(S)\n    1: Draw.\n      draw sum_1 ~ A(S)\n    2: Return.\n"
        "      return sum_1\n  form printed\n    claim forall S: data. M(S) = A(S)"
    ),
    "a label in a twin": SUM + "  twin of printed: one more\n    given sum_1: B >= 0\n    world\n      value B = 1",
    "a variable of a slip": SLIP.format(line="let sum_1: vec"),
}


def judged(body: str, library: TheoryLibrary, above: str = "") -> StatementResult:
    text = f"{above}lemma day.own: an author's own\n  source Example\n  quote q\n  {body.strip()}\n"
    return verify(extended(library, text, "day"), ["day.own"])[0]


@pytest.mark.parametrize("body", KEPT.values(), ids=KEPT)
def test_the_names_of_sums_are_in_no_text(body: str, library: TheoryLibrary) -> None:
    with pytest.raises(OutlineError, match="is that of a sum of vectors; choose another"):
        judged(body, library)


def test_a_parameter_of_a_definition_is_no_sum(library: TheoryLibrary) -> None:
    above = "define shorter(x: int -> vec; sum_1: vec) := norm(sum[j, 1, n](x(j))) <= norm(sum_1)\n"
    with pytest.raises(OutlineError, match="is that of a sum of vectors"):
        judged("let x: int -> vec\n  form printed\n    claim shorter(x, x(1))", library, above)


def test_a_twin_keeps_what_a_sum_is(library: TheoryLibrary) -> None:
    with pytest.raises(OutlineError, match="no hypothesis 'sum_1' to drop"):
        judged(SUM + "  twin of printed: w\n    drop sum_1\n    world\n      value B = 1\n", library)


def test_a_slip_keeps_what_a_sum_is(library: TheoryLibrary) -> None:
    with pytest.raises(OutlineError, match="neither the claim nor a hypothesis speaks of"):
        judged(SLIP.format(line="note it is true"), library)


def test_a_sum_of_what_was_drawn_is_a_function_of_the_draw(library: TheoryLibrary) -> None:
    """Once it was the sum of a variable of the form with the draw's name."""
    body = """
  let A: data -> law(vec)
  algorithm M(S)
    1: Draw w from A(S).
      draw w ~ A(S)
    2: Return the sum of n copies of w.
      return sum[j, 1, n](w)
  form printed
    let w: vec
    claim forall S: data. P[v ~ M(S)](v = sum[j, 1, n](w)) = 1
    proof
      take S: data
      1: P[v ~ M(S)](v = sum[j, 1, n](w)) = P[x ~ A(S)](sum[j, 1, n](w) = sum[j, 1, n](w)) by image-prob
      2: P[v ~ M(S)](v = sum[j, 1, n](w)) = 1 by calc from 1
    model records = 0, 1; outputs = 0, 1; law A(S) = S1: 1; w = 1
"""
    assert judged(body, library).forms[0].verdict.status != PROVED


POSITIVE = "let x: real\n  form printed\n    {}\n    claim 2*x > 0\n    refuted\n      value x = -1\n"
LINES = {
    "a second hypothesis behind quoted words": 'given number: x = x -- "a number"; positive:x > 0 -- "positive"',
    "a hypothesis of another kind there": 'given number: x = x -- "a number"; presupposed pos: x > 0 -- "positive"',
    "a hypothesis under a remark": "reading x is a number\n      given pos: x > 0",
}


@pytest.mark.parametrize("line", LINES.values(), ids=LINES)
def test_no_hypothesis_becomes_words(line: str, library: TheoryLibrary) -> None:
    with pytest.raises(OutlineError, match=r"expected 'given|would be words"):
        judged(POSITIVE.format(line), library)


def test_a_deed_with_a_capital_does_not_become_words(library: TheoryLibrary) -> None:
    body = """
  let B: data -> vec
  algorithm M(S)
    1: Find a vector B(S) of norm at most 1.
      Solve small: norm(B(S)) <= 1
    2: Return it.
      return B(S)
  form printed
    runs M
    claim forall S: data. norm(M(S)) <= 1
    refuted
      records = 0, 1
      value B(S) = 7
      data S = 1
"""
    with pytest.raises(OutlineError, match="did you mean 'solve'"):
        judged(body, library)
    right = judged(body.replace("Solve", "solve"), library).forms[0]
    assert right.verdict.status != REFUTED
