"""What cost another author time, who wrote ten theorems of a first course from the documentation alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from dptheory.cli import main
from dptheory.kernel import PROVED, REFUTED, UNKNOWN
from dptheory.kernel.logic import Library
from dptheory.kernel.logic.theorems import theorem_hash
from dptheory.theory.certificates import Certificates
from dptheory.theory.library import TheoryLibrary, extended
from dptheory.theory.results import StatementResult
from dptheory.theory.verification import verify
from dptheory.theory.worlds import apart
from dptheory.worlds.trial import Trial


def judged(
    body: str, library: TheoryLibrary, certificates: dict[str, object] | None = None
) -> StatementResult:
    """The result of a statement that is written below its head; models of what it cites are among certificates."""
    head = "lemma day.own: a statement of an author's own\n  source Example\n  quote q\n  "
    own = extended(library, f"{head}{body.strip()}\n", "day")
    return verify(own, ["day.own"], certificates=Certificates(certificates or {}))[0]


def said(body: str, path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """What `verify` prints of a statement that is written below its head."""
    head = (
        "lemma day.own: a statement of an author's own\n  source Example\n  quote q\n  no experiment: e\n  "
    )
    path.write_text(f"{head}{body.strip()}\n")
    main(["verify", str(path), "--experiments", "none"])
    shown = capsys.readouterr()
    return shown.err + shown.out


LATE = """
  let x, y: real
  form printed
    given sign: x >= 0
    claim x <= y
    refuted {first}
"""


@pytest.mark.parametrize(
    "first",
    [
        "x = 2; y = 1",
        "y is smaller\n      x = 2; y = 1",
        "x = 2\n      x = 2; y = 1",
        "n = 1, R = 2: why\n      x = 2; y = 1",
        "x = 2\n      y = 1",
    ],
)
def test_values_on_the_line_refuted_were_dropped(first: str, library: TheoryLibrary) -> None:
    """They are values as those of a model, unless the lines under it say them: then they are words."""
    assert judged(LATE.format(first=first), library).forms[0].verdict.status == REFUTED


def test_values_on_the_line_refuted_are_those_of_the_world(library: TheoryLibrary) -> None:
    assert judged(LATE.format(first="x = 1; y = 1"), library).forms[0].verdict.status == UNKNOWN


MEAN = """
  let x: record -> vec; {name}, eps: real
  form printed
    given bounded: forall r: record. norm(x(r)) <= {name}; budget: eps > 0; size: {name} > 0
    claim private(fun T. mean[j, 1, n](x(item(T, j))) + laplace({name}/(n*eps)), eps)
    {refuted}
"""
WORLD = """refuted records = -1, 1; x(z) = z; {name} = 1; eps = 1/3; S = 1; i = 1; z = -1
      region {event}(w) = -1/2 <= w, w <= 3
"""


@pytest.mark.parametrize("name", ["B", "c", "S", "z"])
def test_a_number_named_as_what_a_definition_binds_had_no_counterexample(
    name: str, library: TheoryLibrary
) -> None:
    text = "lemma day.own: t\n  source e\n  quote q\n  " + MEAN.format(name=name, refuted="").strip() + "\n"
    own = extended(library, text, "day")
    theorem = own.get("day.own").forms[0].theorem
    shown = Trial(theorem, own.definitions, effort=600_000, certifying=200_000).failure().shown
    assert shown is not None and shown.refuted is not None
    assert shown.refuted.verdict.status == REFUTED
    assert (apart(own.definitions, theorem) is own.definitions) == (name == "c")
    assert shown.refuted.verdict.about == theorem_hash(theorem, Library(own.definitions, {}).definitions)


@pytest.mark.parametrize(("name", "event"), [("B", "B"), ("B", "B'"), ("c", "B")])
def test_a_world_gives_a_value_to_a_number_and_to_the_event_of_its_name(
    name: str, event: str, library: TheoryLibrary
) -> None:
    """`a world says what B is once` was said of it."""
    text = MEAN.format(name=name, refuted=WORLD.format(name=name, event=event))
    assert judged(text, library).forms[0].verdict.status == REFUTED
    other = text.replace("-1/2 <= w, w <= 3", "w < w")
    assert judged(other, library).forms[0].verdict.status == UNKNOWN


OF_ALL = """
  let r: vec -> real; v: vec
  form printed
    given read: forall w: vec. {given}
    claim {claim}
    proof
      1: {claim} by calc from {cited}
    model r(w) = 0; v = 0
