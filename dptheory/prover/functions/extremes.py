"""Exponents that a condition bounds: in (1 - e)**n*h <= d with n >= t the variable n becomes t.

The logarithm of the quotient of two products of powers is linear in a variable that is in exponents alone. Of
such a variable a condition says on which side of t it is, and the side on which the goal is weaker is the one
of the slope's sign: so the goal follows from its logarithm at t, in which the variable is no more.
"""

from __future__ import annotations

from functools import partial

from dptheory.kernel import KernelError
from dptheory.kernel.real import Field, Relation, Term, free_variables, gap, num, substitute, subterms

from ..facts.replacement import linear_part
from ..goals.goal import Node, Proof
from ..goals.obligations import Prover
from ..goals.polynomials import fraction_term, tidied
from ..goals.segments import linear_bound
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..integers.ratios import by_logarithms
from ..registry import CHEAP, tactic

DEPTH = 4


@tactic(
    "a side is a product with powers, and a condition bounds a variable of their exponents",
    CHEAP,
    "h*(1 - e)**n <= d | h*(1 - e)**n <= d/2 | h >= 1, 0 < e < 1, 0 < d < 1, n >= log(h/d)/e",
    said="exponents at their bounds",
)
def by_extreme_exponent(prover: Prover, start: ProofState) -> Proof | None:
    """Show a bound of a product of powers from what it is at a bound of a variable in the exponents."""
    goal, (op, large, small) = start.goal, start.goal.relation.oriented
    powers = [t for t in subterms(large, small) if t.op == "pow" and free_variables(t.args[1])]
    key = ("extreme exponent", start.depth, goal.key)
    if op != ">=" or not powers or key in prover.futile:
        return None
    prover.futile.add(key)
    for x in sorted(free_variables(*(t.args[1] for t in powers))):
        for i, h in enumerate(goal.hypotheses):
            bound = linear_bound(h, x) if i not in goal.hidden and x in h.variables() else None
            # a bound that is a number is for other tactics
            if bound is None or not free_variables(bound[0]) or h.op in ("=", "!="):
                continue
            state = ProofState(prover, goal, max(start.depth, DEPTH))
            place = by_logarithms(prover, state, small, large, partial(_at, i, x, *bound))
            proof = None if place is None else state.combined([], [{"c": "1", "h": [place]}])
            if proof is not None:
                return start.close(proof)
    return None


def _at(index: int, x: str, t: Term, side: str, state: ProofState, wanted: Relation, _: bool) -> int | None:
    """Show a comparison that is linear in x from what it is at t, which hypothesis `index` says to be below
    (above) x."""
    slope = _slope(wanted, x)
    seen = None if slope is None else sampled_signs(slope, state.goal.samples)
    if slope is None or seen is None or (seen.low < 0 if side == "below" else seen.high > 0):
        return None
    there = Relation(wanted.op, *(substitute(s, {x: t}) for s in (wanted.left, wanted.right)))
    if sampled_signs(gap(there), state.goal.samples, stop_below=True).low < 0:
        return None
    sign = state.have(Relation(">=" if side == "below" else "<=", slope, num(0)))
    place = None if sign is None else state.have(there, depth=state.depth)
    if sign is None or place is None or state.define(wanted.left, wanted.right) is None:
        return None
    known = state.goal.sequent.knowing(wanted.left, wanted.right).showing(wanted)
    terms: list[Node] = [{"c": "1", "h": [sign, index]}, {"c": "1", "h": [place]}]
    proof = ProofState(state.prover, state.goal.where(known), state.depth).combined([], terms)
    return None if proof is None else state.have(wanted, proof)


def _slope(r: Relation, x: str) -> Term | None:
    """What x is multiplied by in the difference of two sides that are linear in it."""
    try:
        field = Field([r.left, r.right])
        whole = field.difference(r)
    except KernelError:
        return None
    place = next((i for i, g in enumerate(field.generators) if g.op == "var" and g.value == x), None)
    part = None if place is None else linear_part(whole, place)
    if part is None or any(x in g.names for g in field.generators if g.op != "var"):
        return None
    return fraction_term(tidied(field), part.num, part.den)
