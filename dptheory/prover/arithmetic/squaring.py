"""Square roots and absolute values removed by squaring: A <= B if B >= 0 and A**2 <= B**2."""

from __future__ import annotations

from collections.abc import Iterator

from flint import fmpq, fmpq_mpoly

from dptheory.kernel.real import Relation, num

from ..goals.forms import Forms, Item
from ..goals.goal import Proof
from ..goals.obligations import Prover
from ..goals.polynomials import coefficients_in, factored, proportional
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import MODERATE, tactic
from .factors import shape_of

SQUARED = ("sqrt", "abs")
MAX_TERMS = 60


@tactic(
    "the goal has a square root as a factor of one side",
    MODERATE,
    "sqrt(x + y) - sqrt(y) >= sqrt(x + z) - sqrt(z) | "
    "sqrt(x + y) - sqrt(y) >= sqrt(x + z) | x > 0, 0 < y <= z",
)
def by_squaring(prover: Prover, start: ProofState) -> Proof | None:
    """Show B - A >= 0, A or B a multiple of a root, from B >= 0 and B**2 - A**2 >= 0."""
    forms = start.forms()
    if forms.reduced(forms.target.num).is_zero():
        return None
    shape = shape_of(forms)
    p = shape.irreducible
    if p is None or len(p) > MAX_TERMS:
        return None
    for small, large in _sides(start, forms, p):
        prover.budget.check()
        proof = _squared(start, forms, small, large, abs(shape.top.constant))
        if proof is not None:
            return start.close(proof)
    return None


def _sides(start: ProofState, forms: Forms, p: fmpq_mpoly) -> Iterator[tuple[fmpq_mpoly, fmpq_mpoly]]:
    """(A, B) with p = B - A for each root that p contains once."""
    for i, g in enumerate(forms.field.generators):
        if g.op not in SQUARED or p.degrees()[i] != 1:
            continue
        parts = coefficients_in(p, i)
        inside = parts[1] * forms.one.context().gens()[i]
        rest = parts.get(0, forms.one * 0)
        seen = sampled_signs(forms.term(inside), start.goal.samples)
        if seen.low < 0 < seen.high or rest.is_zero():
            continue
        if seen.high <= 0:
            yield -inside, rest
        elif sampled_signs(forms.term(rest), start.goal.samples).low < 0:
            yield -rest, inside


def _squared(
    start: ProofState, forms: Forms, small: fmpq_mpoly, large: fmpq_mpoly, scale: fmpq
) -> Proof | None:
    difference = forms.reduced(large * large - small * small)
    op = ">" if start.goal.relation.strict else ">="
    if any(proportional(q, large - small) is not None for q, _ in factored(difference).factors):
        return None
    gap, bound = forms.term(difference), forms.term(large)
    if sampled_signs(gap, start.goal.samples, stop_below=True).low < 0:
        return None
    if sampled_signs(bound, start.goal.samples, stop_below=True).low < 0:
        return None
    state = ProofState(start.prover, start.goal, start.depth)
    first = state.have(Relation(">=", bound, num(0)))
    second = None if first is None else state.have(Relation(op, gap, num(0)))
    if first is None or second is None:
        return None
    return _contradiction(state, first, second, scale)


def _contradiction(state: ProofState, first: int, second: int, scale: fmpq) -> Proof | None:
    """From A > B (or A >= B) follows 0 = (A - B)**2 + 2*(A - B)*B + (B**2 - A**2) > 0."""
    forms = state.forms()
    one, goal = forms.one, forms.size
    chosen = [
        (Item(one, (goal, goal), True), 1 / scale**2),
        (Item(one, (goal, first)), 2 / scale),
        (Item(one, (second,)), fmpq(1)),
    ]
    return state.poly(forms.node([], chosen, negated=True), negated=True)
