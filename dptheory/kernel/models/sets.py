"""Data sets and sets in a world, and what a quantifier goes through: tuples of its records; regions of
numbers, sets of places or of outputs, balls; bounded integers."""

from __future__ import annotations

import itertools

from flint import fmpq

from ..limits import KernelError, need
from ..logic.calculation import conjuncts
from ..logic.sorts import DATA, INT, RECORD, VEC, Sort, law, set_of
from ..logic.terms import Expr, applied, apply_function
from ..logic.terms import num as logic_num
from ..real.claims import Relation
from ..real.enclosures import exact
from ..real.terms import Term, apply, free_variables, num, substitute, var
from .evaluator import Evaluator, too_many
from .ground import FALSE, TRUE, Ground, all_of, decide
from .noise import folded
from .worlds import FiniteLaw, Points, Region, World

INDICES = set_of(INT)
Data = tuple[Term, ...]


def data(at: Evaluator, term: Expr) -> Data:
    if term.head == "replace":
        records, place = list(data(at, term.args[0])), place_of(at, term.args[1])
        records[place] = at.number(term.args[2])
        return tuple(records)
    fn, arguments = applied(term)
    found = at.bound.get(fn.label, at.world.values.get(fn.label)) if fn.head == "var" else None
    if isinstance(found, Points):
        names = free_variables(*found.records)
        images = at.world.arguments(found.parameters, tuple(map(at.number, arguments)), names)
        found, arguments = tuple(folded(substitute(record, images)) for record in found.records), ()
    if not isinstance(found, tuple) or arguments or len(found) != at.world.size:
        raise KernelError(f"the world gives no data set of {at.world.size} records to {fn.label!r}")
    for record in found:
        at.check_sort(record, RECORD)
    return found


def item(at: Evaluator, term: Expr) -> Term:
    return data(at, term.args[0])[place_of(at, term.args[1])]


def place_of(at: Evaluator, term: Expr) -> int:
    """Which record of a data set, counted from 0; it is one of 1 ... n."""
    problem = "the place of a record is not one of 1 ... n"
    place = at.whole(term, problem)
    need(1 <= place <= at.world.size, problem)
    return place - 1


def places(at: Evaluator, fn: Expr) -> range:
    """The integers that the guard of a quantifier lets through: ``1 <= i and i <= last implies ...``."""
    body = at.body(fn, var("place"))
    need(body.head == "implies", "a world goes through integers only where bounds imply something")
    guard = body.args[0]
    stands = var("place")
    known = {name for name in guard.names if at.bound.get(name) == stands}
    last = [p.args[1] for p in conjuncts(guard) if p.head == "le" and p.args[0].label in known]
    first = [p.args[0] for p in conjuncts(guard) if p.head == "le" and p.args[1].label in known]
    need(len(last) == 1 and len(first) == 1, "a world goes through integers only between two bounds")
    return at.between(first[0], last[0], "the bounds of an integer are not known in this world")


def domain(world: World, sort: Sort) -> list[object]:
    """All values of a sort that is finite in the world."""
    records = [num(r) for r in world.records]
    if sort == RECORD:
        return list(records)
    if sort == DATA and not too_many(world, len(records)):
        return list(itertools.product(records, repeat=world.size))
    if sort == INDICES and world.size <= 10:
        return list(_subsets(tuple(range(1, world.size + 1))))
    if sort == set_of(VEC) and 0 < len(world.outputs) <= 10:
        return list(_subsets(world.outputs))
    if sort == law(RECORD) and len(records) == 1:
        return [FiniteLaw(((records[0], fmpq(1)),))]  # of one record there is one law
    raise KernelError(f"a world cannot go through all of {sort}")


def _subsets(points: tuple[object, ...]) -> list[frozenset[object]]:
    sizes = range(len(points) + 1)
    return [frozenset(part) for size in sizes for part in itertools.combinations(points, size)]


def indices(at: Evaluator, term: Expr) -> frozenset[int]:
    """Those of 1, ..., n that are in a set of integers."""
    found = at.bound.get(term.label)
    if isinstance(found, frozenset):
        return found
    places = range(1, at.world.size + 1)
    return frozenset(k for k in places if at.formula(at.normal(apply_function(term, logic_num(k)))).truth())


def membership(at: Evaluator, term: Expr) -> Ground:
    """What it says that a value is in a set of places, of outputs, or in a region."""
    chosen = at.bound.get(term.args[0].label)
    if isinstance(chosen, frozenset) and term.args[0].sort == INDICES:
        # of a set that a quantifier goes through, only the members among 1 ... n are known
        return TRUE if place_of(at, term.args[1]) + 1 in chosen else FALSE
    if isinstance(chosen, frozenset):
        point = exact(at.number(term.args[1]), {})
        if point is None or point not in at.world.outputs:
            raise KernelError("a law of vectors leaves the outputs that the world names")
        return TRUE if point in chosen else FALSE
    region = _region(at, term.args[0])
    names = frozenset[str]().union(*(r.variables() for r in region.relations))
    images = at.world.arguments((region.parameter,), (at.value(term.args[1]),), names)
    return all_of(r.substituted(images) for r in region.relations)


def is_closed(at: Evaluator, term: Expr) -> Ground:
    need(_region(at, term.args[0]).closed(), "a world cannot tell whether a set is closed")
    return TRUE


def _region(at: Evaluator, term: Expr) -> Region:
    region = at.world.values.get(term.label) if term.head == "var" else None
    if not isinstance(region, Region):
        raise KernelError(f"the world gives no set {term.label!r}")
    return region


def projection(at: Evaluator, term: Expr) -> Term:
    """The nearest point of a ball about 0: on the line, the number cut at the ends of an interval."""
    ball, point = term.args
    within = ball.args[0] if ball.head == "lam" else ball
    if within.head != "le" or within.args[0].head != "norm" or within.args[0].args[0].head != "bound":
        raise KernelError("a world projects onto balls about 0 only")
    member = at.body(ball, var("member"))
    radius = at.number(member.args[1])
    if "member" in free_variables(radius) or decide(Relation(">=", radius, num(0))) is not True:
        raise KernelError("the radius of a ball in this world is not known to be at least 0")
    return apply("max", -radius, apply("min", radius, at.number(point)))
