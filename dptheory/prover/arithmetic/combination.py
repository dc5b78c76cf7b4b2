"""Goals that follow from the hypotheses by a combination of their products."""

from __future__ import annotations

from collections.abc import Iterable

from ..budget import OutOfEffort
from ..goals.goal import Proof, is_algebraic
from ..goals.obligations import Prover
from ..goals.state import ProofState
from ..registry import DEAR, MODERATE, tactic
from .multipliers import Combiner

EFFORT = 500_000


@tactic(
    "products of few hypotheses, with non-negative factors, add up to the goal",
    MODERATE,
    "x <= a | x <= a/2 | x**2 <= a*x, x >= 0, a >= 0",
)
def by_combination(
    prover: Prover, state: ProofState, degrees: Iterable[int], effort: int = EFFORT
) -> Proof | None:
    """Show the state's goal by `poly`, trying products of rising degree."""
    if state.goal.relation.op in ("=", "!="):
        return None
    combiner: Combiner | None = None
    for degree in degrees:
        key = ("combination", degree, *state.goal.data)
        if key in prover.futile:
            continue
        combiner = combiner or Combiner(state.forms())
        try:
            found = combiner.search(degree, prover.budget.part(1.0, effort))
        except OutOfEffort:
            prover.budget.check()
            if effort >= EFFORT:
                prover.futile.add(key)
            return None
        if found is None:
            prover.futile.add(key)
        if found is not None:
            proof = state.poly(found.identity, found.negated)
            if proof is not None:
                return proof
    return None


@tactic(
    "products of three hypotheses add up to the goal",
    DEAR,
    "x <= 1 | x <= 1/2 | x*(x - 1)*(x**2 + y) <= 0, y > 0, x >= 0",
    said="products of what is known",
)
def by_products(prover: Prover, state: ProofState) -> Proof | None:
    """Combine products of three hypotheses."""
    return by_combination(prover, state, [3])


@tactic(
    "the goal has no function values, and some hypotheses have",
    MODERATE,
    "x**2 <= 4 | x**2 <= 3 | 0 <= x <= 2, log(x + 1) <= 2",
)
def by_algebra(prover: Prover, state: ProofState) -> Proof | None:
    """Show a goal without function values from the hypotheses that have none, where others have some."""
    goal = state.goal
    if not goal.algebraic:
        return None
    others = frozenset(i for i, h in enumerate(goal.hypotheses) if not is_algebraic(h)) - goal.hidden
    return prover.prove(goal.where(goal.sequent, others), 1) if others else None


def denominators(state: ProofState) -> None:
    """Add to the state the signs of the factors of denominators."""
    forms = state.forms()
    for p in forms.unknown_factors():
        state.sign(forms.term(p), strict=True)
