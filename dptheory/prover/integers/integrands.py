"""Integrals whose integrand is bounded by one that has an antiderivative: tangents and ends of factors.

A factor v of the integrand is replaced by its value at an end of the range, by its tangent at an end or in
the middle (so that a concave integrand gives Jensen's inequality), or by its chord. What is kept is seen to
be a bound, and to be enough for the goal.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from flint import fmpq

from dptheory.kernel import KernelError
from dptheory.kernel.real import (
    Field,
    Term,
    derivative,
    exact,
    instance,
    num,
    rational_value,
    replace_terms,
    substitute,
    subterms,
    var,
)

from ..functions.antiderivatives import antiderivative
from ..functions.factors import factors_of, product, times
from ..goals.goal import Goal, Point
from ..goals.numeric import compiled, to_rational
from ..goals.polynomials import fraction_term, tidied
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from .guesses import Guess, side_of, suffices

PARTS = (fmpq(1, 50), fmpq(1, 4), fmpq(1, 2), fmpq(3, 4), fmpq(49, 50))
FEW = 12
MOST = 4


def bounding(start: ProofState, t: Term, m: str) -> Iterator[Guess]:
    """Functions G for which the integral is at most (at least) G(end) - G(start), the simplest first."""
    side = side_of(start, t)
    body = instance(t, var(m))
    places = list(_between(start.goal, t, m))
    wanted = 1 if side == "<=" else -1
    if not side or not places:
        return
    for other in islice(_others(body, m, *t.args[:2]), 40):
        seen = sampled_signs((other - body) * num(wanted), places, stop_below=True)
        if not seen.seen or seen.low < 0:
            continue
        whole = antiderivative(other, m)
        if whole is None:
            continue
        guess = Guess(side, whole, m, t.args[0])
        if suffices(start.goal, t, guess, num(0), t.args[0]):
            yield guess


def _between(goal: Goal, t: Term, m: str) -> Iterator[Point]:
    low, high = (compiled(end) for end in t.args[:2])
    for p in goal.samples[:FEW]:
        a, b = low(p), high(p)
        if a is not None and b is not None:
            first, last = to_rational(a), to_rational(b)
            yield from ({**p, m: first + (last - first) * part} for part in PARTS if last > first)


def _others(body: Term, m: str, a: Term, b: Term) -> Iterator[Term]:
    """The integrand with a factor replaced."""
    fixed, moving = factors_of(body, m)
    parts = [body] if len(moving) > MOST else [body, *moving] if len(moving) > 1 else [body]
    middle = simple((a + b) / 2)
    for v in parts:
        rest = [] if v is body else [f for f in moving if f is not v]
        for image in _images(v, m, a, b, middle):
            whole = times(product(rest), image) if rest else image
            yield whole if fixed is None or v is body else times(fixed, whole)


def _images(v: Term, m: str, a: Term, b: Term, middle: Term) -> Iterator[Term]:
    yield from (simple(substitute(v, {m: end})) for end in (a, b))
    x = var(m)
    try:
        slope = derivative(v, m)
    except KernelError:
        return
    for c in (middle, a, b):
        at, rise = (simple(substitute(f, {m: c})) for f in (v, slope))
        yield at + rise * (x - c)
    ends = [simple(substitute(v, {m: end})) for end in (a, b)]
    yield ends[0] + (ends[1] - ends[0]) / (b - a) * (x - a)


def simple(t: Term) -> Term:
    """A term with its evident rational values in their place, in normal form where that is shorter."""
    for _ in range(2):  # the normal form may show more values
        known = {u.key: num(v) for u in subterms(t) if u.args and (v := _known(u)) is not None}
        t = replace_terms(t, known) if known else t
        try:
            field = Field([t])
            found = fraction_term(tidied(field), field[t].num, field[t].den)
        except KernelError:
            return t
        t = found if found.size < t.size else t
    return t


def _known(t: Term) -> fmpq | None:
    """The value of a term that is rational by inspection: exp(0), or a power of 1."""
    if t.op == "pow" and rational_value(t.args[0]) == 1:
        return fmpq(1)
    return None if t.names else exact(t, {})
