"""One question about worlds being asked: sketches are scanned, the promising ones climbed, what is found
is made round, written in the language of the texts, read as they are, and given to the kernel."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
from flint import fmpq

from ..kernel import KernelError, Refuted, SyntaxProblem
from ..kernel.logic import REAL
from ..kernel.models import Closed, FiniteLaw, World
from ..kernel.real import Term, num
from ..theory.worlds import parse_world
from .climb import FAR, VIOLATED, Herd, Search, promise, ratio
from .covers import covers
from .evaluator import Evaluation
from .metering import Meter, Spent, TooDear
from .numeric import evaluated, value_of
from .questions import Question
from .sketches import Sketch
from .values import Unsupported
from .writing import Found, lines, rounded

SCANNED: Final = 60
"""Sketches that are scanned before the best of them are climbed; then the next ones have their turn."""
SCANNING: Final = 0.5
"""The share of the effort left that is spent on scanning; the rest is for climbing."""
FIRST: Final = 40
"""Worlds of each sketch that are tried first."""
DEAR: Final = 40
"""The part of the effort that the first worlds of a sketch may cost, if that is not cheap anyway, and others
were tried before."""
CHEAP: Final = 12_000
CLIMBED: Final = 6
"""Sketches that are climbed."""
CLIMBS: Final = 3
"""How often they are, from other starts, while effort is left."""
ROUNDS: Final = 25
"""Generations of a climb."""
ROUNDING: Final = 60_000
"""Steps, beyond those of the search, for making round what is nearly found, or the tightest world."""
FAIR: Final = 6_000
"""Steps that are spent on a better example than one that is degenerate."""
REFUSED: Final = 5
"""Worlds of a question that the kernel may refuse before the search ends."""
TWICE: Final = "the drawn number in two places"
SHAPES: Final = (TWICE, "leaves the outputs")
"""What the kernel says of the form of a world, whatever its numbers are: the next sketch has its turn, and it
does not count as a refusal."""
UNDECIDED: Final = "does not hold in this world"
"""What the kernel says, too, of equations that it cannot decide: some can be between logarithms."""
POINTS: Final = 6
"""Numbers at which hypotheses failed that are kept."""
LOOKED_AT: Final = 3
"""Worlds of a sketch that the kernel is asked about."""


@dataclass(frozen=True)
class Shown:
    """A world that the kernel accepted, and what it said; numbers below 0, or 0, whose sign no hypothesis
    states."""

    world: World
    said: str
    refuted: Refuted | None = None
    unstated: tuple[str, ...] = ()
    degenerate: tuple[str, ...] = ()
    """What makes it a poor example: data sets of one record, a number 0, a constant function, a law of one
    point."""
    found: Found | None = None


@dataclass(frozen=True)
class Fails:
    """A hypothesis that a world does not satisfy although it seemed to: at which point, as the kernel
    checked; the point's numbers."""

    said: str
    point: tuple[fmpq, ...] = ()


Kernel = Callable[[World], Shown | Fails | str]


@dataclass(frozen=True)
class Near:
    """The world, of those tried, in which the sides are nearest to one another: their ratio, its lines."""

    ratio: float
    lines: tuple[str, ...]


@dataclass
class Answer:
    """What came of a question: the world, if one was accepted; how many were tried; why others were not."""

    shown: Shown | None = None
    worlds: int = 0
    held: int = 0
    """In how many of them all hypotheses held."""
    feasible: bool = False
    best: float = -np.inf
    near: Near | None = None
    problems: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    failing: list[str] = field(default_factory=list)
    """What of the hypotheses failed, plainly, in worlds that seemed to satisfy them."""

    def after(self, before: Answer) -> Answer:
        """This answer with what was tried before."""
        self.worlds += before.worlds
        self.held += before.held
        self.feasible = self.feasible or before.feasible
        self.best = max(self.best, before.best)
        if before.near is not None and (self.near is None or self.near.ratio < before.near.ratio):
            self.near = before.near
        self.problems = [*before.problems, *self.problems]
        self.refused = [*before.refused, *self.refused]
        self.failing = [*before.failing, *self.failing]
        return self


