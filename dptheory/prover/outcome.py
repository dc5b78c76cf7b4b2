"""What the prover answers, and its entry points."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from flint import fmpq

from dptheory.defaults import EFFORT
from dptheory.kernel import PROVED, REFUTED, UNKNOWN, KernelError, Verdict, check, check_failure
from dptheory.kernel.real import Claim, Compound, compound_of, defined_at

from ..shown import Shown
from .affirmed import nearest
from .budget import Budget, asked, found_within
from .deepening import certificate_of
from .domain import certain, domain_of, equality_at
from .emptiness import excluded, none_there
from .goals.goal import Point
from .goals.refuter import Refutation, opposite, sampler_of
from .goals.refuter import search as search_witness
from .meeting import equated, meeting
from .search import Search

FEW = 4
LONGEST = 160


@dataclass(frozen=True, repr=False)
class Outcome(Shown):
    """A verdict of the kernel with what it rests on, or *unknown* with the reason.

    It is true where the claim is *proved*, and only there: what `refute` returns is never true; ask for
    `refuted`. Of a chain, `links` has the outcome of every link, and the rest is that of the weakest.
    Where the point at which a claim fails is not rational, `witness` is None and `failure` what the kernel's
    `check_failure` reads. Where the conditions exclude each other, nothing is concluded, and `excluded` is
    the certificate of that. `tactics` names those that made a part of the certificate, where
    the claim is one relation. `effort` is what the search spent, in steps; `seconds` is a report, and differs
    from run to run.
    """

    verdict: Verdict
    certificate: dict[str, object] | None
    witness: dict[str, fmpq] | None
    reason: str
    seconds: float
    checker: str
    effort: int
    claim: Claim | Compound | None = None
    links: tuple[Outcome, ...] = ()
    failure: dict[str, object] | None = None
    excluded: dict[str, object] | None = None
    tactics: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        """Whether every claim of it is proved, by a verdict that is about that claim."""
        parts = self.links or (self,)
        return all(one.verdict and one.claim and one.verdict.about == one.claim.hash for one in parts)

    @property
    def proved(self) -> bool:
        """Whether the kernel proved the claim."""
        return self.verdict.status == PROVED

    @property
    def refuted(self) -> bool:
        """Whether the kernel refuted the claim."""
        return self.verdict.status == REFUTED

    @property
    def without_value(self) -> bool:
        """Whether the claim is refuted at a point at which, says the kernel, a side has no value."""
        if not (self.refuted and self.witness is not None and isinstance(self.claim, Claim)):
            return False
        sides = (self.claim.relation.left, self.claim.relation.right)
        return any(defined_at([side], self.witness, self.claim.integers) is False for side in sides)

    def __str__(self) -> str:
        """The verdict and the text that it is about."""
        about = "; ".join(one.claim.text for one in self.links or (self,) if one.claim is not None)
        return f"{self.verdict.status}: {about} ({self.reason})"


def find_point(claim: Claim, *, effort: int = EFFORT // 10) -> Point | None:
    """A rational point at which all the conditions of a claim hold, or None."""
    budget = Budget(effort)
    return asked(
        budget,
        lambda: found_within(
            budget, lambda: certain(claim, sampler_of(claim).points(6, budget.part(0.9), 2000)), None
        ),
        lambda _: None,
    )


def refute(claim: Claim, *, effort: int = EFFORT, timeout: float | None = None) -> Outcome:
    """Look for a point at which the claim fails."""
    budget = Budget(effort, timeout)
    found = asked(budget, partial(_refute, claim, budget), partial(_unknown, budget=budget))
    return replace(found, claim=claim)


def _refute(claim: Claim, budget: Budget) -> Outcome:
    found = found_within(budget, lambda: _counterexample(claim, budget), None)
    return _unknown("no counterexample found", budget) if found is None else _refuted(found, budget)


def _counterexample(claim: Claim, budget: Budget) -> Refutation | None:
    """A refutation at one of more and more points."""
    count = 40
    seed = 1
    while budget.left() > 0:
        points = sampler_of(claim, seed).points(count, budget)
        found = search_witness(claim, points, budget)
        if found is not None:
            return found
        count, seed = 2 * count, seed + 1
        if not claim.variables or seed > 8:
            break
    return None


def _aimed(claim: Claim, budget: Budget) -> Refutation | None:
    """A refutation at one of a few points where the opposite of the claim looks true."""
    return search_witness(claim, opposite(claim).points(FEW, budget, 4 * FEW), budget)


def _refuted(found: Refutation, budget: Budget) -> Outcome:
    return Outcome(
        found.verdict, None, found.point, found.verdict.reason, budget.seconds(), "witness", budget.spent()
    )


def prove(claim: Claim, *, effort: int = EFFORT, timeout: float | None = None) -> Outcome:
    """Decide a claim: a counterexample, a certificate, or *unknown*; all checked by the kernel.

    What is not decided with the effort is *unknown*, with the point that was nearest to failing. The same
    claim with the same effort has the same outcome, to the byte, but for the seconds. A `timeout` ends the
    search by the clock: then nothing is concluded. An interrupt (KeyboardInterrupt) passes through.
    """
    budget = Budget(effort, timeout)
    found = asked(budget, partial(_prove, claim, budget), partial(_unknown, budget=budget))
    return replace(found, claim=claim)


def _prove(claim: Claim, budget: Budget) -> Outcome:
    domain = found_within(budget.part(0.4), lambda: domain_of(claim, budget.part(0.25)), None)
    if domain is None:
        return _unknown("the effort was spent before a point of the domain was known", budget)
    points = list(domain.points)
    if domain.node is None:
        return _without_point(claim, budget)
    if domain.failure is not None:
        return _failed(claim, domain.failure, budget)
    seen = found_within(
        budget.part(0.3), lambda: search_witness(claim, points, budget.part(0.1, 150_000)), None
    ) or found_within(budget.part(0.1), partial(_aimed, claim, budget.part(0.1, 50_000)), None)
    if seen is not None:
        return _refuted(seen, budget)
    meets = where_equal(claim, budget.part(0.2)) if claim.relation.op == "!=" else None
    if meets is not None:
        return _failed(claim, meets, budget) if isinstance(meets, dict) else _refuted(meets, budget)
    equal = found_within(budget.part(0.05), lambda: equality_at(claim, points, budget.part(0.05)), None)
    if equal is not None:
        return _failed(claim, equal, budget)
    search = Search(budget)
    data = certificate_of(claim, domain, budget.part(0.8), search)
    if data is not None:
        return replace(_checked(claim, data, budget), tactics=search.credit.of(data))
    later = _refute(claim, budget.part(0.95, budget.effort // 4))
    if later.witness:
        return replace(later, seconds=budget.seconds(), effort=budget.spent())
    last = Budget(max(budget.left(), budget.effort // 20))
    nowhere: Refutation | str = ""
    near = found_within(last, lambda: nearest(claim, points, last), nowhere)
    if not isinstance(near, str):
        return _refuted(near, budget)
    return _unknown(f"no proof and no counterexample found{near}{_hardest(claim, search)}", budget)


def where_equal(claim: Claim, budget: Budget) -> Refutation | dict[str, object] | None:
    """What refutes a claim a != b: a point at which the sides are equal."""

    def look() -> Refutation | dict[str, object] | None:
        found = domain_of(equated(claim), budget.part(0.7))
        return meeting(claim, found.points, found.node, budget)

    return found_within(budget, look, None)


def _failed(claim: Claim, failure: dict[str, object], budget: Budget) -> Outcome:
    """The kernel's verdict on a point by terms."""
    try:
        verdict = check_failure(claim, failure)
    except KernelError as error:
        return _unknown(f"a failure was found but not accepted: {error}", budget)
    found = Outcome(verdict, None, None, verdict.reason, budget.seconds(), "witness", budget.spent())
    return replace(found, failure=failure)


