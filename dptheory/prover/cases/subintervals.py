"""One variable on an interval: expansions at ends where both sides meet, enclosures between.

At an end where the goal's function has a zero of order k and its k-th derivative a sign, k applications
of the mean value theorem show its sign nearby; elsewhere it is enclosed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from flint import arb, fmpq

from dptheory.kernel import KernelError
from dptheory.kernel.real import Field, Relation, Term, derivative, enclose, free_variables, num, var

from ..arithmetic.factors import shape_of
from ..goals.goal import Goal, Proof
from ..goals.numeric import compiled, to_rational
from ..goals.obligations import Prover
from ..goals.polynomials import fraction_term
from ..goals.segments import bases
from ..goals.state import ProofState
from ..registry import DEAR, tactic
from .splits import assumed

MAX_ORDER = 9
PARTS = 64
SHARES = (fmpq(1), fmpq(3, 4), fmpq(1, 2), fmpq(1, 4), fmpq(1, 8), fmpq(1, 16), fmpq(1, 64))
REACH = 8
DEPTH = 16


@dataclass(frozen=True)
class Span:
    """The range of the goal's variable, its ends as terms (None: no end) and as rationals inside."""

    name: str
    low: Term | None
    high: Term | None
    left: fmpq
    right: fmpq


@tactic(
    "the goal has one variable, and is an equality at an end of its range or inside it",
    DEAR,
    "asin(x) <= pi/2*x | asin(x) <= x | 0 <= x <= 1",
)
def by_subintervals(prover: Prover, start: ProofState, bounded: bool = True) -> Proof | None:
    """Split the range of the goal's only variable near ends where the goal is an equality."""
    forms, x = start.forms(), start.goal.unknown
    if x is None or forms.reduced(forms.target.num).is_zero():
        return None
    p = shape_of(forms).irreducible
    if p is None or len(p) > 40:
        return None
    span = _span(start.goal, x)
    if span is None or (bounded and (span.low is None or span.high is None)):
        return None
    f = forms.term(p)
    try:
        cuts = list(_cuts(f, span))
    except KernelError:
        return None
    if not cuts and (span.low is None or span.high is None):
        return None
    proof = _over(prover, prover.narrowed(), start.goal, span, sorted(set(cuts)), start.depth)
    return start.close(proof)


def _span(goal: Goal, name: str) -> Span | None:
    if goal.sequent.variables[name]:
        return None
    ends: list[Term | None] = []
    for side in ("below", "above"):
        found = [t for t in bases(goal, name, side) if not free_variables(t)]
        ends.append(found[0] if found else None)
    low, high = (None if t is None else compiled(t)({}) for t in ends)
    if low is None and high is None:
        return None
    left = to_rational(low) if low is not None else to_rational(high or fmpq(0)) - REACH
    right = to_rational(high) if high is not None else left + REACH
    return Span(name, ends[0], ends[1], left, right) if left < right else None


def _cuts(f: Term, span: Span) -> Iterator[fmpq]:
    """Where to divide the range: at zeros inside it, and beside zeros."""
    inside = list(_zeros(f, span))
    yield from inside
    lows: list[tuple[Term | None, fmpq]] = [(span.low, span.left), *((num(z), z) for z in inside)]
    highs: list[tuple[Term | None, fmpq]] = [*((num(z), z) for z in inside), (span.high, span.right)]
    for (low, left), (high, right) in zip(lows, highs, strict=True):
        yield from _beside(f, Span(span.name, low, high, left, right))


def _zeros(f: Term, span: Span) -> Iterator[fmpq]:
    """Simple numbers inside the range at which the function is 0, as far as can be seen."""
    found = {span.left + (span.right - span.left) * i / 24 for i in range(1, 24)}
    found |= {fmpq(i, q) for q in (1, 2, 3, 4) for i in range(-2 * q, 2 * q + 1)}
    program = compiled(f)
    for z in sorted(found):
        if span.left < z < span.right and z.height_bits() < 12:
            value = program({span.name: z}, 200)
            if value is not None and abs(arb(value)) < arb(2) ** -60:
                yield z


