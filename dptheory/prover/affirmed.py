"""Numbers and points that may stand beside *unknown*: what the kernel affirms of them, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TypeVar

from flint import arb, ctx, fmpq

from dptheory.decimals import lower, upper
from dptheory.kernel import KernelError
from dptheory.kernel.real import (
    PRECISIONS,
    Claim,
    Relation,
    Term,
    apply,
    check_point,
    decide,
    defined_at,
    enclose,
)

from .budget import Budget, OutOfEffort
from .goals.goal import Point
from .goals.refuter import Refutation, confirmed
from .goals.undefined import shown

Seen = TypeVar("Seen")
TELLING = 10
"""Bits of a ratio with which it is worth its print."""
APART = fmpq(9, 10)
"""Sides that differ by so much of their size are not close."""
FARTHEST = fmpq(10) ** 300
"""Ratios beyond it, or below its inverse, are only said to be so: they may have any number of digits."""


def inside(claim: Claim, point: Point) -> bool:
    """Whether the kernel affirms that a point is in the claim's domain, and both sides have values there."""
    try:
        check_point(claim, point)
    except KernelError:
        return False
    return defined_at([claim.relation.left, claim.relation.right], point, claim.integers) is True


def ratio_at(top: Term, size: Term, point: Point) -> arb | None:
    """An enclosure of top/size at a point where both have values, with some digits or all but 0; None where
    the precisions of the kernel do not give one.

    >>> from dptheory.kernel.real.grammar import parse_term
    >>> tiny = parse_term("exp(-x)")
    >>> ratio_at(tiny, tiny + tiny, {"x": fmpq(10**6)}).contains(fmpq(1, 2))
    True
    """
    box = {name: (x, x) for name, x in point.items()}
    found = None
    for precision in PRECISIONS:
        a, b = enclose(top, box, precision), enclose(size, box, precision)
        before, ctx.prec = ctx.prec, precision
        try:
            found = a / b if b > 0 or b < 0 else None
        finally:
            ctx.prec = before
        if found is not None and found.is_finite() and found.rel_accuracy_bits() >= TELLING:
            return found
    return (
        found if found is not None and found.is_finite() and found.abs_upper() < arb(1 / FARTHEST) else None
    )


def nearest(claim: Claim, points: Iterable[Point], budget: Budget) -> Refutation | str:
    """Where, among the points looked at, the claim is closest to failing; a refutation where it fails.

    >>> from dptheory.kernel.real.claims import parse_claim
    >>> nearest(parse_claim("exp(-x) <= 2*exp(-x)", "x >= 0"), [{"x": fmpq(1000)}], Budget(10**6))
    '; closest at x = 1000, where the sides differ by at most 0.334 of their size (1 point looked at)'
    """
    best: tuple[fmpq, Point] | None = None
    count = 0
    seen: Iterator[tuple[Point, fmpq | Refutation]] = _looked(points, partial(_apart, claim), budget)
    for point, apart in seen:
        if isinstance(apart, Refutation):
            return apart
        count += 1
        best = (apart, point) if best is None or apart < best[0] else best
    if best is None or best[0] > APART:
        return ""
    apart, looked = best[0], f"{count} point{'s' * (count > 1)} looked at"
    if apart == 0:
        said = "are equal"
    elif apart <= 1 / FARTHEST:
        said = "agree to 300 digits"
    else:
        said = f"differ by at most {upper(apart, 3)} of their size"
    if not best[1]:
        return f"; the sides {said}"
    return f"; closest at {shown(best[1])}, where the sides {said} ({looked})"


def _looked(
    points: Iterable[Point], look: Callable[[Point], Seen | None], budget: Budget
) -> Iterator[tuple[Point, Seen]]:
    """What is seen at points, as far as the budget goes, where anything is."""
    for point in points:
        seen: Seen | None = None
        try:
            if budget.left() <= 0 or (seen := look(point)) is None:
                continue
        except OutOfEffort:
            return
        yield point, seen


def _apart(claim: Claim, point: Point) -> fmpq | Refutation | None:
    """An upper bound of the sides' difference, relative to the sum of their sizes; a refutation where the
    claim fails at the point."""
    r = claim.relation
    if not inside(claim, point):
        return None
    if decide(r, point) is False and (failing := confirmed(claim, point)) is not None:
        return failing
    if decide(Relation("=", r.left, r.right), point):
        return fmpq(0)
    found = ratio_at(r.left - r.right, abs_(r.left) + abs_(r.right), point)
    return None if found is None else _rational(found.abs_upper())


def greatest(domain: Claim, points: Iterable[Point], budget: Budget) -> str:
    """Where, among the points looked at, the left side is the greatest multiple of the right one, in size,
    and that it is so at least."""
    top, size = abs_(domain.relation.left), abs_(domain.relation.right)

    def value(point: Point) -> fmpq | None:
        found = ratio_at(top, size, point) if inside(domain, point) else None
        return None if found is None else _rational(found.abs_lower(), up=False)

    best: tuple[fmpq, Point] | None = None
    count = 0
    for point, ratio in _looked(points, value, budget):
        count += 1
        best = (ratio, point) if best is None or ratio > best[0] else best
    if best is None:
        return ""
    many = f"{count} point{'s' * (count > 1)} looked at"
    return f"; sampled: the ratio is at least {lower(best[0], 3)} at {shown(best[1])} ({many})"


def _rational(end: arb, up: bool = True) -> fmpq:
    """An end of an enclosure that is not below 0, or a number of fewer digits above (not above) it."""
    if end > arb(FARTHEST) and not up:
        return FARTHEST
    if end < arb(1 / FARTHEST):
        return 1 / FARTHEST if up else fmpq(0)
    return end.fmpq()


def abs_(t: Term) -> Term:
    """The size of a term's value."""
    return apply("abs", t)
