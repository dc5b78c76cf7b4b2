"""Polynomials in one variable on half-lines and on the line: complete together with series and factors.

Far enough out all coefficients in powers of the distance from a place are positive; up to there the interval
is bounded (`expansions`); multiple zeros, which may be irrational, are factors that are squares (`factors`).
"""

from __future__ import annotations

from flint import fmpq, fmpq_poly

from dptheory.kernel.real.claims import Relation
from dptheory.kernel.real.terms import num, var

from ..cases.splits import by_cases
from ..enclosures.boxes import bounds_of
from ..goals.goal import Node, Proof
from ..goals.obligations import Prover
from ..goals.state import ProofState
from ..registry import MODERATE, tactic

MAX_DEGREE = 120
DOUBLINGS = 60


@tactic(
    "the goal comes to a polynomial in one variable on a half-line",
    MODERATE,
    "2*n >= 1/3 + n | n >= 3/2 | n integer, n > 0",
)
def by_half_line(prover: Prover, start: ProofState) -> Proof | None:
    """Show that a polynomial without rational factors is positive on a half-line or the line."""
    x = start.goal.unknown
    if x is None:
        return None
    p = polynomial(start, x)
    low, high = bounds_of(start.goal, x)
    if p is None or p.degree() < 1 or (low is not None and high is not None):
        return None
    if low is None and high is None:
        return by_cases(prover, start, Relation("<=", var(x), num(0))) if p.degree() % 2 == 0 else None
    sign, side = (1, low) if low is not None else (-1, -high if high is not None else None)
    if side is None:
        return None
    mirrored = p(fmpq_poly([0, sign]))
    place, step = side, max(abs(side) / 4, fmpq(1))
    for _ in range(DOUBLINGS):
        shifted = mirrored(fmpq_poly([place, 1]))
        if all(c >= 0 for c in shifted.coeffs()):
            break
        place, step = place + step, 2 * step
    else:
        return None
    if place > side:
        return by_cases(prover, start, Relation("<=" if sign > 0 else ">=", var(x), num(sign * place)))
    return _summed(prover, start, x, shifted, sign, place)


def polynomial(state: ProofState, x: str) -> fmpq_poly | None:
    """The goal's difference as a polynomial in its only variable."""
    forms = state.forms()
    found = forms.raw_target
    if not found.den.is_constant() or found.is_zero:
        return None
    place = next((i for i, g in enumerate(forms.field.generators) if g == var(x)), None)
    coefficients: dict[int, fmpq] = {}
    for exponents, c in found.num.terms():
        if place is None or sum(exponents) != exponents[place] or exponents[place] > MAX_DEGREE:
            return None
        coefficients[exponents[place]] = c / found.den.leading_coefficient()
    return fmpq_poly([coefficients.get(k, fmpq(0)) for k in range(max(coefficients) + 1)])


def _summed(
    prover: Prover, start: ProofState, x: str, shifted: fmpq_poly, sign: int, place: fmpq
) -> Proof | None:
    """The polynomial as a sum of multiples of powers of the distance from the half-line's end."""
    state = ProofState(prover, start.goal, start.depth)
    strict = start.goal.relation.strict
    end = num(sign * place)
    ops = (">", ">=") if sign > 0 else ("<", "<=")
    known = [state.goal.index_of(r) for op in ops for r in (Relation(op, var(x), end),)]
    end_index = next((k for k in known if k is not None), None)
    if end_index is None:
        end_index = state.have(Relation(ops[0], var(x), end), depth=0)
    if end_index is None:
        end_index = state.have(Relation(ops[1], var(x), end), depth=1)
    if end_index is None:
        return None
    open_end = state.goal.hypotheses[end_index].strict
    terms: list[Node] = [
        {"c": str(c), "h": [end_index] * k} if k else {"c": str(c)}
        for k, c in enumerate(shifted.coeffs())
        if c != 0
    ]
    if strict and not (open_end or shifted[0] > 0):
        return None
    return start.close([*state.nodes, {"rule": "poly", "times": [], "terms": terms}])
