"""What experiments read off a form: a bound, the noise that goes with it, the privacy that is claimed.

Everything comes from the conclusion, where the lines of an algorithm stand for its name.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..errors import BadInput
from ..kernel.logic import REAL, Expr, normal, rebuild, var, walk
from ..kernel.real import Term, apply, num
from .bounds import pick_form
from .library import TheoryLibrary
from .relations import real_term
from .statements import Statement


def factor_of(library: TheoryLibrary, statement: Statement, kind: str) -> Term:
    """e^r in the conclusion of a form that says ... <= exp(r), or ... <= exp(r) times something."""
    conclusion = normal(pick_form(statement, kind).theorem.conclusion, library.definitions)
    exponent = found(rate(conclusion), statement, "a rate")
    return exponent.args[0] if exponent.op == "log" else apply("exp", exponent)


def found(term: Term | None, statement: Statement, needed: str) -> Term:
    """The term; where there is none, BadInput says what was needed of the statement."""
    if term is None:
        raise BadInput(f"{statement.id}", needed, "another experiment")
    return term


def argument(conclusion: Expr, name: str, place: int) -> Term | None:
    """An argument of the first law or defined predicate of that name."""
    for node in walk(conclusion):
        if name in (node.head, node.label if node.head == "defined" else ""):
            return real_term(node.args[place])
    return None


def replaced(term: Expr, head: str, name: str) -> Expr:
    """The term with a number of that name in place of what begins with the head, outermost first.

    >>> from ..kernel.logic.terms import num as number
    >>> from ..kernel.logic.sorts import VEC
    >>> from ..kernel.logic.terms import op
    >>> replaced(op("add", REAL, op("norm", REAL, var("u", VEC)), number(1)), "norm", "Delta").args[0].label
    'Delta'
    """
    if term.head == head:
        return var(name, REAL)
    return rebuild(term, tuple(replaced(a, head, name) for a in term.args)) if term.args else term


def rate(conclusion: Expr) -> Term | None:
    """r in a conclusion that says ... <= exp(r), or ... <= exp(r) times something, plus a slack."""
    for node in walk(conclusion):
        if node.head == "le":
            right = node.args[1].args[0] if node.args[1].head == "add" else node.args[1]
            factor = right.args[0] if right.head == "mul" else right
            term = real_term(factor.args[0]) if factor.head == "exp" else None
            if term is not None:
                return term
    return None


def noise_scale(formulas: Iterable[Expr]) -> Term | None:
    """The scale of the first noise of density exp(-||k|| / s), or one over what multiplies the utility in an
    exponential mechanism: on numbers (`gibbs`), by its definition (`exponential`), or by its density.
    """
    for formula in formulas:
        found = argument(formula, "l2laplace", 0)
        if found is not None:
            return found
        for node in walk(formula):
            weight = _weight(node)
            if weight is not None:
                return apply("div", num(1), apply("abs", weight))
    return None


def _weight(node: Expr) -> Term | None:
    """What multiplies the utility, where a node is an exponential mechanism."""
    if node.head == "gibbs":
        return _factor(node.args[1].args[-1])
    if node.head == "defined" and node.label == "exponential":
        return real_term(node.args[4])
    if node.head == "exp" and any(inner.head == "apply" for inner in walk(node.args[0])):
        return _factor(node.args[0])
    return None


def _factor(weight: Expr) -> Term | None:
    """What multiplies the utility in the logarithm of a weight; the utility is a function of the data."""
    if weight.head in ("defined", "apply"):
        return num(1)
    if weight.head in ("mul", "div", "neg"):
        parts = [_factor(part) for part in weight.args]
        good = [part for part in parts if part is not None]
        return apply(weight.head, *good) if len(good) == len(parts) else None
    return real_term(weight)
