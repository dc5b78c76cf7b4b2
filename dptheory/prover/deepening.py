"""The attempts at a proof, with more and more depth, each with its share of the effort."""

from __future__ import annotations

from functools import partial

from dptheory.kernel.real import Claim, root
from dptheory.prover.certificates import certificate

from .budget import Budget, found_within
from .demands import from_nontrivial, opened
from .domain import Domain, guides
from .goals.goal import Goal, Point, Proof
from .goals.obligations import Proves, after, define
from .search import Search
from .substitution.equations import (
    Reduced,
    Without,
    eliminated,
)

MANY = 5
# depth, the part of the effort left, and how much of that the first strategy of a goal may take: whole at
# first, then divided, since one strategy in vain may take all of it
ATTEMPTS = ((2, 0.3, 1.0), (4, 0.4, 1.0), (2, 0.3, 0.5), (4, 0.4, 0.5), (6, 0.6, 0.8), (9, 1.0, 0.8))


def certificate_of(claim: Claim, domain: Domain, budget: Budget, search: Search) -> dict[str, object] | None:
    """A certificate, if a proof is found."""
    data = proof_of(claim, domain, budget, search)
    return None if data is None else certificate(claim, domain.node or {}, data[1], data[0])


def proof_of(
    claim: Claim, domain: Domain, budget: Budget, search: Search
) -> tuple[list[object], Proof] | None:
    """Proofs that the sides are defined, and of the claim, searched for with more and more depth; each
    attempt has its share of the effort."""
    goal = Goal(root(claim), guides(claim, domain, budget))
    ways: list[Reduced | None] = [None]
    if domain.reduced is not None:
        few = len(domain.reduced.steps) < MANY
        ways = [None, domain.reduced] if domain.points and few else [domain.reduced, None]
    for depth, part, share in ATTEMPTS:
        for at, reduced in enumerate(ways):
            search.budget, search.share = budget.part(part / (len(ways) - at)), share
            search.slow.clear()
            work = partial(_attempt, claim, search, goal, depth, reduced, domain.rest)
            data = found_within(search.budget, work, None)
            if data is not None:
                return data
    return None


def _attempt(
    claim: Claim, search: Search, start: Goal, depth: int, reduced: Reduced | None, rest: tuple[Point, ...]
) -> tuple[list[object], Proof] | None:
    """Proofs that the claim's sides are defined, and a proof of the claim."""
    r = claim.relation
    goal, nodes = opened(start)
    asked: Proves = search if reduced is None else Without(search, reduced.steps, rest)
    defined = list[object]()
    for o in start.sequent.pending(r.left, r.right):
        # nothing can be put before what is shown of every index between two ends
        found = define(search, start, depth, [o]) if o.between else define(asked, goal, depth, [o])
        if found is None:
            return None
        defined += found if o.between else [after(nodes, found[0])]
    known = goal.where(goal.sequent.knowing(r.left, r.right))
    if reduced is None:
        proof = from_nontrivial(search, known, depth)
    else:
        proof = eliminated(search, known, reduced.steps, rest, depth)
    return None if proof is None else (defined, [*nodes, *proof])
