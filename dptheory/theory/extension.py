"""Forms that say only what they change: ``form sharp extends printed``, written out before they are read."""

from __future__ import annotations

from dataclasses import replace

from .grammar import lines, rules
from .names import Names
from .outline import Entry, OutlineError, Piece, joined
from .statements import ADDED, GIVEN, MARKS, PRINTED

SHARED = ("let", "where", "constant", "runs", "claim", "covers")
"""Lines of a form that one which extends it has as well, beside its hypotheses."""
_ONE = ("claim", "model", "runs", "covers")
"""Lines that stand in the place of the base's."""


def form_label(entry: Entry) -> str:
    """How a line ``form LABEL`` names its form; nothing where it is another line."""
    words = entry.text.split()
    return words[1] if len(words) == 2 or words[2:3] == ["extends"] else ""


def with_bases(statement: Entry) -> Entry:
    """A statement in which every form has its hypotheses and its claim itself; raises OutlineError."""
    made, forms = list[Entry](), dict[str, Entry]()
    for child in statement.children:
        if child.word == "form":
            name = str(rules("statement")["form"].read(child)["BASE"])
            if name and name not in forms:
                raise OutlineError(
                    f"no form {name!r} to extend; forms above: {', '.join(forms) or 'none'}", child.number
                )
            own = list(lines(child, "form"))
            label = form_label(child)
            child = replace(
                child,
                text=Piece(f"form {label}"),
                children=_extended(forms[name], child, own) if name else own,
            )
            forms[label] = child
        made.append(child)
    return replace(statement, children=made)


def _extended(base: Entry, form: Entry, own: list[Entry]) -> list[Entry]:
    """The lines of a form after those of its base: what it says again stands in the place of that."""
    made, said = kept(base, form), Names()
    for child in own:
        if child.word in MARKS:
            said.bind(_key(child), "labels a hypothesis", child)
        elif child.word == "drop":
            dropped = [one for one in made if one.word in MARKS and _key(one) == child.rest]
            if child.rest in said or not dropped:
                raise OutlineError(f"no hypothesis {str(child.rest)!r} to drop", child.number)
            made = [one for one in made if one not in dropped]
            continue
        place = next((k for k, one in enumerate(made) if _same(one, child)), len(made))
        made[place : place + 1] = [child]
    return made


def kept(base: Entry, form: Entry) -> list[Entry]:
    """The lines of a form that one which extends it has as well."""
    lines = [one for one in base.children if one.word in (*SHARED, *MARKS)]
    if form.text.split()[1].partition(".")[0] != PRINTED:
        lines = [_own(one) for one in lines]
    if any(one.word in ("proof", "cited") for one in form.children):
        lines += [one for one in base.children if one.word == "model"]
    return lines


def _own(line: Entry) -> Entry:
    """A hypothesis as a form has it that is not the source's: nothing is added to it, in nobody's words."""
    if line.word not in MARKS:
        return line
    word = GIVEN if line.word == ADDED else line.word
    return replace(line, text=joined([word, line.rest.partition(" -- ")[0]]), children=[])


def _same(one: Entry, other: Entry) -> bool:
    """Whether a line says anew what another says: a hypothesis of the same label, the claim, the model."""
    if one.word in MARKS:
        return other.word in MARKS and _key(one) == _key(other)
    return one.word == other.word and one.word in _ONE


def _key(entry: Entry) -> str:
    return entry.rest.partition(":")[0].strip()
