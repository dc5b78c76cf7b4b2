"""One exponential mechanism, used many times, each chosen by what was answered before: the exact recursion.

The losses of a release of bounded range lie in [t - eps, t] for some t in [0, eps] that its utilities choose.
Let delta_k(x) be the most that k of them give away, the supremum of P(E) - exp(x) Q(E) over all such choices
and events, at any real x; delta_0(x) = max(0, 1 - exp(x)). Where the first output has the masses p, q and
the loss l = log(p/q), what is left is p P'(E) - exp(x) q Q'(E), at most p delta_{k-1}(x - l). As a function
of r = p/q that is q times a convex function (a supremum of r P' - exp(x) Q'), and r has the mean 1 under Q,
so the mean is largest where r is at the two ends:

    delta_k(x) = sup over t of p delta_{k-1}(x - t) + (1 - p) delta_{k-1}(x - t + eps),

p = (1 - exp(t - eps))/(1 - exp(-eps)) the chance of the loss t (Dong, Durfee and Rogers 2020, section 6). For
t on a grid of step h = eps/m these are values on the grid: some queries attain them, a bound from below. For
t between j h and (j + 1) h the two ends are put to (j + 1) h and j h - eps, between which they lie, so that
the chord of the convex function only rises: a bound from above. Every number is >= 0 and only added and
multiplied, so that floating point has a known relative error, which is paid at the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Final

from flint import arb, ctx, fmpq

from .sides import PRECISION, Curve

if TYPE_CHECKING:
    import numpy as np

    Floats = np.ndarray[tuple[int], np.dtype[np.float64]]

WORK: Final = 8_000
"""Releases times cells of the range of one."""
FINEST: Final = 1000
MOST_TIMES: Final = 200


@dataclass(frozen=True)
class Ranges(Curve):
    """The curve of so many releases of range eps, between both bounds."""

    eps: fmpq
    times: int

    @property
    def cells(self) -> int:
        """m: the range of one release in steps."""
        return min(FINEST, WORK // self.times)

    @cached_property
    def _both(self) -> tuple[list[float], list[float]]:
        """delta at 0, h, 2 h, ..., from below and from above."""
        return self._recursion(False), self._recursion(True)

    def _recursion(self, up: bool) -> list[float]:
        import numpy as np

        m, ends = self.cells, 1 if up else 0
        with ctx.workprec(PRECISION):
            step, pad = arb(self.eps) / m, m + ends
            first = pad * self.times  # from here on delta is 0
            reach = first + pad * self.times
            start = [_float(-(step * k).expm1(), up) for k in range(-reach, 0)]
            value: Any = np.array(start + [0.0] * (first + reach + 1))
            chances = [self._chances(step, j, up) for j in range(m + 1 - ends)]
        # value[i] is delta at (i - reach) h; with each round it is known `pad` places less far
        for _ in range(self.times):
            inside = len(value) - 2 * pad
            best: Any = np.zeros(inside)
            for j, (p, q) in enumerate(chances):
                # losses (j + ends) h and (j - m) h
                high, low = pad - j - ends, pad - j + m
                np.maximum(best, p * value[high : high + inside] + q * value[low : low + inside], out=best)
            value, reach = best, reach - pad
        # two products and a sum a round, the chances, the start: less than 8 rounds of 2^-53 each
        spread = 1 + (8 * self.times + 8) * 2.0**-52 * (1 if up else -1)
        return [float(one) * spread + (1e-290 if up else -1e-290) for one in value[reach:]]

    def _chances(self, step: arb, j: int, up: bool) -> tuple[float, float]:
        """Of the upper and of the lower end, under the first law."""
        m, ends = self.cells, 1 if up else 0
        high, low = step * (j + ends), step * (j - m)
        p = -low.expm1() / -(low - high).expm1()
        return _float(p.min(arb(1)), up), _float((1 - p).max(arb(0)), up)

    def _worst(self, eps: fmpq, up: bool) -> arb:
        """Between places delta is that at the one before at most, at the one after at least."""
        place = eps * self.cells / self.eps
        values = self._both[up]
        k = int(place.floor() if up else place.ceil())
        return arb(max(0.0, values[k])) if k < len(values) else arb(1e-290 if up else 0)


@cache
def ranges(eps: fmpq, times: int) -> Ranges | None:
    """The curve of so many releases of this range; None where they are too many.

    >>> found = ranges(fmpq(1), 2)
    >>> found is not None and found.lower(fmpq(1, 2)) < found.upper(fmpq(1, 2)) < found.lower(fmpq(49, 100))
    True
    """
    return Ranges((), True, eps, times) if times <= MOST_TIMES else None


def _float(value: arb, up: bool) -> float:
    """A double near a positive number, on the side that is asked for."""
    middle = float(value.mid())
    return middle * (1 + 2.0**-50) if up else middle * (1 - 2.0**-50)
