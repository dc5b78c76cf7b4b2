"""Every fault of a text that the reader refuses, not the first alone.

The reader stops at the first. Here what it refused is taken out of the text, or is put in another way that
says nothing, and the reader is asked again; what is wrong only because of that is not told.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from ...kernel import SyntaxProblem
from ...kernel.logic import Definition
from ..elaborate.worlds import WORDS
from ..grammar import rules
from ..outline import Entry, OutlineError, Piece, outline
from ..reader import Document, Unread, scan
from ..statements import MARKS
from ..syntax_faults import Misread
from .faults import Fault

MOST = 40
"""So many faults of one statement are told at most."""
_SAY_NOTHING = "0 <= 1"
_NAMES = ("let", "where", "constant", "abbreviate", "define", "algorithm")
_WORD = re.compile(r"[A-Za-z_]\w*")


def reading_faults(
    text: str, known: Mapping[str, Definition], path: str, taken: Iterable[str] = ()
) -> list[Fault]:
    """Every fault of a text; `known` are the definitions above it, `taken` the statements that are there.

    >>> text = "statement a.b\\n  let x: real\\n  form printed\\n    given h: x <=\\n    claim x ++\\n"
    >>> [fault.line for fault in reading_faults(text, {}, "a.thm")]
    ['a.thm:4:18: expected an operand, found the end', 'a.thm:5:15: expected an operand, found the end']
    """
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    found = list(_unreadable(lines, path))
    definitions, there, lost = dict(known), {name.lower() for name in taken}, set[str]()
    entries = outline("\n".join(lines))
    ends = [entry.number - 1 for entry in entries[1:]] + [len(lines)]
    for entry, end in zip(entries, ends, strict=True):
        block = "\n" * (entry.number - 1) + "\n".join(lines[entry.number - 1 : end])
        document = _scanned(block, definitions, entry, path, found)
        if document is None:
            lost |= _names(entry)
            continue
        definitions = document.definitions
        for unread in document.unread:
            if unread.id.lower() in there:
                found.append(_fault(entry, f"the statement {unread.id} is there already", path))
            there.add(unread.id.lower())
            found += _statement(unread, path, lost)
    return list(_told_once(sorted(dict.fromkeys(found), key=lambda fault: (fault.number, fault.column))))


def _told_once(faults: Iterable[Fault]) -> Iterator[Fault]:
    """Faults in their order; a name that is unknown in several places is told at the first of them."""
    places = dict[str, list[Fault]]()
    for fault in faults:
        places.setdefault(fault.message if fault.message.startswith("unknown ") else fault.line, []).append(
            fault
        )
    for first, *others in places.values():
        lines = ", ".join(dict.fromkeys(str(other.number) for other in others))
        more = f" (also in line{'s' * (len(others) > 1)} {lines})" if others else ""
        yield replace(first, message=first.message + more)


def _unreadable(lines: list[str], path: str) -> Iterator[Fault]:
    """Lines that are no outline; they are emptied."""
    for _ in range(MOST):
        try:
            outline("\n".join(lines))
            return
        except OutlineError as error:
            line = lines[error.number - 1]
            yield Fault(path, error.number, len(line) - len(line.lstrip()) + 1, error.message)
            lines[error.number - 1] = ""


def _scanned(
    block: str, definitions: Mapping[str, Definition], entry: Entry, path: str, found: list[Fault]
) -> Document | None:
    try:
        return scan(block, definitions, path)
    except OutlineError as error:
        found.append(fault_of(error, entry, path))
        return None


def _statement(unread: Unread, path: str, above: set[str]) -> Iterator[Fault]:
    """The faults of one statement; `above` are names of definitions that could not be read."""
    entry, excused, lost = unread.entry, set[int](), set(above)
    for _ in range(MOST):
        try:
            replace(unread, said=entry).read(at_once=True)
            return
        except OutlineError as error:
            fault = fault_of(error, entry, path)
            if error.number not in excused and not lost & set(_WORD.findall(fault.message)):
                yield fault
            way = _way(entry, error.number)
            if len(way) < 2:
                return
            lost |= _names(way[-1])
            excused.update(one.number for one in way[:-1])
            entry = _without(way)


def _names(entry: Entry) -> set[str]:
    """The names and labels that are not there because a line could not be read: what mentions them is no
    fault."""
    if entry.word in MARKS:
        return {str(one.rest.partition(":")[0].strip()) for one in rules("form")["given"].each(entry)}
    if entry.word in WORDS:  # of worlds, which others are like
        return {entry.word}
    if entry.word not in _NAMES:
        return set()
    said = entry.rest.split(";") if entry.word in ("let", "where") else [entry.rest.partition("(")[0]]
    return {word for part in said for word in _WORD.findall(part.partition(":")[0])}


def _way(entry: Entry, number: int) -> list[Entry]:
    """The entries from one down to that of a line; itself alone where it is not there."""
    if entry.number == number:
        return [entry]
    for child in entry.children:
        way = _way(child, number)
        if way[-1].number == number:
            return [entry, *way]
    return [entry]


def _without(way: list[Entry]) -> Entry:
    """The first entry of a way without the last: a hypothesis or a claim says nothing instead, what a form
    cannot do without stays, and what is above is looked at next time."""
    *above, last = way
    word, label = last.word, last.rest.partition(":")[0]
    said = {"given": f"given {label}: {_SAY_NOTHING}", "presupposed": f"presupposed {label}: {_SAY_NOTHING}",
            "claim": f"claim {_SAY_NOTHING}"}.get(word)  # fmt: skip
    made = [] if said is None or last.text == said else [Entry(Piece(said), last.number, column=last.column)]
    parent = above.pop()
    kept = [one for child in parent.children for one in (made if child is last else [child])]
    made_parent = replace(parent, children=kept)
    while above:
        upper = above.pop()
        changed = [made_parent if child is parent else child for child in upper.children]
        parent, made_parent = upper, replace(upper, children=changed)
    return made_parent


def fault_of(error: OutlineError, entry: Entry, path: str) -> Fault:
    """The fault that an error of the reader tells, at the place in the formula where that is known."""
    last = _way(entry, error.number)[-1]
    problem: BaseException | None = error
    while problem is not None and not isinstance(problem, SyntaxProblem):
        problem = problem.__cause__
    if problem is None:
        return _fault(last, error.message + _to_sum(error.message), path)
    place = problem.place if isinstance(problem, Misread) else Misread(problem, last.whole).place
    number, column = place or (last.number, last.column)
    return Fault(path, number, column, problem.bare + _to_declare(problem.bare))


def _to_declare(message: str) -> str:
    """What is to be done about a name that nothing near is called like."""
    match = re.fullmatch(r"unknown name '(.*)'", message)
    return f"; declare it, as in 'let {match[1]}: real'" if match else ""


def _to_sum(message: str) -> str:
    """How a sum of vectors is written, where its own name was."""
    match = re.search(r"the name .?(sum|mean)_\d+.* is that of a sum of vectors; choose another$", message)
    return f", or say the {match[1]}, fun S: data. {match[1]}[j, 1, n](x(item(S, j)))" if match else ""


def _fault(entry: Entry, message: str, path: str) -> Fault:
    return Fault(path, entry.number, entry.column, message)
