"""Goals that are a sum of multiples of hypotheses, whatever the terms are.

The fractions of goal and hypotheses are brought to one common denominator, so that no sign of a
denominator is needed: a linear program over rational multipliers is all.
"""

from __future__ import annotations

from flint import fmpq, fmpq_mpoly

from dptheory.kernel import KernelError
from dptheory.kernel.real import Field, Fraction, Relation, num

from ..facts.replacement import linear_part
from ..goals.forms import Forms
from ..goals.goal import Node, Proof
from ..goals.obligations import Prover
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import MODERATE, tactic
from .simplex import feasible

STRICT = "strict"
CONSTANT = -1
MAX_TERMS = 4_000

Column = dict[object, fmpq]


@tactic(
    "goal and hypotheses are linear in what they are made of",
    MODERATE,
    "2*x + y <= 4 | 2*x + y <= 3 | x + y <= 3, x <= 1",
)
def by_sum(prover: Prover, state: ProofState) -> Proof | None:
    """Show the goal as a non-negative combination of visible hypotheses and a constant."""
    goal = state.goal
    if goal.relation.op in ("=", "!="):
        return None
    used = [(i, h) for i, h in enumerate(goal.hypotheses) if i not in goal.hidden and h.op != "!="]
    try:
        columns, owners = _columns(goal.relation, used)
    except KernelError:
        return None
    if columns is None:
        return None
    found = feasible(columns, {STRICT: fmpq(1)}, prover.budget)
    if found is None:
        return None
    scale = found.get(0, fmpq(0))
    parts: list[Node] = []
    for place, c in sorted(found.items()):
        index, sign = owners[place]
        if place and c:
            parts.append({"c": str(sign * c / (scale or 1)), "h": [] if index == CONSTANT else [index]})
    absurd: Proof = [] if scale else [{"rule": "contradiction"}]
    return [*state.nodes, *absurd, {"rule": "poly", "times": [], "terms": parts}]


def _columns(
    goal: Relation, used: list[tuple[int, Relation]]
) -> tuple[list[Column] | None, list[tuple[int, int]]]:
    """The negated goal, the hypotheses (equations with both signs) and one, over a common denominator."""
    relations = [goal, *(h for _, h in used)]
    field = Field([t for r in relations for t in (r.left, r.right)])
    forms = [field.difference(r) for r in relations]
    common = forms[0].den
    for form in forms[1:]:
        common = common * form.den / common.gcd(form.den)
    if len(common) > MAX_TERMS or sum(len(f.num) for f in forms) * len(common) > MAX_TERMS:
        return None, []
    numerators = [_over(form, common) for form in forms]
    strict = goal.strict
    columns = [_column(-numerators[0], not strict)]
    owners = [(0, 1)]
    for (index, h), p in zip(used, numerators[1:], strict=True):
        signs = (1, -1) if h.op == "=" else (1,)
        for sign in signs:
            columns.append(_column(p * sign, h.op in ("<", ">")))
            owners.append((index, sign))
    columns.append(_column(common, True))
    owners.append((CONSTANT, 1))
    return columns, owners


def _over(form: Fraction, common: fmpq_mpoly) -> fmpq_mpoly:
    return form.num * (common / form.den)


def _column(p: fmpq_mpoly, strict: bool) -> Column:
    entries: Column = dict(p.terms())
    if strict:
        entries[STRICT] = fmpq(1)
    return entries


@tactic(
    "goal and a hypothesis are linear in a variable that may be eliminated between them",
    MODERATE,
    "z <= 8 | z <= 2 | y <= x**2, z <= y*x, 0 <= x <= 2",
)
def by_elimination(prover: Prover, state: ProofState, terms: bool = False) -> Proof | None:
    """Show what is left of the goal when a multiple of one hypothesis takes a variable out of it.

    Goal g >= 0 and hypothesis h >= 0 are both linear in a variable: for the c for which g - c*h is free of
    the variable, if it is positive, g - c*h >= 0 suffices. A c that is no number, but a term, is for where
    combinations fail.
    """
    forms = state.forms()
    for place, generator in enumerate(forms.generators):
        slope = linear_part(forms.target, place) if generator.op == "var" else None
        if slope is None:
            continue
        for index, form in forms.forms.items():
            h = forms.relations[index]
            own = linear_part(form, place) if h.op not in ("=", "!=") else None
            scale = None if own is None else forms.field.divide(slope, own)
            if scale is None or (scale.constant is None) != terms:
                continue
            if scale.constant is not None and scale.constant < 0:
                continue
            proof = _eliminated(prover, state, forms, index, scale)
            if proof is not None:
                return proof
    return None


def _eliminated(prover: Prover, state: ProofState, forms: Forms, index: int, scale: Fraction) -> Proof | None:
    """The goal as a multiple of a hypothesis and what is left, which is shown."""
    h, trial = forms.relations[index], ProofState(prover, state.goal, state.depth)
    part = forms.field.multiply(scale, forms.forms[index])
    left = forms.fraction_term(forms.field.add(forms.target, forms.field.scale(part, fmpq(-1))))
    op = ">" if forms.goal.strict and not h.strict else ">="
    if scale.constant is not None:
        shown = trial.have(Relation(op, left, num(0)), depth=state.depth - 1)
        proof = None if shown is None else by_sum(prover, trial)
        return None if proof is None else [*state.nodes, *proof]
    factor = forms.fraction_term(scale)
    if (
        forms.solved
        or index in state.goal.derived
        or any(sampled_signs(t, state.goal.samples, stop_below=True).low < 0 for t in (factor, left))
    ):
        return None
    sign = trial.have(Relation(">", factor, num(0)), depth=1)
    shown = None if sign is None else trial.have(Relation(op, left, num(0)), depth=state.depth - 1)
    if sign is None or shown is None:
        return None
    parts: list[Node] = [{"c": "1", "h": [index, sign]}, {"c": "1", "h": [shown]}]
    return state.close(trial.combined([], parts))
