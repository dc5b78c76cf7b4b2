"""Squares of sums and differences of two monomials, by an exact linear program: many variables cost little.

Complete for polynomials that are sums of such squares and of squares of monomials, as Lagrange's identity
says of Cauchy's inequality, for any number of variables."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from flint import fmpq, fmpq_mpoly

from ..arithmetic.factors import shape_of
from ..arithmetic.simplex import feasible
from ..budget import charge
from ..goals.forms import Item
from ..goals.goal import Proof
from ..goals.obligations import Prover
from ..goals.state import ProofState
from ..registry import CHEAP, tactic

MOST = 60


@tactic(
    "the goal comes to a polynomial whose other monomials are products of two roots of its squares",
    CHEAP,
    "(a*x + b*y + c*z + d*w)**2 <= (a**2 + b**2 + c**2 + d**2)*(x**2 + y**2 + z**2 + w**2) | "
    "(a*x + b*y + c*z + d*w)**2 <= 99/100*(a**2 + b**2 + c**2 + d**2)*(x**2 + y**2 + z**2 + w**2) |",
    said="sums of squares",
)
def by_binomial_squares(prover: Prover, start: ProofState) -> Proof | None:
    """Show that the goal's only factor is a sum of squares of monomials, and of sums of two."""
    forms = start.forms()
    shape = shape_of(forms)
    p = shape.irreducible
    if p is None or start.goal.relation.strict or p.total_degree() < 3:
        return None
    roots = list(_roots(p))
    if not 2 <= len(roots) <= MOST:
        return None
    charge(len(roots) ** 2)
    support = set(p.monoms())
    found: list[fmpq_mpoly] = list(roots)
    for u, v in combinations(roots, 2):
        if (u * v).monoms()[0] in support:
            found += [u + v, u - v]
    covered = {e for q in found for e in (q * q).monoms()}
    if not support <= covered:
        return None
    columns: list[dict[object, fmpq]] = [dict((q * q).terms()) for q in found]
    scales = feasible(columns, dict(p.terms()), prover.budget)
    if scales is None:
        return None
    scale = abs(shape.top.constant)
    items = [(Item(found[j] * found[j], (), False, (found[j],)), c * scale) for j, c in scales.items()]
    return start.poly(forms.node([], items))


def _roots(p: fmpq_mpoly) -> Iterator[fmpq_mpoly]:
    """The monomials whose squares a polynomial has with positive coefficients."""
    for exponents, c in p.terms():
        if c > 0 and all(k % 2 == 0 for k in exponents):
            yield p.context().from_dict({tuple(k // 2 for k in exponents): fmpq(1)})
