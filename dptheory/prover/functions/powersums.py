"""Powers of sums with symbolic exponents against the powers of the summands."""

from __future__ import annotations

from dptheory.kernel.real import Relation, Term, free_variables, num, subterms

from ..arithmetic.combination import by_combination
from ..arithmetic.rooting import simple
from ..cases.splits import by_cases
from ..goals.goal import Proof
from ..goals.obligations import Prover
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import CHEAP, tactic

TWO = num(2)


@tactic(
    "the goal has a power of a sum, with an exponent that varies",
    CHEAP,
    "(a + b)**p <= a**p + b**p | (a + b)**p < a**p | a >= 0, b >= 0, 0 < p <= 1",
)
def by_power_sums(prover: Prover, start: ProofState) -> Proof | None:
    """Compare (u + v)**e, u, v >= 0, with u**e + v**e: subadditive for e <= 1, convex for e >= 1."""
    r = start.goal.relation
    if r.op not in ("<=", ">="):
        return None
    state = ProofState(prover, start.goal, start.depth)
    used = False
    for t in subterms(r.left, r.right):
        if t.op != "pow" or t.args[0].op != "add" or not free_variables(t.args[1]):
            continue
        whole, e = t.args
        if (
            any(sampled_signs(s, start.goal.samples).low < 0 for s in whole.args)
            or sampled_signs(e, start.goal.samples).low <= 0
        ):
            continue
        if sampled_signs(e - 1, start.goal.samples).high <= 0:
            used = _subadditive(state, whole, e) or used
        elif sampled_signs(e - 1, start.goal.samples).low >= 0:
            if sampled_signs(whole, start.goal.samples).low == 0:
                return by_cases(prover, start, Relation(">", whole, num(0)))
            used = _convex(state, t) or used
    return by_combination(prover, state, [1, 2]) if used else None


def _subadditive(state: ProofState, whole: Term, e: Term) -> bool:
    if state.fact("power-subadditive", *whole.args, e) is None:
        return False
    for s in whole.args:
        if s.op == "pow" and state.fact("power-power", *s.args, e) is not None:
            b, d = s.args
            state.define_by(state.congruence("pow", (b, d * e), (b, simple(d * e))), b ** (d * e))
            state.define_by(state.goal.index_of(Relation("=", s**e, b ** (d * e))), s**e)
    return True


def _convex(state: ProofState, t: Term) -> bool:
    whole, e = t.args
    if state.fact("power-convex", *whole.args, e) is None:
        return False
    state.solve("power-quotient", t, whole, TWO, e)
    state.fact("power-positive", TWO, e - 1)
    state.solve("power-add", TWO**e, TWO, e - 1, num(1))
    return True
