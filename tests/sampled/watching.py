"""The watcher: what the kernel's rules assume is looked at, at points, by the evaluator of `values`.

A point satisfies the hypotheses of a sequent if `values` says that they hold there. Points go down a tree of
nodes: what a rule adds to the hypotheses has to hold at the points of the sequent before (a), with new variables at
the values that the rule's docstring names (b); the goal of every sequent of an accepted certificate has values and
holds at its points (c), and so have all subterms a value that are counted as defined (d).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

import dptheory.kernel.real.check as checking
from dptheory.kernel.limits import MAX_STEPS, KernelError
from dptheory.kernel.real import compound
from dptheory.kernel.real.certificates import Fields
from dptheory.kernel.real.grammar import print_term
from dptheory.kernel.real.sequents import Sequent, Task
from dptheory.kernel.real.terms import BINDERS, subterms

from .grammar import term
from .points import Search, Spot
from .values import FALSE, HOLDS, NO_VALUE

ADDING: Final = frozenset({"have", "let", "domain", "fact", "congruence", "extreme", "terms", "apply"})
"""Rules whose last child has more hypotheses than the sequent, all of them true where the sequent's are."""
MOVING: Final = frozenset({"replace", "generalise", "forget"})
"""Rules whose children have other hypotheses, all of them true where the sequent's are."""
POINTS: Final = 4
"""How many points of a sequent are looked at."""
FEW: Final = 2
"""With fewer points that came of the sequent before, others are searched for."""


@dataclass(frozen=True)
class Violation:
    """Something that the kernel says and that is not so at a point."""

    what: str
    rule: str
    place: str
    relation: str
    said: str
    point: str
    about: str

    def __str__(self) -> str:
        return f"{self.what} by {self.rule} at {self.place or 'the root'} of {self.about}: {self.relation} {self.said} where {self.point}"


@dataclass
class Tally:
    """What was looked at."""

    violations: list[Violation] = field(default_factory=list)
    sequents: int = 0
    without_points: int = 0
    rules: Counter[str] = field(default_factory=Counter)
    """Nodes of each rule that got points."""
    added: Counter[str] = field(default_factory=Counter)
    """What each rule assumes, at points where it was decided to hold."""
    said: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        self.violations += other.violations
        self.sequents += other.sequents
        self.without_points += other.without_points
        self.rules += other.rules
        self.added += other.added
        self.said += other.said

    @property
    def share(self) -> float:
        """The share of sequents that got points."""
        return 1 - self.without_points / max(self.sequents, 1)


@dataclass(frozen=True)
class Step:
    """A node that a rule accepted: the rule's name, its sequent, and what it left to check."""

    task: Task
    rule: str
    raw: Mapping[str, object]
    following: tuple[Task, ...]


def step(task: Task) -> Step:
    """The kernel's own step, with the node's fields."""
    following = checking.step(task)
    raw = Fields(task.node, "").raw
    return Step(task, str(raw.get("rule")), raw, tuple(following))


