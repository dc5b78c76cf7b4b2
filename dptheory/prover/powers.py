"""Large whole powers, which normal forms expand: Bernoulli's inequality instead."""

from __future__ import annotations

from dptheory.kernel.real.terms import Term, free_variables, num, rational_value, subterms

from .goals import Desk, Proof, Prover, screen
from .sums import by_sum

LARGE = 12


def by_bernoulli(prover: Prover, start: Desk) -> Proof | None:
    """Show a goal with (1 + a)**n, n a large number, from (1 + a)**n >= 1 + n*a."""
    r = start.goal.relation
    powers = [t for t in subterms(r.left, r.right) if t.op == "pow" and free_variables(t.args[0])]
    desk = Desk(prover, start.goal, start.fuel)
    used = False
    for t in powers:
        n = rational_value(t.args[1])
        if n is None or n.q != 1 or n < LARGE or screen(t.args[0], start.goal.cloud).low < 0:
            continue
        a = _less_one(t.args[0])
        used = desk.fact("bernoulli", a, t.args[1]) is not None or used
    return by_sum(prover, desk) if used else None


def _less_one(base: Term) -> Term:
    """a, if the base is written 1 + a; else the base less one."""
    return base.args[1] if base.op == "add" and base.args[0] == num(1) else base - 1
