"""Data sets in a world: tuples of its records, given, replaced in one place, or named by a function."""

from __future__ import annotations

from ..limits import KernelError
from ..logic.sorts import RECORD
from ..logic.terms import Expr, applied
from ..real.terms import Term, rational_value, substitute
from .evaluator import Evaluator
from .noise import folded
from .worlds import Points

Data = tuple[Term, ...]


def data(at: Evaluator, term: Expr) -> Data:
    """The value of a data set."""
    if term.head == "replace":
        records, place = list(data(at, term.args[0])), place_of(at, term.args[1])
        records[place] = at.number(term.args[2])
        return tuple(records)
    fn, arguments = applied(term)
    found = at.bound.get(fn.label, at.world.values.get(fn.label)) if fn.head == "var" else None
    if isinstance(found, Points):
        images = at.world.arguments(found.parameters, tuple(map(at.number, arguments)))
        found, arguments = tuple(folded(substitute(record, images)) for record in found.records), ()
    if not isinstance(found, tuple) or arguments or len(found) != at.world.size:
        raise KernelError(f"the world gives no data set of {at.world.size} records to {fn.label!r}")
    for record in found:
        at.check_sort(record, RECORD)
    return found


def item(at: Evaluator, term: Expr) -> Term:
    """A record of a data set."""
    return data(at, term.args[0])[place_of(at, term.args[1])]


def place_of(at: Evaluator, term: Expr) -> int:
    """Which record of a data set, counted from 0; it is one of 1 ... n."""
    place = rational_value(at.number(term))
    if place is None or place.q != 1 or not 1 <= place <= at.world.size:
        raise KernelError("the place of a record is not one of 1 ... n")
    return int(place.p) - 1
