"""Why nothing exists as is claimed: at a point of the domain, no value serves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from flint import fmpq

from dptheory.defaults import EFFORT
from dptheory.kernel.real import Compound, Formula, Relation, compound_of, num, obligations, var

from .budget import Budget, found_within
from .compounds import prove_compound
from .domain import Domain, certain, domain_of
from .goals.goal import Point
from .outcome import Outcome

TRIED = 6
"""Points at which it is tried."""


@dataclass(frozen=True)
class Nowhere:
    """A point of a claim's domain, and the proof that the claim's conclusion is false there whatever is put
    for what is claimed to exist: a claim of its own."""

    point: Point
    outcome: Outcome


def none_serves(compound: Compound, *, effort: int = EFFORT) -> Nowhere | None:
    """Show that what is claimed to exist does not, at some point at which the conditions hold.

    >>> from dptheory.kernel.real.compound import parse_compound
    >>> found = none_serves(parse_compound("exists y: y**2 < x and y > x", "x > 1"))
    >>> found.point, found.outcome.claim.text
    ({'x': 2}, 'not (y**2 < x and y > x) where x = 2')
    >>> none_serves(parse_compound("exists y: y**2 < x and y > x", "0 < x, x < 1")) is None
    True
    """
    budget = Budget(effort)
    for point in _points(compound, budget.part(0.2)):
        denial = _denial(compound, point)
        part = budget.part(1 / TRIED)
        found = found_within(part, partial(prove_compound, denial, effort=part.left()), None)
        if found is not None and found.proved:
            return Nowhere(point, found)
    return None


def _points(compound: Compound, budget: Budget) -> list[Point]:
    """Points that the kernel sees in the domain, simple ones first."""
    found: list[Point] = []
    for claim in compound.domains:
        domain = found_within(budget, partial(domain_of, claim, budget), Domain())
        known = (p for p in domain.points if certain(claim, [p]) is not None)
        found += [{v.name: p.get(v.name, fmpq(0)) for v in compound.variables} for p in known]
    if not compound.variables:
        return [{}]
    return sorted(found, key=lambda p: sum(x.height_bits() for x in p.values()))[:TRIED]


def _denial(compound: Compound, point: Point) -> Compound:
    """That the conclusion is false where the claim's variables have the values of a point; where all of its
    relations have to be true, said of where they have values."""
    fixed = [Relation("=", var(name), num(x)) for name, x in sorted(point.items())]
    whole, said = compound.integers | {v.name for v in compound.bound if v.integer}, compound.conclusion
    parts = (said,) if isinstance(said, Relation) else said.parts if said.op == "and" else ()
    if all(isinstance(r, Relation) for r in parts):
        sides = (side for r in parts if isinstance(r, Relation) for side in (r.left, r.right))
        fixed += [Relation("=", t, t) for t in sides if any(obligations([t], whole))]
    return compound_of(fixed, Formula("not", (said,)), whole)