"""


@pytest.mark.parametrize(
    ("given", "claim", "cited", "reasons"),
    [
        (
            "r(w) <= 1", "forall w: vec. r(w) <= 1/2", "read",
            ["the calculation does not follow", "not r(w) <= 1/2", "take w: vec  and the line  v: r(w) <= 1/2 by calc"],
        ),
        (
            "r(w) = 0 or r(w) = 1", "forall w: vec. r(w) <= 1", "read",
            ["read(w) says  r(w) = 0 or r(w) = 1", "x*(1 - x) = 0"],
        ),
        ("r(w) = 0 or r(w) = 1", "r(v) <= 1", "read(v)", ["x*(1 - x) = 0"]),
        ("r(w) <= 1", "r(v) <= 1", "read", ["read is said of all values", "read(...)"]),
    ],
)  # fmt: skip
def test_a_calculation_for_all_values_hid_why_it_fails(
    given: str, claim: str, cited: str, reasons: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`no line above says this, and no rule gives it`, or `did you mean calc?` of a calculation."""
    told = said(OF_ALL.format(given=given, claim=claim, cited=cited), tmp_path / "day.thm", capsys)
    assert all(reason in told for reason in reasons), told
    assert "no line above says this" not in told and "did you mean calc" not in told
    assert "found:" not in told


BOUNDED = """
  no experiment: e
  let r: vec -> real; mu: law(vec); p: real
  form printed
    given read: forall w: vec. {bound}; some: p != 1/2
    claim {claim}
    proof
      1: {claim} by {reason}
    model outputs = 0, 1; law mu = 0: 1/2, 1: 1/2; r(w) = 1; p = 1
"""
LINEAR = "E[w ~ mu]((r(w) - p)/(2*p - 1)) = (E[w ~ mu](r(w)) - p)/(2*p - 1)"


@pytest.mark.parametrize("bound", ["abs(r(w)) <= 1", "0 <= r(w) and r(w) <= 1"])
def test_linearity_did_not_see_that_what_is_bounded_is_integrable(bound: str, library: TheoryLibrary) -> None:
    proved = judged(BOUNDED.format(bound=bound, claim=LINEAR, reason="linearity"), library)
    assert proved.forms[0].verdict.status == PROVED
    other = judged(BOUNDED.format(bound="r(w) >= 0", claim=LINEAR, reason="linearity"), library)
    assert other.forms[0].verdict.status == UNKNOWN


@pytest.mark.parametrize(
    ("claim", "status"), [("<= E[w ~ mu](r(w))", PROVED), ("<= 1/2*E[w ~ mu](r(w))", UNKNOWN)]
)
def test_a_factor_1_had_to_be_written(claim: str, status: str, library: TheoryLibrary) -> None:
    """`t*P is not P` was said of `event-bound`."""
    body = BOUNDED.format(
        bound="0 <= r(w) and r(w) <= 1", claim=f"P[w ~ mu](r(w) = 1) {claim}", reason="event-bound"
    )
    assert judged(body, library).forms[0].verdict.status == status


MANY = """
  let q: int, data -> real; A: data -> vec; m: int; c: real
  form printed
    given sens: {given}; stable: norm_stable(A, c)
    claim {claim}
    {proof}
    model records = 0, 1; m = 1; c = 1; q(t, S) = 0; A(S) = S1; t = 1
"""
HEADS = ["forall t: int, S: data.", "forall t: int; S: data."]


