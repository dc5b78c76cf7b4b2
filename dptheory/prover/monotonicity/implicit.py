"""Bounds of a variable of which a condition says something else: x >= t from F(x) >= 0 where F rises in x.

If x were below t then F(x) < F(t), and F(t) <= 0 contradicts the condition. So what an equation such as
x*exp(x) = y, or a tail bound, defines without saying it can be compared with anything.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from flint import fmpq

from dptheory.kernel import KernelError
from dptheory.kernel.real import Relation, Term, derivative, gap, substitute

from ..cases.splits import assumed
from ..goals.goal import Goal, Point, Proof
from ..goals.numeric import compiled, to_rational
from ..goals.obligations import Prover
from ..goals.points import holds
from ..goals.refuter import shortened
from ..goals.segments import Segment, linear_bound
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import MODERATE, tactic

DEPTH = 4
SCALES = (fmpq(1), fmpq(1, 8), fmpq(1, 64), fmpq(1, 1024))


@tactic(
    "the goal bounds a variable in which a condition is monotone",
    MODERATE,
    "x <= exp(1) | x <= 2 | x > 0, log(x) <= 1",
    said="conditions that are monotone in a variable",
)
def by_implicit(prover: Prover, start: ProofState) -> Proof | None:
    """Show a bound of a variable from a condition that is monotone in it."""
    goal, r = start.goal, start.goal.relation
    if start.depth < 2:
        return None
    for x in sorted(r.variables()):
        bound = None if goal.sequent.variables[x] else linear_bound(r, x)
        if bound is None:
            continue
        t, side = bound
        for i, h in enumerate(goal.hypotheses):
            if i in goal.hidden or i in goal.derived or h.op == "!=" or x not in h.variables():
                continue
            op = _opposite(goal, h, x, t, increasing=side == "below")
            if op is None:
                continue
            proof = _shown(prover, start, Relation(op, h.left, h.right), x, t, i)
            if proof is not None:
                return start.close(proof)
    return None


def _opposite(goal: Goal, h: Relation, x: str, t: Term, *, increasing: bool) -> str | None:
    """How the sides of a condition would compare beyond t, if that contradicts it as far as is seen."""
    if linear_bound(h, x) is not None:
        return None
    for op in (h.negated().op,) if h.op != "=" else ("<", ">"):
        strict = Relation({"<=": "<", ">=": ">"}.get(op, op), h.left, h.right)
        left = gap(strict)  # positive where the condition fails
        try:
            slope = sampled_signs(derivative(left, x), goal.samples)
        except KernelError:
            return None
        at = sampled_signs(substitute(left, {x: t}), goal.samples, stop_below=True)
        steady = slope.high < 0 if increasing else slope.low > 0
        if slope.seen and at.seen and steady and at.low >= 0:
            return strict.op
    return None


def _beyond(goal: Goal, x: str, t: Term, index: int) -> Iterator[Point]:
    """Points at which all but one condition hold and the goal fails: the variable on the other side of t."""
    place = compiled(t)
    others = [h for h in goal.visible if x in h.variables() and h != goal.hypotheses[index]]
    tests = [(h.op, compiled(h.left - h.right)) for h in others]
    for p in goal.samples:
        value = place(p)
        if value is None:
            continue
        end = to_rational(value)
        for scale in SCALES:
            point = {**p, x: shortened(end + (end - p[x]) * scale, 64)}
            if point[x] != end and all(holds(op, program(point)) for op, program in tests):
                yield point
                break


def _shown(prover: Prover, start: ProofState, fails: Relation, x: str, t: Term, index: int) -> Proof | None:
    """The goal, or else the opposite of the condition, and a contradiction."""
    goal, r = start.goal, start.goal.relation
    side = "above" if (linear_bound(r, x) or (t, ""))[1] == "below" else "below"
    other = assumed(goal, r.negated())
    state = ProofState(prover, other, DEPTH)
    sequent = other.sequent.knowing(fails.left, fails.right).showing(fails)
    inner = replace(other.where(sequent, frozenset({index})), samples=tuple(_beyond(goal, x, t, index)))
    proof = Segment(prover, inner, x, t, side, DEPTH).proof(False)
    if proof is None or state.have(fails, proof) is None:
        return None
    last = prover.prove(state.goal.where(state.goal.sequent), 1)
    yes = prover.prove(assumed(goal, r), 0)
    if last is None or yes is None:
        return None
    return [{"rule": "cases", "on": r.text, "yes": yes, "no": [*state.nodes, *last]}]
