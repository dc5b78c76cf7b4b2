"""Goals that are a sum of multiples of hypotheses, whatever the terms are.

The fractions of goal and hypotheses are brought to one common denominator, so that no sign of a
denominator is needed: a linear program over rational multipliers is all.
"""

from __future__ import annotations

from flint import fmpq, fmpq_mpoly

from dptheory.kernel import KernelError
from dptheory.kernel.real import Field, Fraction, Relation, num

from ..goals.goal import Node, Proof
from ..goals.obligations import Prover
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
    scale = None if found is None else found.get(0)
    if found is None or not scale:
        return None
    parts: list[Node] = []
    for place, c in sorted(found.items()):
        index, sign = owners[place]
        if place and c:
            parts.append({"c": str(sign * c / scale), "h": [] if index == CONSTANT else [index]})
    return [*state.nodes, {"rule": "poly", "times": [], "terms": parts}]


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
def by_elimination(prover: Prover, state: ProofState) -> Proof | None:
    """Show what is left of the goal when a multiple of one hypothesis takes a variable out of it.

    Goal g >= 0 and hypothesis h >= 0 are both linear in a variable, with rational coefficients of one
    sign: for the c > 0 for which g - c*h is free of the variable, g - c*h >= 0 suffices.
    """
    forms = state.forms()
    for place, generator in enumerate(forms.generators):
        slope = _slope(forms.target, place) if generator.op == "var" else None
        if slope is None:
            continue
        for index, form in forms.forms.items():
            h = forms.relations[index]
            own = _slope(form, place) if h.op not in ("=", "!=") else None
            if own is None or slope / own <= 0:
                continue
            rest = forms.field.add(forms.target, forms.field.scale(form, -slope / own))
            left = forms.fraction_term(rest)
            op = ">" if forms.goal.strict and not h.strict else ">="
            trial = ProofState(prover, state.goal, state.depth)
            if trial.have(Relation(op, left, num(0)), depth=state.depth - 1) is not None:
                proof = by_sum(prover, trial)
                if proof is not None:
                    return [*state.nodes, *proof]
    return None


def _slope(form: Fraction, place: int) -> fmpq | None:
    """The coefficient of a generator in which a fraction is linear, if it is a rational number not 0."""
    if form.den.degrees()[place] or form.num.degrees()[place] != 1:
        return None
    coefficient = form.num.derivative(place)
    ratio = fmpq(coefficient.leading_coefficient()) / fmpq(form.den.leading_coefficient())
    return ratio if coefficient == form.den * ratio else None
