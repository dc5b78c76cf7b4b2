"""Where a function of several variables is greatest on a domain, or towards which place it grows.

A guide for the search: what comes out is a guess, made in rational arithmetic and enclosures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from flint import arb, fmpq

from dptheory.kernel.real import Relation, Term, free_variables, num, rational_value, var

from ..budget import Budget
from ..goals.numeric import Program, compiled, to_rational
from ..goals.points import Condition, Sampler, conditions_of
from ..goals.pointwise import Value
from ..goals.refuter import shortened
from ..goals.segments import linear_bound
from .recognise import closed_forms, rational_near

Point = dict[str, fmpq]
Function = Callable[[Point], Value | None]

FACTORS = (
    *(fmpq(n) for n in (64, 8, 3)),
    *(fmpq(n, 2) for n in (3,)),
    *(1 + fmpq(1, 2**k) for k in range(2, 60, 2)),
)
LARGE = fmpq(10) ** 6
NEAR = fmpq(1, 10**7)
NAMED = fmpq(1, 2**46)
GAIN = fmpq(1, 2**240)
STARTS = 5
LIMIT_BITS = 160


@dataclass(frozen=True)
class End:
    """A bound of one variable: a term in the others, and which side of it the domain is."""

    term: Term
    value: Program
    above: bool


@dataclass(frozen=True)
class Place:
    """Where the maximum is taken or approached: exact values, and variables that tend to an end.

    A limit is (end, 1 or -1): from above or below; the end None stands for oo, with its sign.
    """

    exact: dict[str, Term]
    limits: dict[str, tuple[Term | None, int]]
    value: Value


@dataclass
class Objective:
    """A function on a domain, with the moves that stay in it."""

    names: list[str]
    integers: frozenset[str]
    conditions: list[Relation]
    function: Function
    ends: dict[str, list[End]] = field(default_factory=dict)
    tests: list[Condition] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.tests = conditions_of(self.conditions, self.integers)
        for name in self.names:
            bounds = (linear_bound(c, name) for c in self.conditions if name in c.variables())
            self.ends[name] = [End(t, compiled(t), side == "below") for b in bounds if b for t, side in [b]]

    def inside(self, point: Point) -> bool:
        """Whether all conditions are seen to hold."""
        return all(t.holds(point) for t in self.tests)

    def value(self, point: Point) -> fmpq | None:
        """The function's value as a rational nearby, None outside or where it is undefined."""
        if not self.inside(point):
            return None
        found = self.function(point)
        if found is None or (isinstance(found, arb) and not found.is_finite()):
            return None
        return to_rational(found)

    def maximise(
        self, budget: Budget, seed: int = 1, enough: fmpq | None = None
    ) -> tuple[Point, fmpq] | None:
        """The best point found; the first that is found with more than enough."""
        sampler = Sampler(self.names, self.integers, self.conditions, seed)
        points = sampler.points(80, budget.part(0.3)) if self.names else [{}]
        seen = ((i, p) for i, p in enumerate(points) if budget.left() > 0)
        ranked = [(v, i) for i, p in seen if (v := self.value(p)) is not None]
        best: tuple[Point, fmpq] | None = None
        for _, i in sorted(ranked, reverse=True)[:STARTS]:
            found = self._ascend(points[i], budget, enough)
            if enough is not None and found[1] > enough:
                return found
            if best is None or found[1] > best[1] + abs(best[1]) * fmpq(1, 10**12):
                best = found
        if best is None or len(self.names) < 2:
            return best
        # towards diagonals only once the rest is found: they are valleys for most functions
        found = self._ascend(best[0], budget, enough, diagonals=True)
        return found if found[1] > best[1] + abs(best[1]) * fmpq(1, 10**12) else best

    def _ascend(
        self, point: Point, budget: Budget, enough: fmpq | None, diagonals: bool = False
    ) -> tuple[Point, fmpq]:
        best = self.value(point) or fmpq(0)
        for factor in FACTORS:
            for _ in range(60):
                before = best
                for other in self._moves(point, factor, diagonals):
                    value = self.value(other) if budget.left() > 0 else None
                    if value is not None and value > best + abs(best) * GAIN:
                        point, best = other, value
                if enough is not None and best > enough:
                    return point, best
                if best == before or budget.left() < 0:
                    break
        return point, best

    def _moves(self, point: Point, factor: fmpq, diagonals: bool) -> Iterator[Point]:
        for name in self.names:
            x = point[name]
            ends = [v for e in self.ends[name] if (v := e.value(point)) is not None]
            others = [point[n] for n in self.names if diagonals and n != name]
            for c in sorted({fmpq(0), *map(to_rational, ends), *others}):
                distance = x - c if x != c else fmpq(1, 2)
                for f in (factor, 1 / factor):
                    moved = c + shortened(distance * f, 64)
                    if name in self.integers:
                        moved = fmpq((moved + fmpq(1, 2)).floor())
                    if moved != x and moved.height_bits() < 2 * LIMIT_BITS:
                        yield {**point, name: moved}
                        if diagonals:
                            yield from self._along({**point, name: moved}, name)
            if name in self.integers:
                yield {**point, name: x + 1}
                yield {**point, name: x - 1}

    def _along(self, point: Point, moved: str) -> Iterator[Point]:
        """A point with another coordinate at an end of its range that depends on the one that moved."""
        for name in self.names:
            for e in self.ends[name] if name not in self.integers | {moved} else ():
                value = e.value(point) if moved in e.term.names else None
                if value is not None and (end := to_rational(value)).height_bits() < 2 * LIMIT_BITS:
                    yield {**point, name: end}

    def settle(self, point: Point, best: fmpq) -> Place:
        """Which coordinates tend to an end or to infinity, and simple values for the others."""
        limits: dict[str, tuple[Term | None, int]] = {}
        exact: dict[str, Term] = {}
        point = self._scaled(point, best)
        for name in self.names:
            x = point[name]
            if abs(x) >= LARGE or (abs(x) >= 16 and self._still_growing(point, name, fmpq(0), fmpq(64))):
                limits[name] = (None, 1 if x > 0 else -1)
                continue
            end = self._end_near(name, point) or self._beside_another(name, point, limits)
            if end is not None and not _circular(name, end[0], limits):
                limits[name] = end
        point, best = self._simplified(point, best, limits)
        for name in self.names:
            if name not in limits:
                exact[name] = self._named(point[name])
        return Place(exact, limits, best)

    def _named(self, x: fmpq) -> Term:
        """A coordinate as a term: itself if it is simple, else a closed form that it agrees with."""
        if x.height_bits() < 24:
            return num(x)
        return next(iter(closed_forms(arb(x), NAMED)), num(x))

    def _still_growing(self, point: Point, name: str, centre: fmpq, factor: fmpq) -> bool:
        """Whether the value falls when a coordinate goes back, and does not when it goes on."""
        here = self.value(point)
        distance = point[name] - centre
        on, back = (self.value({**point, name: centre + distance * f}) for f in (factor, 1 / factor))
        return here is not None and on is not None and on >= here and (back is None or back < here)

    def _end_near(self, name: str, point: Point) -> tuple[Term, int] | None:
        x = point[name]
        for e in self.ends[name]:
            value = e.value(point)
            if value is None:
                continue
            end = to_rational(value)
            distance = abs(x - end)
            near = distance <= NEAR * max(fmpq(1), abs(x))
            if near or (16 * distance < 1 and self._still_growing(point, name, end, fmpq(1, 64))):
                return e.term, 1 if e.above else -1
        return (num(0), 1 if x > 0 else -1) if abs(x) <= NEAR else None

    def _beside_another(
        self, name: str, point: Point, limits: dict[str, tuple[Term | None, int]]
    ) -> tuple[Term, int] | None:
        """The variable that a coordinate is very close to, where that one tends nowhere itself."""
        x = point[name]
        for other in self.names:
            distance = x - point[other]
            if other == name or other in limits or distance == 0 or name in self.integers:
                continue
            if abs(distance) <= NEAR * abs(x):
                return var(other), 1 if distance > 0 else -1
        return None

    def _simplified(
        self, point: Point, best: fmpq, limits: dict[str, tuple[Term | None, int]]
    ) -> tuple[Point, fmpq]:
        """Simpler values of the coordinates that tend nowhere, where that costs nothing to speak of."""
        free = [n for n in self.names if n not in limits]
        for name in free:
            x = point[name]
            near = [rational_near(x, fmpq(1, 10**k), 2000) for k in (2, 4, 6)]
            if isinstance(self._named(x), Term) and self._named(x).op != "num" and abs(x) > NEAR:
                near = []
            beside = [n for n, (end, _) in limits.items() if end == var(name)]
            for value in (fmpq(1), fmpq(2), fmpq(1, 2), fmpq(0), *near):
                if value is None:
                    continue
                moved = {**point, **{n: point[n] + value - x for n in (name, *beside)}}
                if self._as_good(moved, best):
                    point = moved
                    break
        return point, self.value(point) or best

    def _scaled(self, point: Point, best: fmpq) -> Point:
        """A point on the same ray, one of its coordinates 1, where only ratios of them matter."""
        if self.integers or len(point) < 2:
            return point
        for unit in self.names:
            if point[unit] != 0:
                scaled = {n: x / point[unit] for n, x in point.items()}
                if self._as_good(scaled, best) and all(abs(x) < LARGE for x in scaled.values()):
                    return scaled
        return point

    def _as_good(self, point: Point, best: fmpq) -> bool:
        value = self.value(point)
        return value is not None and value >= best - abs(best) * fmpq(1, 10**9)


def _circular(name: str, end: Term | None, limits: dict[str, tuple[Term | None, int]]) -> bool:
    """Whether an end speaks of a variable that tends to this one."""
    behind = free_variables(end) if end is not None else frozenset[str]()
    ends = (limits[n][0] for n in behind & limits.keys())
    return any(e is not None and name in free_variables(e) for e in ends)


def on_curve(place: Place, step: fmpq, powers: Mapping[str, int] | None = None) -> Point | None:
    """A point near the place: each limit approached to within a step, or a power of it (1/step towards
    infinity)."""
    point: Point = {}
    for name, t in place.exact.items():
        value = rational_value(t)
        if value is None:
            return None
        point[name] = value
    for k, (name, (end, sign)) in enumerate(place.limits.items(), 1):
        # at different speeds: what is undefined on a diagonal may have a value beside it
        near = step ** (powers or {}).get(name, 1)
        if end is None:
            point[name] = sign * k / near
            continue
        place_of_end = compiled(end)(point, 1000)
        if place_of_end is None:
            return None
        point[name] = to_rational(place_of_end) + sign * near / k
    return point
