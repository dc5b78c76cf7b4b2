"""What hypotheses and premises say of numbers: relations, and formulas that are made of relations."""

from __future__ import annotations

from collections.abc import Mapping

from flint import fmpq

from ..kernel.logic import (
    BINARY_REAL,
    CONNECTIVES,
    INT,
    REAL,
    RELATIONS,
    UNARY_REAL,
    Expr,
    conjuncts,
    normal,
)
from ..kernel.real import Relation, Term, apply, num, obligations, var
from .library import TheoryLibrary
from .numbers import holds

_SYMBOL = {head: symbol for symbol, head in RELATIONS.items()}
_ARITHMETIC = frozenset({"add", "sub", "mul", "div", "pow", "neg"}) | UNARY_REAL | BINARY_REAL


def conditions_of(hypothesis: Expr, library: TheoryLibrary) -> list[Relation]:
    """What a hypothesis says about numbers alone: only what is a relation is unfolded whole."""
    found = list[Relation | None]()
    for part in conjuncts(hypothesis):
        if part.head == "defined":
            found += conditions_of(library.definitions[part.label].expand(part.args), library)
        elif part.head in (*_SYMBOL, "apply", "member", "not"):
            found += [relation_of(inner) for inner in conjuncts(normal(part, library.definitions))]
    return [r for r in found if r is not None]


def relation_of(formula: Expr) -> Relation | None:
    """A formula as a relation between free numbers, if it is one, or denies one whose sides have values
    everywhere: where a side has none, to deny is not to assert the contrary."""
    if formula.head == "not":
        denied = relation_of(formula.args[0])
        partial = denied is None or [*obligations((denied.left, denied.right), frozenset())]
        return None if denied is None or partial else denied.negated()
    if formula.head not in _SYMBOL:
        return None
    left, right = map(real_term, formula.args)
    return None if left is None or right is None else Relation(_SYMBOL[formula.head], left, right)


def real_term(term: Expr) -> Term | None:
    """The real term of a logical one that is built from free numbers alone, else None."""
    if term.head == "num" and term.value is not None:
        return num(term.value)
    if term.head == "const":
        return Term("const", (), term.label)
    if term.head == "var" and term.sort in (REAL, INT) and not term.label.startswith("#"):
        return var(term.label)
    if term.head not in _ARITHMETIC:
        return None
    args = [real_term(a) for a in term.args]
    good = [a for a in args if a is not None]
    return apply(term.head, *good) if len(good) == len(args) else None


def numbers_in(formula: Expr) -> frozenset[str] | None:
    """The free numbers of a formula that is made of relations between such alone, else None."""
    relation = relation_of(formula)
    if relation is not None:
        return relation.variables()
    found = [numbers_in(part) for part in formula.args] if formula.head in CONNECTIVES else [None]
    known = [names for names in found if names is not None]
    return frozenset[str]().union(*known) if len(known) == len(found) else None


def stands(formula: Expr, values: Mapping[str, fmpq]) -> bool | None:
    """Whether a formula made of relations is true at values of its numbers; None where it is not decided."""
    relation = relation_of(formula)
    if relation is not None:
        return True if holds(relation, values) else False if holds(relation.negated(), values) else None
    found = [stands(part, values) for part in formula.args]
    if formula.head == "not":
        return None if found[0] is None else not found[0]
    if formula.head == "implies":
        found[0] = None if found[0] is None else not found[0]
    ends = formula.head != "and"  # one part that is so decides: a true one of "or", a false one of "and"
    return ends if ends in found else None if None in found else not ends
