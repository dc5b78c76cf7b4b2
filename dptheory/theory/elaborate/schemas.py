"""What has instances: a rule at a sort, what a line of a proof says of all values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from ...kernel.logic import (
    POLYMORPHIC,
    Expr,
    Sort,
    Theorem,
    apply_function,
    conjuncts,
    numbered_rules,
    schema,
    var,
)

MOST_OPENED = 100
"""So many quantifiers and premises in front of a formula are opened at most."""


@dataclass(frozen=True)
class Opened:
    """What a line says of all values, as a schema: its variables, premises and conclusion."""

    name: str
    variables: Mapping[str, Sort]
    hypotheses: tuple[tuple[str, Expr], ...]
    conclusion: Expr


def openings(name: str, formula: Expr, head: str) -> list[Opened]:
    """What a line says of all values, as schemas whose conclusion may have a head: first the one that is
    opened furthest."""
    most, ways = opened(name, formula), list[Opened]()
    if head in ("forall", "implies"):
        steps = range(len(most.variables) + len(most.hypotheses))
        ways = [way for k in reversed(steps) if (way := opened(name, formula, k)).conclusion.head == head]
    return [most, *ways]


def opened(name: str, formula: Expr, most: int = MOST_OPENED) -> Opened:
    """A formula in normal form without its quantifiers and implications in front."""
    variables, premises = dict[str, Sort](), list[tuple[str, Expr]]()
    while formula.head in ("forall", "implies") and len(variables) + len(premises) < most:
        if formula.head == "forall":
            fn = formula.args[0]
            bound = var(f"~{fn.label}{len(variables) + 1}", fn.sort.args[0])
            variables[bound.label] = bound.sort
            formula = apply_function(fn, bound)
        else:
            premises.append((str(len(premises) + 1), formula.args[0]))
            formula = formula.args[1]
    return Opened(name, variables, tuple(premises), formula)


@cache
def schemas_of_rule(name: str) -> list[Theorem]:
    """A rule at each sort that it may have; nothing where no rule has this name."""
    rule = next((rule for rule in numbered_rules() if rule.name == name), None)
    if rule is None:
        return []
    return [schema(rule, sort) for sort in (POLYMORPHIC if "?" in rule.variables else ("real",))]


@cache
def giving(head: str) -> tuple[Theorem, ...]:
    """The rules that give a formula of a head, alone or with others, at each sort that they may have."""
    made = (theorem for rule in numbered_rules() for theorem in schemas_of_rule(rule.name))
    return tuple(t for t in made if any(part.head == head for part in conjuncts(t.conclusion)))
