"""The page on reading papers shows what the commands print."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from dptheory.cli import main

ROOT = Path(__file__).resolve().parents[2]


def test_the_page_shows_what_the_commands_print(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(ROOT / "examples" / "papers", tmp_path / "examples" / "papers")
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs" / "READING.md").read_text(encoding="utf-8")
    shown = re.findall(r"^    \$ dptheory (.+)\n((?:    (?!\$).+\n)*)", page, re.MULTILINE)
    assert len(shown) == 2
    for command, lines in shown:
        assert main(shlex.split(command)) in (0, 1)
        printed = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
        for line in lines.splitlines():
            assert " ".join(line.split()) in printed, (command, line)
