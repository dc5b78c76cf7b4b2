"""Which signs a term has at the points that are known of a goal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flint import fmpq

from dptheory.kernel.real import Term, subterms

from ..budget import remembered
from .goal import Point
from .numeric import compiled, sign_at

LARGE = 200
INTEGRALS = 4
"""Points at which a term with an integral is looked at: each value takes as much as those of many terms."""


@dataclass(frozen=True)
class SampledSigns:
    """What some points say of a term: the least and greatest sign seen."""

    low: int
    high: int
    seen: int


def sampled_signs(t: Term, samples: Sequence[Point], stop_below: bool = False) -> SampledSigns:
    """The signs of a term over points; 0 where an enclosure contains 0. Far out, where exponentials are
    too small to be told from 0, only an exact 0 counts."""
    if not isinstance(samples, tuple):
        return _signs(t, samples, stop_below)
    # the points are kept, so that no others get their identity
    key = ("signs", t.key, id(samples), stop_below)
    return remembered(key, lambda: (_signs(t, samples, stop_below), samples))[0]


def _signs(t: Term, samples: Sequence[Point], stop_below: bool) -> SampledSigns:
    program = compiled(t)
    low, high, seen = 2, -2, 0
    if any(u.op == "integral" for u in subterms(t)):
        samples = samples[:INTEGRALS]
    for point in samples:
        s = sign_at(program, point)
        if s is None or (s == 0 and _is_large(point) and not isinstance(program(point), fmpq)):
            continue
        seen += 1
        low, high = min(low, s), max(high, s)
        if low < 0 and (stop_below or high > 0):
            break
    return SampledSigns(low, high, seen) if seen else SampledSigns(0, 0, 0)


def touches(t: Term, samples: Sequence[Point]) -> bool:
    """Whether a term is exactly 0 at a point."""
    program = compiled(t)
    return any(isinstance(value := program(point), fmpq) and value == 0 for point in samples)


def _is_large(point: Point) -> bool:
    return any(abs(x) > LARGE for x in point.values())
