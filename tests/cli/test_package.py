"""A package like others: its manual page, its citation, what doctor says, what the first screen says."""

import json
import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from dptheory import __version__
from dptheory.cli import COMMANDS
from dptheory.commands import doctor
from dptheory.commands.doctor import wanted
from dptheory.commands.man import text

from .conftest import Run

SOURCES = ("wu2015", "chaudhuri2020", "wang2016", "wang2019")
ROOT = Path(__file__).resolve().parents[2]


def lasting(page: str) -> list[str]:
    """The lines of a manual page but the usages, which every version of Python lays out in its own way."""
    return [line for line in page.splitlines() if not line.startswith(r"\fBdptheory")]


def test_the_manual_page_is_that_of_the_parser() -> None:
    page = (ROOT / "dptheory.1").read_text(encoding="utf-8")
    assert lasting(page) == lasting(text()), "write it again: dptheory man > dptheory.1"
    assert all(f".SS {name}\n" in page for name in COMMANDS)


def test_man_prints_the_page(run: Run) -> None:
    ran = run("man")
    assert ran.status == 0 and ran.out.startswith(".TH DPTHEORY 1")
    assert json.loads(run("man", "--json").out)["page"] == ran.out


def test_versions_agree() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == __version__
    assert f"version: {__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"## {__version__}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_doctor_names_what_is_there_and_what_is_missing(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = run("doctor")
    assert ran.status == 0 and re.search(r"^python-flint +0\.\d", ran.out, re.M)
    assert re.search(r"^record .*: \d+ of \d+ statements are recorded as they are today", ran.out, re.M)
    named = ["rich>=13.4", "scipy>=1.11.1", "nothing-of-that-name>=2; extra == 'plot'", "rich>=99"]
    monkeypatch.setattr(doctor, "requires", lambda package: named)
    assert (
        "extra plot    without nothing-of-that-name; try: pip install 'dptheory[plot]'" in run("doctor").out
    )
    monkeypatch.setattr(doctor, "requires", lambda package: ["rich>=99", "nothing-of-that-name>=2"])
    ran = run("doctor")
    assert ran.status == 1 and "TOO OLD: 99 is needed" in ran.out and "MISSING; try: pip install" in ran.out
    found = json.loads(run("doctor", "--json").out)
    assert found["good"] is False and [one["good"] for one in found["packages"]] == [False, False]


def test_requirements_are_read() -> None:
    (one, two) = wanted(["numpy>=1.26", 'matplotlib>=3.8; extra == "plot"'])
    assert (one.name, one.extra, one.needed) == ("numpy", "", "1.26")
    assert (two.name, two.extra) == ("matplotlib", "plot")


def test_the_numbers_of_the_first_screen_are_what_was_found(run: Run) -> None:
    first = (ROOT / "README.md").read_text(encoding="utf-8").partition("\n## ")[0]
    said = {word: int(number) for number, word in re.findall(r"\*\*(\d+)\*\* ([a-z]+)", first)}
    letters = [json.loads(run("report", source, "--format", "json").out) for source in SOURCES]
    found = [one for source in SOURCES for one in json.loads(run("errata", source, "--json").out)]
    once = {(one["severity"], one["cause"] or (one["id"], k)): one for k, one in enumerate(found)}
    severe = Counter(level for level, _ in once)
    assert said == {
        "statements": sum(made["checked"] for made in letters),
        "hold": sum(len(made["sound"]) for made in letters),
        "more": sum(len(made["parts"]) for made in letters),
        "promises": severe["privacy is not kept"],
        "claims": severe["false as printed"],
        "lack": severe["hypothesis missing"],
        "depend": severe["depends on the reading"],
        "proofs": severe["proof broken"],
        "could": sum(one["severity"] == "loose" and not one["covers"] for one in once.values()),
    }
