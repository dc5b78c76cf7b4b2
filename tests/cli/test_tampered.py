"""A record that somebody changed: `verify --all` says so, and reading it is never a traceback."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dptheory.cli import main
from dptheory.commands.verify import drawn
from dptheory.theory.blocks import Block
from dptheory.theory.record import Record, key_of

from .conftest import Run
from .forging import Lines, forge

NAME, TABLE = "sharp.gibbs-mean", "sharp.verdicts"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("written") / "proofs"
    assert main(["verify", NAME, "--experiments", "none", "--write", str(place)]) == 0
    return place


@pytest.fixture
def proofs(written: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(written, tmp_path / "proofs"))


def _fewer_definitions(lines: Lines) -> None:
    """The entry with the key that belongs to what it says now."""
    record, last = Record(None), lines[-1]
    del last["definitions"][min(last["definitions"])]
    named = [(name, f"{path}.thm") for path, names in last["definitions"].items() for name in names.split()]
    spoken = [record.texts.block("define", name, path) for name, path in named]
    block = record.texts.statement(NAME)
    assert isinstance(block, Block) and not last.get("cites")
    last["key"] = key_of(block, [one for one in spoken if one is not None], {}, record.engine)


def _another_verdict(lines: Lines) -> None:
    assert lines[0]["verdict"] == "proved"
    lines[0]["verdict"] = "cited"


@pytest.mark.parametrize("change", [_fewer_definitions, _another_verdict])
def test_verify_finds_what_was_changed(run: Run, proofs: Path, change: Callable[[Lines], None]) -> None:
    """Only what was found was compared, not what the entry says that it depends on."""
    checked = ("verify", NAME, "--all", "--experiments", "none", "--proofs", str(proofs))
    assert run(*checked).status == 0
    forge(proofs / TABLE, NAME, change)
    assert Record(proofs).entry(NAME) is not None
    ran = run(*checked)
    assert ran.status == 1 and f"wrong: {NAME}: the record says something else" in ran.out


def test_some_of_what_is_recorded_is_checked_again_each_time(run: Run, proofs: Path) -> None:
    """Who forges a digest too is found, sooner or later, without --all."""
    assert [len(drawn([f"a.b{k}" for k in range(n)])) for n in (0, 1, 50, 51, 603)] == [0, 1, 1, 2, 13]
    assert len({drawn([f"a.b{k}" for k in range(50)]) for _ in range(40)}) > 1
    asked = ("verify", NAME, "--experiments", "none", "--proofs", str(proofs))
    ran = run(*asked)
    assert ran.status == 0 and "checked now: 1 (1 of them drawn from the record)" in ran.out
    forge(proofs / TABLE, NAME, _another_verdict)
    ran = run(*asked)
    assert ran.status == 1 and f"wrong: {NAME}: the record says something else" in ran.out


def test_verify_finds_what_is_about_no_statement(run: Run, proofs: Path) -> None:
    forge(proofs / TABLE, NAME, lambda lines: lines[-1].update(statement="sharp.nothing"))
    ran = run("verify", NAME, "--all", "--experiments", "none", "--proofs", str(proofs))
    assert ran.status == 1 and "sharp.nothing: the record is about no statement" in ran.out


@pytest.mark.parametrize("broken", [3, None])
@pytest.mark.parametrize(
    "place", [(0, "lines", 0), (0, "uses"), (0, "verdict"), (0, "hash"), (0, "form"), (-1, "key"), (-1, "definitions"),
              (-1, "certificates"), (-1, "axioms")],
)  # fmt: skip
def test_a_broken_entry_is_no_traceback(
    run: Run, proofs: Path, place: tuple[Any, ...], broken: object
) -> None:
    def breaking(lines: Lines) -> None:
        box: Any = lines
        for step in place[:-1]:
            box = box[step]
        box[place[-1]] = broken

    forge(proofs / TABLE, NAME, breaking)
    for words in (("show", NAME, "--json"), ("errata", NAME)):
        assert run(*words, "--proofs", str(proofs)).status in (0, 1, 64)


def test_a_bound_says_where_its_verdict_comes_from(run: Run) -> None:
    """A recorded verdict stood there like one that was checked now."""
    asked = ("bound", "wu2015.theorem14", "--json")
    assert json.loads(run(*asked).out)["form_recorded"] is True
    assert json.loads(run(*asked, "--fresh").out)["form_recorded"] is False
