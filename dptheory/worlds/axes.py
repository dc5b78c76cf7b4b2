"""The values that quantifiers are tried at, each list along an axis of its own."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final

import numpy as np

from ..kernel.logic import DATA, INT, REAL, RECORD, SEQUENCE, VEC, Expr, Sort, law, set_of
from .numeric import Array, constant
from .values import Atoms, Draws, Evaluating, Subset, Unsupported

MAX_CASES: Final = 3_000_000
PLACES: Final = 12
FEW: Final = 4
"""An axis that is not longer costs little; it counts only where it is the first."""
POINTS: Final = (
    (0.0, 1.0, 0.5, -1.0, 0.25, 2.0, 0.75, -2.0, 0.1, 1e-3, 3.0, 1.37, -0.61, 1.68, -10.0, 1e4, -1e4),
    (0.0, 1.0, 0.5, -1.0, 2.0, -2.0, 0.75, 1e-3, 9e3),
    (0.5, 0.25, 0.9, 0.0, 1.0),
)
"""Numbers that quantifiers over reals are tried at, by how many of them stand above."""
DIRECTIONS: Final = (0, 1, 1j, -1, -1j, 0.6 + 0.8j, 0.8 - 0.6j, 2 + 1j, 0.1j, 10.0)
"""Vectors of two coordinates that quantifiers are tried at, as complex numbers."""
_SEQUENCES: Final[tuple[Callable[[int], float], ...]] = (
    lambda t: 0.0, lambda t: 1.0, lambda t: float(t % 2), lambda t: float((t + 1) % 2), lambda t: -1.0,
)  # fmt: skip


def along(choices: Sequence[object], depth: int) -> object:
    """Values, each a number, a data set, ..., along a new first axis."""
    first = choices[0]
    if isinstance(first, tuple):
        return tuple(stacked([c[k] for c in choices], depth) for k in range(len(first)))  # type: ignore[index]
    if isinstance(first, Subset):
        parts = [stacked([c.masks[k] for c in choices], depth) for k in range(len(first.masks))]  # type: ignore[attr-defined]
        return Subset(tuple(parts))
    if isinstance(first, Draws):
        length = max(len(c.members) for c in choices)  # type: ignore[attr-defined]
        zero = np.zeros(1)
        made = [[*c.members, *[zero] * (length - len(c.members))] for c in choices]  # type: ignore[attr-defined]
        return Draws(tuple(stacked([m[k] for m in made], depth) for k in range(length)))
    return stacked(choices, depth)


def stacked(choices: Sequence[object], depth: int) -> Array:
    arrays = [np.asarray(c) for c in choices]
    full = [a.reshape((1,) * (depth - a.ndim) + a.shape) for a in arrays]
    made = np.stack(np.broadcast_arrays(*full))
    if made.size > MAX_CASES:
        raise Unsupported("too many cases")
    return made


def axis(of: Evaluating, sort: Sort, fn: Expr, stack: tuple[object, ...], depth: int) -> object:
    """The values that a quantifier over a sort is tried at, along a new first axis."""
    scene = of.scene
    if sort in (RECORD, DATA, set_of(VEC), set_of(INT)):
        named = scene.outputs if sort == set_of(VEC) else scene.records
        return _listed(sort, tuple(float(x[0]) for x in named), scene.places, depth)
    if sort in (REAL, VEC):
        axes = [v.shape[0] for v in stack if isinstance(v, np.ndarray) and v.ndim > 1]
        above = min(sum(length > FEW for length in axes) or min(len(axes), 1), 2)
        marks = scene.marks[: (8, 4, 0)[above]]
        if sort == VEC and scene.dimension == 2:
            return np.array(DIRECTIONS).reshape((-1,) + (1,) * depth)
        return along([*map(constant, POINTS[above]), *marks], depth) if marks else _points(above, depth)
    if sort == INT:
        return along(integers(of, fn, stack, depth), depth)
    if sort == law(RECORD) and len(scene.records) == 1:
        return along([Atoms((scene.records[0],), (np.ones(1),))], depth)
    if sort == SEQUENCE:
        return along([Draws(tuple(np.full(1, f(t)) for t in range(PLACES))) for f in _SEQUENCES], depth)
    raise Unsupported(f"a quantifier over {sort}")


@lru_cache(512)
def _points(above: int, depth: int) -> Array:
    return np.array(POINTS[above]).reshape((-1,) + (1,) * depth)


@lru_cache(512)
def _listed(sort: Sort, numbers: tuple[float, ...], places: int, depth: int) -> object:
    """All records, data sets, events of outputs, sets of places."""
    named = [constant(x) for x in numbers]
    if sort == RECORD:
        return along(named, depth)
    if sort == DATA:
        if len(named) ** places > 256:
            raise Unsupported("too many data sets")
        return along(list(itertools.product(named, repeat=places)), depth)
    parts = len(named) if sort == set_of(VEC) else places
    if not 0 < parts <= 5:
        unnamed = sort == set_of(VEC) and not parts
        raise Unsupported("events, where no outputs are named" if unnamed else f"a quantifier over {sort}")
    whether = itertools.product((True, False), repeat=parts)
    masks = [tuple(np.full(1, x) for x in one) for one in whether]
    return along([*map(Subset, masks)] if sort == set_of(VEC) else masks, depth)


def integers(of: Evaluating, fn: Expr, stack: tuple[object, ...], depth: int) -> list[object]:
    guard = fn.args[0]
    if guard.head != "implies":
        raise Unsupported("an integer without bounds")
    ends: dict[bool, list[Expr]] = {True: [], False: []}
    waiting = [guard.args[0]]
    while waiting:
        one = waiting.pop()
        if one.head == "and":
            waiting += one.args
        elif one.head == "le":
            for lower, (own, end) in (
                (True, (one.args[1], one.args[0])),
                (False, (one.args[0], one.args[1])),
            ):
                if own.head == "bound" and own.index == 0 and not _sees(end, 0):
                    ends[lower].append(end)
    if not ends[True] or not ends[False]:
        raise Unsupported("an integer without bounds")
    low = min(float(np.min(of.number(e, (*stack, None), depth))) for e in ends[True])
    high = max(float(np.max(of.number(e, (*stack, None), depth))) for e in ends[False])
    if not np.isfinite([low, high]).all() or high - low > 64:
        raise Unsupported("too many integers")
    return [np.full(1, float(k)) for k in range(int(low), max(int(low), int(high)) + 1)]


def place_of(values: Sequence[object], place: Array, otherwise: Array) -> Array:
    """The value in a place that is a number, counted from 1."""
    found: Array = otherwise
    for k, one in enumerate(values, 1):
        found = np.where(place == k, np.asarray(one, dtype=float), found)
    return found


def _sees(term: Expr, index: int) -> bool:
    """Whether a term mentions what is bound so many binders above it."""
    if term.head == "bound":
        return term.index == index
    return any(_sees(a, index + (term.head == "lam")) for a in term.args)
