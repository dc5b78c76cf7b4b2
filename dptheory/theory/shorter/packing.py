"""Several things on a line, where they fit: hypotheses, abbreviations, sorts; headings with a title."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from ..blocks import HEADINGS
from ..grammar import rules
from ..outline import Entry, Piece, outline
from ..statements import MARKS
from .edits import WIDTH, Edit, applied, span

_SIGNS: Final = {"given": "; ", "presupposed": "; ", "added": "; ", "let": "; ", "where": "; ", "drop": ", "}
_ASSUMED: Final = re.compile(r"([A-Za-z0-9_.']+:\s.*) by assume\Z")


def heading_edits(lines: Sequence[str]) -> Iterator[Edit]:
    """A statement's kind and title on its first line, the place beside the source."""
    entry = outline("\n".join(lines))[0]
    there = {child.word: child for child in entry.children}
    title, kind = there.get("title"), there.get("kind")
    if entry.word == "statement" and title is not None and span(title)[1] - span(title)[0] == 1:
        word = kind.rest if kind is not None and kind.rest in HEADINGS[1:] else "statement"
        head = f"{word} {entry.text.split()[1]}: {title.rest}"
        if len(head) <= WIDTH:
            yield Edit(0, 1, (head,))
            yield Edit(*span(title), ())
            if word != "statement" and kind is not None:
                yield Edit(*span(kind), ())
    source, place = there.get("source"), there.get("place")
    if source is not None and place is not None and span(source)[1] - span(source)[0] == 1:
        said = f"{lines[source.number - 1].rstrip()}; place {place.rest}"
        if len(said) <= WIDTH:
            yield Edit(*span(source), (said,))
            yield Edit(*span(place), ())


def twin_edits(lines: Sequence[str]) -> Iterator[Edit]:
    """No world where it is the model of the form."""
    for child in outline("\n".join(lines))[0].children:
        for one in child.children if child.word == "twin" else ():
            if one.whole == "world like model" and len(child.children) > 1:
                yield Edit(*span(one), ())


def packed_edits(lines: Sequence[str]) -> Iterator[Edit]:
    """Lines that follow one another with the same word, as few as they fit on."""
    for parent in _parents(outline("\n".join(lines))[0]):
        run: list[tuple[Entry, str, str]] = []
        for child in [*parent.children, Entry(Piece("end"), 0)]:
            word, text = _said(child, parent)
            if run and word != run[-1][1]:
                yield from _packed(run)
                run = []
            if word:
                run.append((child, word, text))


def taken_edits(lines: Sequence[str]) -> Iterator[Edit]:
    """Names and what is assumed of them on one line of a proof."""
    for parent in _parents(outline("\n".join(lines))[0]):
        pairs = zip(parent.children, parent.children[1:], strict=False) if parent.word == "proof" else ()
        for one, other in pairs:
            word, text = _said(other, parent)
            made = f"{' ' * (one.column - 1)}take {one.rest}; assume {text}"
            if one.word == "let" and word == "assume" and len(made) <= WIDTH:
                yield Edit(span(one)[0], span(other)[1], (made,))


def _parents(entry: Entry) -> Iterator[Entry]:
    yield entry
    for child in entry.children:
        if child.word in ("form", "twin", "proof"):
            yield from _parents(child)


def _said(entry: Entry, parent: Entry) -> tuple[str, str]:
    """The word of a line that may be joined with others, and what it says."""
    if parent.word == "proof" and (match := _ASSUMED.match(entry.whole)):
        return "assume", match[1]
    if entry.word == "assume" and parent.word == "proof" and not entry.children:
        return "assume", entry.rest
    return (entry.word, entry.rest) if entry.word in _SIGNS else ("", "")


def _packed(run: Sequence[tuple[Entry, str, str]]) -> Iterator[Edit]:
    """One edit for lines that follow one another; none where they take as many."""
    start, end = span(run[0][0])[0], span(run[-1][0])[1]
    entry, word, _ = run[0]
    indent, sign = " " * (entry.column - 1), _SIGNS.get(word, "; ")
    made = list[str]()
    for _, _, text in run:
        if made and len(made[-1]) + len(sign) + len(text) <= WIDTH:
            made[-1] += f"{sign}{text}"
        else:
            made.append(f"{indent}{word} {text}")
    if len(made) < end - start and all(len(line) <= WIDTH for line in made):
        yield Edit(start, end, tuple(made))


def unpacked(lines: Sequence[str]) -> list[str]:
    """The lines with hypotheses each on one of its own, as forms that extend others are compared."""
    edits = []
    for child in outline("\n".join(lines))[0].children:
        for one in child.children if child.word in ("form", "twin") else ():
            said = list(rules("form")[one.word].each(one)) if one.word in MARKS else []
            if len(said) > 1:
                indent = " " * (one.column - 1)
                edits.append(Edit(*span(one), tuple(indent + each.text for each in said)))
    return applied(lines, edits)
