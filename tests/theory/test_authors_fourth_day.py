"""What cost a stranger runs on another day, who wrote theorems of a first course from the documentation alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from dptheory.kernel import PROVED
from dptheory.theory.library import TheoryLibrary

from .test_authors_second_day import judged, said

CONCENTRATED = """
  let A: data -> law(vec); L: data, data, vec -> real; rho, del: real
  form printed
    given stable: zero_concentrated(A, L, rho); spread: rho > 0; slack: 0 < del and del < 1
    claim approximately_private(A, {bound}, del)
    proof: by calculus.zero-concentrated
    model records = 0, 1; outputs = 0, 1; law A(S) = 0: 1; L(S, T, w) = 0; rho = 1; del = 1/10
"""
NORMAL = """
  let f: data -> vec; r, s, del: real
  form printed
    given stable: norm_stable(f, r); spread: s > 0; slack: 0 < del and del < 1; size: r > 0
    claim approximately_private(gaussian_noisy(f, s), r**2/(2*s**2) + 2*sqrt(r**2/({two}*s**2)*log(1/del)), del)
    proof
      1: zero_concentrated(gaussian_noisy(f, s), fun S. fun T. fun w. gaussian_loss(f, s, S, T, w), r**2/(2*s**2)) by calculus.gaussian
      2: r**2/(2*s**2) > 0 by calc
      by calculus.zero-concentrated from 1, 2, slack
    model records = 0, 1; f(S) = S1; r = 1; s = 1; del = 1/10
"""
LAPLACE = """
  let f: data -> vec; Delta, s: real
  form printed
    given stable: norm_stable(f, {change}); size: Delta > 0; budget: s > 0
    claim private(fun S. f(S) + laplace({scale}), {eps})
    proof: by wu2015.theorem8
    model records = 0, 1; f(S) = S1; Delta = 1; s = 1
"""


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (
            CONCENTRATED.format(bound="rho + 2*sqrt(rho*log(1/del))"),
            CONCENTRATED.format(bound="rho + sqrt(rho*log(1/del))"),
        ),
        (NORMAL.format(two=2), NORMAL.format(two=3)),
    ],
)
def test_a_loss_on_data_with_a_record_replaced_was_not_inferred(
    right: str, wrong: str, library: TheoryLibrary, certificates: dict[str, object]
) -> None:
    """`write  with Z := ...` was said: S had been put for the S within replace(S, i, z)."""
    assert judged(right, library, certificates).forms[0].verdict.status == PROVED
    assert judged(wrong, library, certificates).forms[0].verdict.status != PROVED


@pytest.mark.parametrize(
    ("change", "scale", "eps"),
    [
        ("Delta", "s", "Delta/s"),
        ("Delta", "2*s", "Delta/(2*s)"),
        ("2*Delta", "s", "2*(Delta/s)"),
        ("Delta", "Delta*s", "1/s"),
        ("s*Delta", "s", "Delta"),
    ],
)
def test_a_budget_that_is_sensitivity_over_scale_was_another_number(
    change: str, scale: str, eps: str, library: TheoryLibrary
) -> None:
    """`gives Delta/Delta, expected s` was said."""
    form = LAPLACE.format(change=change, scale=scale, eps=eps)
    assert judged(form, library).forms[0].verdict.status == PROVED


def test_a_budget_that_is_smaller_is_another_number(library: TheoryLibrary) -> None:
    less = LAPLACE.format(change="Delta", scale="s", eps="99/100*(Delta/s)")
    assert judged(less, library).forms[0].verdict.status != PROVED


CONSTANT = """
  let mu: law(vec); f: vec -> real
  form printed
    given low: forall v: vec. f(v) <= 1 and f(v) >= 0
    claim E[v ~ mu](f(v)) <= {bound}
    proof
      let w: vec
      1: f(w) <= 2 by calc from low(w)
      2: E[w ~ mu](f(w)) <= E[w ~ mu](2) by expect-monotone from {cited}
      by calc from 2
    model law mu = 0: 1; f(w) = 1
"""
NESTED = """
  let f: vec -> real; g: vec -> vec
  form printed
    given low: forall v: vec. f(v) >= 0 implies f(g(v)) >= 1 and forall w: vec. f(w) >= 1 implies f(g(w)) >= 2
    claim forall u: vec. f(u) >= 0 implies f(g(g(u))) >= {bound}
    proof
      take u: vec; assume p: f(u) >= 0
      1: f(g(u)) >= 1 by calc from low(u).1
      by calc from {cited}
    model f(w) = w; g(w) = w + 1
