"""A question about growth, with what is known of it before anything is proved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from flint import fmpq

from dptheory.kernel import PROVED
from dptheory.kernel.real import Claim, Relation, Term, apply, claim_of, var
from dptheory.kernel.real import Growth as Family

from ..affirmed import greatest
from ..budget import Budget, found_within
from ..goals.numeric import closely, compiled
from ..goals.pointwise import Value
from ..optima.extremes import Objective, Place
from ..outcome import prove
from .common_factors import cancelled, multiplied_up

Point = dict[str, fmpq]
PRECISION = 200
LEAST = 10_000
"""Steps below which nothing more is tried."""


@dataclass(frozen=True)
class Found:
    """The fields of an answer, and the certificates of its claims."""

    fields: dict[str, object]
    proofs: list[dict[str, object]]


@dataclass(frozen=True)
class Question:
    """Two functions on a domain, the sign of the second one there, and points of the domain."""

    family: Family
    names: list[str]
    parameter: str
    sign: int
    points: tuple[Point, ...]
    budget: Budget

    @property
    def n(self) -> Term:
        """The variable that grows."""
        return var(self.family.growing)

    def objective(self, *more: Relation) -> Objective:
        """abs(F)/abs(G) on the domain and further conditions."""
        left = cancelled(self.family, self.points)
        family = self.family if left is None else left.family
        ratio = compiled(apply("abs", family.left / family.right), family.integers)
        conditions = [*self.family.conditions, *more]

        def height(point: Point) -> Value | None:
            return closely(lambda precision: ratio(point, precision), PRECISION)

        return Objective(self.names, self.family.integers, conditions, height)

    def maximised(
        self, objective: Objective, share: float, enough: fmpq | None = None
    ) -> tuple[Point, fmpq] | None:
        """The best point found in a share of the effort; the first that is found with more than enough."""
        budget = self.budget.part(share)
        work = partial(objective.maximise, budget, enough=enough)
        return found_within(self.budget.part(2 * share), work, None)

    def settled(self, objective: Objective, best: tuple[Point, fmpq]) -> Place | None:
        """Towards which place the best point was going."""
        return found_within(self.budget.part(0.2), lambda: objective.settle(*best), None)

    def proofs(self, claims: Sequence[Claim], share: float) -> list[dict[str, object]] | None:
        """Certificates of all the claims, or None."""
        found: list[dict[str, object]] = []
        for claim in claims:
            left = self.budget.left()
            outcome = prove(claim, effort=int(left * share)) if left > LEAST else None
            if outcome is None or outcome.verdict.status != PROVED or outcome.certificate is None:
                return None
            found.append(outcome.certificate)
        return found

    def bounded(self, constant: Term, start: fmpq | None, share: float) -> list[dict[str, object]] | None:
        """Certificates that the first function is bounded by a constant times the second one, from a start
        on: by what is left of them without a common factor, where they have one."""
        claims = self.family.bounded(constant, start, self.sign)
        left = cancelled(self.family, self.points)
        if left is None:
            return self.proofs(claims, share)
        found: list[dict[str, object]] = []
        for claim, simpler in zip(claims, left.family.bounded(constant, start, self.sign), strict=True):
            rest = self.budget.left()
            outcome = prove(simpler, effort=int(rest * share)) if rest > LEAST else None
            lifted = multiplied_up(claim, left.factor, outcome, self.budget.part(share)) if outcome else None
            if lifted is None:
                return None
            found.append(lifted)
        return found

    def largest(self) -> str:
        """Where, among the points looked at, abs(F)/abs(G) is greatest."""
        family, last = self.family, Budget(max(self.budget.left(), self.budget.effort // 20))
        domain = claim_of(family.conditions, Relation("<=", family.left, family.right), family.integers)
        return found_within(last, lambda: greatest(domain, self.points, last), "")
