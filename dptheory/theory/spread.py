"""Several things that are said on one line, each on a line of its own, before anything is read.

A heading names the kind and the title, ``lemma SOURCE.NAME: title``; a source its place, ``source WORK; place
FILE LINES``; hypotheses stand one after the other, ``given first: x > 0; second: y > 0``; a proof of one line
stands beside its words, ``proof by adding: by calc from first``, or alone, ``proof: by calc``; abbreviations
stand like hypotheses, ``where a := x; b := y``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from .blocks import HEADINGS
from .outline import Entry
from .statements import MARKS

_HEADING: Final = re.compile(rf"({'|'.join(HEADINGS)})\s+([^\s:]+)(?::\s+(.*))?\Z")
_PLACED: Final = re.compile(r"(.*);\s+(place\s.*)\Z", re.S)
_PROVED: Final = re.compile(r"(proof(?:\s.*?)?):\s+(by\s.*)\Z", re.S)
_NEXT: Final = re.compile(r";\s+(?=[A-Za-z0-9_.']+:\s)")
_NEXT_WHERE: Final = re.compile(r";\s+(?=[A-Za-z_][\w']*\s*:=)")


def headed(entry: Entry) -> Entry:
    """A statement with its kind and its title on lines of their own; another entry as it is.

    >>> [child.text for child in headed(Entry("lemma a.b: a sum", 1)).children]
    ['title a sum', 'kind lemma']
    """
    match = _HEADING.match(entry.text)
    if match is None or (match[1] == "statement" and match[3] is None):
        return entry
    said = [f"title {match[3]}"] * bool(match[3]) + [f"kind {match[1]}"] * (match[1] != "statement")
    lines = [replace(entry, text=text, children=[]) for text in said]
    return replace(entry, text=f"statement {match[2]}", children=[*lines, *entry.children])


def with_lines(statement: Entry) -> Entry:
    """A statement in which a line says one thing.

    >>> from dptheory.theory.outline import outline
    >>> text = "statement a.b\\n  form printed\\n    given x: 0 < x; y: 0 < y\\n"
    >>> [child.text for child in with_lines(outline(text)[0]).children[0].children]
    ['given x: 0 < x', 'given y: 0 < y']
    """
    return replace(statement, children=[line for entry in statement.children for line in _lines(entry)])


def _lines(entry: Entry) -> Iterator[Entry]:
    word = entry.word
    if word == "source" and (placed := _PLACED.match(entry.whole)):
        yield from (replace(entry, text=text, children=[]) for text in placed.groups())
    elif word in ("proof", "proof:") and (proved := _PROVED.match(entry.text)):
        reason = replace(entry, text=proved[2], column=entry.column + proved.start(2))
        yield replace(entry, text=proved[1], children=[reason])
    elif word in ("form", "twin", "slip", "proof"):
        yield replace(entry, children=[line for child in entry.children for line in _lines(child)])
    elif word in MARKS and ";" in entry.whole:
        yield from _several(entry, parted(entry.rest))
    elif word == "where" and ";" in entry.whole:
        yield from _several(entry, _NEXT_WHERE.split(entry.rest))
    elif word == "drop" and "," in entry.rest:
        yield from _several(entry, entry.rest.split(","))
    else:
        yield entry


def _several(entry: Entry, texts: Sequence[str]) -> Iterator[Entry]:
    """Each thing that a line says as a line of its own, where it stands."""
    start = len(entry.word) + 1
    for text in (text.strip() for text in texts):
        place = entry.text.find(text, start)
        column = entry.column + max(place, 0)
        yield Entry(f"{entry.word} {text}", entry.number, column=max(column - start, 1))


def parted(text: str) -> list[str]:
    """Labelled formulas that stand one after the other; what is between quotes is left whole.

    >>> parted('a: x > 0 -- "one; b: two"; c: y > 0')
    ['a: x > 0 -- "one; b: two"', 'c: y > 0']
    """
    found, start = list[str](), 0
    for cut in _NEXT.finditer(text):
        if text.count('"', 0, cut.start()) % 2 == 0:
            found.append(text[start : cut.start()].strip())
            start = cut.end()
    return [*found, text[start:].strip()]
