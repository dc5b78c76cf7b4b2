"""The values of variables in exact models: laws with finitely many points, sets, sequences, tables, segments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

Point = tuple[Fraction, ...]


class Irrational(Exception):
    """A norm that is not a rational number: the model is passed over."""


class Places(frozenset):  # type: ignore[type-arg]
    """A finite set as a function to truth values; equal sets are one value."""

    def __call__(self, x: object) -> bool:
        return x in self


class Draws(tuple):  # type: ignore[type-arg]
    """A sequence of points that is zero from some place on."""

    @staticmethod
    def of(points: list[Point]) -> Draws:
        while points and not any(points[-1]):
            points = points[:-1]
        return Draws(points)

    def __call__(self, j: object) -> Point:
        place = int(j)  # type: ignore[call-overload]
        return self[place - 1] if 1 <= place <= len(self) else (Fraction(0),)


class Law:
    """A law with finitely many points."""

    def __init__(self, weights: list[tuple[object, Fraction]]) -> None:
        assert sum(w for _, w in weights) == 1 and all(w > 0 for _, w in weights)
        self.weights = weights

    def expect(self, fn: Callable[[object], Fraction]) -> Fraction:
        return sum((w * fn(x) for x, w in self.weights), Fraction(0))

    def chance(self, event: Callable[[object], bool]) -> Fraction:
        return sum((w for x, w in self.weights if event(x)), Fraction(0))

    def integrable(self, fn: Callable[[object], Fraction]) -> bool:
        return True


class Table:
    """A function that is drawn at random, value by value, as it is looked at."""

    def __init__(self, draw: Callable[[], object]) -> None:
        self.draw, self.known = draw, dict[object, object]()

    def __call__(self, argument: object) -> object:
        if argument not in self.known:
            self.known[argument] = self.draw()
        return self.known[argument]


@dataclass
class Segment:
    """A subset of the line: an interval with or without its ends, or finitely many points."""

    low: Fraction = Fraction(0)
    high: Fraction = Fraction(1)
    ends: bool = True
    points: tuple[Fraction, ...] | None = None
    nearest: bool = True
    stray: Table = field(default_factory=lambda: Table(lambda: (Fraction(7),)))

    def __call__(self, u: Point) -> bool:
        if self.points is not None:
            return u[0] in self.points
        return self.low <= u[0] <= self.high if self.ends else self.low < u[0] < self.high

    @property
    def closed(self) -> bool:
        return self.points is not None or self.ends or self.low >= self.high

    @property
    def nonempty(self) -> bool:
        if self.points is not None:
            return bool(self.points)
        return self.low <= self.high if self.ends else self.low < self.high

    def project(self, u: Point) -> Point:
        """The nearest member if the set is closed, convex and not empty, else anything: of several nearest
        ones one may be chosen, but need not be (`nearest`)."""
        convex = self.points is None or len(self.points) == 1
        if not (self.closed and self.nonempty and (convex or self.nearest)):
            return self.stray(u)  # type: ignore[return-value]
        if self.points is not None:
            return (min(self.points, key=lambda p: abs(p - u[0])),)
        return (min(max(u[0], self.low), self.high),)
