"""An interval in which an event under noise lies, where the event itself is none that the kernel can tell: a
claim that its probability is at least something then fails by the interval's."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

import numpy as np
from flint import fmpq

from ..kernel.logic import Expr
from ..kernel.real import num, print_term
from .evaluator import Evaluation
from .numeric import value_of
from .values import Spread, Unsupported
from .writing import Found

PARTS: Final = (1, 2, 4, 8, 16, 64, 256, 1024, 8192, 65536)
"""What the ends of an interval are whole multiples of one over, the roundest first."""
TRIED: Final = 2
"""Intervals that the kernel is asked about."""


def covers(found: Found, claim: Expr | None) -> Iterator[str]:
    """Lines that name an interval, the roundest first, whose probability is below the right side of a claim;
    none where the claim is another one, or the event has no end."""
    if claim is None or claim.head not in ("ge", "gt") or found.sketch.constant:
        return
    exact = [value_of(found.numbers[name]) for name in found.sketch.names]
    at = Evaluation(found.sketch.scene(np.array(exact).reshape(len(exact), 1)))
    try:
        with np.errstate(all="ignore"):
            at.number(claim.args[0], (), 1)
            wanted = float(np.max(at.number(claim.args[1], (), 1)))
    except Unsupported:
        return
    lines = dict.fromkeys(_lines(at, wanted))
    yield from list(lines)[:TRIED]


def _lines(at: Evaluation, wanted: float) -> Iterator[str]:
    for noise, low, high in ((noise, float(np.min(a)), float(np.max(b))) for noise, a, b in at.hulls[-1:]):
        for parts in PARTS:
            down = Fraction(int(np.floor(low * parts)), parts) if np.isfinite(low) else None
            up = Fraction(int(np.ceil(high * parts)), parts) if np.isfinite(high) else None
            if (down is not None or up is not None) and _chance(noise, down, up) < wanted:
                yield f"within {_shown(down, '-oo')}; {_shown(up, 'oo')}"


def _chance(noise: Spread, low: Fraction | None, high: Fraction | None) -> float:
    below = -np.inf if low is None else float(low)
    above = np.inf if high is None else float(high)
    return float(np.max(noise.below(np.full(1, above)) - noise.below(np.full(1, below))))


def _shown(end: Fraction | None, open_end: str) -> str:
    return open_end if end is None else print_term(num(fmpq(end.numerator, end.denominator)))
