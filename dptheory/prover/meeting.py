"""Where two sides meet: a point at which a claim a != b fails, rational or given by terms."""

from __future__ import annotations

from collections.abc import Mapping

from dptheory.kernel.real import Claim, Relation, claim_of, num, parse_term

from .budget import Budget
from .goals.goal import Point
from .goals.refuter import Refutation, confirmed
from .search import Search
from .substitution.equations import failure_of, place_of


def equated(claim: Claim) -> Claim:
    """A claim whose domain is where the sides are equal."""
    conditions = (*claim.conditions, claim.relation.negated())
    return claim_of(conditions, Relation("<=", num(0), num(0)), claim.integers)


def meeting(
    claim: Claim, points: tuple[Point, ...], node: Mapping[str, object] | None, budget: Budget
) -> Refutation | dict[str, object] | None:
    """What refutes the claim, from what is known of the points at which its sides are equal."""
    for point in points:
        found = confirmed(claim, point)
        if found is not None:
            return found
    texts = (node or {}).get("at")
    if not isinstance(texts, dict):
        return None
    search = Search(budget)
    place = place_of(search, claim, {name: parse_term(t) for name, t in texts.items()})
    return None if place is None else failure_of(search, claim, place)
