"""The search for worlds of a theorem: the questions, what the kernel is asked, the sketches to try."""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice, zip_longest
from typing import Final

import numpy as np
from flint import fmpq

from ..kernel import REFUTED, refute
from ..kernel.logic import (
    INT,
    PROP,
    REAL,
    VEC,
    Definition,
    Library,
    Scope,
    Theorem,
    set_of,
    term,
    used_definitions,
    walk,
)  # fmt: skip
from ..kernel.models import World
from ..kernel.real import Claim, Term, num, subterms, var
from ..prover import prove
from ..theory.certificates import Certificates
from ..theory.worlds import apart
from . import makers
from .catalogue import HALVES, Frame, frames, sketches, ungenerated
from .climb import Search
from .earlier import Earlier
from .families import Families, family
from .metering import EFFORT, FAILURE, Meter, keep_memory
from .question import Answer, Asked, Fails, Kernel, Shown
from .questions import Question, failures_of, model_of
from .sketches import NEAR, Parameter, Sketch
from .values import Chosen, Function

TURN: Final = 5
"""Sketches of a frame that have their turn at once, twice as many of the two likeliest."""
MOST: Final = 60
"""Sketches of a frame."""
MADE: Final = 200
"""Steps that a sketch costs: hypotheses are put in symbolically."""
BESIDE: Final = fmpq(1, 1024)
CERTIFYING: Final = 1_500_000
"""Steps of search for one certificate that a world owes."""
EASY: Final = 100_000
"""Steps for each of them at first: what is false is mostly seen to be so before others cost much."""
PURSE: Final = 3_000_000
"""Steps for all of them; when they are spent, only what is easy is certified."""


@dataclass
class Doubting(Certificates):
    """Certificates that remember where claims failed that the prover refuted."""

    failing: dict[str, dict[str, fmpq]] = field(default_factory=dict)
    spent: int = 0

    def _prove(self, claim: Claim) -> object | None:
        if claim.hash in self.missed:
            return None
        found = prove(claim, effort=self.effort)
        self.spent += found.effort
        if found.certificate is None and (found.refuted or self.effort > EASY):
            self.missed.add(claim.hash)
        if found.refuted and found.witness is not None:
            self.failing[claim.hash] = found.witness
        return found.certificate


