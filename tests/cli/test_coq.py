"""What Coq has checked of the recorded claims: a mark beside verdicts, which changes none."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

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
