"""A record that somebody changed: `verify --all` says so, and reading it is never a traceback."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dptheory.commands.verify import drawn
from dptheory.theory.blocks import Block, Texts
from dptheory.theory.record import Entry, Record, key_of

from .conftest import Run

NAME = "sharp.gibbs-mean"


@pytest.fixture
def proofs(run: Run, tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "proofs"
    assert run("verify", NAME, "--experiments", "none", "--write", str(place)).status == 0
    yield place


def _entry(place: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((place / f"{NAME}.record").read_text(encoding="utf-8"))
    return data


def _forge(place: Path, data: dict[str, Any]) -> None:
    """Write an entry with the digest that belongs to what it says now."""
    parts = {name: part for name, part in data.items() if name not in ("format", "digest")}
    entry = Entry(**{**parts, "definitions": tuple(map(tuple, data["definitions"]))})
    (place / f"{NAME}.record").write_text(entry.text(Record(place).engine), encoding="utf-8")


def _keyed(data: dict[str, Any]) -> dict[str, Any]:
    """The entry with the key that belongs to what it says now."""
    texts = Texts()
    spoken = [texts.block("define", name, path) for name, path in data["definitions"]]
    block = texts.statement(NAME)
    assert isinstance(block, Block)
    known = [definition for definition in spoken if definition is not None]
    return {**data, "key": key_of(block, known, data["cites"])}


def _fewer_definitions(data: dict[str, Any]) -> dict[str, Any]:
    return _keyed({**data, "definitions": data["definitions"][1:]})


def _another_verdict(data: dict[str, Any]) -> dict[str, Any]:
    text = json.dumps(data["found"])
    assert '"proved"' in text
    return {**data, "found": json.loads(text.replace('"proved"', '"cited"', 1))}


@pytest.mark.parametrize("change", [_fewer_definitions, _another_verdict])
def test_verify_finds_what_was_changed(
    run: Run, proofs: Path, change: Callable[[dict[str, Any]], dict[str, Any]]
) -> None:
    """Only what was found was compared, not what the entry says that it depends on."""
    checked = ("verify", NAME, "--all", "--experiments", "none", "--proofs", str(proofs))
    assert run(*checked).status == 0
    _forge(proofs, change(_entry(proofs)))
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
    _forge(proofs, _another_verdict(_entry(proofs)))
    ran = run(*asked)
    assert ran.status == 1 and f"wrong: {NAME}: the record says something else" in ran.out


def test_verify_finds_what_is_about_no_statement(run: Run, proofs: Path) -> None:
    shutil.copy(proofs / f"{NAME}.record", proofs / "sharp.nothing.record")
    ran = run("verify", NAME, "--all", "--experiments", "none", "--proofs", str(proofs))
    assert ran.status == 1 and "sharp.nothing: the record is about no statement" in ran.out


@pytest.mark.parametrize("broken", [3, None, float("nan")])
@pytest.mark.parametrize(
    "place", [("result", "forms", 0, "lines", 0), ("nodes", 0, "uses"), ("findings",), ("result", "forms")]
)
def test_a_broken_entry_is_no_traceback(
    run: Run, proofs: Path, place: tuple[Any, ...], broken: object
) -> None:
    data = _entry(proofs)
    box: Any = data["found"]
    for step in place[:-1]:
        box = box[step]
    box[place[-1]] = broken
    _forge(proofs, data)
    assert run("show", NAME, "--json", "--proofs", str(proofs)).status in (0, 1, 64)


def test_a_bound_says_where_its_verdict_comes_from(run: Run) -> None:
    """A recorded verdict stood there like one that was checked now."""
    asked = ("bound", "wu2015.theorem14", "--json")
    assert json.loads(run(*asked).out)["form_recorded"] is True
    assert json.loads(run(*asked, "--fresh").out)["form_recorded"] is False
