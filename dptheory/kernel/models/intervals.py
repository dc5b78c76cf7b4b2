"""Events about one drawn number that are intervals, and their ends.

A relation between a term that the drawn number enters once, through sums, factors, ``min``,
``max`` and ``abs``, and a term that it does not enter, is undone step by step. It may enter both
arguments of ``min`` and ``max``, where the two events meet in an interval or are joined to one. Ends
are closed or open alike, since the laws that are cut here have no atoms; but ``max(t, 0) > 0`` and
``max(t, 0) >= 0`` are different events.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..limits import KernelError, need
from ..real.claims import Relation
from ..real.terms import Term, apply, free_variables, num
from .ground import decide
from .noise import tighter

Ends = tuple[Term | None, Term | None]
"""Lower and upper end of an interval; None is infinite. A lower end above the upper one: no points."""

EVERYTHING: Ends = (None, None)
NOTHING: Ends = (num(1), num(0))


def bounds_on(relation: Relation, point: Term) -> Ends:
    """Lower and upper bound that a relation puts on the drawn number; raises KernelError."""
    op, left, right = relation.op, relation.left, relation.right
    if op in ("<", "<="):
        op, left, right = op.replace("<", ">"), right, left
    need(op in (">", ">="), "an event under noise is an interval")
    name = str(point.value)
    if name not in free_variables(right):
        return _ends(left, right, point, _Side(True, op == ">"))
    if name not in free_variables(left):
        return _ends(right, left, point, _Side(False, op == ">"))
    raise KernelError("an event under noise compares a term of the drawn number with a number")


@dataclass(frozen=True)
class _Side:
    """Whether a term lies above its bound, and whether strictly."""

    above: bool
    strict: bool

    def turned(self) -> _Side:
        """The side of the term with the opposite sign."""
        return _Side(not self.above, self.strict)

    def holds(self, term: Term, bound: Term) -> bool:
        """Whether a constant lies on this side of a bound; raises KernelError where that cannot be told."""
        return _known(Relation((">" if self.above else "<") + ("" if self.strict else "="), term, bound))


def _ends(term: Term, bound: Term, point: Term, side: _Side) -> Ends:
    """Where a term lies on a side of a bound that is free of the drawn number."""
    if term == point:
        return (bound, None) if side.above else (None, bound)
    if term.op == "neg":
        return _ends(term.args[0], -bound, point, side.turned())
    if term.op == "abs":
        return _within(term.args[0], bound, point, side)
    if term.op in ("min", "max") and all(str(point.value) in free_variables(arg) for arg in term.args):
        one, two = (_ends(arg, bound, point, side) for arg in term.args)
        return _joined(one, two) if (term.op == "max") == side.above else _both(one, two)
    inner, other, first = _parts(term, point)
    if term.op == "add":
        return _ends(inner, bound - other, point, side)
    if term.op == "sub":
        return (
            _ends(inner, bound + other, point, side)
            if first
            else _ends(inner, other - bound, point, side.turned())
        )
    if term.op in ("mul", "div"):
        turned = side if _positive(other) else side.turned()
        return _ends(inner, bound * other if term.op == "div" else bound / other, point, turned)
    either = (term.op == "max") == side.above  # one argument is enough, or both are needed
    if side.holds(other, bound) == either:
        return EVERYTHING if either else NOTHING
    return _ends(inner, bound, point, side)


def _within(term: Term, bound: Term, point: Term, side: _Side) -> Ends:
    """Where ``abs(term) <= bound``, an intersection; ``abs(term) >= bound`` is two half-lines."""
    if side.above:
        if side.holds(num(0), bound):
            return EVERYTHING
        raise KernelError("an event under noise is an interval")
    return _both(_ends(term, -bound, point, side.turned()), _ends(term, bound, point, side))


def _both(one: Ends, two: Ends) -> Ends:
    """The points of two intervals; of one without points there are none."""
    return tighter("max", one[0], two[0]), tighter("min", one[1], two[1])


def _joined(one: Ends, two: Ends) -> Ends:
    """The points of one or the other of two half-lines that go the same way."""
    if EVERYTHING in (one, two):
        return EVERYTHING
    (low, high), (down, up) = one, two
    if low is not None and down is not None and high is None and up is None:
        return apply("min", low, down), None
    if high is not None and up is not None and low is None and down is None:
        return None, apply("max", high, up)
    raise KernelError("an event under noise is an interval")


def _positive(factor: Term) -> bool:
    if _known(Relation(">", factor, num(0))):
        return True
    if _known(Relation("<", factor, num(0))):
        return False
    raise KernelError("a factor of the drawn number is 0")


def _parts(term: Term, point: Term) -> tuple[Term, Term, bool]:
    """The argument with the drawn number, the other one, and whether the first is the former."""
    if term.op not in ("add", "sub", "mul", "div", "min", "max"):
        raise KernelError(f"an event under noise is no interval, seen through {term.op!r}")
    left, right = term.args
    name = str(point.value)
    if name in free_variables(left) and name in free_variables(right):
        raise KernelError("an event under noise has the drawn number in two places")
    first = name in free_variables(left)
    if term.op == "div" and not first:
        raise KernelError("an event under noise divides by the drawn number")
    return (left, right, True) if first else (right, left, False)


def _known(relation: Relation) -> bool:
    """Whether a relation between constants holds; raises KernelError where that cannot be told."""
    value = decide(relation)
    if value is None:
        raise KernelError(f"cannot tell whether {relation.text}")
    return value
