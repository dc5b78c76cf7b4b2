"""What a quantifier goes through in a world: records, data sets, bounded integers, sets of places or of
outputs; a quantifier over reals or vectors leaves a variable."""

from __future__ import annotations

import itertools

from flint import fmpq

from ..limits import KernelError, need
from ..logic.calculation import conjuncts
from ..logic.sorts import DATA, INT, RECORD, VEC, Sort, law, set_of
from ..logic.terms import Expr
from ..real.terms import num, rational_value, var
from .evaluator import MAX_CASES, Evaluator
from .finite_laws import too_many
from .worlds import FiniteLaw, World

INDICES = set_of(INT)


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
    low, high = (rational_value(at.number(b)) for b in (first[0], last[0]))
    if low is None or high is None or low.q != 1 or high.q != 1 or high - low > MAX_CASES:
        raise KernelError("the bounds of an integer are not known in this world")
    return range(int(low.p), int(high.p) + 1)


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
