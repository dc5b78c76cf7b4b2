"""Statements from their text, in the grammar of `statements.grammar` (see docs/STATEMENTS.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import cast

from ..kernel.logic import Definition
from . import supplement_lines
from .blocks import DEFINE, Block
from .elaborate.worlds import with_worlds
from .extension import with_bases
from .formulas import Formulas, definition
from .grammar import TEXT, lines, rules
from .lazy import Reading, placed
from .names import once
from .notes import by_hand, percent
from .outline import Entry, OutlineError, Piece, outline
from .parameters import WORDS as PARAMETER_WORDS
from .parameters import ParameterReader
from .statements import ABOUT, Source, Statement, is_identifier

MAX_IDENTIFIER = 120


@dataclass(frozen=True)
class Unread:
    """A statement whose text is there and not read yet, with the definitions that stand above it."""

    id: str
    said: Entry | Block
    definitions: Mapping[str, Definition]
    path: str = ""

    @cached_property
    def entry(self) -> Entry:
        """Its lines; raises OutlineError with the place."""
        if isinstance(self.said, Entry):
            return self.said
        try:
            entry, *others = outline(self.said.text, self.said.number)
        except OutlineError as error:
            raise OutlineError(error.message, error.number, self.path) from error
        for one in others:
            with placed(one, self.path):
                _scan_entry(one, Document(), self.path)
        return entry

    @cached_property
    def statement(self) -> Statement:
        """The statement, read once, its proofs and worlds later; raises OutlineError with the place."""
        return self.read(at_once=False)

    def read(self, at_once: bool) -> Statement:
        """The statement, with all its parts in the order of the text or with those that are read later."""
        with placed(self.entry, self.path):
            reading = Reading(self.entry, self.path, at_once)
            return _Reader(written_out(self.entry), self.definitions, reading).statement()

    def __getstate__(self) -> dict[str, object]:
        """The text: what is read of it is read again elsewhere."""
        return {name: value for name, value in vars(self).items() if name not in ("entry", "statement")}


def written_out(entry: Entry) -> Entry:
    """A statement with all that its text leaves out or says on one line; raises OutlineError."""
    return with_worlds(with_bases(entry))


@dataclass
class Document:
    """What a text adds to the library: definitions with their words, and statements."""

    definitions: dict[str, Definition] = field(default_factory=dict)
    says: dict[str, str] = field(default_factory=dict)
    unread: list[Unread] = field(default_factory=list)
    statements: list[Statement] = field(default_factory=list)


def read(text: str, known: Mapping[str, Definition], path: str = "") -> Document:
    """The definitions and statements of a text; raises OutlineError with the place."""
    document = scan(text, known, path)
    document.statements = [unread.read(at_once=True) for unread in document.unread]
    return document


def scan(text: str, known: Mapping[str, Definition], path: str = "") -> Document:
    """The same with statements left unread, whose faults are found when they are read."""
    document = Document(dict(known))
    try:
        entries = outline(text)
    except OutlineError as error:
        raise OutlineError(error.message, error.number, path) from error
    for entry in entries:
        with placed(entry, path):
            _scan_entry(entry, document, path)
    return document


def shelf(found: Iterable[Block], known: Mapping[str, Definition], path: str) -> Document:
    """The same of the blocks of a text; the lines of statements, too, are found when they are read."""
    document = Document(dict(known))
    for block in found:
        if block.word == DEFINE:
            (entry,) = outline(block.text, block.number)
            with placed(entry, path):
                _scan_entry(entry, document, path)
        else:
            document.unread.append(Unread(block.name, block, document.definitions, path))
    return document


def _scan_entry(entry: Entry, document: Document, path: str) -> None:
    if entry.word not in rules(TEXT):
        raise OutlineError(f"expected 'define' or 'statement', found {str(entry.word)!r}", entry.number)
    if entry.word == "define":
        made = definition(entry, document.definitions)
        # statements above keep the definitions that stood above them
        document.definitions = {**document.definitions, made.name: made}
        document.says[made.name] = " ".join(line.rest for line in lines(entry, "define"))
    else:
        document.unread.append(Unread(_identifier(entry), entry, document.definitions, path))


def _identifier(entry: Entry) -> str:
    """How a statement is named: its identifier is also the name of a file, and of a node of the graph."""
    match = rules(TEXT)[entry.word].pattern.match(entry.head)
    name = match["ID"] if match else str(entry.head)
    if not is_identifier(name) or len(name) > MAX_IDENTIFIER:
        raise OutlineError(
            f"expected '{entry.word} SOURCE.NAME' in ASCII letters and digits joined by '.', '-' or '_' "
            f"({MAX_IDENTIFIER} at most), found {name!a}",
            entry.number,
        )
    return name


class _Reader:
    """Reads one statement: its formulas, and what is said beside them."""

    def __init__(self, entry: Entry, definitions: Mapping[str, Definition], reading: Reading) -> None:
        self.entry, self.reading, self.id = entry, reading, _identifier(entry)
        self.formulas = Formulas(self.id, definitions, reading)
        self.said: dict[str, list[Entry]] = {}

    def statement(self) -> Statement:
        parameters, formulas = ParameterReader(), self.formulas
        for line in lines(self.entry, "statement"):
            self.said.setdefault(line.word, []).append(line)
            formulas.read(line)
            if line.word in PARAMETER_WORDS:
                parameters.read(line, formulas.numbers)
        if not formulas.forms:
            raise OutlineError("a statement needs a form", self.entry.number)
        untried = next((str(said["PROSE"]) for said in self._pieces("no")), "")
        if untried and "experiment" in self.said:
            raise OutlineError("either experiments or a reason why there is none", self.entry.number)
        title, kind = self._heading()
        about = self._first("about")
        if about not in ("", *ABOUT):
            raise OutlineError(f"expected 'about {'|'.join(ABOUT)}', found {about!r}", self.entry.number)
        for said in self._pieces("covers"):
            covers = f"{said['EXTENT']}: {said['PROSE']}"
            for form in formulas.forms:  # `replace` would read their proofs
                object.__setattr__(form, "covers", form.covers or covers)
        typos = tuple(tuple(map(str, said.values())) for said in self._pieces("typo"))
        return Statement(
            self.id, title, self._source(), tuple(formulas.forms), self.reading.parts(formulas.twins), kind,
            self._all("remark"), cast(tuple[tuple[str, str, str], ...], typos), self._all("experiment"),
            {name: str(sort) for name, sort in formulas.text.names.variables.items()}, parameters.made(),
            tuple(formulas.algorithms.values()), untried, next(map(percent, self.said.get("sure", ())), 100),
            about, tuple(map(by_hand, self.said.get("by-hand", ()))), self._all("context"),
            supplement_lines.read(self.entry.children, self.id, [form.name for form in formulas.forms]),
        )  # fmt: skip

    def _pieces(self, word: str) -> Iterator[Mapping[str, Piece]]:
        return (rules("statement")[word].read(line) for line in self.said.get(word, ()))

    def _all(self, word: str) -> tuple[str, ...]:
        """What follows a word, wherever it stands."""
        return tuple(str(line.rest) for line in self.said.get(word, ()))

    def _first(self, word: str, default: str = "") -> str:
        return next(iter(self._all(word)), default)

    def _heading(self) -> tuple[str, str]:
        """The title and the kind, on the first line or on lines of their own."""
        title, kind = rules(TEXT)[self.entry.word].read(self.entry)["TITLE"], self.entry.word
        given = {"title": title, "kind": "" if kind == "statement" else kind}
        for word in (word for word, text in given.items() if text and word in self.said):
            once(self.said[word][0], {word: self.entry}, "a statement")
        return str(title) or self._first("title"), given["kind"] or self._first("kind", "theorem")

    def _source(self) -> Source:
        said = next(self._pieces("source"), {"PROSE": Piece(""), "PLACE": Piece("")})
        if said["PLACE"] and "place" in self.said:
            once(self.said["place"][0], {"place": self.said["source"][0]}, "a statement")
        return Source(str(said["PROSE"]), str(said["PLACE"]) or self._first("place"), self._first("quote"))
