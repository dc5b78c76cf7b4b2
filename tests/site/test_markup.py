"""Markup in a record that somebody changed: it is text or refused, and never code of a page or of a document."""

from __future__ import annotations

import copy
import re
import shutil
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from dptheory.cli import main
from dptheory.commands.known import Known, known_from
from dptheory.commands.recording import made_of
from dptheory.commands.report import letter, written
from dptheory.present.from_logic import Words
from dptheory.present.styles import LATEX, MATHML
from dptheory.theory.library import load_library
from dptheory.theory.record import Record

from ..cli.forging import Lines, forge
from ..present.harmless import harmless

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
def found(proofs: Path) -> dict[str, Any]:
    """What the record has of the statement."""
    entry = Record(proofs).entry(NAME)
    assert entry is not None
    return dict(entry.found)


def known(found: dict[str, Any]) -> Known:
    """What commands make of it."""
    library = load_library()
    return known_from(found, made_of(found, library.get(NAME), Words.of(library)))


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


def test_what_was_written_is_read(found: dict[str, Any]) -> None:
    page, source = letters(known(found))
    assert "<math>" in page and not is_code(page) and not STARTED.search(source) and source.isascii()


def test_no_text_of_a_record_becomes_code_of_a_letter(found: dict[str, Any]) -> None:
    refused = read = 0
    for path in places(found):
        try:
            made = known(put(found, path, EVIL))
        except ValueError:
            refused += 1
            continue
        read += 1
        page, source = letters(made)
        assert not is_code(page) and not STARTED.search(source), path
    assert read > 10 and refused > 3


def test_a_changed_entry_is_checked_anew_and_nothing_of_it_stands_on_the_site(
    proofs: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = shutil.copytree(proofs, tmp_path / "record")
    path = place / "wu2015.verdicts"
    changed = path.read_text(encoding="utf-8").replace('"reason":"', f'"reason":"{EVIL[:25]}', 1)
    path.write_text(changed, encoding="utf-8")
    assert main(["site", str(tmp_path / "site"), NAME, "--proofs", str(place)]) == 0
    assert "checked now: 1" in capsys.readouterr().out
    for page in (tmp_path / "site").rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert "alert(1)" not in text and not is_code(text), page


def test_words_of_a_changed_entry_are_text_on_the_site(proofs: Path, tmp_path: Path) -> None:
    def words(lines: Lines) -> None:
        for line in lines[:-1]:
            line |= {word: EVIL for word in ("reason", "there", "model") if word in line}
        lines[-1]["faults"] = [EVIL]

    place = shutil.copytree(proofs, tmp_path / "record")
    forge(place / "wu2015.verdicts", NAME, words)
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
