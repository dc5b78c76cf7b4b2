"""Reading one form of a statement: its hypotheses, claim, proof, slips and worlds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from ..kernel.limits import KernelError
from ..kernel.logic.grammar import Scope
from ..kernel.logic.signature import is_name
from ..kernel.logic.sorts import REAL, Sort
from ..kernel.logic.terms import Definition, Expr
from ..kernel.logic.theorems import Theorem
from ..kernel.models.worlds import World
from .algorithms import Algorithm, runs
from .elaborate.auto import elaborated
from .outline import Entry, OutlineError
from .statements import ADDED, MARKS, PRESUPPOSED, PRINTED, Form, Refutation, Slip
from .steps import Steps
from .texts import LABELLED, Text, declared, labelled, read_formula, read_world, refuse_abbreviation
from .words import near

_ONCE = ("reading", "part", "note", "claim", "proof", "cited", "model", "refuted", "holds", "fails")
_SLIP_FIELDS = ("let", "given", "constant", "note", "world")


@dataclass(frozen=True)
class Context:
    """What a form shares with its statement: definitions, sorted names, abbreviations, algorithms."""

    definitions: Mapping[str, Definition]
    sorts: Mapping[str, Sort] = field(default_factory=dict)
    where: Mapping[str, Expr] = field(default_factory=dict)
    algorithms: Mapping[str, Algorithm] = field(default_factory=dict)


class FormReader:
    """Reads one form of a statement."""

    def __init__(self, reader: Context, name: str, kind: str, entry: Entry) -> None:
        self.reader, self.name, self.kind, self.entry = reader, name, kind, entry
        self.sorts = dict(reader.sorts)
        self.hypotheses: dict[str, Expr] = {}
        self.marks: dict[str, set[str]] = {mark: set() for mark in MARKS}
        self.words: dict[str, str] = {}
        self.slips: list[tuple[str, Entry]] = []
        self.where: dict[str, Expr] = dict(reader.where)
        self.constants: list[str] = []
        self.runs = ""

    @property
    def scope(self) -> Text:
        return Text(Scope(self.sorts, self.reader.definitions), self.where)

    def form(self) -> Form:
        found: dict[str, Entry] = {}
        for child in self.entry.children:
            if child.word == "let":
                self.sorts.update(declared(child, self.sorts, self.reader.definitions, self.where))
            elif child.word == "where":
                self.where.update(self.scope.abbreviation(child))
            elif child.word == "constant":
                self.constants.append(_constant(child, self.reader.definitions))
                refuse_abbreviation(child.rest, self.where, child)
                if self.sorts.get(child.rest, REAL) != REAL:
                    raise OutlineError(f"{child.rest} is declared already, and is no real", child.number)
                self.sorts[child.rest] = REAL
            elif child.word in MARKS:
                self._hypothesis(child)
            elif child.word == "runs":
                self._run(child)
            elif child.word == "slip":
                lines = [c.whole for c in child.children if c.word not in _SLIP_FIELDS]
                self.slips.append((" ".join([child.text, *lines]), child))
            elif child.word in _ONCE:
                if child.word in found:
                    raise OutlineError(f"a form has one {child.word}", child.number)
                found[child.word] = child
            else:
                raise OutlineError(f"a form has no {child.word!r}{near('form', child.word)}", child.number)
        if "claim" not in found:
            raise OutlineError("a form needs a claim", self.entry.number)
        claim = read_formula(found["claim"].rest, self.scope, found["claim"])
        hypotheses = tuple(self.hypotheses.items())
        theorem = Theorem(self.name, dict(self.sorts), hypotheses, claim, constants=tuple(self.constants))
        proof = found.get("proof")
        refuted = found.get("refuted")
        steps = Steps(self.scope, proof, theorem) if proof else None
        written = steps.lines() if steps else []
        derivation = elaborated(theorem, written, self.reader.definitions)
        return Form(
            self.kind,
            theorem,
            found["reading"].rest if "reading" in found else "",
            frozenset(self.marks[PRESUPPOSED]),
            " ".join(proof.text.split()[1:]) if proof else "",
            derivation,
            self._world(found["model"], theorem) if "model" in found else None,
            Refutation(self._world(refuted, theorem), " ".join(refuted.text.split()[1:]))
            if refuted
            else None,
            tuple(self._slip(text, entry, theorem) for text, entry in self.slips),
            found["note"].rest if "note" in found else "",
            dict(self.where),
            dict(steps.scope.where) if steps else dict(self.where),
            self._world(found["holds"], theorem) if "holds" in found else None,
            self._world(found["fails"], theorem) if "fails" in found else None,
            found["cited"].rest if "cited" in found else "",
            self.runs,
            found["part"].rest if "part" in found else "",
            frozenset(self.marks[ADDED]),
            self.words,
        )

    def _world(self, entry: Entry, theorem: Theorem) -> World:
        return read_world(entry, theorem, self.reader.definitions)

    def _hypothesis(self, entry: Entry) -> None:
        """A hypothesis, and after two hyphens the source's words: ``given far: r > 1 -- "far away"``."""
        label, text = labelled(entry)
        if label in self.hypotheses:
            raise OutlineError(f"a second hypothesis {label!r}", entry.number)
        if entry.word == ADDED and self.kind != PRINTED:
            raise OutlineError("only a printed form has hypotheses that are added to it", entry.number)
        text, sign, words = text.partition(" -- ")
        if sign and (entry.word != "given" or not re.fullmatch(r'"[^"]+"', words)):
            raise OutlineError("expected 'given label: formula -- \"words of the quote\"'", entry.number)
        if sign:
            self.words[label] = words[1:-1]
        self.hypotheses[label] = read_formula(text, self.scope, entry)
        self.marks[entry.word].add(label)

    def _run(self, entry: Entry) -> None:
        algorithm = self.reader.algorithms.get(entry.rest)
        if algorithm is None:
            known = ", ".join(self.reader.algorithms) or "none"
            raise OutlineError(f"no algorithm {entry.rest!r} above; there: {known}", entry.number)
        try:
            self.hypotheses = runs(self.hypotheses, algorithm)
        except KernelError as error:
            raise OutlineError(str(error), entry.number) from error
        self.runs = algorithm.name

    def _slip(self, text: str, entry: Entry, theorem: Theorem) -> Slip:
        match = LABELLED.match(text.split(None, 1)[1])
        worlds = [c for c in entry.children if c.word == "world"]
        if match is None or not worlds:
            raise OutlineError("expected 'slip step: formula' with a world", entry.number)
        extra = {}
        sorts = dict(self.sorts)
        above = self.reader.definitions
        constants = [_constant(child, above) for child in entry.children if child.word == "constant"]
        for child in entry.children:
            if child.word == "let":
                sorts.update(declared(child, sorts, above, self.where))
        sorts.update(dict.fromkeys(constants, REAL))
        scope = Text(Scope(sorts, self.reader.definitions), self.where)
        for child in entry.children:
            if child.word == "given":
                label, content = labelled(child)
                extra[label] = read_formula(content, scope, child)
        asserted = read_formula(match[2], scope, entry)
        slipped = Theorem(
            f"{theorem.name}:step {match[1]}",
            sorts,
            (*theorem.hypotheses, *extra.items()),
            asserted,
            tuple(dict.fromkeys((*theorem.constants, *constants))),
        )
        note = " ".join(c.rest for c in entry.children if c.word == "note")
        return Slip(match[1], slipped, Refutation(self._world(worlds[0], slipped), note))


def _constant(entry: Entry, definitions: Mapping[str, Definition]) -> str:
    """The name of a positive number of which the form says that there is one."""
    if not is_name(entry.rest) or entry.rest in definitions:
        raise OutlineError(f"expected 'constant C' with a new name, found {entry.rest!r}", entry.number)
    return entry.rest
