"""`fmt --shorten` leaves out what can be found again, and nothing that is read changes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dptheory.cli import main
from dptheory.commands.store import recorded
from dptheory.theory.certificates import Certificates
from dptheory.theory.elaborate.worlds import changed, parts
from dptheory.theory.library import TheoryLibrary, extended
from dptheory.theory.shortening import shortened
from dptheory.theory.verification import verify

from ..sharing import PROOFS

TAIL = """
# what a comment says stays
statement long.two
  title  t
  source Example
  quote  q
  form printed
    claim 0 <= 1
    proof
      # because
      1: 0 <= 1
        by calc
    model
      n = 1
"""
LONG = f"""# two statements

statement long.one
  title  a sum of two norms
  source Example
  quote  q
  let    u, v: vec; r: real
  form printed
    given first: norm(u) <= r
    given second: norm(v) <= r
    claim norm(u + v) <= 3*r
    proof
      1: norm(u + v) <= norm(u) + norm(v)
        by triangle with u := u; v := v
      2: norm(v - u) = norm(u - v) by norm-symmetric with u := v; v := u
      3: norm(u + v) <= 3*r by calc from 1, first,
        second
    model
      n = 2
      records = 0, 1
      value u = 1
      value v = 1
      value r = 1
      normal mu = 0; 1
  form sharp
    given first: norm(u) <= r
    given second: norm(v) <= r
    claim norm(u + v) <= 2*r
    proof
      1: norm(u + v) <= norm(u) + norm(v)
        by triangle with u := u; v := v
      2: norm(u + v) <= 2*r by calc from 1, first, second
    model
      n = 2
      records = 0, 1
      value u = 1
      value v = 1
      value r = 1
      normal mu = 0; 1
  twin of sharp: 1 % less
    claim norm(u + v) <= 199/100*r
    world
      n = 2
      records = 0, 1
      value u = -1
      value v = -1
      value r = 1
      normal mu = 0; 1
{TAIL}"""
SHORT = f"""# two statements

statement long.one: a sum of two norms
  source Example
  quote  q
  let    u, v: vec; r: real
  form printed
    given first: norm(u) <= r; second: norm(v) <= r
    claim norm(u + v) <= 3*r
    proof
      1: norm(u + v) <= norm(u) + norm(v) by triangle
      2: norm(v - u) = norm(u - v) by norm-symmetric
      3: norm(u + v) <= 3*r by calc from 1, first, second
    model n = 2; records = 0, 1; u = 1; v = 1; r = 1; normal mu = 0; 1
  form sharp extends printed
    claim norm(u + v) <= 2*r
    proof
      1: norm(u + v) <= norm(u) + norm(v) by triangle
      2: norm(u + v) <= 2*r by calc from 1, first, second
  twin of sharp: 1 % less
    claim norm(u + v) <= 199/100*r
    world like model but u = -1; v = -1
{TAIL}"""


def library(text: str) -> TheoryLibrary:
    return extended(TheoryLibrary({}, {}, {}), text, "long.thm")


def test_a_text_is_shortened_and_says_the_same() -> None:
    made = shortened(LONG, library(LONG))
    assert made == SHORT
    assert shortened(made, library(made)) == made
    results = [
        [(form.verdict, form.model, {(s.claim, s.reason) for s in form.steps})
         for result in verify(library(text), certificates=Certificates(effort=1_000_000)) for form in result.forms]
        for text in (LONG, SHORT)
    ]  # fmt: skip
    assert results[0] == results[1]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    given second: norm(v) <= r\n    claim norm(u + v) <= 2*r", "    given other: norm(v) <= r\n    claim norm(u + v) <= 2*r"),
        ("by triangle with u := u; v := v\n      2: norm(u + v)", "by triangle with u := v; v := u\n      2: norm(u + v)"),
        ("    world\n      n = 2", "    world\n      normal nu = 0; 1\n      n = 2"),
    ],
)  # fmt: skip
def test_what_cannot_be_found_again_stays(old: str, new: str) -> None:
    """Another label, values that are not those inferred, lines of a world in another order."""
    assert old in LONG
    text = LONG.replace(old, new)
    made = shortened(text, library(text))
    assert made != SHORT
    for before, after in zip(
        library(text).statements.values(), library(made).statements.values(), strict=True
    ):
        assert [form.theorem for form in before.forms] == [form.theorem for form in after.forms]
        assert [form.model for form in before.forms] == [form.model for form in after.forms]
        assert before.twins == after.twins


def test_lines_of_worlds_say_several_things() -> None:
    said = "law A(S) = S1: 2/3, 1 - S1: 1/3; records = 0, 1; within 0; oo; parameter C > 0; f(x) = x == x"
    assert parts(said)[:4] == [
        "law A(S) = S1: 2/3, 1 - S1: 1/3",
        "records = 0, 1",
        "within 0; oo",
        "parameter C > 0",
    ]
    assert changed(["value x = 1", "law D = 0: 1"], ["law D = 1: 1", "value x = 1"]) is None
    assert changed(["value x = 1", "law D = 0: 1"], ["law D = 1: 1"]) == ["without x", "D = 1: 1"]


LOCAL = """statement long.base
  title  a number that is not spoken of
  source Example
  quote  q
  let    x, y: real
  form printed
    claim x <= x + 1
    proof
      1: x <= x + 1 by calc
    model
      x = 1; y = 1

