"""Best constants where conditions bind the constant and other variables, such as 1/x <= c where x >= c.

There the points at which the constant matters depend on it. So the greatest (least) constant with which the
claim is seen to fail is looked for among points of the whole domain, the constant one of their coordinates.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flint import arb, ctx, fmpq

from dptheory.decimals import outward
from dptheory.kernel.real import Term, num, var

from ..budget import found_within
from ..goals.pointwise import Value
from ..optima.curves import fixed
from ..optima.extremes import NEAR, Objective, Place, Point
from ..optima.recognise import closed_forms, rational_near
from .question import FINE, Question
from .sides import Bounded, Certificate, certified, holding, rounded

DIGITS = 12
ERROR = fmpq(1, 10**10)
SIMPLE = 1000
"""The greatest divisor of a number that is tried as a coordinate or constant that was only approached."""


@dataclass(frozen=True)
class Sides:
    """What is certified of a constant: one with which the claim holds, and points at which all beyond some
    number fail, towards a place; and which constants were tried."""

    upper: tuple[Term, Certificate] | None
    lower: Bounded | None
    place: Place
    tried: list[Term]


def sides_of(question: Question) -> Sides:
    """The constant from both sides, as far as that is certified."""
    best = _farthest(question)
    if best is None:
        return Sides(None, None, Place({}, {}, fmpq(0)), [])
    value = best[question.family.find]
    tried = list(_named(value))
    for guess in tried:
        held = holding(question, guess, 0.5)
        if held is not None:
            lower, place = _failing(question, guess, best)
            return Sides((guess, held), lower or _beside(question, best), place, tried)
    return Sides(rounded(question, value), *_failing(question, tried[-1], best), tried)


def _beside(question: Question, best: Point) -> Bounded | None:
    """A certificate that every constant beyond that of the best point, rounded, fails there."""
    value = num(outward(best[question.family.find], DIGITS, up=question.sign < 0))
    exact = {name: num(x) for name, x in best.items() if name != question.family.find}
    parts = certified(question, value, fixed(exact))
    return None if parts is None else Bounded(value, exact, parts)


def _farthest(question: Question) -> Point | None:
    """A point of the domain, with the constant, at which the claim fails, the constant as far as possible."""
    claim, find, sign = question.family.claim, question.family.find, question.sign
    budget = question.budget
    if find not in claim.relation.variables():
        found = found_within(budget.part(0.3), lambda: question.objective.maximise(budget.part(0.2)), None)
        return None if found is None else {**found[0], find: found[1] * sign}

    def height(point: Point) -> Value | None:
        return point[find] * sign

    names = [v.name for v in claim.variables]
    beyond = [*claim.conditions, claim.relation.negated()]
    objective = Objective(names, claim.integers, beyond, height)
    best = found_within(budget.part(0.3), lambda: objective.maximise(budget.part(0.2)), None)
    return None if best is None else best[0]


def _named(x: fmpq) -> Iterator[Term]:
    """Numbers to which an approached one may tend, simple ones first, and itself."""
    near = rational_near(x, NEAR, SIMPLE)
    if near is not None:
        yield num(near)
    with ctx.workprec(FINE):
        found = arb(x)
    for t in closed_forms(found, ERROR):
        if near is None or t != num(near):
            yield t
    yield num(x)


def _failing(question: Question, bound: Term, point: Point) -> tuple[Bounded | None, Place]:
    """Certificates that every constant beyond a bound fails, at a point beside the best one: each coordinate
    the number that it was near, or what the constant itself is."""
    find, u = question.family.find, var(question.parameter)
    image = bound - u if question.sign > 0 else bound + u
    numbers = {name: next(_named(x)) for name, x in point.items() if name != find}
    beside = {n for n in numbers if abs(point[n] - point[find]) <= NEAR * max(fmpq(1), abs(point[n]))}
    place = Place(numbers, {}, point[find])
    for moving in (set[str](), beside - question.objective.integers):
        exact = {n: t for n, t in numbers.items() if n not in moving}
        parts = certified(question, bound, fixed({**exact, **dict.fromkeys(moving, image)}))
        if parts is not None:
            return Bounded(bound, exact, parts), Place(
                exact, dict.fromkeys(moving, (bound, -question.sign)), fmpq(0)
            )
        if not beside:
            break
    return None, place
