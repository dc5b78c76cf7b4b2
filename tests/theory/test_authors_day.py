"""What stopped an author who wrote ten theorems from the documentation alone; each was refused once, or was told badly."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dptheory.cli import main
from dptheory.kernel import PROVED, REFUTED
from dptheory.theory.diagnosis.reading import reading_faults
from dptheory.theory.library import TheoryLibrary, extended
from dptheory.theory.results import StatementResult
from dptheory.theory.texts import one_by_one
from dptheory.theory.verification import verify

PAGE = Path(__file__).resolve().parents[2] / "docs" / "STATEMENTS.md"


def judged(body: str, library: TheoryLibrary) -> StatementResult:
    """The result of a statement that is written below its head."""
    text = (
        "lemma day.own: a statement of an author's own\n  source Example\n  quote q\n  " + body.strip() + "\n"
    )
    return verify(extended(library, text, "day"), ["day.own"])[0]


def proved(body: str, library: TheoryLibrary) -> StatementResult:
    result = judged(body, library)
    assert result.forms[0].verdict.status == PROVED, result.forms[0].verdict.reason
    return result


NOISE = """
  let m: data -> vec; B, eps: real
  form printed
    given stable: norm_stable(m, 2*B/n)
    presupposed size: B > 0; budget: eps > 0
    claim private(noisy(m, {scale}), eps)
    proof: by wu2015.theorem8:printed
    model records = -1, 1; m(S) = S1; B = 1; eps = 1
  twin of printed: 1 % less noise
    claim private(noisy(m, 99/100*(2*B/(n*eps))), eps)
    world like model but S = 1; i = 1; z = -1; region B(w) = w >= 1
"""


def test_scales_are_matched_modulo_arithmetic_and_a_number_may_be_called_as_a_bound_event_is(
    library: TheoryLibrary,
) -> None:
    """`2*B/(n*eps)` was not `2*B/n/eps`, and a number B was lost to the region B of the twin's world."""
    result = proved(NOISE.format(scale="2*B/(n*eps)"), library)
    assert [twin.verdict.status for twin in result.twins] == [REFUTED]
    assert judged(NOISE.format(scale="2*B/(n*eps + 1)"), library).forms[0].verdict.status != PROVED


BLOCKS = """
  let f, g: vec -> real
  form printed
    given f: forall u: vec. f(u) <= 1; g: forall u: vec. g(u) <= 1
    claim (forall u: vec. f(u) <= 2) and forall u: vec. g(u) <= 2
    proof
      1: forall u: vec. f(u) <= 2
        take u: vec
        a: f(u) <= 2 by calc from f(u)
      2: forall u: vec. g(u) <= 2
        take u: vec
        a: g(u) <= 2 by calc from {cited}
    model f(w) = 0; g(w) = 0
"""


def test_labels_are_those_of_their_block(library: TheoryLibrary) -> None:
    proved(BLOCKS.format(cited="g(u)"), library)
    assert judged(BLOCKS.format(cited="f(u)"), library).forms[0].verdict.status != PROVED


def test_rules_are_cited_by_name(library: TheoryLibrary) -> None:
    body = """
  let u, v: vec
  form printed
    given u: norm(u) <= 1; v: norm(v) <= 1
    claim norm(u + v) <= {bound}
    proof: by calc from u, v, triangle
    model u = 0; v = 0"""
    proved(body.format(bound=2), library)
    assert judged(body.format(bound="199/100"), library).forms[0].verdict.status != PROVED


def test_take_and_assume_stand_in_a_row_and_a_quantifier_has_several_domains(library: TheoryLibrary) -> None:
    assert one_by_one("forall S: data; i: int. f(S, i) <= 1") == "forall S: data. forall i: int. f(S, i) <= 1"
    proved("""
  let f: data, int -> real
  form printed
    given small: forall S: data; i: int. 1 <= i and i <= n implies f(S, i) <= 1; more: 0 <= 1
    claim forall S: data; i: int. 1 <= i and i <= n implies f(S, i) <= 1 + n
    proof
      take S: data; take i: int; assume place: 1 <= i and i <= n
      1: f(S, i) <= 1 + n by calc from small(S, i), n >= 0
    model f(S, i) = 1""", library)  # fmt: skip


def test_a_fact_within_a_block_rests_on_no_assumption(library: TheoryLibrary) -> None:
    """`from n >= 0` was found from `place`, and the claim then rested on that."""
    proved("""
  let f: int -> real
  form printed
    given small: forall i: int. 1 <= i and i <= n implies f(i) <= 1
    claim (forall i: int. 1 <= i and i <= n implies f(i) <= 1 + n) and n + 1 >= 1
    proof
      1: forall i: int. 1 <= i and i <= n implies f(i) <= 1 + n
        take i: int; assume place: 1 <= i and i <= n
        2: f(i) <= 1 + n by calc from small(i), n >= 0
      3: n + 1 >= 1 by calc from n >= 0
    model f(i) = 1""", library)  # fmt: skip


