"""Terms that a hypothesis and the goal have in common, taken as variables.

Between log(exp(x) + 1) <= y and exp(x) + 1 <= exp(y) nothing is used of exp(x) + 1 but that it is positive.
"""

from __future__ import annotations

from dptheory.kernel.real import Term, free_variables, subterms

from ..goals.goal import Proof
from ..goals.obligations import Prover
from ..goals.state import ProofState
from ..registry import MODERATE, tactic
from .scaling import generalised

LEAST = 5
MOST = 3
FUNCTIONS = frozenset(("exp", "log", "sqrt", "pow", "cosh", "sinh", "tanh", "gamma", "erf", "erfc"))


@tactic(
    "the goal and a hypothesis have a sum, or product, of function values in common",
    MODERATE,
    "log(exp(x) + x**2*exp(-x)) <= y | log(exp(x) + x**2*exp(-x)) < y | exp(x) + x**2*exp(-x) <= exp(y)",
)
def by_shared_terms(prover: Prover, start: ProofState) -> Proof | None:
    """Show the goal for any values of the greatest such terms that have the signs that these have; only where
    nothing was derived before: of a hypothesis on the way more is known than its terms' signs.
    """
    goal = start.goal
    if goal.derived:
        return None
    given = [h for i, h in enumerate(goal.hypotheses) if i not in goal.hidden and i not in goal.derived]
    there = {t.key for h in given if h.left.args and h.right.args for t in subterms(h.left, h.right)}
    mine = [t for t in subterms(goal.relation.left, goal.relation.right) if t.key in there and _weighs(t)]
    chosen: list[Term] = []
    for t in sorted(mine, key=lambda t: (-len(list(subterms(t))), t.key)):
        if len(chosen) < MOST and not any(t in subterms(other) for other in chosen):
            chosen.append(t)
    if not chosen:
        return None
    state, keep = ProofState(prover, goal, start.depth), set[int]()
    for t in chosen:
        sign = state.sign(t, strict=True)
        keep.update(() if sign is None else (sign,))
    return state.close(generalised(prover, state.goal, chosen, keep, set(), state.depth))


def _weighs(t: Term) -> bool:
    """Whether a term is a sum or a product of several things, function values of variables among them."""
    if t.op not in ("add", "sub", "mul", "div") or not free_variables(t):
        return False
    inside = list(subterms(t))
    return len(inside) >= LEAST and any(u.op in FUNCTIONS and free_variables(u) for u in inside)
