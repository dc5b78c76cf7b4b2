"""Curves in the domain: that the variable can grow there, and along which one function exceeds another."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product

from flint import fmpq

from dptheory.decimals import outward
from dptheory.kernel.real import (
    NOT_SMALLER,
    UNBOUNDED,
    Piece,
    Relation,
    Term,
    apply,
    free_variables,
    num,
    print_term,
    substitute,
    var,
)

from ..budget import found_within
from ..goals.numeric import Program, compiled, sign, to_rational
from ..goals.points import Condition, conditions_of
from ..optima.curves import beside, power_of
from ..optima.extremes import Objective, Place
from .question import Found, Point, Question

MAX_CURVES = 700
TRIED = 4
SCALES = tuple(fmpq(s) for s in (1, 2, 4, 16, 64))
POWERS = (1, 2, 3, 4)
CHECKED = (fmpq(1), fmpq(5, 4), fmpq(3, 2), *(fmpq(2) ** k for k in (1, 2, 3, 5, 8, 12, 20)))
ENOUGH = 4
"""Places on a curve that must be seen; a fast curve leaves what can be computed."""
LARGE = fmpq(50)


def reach(question: Question) -> Found | None:
    """Points of the domain, for every t >= 1 one with n >= t."""
    none: list[dict[str, Term]] = []
    for point in found_within(question.budget.part(0.3), lambda: list(_reaching(question)), none):
        proofs = question.proofs(question.family.reaching(question.parameter, point), 0.2)
        if proofs is not None:
            shown = {name: print_term(t) for name, t in sorted(point.items())}
            return Found({"reach": shown}, proofs)
    return None


def _reaching(question: Question) -> Iterator[dict[str, Term]]:
    """n = t (or faster) and the other variables where they were seen, or growing as well."""
    t, n = var(question.parameter), question.family.growing
    tests = conditions_of(question.family.conditions, question.family.integers)
    others = [name for name in question.names if name != n]
    shared = {name for c in question.family.conditions if n in c.variables() for name in c.variables()} - {n}
    tried = 0
    for seen in sorted(question.points, key=lambda p: sum(x.height_bits() for x in p.values())):
        fixed = {name: num(seen[name]) for name in others}
        for speeds in ([], *_speeds(t, len(shared))):
            moving = dict(zip(sorted(shared), speeds, strict=False))
            for own in (t, *(power_of(t, s, p) for p in (1, 2) for s in (fmpq(2), fmpq(16)))):
                point = {**fixed, **moving, n: own}
                if _stays(point, tests, question):
                    tried += 1
                    yield point
                    if tried >= TRIED:
                        return


def _speeds(t: Term, count: int) -> Iterator[list[Term]]:
    """Ways in which a few other variables may move with t."""
    if 0 < count <= 2:
        ways = [t, 2 * t, t**2, 1 / t, 1 / t**2, num(1)]
        yield from (list(chosen) for chosen in product(ways, repeat=count))


def _stays(point: dict[str, Term], tests: list[Condition], question: Question) -> bool:
    programs = {name: compiled(t) for name, t in point.items()}
    for t in CHECKED:
        here = _at(programs, question, t)
        if here is None or here[question.family.growing] < t or not all(test.holds(here) for test in tests):
            return False
    return True


def _at(programs: dict[str, Program], question: Question, t: fmpq) -> Point | None:
    """The point of a curve for one value of the parameter."""
    values = {name: program({question.parameter: t}, 200) for name, program in programs.items()}
    here = {name: to_rational(v) for name, v in values.items() if v is not None}
    if here.keys() != values.keys():
        return None
    for name in question.family.integers & here.keys():
        here[name] = fmpq(here[name].ceil())
    return here


def above(question: Question, fixed: bool) -> Found | None:
    """A curve on which abs(F) > t*abs(G), or, with a fixed number c in place of t, abs(F) > c*abs(G)."""
    objective = question.objective()
    tried = 0
    for place in _places(question):
        for point in _curves(question, place):
            if question.budget.left() < 0 or tried >= TRIED:
                return None
            factor = found_within(
                question.budget.part(0.1), partial(_factor, question, objective, point, fixed), None
            )
            if factor is None:
                continue
            tried += 1
            found = _shown(question, point, factor, fixed)
            if found is not None:
                return found
    return None


def _shown(question: Question, point: dict[str, Term], factor: Term, fixed: bool) -> Found | None:
    side = sign(compiled(substitute(question.family.left, point))({question.parameter: fmpq(4)})) or 1
    claims = question.family.beyond(question.parameter, Piece(fmpq(1), None, point), side, factor)
    proofs = question.proofs(claims, 0.3)
    if proofs is None:
        return None
    fields: dict[str, object] = {
        "answer": NOT_SMALLER if fixed else UNBOUNDED,
        "sign": "+" if side > 0 else "-",
        "until": "",
        "point": {name: print_term(t) for name, t in sorted(point.items())},
    }
    return Found({**fields, "constant": print_term(factor)} if fixed else fields, proofs)


def _places(question: Question) -> Iterator[Place]:
    """Where the ratio is large for large n: as the search has it, and with n growing in any case."""
    for start in (fmpq(10**7), LARGE):
        objective = question.objective(Relation(">=", question.n, num(start)))
        best = question.maximised(objective, 0.15)
        place = None if best is None else question.settled(objective, best)
        if place is None:
            continue
        name = question.family.growing
        exact = {k: t for k, t in place.exact.items() if k != name}
        yield Place(exact, {**place.limits, name: (None, 1)}, place.value)


def _curves(question: Question, place: Place) -> Iterator[dict[str, Term]]:
    """Every limit approached by a multiple of a power of the parameter, or exponentially."""
    names = sorted(place.limits, key=lambda name: (place.limits[name][0] is not None, name))
    t = var(question.parameter)
    speeds = _rates(t)
    for tried, chosen in enumerate(sorted(product(range(len(speeds)), repeat=min(len(names), 3)), key=sum)):
        if tried > MAX_CURVES:
            return
        point = dict(place.exact)
        for k, name in enumerate(names):
            end, side = place.limits[name]
            speed = speeds[chosen[min(k, 2)]]
            if end is None:
                point[name] = speed if side > 0 else -speed
            else:
                at = substitute(end, point)
                if not free_variables(at) <= {question.parameter}:
                    break
                point[name] = beside(at, 1 / speed, side)
        else:
            yield point


def _rates(t: Term) -> list[Term]:
    """Ways to grow, simple ones first; an exponential of a square has a logarithm that outgrows t, and far
    out what has a root in its exponent is above every power that it will exceed."""
    powers = [power_of(t, s, p) for p in POWERS for s in SCALES]
    plain, squared = ([apply("exp", power_of(t, s, p)) for s in SCALES[:3]] for p in (1, 2))
    twice = [apply("exp", apply("exp", power_of(t, s, 1))) for s in SCALES[:2]]
    far = [power_of(t, fmpq(4) ** k, 2) for k in (6, 8)]
    return [*powers[:3], *plain[:2], squared[1], *powers[3:8], plain[2], *powers[8:], *twice, *squared, *far]


def _factor(question: Question, objective: Objective, point: dict[str, Term], fixed: bool) -> Term | None:
    """What the ratio is seen to exceed on a curve in the domain: the parameter, or a fixed number."""
    programs = {name: compiled(t) for name, t in point.items()}
    least: fmpq | None = None
    passed = 0
    for t in CHECKED:
        here = _at(programs, question, t)
        if here is None or any(x.height_bits() > 4000 for x in here.values()):
            break
        ratio = objective.value(here)
        if ratio is None or here[question.family.growing] < t or (not fixed and ratio <= t):
            return None
        least = ratio if least is None else min(least, ratio)
        passed += 1
    if passed < ENOUGH or least is None:
        return None
    if not fixed:
        return var(question.parameter)
    return _round_below(least)


def _round_below(least: fmpq) -> Term | None:
    """A round number clearly below what was seen, if that is not close to 0."""
    if least < fmpq(1, 10**4):
        return None
    below = outward(least * fmpq(9, 10), 1, up=False)
    return num(below) if below > 0 else None
