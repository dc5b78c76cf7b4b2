"""Statements from their text: the grammar in which papers and users write.

::

    define ball(R: real) := fun w: vec. norm(w) <= R
      says  the closed ball of radius R

    statement example.first
      title   ...
      source  Work, Theorem 1
      place   file.txt 10-12
      quote   the source's words
      let     H: set(vec); lam, rho: real
      where   v := A(S)
      abbreviate a := 4/n
      choice  lam section 4: 1/n
      setting section 4: n = 3000, rho = 4
      trivial 2*rho : what holds anyway
      form printed
        reading  ...
        given       label: formula
        presupposed label: formula
        claim       formula
        proof  appendix A
          1: formula
            by rule from a, b at t1; t2 with x := t fix u, v
        slip 2: formula
          world
            n = 1
        model
          n = 1
        refuted  what it shows
          n = 1
      twin of sharp: what was changed
        drop  label
        claim formula
        world
          n = 1
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ..kernel.limits import KernelError
from ..kernel.logic.derivations import Line, Theorem
from ..kernel.logic.grammar import Scope, formula, term
from ..kernel.logic.signature import CONSTANTS
from ..kernel.logic.signature import is_name
from ..kernel.logic.sorts import INT, PROP, REAL, Sort, parse_sort
from ..kernel.logic.terms import Definition, Expr, free_names, substitute
from ..kernel.logic.worlds import World, parse_world
from ..kernel.syntax import SyntaxProblem
from .outline import Entry, OutlineError, outline
from .parameters import WORDS as PARAMETER_WORDS
from .parameters import ParameterReader
from .statements import KINDS, Form, Refutation, Slip, Source, Statement, Twin

_LABELLED = re.compile(r"([\w.']+)\s*:\s+(.*)\Z", re.S)
_DEFINE = re.compile(r"define\s+(\w+)\s*(?:\((.*?)\))?\s*:=\s*(.*)\Z", re.S)
_CLAUSE = re.compile(r"\s(from|at|with|fix)\s")


_SLIP_FIELDS = ("let", "given", "constant", "note", "world")


@dataclass(frozen=True)
class Text:
    """How formulas are read at one place: names in scope, and abbreviations (``where``)."""

    names: Scope
    where: Mapping[str, Expr]

    def term(self, text: str) -> Expr:
        """A term with its abbreviations written out."""
        return substitute(term(text.strip(), self._scope()), self.where)

    def formula(self, text: str) -> Expr:
        """A formula with its abbreviations written out."""
        return substitute(formula(text.strip(), self._scope()), self.where)

    def _scope(self) -> Scope:
        short = {name: made.sort for name, made in self.where.items()}
        return Scope({**self.names.variables, **short}, self.names.definitions)

    def extended(self, sorts: Mapping[str, Sort]) -> Text:
        """The same place with further variables."""
        return Text(Scope({**self.names.variables, **sorts}, self.names.definitions), self.where)

    def abbreviation(self, entry: Entry) -> dict[str, Expr]:
        """The name and the term of a line ``where name := term``."""
        name, sign, text = entry.rest.partition(":=")
        if not sign or not is_name(name.strip()):
            raise OutlineError("expected 'where name := term'", entry.number)
        try:
            return {name.strip(): self.term(text)}
        except (SyntaxProblem, KernelError) as error:
            raise OutlineError(str(error), entry.number) from error


@dataclass
class Document:
    """What a text adds to the library: definitions with their words, and statements."""

    definitions: dict[str, Definition] = field(default_factory=dict)
    says: dict[str, str] = field(default_factory=dict)
    statements: list[Statement] = field(default_factory=list)


def read(text: str, known: Mapping[str, Definition], path: str = "") -> Document:
    """The definitions and statements of a text; raises OutlineError with the line."""
    document = Document(dict(known))
    for entry in outline(text):
        try:
            if entry.word == "define":
                _define(entry, document)
            elif entry.word == "statement":
                document.statements.append(_Reader(entry, document.definitions).statement())
            else:
                raise OutlineError(f"expected 'define' or 'statement', found {entry.word!r}", entry.number, path)
        except (SyntaxProblem, KernelError) as error:
            raise OutlineError(str(error), entry.number, path) from error
        except OutlineError as error:
            raise error if path in str(error) and path else OutlineError(str(error), error.number, path) from error
    return document


def _define(entry: Entry, document: Document) -> None:
    says = [child for child in entry.children if child.word == "says"]
    body = " ".join([entry.text, *(c.whole for c in entry.children if c.word != "says")])
    match = _DEFINE.match(body)
    if match is None:
        raise OutlineError("expected 'define name(parameters) := body'", entry.number)
    name, parameters, content = match.groups()
    if name in document.definitions or not is_name(name):
        raise OutlineError(f"{name} is defined already", entry.number)
    sorts = _sorts(parameters or "")
    made = term(content, Scope(sorts, document.definitions))
    strangers = free_names(made) - set(sorts) - {"n", "d"}
    if strangers:
        raise OutlineError(f"{name} mentions {', '.join(sorted(strangers))}", entry.number)
    document.definitions[name] = Definition(name, tuple(sorts.items()), made)
    document.says[name] = says[0].rest if says else ""


def _sorts(text: str) -> dict[str, Sort]:
    """Sorted names: ``lam, rho: real; H: set(vec)``."""
    sorts: dict[str, Sort] = {}
    for part in text.split(";"):
        if part.strip():
            names, colon, sort = part.partition(":")
            if not colon:
                raise KernelError(f"expected 'name: sort', found {part.strip()!r}")
            made = parse_sort(sort)
            for taken in names.split(","):
                if not is_name(taken.strip()):
                    raise KernelError(f"{taken.strip()!r} is no name for a variable, or has a meaning of its own")
            sorts.update({name.strip(): made for name in names.split(",")})
    return sorts


class _Reader:
    """Reads one statement."""

    def __init__(self, entry: Entry, definitions: Mapping[str, Definition]) -> None:
        self.entry = entry
        self.id = entry.rest if not entry.children else entry.text.split(None, 1)[1]
        self.definitions = definitions
        self.fields: dict[str, str] = {}
        self.remarks: list[str] = []
        self.typos: list[tuple[str, str, str]] = []
        self.sorts: dict[str, Sort] = {}
        self.forms: list[Form] = []
        self.twins: list[Twin] = []
        self.experiments: list[str] = []
        self.where: dict[str, Expr] = {}
        self.parameters = ParameterReader()

    def statement(self) -> Statement:
        for child in self.entry.children:
            if child.word in ("title", "source", "place", "quote", "kind"):
                self.fields[child.word] = child.rest
            elif child.word == "remark":
                self.remarks.append(child.rest)
            elif child.word == "typo":
                self.typos.append(_typo(child))
            elif child.word == "experiment":
                self.experiments.append(child.rest)
            elif child.word == "let":
                self.sorts.update(_sorts(child.rest))
            elif child.word == "where":
                self.where.update(Text(Scope(self.sorts, self.definitions), self.where).abbreviation(child))
            elif child.word in PARAMETER_WORDS:
                self.parameters.read(child, self._numbers())
            elif child.word == "form":
                self.forms.append(self._form(child))
            elif child.word == "twin":
                self.twins.append(self._twin(child))
            else:
                raise OutlineError(f"a statement has no {child.word!r}", child.number)
        if not self.forms:
            raise OutlineError("a statement needs a form", self.entry.number)
        source = Source(*(self.fields.get(key, "") for key in ("source", "place", "quote")))
        return Statement(
            self.id, self.fields.get("title", ""), source, tuple(self.forms), tuple(self.twins),
            self.fields.get("kind", "theorem"), tuple(self.remarks), tuple(self.typos), tuple(self.experiments),
            {name: str(sort) for name, sort in self.sorts.items()}, self.parameters.made(),
        )

    def _numbers(self) -> frozenset[str]:
        own = {name for name, sort in self.sorts.items() if sort in (REAL, INT)}
        return frozenset(own | CONSTANTS.keys())

    def _form(self, entry: Entry) -> Form:
        words = entry.text.split()
        label = words[1] if len(words) == 2 else ""
        kind = label.partition(".")[0]
        if kind not in KINDS:
            raise OutlineError(f"a form is one of {', '.join(KINDS)}, found {label!r}", entry.number)
        return _FormReader(self, f"{self.id}:{label}", kind, entry).form()

    def _twin(self, entry: Entry) -> Twin:
        match = re.match(r"twin of ([\w.-]+)\s*:?\s*(.*)\Z", entry.text, re.S)
        base = next((f for f in self.forms if match and f.name.split(":", 1)[1] == match[1]), None)
        if match is None or base is None:
            raise OutlineError("expected 'twin of FORM: what was changed'", entry.number)
        hypotheses, conclusion = dict(base.theorem.hypotheses), base.theorem.conclusion
        scope = Text(Scope({**base.theorem.variables}, self.definitions), dict(base.where))
        world: World | None = None
        for child in entry.children:
            if child.word == "drop" and child.rest in hypotheses:
                del hypotheses[child.rest]
            elif child.word == "given":
                label, text = _labelled(child)
                hypotheses[label] = _formula(text, scope, child)
            elif child.word == "claim":
                conclusion = _formula(child.rest, scope, child)
            elif child.word == "world":
                world = _world(child)
            else:
                raise OutlineError(f"a twin has no {child.whole!r}", child.number)
        if world is None:
            raise OutlineError("a twin needs the world that refutes it", entry.number)
        theorem = Theorem(f"{base.name}:twin", base.theorem.variables, tuple(hypotheses.items()), conclusion)
        return Twin(match[1], theorem, Refutation(world), match[2])


class _FormReader:
    """Reads one form of a statement."""

    def __init__(self, reader: _Reader, name: str, kind: str, entry: Entry) -> None:
        self.reader, self.name, self.kind, self.entry = reader, name, kind, entry
        self.sorts = dict(reader.sorts)
        self.hypotheses: dict[str, Expr] = {}
        self.presupposed: set[str] = set()
        self.slips: list[tuple[str, Entry]] = []
        self.where: dict[str, Expr] = dict(reader.where)
        self.constants: list[str] = []

    @property
    def scope(self) -> Text:
        return Text(Scope(self.sorts, self.reader.definitions), self.where)

    def form(self) -> Form:
        found: dict[str, Entry] = {}
        for child in self.entry.children:
            if child.word == "let":
                self.sorts.update(_sorts(child.rest))
            elif child.word == "where":
                self.where.update(self.scope.abbreviation(child))
            elif child.word == "constant":
                self.constants.append(child.rest)
                self.sorts[child.rest] = REAL
            elif child.word in ("given", "presupposed"):
                label, text = _labelled(child)
                self.hypotheses[label] = _formula(text, self.scope, child)
                if child.word == "presupposed":
                    self.presupposed.add(label)
            elif child.word == "slip":
                lines = [c.whole for c in child.children if c.word not in _SLIP_FIELDS]
                self.slips.append((" ".join([child.text, *lines]), child))
            elif child.word in ("reading", "note", "claim", "proof", "model", "refuted", "holds", "fails"):
                found[child.word] = child
            else:
                raise OutlineError(f"a form has no {child.word!r}", child.number)
        if "claim" not in found:
            raise OutlineError("a form needs a claim", self.entry.number)
        claim = _formula(found["claim"].rest, self.scope, found["claim"])
        hypotheses = tuple(self.hypotheses.items())
        theorem = Theorem(self.name, dict(self.sorts), hypotheses, claim, constants=tuple(self.constants))
        proof = found.get("proof")
        refuted = found.get("refuted")
        steps = _Steps(self.scope, proof) if proof else None
        lines = tuple(steps.lines()) if steps else ()
        return Form(
            self.kind, theorem,
            found["reading"].rest if "reading" in found else "",
            frozenset(self.presupposed),
            " ".join(proof.text.split()[1:]) if proof else "",
            lines,
            _world(found["model"]) if "model" in found else None,
            Refutation(_world(refuted), " ".join(refuted.text.split()[1:])) if refuted else None,
            tuple(self._slip(text, entry, theorem) for text, entry in self.slips),
            found["note"].rest if "note" in found else "",
            dict(self.where),
            dict(steps.scope.where) if steps else dict(self.where),
            *(_world(found[word]) if word in found else None for word in ("holds", "fails")),
        )

    def _slip(self, text: str, entry: Entry, theorem: Theorem) -> Slip:
        match = _LABELLED.match(text.split(None, 1)[1])
        worlds = [c for c in entry.children if c.word == "world"]
        if match is None or not worlds:
            raise OutlineError("expected 'slip step: formula' with a world", entry.number)
        extra = {}
        sorts = dict(self.sorts)
        constants = [child.rest for child in entry.children if child.word == "constant"]
        for child in entry.children:
            if child.word == "let":
                sorts.update(_sorts(child.rest))
        sorts.update(dict.fromkeys(constants, REAL))
        scope = Text(Scope(sorts, self.reader.definitions), self.where)
        for child in entry.children:
            if child.word == "given":
                label, content = _labelled(child)
                extra[label] = _formula(content, scope, child)
        asserted = _formula(match[2], scope, entry)
        slipped = Theorem(
            f"{theorem.name}:step {match[1]}", sorts, (*theorem.hypotheses, *extra.items()), asserted,
            constants=tuple(constants),
        )
        note = " ".join(c.rest for c in entry.children if c.word == "note")
        return Slip(match[1], slipped, Refutation(_world(worlds[0]), note))


class _Steps:
    """Reads the lines of a proof; names that `fix` and `assume` introduce are declared by `let`."""

    def __init__(self, scope: Text, entry: Entry) -> None:
        self.scope, self.entry = scope, entry

    def lines(self) -> list[Line]:
        made = []
        for child in self.entry.children:
            if child.word == "let":
                self.scope = self.scope.extended(_sorts(child.rest))
            elif child.word == "where":
                self.scope = replace(self.scope, where={**self.scope.where, **self.scope.abbreviation(child)})
            else:
                made.append(self._line(child))
        return made

    def _line(self, entry: Entry) -> Line:
        match = _LABELLED.match(entry.whole)
        if match is None or " by " not in match[2]:
            raise OutlineError("expected 'label: formula by rule ...'", entry.number)
        asserted, _, reason = match[2].rpartition(" by ")
        head, *clauses = _CLAUSE.split(" " + reason.strip() + " ")
        given = {word: text.strip() for word, text in zip(clauses[::2], clauses[1::2], strict=True)}
        try:
            values = {}
            for part in given.get("with", "").split(";"):
                if part.strip():
                    name, _, text = part.partition(":=")
                    values[name.strip()] = self.scope.term(text)
            terms = tuple(self.scope.term(t) for t in given.get("at", "").split(";") if t.strip())
            return Line(
                match[1], self.scope.formula(asserted), head.strip(),
                tuple(s.strip() for s in given.get("from", "").split(",") if s.strip()), terms, values,
                tuple(s.strip() for s in given.get("fix", "").split(",") if s.strip()),
            )
        except (SyntaxProblem, KernelError) as error:
            raise OutlineError(str(error), entry.number) from error


def _typo(entry: Entry) -> tuple[str, str, str]:
    """What is printed, what is meant, and why: ``typo was => now: why``."""
    match = re.match(r"(.+?)\s*=>\s*(.+?):\s+(.+)\Z", entry.rest)
    if match is None:
        raise OutlineError("expected 'typo printed => meant: why'", entry.number)
    return match[1], match[2], match[3]


def _labelled(entry: Entry) -> tuple[str, str]:
    match = _LABELLED.match(entry.rest)
    if match is None:
        raise OutlineError("expected 'label: formula'", entry.number)
    return match[1], match[2]


def _formula(text: str, scope: Text, entry: Entry) -> Expr:
    try:
        made = scope.formula(text)
    except (SyntaxProblem, KernelError) as error:
        raise OutlineError(str(error), entry.number) from error
    if made.sort != PROP:
        raise OutlineError(f"expected a formula, found a term of sort {made.sort}", entry.number)
    return made


def _world(entry: Entry) -> World:
    try:
        return parse_world(tuple(child.whole for child in entry.children))
    except (SyntaxProblem, KernelError) as error:
        raise OutlineError(str(error), entry.number) from error
