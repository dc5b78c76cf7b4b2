"""A recorded page is printed as it was written, and only where it is the one that was recorded."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from dptheory.commands.answers import Answers
from dptheory.commands.recording import kept_of
from dptheory.commands.running import library_for
from dptheory.commands.running import run as verified
from dptheory.commands.store import Recorded
from dptheory.commands.verify import begun, write

from .conftest import Run

NAME = "wu2015.lemma5"


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of one statement, and of what it rests on."""
    place = tmp_path_factory.mktemp("proofs")
    before = begun(place)
    library, names = library_for([NAME])
    write(verified(library, names, Recorded(), keep=kept_of), place, before)
    return place


def test_the_recorded_page_is_what_is_printed_from_the_record(run: Run, record: Path) -> None:
    ran = run("show", NAME, "--proofs", str(record))
    assert ran.status == 0
    page, marked = ran.out.rstrip("\n").rsplit("\n", 1)
    assert page.strip() == (record / f"{NAME}.txt").read_text(encoding="utf-8").strip()
    assert marked.startswith("recorded: 1")


def test_a_page_that_was_changed_is_not_printed(run: Run, record: Path, tmp_path: Path) -> None:
    changed = tmp_path / "proofs"
    shutil.copytree(record, changed)
    with (changed / f"{NAME}.txt").open("a", encoding="utf-8") as file:
        file.write("and more\n")
    assert Answers(str(changed)).shown(NAME) is None
    assert Answers(str(record)).shown(NAME) is not None
    ran = run("show", NAME, "--proofs", str(changed))
    assert ran.status == 0
    assert "and more" not in ran.out


def test_what_is_not_there_is_told_whatever_is_asked(run: Run) -> None:
    for words in (("optimize", "wu2015.theorem99", "--over", "lam"), ("bound", "wu2015.theorem99")):
        ran = run(*words)
        assert ran.status == 64
        assert "did you mean" in ran.err
