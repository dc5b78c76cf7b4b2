"""A claim in a constant, and where the constant matters most: what is known before anything is proved."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product

from flint import arb, ctx, fmpq

from dptheory.kernel.real import (
    Claim,
    Constant,
    Relation,
    Term,
    claim_of,
    free_variables,
    num,
    print_term,
    rational_value,
    rational_values,
    replace_terms,
    substitute,
    subterms,
)

from ..budget import Budget, found_within
from ..goals.numeric import closely, compiled, to_rational
from ..goals.points import Sampler, conditions_of
from ..goals.pointwise import Value
from ..goals.undefined import parts_without, shown, undefined_at
from ..optima.extremes import Objective, Place, on_curve
from ..optima.recognise import closed_forms
from ..optima.refining import refined
from .thresholds import PRECISION, PROBES, Threshold, ground_value, threshold_of

FINE = 1000
LONGEST = 12
"""Nodes of the claim's own term that is still a closed form."""
MANY_BITS = 24
"""A coordinate with more is no simple number."""
SURE = fmpq(1, 2**280)
HUGE = fmpq(10) ** 9
"""A constant beyond it, on the way to an end, is taken for a sign that there is none."""
BOTH = "from both sides; restrict the domain so that it bounds one"
LAST = fmpq(10) ** 300
"""No constant beyond it is looked for."""
Point = dict[str, fmpq]


@dataclass(frozen=True)
class Question:
    """A claim in a constant with what is known of it before anything is proved."""

    family: Constant
    threshold: Threshold
    objective: Objective
    sign: int
    parameter: str
    budget: Budget

    def value(self, x: Value) -> fmpq:
        """Between the constant and what the objective maximises."""
        return to_rational(x) * self.sign

    def at_place(self, place: Place) -> Term | None:
        """The constant at a place where it is attained, as the claim's own term; None if that is long."""
        if place.limits or self.threshold.ratio is None:
            return None
        t = folded(substitute(self.threshold.ratio, place.exact))
        short = t.size <= LONGEST and all(x.height_bits() < 64 for x in rational_values(t).values())
        return t if short and compiled(t)({}, FINE) is not None else None


def bind(claim: Claim, find: str) -> bool:
    """Whether conditions speak of the constant and of another variable."""
    return any(find in c.variables() and len(c.variables()) > 1 for c in claim.conditions)


def quest_of(claim: Claim, find: str, budget: Budget) -> Question | str:
    """What is known of a claim in a constant; the reason where it has no best one."""
    names = [v.name for v in claim.variables if v.name != find]
    conditions = [c for c in claim.conditions if find not in c.variables()]
    bound = bind(claim, find)
    integers = claim.integers - {find}
    probes = allowed(claim, find, budget.part(0.05))
    threshold = threshold_of(claim, find, probes)
    none: list[Point] = []
    # what binds the constant and other variables makes the domain smaller, and another for each constant
    sampler = (
        Sampler([v.name for v in claim.variables], claim.integers, claim.conditions)
        if bound
        else (Sampler(names, integers, conditions))
    )
    found = (
        found_within(budget.part(0.4), lambda: sampler.points(25, budget.part(0.2)), none) if names else [{}]
    )
    found = [{name: x for name, x in point.items() if name != find} for point in found]
    if not found:
        return "no point known: the conditions may exclude each other"
    undefined = (
        None
        if bound
        else found_within(budget.part(0.2), lambda: _undefined(claim, find, conditions, found, probes), None)
    )
    if undefined is not None:
        return undefined
    sides = found_within(budget.part(0.3), lambda: {threshold.side(p) for p in found} - {0}, set[int]())
    if not sides:
        return f"no value of {find} is seen at which the claim changes from false to true"
    if len(sides) > 1:
        return f"the claim bounds {find} {BOTH}"
    sign = sides.pop()

    def height(point: dict[str, fmpq]) -> Value | None:
        found = closely(lambda precision: threshold.at(point, precision), PRECISION)
        return None if found is None else to_rational(found) * sign

    objective = Objective(names, integers, conditions, height)
    parameter = next(p for p in ("u", *(f"u{i}" for i in range(100))) if p not in {*names, find})
    family = Constant(claim, find, "least" if sign > 0 else "greatest")
    return Question(family, threshold, objective, sign, parameter, budget)