@dataclass
class Trial:
    """The search for one theorem; `seed` and the name of the theorem fix what is tried."""

    theorem: Theorem
    definitions: Mapping[str, Definition]
    seed: int = 0
    effort: int = EFFORT // FAILURE
    certifying: int = CERTIFYING
    kept: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    """The places in the catalogue to choose from, of symbols of which they are known."""
    frames: tuple[Frame, ...] = ()
    """Sizes of data sets, records and outputs, where they are known."""
    earlier: Earlier = field(default_factory=Earlier)
    """What was found for other forms of the statement."""
    store: Doubting = field(init=False)
    library: Library = field(init=False)
    """The definitions that the theorem speaks of as the kernel has them, each unfolded once."""
    open: Claim | None = None
    """The last claim that no certificate was found for."""

    def __post_init__(self) -> None:
        self.store = Doubting(self.earlier.certificates, effort=self.certifying)
        said = [*(h for _, h in self.theorem.hypotheses), self.theorem.conclusion]
        used = used_definitions(said, self.definitions)
        self.library = Library(apart({name: self.definitions[name] for name in used}, self.theorem), {})

    def model(self) -> Answer:
        """A world in which all hypotheses hold, with positive numbers if there is one."""
        question = model_of(self.theorem, self.library.definitions)
        answer = self._either([question], self._as_model)
        if answer.shown is not None and answer.shown.found is not None:
            self.earlier.keep(answer.shown.found, question.variables)
        return answer

    def failure(self) -> Answer:
        """A world in which all hypotheses hold and the claim fails; one with positive numbers, if there is
        one."""
        return self._either(list(failures_of(self.theorem, self.library.definitions)), self._as_failure)

    def without(self, label: str) -> Trial:
        """The search for the theorem without one of its hypotheses, which share half of the effort."""
        kept = tuple(h for h in self.theorem.hypotheses if h[0] != label)
        fewer = replace(self.theorem, name=f"{self.theorem.name} without {label}", hypotheses=kept)
        share = self.effort // (2 * len(self.theorem.hypotheses))
        return Trial(fewer, self.definitions, self.seed, share, self.certifying, earlier=self.earlier)

    def _either(self, questions: Sequence[Question], kernel: Kernel) -> Answer:
        found = Answer()
        for signed in (False, True):
            if signed and not any(sort in (REAL, INT) for q in questions for sort in q.variables.values()):
                continue
            for question in questions:
                effort = self.effort * (1 if signed else 2) // (3 * len(questions))
                with np.errstate(all="ignore"):
                    found = self._asked(question, kernel, signed, effort).after(found)
                if found.shown is not None:
                    return found
        return found

    # -- the kernel ----------------------------------------------------------------------------

    def _as_model(self, world: World) -> Shown | Fails | str:
        """A model is a world that refutes what nothing satisfies can imply: that 1 <= 0."""
        absurd = replace(self.theorem, conclusion=term("1 <= 0", Scope({}, {}), PROP), constants=())
        found = refute(absurd, world, self.library, self._certificates).verdict
        return Shown(world, found.reason) if found.status == REFUTED else self._why(found.reason)

    def _as_failure(self, world: World) -> Shown | Fails | str:
        found = refute(self.theorem, world, self.library, self._certificates)
        if found.verdict.status == REFUTED:
            return Shown(world, found.verdict.reason, found)
        return self._why(found.verdict.reason)

    def _why(self, said: str) -> Fails | str:
        """What the kernel said of a world; where a certificate is missing, of which claim, or where that
        fails."""
        if "no certificate" not in said or self.open is None:
            return said
        point = self.store.failing.get(self.open.hash)
        if point is None:
            return f"no certificate found of {self.open.text}"
        names = sorted(point)
        there = ", ".join(f"{name} = {point[name]}" for name in names)
        return Fails(f"{self.open.text} fails at {there or 'once'}", tuple(point[name] for name in names))

    def _certificates(self, claims: Iterable[Claim]) -> dict[str, object]:
        """Certificates for what a world owes, the easy ones first, up to one that is not found: without it
        the world is none."""
        made: dict[str, object] = {}
        waiting = sorted(claims, key=lambda c: len(c.text))
        for effort in (EASY, self.certifying):
            for claim in [claim for claim in waiting if claim.hash not in made]:
                left = max(EASY, PURSE - self.store.spent)
                self.store.effort = min(effort, left, self.certifying)
                found = self.store.get(claim)
                if found is not None:
                    made[claim.hash] = found
                elif claim.hash in self.store.missed or effort == self.certifying:
                    self.open = claim
                    return made
        self.earlier.certificates.update(made)
        return made

    # -- the search ----------------------------------------------------------------------------

    def _asked(self, question: Question, kernel: Kernel, signed: bool, effort: int) -> Answer:
        if lacking := ungenerated(question.variables):
            return Answer(problems=[f"no generator for {', '.join(lacking)}"])
        what = "model" if question.goal.claim is None else "failure"
        meter = Meter(effort)
        asked = Asked(question, kernel, meter)
        return asked.ask(self.searches(question, meter, what, signed, asked.dear))

    def searches(
        self, question: Question, meter: Meter, what: str, signed: bool, dear: Container[object] = ()
    ) -> Iterator[Search]:
        """Sketches with what hypotheses say outright put in; `what` the search is for fixes its random
        numbers as well. Sizes and kinds of data sets that become `dear` meanwhile are left out."""
        if ungenerated(question.variables):
            return
        keep_memory()
        digest = hashlib.sha256(f"{self.seed} {what} {signed} {self.theorem.name}".encode()).digest()
        rng = np.random.default_rng(int.from_bytes(digest[:8], "big"))
        kept = self._kept(question)
        all_frames = list(self.frames or frames(question.about_data, question.events, question.about_records))
        if not question.about_data and not question.about_records:
            all_frames = all_frames[:1]
        of_frames = [sketches(question.variables, kept, frame, MOST, signed) for frame in all_frames]
        together = question.goal.claim is None or question.noisy
        before = self.earlier.sketches(question.variables, signed, question.events)
        for sketch in chain(before, in_turn(of_frames, together)):
            if (sketch.size, sketch.records) in dear:
                continue
            meter.spend(MADE)
            for made in makers.made(_with_size(question, sketch), question.goal.hypotheses):
                made = with_kinks(_with_neighbours(question, _with_events(question, made)))
                if self.theorem.constants and question.goal.claim is not None:
                    grown = family(made, self.theorem.constants[0], question.variables)
                    yield Families(grown, question.goal, rng, meter)
                else:
                    yield Search(made, question.goal, rng, meter)

    def _kept(self, question: Question) -> dict[str, tuple[int, ...]]:
        """The places in the catalogue to begin with, by what hypotheses say of a symbol."""
        kept = dict(self.kept)
        if any(n.head == "erfc" for h in question.goal.hypotheses for n in walk(h)):
            kept |= {name: HALVES for name in question.named if question.variables.get(name) == set_of(VEC)}
        for _, hypothesis in (*self.theorem.hypotheses, ("", self.theorem.conclusion)):
            for node in walk(hypothesis):
                if node.head == "defined" and node.label in _PREFERRED:
                    sort, places = _PREFERRED[node.label]
                    for name in (part.label for argument in node.args for part in walk(argument)):
                        if str(question.variables.get(name)) == sort:
                            kept.setdefault(name, places)
        return kept


