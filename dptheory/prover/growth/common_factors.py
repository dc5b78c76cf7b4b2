"""Bounds F <= C*G where F and G have a positive factor in common: shown of what is left, then multiplied.

The certificate is about F and G: what is left is a lemma of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from dptheory.kernel import KernelError, check
from dptheory.kernel.real import (
    Claim,
    Field,
    Relation,
    Term,
    free_variables,
    num,
    rational,
    root,
)
from dptheory.kernel.real import Growth as Family

from ..budget import Budget, found_within
from ..certificates import certificate
from ..goals.goal import Goal, Point
from ..goals.obligations import define, tidy
from ..goals.polynomials import fraction_term
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..monotonicity.derivatives import multiplied
from ..outcome import Outcome
from ..search import Search

DEPTH = 2


@dataclass(frozen=True)
class Cancelled:
    """F = factor*F', G = factor*G', with a factor that looks positive; `family` has F' and G'."""

    factor: Term
    family: Family


def cancelled(family: Family, points: tuple[Point, ...]) -> Cancelled | None:
    """What is left of two functions without their common factor, if they have one.

    >>> from flint import fmpq
    >>> from dptheory.kernel.real.claims import parse_claim
    >>> from dptheory.kernel.real.grammar import parse_term, print_term
    >>> f, g = parse_term("log(log(n))/n"), parse_term("sqrt(log(n))/n")
    >>> family = Family(f, g, "n", parse_claim("0 <= 0", "n >= 3").conditions, frozenset())
    >>> found = cancelled(family, ({"n": fmpq(3)},))
    >>> print_term(found.factor), print_term(found.family.left), print_term(found.family.right)
    ('1/n', 'log(log(n))', 'sqrt(log(n))')
    """
    try:
        field = Field([family.left, family.right])
    except KernelError:
        return None
    first, second = field[family.left], field[family.right]
    top, bottom = first.num.gcd(second.num), first.den.gcd(second.den)
    if first.is_zero or (top.is_constant() and bottom.is_constant()):
        return None
    shown = field.generators
    factor = fraction_term(shown, top, bottom)
    if sampled_signs(factor, points).low <= 0:
        return None
    left, right = (fraction_term(shown, f.num / top, f.den / bottom) for f in (first, second))
    if not (free_variables(left) and free_variables(right)):
        return None  # one is a multiple of the other: that is easy as it is written
    return Cancelled(factor, replace(family, left=left, right=right))


def multiplied_up(claim: Claim, factor: Term, shown: Outcome, budget: Budget) -> dict[str, object] | None:
    """A certificate of a claim a <= b from one of a' <= b' where b - a is a positive factor times b' - a'."""
    if not isinstance(shown.claim, Claim) or shown.certificate is None:
        return None
    lemma, found = shown.claim, shown.certificate
    try:
        data = found_within(budget, lambda: _proof(claim, lemma, factor, found, Search(budget)), None)
        return data if data is not None and check(claim, data) else None
    except KernelError:
        return None


def _proof(
    claim: Claim, lemma: Claim, factor: Term, found: dict[str, object], search: Search
) -> dict[str, object] | None:
    point = found["domain_point"]
    if not isinstance(point, dict):
        return None
    samples = ({name: rational(x, name) for name, x in point.items()},)
    start, r = Goal(root(claim, (lemma,)), samples), claim.relation
    defined = define(search, start, DEPTH, start.sequent.pending(r.left, r.right))
    state = ProofState(search, start.where(start.sequent.knowing(r.left, r.right)), DEPTH)
    if defined is None or state.have(Relation(">", factor, num(0))) is None:
        return None
    images = {v.name: v.name for v in lemma.variables}
    state.add(tidy({"rule": "apply", "claim": 0, "substitution": images}), lemma.relation)
    proof = multiplied(state)
    parts = {k: found[k] for k in ("claim", "where", "defined", "proof")}
    return None if proof is None else certificate(claim, point, proof, defined, [parts])
