"""Goals that follow from the hypotheses by a combination of their products."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from dptheory.kernel.real.claims import Relation
from dptheory.kernel.real.terms import num

from ..budget import OutOfEffort
from ..goals.forms import Forms
from ..goals.goal import Goal, Proof, is_algebraic
from ..goals.obligations import Prover
from ..goals.polynomials import Factored, factored
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import DEAR, MODERATE, tactic
from .multipliers import Combiner


@tactic(
    "products of few hypotheses, with non-negative factors, add up to the goal",
    MODERATE,
    "x <= a | x <= a/2 | x**2 <= a*x, x >= 0, a >= 0",
)
def by_combination(
    prover: Prover, state: ProofState, degrees: Iterable[int], effort: int = 500_000
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


@tactic(
    "hypotheses have factors whose sign the negated goal decides",
    MODERATE,
    "x <= 2*r/(l*n) | x <= r/(l*n) | l*x**2 <= 2*r*x/n, x >= 0, l > 0, n > 0, r >= 0",
    said="contradiction from products of what is known",
    without=(
        "derivatives",
        "coefficients",
        "products",
    ),
)
def by_contradiction(prover: Prover, start: ProofState) -> Proof | None:
    """Assume the negated goal, divide hypotheses by factors that are then positive, and combine."""
    goal = start.goal
    if not goal.samples:
        return None
    absurd = goal.sequent.assuming(goal.relation.negated()).showing(Relation(">", num(0), num(0)))
    state = ProofState(prover, replace(goal, sequent=absurd, samples=()), start.depth)
    forms = state.forms()
    found = False
    for i, form in forms.forms.items():
        r = forms.relations[i]
        whole = factored(form.num)
        if r.op in ("=", "!=") or form.is_zero or len(whole.factors) < 2:
            continue
        found = _divided(state, goal, forms, whole, r.strict) or found
    if not found:
        return None
    return start.close(_prefixed(by_combination(prover, state, [1, 2])))


def _divided(state: ProofState, goal: Goal, forms: Forms, whole: Factored, strict: bool) -> bool:
    """Add what a hypothesis says of its largest factor, if the others are positive."""
    *others, (largest, power) = whole.factors
    if power % 2 == 0:
        return False
    positive = whole.constant > 0
    for p, k in others:
        t = forms.term(p)
        op = ">" if sampled_signs(t, goal.samples).high > 0 else "<"
        wanted = Relation(op, t, num(0))
        if state.have(wanted, depth=0) is None and state.have(wanted, depth=2) is None:
            return False
        positive = positive == (op == ">" or k % 2 == 0)
    side = ">" if positive else "<"
    wanted = Relation(side if strict else side + "=", forms.term(largest), num(0))
    return state.have(wanted, depth=0) is not None or state.have(wanted, depth=1) is not None


def _prefixed(proof: Proof | None) -> Proof | None:
    return None if proof is None else [{"rule": "contradiction"}, *proof]
