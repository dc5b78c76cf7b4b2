"""Worlds in full: those that say only what they change, ``world like model but lam = 2``, and several things
that are said on one line, ``x = 1; f(w) = w**2; law D = 0: 1``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Final

from ...kernel import KernelError, SyntaxProblem
from ..extension import form_label
from ..grammar import WITHIN, pattern, rules
from ..names import Names
from ..outline import Entry, OutlineError, Piece, joined
from ..worlds import WORLD, kinds, parse_world

WORDS: Final = ("model", "refuted", "holds", "fails", WORLD)
_END: Final = re.compile(r"[\s=(]")


@cache
def _begins() -> re.Pattern[str]:
    """How what a world says begins: with one of its words, or with what has a value."""
    words = "|".join(word for word, rule in rules(WORLD).items() if rule.shape[0] != "=")
    return re.compile(rf"(?:{words})\s|{pattern('NAME[(NAMES)] ')}=(?!=)")


@cache
def _next() -> re.Pattern[str]:
    return re.compile(rf";\s*(?={_begins().pattern})")


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
        of_form = self.forms.get(name, {})
        return next((of_form[way] for way in ("model", "holds", "refuted") if way in of_form), None)


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
            there = dict(worlds.forms.get(rules("statement")["twin"].read(child)["ID"], {}))
            made.append(_in_form(_with_world(child, there), worlds, there))
            worlds.twin = next((one for one in made[-1].children if one.word == "world"), None)
        else:
            made.append(child)
    return replace(statement, children=made)


def _with_world(twin: Entry, there: Mapping[str, Entry]) -> Entry:
    """A twin that says no world is refuted where the form that it varies has its model."""
    if "model" not in there or any(child.word == "world" for child in twin.children):
        return twin
    world = Entry(Piece("world like model"), twin.number, column=twin.column)
    return replace(twin, children=[*twin.children, world])


def parts(text: str) -> list[Piece]:
    """What a line of a world says, one thing each; what comes after a mean or an end of an interval is none.

    >>> parts("n = 2; value x = 1; y = 2; normal mu = 0; 1; within -1; oo")
    ['n = 2', 'value x = 1', 'y = 2', 'normal mu = 0; 1', 'within -1; oo']
    """
    return [part for part in Piece(text).parted(_next()) if part]


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
    if not entry.head.startswith("like "):
        return in_full(entry)
    said = rules(WITHIN)["like"].pieces(entry.head.cut(5).strip(), entry)
    base = worlds.named(said["WORLD"], there)
    if base is None:
        known = ", ".join([*there, *worlds.forms, *(["twin"] if worlds.twin else [])]) or "none"
        raise OutlineError(f"no world {str(said['WORLD'])!r} above; there: {known}", entry.number)
    changes = [replace(entry, text=part, children=[]) for part in parts(said["CHANGES"])]
    changes += (line for child in entry.children for line in _lines(child))
    return replace(
        entry, text=joined([entry.word, said["NOTE"]]).strip(), children=_merged(base.children, changes)
    )


def in_full(entry: Entry) -> Entry:
    """A world that is like no other, with a line for each thing that it says."""
    entry = _below(entry)
    return replace(entry, children=[_valued(line) for child in entry.children for line in _lines(child)])


def _below(entry: Entry) -> Entry:
    """What a world says on its first line, ``model x = 1; y = 2``, as a line of it."""
    if entry.word == entry.text or in_words(entry):
        return entry
    if not _begins().match(entry.head):
        expected = f"'{entry.word}' with lines 'x = 1' under it, or '{entry.word} like NAME'"
        raise OutlineError(f"expected {expected}, found {str(entry.text)!r}", entry.number)
    there = replace(
        entry, text=entry.head, children=[], column=entry.column + len(entry.text) - len(entry.head)
    )
    return replace(entry, text=Piece(entry.word), children=[there, *entry.children])


def in_words(entry: Entry) -> bool:
    """Whether the first line of a world says in words what it shows, as it may of what is refuted. With lines
    under it, what they say again is such words, ``refuted m = 4``, and what cannot be read as values."""
    if entry.word != "refuted" or not _begins().match(entry.head):
        return entry.word == "refuted"
    said = [_valued(line) for line in _lines(replace(entry, text=entry.head, children=[]))]
    below = {_name(_valued(line)) for child in entry.children for line in _lines(child)}
    try:
        parse_world(tuple(str(line.text) for line in said))
    except (KernelError, SyntaxProblem, ValueError):
        return bool(entry.children)
    return _name(said[0]) in below


def _lines(entry: Entry) -> list[Entry]:
    """A line of a world as lines that say one thing each."""
    said = parts(entry.whole)
    return [entry] if len(said) == 1 else [replace(entry, text=part, children=[]) for part in said]


def _valued(line: Entry) -> Entry:
    """A line of a world, with the word `value` where it has none."""
    known = {line.word, _name(line)} & rules(WORLD).keys()
    plain = not known and _begins().match(line.text) is not None
    return replace(line, text=joined(["value", line.text])) if plain else line


def _merged(base: list[Entry], changes: list[Entry]) -> list[Entry]:
    """Lines of a world with some of them changed, left out (``without NAME``) or added."""
    lines, said = list(base), Names()
    for change in changes:
        gone = change.text.split()[1:] if change.word == "without" else []
        if gone:
            if not any(_name(line) in gone for line in lines):
                raise OutlineError(f"no line of {' '.join(gone)!r} to leave out", change.number)
            lines = [line for line in lines if _name(line) not in gone]
            continue
        name, place = _name(change), len(lines)
        if name != "parameter" or name not in said:  # a family may have several conditions
            said.bind(name, "is said", change)
            place = next((k for k, line in enumerate(lines) if _same(line, change)), place)
        lines[place : place + 1] = [_full(change, lines[place] if place < len(lines) else None)]
    return lines


def changed(base: Sequence[str], world: Sequence[str]) -> list[str] | None:
    """What a world says beyond that it is like another; None where its lines stand in another order.

    >>> changed(["n = 2", "value x = 1", "value y = 1"], ["n = 2", "value x = 1", "value y = 3"])
    ['y = 3']
    """
    there, said = ([Entry(Piece(part), 1) for part in lines] for lines in (base, world))
    names = {_name(line) for line in said}
    gone = [_name(line) for line in there if _name(line) not in names]
    before = {_name(line): line for line in there}
    new = [line for line in said if _name(line) not in before or before[_name(line)].text != line.text]
    full = [Entry(Piece(f"without {name}"), 1) for name in gone] + new
    try:
        if [line.text for line in _merged(there, full)] != list(world):
            return None
    except OutlineError:
        return None
    return [*(f"without {name}" for name in gone), *(_short(line, before.get(_name(line))) for line in new)]


def _same(line: Entry, change: Entry) -> bool:
    """Whether a change is of what a line says: a number of an author's own is not the event of its name."""
    return _name(line) == _name(change) and not (line.word == "value" and change.word == "region")


def _short(line: Entry, before: Entry | None) -> str:
    """A change without the word that goes without saying."""
    word = "value" if before is None else before.word
    bare = Piece(line.text.removeprefix(f"{word} "))
    return bare if _full(replace(line, text=bare), before).text == line.text else line.text


def _name(line: Entry) -> str:
    """What a line of a world is about: a symbol, or a word such as ``n`` or ``records``."""
    return str(_END.split(line.rest if line.word in kinds() else line.text, maxsplit=1)[0])


def _full(change: Entry, before: Entry | None) -> Entry:
    """A change as a line of its own: ``x = 2`` says the value of x, or what was said of it."""
    if change.word in kinds() or _name(change) in rules(WORLD):
        return change
    if before is not None and before.word not in kinds():
        return change
    return replace(change, text=joined(["value" if before is None else before.word, change.text]))
