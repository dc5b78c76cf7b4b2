"""Intervals with fractions for ends: a number that is known exactly, or between what two numbers.

What mpmath computes is widened by far more than it may be wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

import mpmath
from mpmath.libmp import NoConvergence, to_rational

USUAL: Final = 340
PRECISION: Final = [USUAL]
"""Bits of what is computed, and rounded, just now: the last of these."""
THIN: Final = Fraction(1, 2**100)
EXACT_BITS: Final = 5_000
LARGE: Final = 4_000
FINE: Final = 6_000
"""Bits that tell apart what such arguments of an exponential function make nearly equal."""
FAR: Final = 2**40


@contextmanager
def precise(bits: int) -> Iterator[None]:
    """Compute, and round, with so many bits."""
    PRECISION.append(bits)
    try:
        yield
    finally:
        PRECISION.pop()


def margin() -> Fraction:
    """Far more than the relative error of what mpmath computes."""
    return Fraction(1, 1 << (PRECISION[-1] - 70))


def rough() -> Fraction:
    """Far more than its error near a place where a slope is infinite."""
    return Fraction(1, 1 << (PRECISION[-1] // 2 - 10))


class NoValue(Exception):
    """A term without a value at the point."""


class Undecided(Exception):
    """What this evaluator cannot tell."""


@dataclass(frozen=True)
class Interval:
    """All numbers from lo to hi; exactly one number where these are equal."""

    lo: Fraction
    hi: Fraction

    @property
    def exact(self) -> bool:
        return self.lo is self.hi or self.lo == self.hi

    @property
    def middle(self) -> Fraction:
        return (self.lo + self.hi) / 2

    @property
    def thin(self) -> bool:
        return self.lo is self.hi or self.hi - self.lo <= max(1, abs(self.lo)) * THIN

    def __str__(self) -> str:
        short = mpmath.nstr(number(self.middle), 12)
        return str(self.lo) if self.exact and len(str(self.lo)) < 30 else f"about {short}"


def point(x: Fraction | int) -> Interval:
    exactly = x if type(x) is Fraction else Fraction(x)
    return Interval(exactly, exactly)


def between(lo: Fraction, hi: Fraction) -> Interval:
    """The interval, its ends rounded outward where they have become long."""
    if lo is hi or lo == hi:
        long, limit, hi = _bits(lo), EXACT_BITS, lo
    else:
        long, limit = max(_bits(lo), _bits(hi)), 2 * PRECISION[-1]
    if long > limit:
        return Interval(_rounded(lo), -_rounded(-hi))
    return Interval(lo, hi)


def _bits(x: Fraction) -> int:
    return x.numerator.bit_length() + x.denominator.bit_length()


def _rounded(x: Fraction) -> Fraction:
    """A number of few bits that is at most x."""
    shift = PRECISION[-1] - x.numerator.bit_length() + x.denominator.bit_length()
    if shift >= 0:
        return Fraction((x.numerator << shift) // x.denominator, 1 << shift)
    return Fraction((x.numerator // (x.denominator << -shift)) << -shift)


def number(x: Fraction) -> mpmath.mpf:
    with mpmath.workprec(PRECISION[-1]):
        return mpmath.mpf(x.numerator) / x.denominator


def fraction(x: object) -> Fraction:
    if not isinstance(x, mpmath.mpf) or not mpmath.isfinite(x):
        raise Undecided
    return Fraction(*map(int, to_rational(x._mpf_)))


def computed(f: Callable[..., object], *xs: Fraction, slack: Fraction = Fraction(0)) -> Interval:
    """f of numbers by mpmath, widened; by `slack` besides where a small value comes of cancellation."""
    if any(abs(x) > FAR for x in xs):
        raise Undecided
    value = _computed(f, xs, PRECISION[-1])
    if value is None:
        raise Undecided
    wide = abs(value) * margin() + slack
    return between(value - wide, value + wide)


@lru_cache(20_000)
def _computed(f: Callable[..., object], xs: tuple[Fraction, ...], bits: int) -> Fraction | None:
    """What mpmath computes with so many bits, if it does."""
    with mpmath.workprec(bits):
        try:
            return fraction(f(*map(number, xs)))
        except (ValueError, ZeroDivisionError, OverflowError, NoConvergence, Undecided):
            return None


def hull(*xs: Interval) -> Interval:
    return Interval(min(x.lo for x in xs), max(x.hi for x in xs))


def add(x: Interval, y: Interval) -> Interval:
    low = x.lo + y.lo
    return between(low, low if x.lo is x.hi and y.lo is y.hi else x.hi + y.hi)


def minus(x: Interval) -> Interval:
    low = -x.hi
    return Interval(low, low if x.lo is x.hi else -x.lo)


def multiply(x: Interval, y: Interval) -> Interval:
    if x.exact and y.exact:
        only = x.lo * y.lo
        return between(only, only)
    corners = [a * b for a in (x.lo, x.hi) for b in (y.lo, y.hi)]
    return between(min(corners), max(corners))


def reciprocal(x: Interval) -> Interval:
    if x.lo == x.hi == 0:
        raise NoValue
    if x.lo <= 0 <= x.hi:
        raise Undecided
    low = 1 / x.hi
    return Interval(low, low if x.lo is x.hi else 1 / x.lo)


def within(x: Interval, lo: int | None, hi: int | None = None, strict: bool = False) -> None:
    """That x lies in a function's domain, from lo to hi; `strict`: not at lo."""
    if (lo is not None and (x.hi < lo or (strict and x.hi == lo))) or (hi is not None and x.lo > hi):
        raise NoValue
    if (lo is not None and (x.lo < lo or (strict and x.lo == lo))) or (hi is not None and x.hi > hi):
        raise Undecided


