"""Tails of the normal law against elementary functions: divided by what an erfc is multiplied by.

A goal A*erfc(u) + B >= 0 with A > 0 is one about g = erfc(u) + B/A, one with A < 0 about -B/A - erfc(u). The
derivative of g has no erfc; where it is <= 0, and g tends to 0 at infinity, g is >= 0. Complete where that
is seen: it is an exponential times an algebraic function if exp(-u**2) is the only exponential of B.
"""

from __future__ import annotations

from flint import fmpq

from dptheory.kernel import KernelError
from dptheory.kernel.real import Field, Relation, Term, derivative, free_variables, num, var

from ..cases.splits import assumed
from ..enclosures.series import simplest
from ..facts.replacement import linear_part
from ..goals.goal import Node, Proof
from ..goals.numeric import compiled, to_float
from ..goals.obligations import Prover
from ..goals.polynomials import fraction_term, tidied
from ..goals.segments import bases
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import CHEAP, tactic
from .decay import decreasing_to_zero

DEPTH = 3


@tactic(
    "the goal is linear in the erfc of a variable without an upper bound",
    CHEAP,
    "x/(1 + x**2)*exp(-x**2/2) <= sqrt(pi/2)*erfc(x/sqrt(2)) | "
    "(x**2 + 3)/(x**3 + 3*x)*exp(-x**2/2) <= sqrt(pi/2)*erfc(x/sqrt(2)) | x >= 1/2",
    said="a tail divided by its factor",
)
def by_tail(prover: Prover, start: ProofState) -> Proof | None:
    """Show a goal with one erfc by the derivative of the quotient."""
    goal, r = start.goal, start.goal.relation
    field = Field([r.left, r.right])
    places = [i for i, g in enumerate(field.generators) if g.op == "erfc" and free_variables(g)]
    key = ("tail", start.depth, goal.key)
    if len(places) != 1 or start.depth < 2 or key in prover.futile:
        return None
    prover.futile.add(key)
    value = field.generators[places[0]]
    whole = field.difference(r)
    part = linear_part(whole, places[0])
    names = free_variables(value)
    if part is None or len(names) != 1 or goal.unknowns != names:
        return None
    (x,) = names
    factor = fraction_term(tidied(field), part.num, part.den)
    seen = sampled_signs(factor, goal.samples)
    if seen.low <= 0 <= seen.high or bases(goal, x, "above") or goal.sequent.variables[x]:
        return None
    one = field[value]
    rest = field.divide(field.add(whole, field.scale(field.multiply(part, one), fmpq(-1))), part)
    side = 1 if seen.low > 0 else -1
    other = fraction_term(tidied(field), rest.num, rest.den)
    quotient = value + other if side > 0 else -other - value
    return _shown(prover, start, x, factor if side > 0 else -factor, quotient)


def _shown(prover: Prover, start: ProofState, x: str, factor: Term, quotient: Term) -> Proof | None:
    """The goal as a positive factor times a quotient that falls to 0."""
    try:
        slope = derivative(quotient, x)
    except KernelError:
        return None
    if sampled_signs(slope, start.goal.samples).high > 0:
        return _in_the_end(prover, start, x, factor, quotient, slope)
    state = ProofState(prover, start.goal, max(start.depth, DEPTH))
    positive = state.have(Relation(">", factor, num(0)))
    wanted = Relation(">" if start.goal.relation.strict else ">=", quotient, num(0))
    if positive is None or state.define(quotient) is None:
        return None
    inner = state.goal.where(state.goal.sequent.knowing(quotient).showing(wanted))
    proof = decreasing_to_zero(prover, inner, x, state.depth)
    place = None if proof is None else state.have(wanted, proof)
    if place is None:
        return None
    terms: list[Node] = [{"c": "1", "h": [positive, place]}]
    return start.close(state.combined([], terms))


def _in_the_end(
    prover: Prover, start: ProofState, x: str, factor: Term, quotient: Term, slope: Term
) -> Proof | None:
    """The same where the quotient is seen to fall from some number on: below that the range has an end."""
    program = compiled(slope)
    seen = sorted((p[x], to_float(v)) for p in start.goal.samples if (v := program(p)) is not None)
    last = max((i for i, (_, v) in enumerate(seen) if v > 0), default=-1)
    if last < 0 or last + 1 == len(seen):
        return None
    end = seen[last + 1][0]
    split = Relation(">=", var(x), num(simplest(end, end + (1 + abs(end)) / 4)))
    low = prover.prove(assumed(start.goal, split.negated()), start.depth)
    upper = ProofState(prover, assumed(start.goal, split), start.depth)
    if low is None or sampled_signs(slope, upper.goal.samples).high > 0:
        return None
    high = _shown(prover, upper, x, factor, quotient)
    return (
        None if high is None else start.close([{"rule": "cases", "on": split.text, "yes": high, "no": low}])
    )
