"""What can be inferred of one line: values of a schema, premises, lines of a calculation."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ...kernel import KernelError
from ...kernel.logic import (
    RELATIONS,
    STRUCTURAL,
    Definition,
    Expr,
    Judged,
    Library,
    Line,
    Theorem,
    conjuncts,
    normal,
    show,
    step_claims,
    substitute,
    var,
    walk,
)
from ...kernel.real import Claim
from .facts import FACTS, facts
from .instances import UNMATCHED, Instance, Search
from .matching import free_variables
from .points import Counterexample, atoms, calculable, counterexample, excluding
from .schemas import openings, schemas_of_rule

MOST_PREMISES = 16
_RELATIONS = frozenset(RELATIONS.values())


@dataclass(frozen=True)
class Meanings:
    """What is needed of a `Library` to look for what was left out; the kernel checks what is found."""

    definitions: Mapping[str, Definition]
    forms: Mapping[str, Judged] = field(default_factory=dict)


@dataclass
class Inference:
    """What can be inferred of one line of a proof from those above it.

    `has` says of a claim whether it is known to be certified already, `proves` whether it is or can be: that
    may cost a search. `reasons` has why a line could not be
    completed, by its label; `tried` counts the work of looking for values.
    """

    theorem: Theorem
    library: Library | Meanings
    has: Callable[[Claim], bool] = lambda claim: False
    proves: Callable[[Claim], bool] | None = None
    known: dict[str, Expr] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)
    assumed: set[str] = field(default_factory=set)
    tried: int = 0

    def open(self, line: Line) -> bool:
        """Whether it is plain that something is left out of a line."""
        if line.by == "calc":
            return not line.sources and not self.certified(self.normal(line.formula))
        if line.by == "apply":
            return not line.terms and line.sources != () and self._quantified(line)
        if line.by in STRUCTURAL:
            return line.by == "vector" and any(one.head == "div" for one in walk(line.formula))
        schemas = self.schemas(line.by)
        return bool(schemas) and not any(self._named(theorem, line) for theorem in schemas)

    def _named(self, theorem: Theorem, line: Line) -> bool:
        """Whether every variable of a schema has a value, or is a variable of the proof."""
        own = self.theorem.variables
        return all(name in line.values or own.get(name) == sort for name, sort in theorem.variables.items())

    def certified(self, goal: Expr, sources: Sequence[str] = ()) -> bool:
        """Whether a calculation follows from lines, or from nothing."""
        if any(part.head not in _RELATIONS for part in conjuncts(goal)):
            return True
        if not self.known.keys() >= {*sources}:
            return True
        try:
            claims = step_claims([self.known[s] for s in sources], goal)[0]
        except KernelError:
            return True
        return all(map(self.proves or self.has, claims))

    def whole(self, line: Line, goal: Expr) -> list[Line]:
        """A line, after those that it needs: here it is one alone."""
        return [self._line(line, goal)]

    def line(self, line: Line) -> Line:
        """One line, complete as far as can be inferred from what is known; raises KernelError."""
        return self._line(line, self.normal(line.formula))

    def normal(self, term: Expr) -> Expr:
        """The normal form of a term."""
        return normal(term, self.library.definitions)

    def _line(self, line: Line, goal: Expr) -> Line:
        if line.by == "calc":
            return line if line.sources else self._calculation(line, goal)
        if line.by == "apply" and not line.terms and line.sources:
            return self._applied(line, goal)
        if line.by in STRUCTURAL:
            return line
        schemas = self.schemas(line.by)
        if not schemas or self.stands(schemas, line, goal):
            return line
        reasons = []
        for theorem in schemas:
            found = self.instance(theorem, line, goal)
            if isinstance(found, Instance):
                return replace(line, values=found.values, sources=line.sources or found.sources)
            reasons.append(found)
        if any(name not in line.values for theorem in schemas[:1] for name in theorem.variables):
            self.reasons[line.label] = next((r for r in reasons if not r.endswith(UNMATCHED)), reasons[0])
        return line

    def instance(self, theorem: Theorem, line: Line, goal: Expr) -> Instance | str:
        """The instance of a theorem that a line means, or why there is none."""
        given = {name: value for name, value in line.values.items() if name in theorem.variables}
        search = self.search(theorem, line, goal)
        found = search.instance(goal, given)
        self.tried += search.tried
        return found

    def search(self, theorem: Theorem, line: Line, goal: Expr) -> Search:
        """What looks for instances of a theorem among the lines that a line cites, or all above."""
        cited = {label: self.known[label] for label in line.sources if label in self.known}
        own = {**free_variables(line.formula), **free_variables(goal), **self.theorem.variables}
        return Search(theorem, self.library.definitions, cited or self.known, own)

    def schemas(self, name: str) -> list[Theorem]:
        """What a reason names: a rule at each sort that it may have, or a form that the library cites."""
        made = schemas_of_rule(name)
        judged = self.library.forms.get(name)
        return made or ([] if judged is None else [judged.theorem])

    def stands(self, schemas: Sequence[Theorem], line: Line, goal: Expr) -> bool:
        """Whether a line is complete as it is: the kernel asks the same."""
        cited = {part for label in line.sources for part in _parts(self.known.get(label))}
        for theorem in schemas:
            put = {name: line.values.get(name, var(name, sort)) for name, sort in theorem.variables.items()}
            if not self._named(theorem, line):
                continue
            try:
                premises = [self.normal(substitute(formula, put)) for _, formula in theorem.hypotheses]
                made = self.normal(substitute(theorem.conclusion, put))
            except KernelError:
                continue
            gives = made == goal or set(conjuncts(goal)) <= set(conjuncts(made))
            if gives and all(part in cited for premise in premises for part in conjuncts(premise)):
                return True
        return False

    # -- what lines above say of all values -----------------------------------------------------------

    def _quantified(self, line: Line) -> bool:
        """Whether a line speaks of one case of what the first line that it cites says of all."""
        known = {label: formula for label, formula in self.theorem.hypotheses}
        source = known.get(line.sources[0])
        goal = self.normal(line.formula)
        return source is not None and self.normal(source).head == "forall" and goal.head != "forall"

    def _applied(self, line: Line, goal: Expr) -> Line:
        """A line by `apply`, with the terms for the quantified variables of the first line that it cites;
        where it cites no other, its premises are looked for."""
        first, *others = line.sources
        if first not in self.known or self.known[first].head not in ("forall", "implies"):
            return line
        made = self.application(
            first, goal, {label: self.known[label] for label in others if label in self.known}
        )
        if isinstance(made, str):
            self.reasons[line.label] = made
            return line
        return replace(line, sources=made.sources, terms=made.terms)

    def application(self, first: str, goal: Expr, given: Mapping[str, Expr]) -> Line | str:
        """How a goal follows from a line by `apply`, with premises among those given, else among all."""
        known = given or {label: formula for label, formula in self.known.items() if label != first}
        own, reasons = {**free_variables(goal), **self.theorem.variables}, list[str]()
        for theorem in openings(first, self.known[first], goal.head):
            search = Search(theorem, self.library.definitions, known, own)
            found = search.instance(goal, {})
            if isinstance(found, Instance):
                return Line("", goal, "apply", (first, *found.sources), tuple(found.values.values()))
            lacking = next((missing for _, missing in search.short(goal, {})), ())
            asks = "; ".join(f"p{place}: {show(said)} by ..." for place, said in enumerate(lacking, 1))
            reasons.append(f"{first} asks for more than these lines say: add  {asks}" if asks else found)
        return re.sub(r"~(\w+?)\d+: .*", r"\1: write the terms, at ...", reasons[0])

    # -- calculations ------------------------------------------------------------------------------

    def _calculation(self, line: Line, goal: Expr) -> Line:
        """A calculation with the lines that it needs: as long as there is a point at which it fails, a line
        that excludes the point is taken in."""
        if self.certified(goal):
            return line
        usable = {label: formula for label, formula in self.known.items() if calculable(formula)}
        single = {label: formula for label, formula in usable.items() if formula.head != "and"}
        for there in (single, usable):
            chosen = self.chosen(goal, there)
            if chosen is not None and not self.assumed.isdisjoint(chosen) and self._free(line, goal):
                break  # a fact that needs no assumption rests on none
            if chosen is not None:
                return replace(line, sources=chosen)
        self.reasons[line.label] = "no lines are there from which it follows"
        return line

    def _free(self, line: Line, goal: Expr) -> bool:
        """Whether trivial facts alone give a calculation that cites nothing."""
        about = [self.normal(fact.formula) for fact in facts([goal])]
        return "." in line.label and bool(about) and counterexample(about, goal) is None

    def chosen(
        self, goal: Expr, usable: Mapping[str, Expr], cited: Sequence[str] = ()
    ) -> tuple[str, ...] | None:
        """Lines, those cited among them, from which no point is found where a calculation fails, or None."""
        chosen = list(cited)
        while len(chosen) <= MOST_PREMISES:
            point, ordered = None, tuple(label for label in usable if label in chosen)
            claims = step_claims([usable[label] for label in ordered], goal)[0]
            if not all(map(self.has, claims)):  # what is certified fails nowhere
                point = counterexample([usable[label] for label in chosen], goal)
            if point is None:
                return ordered
            every = not cited or point.defined
            there = {k: v for k, v in usable.items() if k not in chosen and (every or k.startswith(FACTS))}
            label = self._excluding(point, there)
            if label is None:
                break
            chosen.append(label)
        return None

    @staticmethod
    def _excluding(point: Counterexample, usable: Mapping[str, Expr]) -> str | None:
        """A line that a point violates; else one about something at the point, and about least besides."""
        there = {term for term, _ in point.values}
        failing = list(excluding(point, usable))
        if failing:
            return failing[-1]
        linked = [
            (len(said - there), -place, label)
            for place, (label, formula) in enumerate(usable.items())
            if (said := atoms(formula)) & there and said - there
        ]
        return min(linked)[2] if linked else None


def _parts(formula: Expr | None) -> tuple[Expr, ...]:
    return () if formula is None else (formula, *conjuncts(formula))
