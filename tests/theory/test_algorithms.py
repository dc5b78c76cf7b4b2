"""Algorithms as printed lines: what is read, what they make, what is refused."""

from __future__ import annotations

import pytest

from dptheory.kernel.logic import show
from dptheory.theory.library import TheoryLibrary, load_library
from dptheory.theory.outline import OutlineError
from dptheory.theory.reader import read
from dptheory.theory.statements import Statement
from dptheory.theory.verification import verify

TEXT = """
define minimises(v: vec; f: vec -> real; H: set(vec)) := v in H and forall w in H. f(v) <= f(w)

statement example.algorithm
  title  noise on a minimiser
  kind   algorithm
  let    H: set(vec); loss: vec, data -> real; A: data -> vec; s: real
  algorithm M(S)
    input  data
    output a vector
    1: minimise
      solve rule: minimises(A(S), fun w. loss(w, S), H)
    2: draw the noise
      draw k ~ l2laplace(s)
    3: add it, and
      say so
      let u := A(S)
      return u + k
  form printed
    runs M
    given scale: s > 0
    claim P[w ~ M(T)](w in H) >= 0
    let T: data
"""


def _statement(text: str) -> Statement:
    return read(text, {}).statements[0]


def _example(old: str = "", new: str = "") -> Statement:
    text = TEXT.replace(
        "    claim P[w ~ M(T)](w in H) >= 0\n    let T: data",
        "    let T: data\n    claim P[w ~ M(T)](w in H) >= 0",
    )
    assert old in text
    return _statement(text.replace(old, new))


def test_lines_compose_to_the_law_of_what_is_returned() -> None:
    (algorithm,) = _example().algorithms
    assert algorithm.term is not None
    assert show(algorithm.term) == "fun S: data. image[k ~ l2laplace(s)](A(S) + k)"
    assert [line.words for line in algorithm.lines] == ["minimise", "draw the noise", "add it, and say so"]
    assert [deed.word for line in algorithm.lines for deed in line.deeds] == [
        "solve",
        "draw",
        "let",
        "return",
    ]


def test_what_is_solved_is_a_hypothesis_for_every_data_set() -> None:
    (form,) = _example().forms
    hypotheses = {label: show(formula) for label, formula in form.theorem.hypotheses}
    assert hypotheses["rule"] == "forall S: data. minimises(A(S), fun w: vec. loss(w, S), H)"
    assert form.runs == "M"


def test_the_claim_is_about_the_lines() -> None:
    other = _example("l2laplace(s)", "l2laplace(2*s)")
    assert other.forms[0].theorem.conclusion != _example().forms[0].theorem.conclusion


def test_what_is_solved_after_a_draw_holds_for_every_drawn_value() -> None:
    made = _example(
        "      draw k ~ l2laplace(s)\n", "      draw k ~ l2laplace(s)\n      solve inside: A(S) + k in H\n"
    )
    hypotheses = dict(made.forms[0].theorem.hypotheses)
    assert show(hypotheses["inside"]) == "forall S: data. forall k: vec. A(S) + k in H"


def test_without_runs_nothing_is_assumed() -> None:
    made = _example("    runs M\n", "")
    assert [label for label, _ in made.forms[0].theorem.hypotheses] == ["scale"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("algorithm M(S)", "algorithm M", "expected 'algorithm"),
        ("draw k ~ l2laplace(s)", "draw k ~ s", "expected a law"),
        ("draw k ~ l2laplace(s)", "draw A ~ l2laplace(s)", "A is a variable of sort .* already, in line"),
        ("runs M", "runs N", "no algorithm 'N'"),
        ("given scale: s > 0", "given rule: s > 0", "rule labels what M solves already, in line"),
        ("return u + k", "return u + x", "unknown name 'x'"),
        ("algorithm M(S)", "algorithm minimises(S)", "minimises is a word of the definitions above"),
        ("      return u + k\n", "      return u + k\n    4: too late\n", "after the one that returns"),
    ],
)
def test_bad_lines_are_refused(old: str, new: str, message: str) -> None:
    with pytest.raises(OutlineError, match=message):
        _example(old, new)


def test_the_library_knows_the_lines_of_algorithm_1() -> None:
    algorithm, sharper = load_library().get("wu2015.algorithm1").algorithms
    assert algorithm.name == "M" and len(algorithm.lines) == 3 and algorithm.term != sharper.term


CITED = """
statement example.cited
  title  a result from elsewhere
  source Work, Theorem 1 (cited there from [1])
  let    x, y: real
  form printed
    given order: x < y
    claim x <= y
    cited [1], Theorem 2
    model
      value x = 0
      value y = 1

statement example.uses
  title  a use of it
  source Work, Theorem 2
  let    x, y: real
  form printed
    given order: x < y
    claim x <= y
    proof by citing
      1: x <= y by example.cited:printed from order
    model
      value x = 0
      value y = 1
"""


def _statuses(text: str) -> list[str]:
    document = read(text, {})
    library = TheoryLibrary({s.id: s for s in document.statements}, {}, {})
    return [result.forms[0].verdict.status for result in verify(library)]


def test_what_is_cited_is_said_to_be_and_what_uses_it_rests_on_it() -> None:
    assert _statuses(CITED) == ["cited", "proved-given"]


def test_nothing_is_cited_without_a_model() -> None:
    assert _statuses(CITED.replace("value y = 1", "value y = 0")) == ["unknown", "unknown"]
