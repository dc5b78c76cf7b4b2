"""Goals in one variable that is not bounded: in u = 1/x the far part of its range is bounded.

Complete with series for what is analytic at u = 0 after multiplication with a power of u, and is 0 at
rational u only; an arc tangent that tends to pi/2 is pi/2 less one that tends to 0.
"""

from __future__ import annotations

from flint import fmpq

from dptheory.kernel import KernelError
from dptheory.kernel.real import (
    Field,
    Relation,
    Term,
    apply,
    free_variables,
    gap,
    num,
    substitute,
    taylor,
    var,
)

from ..cases.splits import by_cases
from ..enclosures.boxes import bounds_of
from ..enclosures.series import plain
from ..facts.values import reciprocal
from ..goals.goal import Goal, Proof, fresh_name
from ..goals.obligations import Prover
from ..goals.state import ProofState
from ..registry import DEAR, MODERATE, tactic
from ..substitution.change import Change, changed

NEAR = fmpq(2)
PLACES = (fmpq(2), fmpq(8))


@tactic(
    "the goal has one variable without an upper bound, and all of it is analytic at infinity",
    MODERATE,
    "atan(x) > pi/2 - 1/x | atan(x) > pi/2 - 1/(2*x) | x > 1",
)
def by_inversion(prover: Prover, start: ProofState) -> Proof | None:
    """Show a goal whose function values are analytic at infinity in u = 1/x, far out."""
    goal, x = start.goal, start.goal.unknown
    if x is None or start.depth < 2:
        return None
    low, high = bounds_of(goal, x)
    if goal.sequent.variables[x] or (low is None) == (high is None) or not _analytic(goal, x):
        return None
    side = low if low is not None else -high if high is not None else fmpq(0)
    if side > 0:
        return _inverted(prover, start, x, low, high)
    sign = 1 if low is not None else -1
    return by_cases(prover, start, Relation(">" if sign > 0 else "<", var(x), num(sign)))


def _analytic(goal: Goal, x: str) -> bool:
    """Whether there are function values of x, and each is seen to be analytic in u = 1/x at u = 0."""
    u = fresh_name(goal)
    shown = plain(Field([substitute(gap(goal.relation), {x: 1 / var(u)})]))
    values = [t for t in shown if t.args and u in free_variables(t)]
    return bool(values) and all(_has_series(t, u) for t in values)


def _has_series(t: Term, u: str) -> bool:
    for form in (t, apply("atan", reciprocal(t.args[0]) or t) if t.op == "atan" else t):
        try:
            taylor(form, u, fmpq(0), fmpq(0), 1, 64)
        except KernelError:
            continue
        return True
    return False


@tactic(
    "the goal has one variable whose range is not bounded, and a series at infinity",
    DEAR,
    "x**7 - pi*x**4 + sqrt(2)*x + exp(1) > 0 | x**7 - 2*pi*x**4 + sqrt(2)*x > 0 | x >= 0",
)
def by_asymptotic_series(prover: Prover, start: ProofState) -> Proof | None:
    """Show a goal in one variable that is not bounded: near 0, and in u = 1/x far out, where it may have a
    series at u = 0."""
    goal, x = start.goal, start.goal.unknown
    if x is None:
        return None
    low, high = bounds_of(goal, x)
    if goal.sequent.variables[x] or (low is not None and high is not None):
        return None
    side = low if high is None else -high if low is None else fmpq(0)
    side = fmpq(0) if side is None else side
    if side >= NEAR and (proof := _inverted(prover, start, x, low, high)) is not None:
        return proof
    for place in PLACES if side or low is not None or high is not None else PLACES[1:]:
        if place >= 2 * side:
            op, end = ("<=", place) if high is None else (">=", -place)
            split = Relation(op, var(x), num(end))
            proof = by_cases(prover, start, split)
            if proof is not None or side >= NEAR:
                return proof
    return None


def _inverted(prover: Prover, start: ProofState, x: str, low: fmpq | None, high: fmpq | None) -> Proof | None:
    """The goal in u = 1/x, for x beyond a bound."""
    name, sign = fresh_name(start.goal), ">" if low is not None else "<"
    side = low if low is not None else high
    state = ProofState(prover, start.goal, start.depth)
    limit = Relation("<=" if low is not None else ">=", 1 / var(x), num(1 / (side or NEAR)))
    if state.have(Relation(sign, var(x), num(0)), depth=1) is None or state.have(limit, depth=1) is None:
        return None
    state.keep([len(state.goal.hypotheses) - 1])
    proof = changed(prover, state, Change(x, name, 1 / var(x), 1 / var(name), sign))
    return start.close(state.close(proof))
