"""Points that satisfy hypotheses: corners of what they say, small and large numbers, equalities solved.

A search is counted, and its chances come of the text of the hypotheses: the same text has the same points.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from .enclosures import FINE, Interval, point, precise
from .grammar import Said, Tree, relation
from .values import HOLDS, close, compared, sides, value

TRIES: Final = 12
TINY: Final = Fraction(1, 2**120)
Place = tuple[Fraction, Fraction]
LOOKS: Final = 400
"""How often relations are evaluated for the points of one list of hypotheses."""
USUAL: Final = (
    0,
    1,
    -1,
    2,
    Fraction(1, 2),
    Fraction(-1, 2),
    -2,
    3,
    Fraction(3, 4),
    Fraction(1, 10),
    10,
    Fraction(1, 1000),
    -7,
)
LARGE: Final = (100, -100, 1000, 10**6)


@dataclass(frozen=True, eq=False)
class Spot:
    """A point: a number, or a very thin interval, for every variable; what was found out there is remembered."""

    at: Mapping[str, Interval]
    integers: frozenset[str]
    terms: tuple[tuple[str, Tree], ...] = ()
    """The variables that were given the values of terms in earlier ones."""
    seen: dict[str, str] = field(default_factory=dict)

    def said(self, text: str) -> str:
        """What a relation is here (`judged`)."""
        if text not in self.seen:
            self.seen[text] = judged(relation(text), self.at, self.integers, self.terms)
        return self.seen[text]

    def value(self, text: str) -> Interval | str:
        return value(text, self.at, self.integers)

    def __str__(self) -> str:
        return ", ".join(f"{name} = {x}" for name, x in sorted(self.at.items())) or "no variables"


def judged(
    read: Said, at: Mapping[str, Interval], integers: frozenset[str], terms: Iterable[tuple[str, Tree]] = ()
) -> str:
    """What a relation is at a point. Where its sides agree to 30 digits and more, and need not be unequal, it holds,
    unless more digits tell them apart."""
    found = sides(read, at, integers)
    if isinstance(found, str):
        return found
    if not close(read.op, *found):
        return compared(read.op, *found)
    if read.same:
        return HOLDS
    with precise(FINE):
        finer = dict(at)
        for name, t in terms:
            if name in finer and t.names <= finer.keys():
                x = value(t, finer, integers)
                finer[name] = finer[name] if isinstance(x, str) else x
        found = sides(read, finer, integers)
    if isinstance(found, str):
        return found
    return HOLDS if close(read.op, *found) else compared(read.op, *found)


class Search:
    """The search for points of hypotheses, from numbers that some variables have already."""

    def __init__(
        self,
        hypotheses: Iterable[str],
        variables: Mapping[str, bool],
        terms: Iterable[tuple[str, Tree]] = (),
    ) -> None:
        texts = sorted(hypotheses)
        self.said = [relation(text) for text in texts]
        self.variables = dict(variables)
        self.integers = frozenset(name for name, whole in variables.items() if whole)
        self.chance = random.Random("; ".join(texts) + str(sorted(variables.items())))
        self.looks = LOOKS
        self.given = self.terms = list(terms)
        written = {n for r in self.said for side in (r.left, r.right) for n in _numbers(side)}
        self.numbers = sorted({x for n in written for x in (n, -n, n + 1, n - 1) if abs(x) < 10**9})

    def spots(self, wanted: int, given: Mapping[str, Interval] | None = None) -> list[Spot]:
        """Up to so many points at which all hypotheses hold, the given numbers among their coordinates."""
        found: dict[str, Spot] = {}
        for attempt in range(TRIES * wanted):
            if self.looks <= 0 or len(found) >= wanted:
                break
            at = self._attempt(dict(given or {}), attempt)
            if at is not None:
                spot = Spot(at, self.integers, tuple(self.terms))
                found.setdefault(str(spot), spot)
            if not set(self.variables) - set(given or {}):
                break
        return list(found.values())

    def _attempt(self, at: dict[str, Interval], attempt: int) -> dict[str, Interval] | None:
        self.terms = list(self.given)
        defined = self._defined(set(at), attempt)
        free = [name for name in sorted(self.variables) if name not in at and name not in defined]
        if attempt:
            self.chance.shuffle(free)
        left = [r for r in self.said]
        for name in [*free, ""]:
            left = self._settled(at, defined, left)
            if left is None:
                return None
            if name and name not in at and not self._chosen(name, at, defined, left, attempt):
                return None
        return at if not left and set(at) == set(self.variables) else None

    def _defined(self, given: set[str], attempt: int) -> dict[str, Tree]:
        """Variables that equalities define by others, without circles."""
        defined: dict[str, Tree] = {}
        equalities = [(r.left, r.right) for r in self.said if r.op == "="]
        pairs = [pair for a, b in equalities for pair in ((a, b), (b, a)) if pair[0].kind == "name"]
        if attempt % 2:
            self.chance.shuffle(pairs)
        for side, other in pairs:
            name = side.name
            if name in given or name in defined or name in self._behind(other, defined):
                continue
            defined[name] = other
        return defined

    def _behind(self, t: Tree, defined: Mapping[str, Tree]) -> set[str]:
        found, waiting = set[str](), list(t.names)
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += defined[name].names if name in defined else ()
        return found

    def _settled(
        self, at: dict[str, Interval], defined: Mapping[str, Tree], left: list[Said]
    ) -> list[Said] | None:
        """What is defined by numbers found gets its number; the relations that are still open, None if one fails."""
        moved = True
        while moved:
            moved = False
            for name, t in defined.items():
                if name not in at and t.names <= at.keys():
                    self.looks -= 1
                    x = value(t, at, self.integers)
                    if isinstance(x, str) or not x.thin or (self.variables[name] and not _whole(x)):
                        return None
                    at[name], moved = x, True
                    self.terms.append((name, t))
        open_ = []
        for r in left:
            if not r.left.names | r.right.names <= at.keys():
                open_.append(r)
                continue
            self.looks -= 1
            if judged(r, at, self.integers, self.terms) != HOLDS:
                return None
        return open_

    def _chosen(
        self, name: str, at: dict[str, Interval], defined: Mapping[str, Tree], left: list[Said], attempt: int
    ) -> bool:
        """A number for a variable with which no relation fails that speaks of it and of known ones alone."""
        about = [
            r
            for r in left
            if name in r.left.names | r.right.names and r.left.names | r.right.names <= at.keys() | {name}
        ]
        for tried, x in enumerate(self._candidates(name, at, about, attempt)):
            if tried >= 14 or self.looks <= 0:
                break
            if self.variables[name] and not _whole(x):
                continue
            at[name] = x
            self.looks -= len(about)
            if all(judged(r, at, self.integers, self.terms) == HOLDS for r in about):
                return True
        at.pop(name, None)
        return False

    def _candidates(
        self, name: str, at: Mapping[str, Interval], about: list[Said], attempt: int
    ) -> Iterator[Interval]:
        """Solutions of equalities, ends of what inequalities leave and numbers between, and any others."""
        low: Fraction | None = None
        high: Fraction | None = None
        solved: list[Interval] = []
        for r in about:
            line = self._line(name, at, r)
            if line is None:
                solved += self._crossings(name, at, r) if r.op == "=" else []
                continue
            slope, zero = line
            if r.op == "=":
                solved.append(point(zero))
            elif r.op != "!=":
                if (r.op in ("<", "<=")) == (slope > 0):
                    high = zero if high is None else min(high, zero)
                else:
                    low = zero if low is None else max(low, zero)
        whole = self.variables[name]
        found = list(self._between(low, high, attempt))
        if whole:
            found = [Fraction(y) for x in found for y in (x // 1, -(-x // 1))]
        found += [x for x in (*USUAL, *self.numbers, *LARGE) if not whole or Fraction(x).denominator == 1]
        kept = [
            x
            for x in dict.fromkeys(map(Fraction, found))
            if (low is None or x >= low) and (high is None or x <= high)
        ]
        solved.sort(key=lambda x: (not x.exact, abs(x.lo)))
        if attempt:
            self.chance.shuffle(kept)
            self.chance.shuffle(solved)
        some = 3 if attempt % 2 else 0
        yield from (*map(point, kept[:some]), *solved, *map(point, kept[some:]))

    def _between(self, low: Fraction | None, high: Fraction | None, attempt: int) -> list[Fraction]:
        if low is not None and high is not None:
            share = Fraction(self.chance.randint(1, 63), 64)
            return [low, high, (low + high) / 2, low + (high - low) * share, low + (high - low) / 1000]
        if low is None and high is None:
            return []
        end, way = (low, 1) if low is not None else (high, -1)
        assert end is not None
        return [end + way * Fraction(x) for x in (1, 0, Fraction(1, 1000), Fraction(1, 2), 7, 1000)]

    def _line(self, name: str, at: Mapping[str, Interval], r: Said) -> tuple[Fraction, Fraction] | None:
        """Slope and zero of a relation's difference, if it is a line in the variable."""
        heights = []
        for x in (1, 2, 3, 7):
            self.looks -= 1
            found = sides(r, {**at, name: point(x)}, self.integers)
            if isinstance(found, str) or not (found[0].thin and found[1].thin):
                return None
            heights.append(found[0].middle - found[1].middle)
        slope = heights[1] - heights[0]
        tiny = Fraction(1, 2**90) * max(1, abs(slope))
        if abs(slope) < tiny or any(
            abs(heights[0] + slope * (x - 1) - h) > tiny for x, h in zip((1, 2, 3, 7), heights, strict=True)
        ):
            return None
        zero = 1 - heights[0] / slope
        return slope, zero if zero.denominator < 2**60 else zero.limit_denominator(10**9)

    def _crossings(self, name: str, at: Mapping[str, Interval], r: Said) -> list[Interval]:
        """Where the two sides of an equality are equal, or cross, at or between numbers that are usual: these, or very
        thin intervals."""
        if self.variables[name]:
            return []

        def height(x: Fraction) -> Fraction | None:
            self.looks -= 1
            found = sides(r, {**at, name: point(x)}, self.integers)
            return None if isinstance(found, str) else found[0].middle - found[1].middle

        places = sorted({Fraction(x) for x in (*self.numbers, *USUAL, 5, 20)})
        heights = [(x, height(x)) for x in places]
        found = [point(x) for x, y in heights if y == 0]
        for (a, p), (b, q) in zip(heights, heights[1:], strict=False):
            if len(found) < 3 and p and q and (p > 0) != (q > 0):
                root = _root(height, (a, p), (b, q))
                found += [root] if root is not None else []
        return found


