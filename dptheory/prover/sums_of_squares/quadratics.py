"""Quadratic polynomials in any number of variables: taken apart into squares exactly, by completing them
in turn.

Complete without conditions: a polynomial of degree 2 is nowhere negative if and only if it is such a sum.
"""

from __future__ import annotations

from flint import fmpq

from ..arithmetic.factors import shape_of
from ..budget import charge
from ..goals.forms import Item
from ..goals.goal import Proof
from ..goals.obligations import Prover
from ..goals.state import ProofState
from ..registry import CHEAP, tactic
from .gram import squares_of


@tactic(
    "the goal comes to a polynomial of degree 2, in any number of variables",
    CHEAP,
    "(a + b + c + d + e + f + g)**2 <= 7*(a**2 + b**2 + c**2 + d**2 + e**2 + f**2 + g**2) | "
    "(a + b + c + d + e + f + g)**2 <= 6*(a**2 + b**2 + c**2 + d**2 + e**2 + f**2 + g**2) |",
    said="sums of squares",
)
def by_quadratic_form(prover: Prover, start: ProofState) -> Proof | None:
    """Show that the goal's only factor, of degree 2, is a sum of squares."""
    forms = start.forms()
    shape = shape_of(forms)
    p = shape.irreducible
    if p is None or p.total_degree() != 2:
        return None
    gens, names = p.context().gens(), [i for i, k in enumerate(p.degrees()) if k]
    basis = [*(gens[i] for i in names), p.context().from_dict({(0,) * len(gens): fmpq(1)})]
    entries = {(i, j): fmpq(0) for i in range(len(basis)) for j in range(i + 1)}
    place = {i: k for k, i in enumerate(names)}
    for exponents, c in p.terms():
        at = sorted((place[i] for i in names for _ in range(exponents[i])), reverse=True)
        i, j = [len(names)] * (2 - len(at)) + at
        entries[i, j] = c if i == j else c / 2
    charge(len(basis) ** 3 // 3)
    scale, found = abs(shape.top.constant), squares_of(entries, basis)
    if found is None or (start.goal.relation.strict and not any(q.is_constant() for q, _ in found)):
        return None
    items = [
        (Item(forms.one, (), True), c * scale)
        if q.is_constant()
        else (Item(q * q, (), False, (q,)), c * scale)
        for q, c in found
    ]
    return start.poly(forms.node([], items))
