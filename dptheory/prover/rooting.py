"""Roots with symbolic degree: B <= A**e follows from B**(1/e) <= A."""

from __future__ import annotations

from dptheory.kernel.real.claims import Relation
from dptheory.kernel.real.ratfun import Field
from dptheory.kernel.real.terms import Term, free_variables, num

from .algebra import fraction_term
from .goals import Desk, Proof, Prover, screen
from .sums import by_sum


def by_rooting(prover: Prover, start: Desk) -> Proof | None:
    """Show B <= A**e, with A, B > 0 and e > 0 not a number, from B**(1/e) <= A."""
    op, large, small = start.goal.relation.oriented
    if op != ">=" or large.op != "pow" or not free_variables(large.args[1]):
        return None
    a, e = large.args
    if any(screen(t, start.goal.cloud).low <= 0 for t in (a, small, e)):
        return None
    b, k = small.args if small.op == "pow" else (small, num(1))
    d = simple(k / e)
    desk = Desk(prover, start.goal, start.fuel)
    if any(desk.have(Relation(">", t, num(0)), fuel=2) is None for t in (a, b, e)):
        return None
    if desk.have(Relation("<=", b**d, a)) is None:
        return None
    if desk.fact("power-monotone", b**d, a, e) is None or desk.fact("power-power", b, d, e) is None:
        return None
    if desk.congruence("pow", (b, d * e), (b, k)) is None:
        return None
    return by_sum(prover, desk)


def simple(t: Term) -> Term:
    """A quotient without common factors."""
    field = Field([t])
    form = field[t]
    return fraction_term(field.generators, form.num, form.den)
