"""A line of evidence that was edited is not read: the page shows what is so, and standard error tells the line."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from dptheory.commands.answers import Answers
from dptheory.commands.store import recorded
from dptheory.theory.evidence import read
from dptheory.theory.record import ENGINE_FILE, Entry, Record, key_of

from .conftest import Run
from .forging import forge

NAME, OTHER = "calculus.converse.aerm-private", "wu2015.lemma5"
"""A statement whose printed form is refuted, and one that is proved."""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from dptheory.cli import main

    place = tmp_path_factory.mktemp("written") / "proofs"
    names = (NAME, OTHER)
    assert main(["verify", *names, "--experiments", "none", "--write", str(place)]) == 0
    assert all(Record(place).entry(name) is not None for name in names)
    return place


@pytest.fixture
def proofs(written: Path, tmp_path: Path) -> Path:
    place = tmp_path / "proofs"
    shutil.copytree(written, place)
    return place


def _edit(path: Path, change: Callable[[str], str]) -> None:
    before = path.read_text(encoding="utf-8")
    after = change(before)
    assert after != before
    path.write_text(after, encoding="utf-8")


def _last(text: str) -> dict[str, str]:
    found: dict[str, str] = json.loads(text.splitlines()[-1])
    return found


def _marked(text: str) -> str:
    one, rest = text.split("\n", 1)
    return f"<<<<<<< ours\n{one}\n=======\n{one}\n>>>>>>> theirs\n{rest}"


EDITS: dict[str, Callable[[str], str]] = {
    "verdict": lambda text: text.replace('"verdict":"refuted"', '"verdict":"proved"'),
    "proof": lambda text: text.replace('"proof":"none"', '"proof":"sound"'),
    "reason": lambda text: text.replace("n = 1", "n = 2"),
    "hash": lambda text: text.replace(json.loads(text.splitlines()[0])["hash"], "0" * 64),
    "key": lambda text: text.replace(_last(text)["key"], "0" * 32),
    "digest": lambda text: text.replace(_last(text)["digest"], "0" * 12),
    "no digest": lambda text: text.replace(f',"digest":"{_last(text)["digest"]}"', ""),
    "a line less": lambda text: text.split("\n", 1)[1],
    "two lines in another order": lambda text: "\n".join([*text.splitlines()[1::-1], *text.splitlines()[2:], ""]),
    "truncated": lambda text: text[: len(text) // 2],
    "a byte": lambda text: text.replace("e", "f", 1),
    "a merge": _marked,
}


@pytest.mark.parametrize("kind", EDITS)
def test_an_edited_entry_is_told_and_not_read(run: Run, proofs: Path, kind: str) -> None:
    """Once an edit made a refuted form *proved, sound*, with status 0 and no more than "recorded" below."""
    asked = ("show", NAME, "--json", "--proofs", str(proofs))
    before = run(*asked)
    _edit(proofs / "calculus.verdicts", EDITS[kind])
    after = run(*asked)
    assert before.err == "" and f"{proofs / 'calculus.verdicts'}, line" in after.err
    assert "the kernel is asked now" in after.err
    assert after.status == before.status == 0
    forms = [json.loads(ran.out)["forms"] for ran in (before, after)]
    said = [[(f["verdict"], f["proof"]["verdict"]) for f in one] for one in forms]
    assert said[0] == said[1] and "refuted" in str(said[1])
    page = run("show", NAME, "--all", "--proofs", str(proofs))
    assert "verdict     refuted" in page.out and "checked now: 1" in page.out


def test_a_mark_of_a_merge_is_told_as_one(run: Run, proofs: Path) -> None:
    for name in ("calculus.verdicts", "wu2015.certificates"):
        _edit(proofs / name, _marked)
    ran = run("verify", NAME, OTHER, "--experiments", "none", "--proofs", str(proofs))
    for name in ("calculus.verdicts", "wu2015.certificates"):
        assert f"{proofs / name}, line 1: a mark of a merge that was not finished" in ran.err
    ran = run("check", str(proofs))
    assert ran.status == 64 and "line 1: a mark of a merge that was not finished" in ran.err


def test_a_line_in_the_table_of_another_source_is_not_read(run: Run, proofs: Path) -> None:
    (proofs / "calculus.verdicts").rename(proofs / "kept")
    shutil.copy(proofs / "wu2015.verdicts", proofs / "calculus.verdicts")
    (proofs / "kept").replace(proofs / "wu2015.verdicts")
    assert Record(proofs).entry(NAME) is None and Record(proofs).entry(OTHER) is None
    page = run("show", NAME, "--all", "--proofs", str(proofs))
    assert "verdict     refuted" in page.out and "checked now: 1" in page.out


def test_verify_says_that_an_entry_was_edited(run: Run, proofs: Path) -> None:
    _edit(proofs / "calculus.verdicts", EDITS["verdict"])
    for more in ((), ("--all",)):
        ran = run("verify", NAME, "--experiments", "none", "--proofs", str(proofs), *more)
        assert ran.status == 1 and "calculus.verdicts, lines 1 to" in ran.out and "not as it was written" in ran.out
    ran = run("verify", OTHER, "--experiments", "none", "--proofs", str(proofs))
    assert ran.status == 0 and "as it was written" not in ran.out  # it is about another statement


def test_certificates_of_another_day_make_the_entry_stale(run: Run, proofs: Path) -> None:
    path = proofs / "wu2015.certificates"
    forge(path, min(read(path).texts), lambda lines: lines[0].update(domain_point={}))
    ran = run("show", OTHER, "--proofs", str(proofs))
    assert ran.status == 0 and "not written with the certificates in wu2015" in ran.err and "checked now: 1" in ran.out


def test_an_engine_that_is_written_over_another_one_does_not_make_old_entries_new(proofs: Path) -> None:
    """A merge takes the file of one side, and lines of both."""
    record, name = Record(proofs), "background.positive-part"
    block = record.texts.statement(name)
    assert block is not None
    for engine in (record.engine, "0" * 64):
        entry = Entry(name, {"forms": [], "twins": []}, key=key_of(block, [], {}, engine))
        (proofs / "background.verdicts").write_text(f"{entry.text}\n", encoding="utf-8")
        (proofs / ENGINE_FILE).write_text(record.engine + "\n", encoding="utf-8")
        assert Record(proofs).entry(name) == (entry if engine == record.engine else None)


@pytest.mark.parametrize("damage", ["{", '{"format": 3}', "[]", '{"hash":"0"}', "\x00"])
def test_a_damaged_file_of_certificates_is_told_and_searched_anew(
    run: Run, proofs: Path, damage: str
) -> None:
    """Once it ended `verify --all`."""
    (proofs / "wu2015.certificates").write_text(damage, encoding="utf-8")
    ran = run("verify", OTHER, "--all", "--experiments", "none", "--proofs", str(proofs))
    assert "wu2015.certificates, line 1" in ran.err and "searched for anew" in ran.err
    assert "1 proved; twins refuted: 1 of 1" in ran.out
    assert run("check", str(proofs)).status == 64  # which re-checks, and searches for nothing


def test_the_other_lines_of_a_damaged_file_are_used(proofs: Path) -> None:
    path = proofs / "wu2015.certificates"
    before = recorded(proofs).certificates
    _edit(path, lambda text: text.replace('"proof"', '"ruin"', 1))
    assert len(before) > 1 and len(recorded(proofs).certificates) == len(before) - 1


def test_a_certificate_that_the_kernel_refuses_is_told_and_searched_anew(run: Run, tmp_path: Path) -> None:
    """Once the statement was undecided, and nobody was told why."""
    name, place = "background.apart", tmp_path / "proofs"
    assert run("verify", name, "--experiments", "none", "--write", str(place)).status == 0
    path = place / "background.certificates"
    (key,) = read(path).texts
    forge(path, key, lambda lines: lines[0].update(proof=[{"rule": "exact"}]))
    ran = run("verify", name, "--all", "--experiments", "none", "--proofs", str(place))
    assert "1 proved; twins refuted: 1 of 1" in ran.out and "undecided" not in ran.out
    assert "background.certificates, line 1" in ran.err and key[:12] in ran.err and "searched for anew" in ran.err
    fresh = tmp_path / "again"
    asked = ("verify", name, "--experiments", "none", "--proofs", str(place), "--write", str(fresh))
    assert run(*asked).status == 0 and Answers(str(fresh)).entry(name) is not None
    assert run("check", str(fresh)).status == 0