def _root(height: Callable[[Fraction], Fraction | None], low: Place, high: Place) -> Interval | None:
    """A very thin interval at whose ends a function, which changes its sign between two places, has different signs."""
    (a, p), (b, q) = low, high
    last, kept = a, None
    for _ in range(60):
        x = a - p * (b - a) / (q - p)
        x = Fraction(round(x * 2**180), 2**180)
        if not a < x < b:
            x = (a + b) / 2
        y = height(x)
        if y is None:
            return None
        if y == 0:
            return point(x)
        if abs(x - last) < TINY:
            ends = [height(x - TINY), height(x + TINY)]
            if ends[0] is not None and ends[1] is not None and (ends[0] > 0) != (ends[1] > 0):
                return Interval(x - TINY, x + TINY)
        last, before, kept = x, kept, (y > 0) == (p > 0)
        # the height at an end that stays twice is halved, so that it moves as well
        if kept:
            a, p, q = x, y, q / 2 if before else q
        else:
            b, q, p = x, y, p / 2 if before is False else p
    return None


def _whole(x: Interval) -> bool:
    return x.exact and x.lo.denominator == 1


def _numbers(t: Tree) -> set[Fraction]:
    if t.kind == "number":
        return {t.number}
    found = set().union(*map(_numbers, t.parts)) if t.parts else set()
    if t.kind == "/" and all(p.kind == "number" for p in t.parts) and t.parts[1].number:
        found.add(t.parts[0].number / t.parts[1].number)
    return found
