"""How far a rule or a form fits a line, and where it does not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ...kernel.logic import (
    RELATIONS,
    Definition,
    Expr,
    Theorem,
    abstract,
    apply_function,
    conjuncts,
    normal,
    open_named,
    show,
    substitute,
    var,
    walk,
)
from ..elaborate.instances import Search

_RELATIONS = frozenset(RELATIONS.values())


@dataclass(frozen=True)
class Fit:
    """A schema at the values that a line tells, whole or on one side of its relation."""

    theorem: Theorem
    values: Mapping[str, Expr]
    whole: bool


def fit(
    schemas: Sequence[Theorem], goal: Expr, given: Mapping[str, Expr], definitions: Mapping[str, Definition]
) -> Fit | None:
    """The first schema that fits a formula in normal form, else the first that fits one side of it."""
    for sides in (None, 0, 1):
        for theorem in schemas:
            said, wanted = theorem.conclusion, goal
            if sides is not None:
                if said.head != goal.head or goal.head not in _RELATIONS:
                    continue
                said, wanted = said.args[sides], goal.args[sides]
            if said.head == "apply" or said.head == "var":
                continue
            search = Search(replace(theorem, conclusion=said, hypotheses=()), definitions, {}, {})
            values = search.fitting(wanted, {k: v for k, v in given.items() if k in theorem.variables})
            if values is not None:
                return Fit(theorem, values, sides is None)
    return None


def unmatched(
    found: Fit, known: Mapping[str, Expr], definitions: Mapping[str, Definition],
    follows: Callable[[Expr], bool] = lambda said: False,
) -> Iterator[str]:  # fmt: skip
    """Which premises of a schema that fits a line are not there and do not follow, and which values nothing
    tells."""
    theorem, there = found.theorem, {part for said in known.values() for part in (said, *conjuncts(said))}
    for label, hypothesis in theorem.hypotheses:
        said = substitute(hypothesis, found.values)
        made = normal(said, definitions)
        told = hypothesis.names & theorem.variables.keys() <= found.values.keys()
        if made not in there and not set(conjuncts(made)) <= there and not (told and follows(made)):
            yield f"premise {label} is not among the lines above: add the line  p{label}: {show(said)} by ..."
    left = [name for name in theorem.variables if name not in found.values]
    if left:
        yield f"{theorem.name} needs values: with {'; '.join(f'{name} := ...' for name in left)}"
        yield f"it has the variables {', '.join(f'{n}: {s}' for n, s in theorem.variables.items())}"


def gives(said: Expr, formula: Expr, definitions: Mapping[str, Definition]) -> Iterator[str]:
    """What comes out, and where it is not what the line says."""
    made, goal = normal(said, definitions), normal(formula, definitions)
    if made == goal or set(conjuncts(goal)) <= set(conjuncts(made)):
        return
    yield f"gives     {show(reduced(said))}"
    yield f"expected  {show(reduced(formula))}"
    here = difference(made, goal)
    if here is not None and here != (made, goal):
        yield f"differs   {show(here[0])}  is not  {show(here[1])}"


def reduced(term: Expr, level: int = 0) -> Expr:
    """A term in which no `fun` is applied, and definitions are not written out."""
    if not any(node.head == "apply" and node.args[0].head == "lam" for node in walk(term)):
        return term
    if term.head == "lam":
        fresh = var(f"#r{level}", term.sort.args[0])
        made = abstract(fresh.label, fresh.sort, reduced(apply_function(term, fresh), level + 1))
        return Expr("lam", made.args, made.sort, term.label)
    args = tuple(reduced(argument, level) for argument in term.args)
    if term.head == "apply" and args[0].head == "lam":
        return reduced(apply_function(*args), level)
    return Expr(term.head, args, term.sort, term.label, term.index, term.value)


def difference(one: Expr, other: Expr) -> tuple[Expr, Expr] | None:
    """Where two terms differ, as deep as they are built alike; None where they are equal."""
    if one == other:
        return None
    alike = (one.head, one.label if one.head != "lam" else "", len(one.args), one.sort) == (
        other.head, other.label if other.head != "lam" else "", len(other.args), other.sort)  # fmt: skip
    if not alike or not one.args or one.value != other.value:
        return one, other
    if one.head == "lam":
        name, body = open_named(one, other.names)
        return difference(body, apply_function(other, var(name, one.sort.args[0])))
    pairs = (difference(a, b) for a, b in zip(one.args, other.args, strict=True))
    found = [pair for pair in pairs if pair is not None]
    return found[0] if len(found) == 1 else (one, other)