def conditional(claim: Claim, find: str, budget: Budget) -> Question | str | None:
    """What is known of a claim in which one condition alone has the constant, with others: what is known of
    the claim that this condition fails where the relation does. None of any other claim."""
    binding = [c for c in claim.conditions if find in c.variables()]
    if find in claim.relation.variables() or len(binding) != 1 or binding[0].op in ("=", "!="):
        return None
    rest = [c for c in claim.conditions if c != binding[0]]
    turned = claim_of((*rest, claim.relation.negated()), binding[0].negated(), claim.integers)
    found = quest_of(turned, find, budget)
    return (
        found if isinstance(found, str) else replace(found, family=Constant(claim, find, found.family.side))
    )


def placed(point: Point, value: fmpq) -> Place:
    """A point as the place where a maximum was found."""
    return Place({name: num(x) for name, x in point.items()}, {}, value)


def located(question: Question, best: tuple[Point, fmpq]) -> tuple[Place, Value, fmpq]:
    """The place, attained where possible, the constant there, and an error bound (not a proof). What is worse
    than the best point that was found is not taken instead of it."""
    found = _located(question, question.objective.settle(*best))
    if best[1] > HUGE or to_rational(found[1]) * question.sign >= best[1] - abs(best[1]) * fmpq(1, 10**6):
        return found
    value = _value(question, best[0], FINE)
    return found if value is None else (placed(*best), _exactly(question, value), SURE)


def _located(question: Question, place: Place) -> tuple[Place, Value, fmpq]:
    if all(end is not None for end, _ in place.limits.values()):
        point = _at_ends(place)
        inside = _contains(question, point) and question.threshold.matters(point)
        value = ground_value(question.threshold, point, FINE) if inside else None
        if value is not None and to_rational(value) * question.sign >= to_rational(place.value) - fmpq(
            1, 10**9
        ):
            return Place(point, {}, place.value), _exactly(question, value), fmpq(1, 2**400)
    place = _touching(question, place)
    if not place.limits:
        return _interior(question, place)
    powers = _powers(question, place)
    for k in (200, 100, 60, 28):
        found = [
            None if point is None else _value(question, point, 6 * k + 200)
            for point in (on_curve(place, fmpq(1, 2 ** (k - j)), powers) for j in (0, 8))
        ]
        if found[0] is not None and found[1] is not None:
            error = 4 * abs(to_rational(found[0]) - to_rational(found[1])) + fmpq(1, 2**300)
            return place, precise(found[0]), error
    return place, precise(question.value(place.value)), fmpq(1)


def _at_ends(place: Place) -> dict[str, Term]:
    """The point with every variable at the end that it tends to, said without others where that can be."""
    point = dict(place.exact)
    for _ in place.limits:
        for name, (end, _) in sorted(place.limits.items()):
            if end is not None:
                image = substitute(end, {n: t for n, t in point.items() if n != name})
                point[name] = image if free_variables(image) else folded(image)
    return point


def _powers(question: Question, place: Place) -> dict[str, int]:
    """At which powers of a step the limits are best approached."""
    names = sorted(place.limits)[:3]
    best: tuple[fmpq, dict[str, int]] | None = None
    for chosen in sorted(product((1, 2, 3), repeat=len(names)), key=sum) if len(names) > 1 else ():
        powers = dict(zip(names, chosen, strict=True))
        point = on_curve(place, fmpq(1, 2**40), powers)
        value = None if point is None else question.objective.value(point)
        if value is not None and (best is None or value > best[0] + abs(best[0]) / 10**6):
            best = value, powers
    return {} if best is None else best[1]


def _touching(question: Question, place: Place) -> Place:
    """The same place with those coordinates at their ends that need not merely tend to them."""
    for name, (end, _) in sorted(place.limits.items()):
        if end is None or free_variables(end) or len(place.limits) < 2:
            continue
        limits = {n: limit for n, limit in place.limits.items() if n != name}
        there = Place({**place.exact, name: end}, limits, place.value)
        point = on_curve(there, fmpq(1, 2**60))
        value = None if point is None else question.objective.value(point)
        if value is not None and value >= to_rational(place.value) - abs(to_rational(place.value)) / 10**6:
            place = there
    return place


