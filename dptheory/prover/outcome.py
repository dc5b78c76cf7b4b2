"""What the prover answers, and its entry points."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flint import fmpq

from dptheory.kernel.limits import KernelError
from dptheory.kernel.real.certificates import certificate
from dptheory.kernel.real.check import check, root
from dptheory.kernel.real.claims import Claim
from dptheory.kernel.verdicts import UNKNOWN, Verdict

from .budget import Budget, OutOfTime
from .goals import Goal, Node, Point, define
from .refuter import Refutation, sampler_of
from .refuter import search as search_witness
from .search import Search

CLOUD = 60
FUELS = (2, 4, 7, 10)


@dataclass(frozen=True)
class Outcome:
    """A verdict of the kernel with what it rests on, or *unknown* with the reason."""

    verdict: Verdict
    certificate: dict[str, object] | None
    witness: dict[str, fmpq] | None
    reason: str
    seconds: float
    checker: str


def find_point(claim: Claim, *, timeout: float = 1.0) -> Point | None:
    """A rational point at which all the conditions of a claim hold, or None."""
    points = sampler_of(claim).points(1, Budget(timeout), 2000)
    return points[0] if points else None


def refute(claim: Claim, *, timeout: float = 10.0) -> Outcome:
    """Look for a point at which the claim fails."""
    budget = Budget(timeout)
    count = 40
    seed = 1
    while budget.left() > 0:
        points = sampler_of(claim, seed).points(count, budget)
        found = search_witness(claim, points, budget)
        if found is not None:
            return _refuted(found, budget)
        count, seed = 2 * count, seed + 1
        if not claim.variables or seed > 8:
            break
    return Outcome(Verdict(UNKNOWN, "no counterexample found"), None, None, "no counterexample found", budget.spent(), "")


def _refuted(found: Refutation, budget: Budget) -> Outcome:
    return Outcome(found.verdict, None, found.point, found.verdict.reason, budget.spent(), "witness")


def prove(claim: Claim, *, timeout: float = 10.0) -> Outcome:
    """Decide a claim: a counterexample, a certificate, or *unknown*; all checked by the kernel."""
    budget = Budget(timeout)
    sampler = sampler_of(claim)
    points = sampler.points(CLOUD, budget.part(0.1))
    if not points:
        return _unknown("no point known: the conditions may exclude each other", budget)
    found = search_witness(claim, points, budget.part(0.1, 0.15))
    if found is not None:
        return _refuted(found, budget)
    try:
        data = _certificate(claim, points, Budget(budget.left() * 0.8))
    except OutOfTime:
        data = None
    if data is not None:
        try:
            verdict = check(claim, data)
            return Outcome(verdict, data, None, verdict.reason, budget.spent(), "certificate")
        except KernelError as error:
            return _unknown(f"a certificate was found but not accepted: {error}", budget)
    later = refute(claim, timeout=max(budget.left(), 0.0))
    return replace(later, seconds=budget.spent()) if later.witness else _unknown("no proof and no counterexample found", budget)


def _unknown(reason: str, budget: Budget) -> Outcome:
    return Outcome(Verdict(UNKNOWN, reason), None, None, reason, budget.spent(), "")


def _certificate(claim: Claim, points: list[Point], budget: Budget) -> dict[str, object] | None:
    search = Search(budget)
    start = root(claim)
    r = claim.relation
    for fuel in FUELS:
        goal = Goal(start, tuple(points))
        defined = define(search, goal, fuel, start.pending(r.left, r.right))
        if defined is None:
            continue
        proof = search.prove(goal.where(start.knowing(r.left, r.right)), fuel)
        if proof is not None:
            point = min(points, key=lambda p: sum(len(str(x)) for x in p.values()))
            nodes: list[object] = list[object](defined)
            return certificate(claim, point, proof, nodes)
    return None


__all__ = ["Node", "Outcome", "find_point", "prove", "refute"]
