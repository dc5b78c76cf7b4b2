"""The laws of a world: which kind a term denotes, and what expectations and probabilities under it are; laws
of finitely many points: kernels, independent draws, chains, weights of an exponential mechanism."""

from __future__ import annotations

import itertools
from math import prod

from flint import fmpq

from ..limits import KernelError, need
from ..logic.sorts import REAL, SEQUENCE
from ..logic.terms import Expr, abstract, applied, apply_function
from ..logic.terms import num as logic_num
from ..logic.terms import var as logic_var
from ..real.claims import Relation
from ..real.terms import Term, apply, free_variables, num, rational_value, var
from . import noise_laws
from .evaluator import MAX_CASES, Evaluator, Law, too_many
from .ground import Ground, all_of
from .noise import Gamma, Gaussian, Gibbs, Laplace, folded, mean, total
from .worlds import PLACES, AnySequence, FiniteLaw, Noise, World

MAX_POINTS = 4_000


def evaluate(at: Evaluator, term: Expr) -> Law:
    """The law that a term denotes; scales and shapes are positive."""
    made = _law(at, term)
    if not isinstance(made, FiniteLaw | Gibbs):
        noise_laws.positive(at, made.scale)
        if isinstance(made, Gamma):
            noise_laws.positive(at, made.shape)
    return made


def _law(at: Evaluator, term: Expr) -> Law:
    head = term.head
    if head == "gaussian":
        return Gaussian(*(at.number(a) for a in term.args))
    if head in ("gammalaw", "explaw"):
        shape = at.number(term.args[0]) if head == "gammalaw" else num(1)
        return Gamma(shape, at.number(term.args[-1]))
    if head == "l2laplace":
        return Laplace(num(0), at.number(term.args[0]))
    if head == "image":
        return noise_laws.moved(at, at.law(term.args[0]), term.args[1])
    if head.startswith("subsets"):
        problem = "how many places are drawn is not known in this world"
        return _subsets(at.world.size, head, *(at.whole(a, problem) for a in term.args))
    if head == "chain":
        return _chain(at, term)
    if head == "gibbs":
        return _gibbs(at, term)
    if head == "iid":
        return _product(at.world, at.law(term.args[0]))
    return _named(at, term)


def _chain(at: Evaluator, term: Expr) -> FiniteLaw:
    """The law of a sequence whose draws follow one another."""
    problem = "the length of a sequence of draws is not known in this world, or above 12"
    length = at.whole(term.args[0], problem)
    need(length <= 12, problem)
    drawn: list[tuple[tuple[Term, ...], fmpq]] = [((), fmpq(1))]
    for place in range(1, length + 1):
        made = []
        for before, weight in drawn:
            following = at.law(_next_draw(at, term.args[1], place, before))
            if not isinstance(following, FiniteLaw):
                raise KernelError("a world goes through chains of finite laws only")
            for point, part in following.weights:
                if not isinstance(point, Term):
                    raise KernelError("the draws of a sequence are points")
                made.append(((*before, point), weight * part))
        need(len(made) <= MAX_POINTS, f"more than {MAX_POINTS} sequences of draws in this world")
        drawn = made
    return FiniteLaw(tuple(drawn))


def _named(at: Evaluator, term: Expr) -> Law:
    fn, terms = applied(term)
    arguments = tuple(map(at.value, terms))
    given = at.bound.get(fn.label, at.world.values.get(fn.label)) if fn.head == "var" else None
    if isinstance(given, FiniteLaw) and given.parameters:
        points = [(point, weight) for point, weight in given.weights if isinstance(point, Term)]
        return FiniteLaw(tuple((at.world.closed(given.parameters, p, arguments), w) for p, w in points))
    if isinstance(given, FiniteLaw):
        return given
    if isinstance(given, Noise):
        return noise_laws.named(at.world, given, arguments)
    raise KernelError(f"the world gives no law to {fn.label or fn.head!r}")


def expectation(at: Evaluator, term: Expr) -> Term:
    """E under a law of the world: over finitely many points a sum, each with its weight."""
    drawn, integrand = term.args
    if drawn.head in ("mixture", "image"):
        return at.number(_drawn_within(term, "E"))
    if drawn.head == "chain":
        known = _unmoved(at, integrand)
        if known is not None:
            return known
        if rational_value(at.number(drawn.args[0])) == 1:
            first = at.law(_next_draw(at, drawn.args[1], 1, ()))
            if not isinstance(first, FiniteLaw):
                return noise_laws.first_of_chain(at, first, integrand)
    source = at.law(drawn)
    if isinstance(source, Gaussian | Laplace):
        return noise_laws.expectation(at, source, integrand)
    if isinstance(source, Gibbs):
        return total([source.share([i]) * at.number(at.body(integrand, num(i))) for i in source.places])
    if not isinstance(source, FiniteLaw):
        raise KernelError("a world evaluates expectations over finite laws only")
    values = [at.number(at.body(integrand, point)) for point, _ in source.weights]
    return mean([weight for _, weight in source.weights], values)


