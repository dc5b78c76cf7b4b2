"""``by auto``: a line by a rule or an earlier line whose conclusion has its form, else by calculation.

What is found stands in the proof as if it had been written. Only the rules of the logic and the lines above
are tried, each with a counted effort (`matching.MOST`); statements of the library are cited by name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from ...kernel import KernelError
from ...kernel.logic import Definition, Expr, Line, Theorem, normal, numbered_rules
from .closure import closed
from .completion import Completion
from .congruence import CONGRUENCE, congruent
from .expansion import Missing
from .facts import with_facts
from .inference import Meanings
from .instances import Instance
from .integrable import asks, with_integrable
from .linearity import LINEARITY, linear
from .missing_lines import Needed

AUTO: Final = "auto"
WRITTEN_OUT: Final = {LINEARITY: linear, CONGRUENCE: congruent}
"""Reasons that stand for several lines, and what writes these."""


def elaborated(
    theorem: Theorem, lines: Sequence[Line], definitions: Mapping[str, Definition]
) -> tuple[Line, ...]:
    """The lines of a proof with trivial facts, with what `auto` finds, and with the last ones."""
    return closed(theorem, _elaborated(theorem, lines, definitions), definitions)


def _elaborated(
    theorem: Theorem, lines: Sequence[Line], definitions: Mapping[str, Definition]
) -> tuple[Line, ...]:
    made = with_facts(lines, dict(theorem.hypotheses), definitions)
    formulas = dict(theorem.hypotheses) | {line.label: line.formula for line in made}
    if not any(line.by == AUTO or line.by in WRITTEN_OUT or asks(line, formulas) for line in made):
        return tuple(made)
    search = Completion(theorem, Meanings(definitions))
    search.known = {label: normal(formula, definitions) for label, formula in theorem.hypotheses}
    found = list[Line]()
    for line in made:
        lines = [_found(search, line)] if line.by == AUTO else _written_out(search, line)
        if asks(line, formulas):
            lines = with_integrable(search, line, formulas)
        found += lines
        search.known |= {line.label: normal(line.formula, definitions) for line in lines}
    return tuple(found)


def _written_out(search: Completion, line: Line) -> list[Line]:
    """The lines that a line stands for; itself where they are not found, and the kernel refuses it."""
    try:
        return lines_for(search.theorem, line, search.known, search.library.definitions)
    except KernelError:
        return [line]


def lines_for(
    theorem: Theorem, line: Line, known: Mapping[str, Expr], definitions: Mapping[str, Definition]
) -> list[Line]:
    """The lines that a line stands for, after those that these need and that are found; raises KernelError
    with what is missing."""
    if line.by not in WRITTEN_OUT:
        return [line]
    search, before = Completion(theorem, Meanings(definitions)), list[Line]()
    search.known = dict(known)
    goal = search.normal(line.formula)
    while True:
        try:
            made = WRITTEN_OUT[line.by](line, goal, theorem, search.known, definitions)
            return [*before, *made]
        except Missing as missing:
            needed = Needed(search, line, f"i{len(before)}" if before else "i")
            label = needed.label(missing.formula)
            if label is None:
                raise
            before += needed.with_(Line("", missing.formula, "both", (label,)))[:-1]


def _found(search: Completion, line: Line) -> Line:
    """The line with a reason; a calculation where nothing else gives it."""
    goal = normal(line.formula, search.library.definitions)
    cited = {label: search.known[label] for label in line.sources if label in search.known}
    for label in reversed(list(cited or search.known)):
        if search.known[label] == goal:
            return replace(line, by="both", sources=(label,))
        if search.known[label].head in ("forall", "implies"):
            others = {name: formula for name, formula in cited.items() if name != label}
            made = search.application(label, goal, others)
            if isinstance(made, Line):
                return replace(line, by="apply", sources=made.sources, terms=made.terms)
    for rule in numbered_rules():
        for theorem in search.schemas(rule.name):
            instance = search.instance(theorem, line, goal)
            if isinstance(instance, Instance):
                return replace(line, by=rule.name, values=instance.values, sources=instance.sources)
    return replace(line, by="calc")
