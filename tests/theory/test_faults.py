"""Wrong files with what is said of them: the cause, at the line where it is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dptheory.cli import main
from dptheory.theory.diagnosis.reading import reading_faults

WRONG = Path(__file__).resolve().parent / "wrong"
FILES = sorted(path.name for path in WRONG.glob("*.thm"))


def said(name: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """The exit status of ``verify``, and the lines about places of the file with their reasons."""
    status = main(["verify", name, "--experiments", "none"])
    shown = capsys.readouterr()
    lines = [*shown.err.splitlines(), *shown.out.splitlines()]
    start = next((k for k, line in enumerate(lines) if f"{name}:" in line), len(lines))
    return status, "\n".join(lines[start:]) + "\n"


def test_there_are_five_wrong_files() -> None:
    assert len(FILES) >= 5


@pytest.mark.parametrize("name", FILES)
def test_what_is_said_of_a_wrong_file(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(WRONG)
    status, lines = said(name, capsys)
    assert status != 0
    assert lines == (WRONG / name).with_suffix(".txt").read_text(encoding="utf-8")


def test_faults_as_json_have_lines_and_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(WRONG)
    assert main(["verify", "words.thm", "--json"]) == 64
    errors = json.loads(capsys.readouterr().out)["errors"]
    assert {"file", "line", "column", "message"} <= errors[0].keys()
    assert [error["line"] for error in errors] == sorted({error["line"] for error in errors})
    assert main(["verify", "calculation.thm", "--json", "--experiments", "none"]) != 0
    faults = json.loads(capsys.readouterr().out)["faults"]
    assert [(fault["line"], fault["column"]) for fault in faults] == [(13, 7), (14, 7), (15, 7)]


def test_a_byte_order_mark_and_the_line_ends_of_windows_are_fine(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (WRONG.parents[2] / "examples" / "first_theorem" / "half_budget.thm").read_text(encoding="utf-8")
    path = tmp_path / "windows.thm"
    path.write_bytes(("\ufeff" + text).replace("\n", "\r\n").encode())
    assert main(["verify", str(path), "--experiments", "none"]) == 0
    assert "1 proved" in capsys.readouterr().out


def test_a_fault_is_not_told_again_by_what_follows_from_it() -> None:
    """A `let` that cannot be read made every formula after it a fault of its own."""
    text = "statement a.b\n  let x: number\n  form printed\n    given h: x <= 1\n    claim x <= 2\n"
    assert [fault.number for fault in reading_faults(text, {}, "a.thm")] == [2]
    text = "statement a.b\n  let x: real\n  form printed\n    claim x <=\n  twin of printed: t\n    claim x <= 1\n"
    assert [fault.number for fault in reading_faults(text, {}, "a.thm")] == [4, 5]


def test_what_a_fault_tells_is_not_called_undecided_as_well(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (WRONG / "linearity.thm").read_text(encoding="utf-8")
    path = tmp_path / "one.thm"
    path.write_text(text, encoding="utf-8")
    assert main(["verify", str(path), "--experiments", "none"]) == 2
    shown = capsys.readouterr().out
    assert "linearity needs the line" in shown and "undecided:" not in shown
