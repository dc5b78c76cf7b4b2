"""Square roots and absolute values removed by squaring: A <= B if B >= 0 and A**2 <= B**2."""

from __future__ import annotations

from collections.abc import Iterator

from flint import fmpq, fmpq_mpoly

from dptheory.kernel.real import Relation, Term, free_variables, num, subterms

from ..cases.splits import by_cases
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
def by_squaring(prover: Prover, start: ProofState, constants: bool = False) -> Proof | None:
    """Show B - A >= 0, A or B a multiple of a root, from B >= 0 and B**2 - A**2 >= 0.

    In a goal with one variable roots of constants are squared if asked, and then alone: it costs much and
    seldom helps. Where A or the factor of the root has no sign its cases are looked at: no root is left in
    the end.
    """
    if constants and start.goal.unknown is None:
        return None
    state = ProofState(prover, start.goal, start.depth)
    r = state.goal.relation
    for t in subterms(r.left, r.right):
        if t.op == "sqrt":
            for name in ("sqrt-square", "sqrt-nonnegative"):
                state.fact(name, *t.args)
    forms = state.forms()
    if forms.reduced(forms.target.num).is_zero():
        return None
    shape = shape_of(forms)
    p = shape.irreducible
    if p is None or len(p) > MAX_TERMS:
        return None
    for small, large in _sides(state, forms, p, constants):
        prover.budget.check()
        proof = _squared(state, forms, small, large, abs(shape.top.constant))
        if proof is not None:
            return start.close(state.close(proof))
    split = None if constants else _open(state, forms, p)
    return None if split is None else start.close(by_cases(prover, state, split, start.depth))


def _open(state: ProofState, forms: Forms, p: fmpq_mpoly) -> Relation | None:
    """The sign of a factor of a root, or of what it is added to, where that has none and is to be known."""
    for i, g in enumerate(forms.field.generators):
        if g.op != "sqrt" or p.degrees()[i] != 1:
            continue
        parts = coefficients_in(p, i)
        factor, rest = forms.term(parts[1]), forms.term(parts.get(0, forms.one * 0))
        for t in (factor, rest):
            seen = sampled_signs(t, state.goal.samples)
            if seen.low < 0 < seen.high:
                return Relation(">=", t, num(0))
            if seen.high <= 0:
                break
    return None


def _sides(
    start: ProofState, forms: Forms, p: fmpq_mpoly, constants: bool
) -> Iterator[tuple[fmpq_mpoly, fmpq_mpoly]]:
    """(A, B) with p = B - A for each root that p contains once, those of constants or the others."""
    for i, g in enumerate(forms.field.generators):
        late = start.goal.unknown is not None and not free_variables(g)
        if g.op not in SQUARED or p.degrees()[i] != 1 or late != constants:
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
    gap, whole = forms.term(difference), difference
    for i, g in enumerate(forms.field.generators):
        if g.op == "sqrt" and difference.degrees()[i] == 2:  # its square has a divisor
            gap, whole = _with_square(forms, difference, i, g.args[0]), forms.one
    op = ">" if start.goal.relation.strict else ">="
    if any(proportional(q, large - small) is not None for q, _ in factored(whole).factors):
        return None
    bound = forms.term(large)
    if sampled_signs(gap, start.goal.samples, stop_below=True).low < 0:
        return None
    if sampled_signs(bound, start.goal.samples, stop_below=True).low < 0:
        return None
    state = ProofState(start.prover, start.goal, start.depth)
    first = state.have(Relation(">=", bound, num(0)))
    second = None if first is None else state.have(Relation(op, gap, num(0)), depth=state.depth)
    if first is None or second is None:
        return None
    return _contradiction(state, first, second, scale)


def _with_square(forms: Forms, p: fmpq_mpoly, place: int, square: Term) -> Term:
    """A polynomial as a term, with what the square of a generator is."""
    zero = forms.one * 0
    parts = coefficients_in(p, place)
    total = forms.term(parts[2]) * square + forms.term(parts.get(0, zero))
    return total + forms.term(parts[1]) * forms.field.generators[place] if 1 in parts else total


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
