"""Lines that a line needs and that go without saying for its author: premises that follow from lines above,
trivial facts, and equations that a rule gives of parts of what it says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING

from ...kernel.logic.calculation import conjuncts
from ...kernel.logic.derivations import Line
from ...kernel.logic.rules import rules
from ...kernel.logic.signature import RELATIONS, is_name
from ...kernel.logic.terms import Expr, apply_function, is_closed, substitute, var, walk
from ...kernel.logic.theorems import Theorem
from .facts import FACTS, Fact, facts
from .matching import Instance
from .points import calculable, counterexample
from .schemas import schemas_of_rule

if TYPE_CHECKING:
    from .completing import Completion

DEEP = 3
"""So many lines deep a premise is looked for."""
_RELATIONS = frozenset(RELATIONS.values())
_OF_ALL = ("forall", "implies")


def with_premises(search: Completion, line: Line, goal: Expr) -> list[Line]:
    """The line with its values, after a line for each premise that none above says; nothing where one of them
    is not found."""
    for theorem in search.schemas(line.by):
        for found, missing in search.search(theorem, line, goal).short(goal, line.values):
            needed = Needed(search, line)
            labels = [needed.label(formula) for formula in missing]
            if None not in labels:
                sources = dict.fromkeys([*found.sources, *(label for label in labels if label is not None)])
                return [*needed.lines, replace(line, values=found.values, sources=tuple(sources))]
    return []


def from_facts(search: Completion, line: Line, goal: Expr) -> list[Line]:
    """A calculation after the trivial facts that it needs."""
    needed = Needed(search, line)
    sources = needed.premises(goal)
    return [] if sources is None else [*needed.lines, replace(line, sources=sources)]


def by_equations(search: Completion, line: Line, goal: Expr) -> list[Line]:
    """A relation by a rule that gives equations of parts of it: these, and the calculation from them."""
    if goal.head not in _RELATIONS:
        return []
    needed, labels = Needed(search, line), list[str]()
    for theorem in search.schemas(line.by):
        if theorem.conclusion.head == "eq" and not labels:
            left = replace(theorem, conclusion=theorem.conclusion.args[0])
            for node in _outermost(goal):
                found = search.search(left, line, node).instance(node, line.values)
                if isinstance(found, Instance):
                    said = search.normal(substitute(theorem.conclusion, found.values))
                    labels.append(needed.add(said, line.by, found.sources, values=found.values))
    if not labels or counterexample([needed.said[label] for label in labels], goal) is not None:
        return []
    return [*needed.lines, Line(line.label, line.formula, "calc", tuple(labels))]


def _outermost(goal: Expr) -> Iterator[Expr]:
    """The closed terms in a formula, each once."""
    yield from dict.fromkeys(node for node, _ in walk(goal) if node != goal and is_closed(node))


@dataclass
class Needed:
    """The lines that one line needs, as they are found."""

    search: Completion
    line: Line
    lines: list[Line] = field(default_factory=list)
    said: dict[str, Expr] = field(default_factory=dict)

    def add(self, said: Expr, by: str, sources: tuple[str, ...] = (), **more: object) -> str:
        """The label of a new line that says a formula in normal form."""
        place = len(self.lines) + 1
        while (label := f"{self.line.label}.{place}") in self.search.known:
            place += 1
        self.lines.append(Line(label, said, by, sources, **more))  # type: ignore[arg-type]
        self.said[label] = self.search.known[label] = said
        return label

    def label(self, formula: Expr, deep: int = DEEP) -> str | None:
        """The label of a line that says a formula: one that is there, or a new one; None for none."""
        goal = self.search.normal(formula)
        for label, said in self.search.known.items():
            if goal in (said, *conjuncts(said)):
                return label
        if goal.head == "forall":
            return self._applied(goal) or (self._for_all(goal, deep - 1) if deep else None)
        if goal.head in _RELATIONS and goal.args[0].sort.name in ("real", "int"):
            return self._by_rule(goal) or self._applied(goal) or self._calculated(goal)
        return self._applied(goal) or self._by_rule(goal)

    def _applied(self, goal: Expr) -> str | None:
        """What a line above says of all values."""
        for label in reversed(
            [k for k, said in self.search.known.items() if said.head in ("forall", "implies")]
        ):
            made = self.search.application(label, goal, {})
            if isinstance(made, Line):
                return self.add(goal, "apply", made.sources, terms=made.terms)
        return None

    def _for_all(self, goal: Expr, deep: int) -> str | None:
        """For all values, from any one."""
        fn = goal.args[0]
        name = fn.label if fn.head == "lam" and is_name(fn.label) else "x"
        taken = {*self.search.theorem.variables, *self.search.library.definitions, *goal.names}
        taken.update(*(said.names for said in self.search.known.values()))
        while name in taken:
            name += "'"
        shown = self.label(apply_function(fn, var(name, fn.sort.args[0])), deep)
        return None if shown is None else self.add(goal, "intro", (shown,), names=(name,))

    def _by_rule(self, goal: Expr) -> str | None:
        """By a rule of the logic whose premises are lines above."""
        for theorem in _giving(goal.head):
            line = Line("", goal, theorem.name)
            found = self.search.search(theorem, line, goal).instance(goal, {})
            if isinstance(found, Instance):
                return self.add(goal, theorem.name, found.sources, values=found.values)
        return None

    def _calculated(self, goal: Expr) -> str | None:
        """By calculation, from the lines above that it needs."""
        made = self.search.line(Line("", goal, "calc"))
        short = self.search.reasons.pop("", None) is not None
        sources = self.premises(goal) if short else made.sources
        return None if sources is None else self.add(goal, "calc", sources)

    def premises(self, goal: Expr) -> tuple[str, ...] | None:
        """Lines above and trivial facts from which no point is found at which a calculation fails."""
        usable = {label: said for label, said in self.search.known.items() if calculable(said)}
        about = {f"{FACTS}{place}": fact for place, fact in enumerate(facts([goal, *usable.values()]), 1)}
        stated = {label: self.search.normal(fact.formula) for label, fact in about.items()}
        chosen = self.search.chosen(goal, usable | stated)
        if chosen is None:
            return None
        return tuple(self._stated(about[label]) if label in about else label for label in chosen)

    def _stated(self, fact: Fact) -> str:
        return self.add(self.search.normal(fact.formula), fact.rule, values=fact.values)


@cache
def _giving(head: str) -> tuple[Theorem, ...]:
    """The rules that give a formula of a head about something: at each sort that they may have."""
    made = (theorem for rule in rules() for theorem in schemas_of_rule(rule.name))
    return tuple(
        theorem for theorem in made if theorem.conclusion.head == head
        and (head not in _RELATIONS or (not theorem.hypotheses and theorem.conclusion.args[0].head != "var"))
    )  # fmt: skip
