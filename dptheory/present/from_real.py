"""From terms and claims of ``kernel.real`` to the model of a formula."""

from __future__ import annotations

from functools import reduce
from typing import Final

from ..kernel.real import BINDERS, Claim, Compound, Relation, Said, Term, index_of, instance, subterms, var
from .model import Math, call, conjunction, relation, symbol

KINDS: Final = {
    "neg": "neg",
    "add": "add",
    "sub": "sub",
    "div": "fraction",
    "pow": "power",
    "exp": "exp",
    "sqrt": "root",
}
FENCES: Final = ("abs", "floor", "ceil", "norm")


DOTTED: Final = "·"
"""Marks a product that the command line reads: it is written with its dot everywhere."""


def operation(op: str, args: tuple[Math, ...], product: str = "") -> Math:
    """An arithmetical operation or a built-in function at arguments."""
    if op == "mul":
        return Math("product", args, product)
    if op in KINDS:
        return Math(KINDS[op], args)
    if op in FENCES:
        return Math("fence", args, op)
    return call(Math("function", (), op), *args)


def from_term(term: Term) -> Math:
    """The model of a term."""
    made: dict[bytes, Math] = {}
    for t in subterms(term):
        if t.op == "num":
            made[t.key] = Math("number", (), str(t.value))
        elif not t.args:
            made[t.key] = symbol(str(t.value))
        elif t.op in BINDERS:
            made[t.key] = _bound(t, made)
        else:
            made[t.key] = operation(t.op, tuple(made[a.key] for a in t.args), DOTTED)
    return made[term.key]


def _bound(t: Term, made: dict[bytes, Math]) -> Math:
    """A sum, a product or an integral, as it is read."""
    name, (low, high) = index_of(t), (made[a.key] for a in t.args[:2])
    return call(Math("function", (), t.op), from_term(instance(t, var(name))), symbol(name), low, high)


def from_relation(r: Relation) -> Math:
    """The model of a relation."""
    return relation(from_term(r.left), r.op, from_term(r.right))


def from_formula(f: Said) -> Math:
    """The model of a relation or a formula; a row of the same connective leans to the left."""
    if isinstance(f, Relation):
        return from_relation(f)
    made = [from_formula(part) for part in f.parts]
    if len(made) < 3:
        return Math(f.op, tuple(made))
    return reduce(lambda left, right: Math(f.op, (left, right)), made)


def from_claim(claim: Claim | Compound) -> tuple[Math, tuple[Math, ...]]:
    """What a claim says, and its conditions with neighbours joined to chains."""
    conditions: list[Math] = []
    for condition in map(from_formula, claim.conditions):
        joined = conjunction(conditions[-1], condition) if conditions else condition
        if conditions and joined.kind == "relation":
            conditions[-1] = joined
        else:
            conditions.append(condition)
    for variable in claim.variables:
        if variable.integer:
            conditions.append(Math("phrase", (symbol(variable.name),), "{} integer"))
    if isinstance(claim, Claim):
        return from_relation(claim.relation), tuple(conditions)
    said = from_formula(claim.conclusion)
    for variable in reversed(claim.bound):
        space = Math("space", (), "int" if variable.integer else "real")
        said = Math("quantified", (symbol(variable.name), space, said), "exists")
    return said, tuple(conditions)
