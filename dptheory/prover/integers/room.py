"""Products whose quotient grows to a limit below 1, as Stirling's does: with exp(-a/n) as room between them.

A(n) <= B(n) passes to n + 1 where A/B falls. Where it grows by factors that are 1 + O(1/n**2), as it does
when it has a limit other than 0 and is a product of powers, gamma functions and binomials, A <= B*exp(-a/n)
passes if a/(n*(n + 1)) is at least the logarithm of each factor; it holds at first if a is small enough.
"""

from __future__ import annotations

from math import inf, log

from flint import fmpq

from dptheory.kernel.real import Relation, Term, apply, num, rational_value, subterms, var

from ..budget import charge
from ..enclosures.series import simplest
from ..goals.goal import Node, Proof
from ..goals.numeric import compiled, to_float
from ..goals.obligations import Prover
from ..goals.state import ProofState
from ..registry import MODERATE, tactic
from .induction import by_neighbours

DEPTH = 4
STEPS = (*range(12), 15, 20, 30, 50, 100, 200, 400)


@tactic(
    "the goal compares products with gamma functions of its one integer, whose quotient grows to a limit",
    MODERATE,
    "gamma(n + 1) >= sqrt(n)*(n/E)**n | gamma(n + 1) >= 3*sqrt(n)*(n/E)**n | n integer, n >= 1",
)
def by_room(prover: Prover, start: ProofState) -> Proof | None:
    """Show A <= B from A <= B*exp(-a/n)."""
    goal, x = start.goal, start.goal.unknown
    op, large, small = goal.relation.oriented
    if x is None or not goal.sequent.variables[x] or start.depth < 2 or op not in (">", ">="):
        return None
    if not any(t.op == "gamma" for t in subterms(large, small)):
        return None
    for i, h in enumerate(goal.hypotheses):
        least = rational_value(h.oriented[2])
        if h.oriented[0] != ">=" or h.oriented[1] != var(x) or least is None or least < 1:
            continue
        a = _room(small / large, x, int(least))
        if a is None:
            return None
        factor = apply("exp", num(-a) / var(x))
        state = ProofState(prover, goal, max(start.depth, DEPTH))
        below = state.have(Relation("<" if op == ">" else "<=", factor, num(1)))
        positive = state.have(Relation(">", large, num(0)))
        strong = Relation("<=", small, large * factor)
        if below is None or positive is None or state.define(small, strong.right) is None:
            return None
        known = goal.sequent.knowing(small, strong.right).showing(strong)
        proof = by_neighbours(prover, ProofState(prover, goal.where(known), state.depth), x, num(least), i)
        place = None if proof is None else state.have(strong, proof)
        if place is None:
            return None
        terms: list[Node] = [{"c": "1", "h": [place]}, {"c": "1", "h": [positive, below]}]
        return start.close(state.combined([], terms))
    return None


def _room(quotient: Term, x: str, least: int) -> fmpq | None:
    """A simple a for which A/B <= exp(-a/n) at first, and log(A/B) grows by a/(n*(n + 1)) at most, as far as
    is seen."""
    program = compiled(quotient)
    charge(len(STEPS) * 20)
    needed, first = 0.0, 0.0
    for n in (least + k for k in STEPS):
        values = [program({x: fmpq(m)}) for m in (n, n + 1)]
        now, later = (0.0 if v is None else to_float(v) for v in values)
        if not (0 < now < inf and 0 < later < inf):
            return None
        first = first or now
        needed = max(needed, (log(later) - log(now)) * n * (n + 1))
    room = -log(first) * least
    if needed <= 0 or needed >= room:
        return None
    third = (room - needed) / 3
    return simplest(*(fmpq(*t.as_integer_ratio()) for t in (needed + third, room - third)))
