"""What formulas of the logic come down to in many worlds at once, in floating point.

It shares nothing with the kernel's evaluation, and nothing rests on it: what it likes is a guess, which the
kernel checks. A formula becomes a number for each world, its *margin*: it holds where that is not below
`-TOLERANCE`, and fails by more the lower it is. Arrays have the worlds on their last axis; each quantifier
and each law of finitely many points adds an axis before the others, over which its values stand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final

import numpy as np

from ..kernel.logic import INT, PROP, REAL, Expr, applied, set_of, var, walk
from ..kernel.real import Relation
from .averages import mean
from .axes import PLACES, axis, place_of
from .inversion import Entangled, bounds
from .laws import chain, gibbs, iid, moved, noise, subsets
from .metering import Meter
from .numeric import CONSTANTS, OPERATIONS, Array, constant, evaluated
from .values import (
    Atoms,
    Bell,
    Chosen,
    Data,
    Draws,
    Function,
    Hull,
    Lambda,
    Lists,
    Partly,
    Planar,
    Scene,
    Set,
    Spread,
    Subset,
    Table,
    Unsupported,
    holds,
)  # fmt: skip

STRICT: Final = 2e-9
"""What a strict inequality has to be apart, relative to its sides."""
CHANCES: Final = 2e-8
"""What chances may be apart that are equal: an event under noise is known up to what relations forgive."""
SURE: Final = 4.0
"""The margin of what holds whatever the numbers are."""


def _clean(margin: Array) -> Array:
    return np.where(np.isnan(margin), -SURE, margin)


def least(margins: Sequence[Array]) -> Array:
    """The smallest of several margins, world by world."""
    return np.asarray(np.minimum.reduce(np.broadcast_arrays(*margins)))


def apart(left: Array, right: Array) -> Array:
    """By how much the right side is larger, relative to the sides, from -1 to 1; nan where one is
    undefined."""
    size = np.abs(left) + np.abs(right)
    return np.asarray(np.where(size < 1e250, (right - left) / (size + 1e-4), np.nan))


@lru_cache(2048)
def _least(fn: Expr) -> bool:
    """Whether a quantifier over numbers is about those that bound something at every data set or vector."""
    inner = fn.args[0]
    return inner.head == "implies" and any(n.head == "forall" for n in walk(inner.args[0]))


@lru_cache(2048)
def _premise(fn: Expr) -> tuple[str, Expr]:
    """The premise under a quantifier, of a number with a name that nothing else has."""
    name = "bound_"
    return name, _named(fn.args[0].args[0], name, 0)


def _named(term: Expr, name: str, level: int) -> Expr:
    if term.head == "bound":
        if term.index == level:
            return var(name, term.sort)
        return Expr("bound", (), term.sort, index=term.index - (term.index > level))
    args = tuple(_named(a, name, level + (term.head == "lam")) for a in term.args)
    return Expr(term.head, args, term.sort, term.label, term.index, term.value)


class Evaluation:
    """The evaluation of formulas in normal form in a scene."""

    def __init__(self, scene: Scene, meter: Meter | None = None) -> None:
        self.scene = scene
        self.meter = meter or Meter()
        self.hulls: list[Hull] = []

    # -- formulas ------------------------------------------------------------------------------

    def margin(self, term: Expr, stack: tuple[object, ...] = (), depth: int = 1) -> Array:
        head, args = term.head, term.args
        if head in ("le", "ge", "lt", "gt"):
            left, right = (self.number(a, stack, depth) for a in args)
            if head in ("ge", "gt"):
                left, right = right, left
            made = _clean(apart(left, right) - (STRICT if head in ("lt", "gt") else 0))
            self.meter.charge(6 * made.size)
            return made
        if head in ("eq", "ne"):
            return self._equal(term, stack, depth)
        if head == "and":
            return np.minimum(*(self.margin(a, stack, depth) for a in args))
        if head == "or":
            return np.maximum(*(self.margin(a, stack, depth) for a in args))
        if head == "not":
            return -self.margin(args[0], stack, depth) - 2 * STRICT
        if head == "implies":
            premise = holds(self.margin(args[0], stack, depth))
            if not premise.any():
                return np.where(premise, SURE, SURE)
            return np.where(premise, self.margin(args[1], stack, depth), SURE)
        if head == "forall":
            return self._for_all(args[0], stack, depth)
        if head == "apply" and term.sort == PROP:
            return self._member(term, stack, depth)
        if head in ("integrable", "closed"):
            return np.full(1, SURE)
        if head == "ratio":
            return self._density(term, stack, depth)
        if head == "bound" and term.sort == PROP:
            raise Unsupported("a formula that is a variable")
        raise Unsupported(f"'{head}'")

    def _equal(self, term: Expr, stack: tuple[object, ...], depth: int) -> Array:
        left, right = (self.value(a, stack, depth) for a in term.args)
        if isinstance(left, np.ndarray | np.floating) and isinstance(right, np.ndarray | np.floating):
            gap = -np.abs(apart(np.asarray(left), np.asarray(right)))
            near = CHANCES if any(n.head == "P" for n in walk(term)) else 1e-13
            gap = np.where(np.abs(np.asarray(left) - np.asarray(right)) <= near, 0, gap)
        elif isinstance(left, tuple) and isinstance(right, tuple):
            gaps = [-np.abs(apart(a, b)) for a, b in zip(left, right, strict=True)]
            gap = least(gaps)
        elif isinstance(left, Atoms) and isinstance(right, Atoms):
            gap = self._same(left, right)
        else:
            raise Unsupported("an equation of what are no numbers")
        return _clean(gap) if term.head == "eq" else _clean(-gap - 2 * STRICT)

    def _same(self, left: Atoms, right: Atoms) -> Array:
        """Whether two laws are written alike, as the kernel wants it."""
        if len(left.points) != len(right.points):
            return np.full(1, -1.0)
        gaps = []
        for p, q in zip([*left.points, *left.weights], [*right.points, *right.weights], strict=True):
            for a, b in zip(
                p if isinstance(p, tuple) else (p,), q if isinstance(q, tuple) else (q,), strict=True
            ):
                gaps.append(-np.abs(apart(np.asarray(a), np.asarray(b))))
        return least(gaps)

    def _member(self, term: Expr, stack: tuple[object, ...], depth: int) -> Array:
        fn, terms = applied(term)
        chosen = self.value(fn, stack, depth)
        self.meter.charge(4 * self.scene.width)
        if isinstance(chosen, Lambda):
            inner, under = chosen.body, chosen.stack
            for k, one in enumerate(terms):
                under = (*under, self.value(one, stack, depth))
                inner = inner.args[0] if k + 1 < len(terms) else inner
            return self.margin(inner, under, depth)
        return self.inside(chosen, self.value(terms[0], stack, depth), depth)

    def inside(self, chosen: object, point: object, depth: int) -> Array:
        """The margin of a point's being in a set, of whatever kind."""
        if isinstance(chosen, Lambda):
            return self.margin(chosen.body, (*chosen.stack, point), depth)
        if not isinstance(point, np.ndarray | np.floating):
            raise Unsupported("membership of what is no number")
        if isinstance(chosen, Set):
            margins = [self._relation(r, {chosen.name: np.asarray(point)}) for r in chosen.relations]
            return least(margins) if margins else np.full(1, SURE)
        if isinstance(chosen, Subset):
            near = zip(self.scene.outputs, chosen.masks, strict=True)
            found = [np.where(np.abs(output - point) < 1e-9, mask, False) for output, mask in near]
        elif isinstance(chosen, tuple):  # a set of places
            found = [np.where(point == j, mask, False) for j, mask in enumerate(chosen, 1)]
        else:
            raise Unsupported("membership in what is no set")
        return np.where(np.logical_or.reduce(np.broadcast_arrays(*found)), SURE, -SURE)

    def _relation(self, relation: Relation, values: Mapping[str, Array]) -> Array:
        left, right = (
            evaluated(t, {**self.scene.numbers, **values}) for t in (relation.left, relation.right)
        )
        if relation.op in ("=", "!="):
            gap = -np.abs(apart(left, right))
            gap = np.where(np.abs(left - right) <= 1e-12, 0, gap)
            return _clean(gap if relation.op == "=" else -gap - 2 * STRICT)
        if relation.op in (">=", ">"):
            left, right = right, left
        return _clean(apart(left, right) - (STRICT if relation.op in ("<", ">") else 0))

    def _density(self, term: Expr, stack: tuple[object, ...], depth: int) -> Array:
        mu, nu = (self.value(a, stack, depth) for a in term.args[:2])
        gaps = []
        if isinstance(mu, Spread) and isinstance(nu, Spread) and mu.kind == nu.kind == "normal":
            for x in (0.0, 1.0, -1.0, 2.0):
                gap = ((x - nu.center) / nu.scale) ** 2 - ((x - mu.center) / mu.scale) ** 2
                quotient = nu.scale / mu.scale * np.exp(gap / 2)
                value = np.asarray(self.applied(term.args[2], [np.full(1, x)], stack, depth))
                gaps.append(-np.abs(apart(value, quotient)))
        elif isinstance(mu, Atoms) and isinstance(nu, Atoms):
            for o in self.scene.outputs or self.scene.records:
                one, other = (self._weight(law, o) for law in (mu, nu))
                meant = other * np.asarray(self.applied(term.args[2], [o], stack, depth))
                gaps.append(np.where(np.abs(one - meant) < 1e-12, 0.0, -np.abs(apart(one, meant))))
        else:
            raise Unsupported("a density of such laws")
        return _clean(least(gaps))

    @staticmethod
    def _weight(law: Atoms, at: Array) -> Array:
        """The probability of a number under a finite law of numbers."""
        found: Array = np.zeros(1)
        for point, weight in zip(law.points, law.weights, strict=True):
            if not isinstance(point, np.ndarray | np.floating):
                raise Unsupported("a density of laws that are not of numbers")
            found = found + np.where(np.abs(np.asarray(point) - at) < 1e-9, weight, 0.0)
        return found

    # -- quantifiers ---------------------------------------------------------------------------

    def _for_all(self, fn: Expr, stack: tuple[object, ...], depth: int) -> Array:
        if fn.head != "lam":
            raise Unsupported("a quantifier over a named property")
        values = self.axis(fn, stack, depth)
        if fn.sort.args[0] == REAL and isinstance(values, np.ndarray) and _least(fn):
            values = self._with_ends(fn, values, stack, depth)
        margins = self.margin(fn.args[0], (*stack, values), depth + 1)
        return np.min(margins, axis=0) if margins.ndim == depth + 1 else margins

    def _with_ends(self, fn: Expr, values: Array, stack: tuple[object, ...], depth: int) -> Array:
        """The values of a bound that a premise asks to be one, with the least and the largest that are."""
        named, premise = _premise(fn)
        try:
            ends = bounds(self, premise, named, stack, depth)
        except (Entangled, Unsupported):
            return values
        full = (end.reshape((1,) * (depth - end.ndim) + end.shape) for end in map(np.asarray, ends))
        found = [values, *(np.where(np.isfinite(end), end, values[0])[None] for end in full)]
        shape = np.broadcast_shapes(*(part.shape[1:] for part in found))
        return np.concatenate([np.broadcast_to(part, (part.shape[0], *shape)) for part in found])

    def axis(self, fn: Expr, stack: tuple[object, ...], depth: int) -> object:
        """The values that a quantifier is tried at, along a new first axis."""
        return axis(self, fn.sort.args[0], fn, stack, depth)

    # -- terms ---------------------------------------------------------------------------------

    def number(self, term: Expr, stack: tuple[object, ...], depth: int) -> Array:
        made = self.value(term, stack, depth)
        if not isinstance(made, np.ndarray | np.floating):
            raise Unsupported("a number that is none")
        self.meter.charge(made.size)
        return np.asarray(made)

    def value(self, term: Expr, stack: tuple[object, ...], depth: int) -> object:
        head, args = term.head, term.args
        if head == "num":
            assert term.value is not None
            return constant(int(term.value.p), int(term.value.q))
        if head == "bound":
            return stack[-1 - term.index]
        if head == "lam":
            return Lambda(args[0], stack, term.sort)
        op = _LINE.get(head, head)
        if op in OPERATIONS and (head in _LINE or op not in ("gamma",) or len(args) == 1):
            return OPERATIONS[op](*(self.number(a, stack, depth) for a in args))
        found = _VALUES.get(head)
        if found is None:
            raise Unsupported(f"'{head}'")
        return found(self, term, stack, depth)

    def _variable(self, term: Expr, stack: tuple[object, ...], depth: int) -> object:
        scene, name = self.scene, term.label
        if name == "n":
            return scene.size
        if name == "d":
            return np.full(1, float(scene.dimension))
        for there in (scene.numbers, scene.data):
            if name in there:
                return there[name]
        found = scene.symbols.get(name)
        if found is None:
            raise Unsupported(f"no value of {name}")
        if isinstance(found, Table | Bell) and not found.names:
            return self._law(found, {})
        if isinstance(found, Planar) and not found.names:
            return self._point(found, {})
        if isinstance(found, Chosen):
            return Subset(tuple(scene.numbers[m] > 0.5 for m in found.masks))
        return found

    def _point(self, found: Planar, values: Mapping[str, Array]) -> Array:
        x, y = (evaluated(part, {**self.scene.numbers, **values}) for part in found.parts)
        return np.asarray(x + 1j * y)

    def _law(self, found: Table | Bell, values: Mapping[str, Array]) -> Atoms | Spread:
        values = {**self.scene.numbers, **values}
        if isinstance(found, Bell):
            kind = "normal" if found.normal else "laplace"
            return Spread(kind, evaluated(found.center, values), evaluated(found.scale, values))
        points = tuple(np.asarray(evaluated(p, values)) for p in found.points)
        return Atoms(points, tuple(np.asarray(evaluated(w, values)) for w in found.weights))

    def _apply(self, term: Expr, stack: tuple[object, ...], depth: int) -> object:
        fn, terms = applied(term)
        return self.applied(fn, [self.value(t, stack, depth) for t in terms], stack, depth)

    def applied(self, fn: Expr, arguments: Sequence[object], stack: tuple[object, ...], depth: int) -> object:
        """A function's value at arguments; with fewer than it has, the function with these put in."""
        called = self.value(fn, stack, depth)
        if isinstance(called, Lambda):
            body, under = called.body, (*called.stack, arguments[0])
            for argument in arguments[1:]:
                if body.head != "lam":
                    raise Unsupported("a function of too many arguments")
                body, under = body.args[0], (*under, argument)
            return self.value(body, under, depth)
        if isinstance(called, Draws):
            return place_of(called.members, np.asarray(arguments[0]), np.zeros(1))
        there = (*(called.arguments if isinstance(called, Partly) else ()), *arguments)
        called = called.function if isinstance(called, Partly) else called
        if not isinstance(called, Function | Planar | Lists | Table | Bell):
            raise Unsupported("a function that is none")
        if len(there) < len(called.names):
            return Partly(called, there)
        named = self._named(called.names, there, depth)
        if isinstance(called, Function):
            return np.asarray(evaluated(called.body, {**self.scene.numbers, **named}))
        if isinstance(called, Planar):
            return self._point(called, named)
        if isinstance(called, Lists):
            return tuple(np.asarray(evaluated(r, {**self.scene.numbers, **named})) for r in called.records)
        return self._law(called, named)

    def _named(self, names: Sequence[str], arguments: Sequence[object], depth: int) -> dict[str, Array]:
        if len(names) != len(arguments):
            raise Unsupported("a function of other arguments")
        made: dict[str, Array] = {}
        for name, value in zip(names, arguments, strict=True):
            if isinstance(value, Lambda) and value.sort == set_of(INT):
                numbers = (np.full(1, float(j)) for j in range(1, self.scene.places + 1))
                value = tuple(holds(self.margin(value.body, (*value.stack, j), depth)) for j in numbers)
            if isinstance(value, tuple | Draws):
                members = value.members if isinstance(value, Draws) else value
                made |= {f"{name}{k}": np.asarray(m, dtype=float) for k, m in enumerate(members, 1)}
            elif isinstance(value, np.ndarray | np.floating):
                made[name] = np.asarray(value)
            elif isinstance(value, Function) and not value.names:
                made[name] = np.asarray(evaluated(value.body, self.scene.numbers))
            elif isinstance(value, Function) and len(value.names) == 1:  # a sequence
                for k in range(1, PLACES + 1):
                    made[f"{name}{k}"] = np.asarray(
                        evaluated(value.body, {**self.scene.numbers, value.names[0]: np.full(1, float(k))})
                    )
            else:
                raise Unsupported("an argument that is no number")
        return made

    def _item(self, term: Expr, stack: tuple[object, ...], depth: int) -> object:
        data, place = self.value(term.args[0], stack, depth), self.number(term.args[1], stack, depth)
        return place_of(self._data(data), place, np.full(1, np.nan))

    def _data(self, value: object) -> Data:
        if not isinstance(value, tuple):
            raise Unsupported("a data set that is none")
        return value

    def _replace(self, term: Expr, stack: tuple[object, ...], depth: int) -> object:
        data = self._data(self.value(term.args[0], stack, depth))
        place, record = (self.number(a, stack, depth) for a in term.args[1:])
        return tuple(np.where(place == k, record, one) for k, one in enumerate(data, 1))

    def _sum(self, term: Expr, stack: tuple[object, ...], depth: int) -> Array:
        first, last = (self.number(a, stack, depth) for a in term.args[:2])
        low, high = np.min(first), np.max(last)
        if not np.isfinite([low, high]).all() or high - low > 64:
            raise Unsupported("a sum of too many terms")
        found: Array = np.zeros(1)
        for j in range(int(low), int(high) + 1):
            one = np.asarray(self.applied(term.args[2], [np.full(1, float(j))], stack, depth))
            found = found + np.where((first <= j) & (j <= last), one, 0.0)
        return found

    def _expectation(self, term: Expr, stack: tuple[object, ...], depth: int) -> Array:
        return mean(self, term.args[0], term.args[1], stack, depth, False)

    def _probability(self, term: Expr, stack: tuple[object, ...], depth: int) -> Array:
        return mean(self, term.args[0], term.args[1], stack, depth, True)

    def _projection(self, term: Expr, stack: tuple[object, ...], depth: int) -> Array:
        ball, point = term.args
        if ball.head != "lam" or ball.args[0].head != "le":
            raise Unsupported("a projection onto what is no ball")
        radius = self.number(ball.args[0].args[1], (*stack, None), depth)
        return np.clip(self.number(point, stack, depth), -radius, radius)


_LINE: Final = {"norm": "abs", "vadd": "add", "vsub": "sub", "vscale": "mul"}
_VALUES: Final[Mapping[str, Callable[[Evaluation, Expr, tuple[object, ...], int], object]]] = {
    "var": Evaluation._variable, "apply": Evaluation._apply, "item": Evaluation._item, "sum": Evaluation._sum,
    "replace": Evaluation._replace, "E": Evaluation._expectation, "P": Evaluation._probability,
    "image": moved, "mixture": moved, "iid": iid,
    "gibbs": gibbs,
    "chain": chain, "project": Evaluation._projection,
    "zero": lambda at, t, s, d: np.zeros(1), "const": lambda at, t, s, d: CONSTANTS[t.label].reshape(1),
    **dict.fromkeys(("gaussian", "l2laplace", "gammalaw", "explaw"), noise),
    **dict.fromkeys(("subsets", "subsets_with", "subsets_without"), subsets),
}  # fmt: skip
