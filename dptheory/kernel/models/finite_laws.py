"""Laws of finitely many points in worlds: kernels, independent draws, chains, weights of an exponential
mechanism; their expectations, probabilities and densities are sums."""

from __future__ import annotations

import itertools

from flint import fmpq

from ..limits import KernelError, need
from ..logic.sorts import SEQUENCE
from ..logic.terms import Expr, apply_function
from ..logic.terms import num as logic_num
from ..real.terms import Term, apply, free_variables, num, rational_value, var
from .evaluator import MAX_CASES, Evaluator, Law
from .ground import Ground
from .measures import ratio
from .noise import Gibbs, mean, total
from .worlds import PLACES, AnySequence, FiniteLaw, World


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
