"""A claim's domain: points of it, rational ones or by terms, as far as they are found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dptheory.kernel import MAX_DIGITS, KernelError
from dptheory.kernel.real import Claim, Relation, Term, check_point, gap, num, print_term, rational_value

from .budget import Budget, found_within
from .goals.goal import Point
from .goals.numeric import FINE, compiled, to_float, to_rational
from .goals.refuter import probe_of, sampler_of
from .goals.refuter import search as search_witness
from .search import Search
from .substitution.equations import (
    Place,
    Reduced,
    equations_of,
    failure_of,
    place_of,
    reductions,
    simplified,
)

SAMPLES = 60
TRIED = 4
ON_FAILURES = 0.15
"""The part of the effort that goes into one point at which a claim seems to fail."""
APART = 1e-6
ENOUGH = 12
NEAR = 1e-12
EQUAL = 1e-40
ON_REDUCED = 60_000
"""Steps for a point at which a claim fails, once its equations are solved."""


def certain(claim: Claim, points: list[Point]) -> Point | None:
    """The shortest of the points that the kernel sees in the claim's domain."""
    for point in sorted(points, key=lambda p: sum(len(str(x)) for x in p.values())):
        try:
            check_point(claim, point)
        except KernelError:
            continue
        return point
    return None


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
    chosen = certain(claim, list(points)) if points else None
    node: dict[str, object] | None = None
    if chosen is not None:
        node = {name: str(x) for name, x in sorted(chosen.items())}
    if not equations_of(claim.conditions):
        return Domain(points, node)
    search = Search(budget)
    for reduced in reductions(claim):
        found = sampler_of(reduced.claim).points(SAMPLES, budget.part(0.3))
        worst = search_witness(reduced.claim, found, budget.part(0.2, ON_REDUCED))
        found = found if worst is None else [worst.point, *found]
        rest = [p for p in found if all(x.height_bits() <= MAX_DIGITS for x in p.values())]
        lifted = [reduced.point(p) for p in rest]
        simple = [{name: simplified(t) for name, t in p.items()} for p in lifted]
        if node is not None:
            # where all values are numbers others look
            seen = [q for p in simple[: worst is not None] if (q := _rational(p)) is not None]
            # an equation may be solved for some of its points alone
            points = (*(q for q in seen if certain(claim, [q]) is not None), *points)
            places = [k for k, at in enumerate(simple) if _rational(at) is None]
            points_there, values = [rest[k] for k in places], [simple[k] for k in places]
            failure = _irrational(search, claim, reduced, points_there, values, (True,))[1]
        else:
            rational = [q for p in simple if (q := _rational(p)) is not None]
            chosen = certain(claim, rational)
            if chosen is not None:
                points = tuple(p for p in rational if certain(claim, [p]) is not None)
                node = {name: str(x) for name, x in sorted(chosen.items())}
                return Domain(points, node, None, reduced if reduced.always else None, tuple(rest))
            node, failure = _irrational(search, claim, reduced, rest, simple)
        if node is not None:
            return Domain(points, node, failure, reduced if reduced.always else None, tuple(rest))
    return Domain(points, node)


def _irrational(
    search: Search,
    claim: Claim,
    reduced: Reduced,
    rest: list[Point],
    lifted: list[dict[str, Term]],
    kinds: tuple[bool, ...] = (True, False),
) -> tuple[dict[str, object] | None, dict[str, object] | None]:
    """A point of the domain by terms, and one at which the claim fails, if they are found: first where it
    seems to fail, then anywhere."""
    probe = probe_of(reduced.claim)
    for wanted in kinds:
        tried = 0
        for point, values in sorted(zip(rest, lifted, strict=True), key=lambda item: _length(item[1])):
            if tried < TRIED and (not wanted or probe.suspicious(point)):
                tried += 1
                place = place_of(search, claim, values)
                failure = _failing(search, claim, place) if place is not None and wanted else None
                if failure is not None or (place is not None and not wanted):
                    return place.node if place is not None else None, failure
    return None, None


def _failing(search: Search, claim: Claim, place: Place) -> dict[str, object] | None:
    """What shows that the claim fails at a place, with a part of the effort: a domain is looked for."""
    whole = search.budget
    search.budget = whole.part(ON_FAILURES)
    found = found_within(search.budget, lambda: failure_of(search, claim, place), None)
    search.budget = whole
    return found


def equality_at(claim: Claim, points: list[Point], budget: Budget) -> dict[str, object] | None:
    """What shows that a strict claim fails at one of the points, where its sides look equal: by an
    identity."""
    if not claim.relation.strict or claim.relation.op == "!=":
        return None
    program = compiled(claim.relation.left - claim.relation.right)
    for point in points:
        value = program(point, FINE)
        if value is not None and abs(to_float(value)) < EQUAL:
            search = Search(budget)
            place = place_of(search, claim, {name: num(x) for name, x in point.items()})
            return None if place is None else failure_of(search, claim, place)
    return None


def _length(values: dict[str, Term]) -> int:
    return sum(len(print_term(t)) for t in values.values())


def _rational(values: dict[str, Term]) -> Point | None:
    """The point, if all its values are numbers."""
    found = {name: rational_value(t) for name, t in values.items()}
    return None if None in found.values() else {name: x for name, x in found.items() if x is not None}


def _points(claim: Claim, budget: Budget) -> list[Point]:
    """Points of the domain, none if the kernel sees no point in it."""
    points = sampler_of(claim).points(SAMPLES, budget)
    return points if certain(claim, points) is not None else []


def guides(claim: Claim, domain: Domain, budget: Budget) -> tuple[Point, ...]:
    """Points that guide the search: of the domain, and where these are few beside equations, rational
    ones next to points at which the equations hold, as far as the claim's sides are clearly apart there."""
    if len(domain.points) >= ENOUGH or not equations_of(claim.conditions):
        return domain.points
    program, found = compiled(claim.relation.left - claim.relation.right), list(domain.points)
    nearly = [_nearly(c) for c in claim.conditions if c.op != "!="]
    for reduced in reductions(claim):
        same = reduced == domain.reduced and domain.rest
        rest = domain.rest if same else sampler_of(reduced.claim).points(ENOUGH, budget.part(0.1))
        for p in rest:
            values = {name: compiled(t)({}, FINE) for name, t in reduced.point(p).items()}
            point = {name: to_rational(v) for name, v in values.items() if v is not None}
            value = program(point) if len(point) == len(values) else None
            if value is not None and abs(to_float(value)) > APART and all(near(point) for near in nearly):
                found.append(point)
    return tuple(found)


def _nearly(c: Relation) -> Callable[[Point], bool]:
    """Whether a condition holds next to a point."""
    program = compiled(gap(c) if c.op != "=" else c.left - c.right)

    def holds(point: Point) -> bool:
        value = program(point)
        if value is None:
            return False
        return abs(to_float(value)) < NEAR if c.op == "=" else to_float(value) > -NEAR

    return holds