class Watch:
    """Looks at accepted certificates and adds up what it sees; `points` of each sequent."""

    def __init__(self, points: int = POINTS) -> None:
        self.tally, self.points = Tally(), points
        self.searched: dict[str, list[Spot]] = {}
        self.about = ""

    def forest(self, tasks: Iterable[Task], steps: Mapping[int, Step], about: str) -> None:
        """Trees of nodes, all of which the kernel accepted."""
        self.about = about
        stack: list[tuple[Task, list[Spot], bool]] = [(t, [], False) for t in tasks]
        while stack:
            task, spots, hopeless = stack.pop()
            done = steps[id(task)]
            spots = [] if hopeless else self.enough(task.sequent, spots)
            self.tally.sequents += 1
            self.tally.without_points += not spots
            self.tally.rules[done.rule] += bool(spots)
            self.valid(task, spots, done.rule)
            for child in done.following:
                stack.append((child, self.carried(done, child, spots), not spots and _narrower(child, task)))

    def enough(self, s: Sequent, spots: list[Spot]) -> list[Spot]:
        """The points that were carried here, and others if these are fewer than FEW."""
        if len(spots) >= FEW:
            return spots[: self.points]
        found = {str(spot): spot for spot in spots}
        for spot in self.searched_for(s):
            found.setdefault(str(spot), spot)
        return list(found.values())[: self.points]

    def searched_for(self, s: Sequent) -> list[Spot]:
        texts = sorted({h.text for h in s.hypotheses})
        key = "; ".join(texts) + str(sorted(s.variables.items()))
        if key not in self.searched:
            if len(self.searched) > 2_000:
                self.searched.clear()
            self.searched[key] = Search(texts, s.variables).spots(self.points)
        return self.searched[key]

    def valid(self, task: Task, spots: list[Spot], rule: str) -> None:
        """(c), (d): the goal has values and holds, what is counted as defined has a value."""
        s = task.sequent
        counted = list(parts(s))
        for spot in spots:
            found = spot.said(s.goal.text)
            self.tally.said[found] += 1
            if found in (FALSE, NO_VALUE):
                self.violated("goal", rule, task.place, s.goal.text, found, spot)
            for text in counted:
                if spot.value(text) == NO_VALUE:
                    self.violated("counted as defined", rule, task.place, text, NO_VALUE, spot)

    def carried(self, done: Step, child: Task, spots: list[Spot]) -> list[Spot]:
        """The points of a child that come of points of its parent; (a), (b): what has to hold there does."""
        s, c = done.task.sequent, child.sequent
        last = child is done.following[-1]
        owed = (done.rule in ADDING and last) or done.rule in MOVING
        owed = owed or (done.rule == "induction" and child.place.endswith("at_base"))
        before = {h.text for h in s.hypotheses} if s.variables == c.variables else set()
        texts = list(dict.fromkeys(h.text for h in c.hypotheses if h.text not in before))
        found = []
        for spot in spots:
            moved = self.moved(done, child, spot)
            if moved is None:
                continue
            answers = {text: moved.said(text) for text in texts}
            for text, answer in answers.items() if owed else ():
                self.tally.added[done.rule] += answer == HOLDS
                if answer in (FALSE, NO_VALUE):
                    self.violated("assumption", done.rule, child.place, text, answer, moved)
            if all(answer == HOLDS for answer in answers.values()):
                found.append(moved)
        return found

    def moved(self, done: Step, child: Task, spot: Spot) -> Spot | None:
        """A point of a child's variables that agrees with the parent's where it has them, new ones at their values."""
        c = child.sequent
        if c.variables == done.task.sequent.variables:
            return spot
        at, terms = {name: x for name, x in spot.at.items() if name in c.variables}, list(spot.terms)
        for name, text in named(done):
            if name not in c.variables or name in at:
                continue
            x = spot.value(text)
            if isinstance(x, str) or not x.thin:
                return None
            if c.variables[name] and not (x.exact and x.lo.denominator == 1):
                if x.exact:
                    self.violated("sort", done.rule, child.place, f"{name} = {text}", "is no integer", spot)
                return None
            at[name] = x
            terms.append((name, term(text)))
        if at.keys() == c.variables.keys():
            return Spot(at, c.integers, tuple(terms))
        found = Search((h.text for h in c.hypotheses), c.variables, spot.terms).spots(1, at)
        return found[0] if found else None

    def violated(self, what: str, rule: str, place: str, relation: str, said: str, spot: Spot) -> None:
        self.tally.violations.append(Violation(what, rule, place, relation, said, str(spot), self.about))


def _narrower(child: Task, task: Task) -> bool:
    """Whether all points of a sequent are points of another one."""
    before, after = task.sequent, child.sequent
    return before.variables.items() <= after.variables.items() and set(before.hypotheses) <= set(
        after.hypotheses
    )


def named(done: Step) -> Iterator[tuple[str, str]]:
    """The new variables of a rule with the terms whose values they have."""
    if done.rule == "let":
        yield str(done.raw["name"]), str(done.raw["term"])
    elif done.rule == "generalise":
        terms = done.raw["terms"]
        assert isinstance(terms, list)
        yield from ((name, text) for text, name in terms)


def parts(s: Sequent) -> Iterator[str]:
    """Subterms that are counted as defined and whose value the sides of hypotheses and goal may do without: parts of
    binders; the values of all others are needed for those of the sides, which are looked at anyway."""
    sides = [t for r in (s.goal, *s.hypotheses) for t in (r.left, r.right)]
    for t in subterms(*sides):
        if t.op in BINDERS:
            yield from (print_term(a) for a in subterms(*t.args[2:]) if a.key in s.defined and a.args)


@contextmanager
def watched(watch: Watch, share: int = 1) -> Iterator[Watch]:
    """Every certificate that the kernel accepts meanwhile is looked at, or one of so many."""
    before, count = checking.run, 0

    def run(todo: list[Task], limit: int = MAX_STEPS) -> int:
        nonlocal count
        count += 1
        if count % share:
            return before(todo, limit)
        stack, steps = list(reversed(todo)), dict[int, Step]()
        while stack:
            if len(steps) >= limit:
                raise KernelError(f"more than {MAX_STEPS} steps", stack[-1].place)
            task = stack.pop()
            done = steps[id(task)] = step(task)
            stack.extend(reversed(done.following))
        if todo:
            watch.forest(todo, steps, todo[-1].sequent.goal.text)
        return len(steps)

    try:
        checking.run = compound.run = run  # type: ignore[attr-defined]
        yield watch
    finally:
        checking.run = compound.run = before  # type: ignore[attr-defined]
