"""What the prover answers, and its entry points."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from math import isfinite

from flint import fmpq

from dptheory.defaults import EFFORT
from dptheory.kernel.limits import KernelError
from dptheory.kernel.real.certificates import certificate
from dptheory.kernel.real.check import check, root
from dptheory.kernel.real.claims import Claim
from dptheory.kernel.real.points import check_point
from dptheory.kernel.verdicts import PROVED, REFUTED, UNKNOWN, Verdict

from ..shown import Shown
from .budget import Budget, asked, found_within
from .demands import after, opened
from .goals import Goal, Point, Proof, define
from .refuter import Refutation, probe_of, sampler_of
from .refuter import search as search_witness
from .search import Search

CLOUD = 60
# fuel, the part of the effort left, and how much of that the first strategy of a goal may take: whole at
# first, then divided, since one strategy in vain may take all of it
ATTEMPTS = ((2, 0.3, 1.0), (4, 0.4, 1.0), (2, 0.3, 0.5), (4, 0.4, 0.5), (6, 0.6, 0.8), (9, 1.0, 0.8))


@dataclass(frozen=True, repr=False)
class Outcome(Shown):
    """A verdict of the kernel with what it rests on, or *unknown* with the reason.

    It is true where the claim is *proved*, and only there: what `refute` returns is never true; ask for
    `refuted`. Of a chain, `links` has the outcome of every link, and the rest is that of the weakest.
    `effort` is what the search spent, in steps; `seconds` is a report, and differs from run to run.
    """

    verdict: Verdict
    certificate: dict[str, object] | None
    witness: dict[str, fmpq] | None
    reason: str
    seconds: float
    checker: str
    effort: int
    claim: Claim | None = None
    links: tuple[Outcome, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.verdict)

    @property
    def proved(self) -> bool:
        """Whether the kernel proved the claim."""
        return self.verdict.status == PROVED

    @property
    def refuted(self) -> bool:
        """Whether the kernel refuted the claim."""
        return self.verdict.status == REFUTED

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
            budget, lambda: _certain(claim, sampler_of(claim).points(6, budget.part(0.9), 2000)), None
        ),
        lambda _: None,
    )


def _certain(claim: Claim, points: list[Point]) -> Point | None:
    """The shortest of the points that the kernel sees in the claim's domain."""
    for point in sorted(points, key=lambda p: sum(len(str(x)) for x in p.values())):
        try:
            check_point(claim, point)
        except KernelError:
            continue
        return point
    return None


def refute(claim: Claim, *, effort: int = EFFORT, timeout: float | None = None) -> Outcome:
    """Look for a point at which the claim fails."""
    budget = Budget(effort, timeout)
    return asked(budget, partial(_refute, claim, budget), partial(_unknown, budget=budget))


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
    return asked(budget, partial(_prove, claim, budget), partial(_unknown, budget=budget))


def _prove(claim: Claim, budget: Budget) -> Outcome:
    points = found_within(budget.part(0.4), lambda: _points(claim, budget.part(0.1)), None)
    if points is None:
        return _unknown("the effort was spent before a point of the domain was known", budget)
    if not points:
        return _unknown("no point known: the conditions may exclude each other", budget)
    found = found_within(
        budget.part(0.3), lambda: search_witness(claim, points, budget.part(0.1, 150_000)), None
    )
    if found is not None:
        return _refuted(found, budget)
    data = _certificate(claim, points, budget.part(0.8))
    if data is not None:
        return _checked(claim, data, budget)
    later = _refute(claim, budget.part(0.95, budget.effort // 4))
    if later.witness:
        return replace(later, seconds=budget.seconds(), effort=budget.spent())
    last = Budget(max(budget.left(), budget.effort // 20))
    nearest = found_within(last, lambda: _closest(claim, points), "")
    return _unknown(f"no proof and no counterexample found{nearest}", budget)


def _points(claim: Claim, budget: Budget) -> list[Point]:
    """Points of the domain, none if the kernel sees no point in it."""
    points = sampler_of(claim).points(CLOUD, budget)
    return points if _certain(claim, points) is not None else []


def _checked(claim: Claim, data: dict[str, object], budget: Budget) -> Outcome:
    """The kernel's verdict on a certificate."""
    try:
        verdict = check(claim, data)
    except KernelError as error:
        return _unknown(f"a certificate was found but not accepted: {error}", budget)
    return Outcome(verdict, data, None, verdict.reason, budget.seconds(), "certificate", budget.spent())


def _closest(claim: Claim, points: list[Point]) -> str:
    """Where, among the points looked at, the claim is closest to failing."""
    probe = probe_of(claim)
    found = [(m, p) for p in points if (m := probe.margin(p)) is not None and isfinite(m)]
    if not found:
        return ""
    margin, point = min(found, key=lambda item: item[0])
    place = ", ".join(f"{name} = {x}" for name, x in sorted(point.items()))
    return f"; closest at {place}, where the sides differ by {margin:.1e} of their size"


def _unknown(reason: str, budget: Budget) -> Outcome:
    return Outcome(Verdict(UNKNOWN, reason), None, None, reason, budget.seconds(), "", budget.spent())


def _certificate(claim: Claim, points: list[Point], budget: Budget) -> dict[str, object] | None:
    """A certificate, searched for with more and more fuel; each attempt has its share of the effort."""
    goal = Goal(root(claim), tuple(points))
    search = Search(budget)
    for fuel, part, share in ATTEMPTS:
        search.budget, search.share = budget.part(part), share
        search.slow.clear()
        data = found_within(search.budget, partial(_attempt, claim, search, goal, fuel), None)
        if data is not None:
            return certificate(claim, _certain(claim, points) or {}, data[1], data[0])
    return None


def _attempt(claim: Claim, search: Search, start: Goal, fuel: int) -> tuple[list[object], Proof] | None:
    """Proofs that the claim's sides are defined, and a proof of the claim."""
    r = claim.relation
    goal, nodes = opened(start)
    defined = define(search, goal, fuel, start.sequent.pending(r.left, r.right))
    if defined is None:
        return None
    proof = search.prove(goal.where(goal.sequent.knowing(r.left, r.right)), fuel)
    return None if proof is None else ([after(nodes, d) for d in defined], [*nodes, *proof])
