"""Calculations in links and nested assumptions, written out as lines of a proof.

A calculation whose links have a reason each::

    3: f(u)
      <= g(u) by apply from below at u
      <= norm(u) by calc from 2

stands for the lines 3.1 and 3.2, and 3 by calculation from both and what they cite. What is shown of any u
under an assumption::

    3: forall u: vec. u in H implies f(u) <= 1
      take u: vec
      assume member: u in H
      4: f(u) <= 1 by ...

stands for ``let u: vec``, the line ``member`` by assumption, line 4, and 3 by introduction from 4. The first
link may stand on the label's line, and the last line of a block may be a bare ``by``: it says what the block
is to show.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ..grammar import rules
from ..outline import Entry, OutlineError, Piece, joined
from .citations import parts

_PARTIAL: Final = re.compile(r"/|\*\*|\^|\b(?:sqrt|log|gamma|tan)\b")
"""What a link needs to have a value."""
_LABEL: Final = re.compile(r"(?:assume|;)\s+([\w']+):(?!=)")
_CITES: Final = re.compile(
    r"( from |, | and | implies |\. )([\w']+)(?=$|[(,]|\.\d| and | implies | at | with | fix )"
)
"""Labels where something is assumed, and where lines are cited."""
PROOF = "proof"
OPENERS: Final = ("take", "assume")
_AGAIN: Final = re.compile(r";\s*(?=(?:take|assume|where)\s)")
_SIGN: Final = re.compile(r"\s(<=|>=|<|>|=)\s")


@dataclass
class Goal(Entry):
    """A line that has only a reason: it says `goal`, or the claim, of the names `taken` and under what was
    `assumed`, the labels of the assumptions. Its own label is given where its block is no proof."""

    label: str = ""
    goal: Piece | None = None
    taken: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()


def with_blocks(proof: Entry) -> Entry:
    """A proof in which every line is one step; raises OutlineError.

    >>> from dptheory.theory.outline import outline
    >>> text = "proof\\n  1: a\\n    <= b by calc from h\\n    < c by calc from g\\n"
    >>> [line.whole for line in with_blocks(outline(text)[0]).children][1:]
    ['1.2: b < c by calc from g', '1: a < c by calc from 1.1, 1.2, h, g']
    """
    made, taken, assumed = list[Entry](), list[str](), list[str]()
    for entry in _scoped(proof, set()).children:
        written = list(_written_out(entry))
        if entry.word in OPENERS:
            taken, assumed = taken + _declared(written), assumed + _labels(written)
        elif entry.word == "by":
            written = [_goal(entry, "", None, taken, assumed)]
        made += written
    return replace(proof, children=made)


def _goal(entry: Entry, label: str, goal: Piece | None, taken: Sequence[str], assumed: Sequence[str]) -> Goal:
    """What a bare ``by`` stands for."""
    own = (entry.text, entry.number, entry.children, entry.column)
    return Goal(*own, label, goal, tuple(taken), tuple(assumed))


def _declared(lines: Sequence[Entry]) -> list[str]:
    """The names that lines ``let`` declare, in order."""
    said = [part.partition(":")[0] for line in lines if line.word == "let" for part in line.rest.split(";")]
    return [name.strip() for names in said for name in names.split(",")]


def _scoped(entry: Entry, taken: set[str], around: frozenset[str] = frozenset()) -> Entry:
    """A block of lines in which no block within it has a label that stands before it, or around it: such a
    label gets a mark, in the block alone."""
    children, around = list[Entry](), around | {*_labels(entry.children)}
    for child in entry.children:
        if any(one.word in OPENERS for one in child.children):
            label = str(child.text.partition(":")[0])
            marks = {name: _marked(name, taken | around | {label}) for name in _labels(child.children)}
            changed = {name: new for name, new in marks.items() if new != name}
            inner = [_renamed(one, changed) for one in child.children] if changed else child.children
            child = _scoped(replace(child, children=inner), taken, around)
        children.append(child)
        taken |= {*_labels([child]), *_labels(child.children)}
    return replace(entry, children=children)


def _assumed(text: str) -> list[tuple[int, int]]:
    """Where the labels of what is assumed stand; what is taken has a colon, too."""
    found = (match.span(1) for match in _LABEL.finditer(text))
    return [span for span in found if text.rfind("assume ", 0, span[0]) > text.rfind("take ", 0, span[0])]


def _marked(name: str, taken: set[str]) -> str:
    while name in taken:
        name += "'"
    return name


def _labels(entries: Sequence[Entry]) -> list[str]:
    """The labels of lines, and of what they assume."""
    found = list[str]()
    for entry in entries:
        if entry.word in OPENERS:
            found += [entry.whole[slice(*span)] for span in _assumed(entry.whole)]
        elif entry.word.endswith(":"):
            found.append(entry.word[:-1])
    return found


def _renamed(entry: Entry, marks: Mapping[str, str]) -> Entry:
    """A line, and those under it, with labels marked where they stand for lines: before a colon, or cited."""
    text, start = entry.text, 0
    cites = text.find(" from ")
    spans = [(match.start(2), match.end(2)) for match in _CITES.finditer(text, cites)] if cites >= 0 else []
    spans += _assumed(text) if entry.word in OPENERS else []
    spans += [(0, len(entry.word) - 1)] if entry.word.endswith(":") else []
    parts = list[str]()
    for first, last in sorted(spans):
        if text[first:last] in marks:
            parts += [text.cut(start, first), marks[text[first:last]]]
            start = last
    made = joined([*parts, text.cut(start)], "") if parts else text
    return replace(entry, text=made, children=[_renamed(child, marks) for child in entry.children])


def _written_out(entry: Entry) -> Iterator[Entry]:
    if entry.word in OPENERS:
        yield from _opened(entry)
    elif any(child.word in OPENERS for child in entry.children) or _is_block(entry):
        yield from _nested(entry)
    elif any(map(_is_link, entry.children)) and (first := _first_link(entry)):
        yield from _links(first)
    elif sum(_is_link(child) for child in entry.children) > 1:
        yield from _links(entry)
    elif entry.word == "where":
        yield from rules(PROOF)[entry.word].each(entry)
    else:
        yield entry


def _is_block(entry: Entry) -> bool:
    """Whether a line without a reason has lines with labels of their own under it."""
    return " by " not in entry.text and any(child.word.endswith(":") for child in entry.children)


def _is_link(entry: Entry) -> bool:
    return entry.word in ("<=", ">=", "<", ">", "=") and " by " in entry.whole


def _first_link(entry: Entry) -> Entry | None:
    """A line with its first link under it, where that stands on the line itself; else None."""
    begins, formula = entry.text.partition(" by ")[0], entry.text.find(":")
    signs = [(found, begins[: found.start()]) for found in _SIGN.finditer(begins)]
    level = [found for found, before in signs if before.count("(") == before.count(")")]
    if begins == entry.text or formula < 0 or len(level) != 1 or not all(map(_is_link, entry.children)):
        return None
    link = Entry(entry.text.cut(level[0].start(1)), entry.number)
    return replace(entry, text=entry.text.cut(0, level[0].start()), children=[link, *entry.children])


def _line(entry: Entry, *texts: str) -> Entry:
    return Entry(joined(texts, ""), entry.number, column=entry.column)


def _head(entry: Entry) -> tuple[str, Piece]:
    """The label of a line without a reason, and what it says."""
    label, colon, text = entry.text.partition(":")
    if not colon or not text.strip() or " by " in text or " " in label:
        raise OutlineError("expected 'label: formula' with the lines that show it under it", entry.number)
    return str(label), text.strip()


def _links(entry: Entry) -> Iterator[Entry]:
    """A calculation in links: a line for each, and one for the whole."""
    if not all(map(_is_link, entry.children)):
        raise OutlineError("expected 'label: term' and links '<= term by reason' under it", entry.number)
    rule, (label, first) = rules(PROOF)["SIGN"], _head(entry)
    left, signs, labels, cited, bare = first, list[str](), list[str](), dict[str, None](), False
    for place, child in enumerate(entry.children, 1):
        said = rule.pieces(child.whole, child)
        sign, term, reason = str(said["SIGN"]), said["TERM"], said["REASON"]
        labels.append(f"{label}.{place}")
        yield _line(child, f"{labels[-1]}: ", left, f" {sign} ", term, " by ", reason)
        left, signs = term, [*signs, sign]
        word, _, given = reason.partition(" from ")
        if word == "calc":
            cited |= dict.fromkeys(parts(given))
            bare = bare or not given
    # what a link needs for its terms to have values the whole needs as well
    partial = bare and _PARTIAL.search(joined(child.whole for child in entry.children))
    sources = "" if partial else f" from {', '.join([*labels, *cited])}"
    yield _line(entry, f"{label}: ", first, f" {_whole(signs, entry)} ", left, f" by calc{sources}")


def _whole(signs: list[str], entry: Entry) -> str:
    """The relation that links in a row give."""
    kinds = set(signs)
    if {"<", "<="} & kinds and {">", ">="} & kinds:
        raise OutlineError("links that go both ways give nothing", entry.number)
    return next(sign for sign in ("<", ">", "<=", ">=", "=") if sign in kinds)


def _nested(entry: Entry) -> Iterator[Entry]:
    """Lines under variables and assumptions, and what they show without them."""
    label, formula = _head(entry)
    goal = joined([formula, *(child.whole for child in entry.children if _goes_on(child))])
    names, assumed, last = list[str](), list[str](), ""
    for child in entry.children:
        if child.word in OPENERS:
            opened = list(_opened(child))
            names, assumed = names + _declared(opened), assumed + _labels(opened)
            last = assumed[-1] if assumed else last
            yield from opened
        elif child.word == "by":
            last = f"{label}.end"
            yield _goal(child, last, goal, names, assumed)
        elif not _goes_on(child):
            last = child.text.partition(":")[0].strip() if child.word not in ("let", "where") else last
            yield from _written_out(child)
    if not last:
        raise OutlineError("nothing is shown under 'take' and 'assume'", entry.number)
    fixed = f" fix {', '.join(names)}" if names else ""
    yield _line(entry, f"{label}: ", goal, f" by intro from {last}{fixed}")


def _opened(entry: Entry) -> Iterator[Entry]:
    """The lines for ``take x: sort; y: sort; assume a: formula; b: formula``, and for what else is on it."""
    first, *more = entry.whole.parted(_AGAIN)
    if more:
        for text in (first, *more):
            yield from _opened(replace(entry, text=text, children=[]))
        return
    rule = rules(PROOF)[entry.word]
    if entry.word == "where":
        yield from rule.each(entry)
        return
    said = rule.read(entry)
    if entry.word == "take":
        yield _line(entry, "let ", said["SORTS"])
    for text in rules("form")["presupposed"].several(said["FORMULAS"]) if said["FORMULAS"] else ():
        yield _line(entry, text, " by assume")


def _goes_on(child: Entry) -> bool:
    """Whether a line goes on with the formula above it."""
    return not child.word.endswith(":") and child.word not in (*OPENERS, "let", "where", "by")
