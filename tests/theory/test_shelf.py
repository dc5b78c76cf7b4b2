"""When the statements of a library are read, and with which definitions."""

from __future__ import annotations

import pickle
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from dptheory.kernel.logic import Definition
from dptheory.theory.blocks import DEFINE, STATEMENT, Texts
from dptheory.theory.catalogue import UnknownStatement
from dptheory.theory.library import TheoryLibrary, extended, shelved
from dptheory.theory.outline import OutlineError, outline
from dptheory.theory.reader import Unread, scan
from dptheory.theory.steps import Steps
from dptheory.theory.worlds import parse_world

GOOD = """statement small.good
  title  a number that is at most 1
  source this library
  let    twice: real
  form printed
    given small: twice <= 1
    claim twice <= 2
"""
BAD = """
statement small.bad
  title  a claim without an end
  source this library
  let    x: real
  form printed
    claim x <=
"""
LATER = """
define twice(x: real) := 2*x
  says twice x
"""
NOTHING = TheoryLibrary({}, {}, {})


def test_a_statement_is_read_when_it_is_asked_for() -> None:
    library = shelved(NOTHING, GOOD + BAD, "small.thm")
    assert list(library.statements) == ["small.good", "small.bad"] and "small.bad" in library.statements
    assert library.get("small.good") is library.get("small.good")
    with pytest.raises(OutlineError, match=r"small\.thm"):
        library.get("small.bad")
    with pytest.raises(UnknownStatement):
        library.get("small.other")


def test_what_a_user_adds_is_read_at_once() -> None:
    with pytest.raises(OutlineError, match=r"small\.thm"):
        extended(NOTHING, GOOD + BAD, "small.thm")
    with pytest.raises(OutlineError, match="there already"):
        extended(shelved(NOTHING, GOOD, "small.thm"), GOOD, "user.thm")


def test_definitions_below_a_statement_do_not_change_how_it_is_read() -> None:
    library = shelved(NOTHING, GOOD + LATER, "small.thm")
    assert "twice" in library.definitions
    assert library.get("small.good").forms[0].theorem.variables.keys() == {"twice"}


def test_a_form_is_found_with_its_statement() -> None:
    library = shelved(NOTHING, GOOD, "small.thm")
    found = library.form("small.good:printed")
    assert found is not None and found[0].id == "small.good" and found[1].name == "small.good:printed"
    assert library.form("small.good:sharp") is None and library.form("small.other:printed") is None


def test_the_record_and_the_reader_divide_the_librarys_files_alike() -> None:
    """A definition that one of them did not see would not be among what a recorded verdict depends on."""
    texts = Texts()
    for source in texts.sources():
        for path in texts.files(source):
            read = outline((texts.place / path).read_text(encoding="utf-8"))
            heads = [
                (
                    DEFINE if entry.word == DEFINE else STATEMENT,
                    re.split("[(:]", entry.text.split()[1])[0],
                    entry.number,
                )
                for entry in read
            ]
            assert heads == [(block.word, block.name, block.number) for block in texts.file(path).values()]


def test_reading_the_library_parses_no_line_of_a_proof_and_no_world(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hypotheses and claims are what most commands ask for: proofs took three quarters of the reading."""
    texts, definitions, unread = Texts(), dict[str, Definition](), list[Unread]()
    for path in texts.order():
        document = scan((texts.place / path).read_text(encoding="utf-8"), definitions, path)
        definitions, unread = document.definitions, [*unread, *document.unread]
    counted = Counter[str]()

    def counting(name: str, old: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *given: counted.update([name]) or old(*given)

    monkeypatch.setattr(Steps, "_line", counting("line", Steps._line))
    monkeypatch.setattr("dptheory.theory.worlds.parse_world", counting("world", parse_world))
    statements = [one.statement for one in unread]
    claims = [form.theorem.conclusion for statement in statements for form in statement.forms]
    assert len(statements) >= 600 and len(claims) > len(statements) and not counted
    first = next(form for statement in statements for form in statement.forms if form.steps)
    assert counted["line"] > 0 and not counted["world"]
    assert first.model is not None and first.model is first.model and counted["world"] == 1


def test_a_fault_of_a_proof_that_is_read_later_says_where_it_stands() -> None:
    proof = "    proof\n      1: twice <= by calc\n"
    form = shelved(NOTHING, GOOD + proof, "small.thm").get("small.good").forms[0]
    assert form.theorem.variables.keys() == {"twice"}
    with pytest.raises(OutlineError, match=r"small\.thm:9"):
        form.steps  # noqa: B018
    with pytest.raises(OutlineError, match=r"small\.thm:9"):
        extended(NOTHING, GOOD + proof, "small.thm")


def test_a_statement_is_sent_elsewhere_as_its_text() -> None:
    """What will be read is no text, and cannot be sent."""
    library = shelved(NOTHING, GOOD, "small.thm")
    assert library.get("small.good").twins == ()
    assert pickle.loads(pickle.dumps(library)).get("small.good") == library.get("small.good")