def in_turn(of_frames: Sequence[Iterator[Sketch]], together: bool) -> Iterator[Sketch]:
    """Some sketches of each frame after another, those of a frame together, as what costs much keeps to the
    likely frames; or one of each at a time: where sides are compared, worlds of every kind are wanted."""
    turns = [TURN * (2 if k < 2 else 1) for k in range(len(of_frames))]
    while any(found := [list(islice(one, k)) for one, k in zip(of_frames, turns, strict=True)]):
        flat = chain(*found) if together else chain(*zip_longest(*found))
        yield from (sketch for sketch in flat if sketch is not None)


_PREFERRED: dict[str, tuple[str, tuple[int, ...]]] = {
    "unit_loss": ("vec, record -> real", (2, 3, 6, 5)),
    "curved": ("vec, record -> real", (0, 11, 8)),
    "strongly_convex": ("vec, record -> real", (0, 11, 8)),
    "bounded": ("set(vec)", (0, 1, 5)),
    "convex_set": ("set(vec)", (0, 1, 3, 5)),
}
"""For words of the library: of which sort is what they are about, which values of it to begin with."""


def _with_size(question: Question, sketch: Sketch) -> Sketch:
    """Where no formula speaks of data, n is a number like any other."""
    if question.about_data or not any("n" in f.names for f in question.formulas):
        return sketch
    choices = tuple(float(k) for k in (1, 2, 3, 4, 5, 8, 10, 20, 50, 100, 1000, 10_000))
    return replace(
        sketch, parameters=(*sketch.parameters, Parameter("n", choices, choices=choices, symbol=True))
    )


def _with_neighbours(question: Question, sketch: Sketch) -> Sketch:
    """Quantifiers are tried beside each point of the world as well, where minimisers show what they are."""
    known = (*sketch.names, *sketch.defined)
    points = [name for name, sort in question.variables.items() if sort == VEC and name in known]
    beside = (var(name) + num(sign * BESIDE) for name in points for sign in (1, -1))
    return replace(sketch, marks=(*beside, *sketch.marks)) if points else sketch


def with_kinks(sketch: Sketch) -> Sketch:
    """Quantifiers are tried where a function of vectors is cut off, too, and just before: there it is
    steepest."""
    ends: dict[Term, None] = {}
    for value in sketch.symbols.values():
        if not isinstance(value, Function):
            continue
        for part in subterms(value.body):
            if part.op == "min" and len(part.args) == 2 and part.args[1].op == "abs":
                end, inner = part.args[0], part.args[1].args[0]
                if (
                    inner.op == "var"
                    and inner.names <= set(value.names)
                    and end.names.isdisjoint(value.names)
                ):
                    ends |= dict.fromkeys((-end, num(NEAR - 1) * end, end, num(1 - NEAR) * end))
    return replace(sketch, marks=(*ends, *sketch.marks)) if ends else sketch


def _with_events(question: Question, sketch: Sketch) -> Sketch:
    """Events that the claim quantifies: outputs, or, where it is about noise, a half-line."""
    symbols, parameters = dict(sketch.symbols), list(sketch.parameters)
    for name in sorted(question.named):
        if question.variables.get(name) != set_of(VEC):
            continue
        if sketch.outputs and not question.noisy:
            masks = tuple(f"q_{name}_{k}_" for k in range(len(sketch.outputs)))
            parameters += [Parameter(m, (0.0, 1.0), choices=(0.0, 1.0)) for m in masks]
            symbols[name] = Chosen(masks)
    return replace(sketch, symbols=symbols, parameters=tuple(parameters))
