"""Values of one increasing function at places that conditions put in order.

Complete for sums c_1*f(a_1) + ... + c_k*f(a_k) >= 0 that hold for every increasing f: then the values, as
far as their order is known, have a non-negative combination that is the claim, which a linear program
finds."""

from __future__ import annotations

from itertools import permutations

from dptheory.kernel.real import Field, Relation, Term, apply, free_variables, subterms

from ..arithmetic.sums import by_sum
from ..goals.goal import Proof
from ..goals.obligations import Prover
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import CHEAP, tactic

RISING = {"exp": "exp-monotone", "log": "log-monotone", "sqrt": "sqrt-monotone"}
MOST = 12
LONGEST = 4


@tactic(
    "the goal is a sum of values of an increasing function at places whose order conditions say",
    CHEAP,
    "exp(x) + exp(y) <= 2*exp(z) | exp(x) + exp(y) <= exp(z) | x <= z, y <= z",
)
def by_ordered_values(prover: Prover, start: ProofState) -> Proof | None:
    """Show a sum of values of an increasing function from the order of its arguments."""
    goal, r = start.goal, start.goal.relation
    if r.op in ("=", "!="):
        return None
    values = [t for t in subterms(r.left, r.right) if t.op in RISING and free_variables(t)]
    if not 2 <= len(values) <= MOST:
        return None
    state = ProofState(prover, goal, 1)
    values += _products(state)
    if len(values) > MOST:
        return None
    for a, b in permutations(values, 2):
        if a.op != b.op:
            continue
        low, high = a.args[0], b.args[0]
        seen = sampled_signs(high - low, goal.samples, stop_below=True)
        if seen.seen and seen.low >= 0 and state.have(Relation("<=", low, high), depth=0) is not None:
            state.fact(RISING[a.op], low, high)
    return start.close(by_sum(prover, state)) if state.nodes else None


def _products(state: ProofState) -> list[Term]:
    """The products of exponentials that the goal has when it is multiplied out, each as one exponential."""
    r = state.goal.relation
    field = Field([r.left, r.right])
    exponentials = [(i, g) for i, g in enumerate(field.generators) if g.op == "exp" and free_variables(g)]
    found: dict[bytes, Term] = {}
    for exponents, _ in field.difference(r).num.terms():
        factors = [g.args[0] for i, g in exponentials for _ in range(min(exponents[i], MOST))]
        if not 2 <= len(factors) <= LONGEST:
            continue
        total = factors[0]
        for a in factors[1:]:
            if state.fact("exp-add", total, a) is None:
                return []
            total = total + a
        found[total.key] = apply("exp", total)
    return list(found.values())
