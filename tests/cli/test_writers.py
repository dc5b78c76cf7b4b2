"""No verdict depends on how pages are written: after a change of the writers the record stands, and pages are written anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from dptheory.commands import products, running
from dptheory.commands.answers import Answers
from dptheory.theory import record

from .conftest import Run
from .test_edited_record import NAME, OTHER, proofs, written  # noqa: F401  (fixtures)


@pytest.fixture
def rewritten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other writers, and nothing that verifies."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("nothing is to be verified")

    real = record.sources_hash
    for module in (record, products):
        monkeypatch.setattr(module, "sources_hash", lambda rooms: "1" * 64 if {*record.WRITERS} <= {*rooms} else real(rooms))
    monkeypatch.setattr(running, "run", refuse)


@pytest.mark.parametrize("command", ["show", "errata"])
@pytest.mark.parametrize("name", [NAME, OTHER])
def test_other_writers_change_no_verdict(
    run: Run, proofs: Path, name: str, command: str, request: pytest.FixtureRequest  # noqa: F811
) -> None:
    before = run(command, name, "--proofs", str(proofs))
    request.getfixturevalue("rewritten")
    assert Answers(str(proofs)).record.entry(name) is not None
    after = run(command, name, "--proofs", str(proofs))
    assert (after.out, after.status) == (before.out, before.status)


def test_findings_are_written_by_the_writers_of_today(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    place, name = str(tmp_path / "proofs"), "wang2019.lemma23"
    assert run("verify", name, "--experiments", "none", "--write", place).status == 0
    (old,) = Answers(place).known([name])[0].findings
    request.getfixturevalue("rewritten")
    monkeypatch.setattr("dptheory.commands.recording.written", lambda *_: {old.erratum.printed: "in other letters"})
    (new,) = Answers(place).known([name])[0].findings
    assert new.erratum == old.erratum and new.formulas != old.formulas
    assert new.formulas["unicode"] == {old.erratum.printed: "in other letters"}