@pytest.mark.parametrize("head", HEADS)
def test_variables_of_several_sorts_stood_after_one_quantifier_each(
    head: str, library: TheoryLibrary
) -> None:
    """`unknown sort 'S'` was said, and of `fun t: int; S: data.` that a sort has no `;`."""
    function = head.replace("forall", "fun")
    given = f"{head} 1 <= t and t <= m implies q(t, S) <= c"
    claim = "forall t: int. 1 <= t and t <= m implies (forall S: data. f(t, S) <= c)"
    block = """proof
      1: forall t: int. 1 <= t and t <= m implies (forall S: data. f(t, S) <= c)
        take t: int; assume p: 1 <= t and t <= m; take S: data
        2: f(t, S) <= c by calc from sens(t, S)"""
    body = MANY.format(given=given, claim=claim, proof=block).replace(
        "form", f"where f := {function} q(t, S)\n  form", 1
    )
    steps = judged(body, library).forms[0].steps
    assert [step.verdict.status for step in steps if step.label == "2"] == [PROVED]


def test_integers_that_no_world_goes_through_had_no_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    body = MANY.format(
        given="forall t: int, S: data. 1 <= t and t <= m implies q(t, S) <= c",
        claim="c <= c",
        proof="proof: by calc",
    )
    told = said(body, tmp_path / "day.thm", capsys)
    assert "in the hypothesis sens the bounds of t do not stand right after it" in told
    assert "forall t: int. 1 <= t and t <= m implies (forall ... )" in told


def test_what_a_call_gives_was_applied_without_a_word(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`expected an operator or ']', found '('` was said."""
    body = "let A: data -> law(vec); K: vec -> law(vec)\n  form printed\n    claim forall S: data. P[v ~ post_process(A, K)(S)](v = v) <= 1"
    assert "name it, 'where M := post_process(A, K)'" in said(body, tmp_path / "day.thm", capsys)


LABELS = """
  let x: real
  form printed
    given h: x >= 1
    claim forall y: real. y >= {1} implies x + y >= 2
    proof
      1: forall y: real. y >= 1 implies x + y >= 2
        take y: real; assume p: y >= 1
        2: x + y >= 2 by calc from h, p
      2: x >= 0 by calc from h
      3: forall y: real. y >= {1} implies x + y >= 2
        take y: real; assume p: y >= {1}
        4: x + y >= 2 by calc from {cited}, p
    model x = 1
"""


def test_labels_within_a_block_clashed_with_those_after_it(library: TheoryLibrary) -> None:
    """Line 2 after the block is not the block's: cited, it says that x >= 0."""
    text = LABELS.replace("{1}", "{low}")
    assert judged(text.format(low=2, cited="2"), library).forms[0].verdict.status == PROVED
    assert judged(text.format(low=1, cited="2"), library).forms[0].verdict.status == UNKNOWN


STABLE = """
  let A: data -> vec; c: real
  form printed
    given stable: forall S: data. forall i: int. 1 <= i and i <= n implies forall z: record. norm(A(replace(S, i, z)) - A(S)) <= {c}
    claim norm_stable(A, c)
    proof
      1: norm_stable(A, c) by calc from stable
    model records = 0, 1; A(S) = S1; c = 1
"""


def test_a_word_by_calc_from_what_it_stands_for_was_refused(library: TheoryLibrary) -> None:
    assert judged(STABLE.format(c="c"), library).forms[0].verdict.status == PROVED
    assert judged(STABLE.format(c="c + 1"), library).forms[0].verdict.status == UNKNOWN


def test_premises_that_follow_were_told_as_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    body = """
  let    f: data -> vec; s, r, del: real
  form printed
    given noise: s > 0 and r > 0; chance: 0 < del and del < 1
    claim approximately_private(gaussian_noisy(f, s), r + 2*sqrt(r*log(1/del)), del)
    proof
      1: approximately_private(gaussian_noisy(f, s), r + 2*sqrt(r*log(1/del)), del) by calculus.zero-concentrated
    model f(S) = 0; s = 1; r = 1; del = 1/2
"""
    told = said(body, tmp_path / "day.thm", capsys)
    assert "premise concentrated is not among the lines above" in told
    assert "premise spread" not in told and "premise slack" not in told


def test_what_cannot_be_read_in_a_second_file_was_told_after_the_first_was_mended(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = [tmp_path / f"{name}.thm" for name in "ab"]
    for file in files:
        file.write_text(f"lemma day.{file.stem}: t\n  source e\n  quote q\n  form printed\n    claim 1 <=\n")
    main(["verify", *map(str, files), "--experiments", "none"])
    told = capsys.readouterr().err
    assert all(f"{file}:5:" in told for file in files)
