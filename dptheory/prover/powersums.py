"""Powers of sums with symbolic exponents against the powers of the summands."""

from __future__ import annotations

from dptheory.kernel.real.claims import Relation
from dptheory.kernel.real.terms import Term, free_variables, num, subterms

from .combination import by_combination
from .goals import Desk, Proof, Prover, screen
from .rooting import simple
from .splits import by_cases

TWO = num(2)


def by_power_sums(prover: Prover, start: Desk) -> Proof | None:
    """Compare (u + v)**e, u, v >= 0, with u**e + v**e: subadditive for e <= 1, convex for e >= 1."""
    r = start.goal.relation
    if r.op not in ("<=", ">="):
        return None
    desk = Desk(prover, start.goal, start.fuel)
    used = False
    for t in subterms(r.left, r.right):
        if t.op != "pow" or t.args[0].op != "add" or not free_variables(t.args[1]):
            continue
        whole, e = t.args
        if (
            any(screen(s, start.goal.cloud).low < 0 for s in whole.args)
            or screen(e, start.goal.cloud).low <= 0
        ):
            continue
        if screen(e - 1, start.goal.cloud).high <= 0:
            used = _subadditive(desk, whole, e) or used
        elif screen(e - 1, start.goal.cloud).low >= 0:
            if screen(whole, start.goal.cloud).low == 0:
                return by_cases(prover, start, Relation(">", whole, num(0)))
            used = _convex(desk, t) or used
    return by_combination(prover, desk, [1, 2]) if used else None


def _subadditive(desk: Desk, whole: Term, e: Term) -> bool:
    if desk.fact("power-subadditive", *whole.args, e) is None:
        return False
    for s in whole.args:
        if s.op == "pow" and desk.fact("power-power", *s.args, e) is not None:
            b, d = s.args
            desk.define_by(desk.congruence("pow", (b, d * e), (b, simple(d * e))), b ** (d * e))
            desk.define_by(desk.goal.index_of(Relation("=", s**e, b ** (d * e))), s**e)
    return True


def _convex(desk: Desk, t: Term) -> bool:
    whole, e = t.args
    if desk.fact("power-convex", *whole.args, e) is None:
        return False
    desk.solve("power-quotient", t, whole, TWO, e)
    desk.fact("power-positive", TWO, e - 1)
    desk.solve("power-add", TWO**e, TWO, e - 1, num(1))
    return True