def probability(at: Evaluator, term: Expr) -> Term:
    """P under a law of the world: the weights of the points at which the event is seen to happen."""
    drawn, event = term.args
    if drawn.head == "mixture" or (drawn.head == "image" and not noise_laws.is_moved(at, drawn)):
        return at.number(_drawn_within(term, "P"))
    source = at.law(drawn)
    if isinstance(source, Gibbs):
        return source.share([i for i in source.places if at.happens(at.formula(at.body(event, num(i))))])
    if not isinstance(source, FiniteLaw):
        return noise_laws.probability(at, source, event)
    happens = (weight for point, weight in source.weights if at.happens(at.formula(at.body(event, point))))
    return num(sum(happens, fmpq(0)))


def _drawn_within(term: Expr, head: str) -> Expr:
    """E or P under the law of an image or a mixture, by what was drawn: P[y ~ image[x ~ mu](f(x))](phi(y))
    is P[x ~ mu](phi(f(x))), P[y ~ mixture[x ~ mu](K(x))](phi(y)) is E[x ~ mu](P[y ~ K(x)](phi(y)))."""
    source, event = term.args
    base, made = source.args
    drawn = logic_var("@drawn", base.sort.args[0])
    inner = apply_function(made, drawn)
    if source.head == "image":
        body, outer = apply_function(event, inner), head
    else:
        body, outer = Expr(head, (inner, event), REAL), "E"
    return Expr(outer, (base, abstract(drawn.label, base.sort.args[0], body)), REAL)


def _next_draw(at: Evaluator, kernel: Expr, place: int, drawn: tuple[Term, ...]) -> Expr:
    return at.normal(apply_function(kernel, logic_num(place), at.fresh(drawn, SEQUENCE)))


def _unmoved(at: Evaluator, integrand: Expr) -> Term | None:
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


def _product(world: World, one: Law) -> FiniteLaw:
    if not isinstance(one, FiniteLaw):
        raise KernelError("records have a finite law")
    need(not too_many(world, len(one.weights)), "too many data sets in this world; make it smaller")
    draws = itertools.product(one.weights, repeat=world.size)
    weights = ((tuple(p for p, _ in draw), prod((w for _, w in draw), start=fmpq(1))) for draw in draws)
    return FiniteLaw(tuple(weights))  # type: ignore[arg-type]


def _gibbs(at: Evaluator, term: Expr) -> Gibbs:
    """Weights exp(u(i)); a law on 1 ... m needs m >= 1."""
    problem = "the number of places of an exponential mechanism is not known in this world"
    last = at.whole(term.args[0], problem)
    need(1 <= last <= MAX_CASES, problem)
    return Gibbs(tuple(apply("exp", at.number(at.body(term.args[1], num(i)))) for i in range(1, last + 1)))


def _subsets(size: int, head: str, count: int, *place: int) -> FiniteLaw:
    """The uniform law on the subsets of 1 ... size with m elements, all, with i or without i."""
    need(0 <= count <= size <= 12, f"{count} of {size} places cannot be drawn in a world")
    found = [frozenset(part) for part in itertools.combinations(range(1, size + 1), count)]
    if place:
        found = [part for part in found if (place[0] in part) == (head == "subsets_with")]
    need(found and (not place or 1 <= place[0] <= size), "there is no such subset in this world")
    return FiniteLaw(tuple((part, fmpq(1, len(found))) for part in found))


def density(at: Evaluator, mu: Law, nu: Law, fn: Expr) -> Ground:
    """A density with respect to a finite law: its weights, times the density, are those of the other.

    After the last draw of a sequence there are zeros: sequences of different lengths may be one."""
    if not isinstance(mu, FiniteLaw) or not isinstance(nu, FiniteLaw):
        raise KernelError("a world compares finite laws only")
    weights: dict[object, list[fmpq]] = {}
    points = [point for law in (mu, nu) for point, _ in law.weights]
    length = max((len(point) for point in points if isinstance(point, tuple)), default=0)
    for place, law in enumerate((mu, nu)):
        for point, weight in law.weights:
            longer = (*point, *[num(0)] * (length - len(point))) if isinstance(point, tuple) else point
            weights.setdefault(_rational(longer), [fmpq(0), fmpq(0)])[place] += weight
    made = []
    for key, (one, other) in weights.items():
        at_point = tuple(num(k) for k in key) if isinstance(key, tuple) else num(key)
        made.append(Relation("=", num(one), num(other) * at.number(at.body(fn, at_point))))
    return all_of(made)


def _rational(point: object) -> object:
    """A point, or the points of a sequence, as rational numbers, so that equal ones are one."""
    parts = point if isinstance(point, tuple) else (point,)
    values = [rational_value(folded(p)) if isinstance(p, Term) else None for p in parts]
    need(None not in values, "a point of a finite law is not known to be a rational number")
    return tuple(values) if isinstance(point, tuple) else values[0]
