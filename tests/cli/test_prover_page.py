"""The worked examples of docs/PROVER.md: every command is run and every line compared."""

import re
import shlex
from pathlib import Path

import pytest

from .conftest import Run

PAGE = Path(__file__).resolve().parents[2] / "docs" / "PROVER.md"
TIME = re.compile(r"^(checked|searched)( +)\S+ m?s", re.MULTILINE)
STEPS = re.compile(r"of \d+ steps")


def examples() -> list[tuple[list[str], str]]:
    """The commands of the page with what the page says that they print."""
    found: list[tuple[list[str], list[str]]] = []
    inside = False
    for line in PAGE.read_text("utf-8").splitlines():
        command = re.fullmatch(r" {4}\$ dptheory (.*)", line)
        if command:
            found.append((shlex.split(command[1]), []))
            inside = True
        elif inside and line.startswith("    "):
            found[-1][1].append(line[4:])
        else:
            inside = False
    return [(argv, "\n".join(lines)) for argv, lines in found]


def plain(text: str) -> str:
    """A text without what differs from run to run."""
    return STEPS.sub("of ... steps", TIME.sub(r"\1\2... s", text)).rstrip()


def test_the_page_has_ten_examples_three_of_them_with_proofs() -> None:
    headings = re.findall(r"^## \d+\.", PAGE.read_text("utf-8"), re.MULTILINE)
    shown = [argv for argv, _ in examples()]
    assert len(headings) == 10
    assert sum("--explain" in argv for argv in shown) >= 3
    assert {argv[0] for argv in shown} == {"prove", "refute", "tighten", "growth", "check"}


def test_every_example_prints_what_the_page_shows(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for argv, shown in examples():
        ran = run(*argv)
        assert ran.err == "", argv
        assert plain(ran.out) == plain(shown), argv


def test_a_changed_line_would_be_noticed() -> None:
    argv, shown = examples()[0]
    assert argv[0] == "prove" and plain(shown.replace("proved", "refuted")) != plain(shown)
    assert plain("checked     12 ms by certificate") == plain("checked     0.3 s by certificate")
