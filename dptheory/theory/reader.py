"""Statements from their text: the grammar in which papers and users write (see docs/STATEMENTS.md)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

from ..kernel.logic import CONSTANTS, INT, REAL, Definition, Scope, is_name
from . import beside
from .algorithms import Algorithm, AlgorithmReader
from .elaborate.worlds import with_worlds
from .extending import form_label, with_bases
from .forms import Context, FormReader
from .later import Later, Reading, placed
from .names import Names, once
from .notes import by_hand, percent, typo
from .outline import Entry, OutlineError, outline
from .parameters import WORDS as PARAMETER_WORDS
from .parameters import ParameterReader
from .spread import headed, with_lines
from .statements import ABOUT, KINDS, ByHand, Form, Refutation, Source, Statement, Twin, is_identifier
from .texts import Text, binders, labelled, read_formula
from .words import near
from .worlds import read_world

MAX_IDENTIFIER = 120
_FIELDS = ("title", "source", "place", "quote", "kind", "about")
_DEFINE = re.compile(r"define\s+(\w+)\s*(?:\((.*?)\))?\s*:=\s*(.*)\Z", re.S)


@dataclass(frozen=True)
class Unread:
    """A statement whose text is there and not read yet, with the definitions that stand above it."""

    id: str
    entry: Entry
    definitions: Mapping[str, Definition]
    path: str = ""

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
        return {name: value for name, value in vars(self).items() if name != "statement"}


def written_out(entry: Entry) -> Entry:
    """A statement with all that its text leaves out or says on one line; raises OutlineError."""
    return with_worlds(with_bases(with_lines(headed(entry))))


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
    for entry in map(headed, entries):
        with placed(entry, path):
            _scan_entry(entry, document, path)
    return document


def _scan_entry(entry: Entry, document: Document, path: str) -> None:
    if entry.word == "define":
        document.definitions = dict(document.definitions)  # statements above keep those that stood above them
        _define(entry, document)
    elif entry.word == "statement":
        document.unread.append(Unread(_identifier(entry), entry, document.definitions, path))
    else:
        raise OutlineError(f"expected 'define' or 'statement', found {entry.word!r}", entry.number)


def _identifier(entry: Entry) -> str:
    """How a statement is named: its identifier is also the name of a file, and of a node of the graph."""
    name = " ".join(entry.text.split(None, 1)[1:])
    if not is_identifier(name) or len(name) > MAX_IDENTIFIER:
        raise OutlineError(
            f"expected 'statement SOURCE.NAME' in ASCII letters and digits joined by '.', '-' or '_' "
            f"({MAX_IDENTIFIER} at most), found {name!a}",
            entry.number,
        )
    return name


def _define(entry: Entry, document: Document) -> None:
    says = [child for child in entry.children if child.word == "says"]
    met = dict[str, Entry]()
    for child in says:
        once(child, met, "a definition")
    body = " ".join([entry.text, *(c.whole for c in entry.children if c.word != "says")])
    match = _DEFINE.match(body)
    if match is None:
        raise OutlineError("expected 'define name(parameters) := body'", entry.number)
    name, parameters, content = match.groups()
    if name in document.definitions:
        raise OutlineError(f"{name} is defined already", entry.number)
    if not is_name(name):
        raise OutlineError(f"{name!a} is no name, or it has a meaning of its own", entry.number)
    text = _above(document.definitions).declared(Entry(f"let {parameters or ''}", entry.number))
    sorts, made = text.names.variables, text.term(content)
    text.bound.refuse_two_meanings(binders(made), sorts)
    if strangers := made.names - set(sorts) - {"n", "d"}:
        raise OutlineError(f"{name} mentions {', '.join(sorted(strangers))}", entry.number)
    document.definitions[name] = Definition(name, tuple(sorts.items()), made)
    document.says[name] = says[0].rest if says else ""


def _above(definitions: Mapping[str, Definition]) -> Text:
    """What names mean where nothing but definitions stands above."""
    taken = dict.fromkeys(definitions, "is a word of the definitions above")
    return Text(Scope({}, definitions), {}, Names(taken))


class _Reader:
    """Reads one statement."""

    def __init__(self, entry: Entry, definitions: Mapping[str, Definition], reading: Reading) -> None:
        self.entry = entry
        self.reading = reading
        self.id = _identifier(entry)
        self.text = _above(definitions)
        self.found: dict[str, Entry] = {}
        self.fields: dict[str, str] = {}
        self.remarks: list[str] = []
        self.context: list[str] = []
        self.typos: list[tuple[str, str, str]] = []
        self.forms: list[Form] = []
        self.twins: list[Twin | Later[Twin]] = []
        self.experiments: list[str] = []
        self.untried = ""
        self.sure = 100
        self.by_hand: list[ByHand] = []
        self.parameters = ParameterReader()
        self.algorithms: dict[str, Algorithm] = {}

    def statement(self) -> Statement:
        for child in self.entry.children:
            if child.word in (*_FIELDS, "sure", "no"):
                once(child, self.found, "a statement")
            if child.word in _FIELDS:
                self.fields[child.word] = child.rest
            elif child.word in ("remark", "context"):
                (self.remarks if child.word == "remark" else self.context).append(child.rest)
            elif child.word == "typo":
                self.typos.append(typo(child))
            elif child.word == "by-hand":
                self.by_hand.append(by_hand(child))
            elif child.word == "sure":
                self.sure = percent(child)
            elif child.word == "experiment":
                self.experiments.append(child.rest)
            elif child.word == "no" and child.rest.startswith("experiment: "):
                self.untried = child.rest.removeprefix("experiment: ")
            elif child.word == "let":
                self.text = self.text.declared(child)
            elif child.word == "where":
                self.text = self.text.abbreviated(child)
            elif child.word == "algorithm":
                self._algorithm(child)
            elif child.word in PARAMETER_WORDS:
                self.parameters.read(child, self._numbers())
            elif child.word in beside.WORDS:
                pass  # read below: they name forms
            elif child.word == "form":
                self.forms.append(self._form(child))
            elif child.word == "twin":
                twin = partial(self._twin, child, tuple(self.forms))
                self.twins.append(self.reading.part(twin))
            else:
                hint = near("statement", child.word)
                raise OutlineError(f"a statement has no {child.word!r}{hint}", child.number)
        if not self.forms:
            raise OutlineError("a statement needs a form", self.entry.number)
        if self.experiments and self.untried:
            raise OutlineError("either experiments or a reason why there is none", self.entry.number)
        if (about := self.fields.get("about", "")) not in ("", *ABOUT):
            raise OutlineError(f"expected 'about {'|'.join(ABOUT)}', found {about!r}", self.entry.number)
        source = Source(*(self.fields.get(key, "") for key in ("source", "place", "quote")))
        return Statement(
            self.id, self.fields.get("title", ""), source, tuple(self.forms), self.reading.parts(self.twins),
            self.fields.get("kind", "theorem"), tuple(self.remarks), tuple(self.typos),
            tuple(self.experiments), {name: str(sort) for name, sort in self.text.names.variables.items()},
            self.parameters.made(), tuple(self.algorithms.values()), self.untried, self.sure, about,
            tuple(self.by_hand), tuple(self.context),
            beside.read(self.entry.children, self.id, [form.name for form in self.forms]),
        )  # fmt: skip

    def _algorithm(self, entry: Entry) -> None:
        made = AlgorithmReader(self.text).read(entry)
        self.text = self.text.named(made.name, made.term, "is an algorithm", entry)
        self.algorithms[made.name] = made

    def _numbers(self) -> frozenset[str]:
        sorts = self.text.names.variables
        return frozenset({x for x, sort in sorts.items() if sort in (REAL, INT)} | CONSTANTS.keys())

    def _form(self, entry: Entry) -> Form:
        label = form_label(entry)
        kind = label.partition(".")[0]
        if kind not in KINDS or not is_identifier(label):
            raise OutlineError(f"a form is one of {', '.join(KINDS)}, found {label!r}", entry.number)
        if any(form.name == f"{self.id}:{label}" for form in self.forms):
            raise OutlineError(f"a second form {label}; tell them apart: {label}.another", entry.number)
        context = Context(self.reading, self.text, self.algorithms)
        return FormReader(context, f"{self.id}:{label}", kind, entry).form()

    def _twin(self, entry: Entry, forms: Sequence[Form]) -> Twin:
        match = re.match(r"twin of ([\w.-]+)\s*:?\s*(.*)\Z", entry.text, re.S)
        base = next((f for f in forms if match and f.name.split(":", 1)[1] == match[1]), None)
        if match is None or base is None:
            raise OutlineError("expected 'twin of FORM: what was changed'", entry.number)
        hypotheses, conclusion = dict(base.theorem.hypotheses), base.theorem.conclusion
        definitions = self.text.names.definitions
        scope = Text(Scope(base.theorem.variables, definitions), base.where, self.text.bound)
        found, changed = dict[str, Entry](), Names()
        for child in entry.children:
            if child.word == "drop" and child.rest in hypotheses and child.rest not in changed:
                del hypotheses[child.rest]
            elif child.word == "given":
                label, text = labelled(child)
                changed.bind(label, "labels a hypothesis", child)
                hypotheses[label] = read_formula(text, scope, child)
            elif child.word in ("claim", "world"):
                once(child, found, "a twin")
                if child.word == "claim":
                    conclusion = read_formula(child.rest, scope, child)
            else:
                raise OutlineError(f"a twin has no {child.whole!r}{near('twin', child.word)}", child.number)
        if "world" not in found:
            raise OutlineError("a twin needs the world that refutes it", entry.number)
        given = tuple(hypotheses.items())
        theorem = replace(base.theorem, name=f"{base.name}:twin", hypotheses=given, conclusion=conclusion)
        refutation = Refutation(read_world(found["world"], theorem, definitions))
        return Twin(match[1], theorem, refutation, match[2])
