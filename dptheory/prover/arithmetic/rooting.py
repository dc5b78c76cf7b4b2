"""Roots with symbolic degree: B <= A**e follows from B**(1/e) <= A."""

from __future__ import annotations

from dptheory.kernel.real.claims import Relation
from dptheory.kernel.real.ratfun import Field
from dptheory.kernel.real.terms import Term, free_variables, num

from ..goals.polynomials import fraction_term
from ..goals.state import Proof, ProofState, Prover, sampled_signs
from .sums import by_sum


def by_rooting(prover: Prover, start: ProofState) -> Proof | None:
    """Show B <= A**e, with A, B > 0 and e > 0 not a number, from B**(1/e) <= A."""
    op, large, small = start.goal.relation.oriented
    if op != ">=" or large.op != "pow" or not free_variables(large.args[1]):
        return None
    a, e = large.args
    if any(sampled_signs(t, start.goal.samples).low <= 0 for t in (a, small, e)):
        return None
    b, k = small.args if small.op == "pow" else (small, num(1))
    d = simple(k / e)
    state = ProofState(prover, start.goal, start.depth)
    if any(state.have(Relation(">", t, num(0)), depth=2) is None for t in (a, b, e)):
        return None
    if state.have(Relation("<=", b**d, a)) is None:
        return None
    if state.fact("power-monotone", b**d, a, e) is None or state.fact("power-power", b, d, e) is None:
        return None
    if state.congruence("pow", (b, d * e), (b, k)) is None:
        return None
    return by_sum(prover, state)


def simple(t: Term) -> Term:
    """A quotient without common factors."""
    field = Field([t])
    form = field[t]
    return fraction_term(field.generators, form.num, form.den)
