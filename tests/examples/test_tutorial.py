"""The four theorems of the tutorial are proved, are on the page as they are, and are false when changed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dptheory.cli import main
from dptheory.kernel.logic import DRAWS, STRUCTURAL
from dptheory.theory.elaborate.auto import AUTO, WRITTEN_OUT
from dptheory.theory.elaborate.blocks import OPENERS
from dptheory.theory.elaborate.worlds import WORDS as WORLDS
from dptheory.theory.extension import SHARED
from dptheory.theory.grammar import places, reference
from dptheory.theory.parameters import WORDS as PARAMETERS
from dptheory.theory.statements import MARKS

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "STATEMENTS.md").read_text(encoding="utf-8")
FILES = sorted((ROOT / "examples" / "tutorial").glob("*.thm"))


def test_there_are_four_theorems() -> None:
    assert [path.stem for path in FILES] == ["means", "private", "stable", "together"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_theorem_of_the_tutorial_is_proved_and_its_twin_refuted(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(path), "--experiments", "none"]) == 0
    assert "1 proved; twins refuted: 1 of 1" in capsys.readouterr().out
    assert main(["fmt", "--check", str(path)]) == 0


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_page_has_the_text_of_the_file(path: Path) -> None:
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    text = "\n".join(f"    {line}" if line else "" for line in lines).strip("\n")
    assert text in PAGE


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("means", "claim 2*x*y/(x + y) <= (x + y)/2", "claim 2*x*y/(x + y) <= 99/200*(x + y)"),
        ("stable", "c >= 0", "c >= -1"),
        ("private", "fun w: vec. g(w) in B", "fun w: vec. w in B"),
        ("together", "second: private(N, b)", "second: private(N, 2*b)"),
    ],
)
def test_a_theorem_of_the_tutorial_that_is_changed_is_not_proved(
    name: str, old: str, new: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (ROOT / "examples" / "tutorial" / f"{name}.thm").read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / f"{name}.thm"
    path.write_text(text.replace(old, new), encoding="utf-8")
    assert main(["verify", str(path), "--experiments", "none"]) != 0
    said = capsys.readouterr().out
    assert "1 proved" not in said and f"{name}.thm:" in said


def test_the_reference_has_every_word_of_the_reader() -> None:
    """`outputs`, `region`, `drop` and `within` were used hundreds of times and were nowhere explained."""
    theory = ROOT / "dptheory" / "theory"
    read = "".join(
        (theory / f"{name}.py").read_text(encoding="utf-8")
        for name in ("reader", "formulas", "forms", "algorithms", "steps", "extension", "elaborate/blocks")
    )
    words = set(re.findall(r'\.word [=!]= "([\w-]+)"', read))
    kernel = (ROOT / "dptheory" / "kernel" / "models" / "worlds.py").read_text(encoding="utf-8")
    words |= set(re.findall(r'name\.strip\(\) == "(\w+)"', kernel)) | set(
        re.findall(r'startswith\("(\w+) "\)', kernel)
    )
    words |= {
        "region",
        "law",
        "noise",
        "normal",
        "data",
        "value",
        "extends",
        "like",
        *STRUCTURAL,
        *WRITTEN_OUT,
        AUTO,
    }
    words |= {*PARAMETERS, *MARKS, *SHARED, *OPENERS}
    assert len(words) > 40
    table = {word for found in places().values() for word in found}
    assert words | {*WORLDS} <= table
    assert [word for word in DRAWS if f"`{word}" not in PAGE] == []


def test_the_tables_of_the_reference_are_those_of_the_reader() -> None:
    assert PAGE.endswith(reference()), "write the end of the page again: python -m dptheory.theory.grammar"


def test_a_word_that_is_misspelt_is_told_with_what_was_meant(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (ROOT / "examples" / "tutorial" / "means.thm").read_text(encoding="utf-8")
    path = tmp_path / "means.thm"
    path.write_text(
        text.replace("  title ", "  titel ").replace("    claim 2", "    clam 2", 1), encoding="utf-8"
    )
    assert main(["verify", str(path), "--experiments", "none"]) == 64
    said = capsys.readouterr().err
    assert "'titel'; did you mean 'title'?" in said and "'clam'; did you mean 'claim'?" in said
