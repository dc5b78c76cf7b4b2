"""The commands of those who write statements: new, fmt, rules, define, verify --watch, and pages of a FILE."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dptheory.commands.new import FIRST
from dptheory.commands.rules import structural_rules
from dptheory.commands.store import Recorded
from dptheory.commands.watching import Watched, watch
from dptheory.kernel.logic import STRUCTURAL, numbered_rules
from dptheory.kernel.logic.theorems import theorem_hash
from dptheory.present.formulas import UNICODE
from dptheory.theory.blocks import PAPERS
from dptheory.theory.layout import laid_out
from dptheory.theory.outline import OutlineError
from dptheory.theory.reader import read

from .conftest import Run

LIBRARY = sorted(PAPERS.rglob("*.thm"))


@pytest.fixture
def first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that ``new notes`` writes."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "notes" / "first.thm"
    path.parent.mkdir()
    path.write_text(FIRST.format(source="notes"), encoding="utf-8")
    return path


def test_a_new_source_is_verified_at_once_and_its_folder_is_a_target(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("new", "notes").status == 0
    ran = run("verify", "notes/", "--experiments", "none")
    assert ran.status == 0 and "1 proved; twins refuted: 1 of 1" in ran.out
    assert run("fmt", "--check", "notes/").status == 0
    for name in ("notes", "wu2015", "../evil", "a.b"):
        assert run("new", name).status == 64


def test_pages_of_a_file(run: Run, first: Path) -> None:
    assert "notes.lemma1   the sum of two small numbers" in run("show", str(first)).out
    assert json.loads(run("show", str(first), "--json").out)["id"] == "notes.lemma1"
    assert "notes.lemma1:printed" in run("graph", str(first)).out
    assert "structural rules alone" in run("axioms", str(first)).out
    assert "0 findings in 1 statement;" in run("errata", str(first)).out
    assert "1 of 1 statements are sound as printed" in run("sound", str(first)).out


def test_every_rule_is_listed_with_its_proof_and_a_use_of_it(run: Run) -> None:
    assert tuple(structural_rules()) == STRUCTURAL
    listed = run("rules").out
    assert all(f"  {rule.name} " in listed for rule in numbered_rules())
    shown = run("rules", "triangle").out
    assert "variables u: vec; v: vec" in shown and "proof     A norm is subadditive." in shown
    assert " by triangle" in shown.split("example")[1]
    assert json.loads(run("rules", "limit", "--json").out)["premises"]
    assert run("rules", "4").out == run("rules", "norm-symmetric").out  # once refused; pages say "rule 4"
    ran = run("rules", "triangel")
    assert ran.status == 64 and "did you mean triangle?" in ran.err


def test_a_definition_is_shown_with_what_it_says_and_where_it_stands(run: Run) -> None:
    shown = run("define", "lipschitz").out
    assert "<= rho*norm(u - v)" in shown and "says f is rho-Lipschitz on H" in shown
    assert "wu2015/definitions.thm:" in shown and "wu2015.theorem14" not in run("define", "ball").out
    assert json.loads(run("define", "ball", "--json").out)["parameters"] == {"R": "real"}
    assert "did you mean lipschitz?" in run("define", "lipshitz").err
    every = run("define").out  # an author who knows no word asked in vain which there are
    assert "norm_stable(A: data -> vec; rate: real)" in every and "stable with rate {rate}" in every
    assert {"lipschitz", "private"} <= {word["name"] for word in json.loads(run("define", "--json").out)}
    assert "built in" in run("define", "norm").err


@pytest.mark.parametrize("path", LIBRARY, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_layout_of_the_library_is_a_fixed_point_and_loses_no_comment(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    made = laid_out(text)
    assert laid_out(made) == made
    comments = [
        [line.strip() for line in one.splitlines() if line.lstrip().startswith("#")] for one in (text, made)
    ]
    assert comments[0] == comments[1]


def test_the_library_is_laid_out() -> None:
    assert not [path for path in LIBRARY if laid_out(text := path.read_text(encoding="utf-8")) != text]


def test_a_layout_keeps_every_hash(run: Run, tmp_path: Path) -> None:
    text = (PAPERS / "wu2015" / "definitions.thm").read_text(encoding="utf-8")
    known = read(text, {}).definitions
    neat = (PAPERS / "wu2015" / "stability.thm").read_text(encoding="utf-8")
    ragged = "\ufeff" + neat.replace("\n    ", "\n       ").replace("\n  title  ", "\n  title ").replace(
        "\n", "\r\n"
    )
    path = tmp_path / "ragged.thm"
    path.write_bytes(ragged.encode())
    assert run("fmt", "--check", str(path)).status == 1
    assert run("fmt", str(path)).status == 0 and run("fmt", "--check", str(path)).status == 0
    hashes = [
        [theorem_hash(form.theorem, known) for one in read(content, known).statements for form in one.forms]
        for content in (neat, path.read_text(encoding="utf-8"))
    ]
    assert hashes[0] == hashes[1] and len(hashes[0]) > 3


def test_what_is_no_outline_is_not_laid_out(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "tab.thm"
    path.write_text("statement a.b\n\ttitle t\n", encoding="utf-8")
    ran = run("fmt", str(path))
    assert ran.status == 64 and "tab.thm:2:1: a tab" in ran.err
    with pytest.raises(OutlineError):
        laid_out("statement a.b\n\ttitle t\n")


def test_watching_checks_only_what_changed(first: Path, capsys: pytest.CaptureFixture[str]) -> None:
    second = FIRST[FIRST.index("statement") :].format(source="notes").replace("lemma1", "lemma2")
    first.write_text(first.read_text(encoding="utf-8") + "\n" + second, encoding="utf-8")
    watched = Watched((first,), Recorded(), {})
    changes = iter([("lemma2", "lemma3"), ("3\n  title", "3\n  title,"), ("title,", "title")])

    def edit() -> bool:
        change = next(changes, None)
        if change is not None:
            text = first.read_text(encoding="utf-8")
            first.write_text(text.replace(*change), encoding="utf-8")
        return change is not None

    watch(watched, UNICODE, edit)
    rounds = capsys.readouterr().out.split("checked now: ")
    assert rounds[1].startswith("notes.lemma1, notes.lemma2   (")
    assert rounds[2].startswith("notes.lemma3   (")
    assert "a statement has no 'title,'" in rounds[2] and rounds[3].startswith("nothing   (")
    assert len(rounds) == 4
