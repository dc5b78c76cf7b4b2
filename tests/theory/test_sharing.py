"""What the tests share is what each of them would have read and verified itself."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from dptheory.kernel import PROVED
from dptheory.theory.blocks import Texts
from dptheory.theory.certificates import Certificates
from dptheory.theory.library import TheoryLibrary, load_library, shelved
from dptheory.theory.results import StatementResult
from dptheory.theory.verification import Verifier, verify

from .. import scheduling
from ..sharing import NEW_FORM

NAME = "wu2015.theorem14"


def said(result: StatementResult) -> list[object]:
    """What a result says, without the seconds that its steps took."""
    steps = [
        (s.label, s.claim, s.reason, s.sources, s.verdict, s.cites) for f in result.forms for s in f.steps
    ]
    forms = [(f.name, f.verdict, f.proof, f.model, f.witness, f.hash) for f in result.forms]
    return [steps, forms, result.twins, result.uses, result.axioms]


def test_a_result_is_that_of_a_new_verification(
    library: TheoryLibrary, certificates: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    stores = [Certificates(certificates, search=False) for _ in range(3)]
    first, again = (verify(library, [NAME], certificates=store)[0] for store in stores[:2])
    assert all(a is b for a, b in zip(first.forms, again.forms, strict=True))
    monkeypatch.setattr(Verifier, "_form", NEW_FORM)
    new = verify(library, [NAME], certificates=stores[2])[0]
    assert said(new) == said(first) and not any(a is b for a, b in zip(new.forms, first.forms, strict=True))
    assert stores[0].used == stores[1].used == stores[2].used


def test_nothing_is_proved_without_its_certificates(
    library: TheoryLibrary, certificates: dict[str, object]
) -> None:
    needed = Certificates(certificates, search=False)
    assert verify(library, [NAME], certificates=needed)[0].forms[0].verdict.status == PROVED
    for held in ({}, {key: {"format": "other"} for key in needed.used}):
        again = verify(library, [NAME], certificates=Certificates(held, search=False))[0]
        assert again.forms[0].verdict.status != PROVED


def test_a_changed_text_is_read_anew(library: TheoryLibrary) -> None:
    assert load_library() is library
    name = Texts().order()[0]
    text = (files("dptheory") / "papers" / name).read_text(encoding="utf-8")
    changed = text + "\ndefine twice(x: real) := 2*x\n  says twice x\n"
    nothing = TheoryLibrary({}, {}, {})
    assert shelved(nothing, text, name) is shelved(TheoryLibrary({}, {}, {}), text, name)
    assert "twice" in shelved(nothing, changed, name).definitions
    assert "twice" not in shelved(nothing, text, name).definitions
    assert shelved(nothing, text, "user.thm") is not shelved(nothing, text, "user.thm")


def test_the_files_that_are_run_together_are_there() -> None:
    root = Path(__file__).resolve().parents[2]
    assert all((root / place).exists() for place in (*scheduling.LIBRARY, *scheduling.LONG))
    assert scheduling.unit("tests/calculus/test_derived.py::test_rates[a::b]") == "library"
    assert scheduling.unit("tests/cli/test_start.py::test_x") == "tests/cli/test_start.py"
