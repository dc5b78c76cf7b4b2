"""That a function has a mean, where a rule asks for it and no line that is cited says it: lines that show it.

    2: E[z ~ D](f(z) + g(z)) = E[z ~ D](f(z)) + E[z ~ D](g(z)) by expect-linear from all z. bounded

stands for that line after others by the rules that say so, from what it cites and from the lines above.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache

from ...kernel.logic import (
    PROP,
    Expr,
    Line,
    conjuncts,
    numbered_rules,
    rebuild,
    walk,
)
from .inference import Inference
from .missing_lines import DEEP, INTEGRABLE, Needed, asked_integrable, integrable_premises
from .schemas import schemas_of_rule


@cache
def _asking() -> frozenset[str]:
    """The rules with a premise that a function is integrable."""
    rules = numbered_rules()
    return frozenset(rule.name for rule in rules if any(p.startswith(INTEGRABLE) for p in rule.premises))


def asks(line: Line, formulas: Mapping[str, Expr]) -> bool:
    """Whether a line cites what its rule asks for, but for that functions are integrable."""
    if line.by not in _asking() or not line.sources or not formulas.keys() >= {*line.sources}:
        return False
    said = sum(part.head == INTEGRABLE for label in line.sources for part in conjuncts(formulas[label]))
    return said < len(asked_integrable(schemas_of_rule(line.by)[0])[0])


def with_integrable(search: Inference, line: Line, formulas: Mapping[str, Expr]) -> list[Line]:
    """Such a line after lines that show it; as it is where they are not found. Formulas are as written."""
    needed, goal = Needed(search, line, "i"), search.normal(line.formula)
    for schema in schemas_of_rule(line.by):
        found = integrable_premises(needed, schema, goal, DEEP)
        if found is not None:
            cited = [formulas[label] for label in line.sources]
            made = needed.with_(replace(line, sources=tuple(dict.fromkeys((*line.sources, *found[1])))))
            return _as_written(made, cited, search.normal)
        needed.forget()
    return [line]


def _as_written(lines: Sequence[Line], cited: Sequence[Expr], normal: Callable[[Expr], Expr]) -> list[Line]:
    """New lines before their last, an author's, with the terms as the author wrote them there or in the cited
    lines: new lines are made of normal forms, in which no abbreviation is to be seen."""
    *new, last = lines
    written: dict[Expr, Expr] = {}
    for formula in (last.formula, *cited):
        for node in walk(formula):
            if node.reducible and node.reach == 0 and node.sort != PROP:
                written.setdefault(normal(node), node)
    return [*(replace(line, formula=_put(line.formula, written)) for line in new), last]


def _put(term: Expr, written: Mapping[Expr, Expr]) -> Expr:
    found = written.get(term)
    return rebuild(term, tuple(_put(part, written) for part in term.args)) if found is None else found