"""


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (CONSTANT.format(bound=2, cited="all w. 1"), CONSTANT.format(bound="199/100", cited="all w. 1")),
        (
            NESTED.format(bound=2, cited="low(u).2(g(u))"),
            NESTED.format(bound="201/100", cited="low(u).2(g(u))"),
        ),
    ],
    ids=["the mean of a constant", "an instance of an instance"],
)
def test_what_goes_without_saying_was_not_found(right: str, wrong: str, library: TheoryLibrary) -> None:
    assert judged(right, library).forms[0].verdict.status == PROVED
    assert judged(wrong, library).forms[0].verdict.status != PROVED


BALL = """
  let x: record -> vec; u, v: vec; R: real
  form printed
    given rows: forall z: record. norm(x(z)) <= 1
    claim forall z: record. abs(inner(u, x(z))) <= {bound}*(norm(u)*norm(x(z))) and abs(inner(v, x(z))) <= norm(v)*norm(x(z))
    proof
      take z: record
      1: abs(inner(u, x(z))) <= norm(u)*norm(x(z)) and abs(inner(v, x(z))) <= norm(v)*norm(x(z)) by background.cauchy-schwarz
      by calc from 1
    model records = 0, 1; x(z) = z; u = 1; v = 1
"""


def test_two_parts_of_a_line_by_a_rule_had_one_label(library: TheoryLibrary) -> None:
    """`the label '1.any' is used twice` was said of what the author had not written."""
    assert judged(BALL.format(bound=1), library).forms[0].verdict.status == PROVED
    assert judged(BALL.format(bound="99/100"), library).forms[0].verdict.status != PROVED


BLOCK = """
  let x: real
  form printed
    given h: x >= 1
    claim x**2 >= {bound}
    proof
      1: x**2 >= {bound}
        2: x*x >= 1 by calc from h
        by calc from 2
    model x = 1
"""


def test_a_line_without_names_of_its_own_was_not_shown_by_those_under_it(library: TheoryLibrary) -> None:
    """`expected an operator, found '2'` was said."""
    assert judged(BLOCK.format(bound=1), library).forms[0].verdict.status == PROVED
    assert judged(BLOCK.format(bound="101/100"), library).forms[0].verdict.status != PROVED


STABLE = """
  let f: data -> vec; c, r: real
  form printed
    given stable: forall S: data; i: int. 1 <= i and i <= n and c >= 0 implies forall z: record. norm(f(replace(S, i, z)) - f(S)) <= r
    claim norm_stable(f, r)
    proof
      take S: data; i: int; z: record; assume place: 1 <= i and i <= n
      by {reason}
    model records = 0, 1; f(S) = S1; c = 1; r = 1
"""
SQUARE = """
  let s: real
  form printed
    given scale: s > 0
    claim P[w ~ laplace(s)](norm(w) <= 1) <= 1
    proof: by prob-range
    model s = 1
  twin of printed: a square
    claim P[w ~ laplace(s)](inner(w, w) <= 1) <= 1/2
    world like model
"""


@pytest.mark.parametrize(
    ("text", "reasons"),
    [
        (CONSTANT.format(bound="mean_1", cited="1"), ["'mean_1' is that of a sum of vectors; choose another, or say the mean, fun S: data. mean[j, 1, n](x(item(S, j)))"]),
        (CONSTANT.replace("let w: vec", "").replace("f(w) <= 2 by calc from low(w)", "forall w: vec. f(w) <= 2 by calc from low").format(
            bound=2, cited="all w. 1"), ["1 says it of all values already; cite it alone, from 1"]),
        (CONSTANT.format(bound=2, cited="all u. 1"), ["declare it above the line that speaks of it, 'let u: vec'"]),
        (NESTED.format(bound=2, cited="low(u, g(u))"), ["says nothing of so many terms; of 1 it says", "LINE(...).2(...)"]),
        (NESTED.format(bound=2, cited="low(f(u))"), ["low(f(u)): f(u) is of sort real, and v of sort vec"]),
        (NESTED.format(bound=2, cited="low(u).3"), ["low(u).3: no part 3: there are 2: f(g(u)) >= 1; forall w"]),
        (NESTED.format(bound=2, cited="low(g(u))"), ["its premise is not among the lines above", "p: f(g(u)) >= 0 by ..."]),
        (STABLE.format(reason="calc from stable(S, i, z)"), ["stable(S, i, z): its premise c >= 0 is not among the lines above"]),
        (STABLE.format(reason="apply from stable, place"), ["stable asks for more than these lines say: add  p1: c >= 0 by ..."]),
        (BALL.format(bound=1).replace("calc from 1", "calc from background.parallelogram, 1"),
            ["background.parallelogram:printed tells the calculation nothing of its terms", "p: ... by background.parallelogram"]),
        (BALL.format(bound=1).replace("background.cauchy-schwarz", "wu2015.section4.2.lipschitz"),
            ["its forms are wu2015.section4.2.lipschitz:printed.anything, wu2015.section4.2.lipschitz:printed.scaled"]),
        (SQUARE, ["region B(w) = -1 <= w, w <= 1", "within -1; 1"]),
    ],
)  # fmt: skip
def test_a_message_did_not_say_what_to_try(
    text: str, reasons: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = said(text, tmp_path / "own.thm", capsys)
    assert not [one for one in reasons if one not in shown], shown
