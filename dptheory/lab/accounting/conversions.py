"""From a moments function to (eps, delta), at one order s: each conversion with its source.

Both are of the form  delta = exp(alpha(s) - s eps + g(s)),  eps = (alpha(s) + log(1/delta) + g(s))/s,  with

- g = 0: Markov's inequality (the lecture's (5); Abadi et al. 2016, Theorem 2);
- g(s) = s log s - (s + 1) log(s + 1) < 0 (Canonne, Kamath and Steinke 2020, Proposition 12): it bounds
  1 - exp(eps - Z), and not only the chance of Z > eps, by exp(s (Z - eps)) times its largest ratio.

So the second is never worse. Any s > 0 gives a true bound: how s was found need not be trusted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from flint import arb, ctx, fmpq

from ...decimals import outward
from .composition import Moments
from .numbers import FARTHEST, near


@dataclass(frozen=True)
class Conversion:
    """A conversion by its name, its source and g."""

    name: str
    source: str
    correction: Callable[[arb], arb]

    def log_delta(self, whole: Moments, s: arb, eps: arb) -> arb:
        """log delta at order s."""
        return whole.moment(s) - s * eps + self.correction(s)

    def epsilon(self, whole: Moments, s: arb, log_inverse_delta: arb) -> arb:
        """eps at order s; a negative one means (0, delta)."""
        return (whole.moment(s) + log_inverse_delta + self.correction(s)) / s


def _canonne(s: arb) -> arb:
    return s * s.log() - (s + 1) * (s + 1).log()


MARKOV: Final = Conversion("moments", "the lecture's (5); Abadi et al. 2016, Theorem 2", lambda s: arb(0))
CANONNE: Final = Conversion("Renyi", "Canonne, Kamath and Steinke 2020, Proposition 12", _canonne)
CONVERSIONS: Final = (CANONNE, MARKOV)


def best_order(bound: Callable[[arb], arb]) -> fmpq:
    """An order s at which a bound is about smallest: golden section on log s. Decides nothing.

    >>> abs(float(best_order(lambda s: s + 9 / s)) - 3) < 0.001
    True
    """
    with ctx.workprec(128):
        low, high = _bracket(lambda k: _value(bound, k))
        ratio = (5**0.5 - 1) / 2
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        at_left, at_right = _value(bound, left), _value(bound, right)
        while high - low > 2**-13:
            if at_left <= at_right:
                high, right, at_right = right, left, at_left
                left = high - ratio * (high - low)
                at_left = _value(bound, left)
            else:
                low, left, at_left = left, right, at_right
                right = low + ratio * (high - low)
                at_right = _value(bound, right)
        return rounded(near(arb(2) ** arb((low + high) / 2)))


def _value(bound: Callable[[arb], arb], exponent: float) -> fmpq:
    """The bound at s = 2^exponent; where cancellation leaves it vague it counts as bad."""
    value = bound(arb(2) ** arb(exponent))
    return near(value) if value.rad() < (abs(value.mid()) + 1) / 1024 else FARTHEST


def _bracket(value: Callable[[float], fmpq]) -> tuple[float, float]:
    """Two exponents of 2 around a place where the value is least, by steps that double."""
    at, step, here = 0.0, 1.0, value(0.0)
    if value(-step) < here:
        step = -step
    while abs(at) < 4000:
        new = value(at + step)
        if new >= here:
            break
        at, here, step = at + step, new, 2 * step
    return at - abs(step), at + abs(step)


def rounded(value: fmpq, digits: int = 4) -> fmpq:
    """A short decimal near a positive rational, so that what is printed is the order that was used.

    >>> rounded(fmpq(51765, 100000)), rounded(fmpq(2, 3) * 10**7)
    (5177/10000, 6667000)
    """
    return outward(value, digits, up=True)
