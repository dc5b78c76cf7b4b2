"""Goals made homogeneous by an equation whose sides are homogeneous, of different degrees.

Where A = B with degrees m < n, and A > 0, what a goal has of too low a degree is multiplied by powers of B/A.
"""

from __future__ import annotations

from flint import fmpq, fmpq_mpoly

from dptheory.kernel.real import Relation, num, print_term

from ..budget import charge
from ..goals.forms import Forms, Identity
from ..goals.goal import Node, Proof
from ..goals.obligations import Prover
from ..goals.polynomials import factored
from ..goals.state import ProofState
from ..registry import CHEAP, tactic
from .factors import Shape

MAX_DEGREE = 12
MOST_EQUATIONS = 4


@tactic(
    "the goal comes to a polynomial that an equation, or a root, makes homogeneous",
    CHEAP,
    "x*y*z <= 1/27 | x**2 + y**2 + z**2 <= 1/3 | x + y + z = 1, x > 0, y > 0, z > 0",
    said="making it homogeneous",
)
def by_homogenising(prover: Prover, start: ProofState) -> Proof | None:
    """Show the goal's only factor as a homogeneous polynomial."""
    forms = start.forms()
    if start.depth < 2 or forms.reduced(forms.target.num).is_zero():
        return None
    # as it is written: what equations make of it is another polynomial
    shape = Shape(factored(forms.target.num), factored(forms.target.den))
    p = shape.irreducible
    if p is None:
        return None
    parts = components(p)
    if len(parts) < 2:
        return None
    if sum(forms.relations[i].op == "=" for i in forms.forms) > MOST_EQUATIONS:
        return None
    for i, form in forms.forms.items():
        sides = components(form.num)
        used = [g for g, k in zip(forms.generators, form.num.degrees(), strict=False) if k > 0]
        if any(g.op != "var" for g in used):
            continue
        if forms.relations[i].op != "=" or len(sides) != 2:
            continue
        proof = _homogenised(start, forms, parts, i, abs(shape.top.constant))
        if proof is not None:
            return start.close(proof)
    return None


def components(p: fmpq_mpoly) -> dict[int, fmpq_mpoly]:
    """The homogeneous parts of a polynomial, by degree."""
    found: dict[int, fmpq_mpoly] = {}
    ring = p.context()
    for e, c in p.terms():
        piece, degree = ring.from_dict({e: c}), int(sum(e))
        found[degree] = found[degree] + piece if degree in found else piece
    return dict(sorted(found.items()))


def _homogenised(
    start: ProofState, forms: Forms, parts: dict[int, fmpq_mpoly], index: int, scale: fmpq
) -> Proof | None:
    (m, a), (n, b) = components(forms.forms[index].num).items()
    b, top = -b, max(parts)
    if a.leading_coefficient() < 0:
        a, b = -a, -b
    if any((top - d) % (n - m) for d in parts):
        return None
    steps = {d: (top - d) // (n - m) for d in parts}
    most = max(steps.values())
    if top + most * m > MAX_DEGREE:
        return None
    state = ProofState(start.prover, start.goal, start.depth)
    times: list[int] = []
    if m:
        place = state.have(Relation(">", forms.term(a), num(0)), depth=1)
        if place is None:
            return None
        times = [place] * most
    else:
        lead = a.leading_coefficient()
        a, b = a * (1 / lead), b * (1 / lead)
    charge(100 * most + 10 * sum(len(p) for p in parts.values()))
    total, whole = a * 0, a * 0
    for d, p in parts.items():
        total = total + p * b ** steps[d] * a ** (most - steps[d])
        whole = whole + p * a**most
    rest, remainder = divmod(whole - total, forms.forms[index].num)
    shown = _alone(
        state, Relation(">" if start.goal.relation.strict else ">=", forms.term(total), num(0)), index
    )
    if shown is None or not remainder.is_zero():
        return None
    # the identity in the terms' own field, which may have other generators than that of the new hypotheses
    by = forms.term(rest * forms.forms[index].den)
    equation = {"c": str(scale), "h": [index], "by": print_term(by)}
    node: Node = {"rule": "poly", "times": times, "terms": [{"c": str(scale), "h": [shown]}, equation]}
    return state.poly(Identity(node, (by,)))


def _alone(state: ProofState, r: Relation, index: int) -> int | None:
    """Show what is homogeneous without the equation, by which it would become again what it was."""
    if state.define(r.left, r.right) is None:
        return None
    known = state.goal.sequent.knowing(r.left, r.right).showing(r)
    proof = state.prover.prove(state.goal.where(known, frozenset({index})), state.depth - 1)
    return None if proof is None else state.have(r, proof)
