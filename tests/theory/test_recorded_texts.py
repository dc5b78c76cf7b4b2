"""A record says what was found, never where the library's texts stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from dptheory.theory import record
from dptheory.theory.blocks import STATEMENT, Block, Texts
from dptheory.theory.record import ENGINE_FILE, Entry, Record, key_of, sources_hash

NAME = "background.positive-part"
NOTHING: dict[str, list[object]] = {"forms": [], "twins": []}


def _folder(tmp_path: Path, text: str) -> Path:
    (tmp_path / ENGINE_FILE).write_text(Record(None).engine + "\n", encoding="utf-8")
    (tmp_path / "background.verdicts").write_text(f"{text}\n", encoding="utf-8")
    return tmp_path


def test_an_entry_about_the_librarys_own_text_is_read(tmp_path: Path) -> None:
    block = Texts().statement(NAME)
    assert block is not None
    entry = Entry(NAME, NOTHING, key=key_of(block, [], {}, Record(None).engine))
    assert Record(_folder(tmp_path, entry.text)).entry(NAME) == entry


@pytest.mark.parametrize("where", ["{0}/evil.thm", "../../{1}/evil.thm", "background/../evil.thm"])
def test_an_entry_about_a_text_from_elsewhere_is_not_read(tmp_path: Path, where: str) -> None:
    """Its path was believed: `show` printed that text as proved."""
    text = f"statement {NAME}\n  title another\n"
    (tmp_path / "evil.thm").write_text(text, encoding="utf-8")
    block = Block(STATEMENT, NAME, where.format(tmp_path, tmp_path.name), 1, text)
    entry = Entry(NAME, NOTHING, key=key_of(block, [], {}, Record(None).engine))
    assert Record(_folder(tmp_path, entry.text)).entry(NAME) is None
    assert Texts().file(block.path) == {}


def test_other_lemmas_make_a_record_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the kernel's Python was hashed, and a lemma that is data could change under a record."""
    monkeypatch.setattr(record, "__file__", str(tmp_path / "theory" / "record.py"))
    lemmas = tmp_path / "kernel" / "real" / "lemmas.json"
    lemmas.parent.mkdir(parents=True)
    found = set()
    for text in ("[]", "[1]"):
        lemmas.write_text(text, encoding="utf-8")
        found.add(sources_hash.__wrapped__(("kernel",)))
    assert len(found) == 2
