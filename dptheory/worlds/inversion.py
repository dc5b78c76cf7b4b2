"""Which values a number may have by what the hypotheses say of it, the other numbers of a world given.

A relation in which the number stands once is undone step by step; a quantifier asks for the largest of the
lower ends and the smallest of the upper ones. So hypotheses are solved, not hoped for, and can be made tight.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from ..kernel.logic import Expr, applied
from ..kernel.real import var
from .numeric import Array, evaluated
from .values import Set, holds

if TYPE_CHECKING:
    from .evaluator import Evaluation

Ends = tuple[Array, Array]
_LINE: Final = {"norm": "abs", "vadd": "add", "vsub": "sub", "vscale": "mul"}
_TURNED: Final = {"le": "ge", "lt": "gt", "ge": "le", "gt": "lt", "eq": "eq"}


class Entangled(Exception):
    """The number cannot be solved for."""


def bounds(at: Evaluation, formula: Expr, name: str, stack: tuple[object, ...] = (), depth: int = 1) -> Ends:
    """The ends between which a number has to lie for a formula to hold; raises Entangled, Unsupported."""
    head, args = formula.head, formula.args
    if name not in formula.names:
        return np.full(1, -np.inf), np.full(1, np.inf)
    if head == "and":
        (low, high), (down, up) = (bounds(at, a, name, stack, depth) for a in args)
        return np.maximum(low, down), np.minimum(high, up)
    if head == "forall" and args[0].head == "lam":
        values = at.axis(args[0], stack, depth)
        low, high = bounds(at, args[0].args[0], name, (*stack, values), depth + 1)
        low = np.max(low, axis=0) if low.ndim == depth + 1 else low
        return low, np.min(high, axis=0) if high.ndim == depth + 1 else high
    if head == "implies" and name not in args[0].names:
        premise = holds(at.margin(args[0], stack, depth))
        low, high = bounds(at, args[1], name, stack, depth)
        return np.where(premise, low, -np.inf), np.where(premise, high, np.inf)
    if head == "apply" and args[-1].label == name and args[-1].head == "var":
        return _within(at, at.value(applied(formula)[0], stack, depth))
    if head in _TURNED:
        left, right = args
        if name in left.names and name in right.names:
            raise Entangled
        if name in right.names:
            left, right, head = right, left, _TURNED[head]
        return _solved(at, left, at.number(right, stack, depth), head, name, stack, depth)
    raise Entangled


def _within(at: Evaluation, chosen: object) -> Ends:
    """The ends of a set of numbers, as its relations name them."""
    if not isinstance(chosen, Set):
        raise Entangled
    low, high = np.full(1, -np.inf), np.full(1, np.inf)
    own = var(chosen.name)
    for one in chosen.relations:
        ways = (one.left, one.right, ("<=", "<", "=")), (one.right, one.left, (">=", ">", "="))
        for side, end, up in ways:
            if side == own and own.names.isdisjoint(end.names):
                value = evaluated(end, at.scene.numbers)
                high = np.minimum(high, value) if one.op in up else high
                low = np.maximum(low, value) if one.op not in up or one.op == "=" else low
    return low, high


def _solved(
    at: Evaluation, term: Expr, target: Array, op: str, name: str, stack: tuple[object, ...], depth: int
) -> Ends:
    """Where ``term op target``; `term` has the number once."""
    head = _LINE.get(term.head, term.head)
    if head == "var" and term.label == name:
        none = np.full(1, np.inf)
        low = target if op in ("ge", "gt", "eq") else -none
        return low, target if op in ("le", "lt", "eq") else none
    places = [k for k, a in enumerate(term.args) if name in a.names]
    if len(places) != 1:
        raise Entangled
    inner = term.args[places[0]]

    def other() -> Array:
        return at.number(term.args[1 - places[0]], stack, depth)

    def on(new: Array, turned: bool = False) -> Ends:
        return _solved(at, inner, new, _TURNED[op] if turned else op, name, stack, depth)

    if head == "neg":
        return on(-target, True)
    if head == "add":
        return on(target - other())
    if head == "sub":
        return on(target + other()) if places[0] == 0 else on(other() - target, True)
    if head == "mul" or (head == "div" and places[0] == 0):
        factor = other() if head == "mul" else 1 / other()
        if np.all(factor > 0):
            return on(target / factor)
        if np.all(factor < 0):
            return on(target / factor, True)
        up, down = on(target / factor), on(target / factor, True)
        nothing = np.where(_fails(target, op), np.inf, -np.inf)
        low = np.where(factor > 0, up[0], np.where(factor < 0, down[0], nothing))
        high = np.where(factor > 0, up[1], np.where(factor < 0, down[1], -nothing))
        return low, high
    if head == "div":
        above = other()
        if np.all(above > 0) and np.all(target > 0):  # of positive numbers
            return on(above / target, True)
    if head == "exp":
        made = on(np.log(np.maximum(target, 0)))
        free = (target <= 0) & (op in ("ge", "gt"))
        return np.where(free, -np.inf, made[0]), np.where(free, np.inf, made[1])
    if head == "log":
        return on(np.exp(target))
    if head == "sqrt" and np.all(target >= 0):
        return on(target**2)
    if head == "abs" and op in ("le", "lt") and inner.head == "var":
        return -target, target
    if head == "pow" and places[0] == 0:
        exponent = other()
        if np.all(exponent > 0) and np.all(target >= 0):
            return on(target ** (1 / exponent))
    raise Entangled


def _fails(target: Array, op: str) -> Array:
    """Whether 0 does not stand in the relation to a target."""
    zero = {"ge": target > 1e-12, "gt": target >= 0, "le": target < -1e-12, "lt": target <= 0}
    return np.asarray(zero.get(op, np.abs(target) > 1e-12))
