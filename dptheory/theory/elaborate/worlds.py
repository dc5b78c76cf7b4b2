"""Worlds that say only what they change, ``world like model but lam = 2``, written out in full."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from ..extending import form_label
from ..outline import Entry, OutlineError

WORDS: Final = ("model", "refuted", "holds", "fails", "world")
_LIKE: Final = re.compile(r"(\w+)\s+like\s+([\w.-]+)(?:\s+but\s+(.*)|:\s+(.*))?\Z", re.S)
_NAMED: Final = re.compile(r"(?:value|region|law|noise|normal|data)\s+([A-Za-z_][\w']*)")


@dataclass
class _Worlds:
    """The worlds of a statement so far: of each form by their words, and of the last twin."""

    forms: dict[str, dict[str, Entry]] = field(default_factory=dict)
    twin: Entry | None = None

    def named(self, name: str, here: Mapping[str, Entry]) -> Entry | None:
        """The world of a name: of a word in the form at hand, the last twin's, or a form's model."""
        if name in here:
            return here[name]
        if name == "twin":
            return self.twin
        label, _, word = name.rpartition("/")
        of_form = self.forms.get(label or name, {})
        ways = [word] if label else ["model", "holds", "refuted"]
        return next((of_form[way] for way in ways if way in of_form), None)


def with_worlds(statement: Entry) -> Entry:
    """A statement in which every world has all of its lines itself; raises OutlineError.

    >>> from dptheory.theory.outline import outline
    >>> text = "statement a.b\\n  form printed\\n    model\\n      value x = 1\\n      value y = 1"
    >>> twin = "\\n  twin of printed: t\\n    world like printed but y = 2\\n"
    >>> with_worlds(outline(text + twin)[0]).children[1].whole
    'twin of printed: t world value x = 1 value y = 2'
    """
    worlds, made = _Worlds(), []
    for child in statement.children:
        if child.word == "form":
            there = worlds.forms.setdefault(form_label(child), {})
            made.append(_in_form(child, worlds, there))
        elif child.word == "twin":
            of = re.match(r"twin of ([\w.-]+)", child.text)
            made.append(_in_form(child, worlds, dict(worlds.forms.get(of[1] if of else "", {}))))
            worlds.twin = next((one for one in made[-1].children if one.word == "world"), None)
        else:
            made.append(child)
    return replace(statement, children=made)


def _in_form(entry: Entry, worlds: _Worlds, there: dict[str, Entry]) -> Entry:
    """A form, a twin or a slip with its worlds written out; `there` are those of the form."""
    made = []
    for child in entry.children:
        new = child
        if child.word == "slip":
            new = _in_form(child, worlds, dict(there))
        elif child.word in WORDS:
            new = _written_out(child, worlds, there)
            there[child.word] = new
        made.append(new)
    return replace(entry, children=made)


def _written_out(entry: Entry, worlds: _Worlds, there: Mapping[str, Entry]) -> Entry:
    match = _LIKE.match(entry.text)
    if match is None:
        return entry
    word, name, changes, note = match.groups()
    base = worlds.named(name, there)
    if base is None:
        known = ", ".join([*there, *worlds.forms, *(["twin"] if worlds.twin else [])]) or "none"
        raise OutlineError(f"no world {name!r} above; there: {known}", entry.number)
    said = [Entry(text.strip(), entry.number, column=entry.column) for text in _parts(changes or "")]
    lines = _merged(base.children, [*said, *entry.children])
    return replace(entry, text=f"{word} {note}" if note else word, children=lines)


def _parts(changes: str) -> list[str]:
    return [part for part in changes.split(";") if part.strip()]


def _merged(base: list[Entry], changes: list[Entry]) -> list[Entry]:
    """Lines of a world with some of them changed, left out (``without NAME``) or added."""
    lines = list(base)
    for change in changes:
        gone = change.text.split()[1:] if change.word == "without" else []
        if gone:
            if not any(_name(line) in gone for line in lines):
                raise OutlineError(f"no line of {' '.join(gone)!r} to leave out", change.number)
            lines = [line for line in lines if _name(line) not in gone]
            continue
        place = next((k for k, line in enumerate(lines) if _name(line) == _name(change)), len(lines))
        lines[place : place + 1] = [_full(change, lines[place] if place < len(lines) else None)]
    return lines


def _name(line: Entry) -> str:
    """What a line of a world is about: a symbol, or a word such as ``n`` or ``records``."""
    match = _NAMED.match(line.text)
    return match[1] if match else re.split(r"[\s=(]", line.text, maxsplit=1)[0]


def _full(change: Entry, before: Entry | None) -> Entry:
    """A change as a line of its own: ``x = 2`` says the value of x, or what was said of it."""
    if _NAMED.match(change.text) or change.word in ("n", "records", "outputs", "within", "parameter"):
        return change
    if before is not None and not _NAMED.match(before.text):
        return change
    word = "value" if before is None else before.word
    return replace(change, text=f"{word} {change.text}")
