"""Rational points of a domain: simple ones first, then corners, then random ones.

Variables are chosen one after the other; a relation bounds the last of its variables, exactly when
it is linear in it and by trial otherwise. Several orders are tried, those that succeed again.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import ge, gt, le, lt

from flint import arb, fmpq

from dptheory.kernel.real import Relation

from ..budget import Budget, charge, counter
from .numeric import Program, compiled, sign, to_rational
from .pointwise import Value
from .trivial import trivial

SIMPLE = tuple(
    fmpq(*p) for p in ((1, 1), (1, 2), (2, 1), (0, 1), (-1, 1), (1, 4), (3, 1), (-1, 2), (3, 4), (-2, 1))
)
WIDE = tuple(
    fmpq(*p) for p in ((1, 1024), (10, 1), (100, 1), (1, 10**6), (1000, 1), (7, 3), (1, 7), (10**6, 1))
)
FRACTIONS = tuple(
    fmpq(*p) for p in ((1, 2), (1, 4), (3, 4), (1, 64), (63, 64), (1, 3), (1, 1024), (1023, 1024))
)


STEPS = tuple(x for x in SIMPLE + WIDE if x >= 0)
COMPARED = {"<": lt, "<=": le, ">": gt, ">=": ge}


@dataclass(frozen=True)
class Condition:
    """A relation with the program of its left side minus its right side."""

    op: str
    names: frozenset[str]
    gap: Program

    def holds(self, point: dict[str, fmpq]) -> bool:
        """Whether the relation is seen to hold (where it touches only if that is exact)."""
        return holds(self.op, self.gap(point))


def holds(op: str, gap: Value | None) -> bool:
    """Whether `gap op 0` is affirmed."""
    if gap is None:
        return False
    if op == "=":
        return sign(gap) == 0
    if op == "!=":
        return sign(gap) != 0
    return bool(COMPARED[op](gap, 0))


def conditions_of(relations: Iterable[Relation], integers: frozenset[str]) -> list[Condition]:
    """The conditions that relations make, for variables of which some are integers."""
    return [Condition(r.op, r.variables(), compiled(r.left - r.right, integers)) for r in relations]


@dataclass
class Range:
    """What is known about the value of one variable while the others are fixed."""

    low: fmpq | None = None
    high: fmpq | None = None
    low_open: bool = False
    high_open: bool = False
    fixed: fmpq | None = None

    def below(self, bound: fmpq, is_open: bool) -> None:
        """The value is at most `bound`."""
        if self.high is None or bound < self.high or (bound == self.high and is_open):
            self.high, self.high_open = bound, is_open

    def above(self, bound: fmpq, is_open: bool) -> None:
        """The value is at least `bound`."""
        if self.low is None or bound > self.low or (bound == self.low and is_open):
            self.low, self.low_open = bound, is_open

    def contains(self, x: fmpq) -> bool:
        """Whether a value respects the bounds."""
        if self.low is not None and (x < self.low or (self.low_open and x == self.low)):
            return False
        if self.high is not None and (x > self.high or (self.high_open and x == self.high)):
            return False
        return self.fixed is None or self.fixed == x


@dataclass(frozen=True)
class _Drawn:
    """What a sampler found, what that cost, and how it stood afterwards."""

    points: tuple[dict[str, fmpq], ...]
    cost: int
    random: object
    orders: tuple[tuple[str, ...], ...]
    drawn: int


REMEMBERED = 64
_REMEMBERED: dict[tuple[object, ...], _Drawn] = {}
"""The last domains from which points were drawn: most claims have the domain of another one. What is taken
from here is charged as if it were drawn, and only where there is effort for all of it."""


class Sampler:
    """Draws points at which all the relations hold; deterministic for a seed."""

    def __init__(
        self, names: Sequence[str], integers: frozenset[str], relations: Sequence[Relation], seed: int = 1
    ) -> None:
        self.names = list(names)
        self.integers = integers
        telling = [r for r in relations if not trivial(r)]
        self.domain = (*self.names, integers, *telling, seed)
        self.tests = conditions_of(telling, integers)
        self.random = random.Random(seed)
        self.orders: list[list[str]] = [self._first_order()]
        self.drawn = 0

    def _first_order(self) -> list[str]:
        """Variables of few relations first, in the given order where equal."""
        count = {v: sum(v in t.names for t in self.tests if len(t.names) > 1) for v in self.names}
        return sorted(self.names, key=lambda v: count[v])

    def points(self, count: int, budget: Budget, attempts: int | None = None) -> list[dict[str, fmpq]]:
        """Up to `count` distinct points."""
        meter, left = budget.meter, min(budget.left(), budget.meter.limit - budget.meter.spent)
        key = (*self.domain, count, attempts)
        if self.drawn or counter() is not meter:
            return self._drawn(count, budget, attempts)
        known = _REMEMBERED.get(key)
        if known is not None and known.cost <= left:
            charge(known.cost)
            self.random.setstate(known.random)  # type: ignore[arg-type]
            self.orders, self.drawn = [list(order) for order in known.orders], known.drawn
            return [dict(point) for point in known.points]
        start = meter.spent
        found = self._drawn(count, budget, attempts)
        if known is None and budget.left() >= 0:
            if len(_REMEMBERED) >= REMEMBERED:
                del _REMEMBERED[next(iter(_REMEMBERED))]
            orders = tuple(map(tuple, self.orders))
            points = tuple(dict(point) for point in found)
            _REMEMBERED[key] = _Drawn(points, meter.spent - start, self.random.getstate(), orders, self.drawn)
        return found

    def _drawn(self, count: int, budget: Budget, attempts: int | None) -> list[dict[str, fmpq]]:
        found: dict[tuple[fmpq, ...], dict[str, fmpq]] = {}
        for _ in range(attempts or 4 * count + 20):
            if len(found) >= count or budget.left() < 0:
                break
            point = self.attempt()
            if point is not None:
                found.setdefault(tuple(point.values()), {v: point[v] for v in self.names})
        return list(found.values())

    def attempt(self) -> dict[str, fmpq] | None:
        """One point, or None when the choices made led into an empty range."""
        self.drawn += 1
        charge(10)
        if len(self.orders) > 1 and self.drawn % 3:
            order = self.orders[self.random.randrange(len(self.orders))]
        elif self.drawn <= 2:
            order = self.orders[0]
        else:
            order = self.random.sample(self.names, len(self.names))
        point: dict[str, fmpq] = {}
        for at, name in enumerate(order):
            before = set(order[: at + 1])
            value = self._choose(name, before, point)
            if value is None:
                return None
            point[name] = value
        if any(not t.names and not t.holds(point) for t in self.tests):
            return None
        if order not in self.orders and len(self.orders) < 12:
            self.orders.append(order)
        return point

    def _choose(self, name: str, before: set[str], point: dict[str, fmpq]) -> fmpq | None:
        span = Range()
        tests = [t for t in self.tests if name in t.names and t.names <= before]
        for test in tests:
            self._restrict(span, test, name, point)
        for value in self._candidates(span, name in self.integers):
            if span.contains(value) and all(t.holds({**point, name: value}) for t in tests):
                return value
        return None

    def _restrict(self, span: Range, test: Condition, name: str, point: dict[str, fmpq]) -> None:
        line = _line(test.gap, name, point)
        if line is None or line[1] == 0 or test.op == "!=":
            return
        offset, slope = line
        root = -offset / slope
        op = test.op if slope > 0 else {"<": ">", "<=": ">=", ">": "<", ">=": "<="}.get(test.op, test.op)
        if isinstance(root, arb):
            if op == "=":
                return
            margin = fmpq(1, 2**30) if op[0] == ">" else fmpq(-1, 2**30)
            root = to_rational(root) + margin
        if op == "=":
            span.fixed = root if span.fixed is None or span.fixed == root else None
        elif op[0] == "<":
            span.below(root, op == "<")
        else:
            span.above(root, op == ">")

    def _candidates(self, span: Range, integer: bool) -> list[fmpq]:
        if span.fixed is not None:
            return [span.fixed] if not integer or span.fixed.q == 1 else []
        low, high = span.low, span.high
        if low is not None and high is not None:
            if low > high:
                return []
            inner = [low + (high - low) * f for f in FRACTIONS]
            values = [*inner, low, high, low + (high - low) * fmpq(self.random.randrange(1, 64), 64)]
        elif low is not None or high is not None:
            steps = [*STEPS, fmpq(self.random.randrange(1, 400), 40)]
            values = (
                [low + x for x in steps] if low is not None else [high - x for x in steps if high is not None]
            )
        else:
            values = [*SIMPLE, *WIDE, fmpq(self.random.randrange(-400, 400), 40)]
        simple = [x for x in SIMPLE if span.contains(x)]
        if integer:
            values = [fmpq(-((-v.p) // v.q)) for v in values] + [fmpq(v.p // v.q) for v in values]
            simple = [x for x in simple if x.q == 1]
        if self.drawn <= 1:
            return simple + values
        self.random.shuffle(values)
        if simple and self.random.random() < 0.35:
            self.random.shuffle(simple)
            return simple + values
        return values


def _line(gap: Program, name: str, point: dict[str, fmpq]) -> tuple[Value, Value] | None:
    """(offset, slope) if the gap is seen to be linear in one variable at this point."""
    seen: list[tuple[fmpq, Value]] = []
    for x in (fmpq(0), fmpq(1), fmpq(3), fmpq(5, 7), fmpq(-2), fmpq(1, 9)):
        value = gap({**point, name: x})
        if value is not None:
            seen.append((x, value))
        if len(seen) == 3:
            break
    else:
        return None
    (a, u), (b, v), (c, w) = seen
    slope = (v - u) / (b - a)
    miss = w - u - slope * (c - a)
    if isinstance(miss, arb):
        if not (miss.contains(0) and float(miss.abs_upper()) < 1e-12) or arb(slope).contains(0):
            return None
    elif miss != 0:
        return None
    return u - slope * a, slope
