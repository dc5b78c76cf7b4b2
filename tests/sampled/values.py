"""What a text means at a point: a second opinion, written from docs/SEMANTICS.md alone.

`value` gives an interval that holds the value (one number where it is exact), NO_VALUE, or UNDECIDED; `said` gives for
a relation HOLDS, FALSE, NO_VALUE where a side has no value, or UNDECIDED. Nothing here is shared with the kernel.
An integral is enclosed by ranges of its integrand, and by two quadratures that agree; all else is outward-rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, TypeVar

import mpmath

from . import enclosures as e
from .enclosures import Interval, NoValue, Undecided, between, point
from .functions import apply, by_real, constant
from .grammar import Said, Tree, relation, term

HOLDS: Final = "holds"
FALSE: Final = "is false"
NO_VALUE: Final = "has no value"
UNDECIDED: Final = "not decided"

STEPS: Final = 3_000
TERMS: Final = 600
LOOKED_AT: Final = 20
"""Terms of a longer sum that are looked at, whether they have values."""
PIECES: Final = 64

Number = Fraction | int | Interval | mpmath.mpf
Point = Mapping[str, Number]
Found = TypeVar("Found")


def value(text: str | Tree, at: Point, integers: Set[str] = frozenset()) -> Interval | str:
    """The value of a term.

    >>> str(value("x**2/2", {"x": Fraction(-3)})), value("log(x)", {"x": 0})
    ('9/2', 'has no value')
    """
    return _outcome(lambda: _reading(at, integers).of(term(text) if isinstance(text, str) else text))


def said(text: str, at: Point, integers: Set[str] = frozenset()) -> str:
    """What a relation is at a point; `t < oo` says that t has a value.

    >>> said("1/x <= 1", {"x": 2}), said("1/x <= 1", {"x": 0})
    ('holds', 'has no value')
    """
    read = relation(text)
    found = sides(read, at, integers)
    return found if isinstance(found, str) else compared(read.op, *found)


def sides(read: Said, at: Point, integers: Set[str] = frozenset()) -> tuple[Interval, Interval] | str:
    """The values of both sides of a relation, or what there is to say of it without them."""

    def found() -> tuple[Interval, Interval] | str:
        reading = _reading(at, integers)
        if _infinite(read.op, read.left, read.right):
            reading.all([side for side in (read.left, read.right) if not _endless(side)])
            return HOLDS
        left, right = reading.all([read.left, read.right])
        return left, right

    return _outcome(found)


def close(op: str, left: Interval, right: Interval) -> bool:
    """Whether two numbers that are known to 30 digits and more cannot be told apart, and need not be."""
    return op in ("=", "<=", ">=") and left.thin and right.thin and compared(op, left, right) == UNDECIDED


def _outcome(work: Callable[[], Found]) -> Found | str:
    try:
        return work()
    except NoValue:
        return NO_VALUE
    except Undecided:
        return UNDECIDED


def _reading(at: Point, integers: Set[str]) -> _Reading:
    return _Reading(_numbers(at, integers), frozenset(integers), [STEPS])


def compared(op: str, left: Interval, right: Interval) -> str:
    """Whether a relation of two numbers holds, as far as their intervals tell."""
    if op in (">", ">="):
        return compared({">": "<", ">=": "<="}[op], right, left)
    if op == "!=":
        return {HOLDS: FALSE, FALSE: HOLDS}.get(compared("=", left, right), UNDECIDED)
    if op == "=":
        if left.hi < right.lo or right.hi < left.lo:
            return FALSE
        return HOLDS if left.exact and right.exact else UNDECIDED
    if left.hi < right.lo or (op == "<=" and left.hi == right.lo):
        return HOLDS
    return FALSE if left.lo > right.hi or (op == "<" and left.lo == right.hi) else UNDECIDED


def _endless(side: Tree) -> bool:
    return side.name == "oo" or (side.kind == "minus" and side.parts[0].name == "oo")


def _infinite(op: str, left: Tree, right: Tree) -> bool:
    """Whether a relation says of a side only that it is finite."""
    small, large = (left, right) if op in ("<", "<=") else (right, left)
    if not (_endless(left) or _endless(right)):
        return False
    if (
        op not in ("<", "<=", ">", ">=")
        or (_endless(small) and small.kind != "minus")
        or large.kind == "minus"
    ):
        raise Undecided
    return True


def _numbers(at: Point, integers: Set[str]) -> dict[str, Interval]:
    found = {}
    for name, x in at.items():
        given = (
            x
            if isinstance(x, Interval)
            else point(e.fraction(x) if isinstance(x, mpmath.mpf) else Fraction(x))
        )
        if name in integers and not (given.exact and given.lo.denominator == 1):
            raise ValueError(f"{name} is an integer variable, not {given}")
        found[name] = given
    return found


@dataclass(frozen=True)
class _Reading:
    """A reading of terms at a point; `left` counts down the steps that may still be taken."""

    at: Mapping[str, Interval]
    integers: frozenset[str]
    left: list[int]

    def of(self, t: Tree) -> Interval:
        self.left[0] -= 1
        if self.left[0] < 0:
            raise Undecided
        if t.kind == "number":
            return point(t.number)
        if t.kind == "name":
            return self.at[t.name]
        if t.kind == "constant":
            return constant(t.name)
        if t.kind in ("sum", "prod"):
            return self.over_integers(t)
        if t.kind == "integral":
            return self.over_reals(t)
        if t.kind == "**":
            return self.power(*t.parts)
        return apply(t, self.all(t.parts))

    def all(self, parts: tuple[Tree, ...] | list[Tree]) -> list[Interval]:
        """The values of several parts: if one has none, that is known though another is not decided."""
        found, open_ = [], False
        for part in parts:
            try:
                found.append(self.of(part))
            except Undecided:
                open_ = True
        if open_:
            raise Undecided
        return found

    def power(self, base: Tree, exponent: Tree) -> Interval:
        b, c = self.all([base, exponent])
        readings = self.written(exponent, c)
        found, undefined = set(), 0
        for way in readings:
            try:
                found.add(_power(b, c, way))
            except NoValue:
                undefined += 1
        if undefined == len(readings):
            raise NoValue
        if undefined:
            raise Undecided
        return found.pop()

    def written(self, t: Tree, c: Interval) -> set[str]:
        """How an exponent is written: with numbers alone, with integers, or otherwise; several, if the text may be read so."""
        if t.names or not c.exact:
            whole = self.whole(t) if t.names else False
            return {"integer", "real"} if whole is None else {"integer" if whole else "real"}
        if _arithmetical(t):
            return {"number"}
        return {"integer"} if self.whole(t) else {"number", "real"} if self.whole(t) is None else {"real"}

    def whole(self, t: Tree) -> bool | None:
        """Whether a term is written with integers; None where the text of the semantics leaves that open."""
        if t.kind == "number":
            return t.number.denominator == 1
        if t.kind == "name":
            return t.name in self.integers
        if t.name == "floor":
            return True
        if t.kind in ("minus", "+", "-", "*"):
            ways = {self.whole(part) for part in t.parts}
            return False if False in ways else None if None in ways else True
        if t.name == "ceil":
            return None
        if t.name in ("abs", "min", "max") or t.kind == "**":
            return False if any(self.whole(part) is False for part in t.parts) else None
        if t.kind in ("sum", "prod"):
            inside = replace(self, integers=self.integers | {t.name})
            return False if inside.whole(t.parts[0]) is False else None
        return None if t.kind == "/" and not t.names else False

    def over_integers(self, t: Tree) -> Interval:
        """A sum or a product: where it is empty its body is not looked at."""
        body, *ends = t.parts
        a, b = self.all(ends)
        for end in (a, b):
            if -(-end.lo // 1) > end.hi // 1:
                raise NoValue
        if b.hi < a.lo - 1:
            raise NoValue
        if not (a.exact and b.exact):
            raise Undecided
        total = point(0 if t.kind == "sum" else 1)
        first, last = int(a.lo), int(b.lo)
        open_ = last - first >= TERMS
        for j in range(first, (first + LOOKED_AT if open_ else last + 1)):
            inside = replace(self, at={**self.at, t.name: point(j)}, integers=self.integers | {t.name})
            try:
                here = inside.of(body)
                total = e.add(total, here) if t.kind == "sum" else e.multiply(total, here)
            except Undecided:
                open_ = True
        if open_:
            raise Undecided
        return total

    def over_reals(self, t: Tree) -> Interval:
        """An integral: its integrand has to have a value on the whole range, which pieces of it show."""
        body, *ends = t.parts
        a, b = self.all(ends)
        if b.hi < a.lo:
            raise NoValue
        if b.lo < a.hi and not (a.exact and a == b):
            raise Undecided

        def integrand(x: Interval) -> Interval:
            return replace(self, at={**self.at, t.name: x}, integers=self.integers - {t.name}).of(body)

        pieces = _covered(integrand, Interval(a.lo, b.hi))
        if a == b and a.exact:
            return point(0)
        if not (a.thin and b.thin):
            return e.multiply(e.add(b, e.minus(a)), e.hull(*(y for _, y in pieces)))
        rough = point(0)
        for x, y in pieces:
            rough = e.add(rough, e.multiply(point(x.hi - x.lo), y))
        ends_off = (a.hi - a.lo + b.hi - b.lo) * max(abs(s) for _, y in pieces for s in (y.lo, y.hi))
        rough = between(rough.lo - ends_off, rough.hi + ends_off)
        return _finer(rough, integrand, Interval(a.lo, b.hi), ends_off)


def _covered(f: Callable[[Interval], Interval], over: Interval) -> list[tuple[Interval, Interval]]:
    """Pieces of an interval with ranges of f on them; NoValue where f has none at a number looked at."""
    for k in range(9):
        try:
            f(point(over.lo + (over.hi - over.lo) * Fraction(k, 8)))
        except Undecided:
            continue
    if over.exact:
        return [(over, f(over))]
    waiting, found, looked = [over], [], 0
    while waiting:
        piece = waiting.pop()
        looked += 1
        if looked > PIECES:
            raise Undecided
        try:
            found.append((piece, f(piece)))
        except Undecided:
            m = piece.middle
            waiting += [Interval(m, piece.hi), Interval(piece.lo, m)]
    return found


def _finer(rough: Interval, f: Callable[[Interval], Interval], over: Interval, off: Fraction) -> Interval:
    """Two quadratures, with a hundred times their difference for a margin; the rough range where they do not agree."""

    def at(x: mpmath.mpf) -> mpmath.mpf:
        return e.number(f(point(min(max(e.fraction(x), over.lo), over.hi))).middle)

    try:
        with mpmath.workprec(90), e.precise(e.USUAL):
            ends = [e.number(over.lo + (over.hi - over.lo) * Fraction(k, 2)) for k in range(3)]
            one, two = (
                e.fraction(mpmath.quad(at, ends, method="gauss-legendre", maxdegree=degree))
                for degree in (4, 3)
            )
    except Undecided:
        return rough
    wide = 100 * abs(one - two) + abs(one) * Fraction(1, 10**15) + Fraction(1, 10**20) + off
    if one + wide < rough.lo or one - wide > rough.hi:
        return rough
    return between(max(rough.lo, one - wide), min(rough.hi, one + wide))


def _arithmetical(t: Tree) -> bool:
    """Numbers with + - * /, and powers of them with whole numbers."""
    if t.kind == "**" and t.parts[1].kind != "number":
        return False
    return t.kind in ("number", "minus", "+", "-", "*", "/", "**") and all(map(_arithmetical, t.parts))


def _power(b: Interval, c: Interval, way: str) -> Interval:
    """A power by how its exponent is written: `number`, `integer`, or `real`."""
    if way == "number" and c.lo.denominator != 1:
        e.within(b, 0, strict=c.lo < 0)
        return by_real(b, c)
    if way == "real" or (c.exact and c.lo.denominator != 1):
        if b.lo == b.hi == 0:
            e.within(c, 0, strict=True)
        elif b.lo > 0 or not (b.hi < 0 or (b.hi == 0 and c.hi <= 0)):
            if b.lo < 0 or (b.lo == 0 and c.lo <= 0):
                raise Undecided
        else:
            raise NoValue
        return by_real(b, c)
    if not c.exact:
        raise Undecided
    n = int(c.lo)
    if n >= 1:
        return e.whole_power(b, n)
    inverse = e.reciprocal(b)
    return point(1) if n == 0 else e.whole_power(inverse, -n)
