"""What has instances: a rule at a sort, what a line of a proof says of all values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from ...kernel.logic import (
    POLYMORPHIC,
    Definition,
    Expr,
    Rule,
    Sort,
    Theorem,
    apply_function,
    conjuncts,
    normal,
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


def shown_first(term: Expr, definitions: Mapping[str, Definition]) -> Expr:
    """A formula with its head unfolded, as far as it takes to see what it says."""
    while True:
        if term.head == "defined":
            term = definitions[term.label].expand(term.args)
        elif term.head == "apply" and term.args[0].head == "lam":
            term = apply_function(term.args[0], term.args[1])
        elif term.head == "member" and term.args[1].head in ("lam", "defined"):
            term = apply_function(shown_first(term.args[1], definitions), term.args[0])
        else:
            return term


def of_taken(
    formula: Expr, taken: Sequence[Expr], assumed: Sequence[Expr], definitions: Mapping[str, Definition]
) -> Expr:
    """What a formula says of the variables that were taken, under what was assumed: without the quantifiers
    over their sorts in front, and without the premises that are among the assumptions."""
    ahead, given = list(taken), {normal(part, definitions) for one in assumed for part in conjuncts(one)}
    while True:
        seen = shown_first(formula, definitions)
        if seen.head == "forall" and ahead and seen.args[0].sort.args[0] == ahead[0].sort:
            formula = apply_function(seen.args[0], ahead.pop(0))
        elif seen.head == "implies" and {normal(p, definitions) for p in conjuncts(seen.args[0])} <= given:
            formula = seen.args[1]
        else:
            return formula


@cache
def schemas_of_rule(name: str) -> list[Theorem]:
    """A rule at each sort that it may have; nothing where no rule has this name."""
    rule = next((rule for rule in numbered_rules() if rule.name == name), None)
    if rule is None:
        return []
    return [schema(rule, sort) for sort in (POLYMORPHIC if "?" in rule.variables else ("real",))]


@cache
def giving(head: str, *, freely: bool = False) -> tuple[Theorem, ...]:
    """The rules that give a formula of a head, alone or with others, at each sort that they may have; if
    asked, only those without premises."""
    rules = [rule for rule in numbered_rules() if not (freely and rule.premises) and head in _heads(rule)]
    return tuple(theorem for rule in rules for theorem in schemas_of_rule(rule.name))


@cache
def _heads(rule: Rule) -> frozenset[str]:
    """The heads of what a rule gives, the same at each sort; its premises, which are most of it, are not
    read for this."""
    given = schema(replace(rule, premises=()), POLYMORPHIC[0]).conclusion
    return frozenset(part.head for part in conjuncts(given))
