"""That a function has a mean, where a rule asks for it and no line that is cited says it: lines that show it.

    2: E[z ~ D](f(z) + g(z)) = E[z ~ D](f(z)) + E[z ~ D](g(z)) by expect-linear from all z. bounded

stands for that line after others by the rules that say so, from what it cites and from the lines above.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Final

from ...kernel.logic.calculation import conjuncts
from ...kernel.logic.derivations import Line
from ...kernel.logic.rules import rules
from ...kernel.logic.terms import Definition, Expr, free_variables, normal, substitute
from ...kernel.logic.theorems import Theorem
from .instances import Instance, Search
from .lines import Lines
from .schemas import giving, schemas_of_rule

INTEGRABLE: Final = "integrable"
DEEP: Final = 3
"""So many rules after one another show that a function is integrable."""


@cache
def _asking() -> frozenset[str]:
    """The rules with a premise that a function is integrable."""
    return frozenset(rule.name for rule in rules() if any(p.startswith(INTEGRABLE) for p in rule.premises))


def with_integrable(
    theorem: Theorem, lines: Sequence[Line], definitions: Mapping[str, Definition]
) -> list[Line]:
    """Lines that cite what their rules ask for, after lines that show it; as they are where none is found."""
    made, formulas = list[Line](), dict(theorem.hypotheses)
    above = Lines(formulas, definitions)
    for line in lines:
        asks = line.by in _asking() and line.sources
        new = _Integrable(line, theorem, above).all() if asks else [line]
        made += new
        formulas |= {one.label: one.formula for one in new}
    return made


@dataclass
class _Integrable:
    """What one line needs; `lines` are the new ones."""

    line: Line
    theorem: Theorem
    above: Lines
    lines: list[Line] = field(default_factory=list)
    known: dict[str, Expr] = field(default_factory=dict)

    def all(self) -> list[Line]:
        formulas = self.above.formulas
        cited = [label for label in self.line.sources if label in formulas]
        said = sum(part.head == INTEGRABLE for label in cited for part in conjuncts(formulas[label]))
        schemas = schemas_of_rule(self.line.by)
        if said >= len(_asked(schemas[0])[0]) or len(cited) < len(self.line.sources):
            return [self.line]
        first = [label for label in formulas if label not in cited]
        self.known = {label: self.above.normal(label) for label in (*first, *cited)}
        goal, there = self._normal(self.line.formula), {label: self.known[label] for label in cited}
        for schema in schemas:
            labels = self._premises(schema, goal, there, DEEP)
            if labels is not None:
                return [*self.lines, replace(self.line, sources=tuple(dict.fromkeys((*cited, *labels[1]))))]
            self.lines.clear()
        return [self.line]

    def _normal(self, term: Expr) -> Expr:
        return normal(term, self.above.definitions)

    def _premises(
        self, schema: Theorem, goal: Expr, known: Mapping[str, Expr], depth: int
    ) -> tuple[Instance, list[str]] | None:
        """An instance that gives a goal, and the lines that say of what it asks for that it is integrable."""
        asked, others = _asked(schema)
        own = {**free_variables(goal), **self.theorem.variables}
        given = self.line.values if schema.name == self.line.by else {}
        search = Search(replace(schema, hypotheses=others), self.above.definitions, known, own)
        found = search.instance(goal, {name: v for name, v in given.items() if name in schema.variables})
        if not isinstance(found, Instance):
            return None
        labels = [self._label(self._normal(substitute(one, found.values)), depth) for one in asked]
        if None in labels:
            return None
        return found, [label for label in labels if label is not None]

    def _label(self, goal: Expr, depth: int) -> str | None:
        """The line that says it, a new one where a rule gives it."""
        for label in reversed(self.known):
            if goal in conjuncts(self.known[label]):
                return label
        for schema in giving(INTEGRABLE) if depth and goal.head == INTEGRABLE else ():
            made = self._premises(schema, goal, self.known, depth - 1)
            if made is not None:
                label, (found, more) = f"{self.line.label}.i{len(self.lines) + 1}", made
                self.lines.append(
                    Line(label, goal, schema.name, (*found.sources, *more), values=found.values)
                )
                self.known[label] = goal
                return label
        return None


def _asked(schema: Theorem) -> tuple[list[Expr], tuple[tuple[str, Expr], ...]]:
    """The premises of a rule that functions are integrable, and the others."""
    asked = [formula for _, formula in schema.hypotheses if formula.head == INTEGRABLE]
    return asked, tuple(one for one in schema.hypotheses if one[1].head != INTEGRABLE)