def _interior(question: Question, place: Place) -> tuple[Place, Value, fmpq]:
    """A place inside the domain to many digits, named where it has a closed form."""
    known = {name: rational_value(t) for name, t in place.exact.items()}
    rough = [name for name, x in known.items() if x is not None and x.height_bits() >= MANY_BITS]
    point = {name: x for name, x in known.items() if x is not None}
    if rough and len(point) == len(known) and not question.objective.integers & set(rough):
        point = refined(question.threshold.at, point, rough) or {}
        value = _value(question, point, FINE) if point else None
        if value is not None:
            named = {n: next(iter(closed_forms(arb_of(point[n]), SURE)), num(point[n])) for n in rough}
            return Place({**place.exact, **named}, {}, place.value), precise(value), SURE
    return place, precise(question.value(place.value)), fmpq(1, 2**100)


def _value(question: Question, point: Point, precision: int) -> Value | None:
    return closely(lambda digits: question.threshold.at(point, digits), precision)


def arb_of(x: fmpq) -> arb:
    """A rational as an enclosure of many digits."""
    with ctx.workprec(FINE):
        return arb(x)


def _exactly(question: Question, value: Value) -> Value:
    """A threshold that is known exactly, unless it was found by halving."""
    return value if question.threshold.ratio is not None else precise(value)


def precise(value: Value) -> arb:
    """An enclosure of many digits."""
    with ctx.workprec(FINE):
        return arb(value)


def _contains(question: Question, point: dict[str, Term]) -> bool:
    """Whether a point given by terms is seen to be in the domain; closed ends count."""
    for c in question.objective.conditions:
        r = c.substituted(point)
        gap = compiled(r.left - r.right)({}, FINE)
        if gap is None:
            return False
        near = abs(to_rational(gap)) < fmpq(1, 2**200)
        if c.op in ("<", ">") and near:
            return False
        if not near and not {"<": gap < 0, "<=": gap < 0, ">": gap > 0, ">=": gap > 0}.get(c.op, False):
            return False
    return True


def _undefined(
    claim: Claim, find: str, conditions: list[Relation], points: list[Point], probes: list[fmpq]
) -> str | None:
    """Which part of the claim is not defined whatever the constant is, and where."""
    for part in parts_without(find, claim.relation.left, claim.relation.right):
        place = undefined_at(part, conditions, claim.integers - {find}, points)
        if place is not None:
            return f"{print_term(part)} is not defined on the whole domain: not at {shown(place)}"
    for side in (claim.relation.left, claim.relation.right):
        program = compiled(side, claim.integers)
        for point in points:
            if probes and all(program({**point, find: c}) is None for c in probes):
                tried: list[list[Point]] = [[{**point, find: c}] for c in probes]
                if all(undefined_at(side, conditions, claim.integers, one) for one in tried):
                    values = f"each of the {len(probes)} values of {find} tried"
                    return f"{print_term(side)} is not defined with {values}: not at {shown(point)}"
    return None


def allowed(claim: Claim, find: str, budget: Budget) -> list[fmpq]:
    """Values that the conditions on the constant alone allow, in order."""
    conditions = [c for c in claim.conditions if c.variables() == {find}]
    tests = conditions_of(conditions, frozenset())
    more = Sampler([find], frozenset(), conditions).points(12, budget) if conditions else []
    values = {*PROBES, *(point[find] for point in more)}
    return sorted(x for x in values if all(t.holds({find: x}) for t in tests))


def folded(t: Term) -> Term:
    """A term with its rational parts as numbers, without factors and exponents 1.

    >>> from dptheory.kernel.real.grammar import parse_term
    >>> print_term(folded(parse_term("log(3 + 4)/(1*sqrt(14/2))")))
    'log(7)/sqrt(7)'
    """
    values = rational_values(t)
    whole = replace_terms(t, {key: num(x) for key, x in values.items()})
    one = num(1)
    while True:
        images = {
            u.key: (u.args[1] if u.op == "mul" and u.args[0] == one else u.args[0])
            for u in subterms(whole)
            if (u.op == "mul" and one in u.args) or (u.op in ("div", "pow") and u.args[1] == one)
        }
        if not images:
            return whole
        whole = replace_terms(whole, images)