statement long.local
  title  t
  source Example
  quote  q
  let    a: real
  form printed
    claim a <= a + 1
    proof
      let y: real
      1: a <= a + 1 by long.base:printed with x := a; y := y
    model
      a = 1
"""


def test_a_value_that_nothing_determines_stays_where_it_is_a_variable_of_the_proof_alone() -> None:
    """It was left out as if the variable were one of the form, and the line was refused."""
    made = shortened(LOCAL, library(LOCAL))
    assert "by long.base:printed with y := y" in made
    assert shortened(made, library(made)) == made
    assert [result.forms[0].proof.verdict for result in verify(library(made))] == ["sound", "sound"]


def test_a_text_that_is_short_in_part_is_shortened_further() -> None:
    """A model like another that a third form took over was read as if it stood there in full."""
    form = "  form corrected extends sharp\n    claim norm(u + v) <= 4*r\n    proof\n      1: norm(u + v) <= 4*r by calc from first\n"
    last = "      2: norm(u + v) <= 2*r by calc from 1, first, second\n"
    text = SHORT.replace("    model n = 2", "    model\n      n = 2").replace(
        last, f"{last}    model like printed\n{form}"
    )
    assert text.count("model") == SHORT.count("model") + 1
    made = shortened(text, library(text))
    before, again = (
        [(form.theorem, form.model) for form in library(one).get("long.one").forms] for one in (text, made)
    )
    assert "    model n = 2; records" in made and again == before


def test_a_hypothesis_that_is_taken_over_is_not_said_again() -> None:
    """Forms that extended another said hypotheses again, each time without the words of the source."""
    again = "  form sharp extends printed\n    given second: norm(v) <= r\n"
    text = SHORT.replace("  form sharp extends printed\n", again).replace(
        "given first: norm(u) <= r; second: norm(v) <= r",
        'given first: norm(u) <= r; second: norm(v) <= r -- "q"',
    )
    assert shortened(text, library(text)) == text.replace("    given second: norm(v) <= r\n", "")


def test_the_command_shortens_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "long.thm"
    path.write_text(LONG, encoding="utf-8")
    assert main(["fmt", "--check", "--shorten", str(path)]) == 1 and path.read_text(encoding="utf-8") == LONG
    assert main(["fmt", "--shorten", str(path)]) == 0
    assert path.read_text(encoding="utf-8") == SHORT
    assert "1 laid out" in capsys.readouterr().out


@pytest.mark.parametrize("source", ["background", "later", "sharp"])
def test_the_library_says_what_it_said_before_it_was_written_shorter(
    library: TheoryLibrary, certificates: dict[str, object], source: str
) -> None:
    """The hashes of all forms, with what they rest on, are those of the record, which was first written from
    the longer texts; so are the verdicts."""
    held = recorded(PROOFS).verdicts
    names = library.select([source])
    before, after = dict[str, object](), dict[str, object]()
    for result in verify(library, names, certificates=Certificates(certificates)):
        forms: Any = held[result.id]
        before |= {form: (found["hash"], found["verdict"]) for form, found in forms["forms"].items()}
        after |= {form.name: (form.verdict.about, form.verdict.status) for form in result.forms}
    assert len(after) >= len(names) and after == before
