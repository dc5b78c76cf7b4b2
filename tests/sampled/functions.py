"""The functions of the language on intervals: where they have values, and what these lie between."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Final

import mpmath

from . import enclosures as e
from .enclosures import Interval, Undecided, between, point
from .grammar import Tree


def by_real(b: Interval, c: Interval) -> Interval:
    if b.lo > 0:
        return e.real_power(b, c)
    if b.hi == 0:
        return point(0)
    return Interval(Fraction(0), e.real_power(point(b.hi), c).hi)


def constant(name: str) -> Interval:
    if name == "oo":
        raise Undecided
    return e.computed(lambda: +mpmath.pi if name == "pi" else mpmath.exp(1))


def apply(t: Tree, xs: list[Interval]) -> Interval:
    if t.kind == "minus":
        return e.minus(xs[0])
    if t.kind != "call":
        return ARITHMETIC[t.kind](*xs)
    if t.name in ("min", "max"):
        pick = min if t.name == "min" else max
        return Interval(pick(x.lo for x in xs), pick(x.hi for x in xs))
    known = FUNCTIONS.get(t.name)
    if known is None or len(xs) != (2 if t.name in ("uppergamma", "lowergamma") else 1):
        raise Undecided
    return known(*xs)


def _known(table: Mapping[int, int], f: Callable[[Interval], Interval], x: Interval) -> Interval:
    """A function with its values at whole numbers where these are whole."""
    return point(table[int(x.lo)]) if x.exact and x.lo in table else f(x)


def _limited(f: Callable[..., object], x: Interval, most: int = e.LARGE) -> Interval:
    if max(abs(x.lo), abs(x.hi)) > most:
        raise Undecided
    return e.monotone(f, x)


def _log(x: Interval) -> Interval:
    e.within(x, 0, strict=True)
    return e.monotone(mpmath.log, x, slack=e.margin())


def _sqrt(x: Interval) -> Interval:
    e.within(x, 0)
    return by_real(x, point(Fraction(1, 2)))


def _abs(x: Interval) -> Interval:
    if x.lo >= 0 or x.hi <= 0:
        return x if x.lo >= 0 else e.minus(x)
    return Interval(Fraction(0), max(-x.lo, x.hi))


def _floor(x: Interval) -> Interval:
    return Interval(Fraction(x.lo // 1), Fraction(x.hi // 1))


def _cosh(x: Interval) -> Interval:
    return _known({0: 1}, partial(_limited, mpmath.cosh), _abs(x))


def _arc(f: Callable[..., object], falling: bool, x: Interval) -> Interval:
    e.within(x, -1, 1)
    return e.monotone(f, x, falling, e.rough())


def _erf(f: Callable[..., object], falling: bool, x: Interval) -> Interval:
    if max(abs(x.lo), abs(x.hi)) > 60:
        raise Undecided
    return e.monotone(f, x, falling)


def _gamma(a: Interval) -> Interval:
    e.within(a, 0, strict=True)
    if a.hi > 600:
        raise Undecided
    if a.exact and a.lo.denominator == 1:
        return between(*2 * [Fraction(math.factorial(int(a.lo) - 1))])
    low, high = e.computed(mpmath.gamma, a.lo), e.computed(mpmath.gamma, a.hi)
    both = e.hull(low, high)
    least = Fraction(8856031, 10**7)
    return (
        Interval(min(both.lo, least), both.hi)
        if a.lo < Fraction(147, 100) and a.hi > Fraction(146, 100)
        else both
    )


def _incomplete(upper: bool, a: Interval, x: Interval) -> Interval:
    """The incomplete gamma functions for a > 0 and x >= 0; x may be an interval, a only a thin one."""
    e.within(a, 0, strict=True)
    e.within(x, 0)
    if x.hi > e.LARGE or a.hi > 300:
        raise Undecided
    if x.lo == x.hi == 0:
        return _gamma(a) if upper else point(0)
    if not a.thin:
        return Interval(Fraction(0), _gamma(a).hi)

    def at(b: Fraction, y: Fraction) -> Interval:
        return e.computed(mpmath.gammainc if upper else _lower, b, y, slack=e.margin())

    found = e.hull(*(at(b, y) for b in {a.lo, a.hi} for y in {x.lo, x.hi}))
    if not a.exact:
        found = between(found.lo - e.rough(), found.hi + e.rough())
    return Interval(max(found.lo, Fraction(0)), found.hi)


def _lower(a: object, x: object) -> object:
    return mpmath.gammainc(a, 0, x)


def _cos(x: Interval) -> Interval:
    return _known({0: 1}, partial(e.near, mpmath.cos), x)


def _sin(x: Interval) -> Interval:
    return _known({0: 0}, partial(e.near, mpmath.sin), x)


ARITHMETIC: Final[Mapping[str, Callable[[Interval, Interval], Interval]]] = {
    "+": e.add,
    "-": lambda x, y: e.add(x, e.minus(y)),
    "*": e.multiply,
    "/": lambda x, y: e.multiply(x, e.reciprocal(y)),
}
FUNCTIONS: Final[Mapping[str, Callable[..., Interval]]] = {
    "exp": partial(_known, {0: 1}, partial(_limited, mpmath.exp)),
    "log": partial(_known, {1: 0}, _log),
    "sqrt": _sqrt,
    "abs": _abs,
    "floor": _floor,
    "ceil": lambda x: e.minus(_floor(e.minus(x))),
    "sin": _sin,
    "cos": _cos,
    "tan": lambda x: e.multiply(_sin(x), e.reciprocal(_cos(x))),
    "sinh": partial(_known, {0: 0}, partial(_limited, mpmath.sinh)),
    "cosh": _cosh,
    "tanh": partial(_known, {0: 0}, partial(_limited, mpmath.tanh, most=1_000)),
    "asin": partial(_known, {0: 0}, partial(_arc, mpmath.asin, False)),
    "acos": partial(_known, {1: 0}, partial(_arc, mpmath.acos, True)),
    "atan": partial(_known, {0: 0}, partial(e.monotone, mpmath.atan)),
    "erf": partial(_known, {0: 0}, partial(_erf, mpmath.erf, False)),
    "erfc": partial(_known, {0: 1}, partial(_erf, mpmath.erfc, True)),
    "gamma": _gamma,
    "uppergamma": partial(_incomplete, True),
    "lowergamma": partial(_incomplete, False),
}
