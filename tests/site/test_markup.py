"""Markup in a record that somebody changed: it is text or refused, and never code of a page or of a document."""

from __future__ import annotations

import copy
import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import fields
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from dptheory.cli import main
from dptheory.commands.known import Known, known_from
from dptheory.commands.report import letter, written
from dptheory.present.harmless import harmless
from dptheory.present.styles import LATEX, MATHML
from dptheory.theory.record import Entry, Record

NAME = "wu2015.section4.2.scale"
"""A refuted statement whose proofs cite nothing."""
EVIL = (
    '<script>alert(1)</script><img src=x onerror="alert(1)">\\input{/etc/passwd}\\write18{id}$]]>-->\x1b[2J'
)
STARTED = re.compile(r"(?<!\\)\\(?:input|write18|immediate|openout|catcode|def)\b")


class Elements(HTMLParser):
    """The elements and attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: set[str] = set()
        self.handlers: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        self.handlers |= {name for name, _ in attrs if name.startswith("on")}


def is_code(page: str) -> bool:
    """Whether an image, a script of its own or a handler stands in a page."""
    reader = Elements()
    reader.feed(page)
    return bool(reader.handlers) or "img" in reader.seen or "<script>" in page


@pytest.fixture(scope="module")
def proofs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record of one statement."""
    place = tmp_path_factory.mktemp("record")
    assert main(["verify", NAME, "--experiments", "none", "--write", str(place)]) == 0
    return place


@pytest.fixture(scope="module")
def entry(proofs: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((proofs / f"{NAME}.record").read_text(encoding="utf-8"))
    return data


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where plain texts stand in JSON data."""
    if isinstance(data, str):
        yield path
    elif isinstance(data, dict | list):
        for key, part in data.items() if isinstance(data, dict) else enumerate(data):
            yield from places(part, (*path, key))


def put(data: Any, path: tuple[Any, ...], text: str) -> Any:
    changed = copy.deepcopy(data)
    box = changed
    for key in path[:-1]:
        box = box[key]
    box[path[-1]] = text
    return changed


def letters(known: Known) -> tuple[str, str]:
    made = letter("wu2015", [known])
    return written(made, "html"), written(made, "tex")


def test_what_was_written_is_read(entry: dict[str, Any]) -> None:
    page, source = letters(known_from(entry["found"]))
    assert "<math>" in page and not is_code(page) and not STARTED.search(source) and source.isascii()


def test_no_text_of_a_record_becomes_code_of_a_letter(entry: dict[str, Any]) -> None:
    refused = read = 0
    for path in places(entry["found"]):
        try:
            known = known_from(put(entry["found"], path, EVIL))
        except ValueError:
            refused += 1
            continue
        read += 1
        page, source = letters(known)
        assert not is_code(page) and not STARTED.search(source), path
    assert read > 20 and refused > 10


def test_formulas_with_markup_are_refused(entry: dict[str, Any]) -> None:
    count = 0
    for path in places(entry["found"]["findings"]):
        if not {MATHML, LATEX, "unicode"} & set(path):
            continue
        count += 1
        with pytest.raises(ValueError, match="no formula"):
            known_from({**entry["found"], "findings": put(entry["found"]["findings"], path, EVIL)})
    assert count > 10


def test_a_changed_entry_is_checked_anew_and_nothing_of_it_stands_on_the_site(
    proofs: Path, entry: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = next(p for p in places(entry["found"]["findings"]) if MATHML in p)
    changed = {**entry, "found": {**entry["found"], "findings": put(entry["found"]["findings"], path, EVIL)}}
    place = shutil.copytree(proofs, tmp_path / "record")
    (place / f"{NAME}.record").write_text(json.dumps(changed), encoding="utf-8")
    assert main(["site", str(tmp_path / "site"), NAME, "--proofs", str(place)]) == 0
    assert "checked now: 1" in capsys.readouterr().out
    for page in (tmp_path / "site").rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert "alert(1)" not in text and not is_code(text), page


def test_words_of_a_changed_entry_are_text_on_the_site(
    proofs: Path, entry: dict[str, Any], tmp_path: Path
) -> None:
    found = entry["found"]
    words = ("title", "quote", "explanation", "note", "outcome", "reason")
    for path in places(found):
        if path[-1] in words or path[:1] in (("notions",), ("faults",)):
            found = put(found, path, EVIL)
    place = shutil.copytree(proofs, tmp_path / "record")
    kept = {f.name: entry[f.name] for f in fields(Entry)}
    forged = Entry(**{**kept, "found": found}).text(Record(place).engine)
    (place / f"{NAME}.record").write_text(forged, encoding="utf-8")
    assert main(["site", str(tmp_path / "site"), NAME, "--proofs", str(place)]) in (0, 1)
    shown = [page.read_text(encoding="utf-8") for page in (tmp_path / "site").rglob("*.html")]
    assert any("&lt;script&gt;alert(1)" in page for page in shown)
    assert not any(map(is_code, shown))


@pytest.mark.parametrize(
    "text",
    [
        "<math><mi>x</mi></math><script>x()</script>",
        '<math><mi onclick="x()">x</mi></math>',
        "<math><mi>x</math></mi>",
        "<math><mi>x</mi>",
        "<math><mtext><img src=x></mtext></math>",
        '<span class="d" data-d="a"onclick="x">y</span>',
        "<math><mi>x &#60;script&#62;</mi></math>",
        "a < b",
        "<!-- x -->",
        "<math><mi>x\x1b[2J</mi></math>",
    ],
)
def test_html_that_is_no_formula_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no formula"):
        harmless({MATHML: text})


@pytest.mark.parametrize(
    "text",
    [
        r"\input{/etc/passwd}", r"\write18{id}", r"x^^5cinput{a}", "x} {", "x{", "$", "x % y", r"\csname x\endcsname",
        r"\begin{document}", "x\n\n\\par", r"\def\x{}", "ε", "\\", r"\href{javascript:x}{y}", "~", "#1",
    ],
)  # fmt: skip
def test_latex_that_is_no_formula_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no formula"):
        harmless({LATEX: text})
