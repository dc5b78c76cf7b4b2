"""Equations between numbers, solved for a number in closed form.

What an equation defines is then no number to be hit upon: `r**2 = 2*x` is kept by every r, with x = r**2/2,
and stays exact when r is made round.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..kernel.logic import REAL, Expr
from ..kernel.real import Term, apply, num, rational_value, subterms
from .sketches import Sketch
from .symbolic import closed_form, tidy
from .values import Unsupported

DEAR: Final = {"exp": 2, "log": 2, "sqrt": 2, "sub": 1, "neg": 1}
"""What in a solution may have no value, or be none that the number may have."""


def solutions(sketch: Sketch, equation: Expr) -> Iterator[tuple[str, Term]]:
    """Numbers of the statement for which an equation can be solved, with what they are then, the solutions
    that always have a value first.

    >>> from ..kernel.logic import PROP, Scope, term
    >>> from .sketches import Parameter
    >>> from ..kernel.real import print_term
    >>> numbers = tuple(Parameter(x, (1.0,), symbol=True) for x in ("r", "x"))
    >>> known = Scope({"r": REAL, "x": REAL}, {})
    >>> found = solutions(Sketch(1, (), (), {}, {}, numbers), term("r**2 = 2*x", known, PROP))
    >>> [(name, print_term(tidy(form))) for name, form in found]
    [('x', 'r**2/2'), ('r', '(2*x)**(1/2)')]
    """
    if equation.head != "eq" or equation.args[0].sort != REAL:
        return
    try:
        left, right = (closed_form(side, sketch) for side in equation.args)
    except Unsupported:
        return
    if not (isinstance(left, Term) and isinstance(right, Term)):
        return
    found: list[tuple[int, str, Term]] = []
    for p in sketch.parameters:
        one, other = (left, right) if p.name in left.names else (right, left)
        if p.symbol and not p.choices and p.name in one.names and p.name not in other.names:
            form = _isolated(one, other, p.name)
            if form is not None:
                found.append((sum(map(_cost, subterms(form))), p.name, tidy(form)))
    yield from ((name, form) for _, name, form in sorted(found, key=lambda one: one[0]))


def _cost(term: Term) -> int:
    exponent = rational_value(term.args[1]) if term.op == "pow" else None
    return DEAR["sqrt"] if exponent is not None and exponent.q != 1 else DEAR.get(term.op, 0)


def _isolated(term: Term, target: Term, name: str) -> Term | None:
    """What a name has to be for a term, in which it stands once, to be equal to another; None where that is
    not known."""
    while term.op != "var":
        places = [k for k, part in enumerate(term.args) if name in part.names]
        if len(places) != 1:
            return None
        k = places[0]
        undone = _undone(term, target, k)
        if undone is None:
            return None
        term, target = term.args[k], undone
    return target


def _undone(term: Term, target: Term, k: int) -> Term | None:
    """What the part at a place of a term has to be for the term to be equal to another."""
    op, other = term.op, term.args[1 - k] if len(term.args) == 2 else num(0)
    if op == "neg":
        return -target
    if op == "add":
        return target - other
    if op == "sub":
        return target + other if k == 0 else other - target
    if op == "mul":
        return target / other
    if op == "div":
        return target * other if k == 0 else other / target
    if op in ("exp", "log"):
        return apply("log" if op == "exp" else "exp", target)
    if op == "sqrt":
        return apply("pow", target, num(2))
    if op == "pow" and k == 0 and rational_value(other) not in (None, 0):
        return apply("pow", target, num(1) / other)
    return None
