"""Statements from their text, in the grammar of `statements.grammar` (see docs/STATEMENTS.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

from ..kernel.logic import CONSTANTS, INT, REAL, Definition, Scope, is_name
from . import beside
from .algorithms import Algorithm, AlgorithmReader
from .elaborate.worlds import with_worlds
from .extending import form_label, with_bases
from .forms import Context, FormReader
from .grammar import TEXT, lines, own, rules
from .later import Later, Reading, placed
from .names import Names, once
from .notes import by_hand, percent
from .outline import Entry, OutlineError, Piece, joined, outline
from .parameters import WORDS as PARAMETER_WORDS
from .parameters import ParameterReader
from .statements import ABOUT, KINDS, ByHand, Form, Refutation, Source, Statement, Twin, is_identifier
from .texts import Text, binders, labelled, read_formula
from .worlds import read_world

MAX_IDENTIFIER = 120
_FIELDS = ("title", "place", "quote", "kind", "about")


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


def _scan_entry(entry: Entry, document: Document, path: str) -> None:
    if entry.word not in rules(TEXT):
        raise OutlineError(f"expected 'define' or 'statement', found {str(entry.word)!r}", entry.number)
    if entry.word == "define":
        document.definitions = dict(document.definitions)  # statements above keep those that stood above them
        _define(entry, document)
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


def _define(entry: Entry, document: Document) -> None:
    says = [child.rest for child in lines(entry, "define")]
    said = rules(TEXT)["define"].read(own(entry, "define"))
    name = str(said["NAME"])
    if name in document.definitions:
        raise OutlineError(f"{name} is defined already", entry.number)
    if not is_name(name):
        raise OutlineError(f"{name!a} is no name, or it has a meaning of its own", entry.number)
    sorts = Entry(joined(["let", said["SORTS"]]), entry.number, column=entry.column)
    text = _above(document.definitions).declared(sorts)
    variables, made = text.names.variables, text.term(said["BODY"])
    text.bound.refuse_two_meanings(binders(made), variables)
    if strangers := made.names - set(variables) - {"n", "d"}:
        raise OutlineError(f"{name} mentions {', '.join(sorted(strangers))}", entry.number)
    document.definitions[name] = Definition(name, tuple(variables.items()), made)
    document.says[name] = says[0] if says else ""


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
        heading = rules(TEXT)[self.entry.word].read(self.entry)
        said = {"title": heading["TITLE"], "kind": self.entry.word}
        self.fields = {word: str(text) for word, text in said.items() if text not in ("", "statement")}
        found = {word: self.entry for word in self.fields}
        for child in lines(self.entry, "statement"):
            if child.word in _FIELDS:
                once(child, found, "a statement")
                self.fields[child.word] = str(child.rest)
            elif child.word == "source":
                pieces = rules("statement")["source"].read(child)
                self.fields |= {"source": str(pieces["PROSE"])}
                if pieces["PLACE"]:
                    once(replace(child, text=Piece("place")), found, "a statement")
                    self.fields["place"] = str(pieces["PLACE"])
            elif child.word in ("remark", "context"):
                (self.remarks if child.word == "remark" else self.context).append(str(child.rest))
            elif child.word == "typo":
                was, meant, why = map(str, rules("statement")["typo"].read(child).values())
                self.typos.append((was, meant, why))
            elif child.word == "by-hand":
                self.by_hand.append(by_hand(child))
            elif child.word == "sure":
                self.sure = percent(child)
            elif child.word == "experiment":
                self.experiments.append(str(child.rest))
            elif child.word == "no":
                self.untried = str(rules("statement")["no"].read(child)["PROSE"])
            elif child.word == "let":
                self.text = self.text.declared(child)
            elif child.word == "where":
                self.text = self.text.abbreviated(child)
            elif child.word == "algorithm":
                self._algorithm(child)
            elif child.word in PARAMETER_WORDS:
                self.parameters.read(child, self._numbers())
            elif child.word == "form":
                self.forms.append(self._form(child))
            elif child.word == "twin":
                twin = partial(self._twin, child, tuple(self.forms))
                self.twins.append(self.reading.part(twin))
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
        said = rules("statement")["twin"].read(entry)
        base = next((f for f in forms if f.name.split(":", 1)[1] == said["ID"]), None)
        if base is None:
            raise OutlineError(f"no form {str(said['ID'])!r} above, of which this is a twin", entry.number)
        hypotheses, conclusion = dict(base.theorem.hypotheses), base.theorem.conclusion
        definitions = self.text.names.definitions
        scope = Text(Scope(base.theorem.variables, definitions), base.where, self.text.bound)
        found, changed = dict[str, Entry](), Names()
        for child in lines(entry, "twin"):
            found[child.word] = child
            if child.word == "drop":
                if child.rest not in hypotheses or child.rest in changed:
                    raise OutlineError(f"no hypothesis {str(child.rest)!r} to drop", child.number)
                del hypotheses[child.rest]
            elif child.word == "given":
                label, text = labelled(child, rules("twin")["given"])
                changed.bind(label, "labels a hypothesis", child)
                hypotheses[label] = read_formula(text, scope, child)
            elif child.word == "claim":
                conclusion = read_formula(child.rest, scope, child)
        if "world" not in found:
            raise OutlineError("a twin needs the world that refutes it", entry.number)
        given = tuple(hypotheses.items())
        theorem = replace(base.theorem, name=f"{base.name}:twin", hypotheses=given, conclusion=conclusion)
        refutation = Refutation(read_world(found["world"], theorem, definitions))
        return Twin(str(said["ID"]), theorem, refutation, str(said["WHY"]))
