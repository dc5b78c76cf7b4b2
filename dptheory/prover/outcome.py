"""What the prover answers, and its entry points."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from math import isfinite

from flint import fmpq

from dptheory.defaults import EFFORT
from dptheory.kernel.limits import MAX_DIGITS, KernelError
from dptheory.kernel.real.certificates import certificate
from dptheory.kernel.real.check import check, check_failure, root
from dptheory.kernel.real.claims import Claim
from dptheory.kernel.real.compound import Compound, compound_of
from dptheory.kernel.real.grammar import print_term
from dptheory.kernel.real.points import check_point
from dptheory.kernel.real.terms import Term, rational_value
from dptheory.kernel.verdicts import PROVED, REFUTED, UNKNOWN, Verdict

from ..shown import Shown
from .budget import Budget, asked, found_within
from .demands import from_nontrivial, opened
from .emptiness import excluded, none_there
from .goals.numeric import FINE, compiled, to_float, to_rational
from .goals.refuter import Refutation, opposite, probe_of, sampler_of
from .goals.refuter import search as search_witness
from .goals.state import Goal, Point, Proof, after, define
from .meeting import equated, meeting
from .search import Search
from .substitution.equations import (
    Reduced,
    eliminated,
    equations_of,
    failure_of,
    place_of,
    reductions,
    simplified,
)

SAMPLES = 60
TRIED = 4
FEW = 4
APART = 1e-6
MANY = 5
LONGEST = 160
# depth, the part of the effort left, and how much of that the first strategy of a goal may take: whole at
# first, then divided, since one strategy in vain may take all of it
ATTEMPTS = ((2, 0.3, 1.0), (4, 0.4, 1.0), (2, 0.3, 0.5), (4, 0.4, 0.5), (6, 0.6, 0.8), (9, 1.0, 0.8))


@dataclass(frozen=True, repr=False)
class Outcome(Shown):
    """A verdict of the kernel with what it rests on, or *unknown* with the reason.

    It is true where the claim is *proved*, and only there: what `refute` returns is never true; ask for
    `refuted`. Of a chain, `links` has the outcome of every link, and the rest is that of the weakest.
    Where the point at which a claim fails is not rational, `witness` is None and `failure` what the kernel's
    `check_failure` reads. Where the conditions exclude each other, nothing is concluded, and `excluded` is
    the certificate of that. `tactics` names those that made a part of the certificate. `effort` is what the
    search spent, in steps; `seconds` is a report, and differs from run to run.
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
    search = Search(budget)
    data = _certificate(claim, domain, budget.part(0.8), search)
    if data is not None:
        return replace(_checked(claim, data, budget), tactics=search.credit.of(data))
    later = _refute(claim, budget.part(0.95, budget.effort // 4))
    if later.witness:
        return replace(later, seconds=budget.seconds(), effort=budget.spent())
    last = Budget(max(budget.left(), budget.effort // 20))
    nearest = found_within(last, lambda: _closest(claim, points), "")
    return _unknown(f"no proof and no counterexample found{nearest}{_hardest(claim, search)}", budget)


def where_equal(claim: Claim, budget: Budget) -> Refutation | dict[str, object] | None:
    """What refutes a claim a != b: a point at which the sides are equal."""

    def look() -> Refutation | dict[str, object] | None:
        found = domain_of(equated(claim), budget.part(0.7))
        return meeting(claim, found.points, found.node, budget)

    return found_within(budget, look, None)


def _failed(claim: Claim, failure: dict[str, object], budget: Budget) -> Outcome:
    """The kernel's verdict on a point by terms."""
    verdict = check_failure(claim, failure)
    found = Outcome(verdict, None, None, verdict.reason, budget.seconds(), "witness", budget.spent())
    return replace(found, failure=failure)


def _without_point(claim: Claim, budget: Budget) -> Outcome:
    """What is said where no point of the domain is found: that there is none, if the kernel saw that."""
    conditions = compound_of(claim.conditions, claim.relation, claim.integers)
    data = found_within(budget.part(0.7), lambda: excluded(conditions, budget.part(0.7)), None)
    if data is None:
        return _unknown("no point known: the conditions may exclude each other", budget)
    return replace(_unknown(none_there(conditions), budget), excluded=data, checker="certificate")


@dataclass(frozen=True)
class Domain:
    """What is known of a claim's domain: rational points; what shows that it has a point; a failure found on
    the way; and equations solved, with rational points of the remaining variables."""

    points: tuple[Point, ...] = ()
    node: dict[str, object] | None = None
    failure: dict[str, object] | None = None
    reduced: Reduced | None = None
    rest: tuple[Point, ...] = ()


def domain_of(claim: Claim, budget: Budget) -> Domain:
    points = tuple(_points(claim, budget.part(0.4)))
    chosen = _certain(claim, list(points)) if points else None
    node: dict[str, object] | None = None
    if chosen is not None:
        node = {name: str(x) for name, x in sorted(chosen.items())}
    if not equations_of(claim.conditions):
        return Domain(points, node)
    search = Search(budget)
    for reduced in reductions(claim):
        found = sampler_of(reduced.claim).points(SAMPLES, budget.part(0.3))
        rest = [p for p in found if all(x.height_bits() <= MAX_DIGITS for x in p.values())]
        failure = None
        if node is None:
            lifted = [reduced.point(p) for p in rest]
            simple = [{name: simplified(t) for name, t in p.items()} for p in lifted]
            rational = [q for p in simple if (q := _rational(p)) is not None]
            chosen = _certain(claim, rational)
            if chosen is not None:
                points = tuple(p for p in rational if _certain(claim, [p]) is not None)
                node = {name: str(x) for name, x in sorted(chosen.items())}
                return Domain(points, node, None, reduced if reduced.always else None, tuple(rest))
            node, failure = _irrational(search, claim, reduced, rest, simple)
        if node is not None:
            return Domain(points, node, failure, reduced if reduced.always else None, tuple(rest))
    return Domain(points, node)


def _irrational(
    search: Search, claim: Claim, reduced: Reduced, rest: list[Point], lifted: list[dict[str, Term]]
) -> tuple[dict[str, object] | None, dict[str, object] | None]:
    """A point of the domain by terms, and one at which the claim fails, if they are found."""
    probe = probe_of(reduced.claim)
    for wanted in (True, False):
        tried = 0
        for point, values in sorted(zip(rest, lifted, strict=True), key=lambda item: _length(item[1])):
            if tried < TRIED and (not wanted or probe.suspicious(point)):
                tried += 1
                place = place_of(search, claim, values)
                failure = failure_of(search, claim, place) if place is not None and wanted else None
                if failure is not None or (place is not None and not wanted):
                    return place.node if place is not None else None, failure
    return None, None


def _length(values: dict[str, Term]) -> int:
    return sum(len(print_term(t)) for t in values.values())


def _rational(values: dict[str, Term]) -> Point | None:
    """The point, if all its values are numbers."""
    found = {name: rational_value(t) for name, t in values.items()}
    return None if None in found.values() else {name: x for name, x in found.items() if x is not None}


def _points(claim: Claim, budget: Budget) -> list[Point]:
    """Points of the domain, none if the kernel sees no point in it."""
    points = sampler_of(claim).points(SAMPLES, budget)
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


def _hardest(claim: Claim, search: Search) -> str:
    """What took most effort and was not proved, and by what it was tried."""
    r, tried = search.hardest(claim.relation, LONGEST), search.effort.said()
    stuck = "" if r is None else f"; not shown on the way: {r.text}"
    return f"{stuck}; tried most: {tried}" if tried else stuck


def _unknown(reason: str, budget: Budget) -> Outcome:
    return Outcome(Verdict(UNKNOWN, reason), None, None, reason, budget.seconds(), "", budget.spent())


def _certificate(claim: Claim, domain: Domain, budget: Budget, search: Search) -> dict[str, object] | None:
    """A certificate, if a proof is found."""
    data = proof_of(claim, domain, budget, search)
    return None if data is None else certificate(claim, domain.node or {}, data[1], data[0])


def proof_of(
    claim: Claim, domain: Domain, budget: Budget, search: Search
) -> tuple[list[object], Proof] | None:
    """Proofs that the sides are defined, and of the claim, searched for with more and more depth; each
    attempt has its share of the effort."""
    goal = Goal(root(claim), domain.points or rational_neighbours(claim, domain))
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


def rational_neighbours(claim: Claim, domain: Domain) -> tuple[Point, ...]:
    """Rational points next to points of a domain that has no rational ones, as far as the claim's sides are
    clearly apart there: they guide the search as points of the domain do."""
    if domain.reduced is None:
        return ()
    program, found = compiled(claim.relation.left - claim.relation.right), list[Point]()
    for p in domain.rest:
        values = {name: compiled(t)({}, FINE) for name, t in domain.reduced.point(p).items()}
        point = {name: to_rational(v) for name, v in values.items() if v is not None}
        gap = program(point) if len(point) == len(values) else None
        if gap is not None and abs(to_float(gap)) > APART:
            found.append(point)
    return tuple(found)


def _attempt(
    claim: Claim, search: Search, start: Goal, depth: int, reduced: Reduced | None, rest: tuple[Point, ...]
) -> tuple[list[object], Proof] | None:
    """Proofs that the claim's sides are defined, and a proof of the claim."""
    r = claim.relation
    goal, nodes = opened(start)
    defined = list[object]()
    for o in start.sequent.pending(r.left, r.right):
        # nothing can be put before what is shown of every index between two ends
        found = define(search, start if o.between else goal, depth, [o])
        if found is None:
            return None
        defined += found if o.between else [after(nodes, found[0])]
    known = goal.where(goal.sequent.knowing(r.left, r.right))
    if reduced is None:
        proof = from_nontrivial(search, known, depth)
    else:
        proof = eliminated(search, known, reduced.steps, rest, depth)
    return None if proof is None else (defined, [*nodes, *proof])
