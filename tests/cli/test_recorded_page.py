"""A page is made once from what is recorded, and kept; no verdict is read from what was kept."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from dptheory.cli import main
from dptheory.commands import recording
from dptheory.commands.answers import Answers
from dptheory.theory.evidence import read

from .conftest import Run
from .forging import Lines, forge

NAME = "wu2015.lemma5"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("written") / "proofs"
    assert main(["verify", NAME, "--experiments", "none", "--write", str(place)]) == 0
    return place


@pytest.fixture
def kept(written: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of products, and the record of one statement beside it."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    shutil.copytree(written, tmp_path / "proofs")
    return tmp_path / "cache"



def _files(kept: Path) -> dict[str, Path]:
    return {path.name: path for path in kept.rglob("*") if path.is_file()}


def test_a_page_is_made_once(run: Run, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = run("show", NAME, "--proofs", str(kept.parent / "proofs"))
    assert first.status == 0 and first.out.splitlines()[-1].startswith("recorded: 1")
    assert set(_files(kept)) == {"wu2015.pages", "wu2015.samples"}
    monkeypatch.setattr(recording, "page_text", None)
    assert run("show", NAME, "--proofs", str(kept.parent / "proofs")) == first
    _files(kept)["wu2015.pages"].unlink()
    with pytest.raises(TypeError):
        Answers(str(kept.parent / "proofs")).shown(NAME)


def test_pages_of_forms_and_styles_are_kept_apart(run: Run, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They were written anew each time, for two seconds."""
    asked = [(NAME,), (f"{NAME}:printed",), (NAME, "--all"), (NAME, "--unfold"), (NAME, "--format", "latex")]
    first = [run("show", *words, "--proofs", str(kept.parent / "proofs")) for words in asked]
    monkeypatch.setattr(recording, "page_text", None)
    assert [run("show", *words, "--proofs", str(kept.parent / "proofs")) for words in asked] == first
    assert len({ran.out for ran in first}) >= 4


def _page(lines: Lines) -> None:
    lines[0]["of"] = "0" * 32


def _said(lines: Lines) -> None:
    form = lines[0]["made"]["texts"]["forms"][0]
    form |= {"verdict": {"status": "unknown", "reason": "edited"}, "hash": "0" * 64, "model": "edited"}
    form["proof"] = {"verdict": "broken", "step": "1", "reason": "edited"}


def test_no_verdict_comes_from_what_was_kept(run: Run, kept: Path) -> None:
    """Even where somebody edits it who knows how digests are made; a plain edit is not read at all."""
    before = Answers(str(kept.parent / "proofs")).known([NAME])
    path = _files(kept)["wu2015.known"]
    forge(path, NAME, _said)
    assert Answers(str(kept.parent / "proofs")).known([NAME]) == before
    path.write_text(path.read_text(encoding="utf-8").replace("strongly convex", "strongly edited"), encoding="utf-8")
    assert Answers(str(kept.parent / "proofs")).known([NAME]) == before and "edited" not in path.read_text()


def test_a_page_of_another_record_is_not_shown(run: Run, kept: Path) -> None:
    place = kept.parent / "proofs"
    first = run("show", NAME, "--proofs", str(place)).out
    forge(_files(kept)["wu2015.pages"], NAME, _page)
    assert run("show", NAME, "--proofs", str(place)).out == first
    forge(_files(kept)["wu2015.pages"], NAME, lambda lines: lines[0].update(made=dict.fromkeys(lines[0]["made"], "edited")))
    assert "edited" in run("show", NAME, "--proofs", str(place)).out  # it finds accidents, no forger
    forge(place / "wu2015.verdicts", NAME, lambda lines: lines[0].update(reason="another"))
    assert "edited" not in run("show", NAME, "--proofs", str(place)).out


def test_nothing_is_told_where_nothing_can_be_kept(
    run: Run, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = str(kept.parent / "proofs")
    first = run("show", NAME, "--proofs", place)
    (kept.parent / "file").write_text("")
    for folder in ("/dev/null", str(kept.parent / "file")):
        monkeypatch.setenv("XDG_CACHE_HOME", folder)
        assert run("show", NAME, "--proofs", place) == first


def test_what_is_kept_of_other_sources_goes_in_the_end(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(7):
        monkeypatch.setattr("dptheory.commands.products.sources_hash", lambda rooms, number=number: str(number))
        assert Answers(str(kept.parent / "proofs")).shown(NAME)
    assert 4 <= len(list((kept / "dptheory").iterdir())) <= 5


def test_a_statement_reads_the_files_of_its_source_alone(kept: Path) -> None:
    found = read(kept.parent / "proofs" / "wu2015.verdicts")
    assert list(found.texts) == [NAME] and not found.faults


def test_what_is_not_there_is_told_whatever_is_asked(run: Run) -> None:
    for words in (("optimize", "wu2015.theorem99", "--over", "lam"), ("bound", "wu2015.theorem99")):
        ran = run(*words)
        assert ran.status == 64
        assert "did you mean" in ran.err