def test_a_calculation_says_several_things_and_says_them_of_all_values(library: TheoryLibrary) -> None:
    """`calc` on an `and` was answered with `did you mean calc?`."""
    body = """
  let q: vec -> real; c: real
  form printed
    given high: forall w: vec. q(w) <= c
    claim (forall w: vec. q(w) >= 0 implies exp(q(w)) {sign} 1 and q(w) <= c + 1) and c <= c + 1
    proof
      1: forall w: vec. q(w) >= 0 implies exp(q(w)) {sign} 1 and q(w) <= c + 1 by calc
      2: c <= c + 1 by calc
    model q(w) = min(1, max(0, w)); c = 1"""
    proved(body.format(sign=">="), library)
    assert judged(body.format(sign=">"), library).forms[0].verdict.status != PROVED


def test_a_line_is_generalised_with_its_sort(library: TheoryLibrary) -> None:
    """`from all L: set(int). bad` was answered with `expected an operator`."""
    proved("""
  let f: set(int) -> real
  form printed
    given small: forall L: set(int). f(L) <= 1
    claim forall L: set(int). f(L) <= 2
    proof
      let L: set(int)
      bad: f(L) <= 2 by calc from small(L)
      by both from all L: set(int). bad
    model f(L) = 1""", library)  # fmt: skip


def test_what_is_cited_need_not_say_that_its_numbers_have_values(library: TheoryLibrary) -> None:
    """That n >= 1 had to be cited wherever a line divides by n."""
    body = """
  let x, y: real
  form printed
    given low: x <= y/n; {more}
    claim n*x <= y
    proof: by calc from low
    model x = 0; y = 0"""
    proved(body.format(more="sign: y >= 0"), library)


def test_the_cause_is_told_and_not_what_follows_from_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Beside a link that fails stood the whole calculation, which fails because of it."""
    text = """lemma day.links: links
  source Example
  quote q
  let x, y, z: real
  form printed
    given xy: x <= y; yz: y <= z
    claim x <= z
    proof
      1: x
        <= y - 1 by calc from xy
        <= z by calc from yz
    model x = 0; y = 0; z = 0
"""
    path = tmp_path / "links.thm"
    path.write_text(text, encoding="utf-8")
    assert main(["verify", str(path), "--experiments", "none"]) != 0
    said = capsys.readouterr().out
    assert "line 1.1: the calculation does not follow" in said and "line 1:" not in said


def test_unknown_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """That no proof is written down stood in the JSON only."""
    path = tmp_path / "bare.thm"
    path.write_text("lemma day.bare: b\n  source E\n  quote q\n  let x: real\n  form printed\n    given h: x <= 1\n"
                    "    claim x <= 2\n    model x = 1\n", encoding="utf-8")  # fmt: skip
    assert main(["verify", str(path), "--experiments", "none"]) == 2
    assert "undecided: day.bare:printed: no proof is written down" in capsys.readouterr().out


def test_several_words_are_defined_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["define", "average", "clipped"]) == 0
    said = capsys.readouterr().out
    assert "define average(" in said and "define clipped(" in said
    assert main(["define", "average", "clippd"]) == 64


def _table() -> list[tuple[str, str]]:
    """What cannot be written, and what is said of it, as the page has them."""
    part = PAGE.read_text(encoding="utf-8").partition("## What cannot be written")[2].partition("\n## ")[0]
    return [(m[1], m[2]) for m in re.finditer(r"^\| `([^`]+)` \| ([^|]+) \|", part, re.M)]


def test_the_page_of_what_cannot_be_written_has_rows() -> None:
    assert len(_table()) >= 6


@pytest.mark.parametrize(("formula", "said"), _table())
def test_what_cannot_be_written_is_refused_by_what_it_is(
    formula: str, said: str, library: TheoryLibrary
) -> None:
    text = (
        "lemma day.not: n\n  source E\n  quote q\n  let A: data -> law(vec); S: data; x, y, z: real; v: record -> vec\n"
        f"  form printed\n    given h: {formula}\n    claim x <= 2\n    proof: by calc from h\n    model x = 1\n"
    )
    faults = reading_faults(text, library.definitions, "day.thm")
    reasons = [fault.message for fault in faults if fault.number == 6]
    if not reasons:  # read, and refused by the kernel
        result = verify(extended(library, text, "day"), ["day.not"])[0]
        reasons = [*result.problems, result.forms[0].verdict.reason]
    assert any(said in reason for reason in reasons), reasons


@pytest.mark.parametrize(
    ("formula", "said"),
    [
        ("exists c: real. x <= c", "a world cannot tell whether 'exists' holds"),
        ("forall D: law(record). E[z ~ D](f(z)) <= 1", "a world cannot go through all of law(record)"),
    ],
)
def test_what_no_world_can_tell_is_no_hypothesis(formula: str, said: str, library: TheoryLibrary) -> None:
    """A form is not proved under what nothing is known to satisfy, and its verdict says what that is."""
    text = (
        "lemma day.told: n\n  source E\n  quote q\n  no experiment: none\n  let x: real; f: record -> real\n"
        f"  form printed\n    given h: {formula}\n    given low: x <= 1\n    claim x <= 2\n    proof: by calc from low\n"
        "    model records = 0, 1; x = 1; f(z) = z\n"
    )
    (form,) = verify(extended(library, text, "day"), ["day.told"])[0].forms
    assert form.verdict.status == "unknown" and said in form.verdict.reason
