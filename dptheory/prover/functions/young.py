"""Sums of products of powers whose exponents add up to 1: each against the line that touches it."""

from __future__ import annotations

from dptheory.kernel.real import Field, Relation, Term, free_variables, num, subterms

from ..arithmetic.combination import by_combination
from ..goals.goal import Proof
from ..goals.obligations import Prover
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import CHEAP, tactic

MOST = 6


@tactic(
    "the goal has products of two powers whose exponents add up to 1",
    CHEAP,
    "x**a*y**(1 - a) + y**a*x**(1 - a) <= x + y | "
    "x**a*y**(1 - a) + y**a*x**(1 - a) <= x | x > 0, y > 0, 0 <= a <= 1",
)
def by_young(prover: Prover, start: ProofState) -> Proof | None:
    """Show a goal with x**a*y**(1 - a), for several x and y, from x**a*y**(1 - a) <= a*x + (1 - a)*y where
    0 <= a <= 1, and the converse elsewhere (Young's inequality)."""
    r = start.goal.relation
    found = {t.key: (t, line) for t in subterms(r.left, r.right) if (line := _line(t)) is not None}
    if not 2 <= len(found) <= MOST:
        return None
    state = ProofState(prover, start.goal, start.depth)
    for t, line in found.values():
        seen = sampled_signs(t - line, start.goal.samples)
        if seen.low < 0 < seen.high or not seen.seen:
            return None
        if state.have(Relation(">=" if seen.low >= 0 else "<=", t, line), depth=start.depth) is None:
            return None
    return start.close(by_combination(prover, state, [1]))


def _line(t: Term) -> Term | None:
    """a*x + (1 - a)*y for x**a*y**(1 - a), written as a product of powers or their quotient."""
    if t.op not in ("mul", "div") or any(p.op != "pow" for p in t.args):
        return None
    (x, a), (y, b) = (p.args for p in t.args)
    whole = a + b if t.op == "mul" else a - b
    if not free_variables(a) or not free_variables(x, y) or Field([whole])[whole].constant != 1:
        return None
    return a * x + (num(1) - a) * y
