"""Ways in which the lines of a statement could be fewer. Whether they say the same is asked afterwards."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from ..elaborate.worlds import WORDS as WORLDS
from ..elaborate.worlds import changed, parts, with_worlds
from ..extending import form_label, kept, with_bases
from ..grammar import rules
from ..outline import Entry, outline
from ..statements import MARKS

WIDTH: Final = 140
_LEAVES: Final = frozenset(("given", "presupposed", "added", "claim", "where", "let", "drop"))
_LABEL: Final = re.compile(r"[A-Za-z0-9_.']+:\s")
_WITH: Final = re.compile(r"\s+with\s+(.*?)(?=\s(?:from|at|fix)\s|\Z)", re.S)


@dataclass(frozen=True)
class Edit:
    """New lines in the place of those from `start` up to `end`, counted from 0."""

    start: int
    end: int
    lines: tuple[str, ...]


def applied(lines: Sequence[str], edits: Sequence[Edit]) -> list[str]:
    """Lines after edits that do not overlap."""
    made = list(lines)
    for edit in sorted(edits, key=lambda edit: -edit.start):
        made[edit.start : edit.end] = edit.lines
    return made


def statement_of(lines: Sequence[str]) -> Entry:
    """The one statement of a block."""
    return outline("\n".join(lines))[0]


def span(entry: Entry) -> tuple[int, int]:
    """The lines of an entry with all under it."""
    last = entry
    while last.children:
        last = last.children[-1]
    return entry.number - 1, last.number


def _rest(entry: Entry) -> str:
    return " ".join(entry.text.split()[1:])


# -- forms -----------------------------------------------------------------------------------------


def form_edits(lines: Sequence[str]) -> Iterator[list[Edit]]:
    """For each form the ways to say that it extends one above it, the shortest first."""
    whole = (child for child in statement_of(lines).children if child.word == "form")
    forms = [form for form in whole if len(form.text.split()) == 2]
    for place in range(len(forms) - 1, 0, -1):
        ways = [edit for base in forms[:place] if (edit := _extends(base, forms[place])) is not None]
        yield sorted(ways, key=lambda edit: len(edit.lines) - (edit.end - edit.start))


def _extends(base: Entry, form: Entry) -> Edit | None:
    inherited = kept(base, form)
    there = {child.whole for child in inherited}
    own = [child for child in form.children if child.whole not in there or child.word == "proof"]
    labels = {_key(child) for child in form.children if child.word in MARKS}
    gone = [_key(one) for one in inherited if one.word in MARKS and _key(one) not in labels]
    indent = " " * (form.column + 1)
    drops = tuple(f"{indent}drop {label}" for label in gone)
    start, end = span(form)
    made = (f"{' ' * (form.column - 1)}form {form_label(form)} extends {form_label(base)}", *drops)
    text = _Raw(own)
    return None if len(own) + len(drops) >= len(form.children) else Edit(start, end, (*made, *text.lines()))


def again_edits(lines: Sequence[str]) -> Iterator[Edit]:
    """No line for a hypothesis in a form that takes it over; each stands on a line of its own."""
    statement = statement_of(lines)
    forms = {form_label(one): one for one in with_bases(statement).children if one.word == "form"}
    for form in statement.children:
        if form.word == "form" and form.text.split()[2:3] == ["extends"]:
            there = {one.whole for one in kept(forms[form.text.split()[3]], form)}
            yield from (
                Edit(*span(one), ()) for one in form.children if one.word in MARKS and one.whole in there
            )


@dataclass(frozen=True)
class _Raw:
    """Entries as lines again, each with its column."""

    entries: Sequence[Entry]

    def lines(self) -> Iterator[str]:
        for entry in self.entries:
            yield " " * (entry.column - 1) + entry.text
            yield from _Raw(entry.children).lines()


def _key(entry: Entry) -> str:
    return entry.rest.partition(":")[0].strip()


# -- worlds ----------------------------------------------------------------------------------------


def world_edits(lines: Sequence[str]) -> Iterator[Edit]:
    """Each world on as few lines as it takes, or like one above it."""
    forms, last = dict[str, dict[str, list[str]]](), list[str]()
    statement = statement_of(lines)
    whole = with_worlds(with_bases(statement))
    said = {world.number: [str(line.text) for line in world.children] for world in _all(whole)}
    for child, full in zip(statement.children, whole.children, strict=True):
        if child.word == "form":
            own = {one.number for one in child.children}
            taken = (one for one in full.children if one.word in WORLDS and one.number not in own)
            here = forms.setdefault(form_label(full), {one.word: said[one.number] for one in taken})
        elif child.word == "twin":
            here = dict(forms.get(rules("statement")["twin"].read(child)["ID"], {}))
        else:
            continue
        for entry, there in _worlds(child, here):
            if " like " not in entry.text:
                models = {name: ways["model"] for name, ways in forms.items() if "model" in ways}
                twin = {"twin": last} if last and child.word == "twin" else {}  # forms are read without twins
                yield _shortest(entry, said[entry.number], {**models, **twin, **there})
            there[entry.word] = said[entry.number]
            if child.word == "twin" and entry.word == "world":
                last = said[entry.number]


def _all(statement: Entry) -> Iterator[Entry]:
    """The worlds of all forms and twins."""
    for child in statement.children:
        if child.word in ("form", "twin", "slip"):
            yield from (one for one in child.children if one.word in WORLDS)
            yield from _all(child)


def _worlds(entry: Entry, here: dict[str, list[str]]) -> Iterator[tuple[Entry, dict[str, list[str]]]]:
    """The worlds of a form or a twin, each with those above it; a slip's are its own."""
    for child in entry.children:
        if child.word == "slip":
            inner = dict(here)
            yield from ((one, inner) for one in child.children if one.word in WORLDS)
        elif child.word in WORLDS:
            yield child, here


