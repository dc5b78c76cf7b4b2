"""Models of forms that state none: recorded, looked for, refused."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from dptheory.commands.models import model_of
from dptheory.kernel import PROVED, UNKNOWN
from dptheory.kernel.logic import Checked, Definition, Line, Theorem
from dptheory.kernel.logic.derivations import Checker
from dptheory.theory.certificates import Certificates
from dptheory.theory.library import TheoryLibrary, load_library, with_files
from dptheory.theory.results import FormResult
from dptheory.theory.verification import verify

HALVES = """
statement own.halves: a half is below one
  source Example
  quote q
  let a: real; b: real
  form printed
    given small: a <= 1/2
    given positive: a > 0
    given other: b = a + 1
    claim a <= 1
    proof
      1: a <= 1 by calc from small
"""
GOOD, BAD = ["value a = 1/4", "value b = 5/4"], ["value a = 1/4", "value b = 1"]


class Searched:
    """A search that always gives the same lines, and counts how often it is asked."""

    def __init__(self, lines: list[str]) -> None:
        self.lines, self.asked = tuple(lines), 0

    def __call__(self, theorem: Theorem, definitions: Mapping[str, Definition]) -> tuple[str, ...]:
        self.asked += 1
        return self.lines


def library(folder: Path, text: str = HALVES) -> TheoryLibrary:
    path = folder / "own.thm"
    path.write_text(text, encoding="utf-8")
    return with_files(load_library(), [path])


def form(there: TheoryLibrary, certificates: Certificates) -> FormResult:
    return verify(there, ["own.halves"], certificates=certificates)[0].forms[0]


def recorded(there: TheoryLibrary) -> dict[str, object]:
    """What is recorded of the form where a model was found."""
    made = Certificates(models=Searched(GOOD))
    form(there, made)
    return dict(made.used)


def test_a_form_without_a_model_gets_one_that_the_kernel_checks(tmp_path: Path) -> None:
    there, held = library(tmp_path), Certificates(models=model_of)
    found = form(there, held)
    assert found.verdict.status == PROVED and found.model and found.world
    assert [list(found.world)] == [one for key, one in held.used.items() if key.startswith("model:")]
    written = HALVES + f"    model {'; '.join(found.world)}\n"
    again = form(library(tmp_path, written), Certificates(held.used, search=False))
    assert (again.verdict.status, again.hash, again.model, again.world) == (
        PROVED,
        found.hash,
        found.model.partition(":")[0],
        (),
    )


def test_nothing_is_looked_for_unless_that_is_asked_for(tmp_path: Path) -> None:
    found = form(library(tmp_path), Certificates())
    assert found.verdict.status == UNKNOWN and found.verdict.reason == "no model: none given"


def test_a_found_world_that_breaks_a_hypothesis_is_no_model(tmp_path: Path) -> None:
    there, search = library(tmp_path), Searched(BAD)
    held = Certificates(models=search)
    found = form(there, held)
    assert found.verdict.status == UNKNOWN and not found.world and search.asked == 1
    assert not any(key.startswith("model:") for key in held.used)
    (missed,) = (key for key in held.missed if key.startswith("model:"))
    form(there, Certificates(missed={missed}, models=search))
    assert search.asked == 1


def test_a_recorded_world_serves_without_a_search(tmp_path: Path) -> None:
    there, search = library(tmp_path), Searched(BAD)
    kept = recorded(there)
    assert form(there, Certificates(kept, models=search)).verdict.status == PROVED
    assert form(there, Certificates(kept, search=False)).verdict.status == PROVED
    assert search.asked == 0


def test_a_recorded_world_that_breaks_a_hypothesis_is_looked_for_anew(tmp_path: Path) -> None:
    there = library(tmp_path)
    kept = recorded(there)
    for wrong in (BAD, ["nonsense"]):
        old = {key: wrong if key.startswith("model:") else one for key, one in kept.items()}
        found = form(there, Certificates(old, models=Searched(GOOD)))
        assert found.verdict.status == PROVED and list(found.world) == GOOD
        assert form(there, Certificates(old, search=False)).verdict.status == UNKNOWN


def test_a_world_recorded_for_another_form_is_not_used(tmp_path: Path) -> None:
    """The hash in its key is that of the text: of a changed one it is another."""
    there = library(tmp_path)
    old = recorded(there)
    changed = library(tmp_path, HALVES.replace("claim a <= 1", "claim a <= 2"))
    held = Certificates(old, search=False)
    assert form(changed, held).verdict.status == UNKNOWN
    assert not any(key.startswith("model:") for key in held.used)


def test_a_written_model_that_is_wrong_is_not_replaced(tmp_path: Path) -> None:
    search = Searched(GOOD)
    found = form(library(tmp_path, HALVES + "    model a = 1/4; b = 1\n"), Certificates(models=search))
    assert found.verdict.status == UNKNOWN and search.asked == 0


def test_of_a_form_without_a_sound_proof_no_model_is_looked_for(tmp_path: Path) -> None:
    search = Searched(GOOD)
    wrong = HALVES.replace("a <= 1 by", "a <= 1/4 by")
    assert form(library(tmp_path, wrong), Certificates(models=search)).verdict.status == UNKNOWN
    assert search.asked == 0


def test_a_proof_was_checked_twice_beside_a_recorded_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there, lines = library(tmp_path), list[str]()
    kept, check = recorded(there), Checker.line

    def counted(checker: Checker, line: Line) -> Checked:
        lines.append(line.label)
        return check(checker, line)

    monkeypatch.setattr(Checker, "line", counted)
    found = form(there, Certificates(kept, search=False))
    assert found.verdict.status == PROVED and list(found.world) == GOOD
    assert lines == ["1"] == [step.label for step in found.steps]
