"""What docs/CALCULUS.md shows works."""

import re
import shlex
from pathlib import Path

import pytest

from dptheory.calculus.algorithms import COMBINATORS
from dptheory.calculus.kinds import KINDS
from dptheory.cli import main
from dptheory.theory.library import TheoryLibrary

PAGE = Path(__file__).resolve().parents[2] / "docs" / "CALCULUS.md"
SHOWN = re.findall(r"^    \$ dptheory (.+)\n((?:    (?!\$|>>>).+\n)+)", PAGE.read_text("utf-8"), re.MULTILINE)


def squeezed(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines()]


@pytest.mark.parametrize(("command", "lines"), SHOWN)
def test_commands_print_what_the_page_shows(
    command: str, lines: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(shlex.split(command)) in (0, 2)
    printed = squeezed(capsys.readouterr().out)
    for wanted in squeezed(lines):
        assert any(found.startswith(wanted) for found in printed), wanted


def test_the_page_shows_commands() -> None:
    assert len(SHOWN) >= 6


def test_the_page_names_every_property_and_combinator(library: TheoryLibrary) -> None:
    page = PAGE.read_text("utf-8")
    for kind in KINDS:
        if kind.sort is not None:
            assert f"`{kind.word}" in page
        assert kind.definition in library.definitions
    for name in COMBINATORS:
        assert f"`{name}(" in page and name in library.definitions
