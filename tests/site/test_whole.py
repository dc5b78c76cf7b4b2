"""The site of the whole library, as it is made from the record: its size, its pages, its search."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from dptheory.cli import main
from dptheory.commands.answers import Answers

FORM = re.compile(r'<section id="printed[^"]*">(?:<details><summary>)?<h2>.*?(?=<section id=|<section><h2>|</main>)', re.S)
LARGEST, PAGE = 28_000, 480
"""Bytes for each statement: of the whole, and of one page (the longest lists where each definition is used)."""


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    answers = Answers()
    stale = [name for name in answers.names if answers.entry(name) is None]
    if stale:
        pytest.skip(f"the record of {len(stale)} statements is stale; make proofs writes it again")
    place = tmp_path_factory.mktemp("whole") / "site"
    assert main(["site", str(place)]) == 0
    return place


def test_it_is_small_enough_to_be_sent(whole: Path) -> None:
    sizes = {path: path.stat().st_size for path in whole.rglob("*") if path.is_file()}
    statements = sum(path.parent.name == "statement" for path in sizes)
    assert statements > 600 and sum(sizes.values()) < LARGEST * statements
    assert not [path for path, size in sizes.items() if path.suffix == ".html" and size > PAGE * statements]


def test_every_refuted_form_has_its_worked_example(whole: Path) -> None:
    refuted = 0
    for path in (whole / "statement").glob("*.html"):
        for form in FORM.findall(path.read_text("utf-8")):
            if 'class="mark refuted"' in form:
                refuted += 1
                assert '<section class="world"><h3>It fails in this world</h3><ol><li>' in form, path.name
                assert "There the claim would need" in form or "There it fails" in form, path.name
    assert refuted > 50


def test_what_is_searched_is_what_is_listed(whole: Path) -> None:
    index = (whole / "search-index.js").read_text("utf-8")
    rows = json.loads(index.removeprefix("window.DPTHEORY_INDEX = ").rstrip().rstrip(";"))
    listed = re.findall(r'data-id="([^"]+)"', (whole / "search.html").read_text("utf-8"))
    assert sorted(name for name, _ in rows) == sorted(listed)
    assert {name.partition(" ")[0] for name in listed if " " in name} == {"definition", "symbol"}


def test_the_index_counts_what_the_sources_print(whole: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Once: a folder of rules was filed under a paper, and a paper's own count had our lemmas in it."""
    rows = re.findall(r"<tr><th.*?(?=<tr>|</table>)", (whole / "index.html").read_text("utf-8"))
    said = {cells[0]: cells[1:] for row in rows if (cells := re.findall(r">([^<>]+)<", row))}
    assert said["calculus"][0] == "this library, from several works" and said["later"][2] == "cited"
    for source in ("wu2015", "wang2019"):
        assert main(["sound", source]) == 0
        assert f"{said[source][2]} statements are sound as printed" in capsys.readouterr().out
