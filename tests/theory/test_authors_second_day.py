"""What cost another author time, who wrote ten theorems of a first course from the documentation alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from dptheory.cli import main
from dptheory.kernel import PROVED, REFUTED, UNKNOWN
from dptheory.theory.library import TheoryLibrary, extended
from dptheory.theory.results import StatementResult
from dptheory.theory.verification import verify
from dptheory.theory.worlds import apart
from dptheory.worlds.trial import Trial


def judged(body: str, library: TheoryLibrary) -> StatementResult:
    """The result of a statement that is written below its head."""
    head = "lemma day.own: a statement of an author's own\n  source Example\n  quote q\n  "
    return verify(extended(library, f"{head}{body.strip()}\n", "day"), ["day.own"])[0]


def said(body: str, path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """What `verify` prints of a statement that is written below its head."""
    head = "lemma day.own: a statement of an author's own\n  source Example\n  quote q\n  no experiment: e\n  "
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


@pytest.mark.parametrize("first", ["x = 2; y = 1", "y is smaller\n      x = 2; y = 1", "x = 2\n      x = 2; y = 1"])
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
    shown = Trial(theorem, own.definitions, effort=60_000, certifying=200_000).failure().shown
    assert shown is not None and shown.refuted is not None
    assert shown.refuted.verdict.status == REFUTED
    assert (apart(own.definitions, theorem) is own.definitions) == (name == "c")


@pytest.mark.parametrize(("name", "event"), [("B", "B"), ("B", "B'"), ("c", "B")])
def test_a_world_gives_a_value_to_a_number_and_to_the_event_of_its_name(
    name: str, event: str, library: TheoryLibrary
) -> None:
    """`a world says what B is once` was said of it."""
    text = MEAN.format(name=name, refuted=WORLD.format(name=name, event=event))
    assert judged(text, library).forms[0].verdict.status == REFUTED
    other = text.replace("-1/2 <= w, w <= 3", "w < w")
    assert judged(other, library).forms[0].verdict.status == UNKNOWN
