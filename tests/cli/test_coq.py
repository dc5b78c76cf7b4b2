"""What Coq has checked of the recorded claims: a mark beside verdicts, which changes none."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from dptheory.cli import main
from dptheory.commands import coq
from dptheory.commands.answers import Answers

from ..sharing import PROOFS

NAME = "wu2015.lemma12"


@pytest.fixture
def proofs(tmp_path: Path) -> Path:
    """A copy of the recorded evidence, of one source."""
    for path in [PROOFS / "engine", *PROOFS.glob("wu2015.*")]:
        shutil.copy(path, tmp_path)
    return tmp_path


def digests(proofs: Path) -> tuple[str, ...]:
    entry = Answers(str(proofs)).entry(NAME)
    assert entry is not None and len(entry.certificates) > 1
    return entry.certificates


def said(proofs: Path) -> tuple[dict[str, object] | None, str]:
    return Answers(str(proofs)).checked_by_coq(NAME)


def test_a_statement_is_marked_where_all_its_certificates_are(proofs: Path) -> None:
    mine = digests(proofs)
    coq.write(proofs, "8.16.1", mine, [])
    count = len(mine)
    assert said(proofs)[0] == {"version": "8.16.1", "checked": count, "of": count, "all": True}
    coq.write(proofs, "8.16.1", mine[1:], [])
    assert said(proofs)[0] == {"version": "8.16.1", "checked": count - 1, "of": count, "all": False}
    assert f"{count - 1} of its {count} claims about real numbers" in said(proofs)[1]
    coq.write(proofs, "8.16.1", mine[1:], mine[:1])  # which is of a finite world
    assert said(proofs)[0] == {"version": "8.16.1", "checked": count - 1, "of": count - 1, "all": True}


def test_nothing_is_marked_by_other_sources_or_a_file_that_says_nothing(proofs: Path) -> None:
    coq.write(proofs, "8.16.1", digests(proofs), [])
    path = proofs / coq.FILE
    path.write_text(json.dumps(json.loads(path.read_text()) | {"sources": {"export": "0", "coq": "0"}}))
    assert said(proofs) == (
        {"version": None, "reason": "its sources have changed: make coq"},
        "not marked as checked by Coq: its sources have changed: make coq",
    )
    for text in ("", "[]", '{"coq": 1}'):
        path.write_text(text)
        assert said(proofs)[0]["version"] is None  # type: ignore[index]
    path.unlink()
    assert said(proofs)[0]["version"] is None  # type: ignore[index]


def test_a_mark_changes_no_verdict(proofs: Path) -> None:
    before = Answers(str(proofs)).one(NAME).result
    coq.write(proofs, "8.16.1", digests(proofs), [])
    assert Answers(str(proofs)).one(NAME).result == before
    assert "proved" not in said(proofs)[1]


def test_an_edit_of_a_lemma_or_of_the_printer_changes_the_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    before, read = coq.sources(), Path.read_bytes
    for name in ("Rules.v", "statement.py", "grammar.py"):
        with monkeypatch.context() as patch:
            patch.setattr(Path, "read_bytes", lambda p, name=name: read(p) + b" " * (p.name == name))
            assert coq.sources() != before
    assert coq.sources() == before


def test_a_calculation_is_marked_where_all_claims_that_it_consists_of_are(
    proofs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def marks() -> dict[str, object]:
        assert main(["show", NAME, "--json", "--proofs", str(proofs)]) == 0
        (form,) = [one for one in json.loads(capsys.readouterr().out)["forms"] if one["kind"] == "printed"]
        return {step["label"]: step["coq"] for step in form["steps"] if step["by"] == "calc"}

    mine = digests(proofs)
    coq.write(proofs, "8.16.1", mine, [])
    whole = marks()
    assert len(whole) > 1 and set(whole.values()) == {True}
    without = list[set[object]]()
    for one in mine:  # one of which is of a line, others of the model or of a twin
        coq.write(proofs, "8.16.1", {*mine} - {one}, [])
        without.append(set(marks().values()))
    assert {True, False} in without
    coq.write(proofs, "8.16.1", [], [])
    assert set(marks().values()) == {False}
    (proofs / coq.FILE).unlink()
    assert set(marks().values()) == {None}


def test_pages_say_of_each_calculation_whether_coq_has_checked_it(
    proofs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def pages() -> tuple[int, int]:
        """Lines with the mark, as text and on the site."""
        assert main(["show", NAME, "--proofs", str(proofs)]) == 0
        lines = [line for line in capsys.readouterr().out.splitlines() if ": calculation " in line]
        assert len(lines) > 1
        assert main(["site", str(tmp_path / "site"), NAME, "--proofs", str(proofs)]) == 0
        html = (tmp_path / "site" / "statement" / f"{NAME}.html").read_text(encoding="utf-8")
        return sum(line.endswith("✓ Coq") for line in lines), html.count("checked Coq<")

    coq.write(proofs, "8.16.1", digests(proofs), [])
    text, site = pages()
    assert text > 1 and site >= text
    coq.write(proofs, "8.16.1", [], [])  # of the same statement, kept as it was: another page
    assert pages() == (0, 0)
