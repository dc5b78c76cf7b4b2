"""Laws of finitely many points in worlds: kernels, independent draws, chains, weights of an exponential
mechanism; their expectations, probabilities and densities are sums."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from flint import fmpq

from ..limits import KernelError, need
from ..logic.sorts import SEQUENCE
from ..logic.terms import Expr, apply_function
from ..logic.terms import num as logic_num
from ..real.claims import Relation
from ..real.terms import Term, apply, free_variables, num, rational_value, var
from .evaluator import MAX_CASES, Evaluator, Law
from .ground import Ground
from .noise import Gibbs, folded, mean, total
from .worlds import PLACES, AnySequence, FiniteLaw, World

MAX_POINTS = 4_000


def following(law: Law) -> FiniteLaw:
    """The law of the next draw of a chain."""
    if not isinstance(law, FiniteLaw):
        raise KernelError("a world goes through chains of finite laws only")
    return law


def next_draw(at: Evaluator, kernel: Expr, place: int, drawn: tuple[Term, ...]) -> Expr:
    """The term of the law of the next draw of a chain."""
    return at.normal(apply_function(kernel, logic_num(place), at.fresh(drawn, SEQUENCE)))


def unmoved(at: Evaluator, integrand: Expr) -> Term | None:
    """The value of an integrand that does not look at the sequence drawn, which is its expectation under any
    law; None where it is not seen to be one."""
    members = tuple(var(f"unmoved_{place}") for place in range(1, PLACES + 1))
    owed = len(at.side)
    try:
        made = at.number(at.body(integrand, AnySequence(members)))
    except KernelError:
        made = members[0]
    if free_variables(made) & {str(m.value) for m in members} or len(at.side) > owed:
        del at.side[owed:]
        return None
    return made


def kernel(world: World, given: FiniteLaw, arguments: tuple[object, ...]) -> FiniteLaw:
    """A finite law whose points are functions of arguments, at these."""
    if not given.parameters:
        return given
    return FiniteLaw(tuple((world.closed(point, arguments), weight) for point, weight in given.points))


def product(world: World, one: Law) -> FiniteLaw:
    """The law of n independent draws."""
    if not isinstance(one, FiniteLaw):
        raise KernelError("records have a finite law")
    need(not too_many(world, len(one.weights)), "too many data sets in this world; make it smaller")
    weights = []
    for draw in itertools.product(one.weights, repeat=world.size):
        weight = fmpq(1)
        for _, part in draw:
            weight *= part
        weights.append((tuple(point for point, _ in draw), weight))
    return FiniteLaw(tuple(weights))  # type: ignore[arg-type]


def too_many(world: World, points: int) -> bool:
    """Whether there are more data sets than cases may be, told without computing how many."""
    return points > 1 and (world.size > MAX_CASES.bit_length() or points**world.size > MAX_CASES)


def gibbs(at: Evaluator, term: Expr) -> Gibbs:
    """Weights exp(u(i)); a law on 1 ... m needs m >= 1."""
    last = rational_value(at.number(term.args[0]))
    if last is None or last.q != 1 or not 1 <= last <= MAX_CASES:
        raise KernelError("the number of places of an exponential mechanism is not known in this world")
    places = range(1, int(last.p) + 1)
    return Gibbs(tuple(apply("exp", at.number(at.body(term.args[1], num(i)))) for i in places))


def expectation(at: Evaluator, source: FiniteLaw | Gibbs, integrand: Expr) -> Term:
    """A sum over the points, each with its weight."""
    if isinstance(source, Gibbs):
        places = range(1, len(source.weights) + 1)
        values = [at.number(at.body(integrand, num(place))) for place in places]
        return total([source.share([place]) * value for place, value in zip(places, values, strict=True)])
    values = [at.number(at.body(integrand, point)) for point, _ in source.weights]
    return mean([weight for _, weight in source.weights], values)


def probability(at: Evaluator, source: FiniteLaw | Gibbs, event: Expr) -> Term:
    """The weights of the points at which the event holds; each must be decided."""
    if isinstance(source, Gibbs):
        places = range(1, len(source.weights) + 1)
        return source.share([i for i in places if at.happens(at.formula(at.body(event, num(i))))])
    mass = fmpq(0)
    for point, weight in source.weights:
        if at.happens(at.formula(at.body(event, point))):
            mass += weight
    return num(mass)


def density(at: Evaluator, mu: Law, nu: Law, fn: Expr) -> Ground:
    """A density with respect to a finite law: its weights, times the density, are those of the other."""
    if not isinstance(mu, FiniteLaw) or not isinstance(nu, FiniteLaw):
        raise KernelError("a world compares finite laws only")
    relations = ratio(mu, nu, lambda point: at.number(at.body(fn, point)))
    return Ground("and", tuple(Ground("relation", relation=r) for r in relations))


def subsets(size: int, head: str, given: list[fmpq | None]) -> FiniteLaw:
    """The uniform law on the subsets of 1 ... size with m elements, all, with i or without i."""
    if any(g is None or g.q != 1 for g in given):
        raise KernelError("how many places are drawn is not known in this world")
    count, *place = (int(g.p) for g in given if g is not None)
    if not 0 <= count <= size or size > 12:
        raise KernelError(f"{count} of {size} places cannot be drawn in a world")
    found = [frozenset(part) for part in itertools.combinations(range(1, size + 1), count)]
    if place:
        found = [part for part in found if (place[0] in part) == (head == "subsets_with")]
    if not found or (place and not 1 <= place[0] <= size):
        raise KernelError("there is no such subset in this world")
    return FiniteLaw(tuple((part, fmpq(1, len(found))) for part in found))


def sequences(length: fmpq | None, following: Callable[[int, tuple[Term, ...]], FiniteLaw]) -> FiniteLaw:
    """The law of a sequence whose draws follow one another."""
    if length is None or length.q != 1 or length > 12:
        raise KernelError("the length of a sequence of draws is not known in this world, or above 12")
    drawn: list[tuple[tuple[Term, ...], fmpq]] = [((), fmpq(1))]
    for place in range(1, int(length.p) + 1):
        made = []
        for before, weight in drawn:
            for point, part in following(place, before).weights:
                if not isinstance(point, Term):
                    raise KernelError("the draws of a sequence are points")
                made.append(((*before, point), weight * part))
        need(len(made) <= MAX_POINTS, f"more than {MAX_POINTS} sequences of draws in this world")
        drawn = made
    return FiniteLaw(tuple(drawn))


def ratio(mu: FiniteLaw, nu: FiniteLaw, density: Callable[[object], Term]) -> list[Relation]:
    """What it is for a function to be a density of one finite law with respect to another.

    After the last draw of a sequence there are zeros: sequences of different lengths may be one."""
    weights: dict[object, list[fmpq]] = {}
    length = max(
        (len(point) for law in (mu, nu) for point, _ in law.weights if isinstance(point, tuple)), default=0
    )
    for place, law in enumerate((mu, nu)):
        for point, weight in law.weights:
            longer = (*point, *[num(0)] * (length - len(point))) if isinstance(point, tuple) else point
            key = _rational(longer)
            weights.setdefault(key, [fmpq(0), fmpq(0)])[place] += weight
    made = []
    for key, (one, other) in weights.items():
        point = tuple(num(k) for k in key) if isinstance(key, tuple) else num(key)
        made.append(Relation("=", num(one), num(other) * density(point)))
    return made


def _rational(point: object) -> object:
    """A point, or the points of a sequence, as rational numbers, so that equal ones are one."""
    parts = point if isinstance(point, tuple) else (point,)
    values = [rational_value(folded(p)) if isinstance(p, Term) else None for p in parts]
    if any(v is None for v in values):
        raise KernelError("a point of a finite law is not known to be a rational number")
    return tuple(values) if isinstance(point, tuple) else values[0]