def monotone(
    f: Callable[..., object], x: Interval, falling: bool = False, slack: Fraction = Fraction(0)
) -> Interval:
    low, high = computed(f, x.lo, slack=slack), computed(f, x.hi, slack=slack)
    return Interval(high.lo, low.hi) if falling else Interval(low.lo, high.hi)


def near(f: Callable[..., object], x: Interval) -> Interval:
    """A function whose slope is at most 1 and whose values are between -1 and 1."""
    value, half = computed(f, x.middle, slack=margin()), (x.hi - x.lo) / 2
    return between(max(value.lo - half, Fraction(-1)), min(value.hi + half, Fraction(1)))


def whole_power(x: Interval, n: int) -> Interval:
    """x**n by multiplication for an integer n; x is not 0 where n < 1."""
    if n < 0:
        return whole_power(reciprocal(x), -n)
    if n % 2 == 0 and not x.exact and x.lo < 0:
        x = Interval(Fraction(0), max(-x.lo, x.hi)) if x.hi > 0 else minus(x)
    low = _whole(x.lo, n, -1)
    return between(low, low if x.lo is x.hi and n * _bits(x.lo) <= EXACT_BITS else _whole(x.hi, n, 1))


def _whole(x: Fraction, n: int, side: int) -> Fraction:
    """x**n, or where that is long a number on one side of it."""
    if n * max(_bits(x) - 2, 0) <= EXACT_BITS or x in (0, 1, -1):
        return x**n
    if n * abs(_log2(abs(x))) > FINE - 300:
        raise Undecided
    near = computed(lambda b: b**n, x)
    return near.lo if side < 0 else near.hi


def _log2(x: Fraction) -> Fraction:
    return Fraction(x.numerator.bit_length() - x.denominator.bit_length() + (1 if x > 1 else -1))


def real_power(x: Interval, e: Interval) -> Interval:
    """x**e where x > 0."""
    if x.exact and e.exact and (root := _root(x.lo, e.lo.denominator)) is not None:
        return whole_power(point(root), e.lo.numerator)
    corners = [_power(b, c) for b in {x.lo, x.hi} for c in {e.lo, e.hi}]
    return hull(*corners)


def _power(b: Fraction, c: Fraction) -> Interval:
    if abs(_log2(b) * c) > FINE - 300:
        raise Undecided
    return computed(lambda x, y: mpmath.exp(y * mpmath.log(x)), b, c)


def _root(x: Fraction, q: int) -> Fraction | None:
    """The rational q-th root of x > 0, if it has one."""
    if q == 1:
        return x
    if q > 64 or _bits(x) > EXACT_BITS:
        return None
    top, bottom = _whole_root(x.numerator, q), _whole_root(x.denominator, q)
    return None if top is None or bottom is None else Fraction(top, bottom)


def _whole_root(n: int, q: int) -> int | None:
    low, high = 0, 1 << (n.bit_length() // q + 1)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**q <= n else (low, middle - 1)
    return low if low**q == n else None