def _beside(f: Term, span: Span) -> Iterator[fmpq]:
    """Where to divide a range: beside an end at which the function is 0."""
    width = span.right - span.left
    for end, place, inward in ((span.low, span.left, 1), (span.high, span.right, -1)):
        if end is not None and _value(f, span.name, end) is None:
            yield _simple(place + inward * width / 16, width / 4)
    if span.low is not None:
        share = _share(f, span, span.low, 1)
        if share is not None and (share < 1 or span.high is None):
            yield _simple(span.left + width * share / (1 if span.high is not None else REACH // 2), width)
    if span.high is not None:
        share = _share(f, span, span.high, -1)
        if share is not None and (share < 1 or span.low is None):
            yield _simple(span.right - width * share / (1 if span.low is not None else REACH // 2), width)


def _simple(x: fmpq, width: fmpq) -> fmpq:
    """A nearby number of few digits."""
    grid = 1
    while fmpq(8, grid) > abs(width) / 16:
        grid *= 2
    return fmpq(round(x * grid), grid)


def _share(f: Term, span: Span, end: Term, direction: int) -> fmpq | None:
    """The part of the range, from an end at which f is 0, on which the first derivative that is not 0
    there has a sign; None where f is not 0."""
    order, g, value = 0, f, arb(0)
    while order <= MAX_ORDER:
        found = _value(g, span.name, end)
        if found is None or not found.is_finite():
            return None
        value = found
        if not value.contains(0):
            break
        g, order = _slope(g, span.name), order + 1
    if order == 0 or order > MAX_ORDER:
        return None
    positive = bool(value > 0)
    base, width = (span.left, 1) if direction > 0 else (span.right, -1)
    for share in SHARES:
        reach = (span.right - span.left) * share
        if span.low is None or span.high is None:
            reach = reach / (REACH // 2)
        pieces = [
            tuple(sorted((base + width * reach * i / PARTS, base + width * reach * (i + 1) / PARTS)))
            for i in range(PARTS)
        ]
        balls = (enclose(g, {span.name: (a, b)}) for a, b in pieces)
        if all(b.is_finite() and (b > 0 if positive else b < 0) for b in balls):
            return share
    return None


def _value(g: Term, name: str, end: Term) -> arb | None:
    value = compiled(end)({}, 400)
    if value is None:
        return None
    middle = to_rational(value)
    found = compiled(g)({name: middle}, 300)
    if found is None:
        return None
    ball = arb(found)
    # an end such as pi/2 is met to many digits only: what is as small as that is 0
    return arb(0) if abs(ball) < arb(2) ** -60 else ball


def _slope(g: Term, name: str) -> Term:
    """The derivative in normal form."""
    slope = derivative(g, name)
    field = Field([slope])
    form = field[slope]
    return fraction_term(field.generators, form.num, form.den)


def _over(
    prover: Prover, narrow: Prover, goal: Goal, span: Span, cuts: list[fmpq], depth: int, first: bool = True
) -> Proof | None:
    """The goal on each part of the range; the first and last part by the whole search if need be."""
    if not cuts:
        return narrow.prove(goal, DEPTH) or prover.prove(goal, depth - 1)
    split = Relation("<=", var(span.name), num(cuts[0]))
    branches: list[Proof] = []
    for r, rest in ((split, []), (split.negated(), cuts[1:])):
        inner = assumed(goal, r)
        proof = _over(prover, narrow, inner, span, rest, depth, False) if rest else narrow.prove(inner, DEPTH)
        if proof is None and not rest and (first if r is split else True):
            # an end of the whole range: infinite, or one at which the goal is not defined
            proof = prover.prove(inner, depth - 1)
        if proof is None:
            return None
        branches.append(proof)
    return [{"rule": "cases", "on": split.text, "yes": branches[0], "no": branches[1]}]
