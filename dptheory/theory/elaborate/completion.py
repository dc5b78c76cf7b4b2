"""Lines of a proof with what their author left out: values of a schema, premises, lines of a calculation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ...kernel import KernelError
from ...kernel.logic import Expr, Library, Line, Theorem, apply_function, conjuncts, show, var
from ...kernel.real import Claim
from .implicit import (
    by_equations,
    by_name,
    divided,
    from_facts,
    relations_of,
    stated,
    under_binders,
    up_to_arithmetic,
    with_one,
    with_premises,
    with_trivial,
)
from .inference import Inference
from .missing_lines import for_all
from .points import calculable

_WAYS = (with_premises, by_equations, under_binders, up_to_arithmetic, with_one, for_all)


def completed(
    theorem: Theorem,
    lines: Sequence[Line],
    library: Library,
    has: Callable[[Claim], bool],
    every: bool,
    proves: Callable[[Claim], bool] | None = None,
) -> tuple[Line, ...]:
    """The lines of a proof with what was left out filled in where it can be inferred. Unless `every` line is
    to be looked at, nothing is done where it is plain that every line is complete."""
    made = Completion(theorem, library, has, proves)
    if not every and not any(made.open(line) for line in lines):
        return tuple(lines)
    return made.lines(lines)


class Completion(Inference):
    """Completes the lines of one proof, the first first, with what goes without saying before them."""

    def lines(self, lines: Sequence[Line]) -> tuple[Line, ...]:
        """The lines, each complete as far as can be inferred."""
        self.known = {label: self.normal(formula) for label, formula in self.theorem.hypotheses}
        made, under = list[Line](), _Assumptions()
        for line in lines:
            goal = self.normal(line.formula)
            try:
                found = self._within(line, goal, under.over(self.known, line.sources))
            except KernelError as error:
                self.reasons[line.label] = error.message
                found = [line]
            made += found
            if line.by == "assume":
                self.assumed.add(line.label)
            self.known[line.label] = goal
            for one in found:
                under.add(one, self.known)
        return tuple(made)

    def _within(self, line: Line, goal: Expr, over: frozenset[str]) -> list[Line]:
        """A line and those that it needs, without lines of blocks that are over, if that can be."""
        every = dict(self.known)
        if over:
            self.known = {label: said for label, said in every.items() if label not in over}
            try:
                found = self.whole(line, goal)
            except KernelError:
                found = [line]
            if found != [line] and line.label not in self.reasons:
                self.known = {**every, **self.known}
                return found
            self.reasons.pop(line.label, None)
        self.known = every
        return self.whole(line, goal)

    def whole(self, line: Line, goal: Expr) -> list[Line]:
        """A line, after those that it needs and that say what its author took to go without saying."""
        if line.by == "vector":
            return divided(self, line, goal) or [line]
        if line.by == "calc" and any(s not in self.known and self.schemas(s) for s in line.sources):
            return by_name(self, line, goal)
        if line.by == "calc" and (goal.head == "and" or not calculable(goal)):
            return stated(self, line, goal) or [line]
        if line.by == "calc" and (found := relations_of(self, line)):
            *before, whole = found
            return [*before, *self.whole(whole, goal)]
        if line.by == "calc" and line.sources:
            if self.certified(goal, line.sources):
                return [line]
            return self._fewer(line, goal) or with_trivial(self, line, goal) or [line]
        made, schemas = self._line(line, goal), self.schemas(line.by)
        short = made is line and bool(schemas) and not self.stands(schemas, line, goal)
        if not short and (line.label not in self.reasons or line.sources):
            return [made]
        ways = _WAYS if short else (from_facts,)
        found = next((found for way in ways if (found := way(self, line, goal))), [])
        if found:
            self.reasons.pop(line.label, None)
        return found or [made]

    def _fewer(self, line: Line, goal: Expr) -> list[Line]:
        """A calculation from those alone of the lines cited without which it fails at some point: what is
        cited beside them can lead the search astray."""
        cited = {label: self.known[label] for label in dict.fromkeys(line.sources)}
        fewer = self.chosen(goal, cited) if len(cited) > 1 else None
        if fewer is None or len(fewer) == len(cited) or not self.certified(goal, fewer):
            return []
        return [replace(line, sources=fewer)]


@dataclass
class _Assumptions:
    """What the lines of a proof rest on, and which assumptions a line has discharged already."""

    of: dict[str, frozenset[str]] = field(default_factory=dict)
    discharged: set[str] = field(default_factory=set)

    def over(self, known: Mapping[str, Expr], cited: Sequence[str]) -> frozenset[str]:
        """The lines that rest on something discharged, and are not cited."""
        if not self.discharged:
            return frozenset()
        none = frozenset[str]()
        return frozenset(label for label in known if self.of.get(label, none) & self.discharged) - {*cited}

    def add(self, line: Line, known: Mapping[str, Expr]) -> None:
        rests = frozenset[str]().union(*(self.of.get(label, ()) for label in line.sources))
        if line.by == "assume":
            rests = frozenset({line.label})
        elif line.by == "intro" and rests:
            given, goal, names = set[Expr](), known.get(line.label, line.formula), list(line.names)
            while goal.head == "implies" or (goal.head == "forall" and names):
                if goal.head == "forall":
                    goal = apply_function(goal.args[0], var(names.pop(0), goal.args[0].sort.args[0]))
                else:
                    given |= {goal.args[0], *conjuncts(goal.args[0])}
                    goal = goal.args[1]
            left = frozenset(label for label in rests if known.get(label) not in given)
            self.discharged |= rests - left
            rests = left
        self.of[line.label] = rests


def written(line: Line) -> str:
    """A line as an author would write it in full."""
    clauses = [
        ("from", ", ".join(line.sources)), ("at", "; ".join(map(show, line.terms))),
        ("with", "; ".join(f"{name} := {show(value)}" for name, value in line.values.items())),
        ("fix", ", ".join(line.names)),
    ]  # fmt: skip
    said = "".join(f" {word} {text}" for word, text in clauses if text)
    return f"{line.label}: {show(line.formula)} by {line.by}{said}"
