"""Inequalities of gamma functions: tails, Chernoff bounds, logarithmic convexity."""

from __future__ import annotations

from itertools import combinations

from flint import fmpq

from dptheory.kernel.real.ratfun import Field
from dptheory.kernel.real.terms import Term, is_integer, num

from .goals import Desk, screen


def tails(desk: Desk, atom: Term) -> None:
    """Bounds of an incomplete gamma function."""
    a, x = atom.args
    if atom.op == "lowergamma":
        desk.fact("lowergamma-upper", a, x)
        if desk.fact("lowergamma-step", a, x) is not None:
            desk.fact("lowergamma-nonnegative", a + 1, x)
        return
    if desk.fact("uppergamma-shift", a, x) is not None:
        desk.fact("uppergamma-step", a, x)
    positive = screen(x, desk.goal.cloud).low > 0
    if positive and screen(a - 1, desk.goal.cloud).high <= 0:
        desk.fact("uppergamma-below-one", a, x)
    if positive and screen(a - 1, desk.goal.cloud).low >= 0:
        desk.fact("uppergamma-above-one", a, x)
        desk.fact("uppergamma-tail", a, x)
    if is_integer(a, desk.goal.sequent.integers):
        desk.fact("uppergamma-union", a, x)
    desk.fact("uppergamma-chernoff", a, x, num(fmpq(1, 2)))
    if positive and screen(x - a, desk.goal.cloud).low >= 0:
        desk.fact("uppergamma-chernoff", a, x, 1 - a / x)


def convexity(desk: Desk, field: Field) -> None:
    """Gamma functions of orders half a step apart, or with a third one in the middle of two."""
    found = [g for g in field.generators if g.op == "gamma"]
    for g, h in combinations(found, 2):
        a, b = field[g.args[0]], field[h.args[0]]
        gap = field.add(b, field.scale(a, fmpq(-1))).constant
        if gap is not None and abs(gap).q == 2 and abs(gap) < 4:
            for k in (g, h):
                order = k.args[0]
                if desk.fact("gamma-log-convex", order, order + 1) is not None:
                    desk.fact("gamma-step", order)
        middle = field.scale(field.add(a, b), fmpq(1, 2))
        if any(field[k.args[0]] == middle for k in found):
            desk.fact("gamma-log-convex", g.args[0], h.args[0])