@dataclass
class Asked:
    """A question while it is asked; the kernel says of a world what it is, or why it is none."""

    question: Question
    kernel: Kernel
    meter: Meter
    answer: Answer = field(default_factory=Answer)
    pool: list[tuple[Search, Herd]] = field(default_factory=list)
    climbed: int = 0
    """So many of the pool had their turn."""
    dear: set[tuple[int, tuple[fmpq, ...]]] = field(default_factory=set)
    """Sizes and kinds of data sets of which even the first worlds cost too much."""
    last: tuple[Search, Herd] | None = None
    """What was being made round when the effort was spent."""
    points: tuple[Term, ...] = ()
    """Numbers at which hypotheses failed that had seemed to hold."""

    spare: Shown | None = None
    """A counterexample that is degenerate."""
    shapes: int = 0
    """Worlds that were refused for their form."""

    @property
    def _refused(self) -> int:
        return len(self.answer.refused) - self.shapes

    @property
    def threshold(self) -> float:
        """The score from which on a world is looked at: of a model any, of a counterexample one above 0."""
        return 0.0 if self.question.goal.claim is None else VIOLATED

    def ask(self, searches: Iterable[Search]) -> Answer:
        """The answer, by these searches."""
        waiting = iter(searches)
        try:
            while True:
                known = len(self.pool)
                share = SCANNING * (self.meter.allowed - self.meter.steps)
                if self._scanned(itertools.islice(waiting, SCANNED), self.meter.steps + share):
                    break
                if len(self.pool) == known or self._climbed():
                    break
        except Spent:
            self.answer.problems.append("the effort is spent")
            with suppress(Spent, Unsupported):
                if self.last is not None and self.spare is None:
                    several = 3 if self.last[0].sketch.constant else 1  # of a family there are some to judge
                    self.meter.allowed = self.meter.steps + 2 * ROUNDING * several
                    self._looked(*self.last)
        self.answer.shown = self.answer.shown or self.spare
        self.answer.worlds, self.answer.held = self.meter.worlds, self.meter.held
        if self.threshold and self.answer.shown is None and self.pool and not self.pool[0][0].sketch.constant:
            self.answer.near = self._nearest()
        return self.answer

    def _scanned(self, searches: Iterable[Search], until: float) -> bool:
        """Whether a world was found in the first ones of each sketch, or too many were refused."""
        for search in searches:
            search.sketch = self._with_points(search.sketch)
            try:
                most = max(CHEAP, self.meter.allowed // DEAR) if self.pool else self.meter.allowed
                with self.meter.at_most(most):
                    herd = search.climb(search.start(FIRST if search.parameters else 1), 2)
            except Unsupported as problem:
                self.answer.problems.append(str(problem))
                continue
            except TooDear:
                self.dear.add((search.sketch.size, search.sketch.records))
                continue
            if self._looked(search, herd) or self._refused > REFUSED:
                return True
            if self.meter.steps > until:
                break
        return False

    def _climbed(self) -> bool:
        """Whether a world was found near the best of the sketches that were not climbed yet, or too many
        were refused."""
        waiting = self.pool[self.climbed :]
        best = sorted(waiting, key=lambda one: -float(np.max(promise(one[1].scores))))[:CLIMBED]
        for k, (search, herd) in enumerate(best * CLIMBS):
            try:
                again = k < len(best) and not self.points
                start = herd if again else search.start(FIRST)
                better = search.climb(start, ROUNDS, enough=np.inf if self.threshold else 0.0)
            except Unsupported as problem:
                self.answer.problems.append(str(problem))
                continue
            if self._looked(search, better) or self._refused > REFUSED:
                return True
        self.climbed = len(self.pool)
        return False

    def _looked(self, search: Search, herd: Herd) -> bool:
        """Whether one of the best worlds, in round numbers, is accepted by the kernel."""
        best, tried = float(herd.scores[0]), 0
        self.last = (search, herd) if best >= self.threshold else None
        self.pool.append((search, herd))
        self.answer.best = max(self.answer.best, best)
        self.answer.feasible = self.answer.feasible or best > FAR
        for k in range(min(herd.scores.size, 4 * LOOKED_AT)):
            score = float(herd.scores[k])
            if score < self.threshold or tried >= LOOKED_AT:
                break
            one, least = herd.kept(np.array([k])), max(self.threshold, 0.2 * score * bool(self.threshold))
            found = rounded(search, one, least)
            if found is None:
                continue
            said = self._given(found)
            if isinstance(said, str) and UNDECIDED in said and (other := rounded(search, one, least, True)):
                found, said = other, self._given(other)
            if isinstance(said, Shown):
                poor = tuple(self._degenerate(said.world))
                signs = self._unstated(found, said.world)
                shown = replace(said, unstated=signs, degenerate=poor, found=found)
                if not self._fairer(shown):
                    return True
                break
            tried += 1
            if isinstance(said, Fails):
                self.answer.failing.append(said.said)
                self._avoid(said.point)
                search.sketch = self._with_points(search.sketch)
            else:
                self.answer.refused.append(said)
                if any(shape in said for shape in SHAPES):
                    self.shapes += 1
                    break
        self.last = None
        return False

    def _fairer(self, shown: Shown) -> bool:
        """Whether a better example is looked for, for a while; a degenerate counterexample is kept."""
        if not shown.degenerate or not self.threshold:
            self.answer.shown = shown
        elif self.spare is None:
            self.spare = shown
            self.meter.allowed = min(self.meter.allowed, self.meter.steps + FAIR)
        return self.answer.shown is None

    def _avoid(self, point: tuple[fmpq, ...]) -> None:
        """Have quantifiers tried at the numbers of a point as well, from now on."""
        new = dict.fromkeys([*map(num, point), *self.points])
        self.points = tuple(new)[:POINTS]

    def _with_points(self, sketch: Sketch) -> Sketch:
        marks = tuple(dict.fromkeys([*self.points, *sketch.marks]))
        return replace(sketch, marks=marks)

    def _given(self, found: Found) -> Shown | Fails | str:
        """What the kernel says of the lines of a world, after the reader has read them; where an event under
        noise is too much for it, with an interval that the event lies in."""
        entries = lines(found, self.question.variables, self.question.about_records)
        said = self._read(entries)
        for cover in (
            covers(found, self.question.goal.claim) if isinstance(said, str) and TWICE in said else ()
        ):
            other = self._read((*entries, cover))
            if isinstance(other, Shown):
                return other
        return said

    def _read(self, entries: tuple[str, ...]) -> Shown | Fails | str:
        try:
            return self.kernel(parse_world(entries))
        except (KernelError, SyntaxProblem, ValueError) as error:
            return f"{error} [{'; '.join(entries)}]"

    def _unstated(self, found: Found, world: World) -> tuple[str, ...]:
        """The numbers that are 0 or less although no inequality among the hypotheses is about them."""
        plain = ("lt", "le", "gt", "ge", "and")
        told = frozenset[str]().union(*(h.names for h in self.question.goal.conditions if h.head in plain))
        at = dict.fromkeys(world.family, np.ones(1))
        chosen = world.values if at else found.numbers  # others are what equations say
        names = (n for n, sort in self.question.variables.items() if sort == REAL and n in chosen)
        values = ((n, world.values.get(n)) for n in names if n not in told)
        return tuple(n for n, v in values if isinstance(v, Closed) and evaluated(v.body, at)[0] <= 0)

    def _degenerate(self, world: World) -> Iterator[str]:
        if self.question.about_data and world.size == 1:
            yield "one record"
        for name, value in world.values.items():
            if isinstance(value, FiniteLaw) and len(value.weights) == 1:
                yield f"{name} of one point"
            if not isinstance(value, Closed):
                continue
            if value.parameters and value.body.names <= world.family:
                yield f"{name} constant"
            elif self.question.variables.get(name) == REAL and value_of(value.body) == 0:
                yield f"{name} = 0"

    def _nearest(self) -> Near | None:
        """The world with the largest ratio of the sides, in round numbers."""
        below = [(s, h.kept(np.flatnonzero(h.scores < VIOLATED)[:1])) for s, h in self.pool]  # as for others,
        search, herd = max(below, key=lambda one: max(one[1].scores, default=-np.inf))  # the kernel said no
        score, claim = float(max(herd.scores, default=-np.inf)), self.question.goal.claim
        self.meter.allowed = self.meter.steps + ROUNDING
        try:
            found = rounded(search, herd, score - 0.005) if FAR < score < VIOLATED else None
            if found is None or claim is None:
                return None
            exact = [value_of(found.numbers[name]) for name in search.sketch.names]
            at = Evaluation(search.sketch.scene(np.array(exact).reshape(len(exact), 1)))
            size = float(np.max(ratio(at, claim)))
        except (Spent, Unsupported):
            return None
        there = lines(found, self.question.variables, self.question.about_records)
        return Near(size, there) if np.isfinite(size) else None