def _shortest(entry: Entry, said: Sequence[str], above: Mapping[str, Sequence[str]]) -> Edit:
    start, end = span(entry)
    ways = [_in_full(entry, said)]
    for name, base in reversed(list(above.items())):
        changes = changed(base, said)
        if changes is not None:
            ways.append(_like(entry, name, changes))
    best = min(ways, key=lambda way: (len(way), sum(map(len, way))))
    return Edit(start, end, tuple(best))


def _in_full(entry: Entry, said: Sequence[str]) -> list[str]:
    indent = " " * (entry.column - 1)
    lines = packed([_bare(part) for part in said], indent + "  ")
    short = f"{indent}{entry.word} {lines[0].strip()}" if lines else ""
    if entry.word != "refuted" and len(lines) == 1 and len(short) <= WIDTH:
        return [short]
    return [f"{indent}{entry.text if entry.word == 'refuted' else entry.word}", *lines]


def _like(entry: Entry, name: str, changes: Sequence[str]) -> list[str]:
    indent, note = " " * (entry.column - 1), _rest(entry)
    head = f"{indent}{entry.word} like {name}"
    short = f"{head} but {'; '.join(changes)}" if changes else head
    if not note and len(short) <= WIDTH and not any(one.startswith("without ") for one in changes):
        return [short]
    return [f"{head}: {note}" if note else head, *packed(changes, indent + "  ")]


def _bare(part: str) -> str:
    return part.removeprefix("value ")


def packed(said: Sequence[str], indent: str) -> list[str]:
    """What a world says, as many things on a line as it takes.

    >>> packed(["n = 2", "x = 1"], "  ")
    ['  n = 2; x = 1']
    """
    made = list[str]()
    for part in said:
        if made and len(made[-1]) + len(part) + 2 <= WIDTH and not _open(made[-1]):
            made[-1] += f"; {part}"
        else:
            made.append(indent + part)
    return made


def _open(line: str) -> bool:
    """Whether what follows on the line would be read as part of what stands there."""
    return parts(line)[-1].startswith("without ")


# -- lines -----------------------------------------------------------------------------------------


def joined_edits(lines: Sequence[str]) -> Iterator[Edit]:
    """Lines that go on for no need."""
    for entry in _leaves(statement_of(lines)):
        start, end = span(entry)
        if end - start > 1:
            indent, made = len(lines[start]) - len(lines[start].lstrip()), [lines[start]]
            for line in lines[start + 1 : end]:
                text = line.strip()
                if len(made[-1]) + 1 + len(text) <= WIDTH:
                    made[-1] += f" {text}"
                else:
                    made.append(line if line != text else " " * (indent + 2) + text)
            if len(made) < end - start:
                yield Edit(start, end, tuple(made))


def _leaves(entry: Entry) -> Iterator[Entry]:
    """Entries that say one thing each, however many lines that takes."""
    for child in entry.children:
        if child.word in _LEAVES and entry.word != "algorithm":
            yield child
        elif entry.word == "proof" and _LABEL.match(child.text) and " by " in child.whole:
            if not any(" by " in one.text and re.match(r"[<>=]", one.text) for one in child.children[:-1]):
                yield child
        elif child.word in ("form", "twin", "slip", "proof"):
            yield from _leaves(child)


@dataclass(frozen=True)
class Given:
    """The values that a line of a proof gives, with its lines of text."""

    label: str
    start: int
    end: int
    text: str
    match: re.Match[str]

    @property
    def values(self) -> list[str]:
        """Each ``name := term``."""
        return [" ".join(part.split()) for part in self.match[1].split(";") if part.strip()]

    def edit(self, values: Sequence[str]) -> Edit:
        """The line with some of them."""
        gap = re.match(r"\s+", self.match[0])
        said = f"{gap[0] if gap else ' '}with {'; '.join(values)}" if values else ""
        made = self.text[: self.match.start()] + said + self.text[self.match.end() :]
        return Edit(self.start, self.end, tuple(made.split("\n")))


def given_values(form: Entry, lines: Sequence[str]) -> Iterator[Given]:
    """What the lines of a form's proof give."""
    for entry in _leaves(form):
        label = _LABEL.match(entry.text)
        if label is None:
            continue
        start, end = span(entry)
        text = "\n".join(lines[start:end])
        by = re.search(r"\sby\s(?!.*\sby\s)", text, re.S)
        match = _WITH.search(text, by.start() if by else 0)
        if match is not None:
            yield Given(label[0].strip().rstrip(":"), start, end, text, match)
