"""Where an interval for eps crosses what is asked: a parameter that is enough, and one near it that is too
little.

The search is a secant through the middles of coarse intervals; the two answers are affirmed on fine ones.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import exp, log
from typing import Final, TypeAlias

from flint import arb, fmpq

from .dominating import WIDTH
from .sides import Curve

COARSE: Final = 1e-3
TRIALS: Final = 8

At: TypeAlias = Callable[[fmpq, float], "Curve | None"]
"""The curve at a parameter, with an interval of about this width."""


@dataclass(frozen=True)
class Fit:
    """A parameter that is affirmed to be enough, and the nearest one that was affirmed not to be."""

    enough: fmpq
    least: bool
    too_little: fmpq


def fitted(
    at: At,
    eps: fmpq,
    delta: fmpq,
    guesses: tuple[float, float],
    unit: Callable[[float], fmpq],
    *,
    noisier: int,
) -> Fit | None:
    """The edge at eps, in multiples of a unit; `noisier` is 1 where a larger parameter is more private,
    else -1. None where the curve is out of reach.
    """
    found = _crossing(at, float(arb(eps)), delta, guesses)
    if found is None:
        return None
    step = unit(found)
    near = int((fmpq(*found.as_integer_ratio()) / step).floor())
    enough = step * (near + (1 if noisier > 0 else 0))
    for _ in range(TRIALS):
        curve = at(enough, WIDTH)
        if curve is not None and curve.upper(eps) <= arb(delta):
            break
        enough += noisier * step
    else:
        return None
    less = enough - noisier * step
    for tries in range(TRIALS):
        if less <= 0:
            break
        curve = at(less, WIDTH)
        if curve is not None and curve.lower(eps) > arb(delta):
            return Fit(enough, True, less)
        less -= noisier * step * 2**tries
    return Fit(enough, False, enough - noisier * step)


def _crossing(at: At, eps: float, delta: fmpq, guesses: tuple[float, float]) -> float | None:
    """About the parameter at which eps belongs to delta: a secant in logarithms, on upper ends of coarse
    intervals; the last step starts from the middle of a fine one.
    """

    def away(value: float, width: float) -> float | None:
        curve = at(fmpq(*value.as_integer_ratio()), width)
        if curve is None:
            return None
        high = float(arb(curve.epsilon(delta, up=True)))
        if curve.attained and width == WIDTH:
            high = (high + float(arb(curve.epsilon(delta, up=False)))) / 2
        return log(high / eps) if high > 0 else None

    one, other = guesses
    here, there = away(one, COARSE), away(other, COARSE)
    for width in (COARSE, COARSE, WIDTH):
        if here is None or there is None or here == there or one == other:
            return None
        slope = (there - here) / (log(other) - log(one))
        one, here = other, there
        other = other * exp(max(-1.0, min(1.0, -there / slope)))
        if width == WIDTH or abs(there) < 0.02:
            last = away(other, WIDTH)
            return None if last is None else other * exp(-last / slope)
        there = away(other, width)
    return other
