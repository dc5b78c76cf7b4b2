"""An interval in which an event under noise lies, where the event itself is none that the kernel can tell: a
claim that its probability is at least something then fails by the interval's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

import numpy as np
from flint import fmpq

from ..kernel.logic import Expr
from ..kernel.real import num, print_term
from .evaluator import Evaluation
from .families import CONSTANTS
from .numeric import value_of
from .values import Spread, Unsupported
from .writing import Found

PARTS: Final = (1, 2, 4, 8, 16, 64, 256, 1024, 8192, 65536)
"""What the ends of an interval are whole multiples of one over, the roundest first."""
TRIED: Final = 2
"""Intervals that the kernel is asked about."""


def covers(found: Found, claim: Expr | None) -> Iterator[str]:
    """Lines that name an interval, the roundest first, whose probability is below the right side of a claim,
    in a family whatever its constant is; none where the claim is another one, or the event has no end."""
    if claim is None or claim.head not in ("ge", "gt"):
        return
    try:
        with np.errstate(all="ignore"):
            seen = [_seen(found, claim, value) for value in (CONSTANTS if found.sketch.constant else (1.0,))]
    except Unsupported:
        return
    hulls = [hull for hull, _ in seen if hull is not None]
    if len(hulls) == len(seen):
        low, high = (end(x) for end, x in ((min, [h[1] for h in hulls]), (max, [h[2] for h in hulls])))
        noises = [(noise, wanted) for ((noise, *_), (_, wanted)) in zip(hulls, seen, strict=True)]
        yield from list(dict.fromkeys(_lines(noises, low, high)))[:TRIED]


def _seen(found: Found, claim: Expr, constant: float) -> tuple[tuple[Spread, float, float] | None, float]:
    """Noise, and between which numbers the event lies; what the probability is said to be at least."""
    sketch = found.sketch
    exact = [constant if n == sketch.constant else value_of(found.numbers[n]) for n in sketch.names]
    at = Evaluation(sketch.scene(np.array(exact).reshape(len(exact), 1)))
    at.number(claim.args[0], (), 1)
    hulls = [(noise, float(np.min(low)), float(np.max(high))) for noise, low, high in at.hulls[-1:]]
    return hulls[0] if hulls else None, float(np.max(at.number(claim.args[1], (), 1)))


def _lines(noises: Sequence[tuple[Spread, float]], low: float, high: float) -> Iterator[str]:
    for parts in PARTS:
        down = Fraction(int(np.floor(low * parts)), parts) if np.isfinite(low) else None
        up = Fraction(int(np.ceil(high * parts)), parts) if np.isfinite(high) else None
        below = all(_chance(noise, down, up) < wanted for noise, wanted in noises)
        if below and (down is not None or up is not None):
            yield f"within {_shown(down, '-oo')}; {_shown(up, 'oo')}"


def _chance(noise: Spread, low: Fraction | None, high: Fraction | None) -> float:
    below = -np.inf if low is None else float(low)
    above = np.inf if high is None else float(high)
    return float(np.max(noise.below(np.full(1, above)) - noise.below(np.full(1, below))))


def _shown(end: Fraction | None, open_end: str) -> str:
    return open_end if end is None else print_term(num(fmpq(end.numerator, end.denominator)))
