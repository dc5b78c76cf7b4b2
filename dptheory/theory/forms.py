"""Reading one form of a statement: its hypotheses, claim, proof, slips and worlds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from ..kernel.logic import REAL, Expr, Theorem, is_name
from ..kernel.models import World
from .elaborate.auto import elaborated
from .grammar import Rule, lines, own, rules
from .lazy import Reading
from .names import Names
from .outline import Entry, OutlineError, Piece
from .statements import ADDED, MARKS, PRESUPPOSED, PRINTED, Algorithm, Form, Proof, Refutation, Slip
from .steps import Steps
from .texts import Text, labelled, read_formula
from .worlds import read_world


@dataclass(frozen=True)
class Context:
    """What a form shares with its statement: how its parts are read, what names mean, algorithms."""

    reading: Reading
    text: Text
    algorithms: Mapping[str, Algorithm] = field(default_factory=dict)


class FormReader:
    """Reads one form of a statement."""

    def __init__(self, reader: Context, name: str, kind: str, entry: Entry) -> None:
        self.reader, self.name, self.kind, self.entry = reader, name, kind, entry
        self.text = reader.text
        self.definitions = reader.text.names.definitions
        self.hypotheses: dict[str, Expr] = {}
        self.labels = Names()
        self.marks: dict[str, set[str]] = {mark: set() for mark in MARKS}
        self.words: dict[str, str] = {}
        self.slips: list[Entry] = []
        self.constants: list[str] = []
        self.runs = ""

    def form(self) -> Form:
        found: dict[str, Entry] = {}
        for child in lines(self.entry, "form"):
            found[child.word] = child
            if child.word == "let":
                self.text = self.text.declared(child)
            elif child.word == "where":
                self.text = self.text.abbreviated(child)
            elif child.word == "constant":
                self.text = _with_constant(self.text, child, self.constants)
            elif child.word in MARKS:
                self._hypothesis(child, rules("form")[child.word])
            elif child.word == "covers":
                rules("form")["covers"].read(child)
            elif child.word == "runs":
                self._run(child)
            elif child.word == "slip":
                self.labels.bind(child.text.partition(":")[0], "is there", child)
                self.slips.append(child)
            elif child.word == "drop":
                raise OutlineError("only a form that extends another drops a hypothesis", child.number)
        if "claim" not in found:
            raise OutlineError("a form needs a claim", self.entry.number)
        claim = read_formula(found["claim"].rest, self.text, found["claim"])
        sums = self.text.sums.used([claim, *self.hypotheses.values()])
        given = {one.name: one.says(self.definitions) for one in sums}
        self.marks[PRESUPPOSED] |= given.keys()
        hypotheses = (*self.hypotheses.items(), *given.items())
        variables = {**self.text.names.variables, **{one.name: one.meaning.sort for one in sums}}
        where = dict(self.text.where)
        theorem = Theorem(self.name, variables, hypotheses, claim, constants=tuple(self.constants))
        proof, reading = found.get("proof"), self.reader.reading
        about = rules("form")["proof"].read(proof) if proof else {}
        said, part = {word: str(entry.rest) for word, entry in found.items()}, reading.part
        slips = [part(partial(self._slip, entry, theorem)) for entry in self.slips]
        return Form(
            self.kind, theorem, said.get("reading", ""), frozenset(self.marks[PRESUPPOSED]),
            " ".join(about.get("PLACE", "").split()),
            part(lambda: self._proof(proof, about.get("REASON"), theorem)),
            part(lambda: self._world(found.get("model"), theorem)),
            part(lambda: self._refutation(found.get("refuted"), theorem)),
            reading.parts(slips), said.get("note", ""), where,
            part(lambda: self._world(found.get("holds"), theorem)),
            part(lambda: self._world(found.get("fails"), theorem)),
            said.get("cited", ""), self.runs, said.get("part", ""), frozenset(self.marks[ADDED]), self.words,
            said.get("covers", ""), said.get("cause", ""),
        )  # fmt: skip

    def _proof(self, entry: Entry | None, reason: Piece | None, theorem: Theorem) -> Proof:
        steps = Steps(self._within(theorem), entry, theorem, self.labels, reason) if entry else None
        written = steps.lines() if steps else []
        made = elaborated(theorem, written, self.definitions)
        return Proof(made, dict((steps.scope if steps else self.text).where))

    def _within(self, theorem: Theorem) -> Text:
        """The form's text where no sums of vectors are named but those of its theorem."""
        return replace(self.text, sums=self.text.sums.within(theorem.variables))

    def _world(self, entry: Entry | None, theorem: Theorem) -> World | None:
        return read_world(entry, theorem, self.definitions, self.text.sums) if entry else None

    def _refutation(self, entry: Entry | None, theorem: Theorem) -> Refutation | None:
        """A world in which the claim fails, and the words beside it."""
        world = self._world(entry, theorem)
        return Refutation(world, " ".join(entry.text.split()[1:])) if entry and world else None

    def _hypothesis(self, entry: Entry, rule: Rule) -> None:
        """A hypothesis, and after two hyphens the source's words: ``given far: r > 1 -- "far away"``."""
        said = rule.read(entry)
        label, formula = str(said["LABEL"]), said["FORMULA"]
        self.labels.bind(label, "labels a hypothesis", entry)
        if entry.word == ADDED and self.kind != PRINTED:
            raise OutlineError("only a printed form has hypotheses that are added to it", entry.number)
        if " -- " in formula:
            raise rules("form")["given"].expected(entry)
        if words := said.get("QUOTED"):
            self.words[label] = str(words)
        self.hypotheses[label] = read_formula(formula, self.text, entry)
        self.marks[entry.word].add(label)

    def _run(self, entry: Entry) -> None:
        algorithm = self.reader.algorithms.get(entry.rest)
        if algorithm is None:
            known = ", ".join(self.reader.algorithms) or "none"
            raise OutlineError(f"no algorithm {entry.rest!r} above; there: {known}", entry.number)
        for label, formula in algorithm.solved:
            self.labels.bind(label, f"labels what {algorithm.name} solves", entry)
            self.hypotheses[label] = formula
        self.runs = algorithm.name

    def _slip(self, entry: Entry, theorem: Theorem) -> Slip:
        there, labels, found = self._within(theorem), Names(self.labels), dict[str, Entry]()
        extra, constants, note = list[tuple[str, Expr]](), list(self.constants), list[str]()
        step, formula = labelled(own(entry, "slip"), rules("form")["slip"])
        for child in lines(entry, "slip"):
            found[child.word] = child
            if child.word == "constant":
                there = _with_constant(there, child, constants)
            elif child.word == "let":
                there = there.declared(child)
            elif child.word == "note":
                note.append(child.rest)
        for child in lines(entry, "slip"):
            if child.word == "given":
                label, content = labelled(child, rules("slip")["given"])
                labels.bind(label, "labels a hypothesis", child)
                extra.append((label, read_formula(content, there, child)))
        if "world" not in found:
            raise OutlineError("a slip needs the world where it fails", entry.number)
        asserted, hypotheses = read_formula(formula, there, entry), (*theorem.hypotheses, *extra)
        sorts = {**theorem.variables, **there.names.variables}
        slipped = Theorem(f"{theorem.name}:step {step}", sorts, hypotheses, asserted, tuple(constants))
        world = read_world(found["world"], slipped, self.definitions, there.sums)
        return Slip(step, slipped, Refutation(world, " ".join(note)))


def _with_constant(text: Text, entry: Entry, constants: list[str]) -> Text:
    """The text after a line ``constant C``: a new name, or that of a real variable above."""
    name = str(entry.rest)
    if not is_name(name):
        raise OutlineError(f"expected 'constant C' with a name, found {name!r}", entry.number)
    if name in constants or text.names.variables.get(name) != REAL:
        text = text.named(name, REAL, "is a constant", entry)
    constants.append(name)
    return text
