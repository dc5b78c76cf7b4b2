"""A value of gamma at the ends of its range: near 0 by the value at x + 1, far out by a power."""

from __future__ import annotations

from collections.abc import Callable

from flint import fmpq

from dptheory.kernel.real import Field, Relation, Term, apply, num, rational_value, replace_terms, var

from ..arithmetic.rooting import simple
from ..cases.splits import assumed
from ..facts.replacement import by_equation, eliminate_value
from ..goals.goal import Goal, Proof
from ..goals.obligations import Prover
from ..goals.segments import bases
from ..goals.state import ProofState
from ..registry import CHEAP, tactic

NEAR, FAR = 1, 4
"""Below and beyond which arguments the ends are."""
DEPTH = 4
End = tuple[Relation, Callable[[Prover, ProofState, Term], Proof | None]]


@tactic(
    "the goal has one variable x and one value gamma(x + c), at a pole or without an upper bound",
    CHEAP,
    "gamma(x) >= 22/25 | gamma(x) >= 89/100 | x > 0",
)
def by_gamma_ends(prover: Prover, start: ProofState) -> Proof | None:
    """Show the goal near the ends of gamma by what is known there, and between them as it is."""
    goal, x = start.goal, start.goal.unknown
    found = None if x is None or goal.sequent.variables[x] else _argument(goal, x)
    if x is None or found is None:
        return None
    a, c = found
    lower = [v for t in bases(goal, x, "below") if (v := rational_value(t)) is not None]
    ends: list[End] = []
    if -c in lower and max(lower) == -c:
        ends.append((Relation("<=", var(x), num(NEAR - c)), _step))
    if not bases(goal, x, "above"):
        ends.append((Relation(">=", var(x), num(FAR - c)), _power))
    proof = _by_ends(prover, goal, start.depth, a, ends) if ends else None
    return None if proof is None else start.close(proof)


def _by_ends(prover: Prover, goal: Goal, depth: int, a: Term, ends: list[End]) -> Proof | None:
    """The goal at one end after the other, then on the rest."""
    if not ends:
        return prover.prove(goal, depth)
    (split, bound), *others = ends
    near = bound(prover, ProofState(prover, assumed(goal, split), max(depth, DEPTH)), a)
    rest = None if near is None else _by_ends(prover, assumed(goal, split.negated()), depth, a, others)
    return None if rest is None else [{"rule": "cases", "on": split.text, "yes": near, "no": rest}]


def _step(_: Prover, state: ProofState, a: Term) -> Proof | None:
    """By the value one further, which is a times as large."""
    value, r = apply("gamma", a), state.goal.relation
    step = apply("gamma", simple(a + 1)) / a
    wanted = Relation(r.op, *(replace_terms(side, {value.key: step}) for side in (r.left, r.right)))
    if state.fact("gamma-step", a) is None or state.have(Relation("=", value, step)) is None:
        return None
    place = state.have(wanted, depth=state.depth)
    return None if place is None else by_equation(state, place, Relation("=", value, step))


def _power(prover: Prover, state: ProofState, a: Term) -> Proof | None:
    """By (a - 1)**(a - 1)*exp(1 - a), which is less."""
    b = simple(a - 1)
    found = state.fact("uppergamma-moment", b, b)
    return None if found is None else eliminate_value(prover, state, found[2], ("gamma",))


def _argument(goal: Goal, x: str) -> tuple[Term, fmpq] | None:
    """x + c, if the goal has one value of gamma with the variable, and that is gamma(x + c); and c."""
    generators = Field([goal.relation.left, goal.relation.right]).generators
    found = [g.args[0] for g in generators if g.op == "gamma" and x in g.names]
    c = rational_value(simple(found[0] - var(x))) if len(found) == 1 else None
    return None if c is None else (found[0], c)