def _without_point(claim: Claim, budget: Budget) -> Outcome:
    """What is said where no point of the domain is found: that there is none, if the kernel saw that."""
    conditions = compound_of(claim.conditions, claim.relation, claim.integers)
    data = found_within(budget.part(0.7), lambda: excluded(conditions, budget.part(0.7)), None)
    if data is None:
        return _unknown("no point known: the conditions may exclude each other", budget)
    return replace(_unknown(none_there(conditions), budget), excluded=data, checker="certificate")


def _checked(claim: Claim, data: dict[str, object], budget: Budget) -> Outcome:
    """The kernel's verdict on a certificate."""
    try:
        verdict = check(claim, data)
    except KernelError as error:
        return _unknown(f"a certificate was found but not accepted: {error}", budget)
    return Outcome(verdict, data, None, verdict.reason, budget.seconds(), "certificate", budget.spent())


def _hardest(claim: Claim, search: Search) -> str:
    """What took most effort and was not proved, and by what it was tried."""
    r, tried = search.hardest(claim.relation, LONGEST), search.effort.said()
    stuck = "" if r is None else f"; not shown on the way: {r.text}"
    return f"{stuck}; tried most: {tried}" if tried else stuck


def _unknown(reason: str, budget: Budget) -> Outcome:
    return Outcome(Verdict(UNKNOWN, reason), None, None, reason, budget.seconds(), "", budget.spent())
