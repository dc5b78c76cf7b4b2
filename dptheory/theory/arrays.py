"""A bound over many values at once: NumPy arrays in, an array out, each number rounded upwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from flint import fmpq

from ..decimals import float_above
from ..exact import exact_number, exact_numbers
from ..kernel.real import Relation, Term, exact_along, holds, obligations, subterms
from .least_values import Filling, filled
from .numbers import number_of

if TYPE_CHECKING:
    from .bounds import Bound


def evaluated(bound: Bound, values: Mapping[str, Any]) -> Any:
    """The bound at values of all its parameters; see `Bound.__call__`."""
    many = {name: value for name, value in values.items() if _is_many(value)}
    fixed = exact_numbers({name: value for name, value in values.items() if name not in many})
    if not many:
        return _slowly(bound, fixed)
    import numpy as np

    names, fill = [next(iter(bound.named({name: 1}))) for name in many], Filling(bound)
    fixed = bound.named(fixed)
    arrays = np.broadcast_arrays(*(np.asarray(value, dtype=object) for value in many.values()))
    made, ready = np.empty(arrays[0].shape), _Ready(bound)
    for place in np.ndindex(made.shape):
        here = {name: exact_number(a[place]) for name, a in zip(names, arrays, strict=True)}
        there = fill({**fixed, **here})
        made[place] = float_above(number_of(bound.term, there)) if ready(there) else _slowly(bound, there)
    return made


def _is_many(value: object) -> bool:
    """Whether a value is an array, a series or a list of numbers."""
    return isinstance(value, (list, tuple, range)) or bool(getattr(value, "ndim", 0))


def _slowly(bound: Bound, values: Mapping[str, fmpq]) -> float:
    """With every condition decided by the kernel, and errors that say what was wrong."""
    named = filled(bound, bound.named(values))
    bound.complete(named)
    return float_above(bound.value(named))


class _Ready:
    """Whether a bound certainly applies and has a value, where that is evident from exact numbers."""

    def __init__(self, bound: Bound) -> None:
        self.integers, self.names = bound.integers, bound.variables
        self.evident = not bound.alternatives
        relations = [*bound.conditions, *(o.relation for o in obligations([bound.term], bound.integers))]
        self.orders = [(_order(r.left), r, _order(r.right)) for r in relations]

    def __call__(self, values: Mapping[str, fmpq]) -> bool:
        whole = all(values[name].q == 1 for name in self.integers & values.keys())
        if not (self.evident and whole and self.names <= values.keys()):
            return False
        return all(_evident(left, relation, right, values) for left, relation, right in self.orders)


def _order(term: Term) -> Sequence[Term]:
    return list(subterms(term))


def _evident(
    left: Sequence[Term], relation: Relation, right: Sequence[Term], values: Mapping[str, fmpq]
) -> bool:
    first, second = exact_along(left, values), exact_along(right, values)
    return first is not None and second is not None and holds(relation.op, first, second)
