"""Conditions F(x, y) <= c with logarithms, F and its slope 0 on the diagonal: quadratic ones instead.

If F'' = n/(d(x)*e(x)*..) by x, then F >= n*(x - y)**2/(2*D*E*..) where D is at least d between x and y: often
d(x), d(y) or 1. A goal that follows from the quadratic condition has no logarithms left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations, product

from dptheory.kernel import KernelError
from dptheory.kernel.real import (
    Field,
    Relation,
    Term,
    derivative,
    free_variables,
    gap,
    num,
    substitute,
    subterms,
    var,
)

from ..cases.splits import more_points
from ..goals.goal import Goal, Proof
from ..goals.obligations import Prover
from ..goals.polynomials import constant_of, factored, polynomial_term, product_term
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import CHEAP, tactic

MOST = 3
ENOUGH = 3


@tactic(
    "a condition has a logarithm of which a quadratic bound is enough",
    CHEAP,
    "(p - q)**2 <= d/2 | "
    "(p - q)**2 <= d/3 | p*log(p/q) + (1 - p)*log((1 - p)/(1 - q)) <= d, 0 < p < 1, 0 < q < 1",
)
def by_curvature(prover: Prover, start: ProofState) -> Proof | None:
    """Show a goal from a quadratic condition in place of one with logarithms."""
    goal = start.goal
    for i, h in enumerate(goal.hypotheses):
        op, large, small = h.oriented
        if i in goal.hidden or i in goal.derived or op not in (">", ">=") or not _logs(small) or _logs(large):
            continue
        for bound in _bounds(goal, small):
            condition = Relation(op, large, bound)
            if _suffices(goal, i, condition):
                return start.close(_from_condition(prover, start, i, Relation("<=", bound, small), condition))
    return None


def _logs(t: Term) -> bool:
    return any(u.op == "log" and free_variables(u) for u in subterms(t))


def _bounds(goal: Goal, f: Term) -> Iterator[Term]:
    """Quadratic terms that look like lower bounds of a function of two variables, short ones first."""
    names = sorted(free_variables(f))
    found: list[Term] = []
    for x, y in permutations(names, 2) if len(names) == 2 else ():
        slope = derivative(f, x)
        touching = [substitute(t, {x: var(y)}) for t in (f, slope)]
        if all(
            (seen := sampled_signs(t, goal.samples)).seen and seen.low == seen.high == 0 for t in touching
        ):
            found += _quadratic(goal, derivative(slope, x), x, y)
    for t in sorted(found, key=lambda t: t.size):
        if sampled_signs(f - t, goal.samples, stop_below=True).low >= 0:
            yield t


def _quadratic(goal: Goal, curvature: Term, x: str, y: str) -> list[Term]:
    """n*(x - y)**2/2 over products of the factors of the curvature's denominator, each at x, at y, or 1."""
    field = Field([curvature])
    form, whole = field[curvature], factored(field[curvature].den)
    if not form.num.is_constant() or not 0 < sum(k for _, k in whole.factors) <= MOST:
        return []
    scale, positive = constant_of(form.num) / whole.constant / 2, list[Term]()
    for p in (p for p, k in whole.factors for _ in range(k)):
        below = sampled_signs(polynomial_term(field.generators, p), goal.samples).high < 0
        positive.append(polynomial_term(field.generators, -p if below else p))
        scale = -scale if below else scale
    choices = [(num(1), t, substitute(t, {x: var(y)})) for t in positive]
    square = (var(x) - var(y)) ** num(2)
    products = [product_term([t for t in chosen if t != num(1)]) for chosen in product(*choices)]
    return [square / t * num(scale) for t in products] if scale > 0 else []


def _suffices(goal: Goal, i: int, condition: Relation) -> bool:
    """Whether the goal looks true where the condition takes the place of hypothesis i."""
    # nothing is shown here: points are drawn where the condition has a value and holds
    known = goal.sequent.knowing(condition.left, condition.right)
    wider = replace(goal, sequent=known.assuming(condition), hidden=goal.hidden | {i})
    try:
        points = more_points(wider)
    except KernelError:
        return False
    seen = sampled_signs(gap(goal.relation), points, stop_below=True)
    return seen.seen > 0 and seen.low >= 0


def _from_condition(
    prover: Prover, start: ProofState, i: int, bound: Relation, condition: Relation
) -> Proof | None:
    state = ProofState(prover, start.goal, start.depth)
    sequent = state.goal.sequent.knowing(bound.left, bound.right).showing(bound)
    proof = prover.prove(state.goal.where(sequent, frozenset({i})), ENOUGH)
    if proof is None or state.have(bound, proof) is None:
        return None
    place = state.have(condition, depth=1)
    if place is None:
        return None
    state.keep([place])
    hidden = state.goal.derived | {i}
    return state.close(prover.prove(state.goal.where(state.goal.sequent, hidden), start.depth))
