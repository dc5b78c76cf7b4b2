"""The glossary says what words mean and what the code calls them: neither may be missing."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

from dptheory.kernel.verdicts import STATUSES
from dptheory.theory.results import BROKEN, SOUND
from dptheory.theory.statements import KINDS, MARKS

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "GLOSSARY.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`(dptheory(?:\.\w+)+)\.(\w+)`", PAGE)


@pytest.mark.parametrize(("module", "name"), NAMED)
def test_what_the_code_calls_it_is_there(module: str, name: str) -> None:
    assert getattr(import_module(module), name).__doc__


def test_every_verdict_kind_and_mark_is_explained() -> None:
    assert len(NAMED) >= 15
    assert [word for word in STATUSES if f"`{word}`" not in PAGE] == []
    assert [word for word in (*KINDS, *MARKS, SOUND, BROKEN) if f"**{word}**" not in PAGE] == []


def test_a_word_is_explained_once() -> None:
    words = re.findall(r"^- \*\*([\w ]+)\*\*", PAGE, re.MULTILINE)
    assert len(words) == len(set(words)) > 30
