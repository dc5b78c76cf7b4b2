"""The moments functions of pure mechanisms as analytic functions of their privacy parameter.

For each kind, alpha(s, e) - s e - (a function of s alone) extends from e > 0 to the half plane Re e > 0 as a
sum of c log(1 +- exp(-k e)), k > 0, whose Taylor series at a centre m are exact up to a tail that Cauchy's
estimate bounds by what the function is on a disc. So many mechanisms of one kind, with parameters near m,
have a sum of moments that their power sums determine.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from flint import arb, arb_series, ctx

from .exponential import ExponentialMoments
from .moments import LaplaceMoments, MomentsFunction, ResponseMoments

if TYPE_CHECKING:
    import numpy as np

    Floats = np.ndarray[tuple[int], np.dtype[np.float64]]

RADIUS: Final = arb(4) / 5
"""Radius of the disc of Cauchy's estimate, as a share of its centre."""


@dataclass(frozen=True)
class Family:
    """A kind of mechanism: `series(s, m, length)` are the coefficients of alpha(s, m (1 + x)) in x, and
    `limit(s, m)` bounds its absolute value on the disc |x| < RADIUS, up to constants and multiples of x.
    """

    series: Callable[[arb, arb, int], list[arb]]
    limit: Callable[[arb, arb], arb]
    near: Callable[[float, Floats], Floats]
    """About alpha(s, e), for a search."""


def _decay(rate: arb, length: int) -> arb_series:
    """exp(-rate (1 + x))."""
    return arb_series([-rate, -rate], prec=length).exp()


def _tail(rate: arb) -> arb:
    """A bound on |log(1 + z)| for |z| <= exp(-rate (1 - RADIUS)), which exp(-rate (1 + x)) obeys on the
    disc: the series of the logarithm has coefficients of absolute value 1/k.
    """
    return -(1 - (-rate * (1 - RADIUS)).exp()).log()


def _list(made: arb_series, linear: arb, length: int) -> list[arb]:
    """Coefficients, with linear (1 + x) added."""
    found = list(made.coeffs())
    found += [arb(0)] * (length - len(found))
    found[0] += linear
    found[1] += linear
    return found


def _laplace(s: arb, m: arb, length: int) -> list[arb]:
    """s e + log( ((s + 1) + s exp(-(2s + 1) e))/(2s + 1) )."""
    ctx.cap = length
    inside = (_decay((2 * s + 1) * m, length) * s + (s + 1)) * (1 / (2 * s + 1))
    return _list(inside.log(), s * m, length)


def _laplace_limit(s: arb, m: arb) -> arb:
    """The argument of the logarithm has absolute value between 1/(2s + 1) and 1, and a positive real part."""
    return (2 * s + 1).log() + arb.pi() / 2


def _response(s: arb, m: arb, length: int) -> list[arb]:
    """s e + log(1 + exp(-(2s + 1) e)) - log(1 + exp(-e))."""
    ctx.cap = length
    made = ((_decay((2 * s + 1) * m, length) + 1) / (_decay(m, length) + 1)).log()
    return _list(made, s * m, length)


def _response_limit(s: arb, m: arb) -> arb:
    return _tail((2 * s + 1) * m) + _tail(m)


def _exponential(s: arb, m: arb, length: int) -> list[arb]:
    """s e + (s + 1) log(1 - exp(-(s + 1) e)) - s log(1 - exp(-s e)) - log(1 - exp(-e)) + s log s - (s + 1)
    log(s + 1).
    """
    ctx.cap = length
    logs = [(1 - _decay(k * m, length)).log() for k in (s + 1, s, arb(1))]
    found = _list(logs[0] * (s + 1) - logs[1] * s - logs[2], s * m, length)
    found[0] += s * s.log() - (s + 1) * (s + 1).log()
    return found


def _exponential_limit(s: arb, m: arb) -> arb:
    return (s + 1) * _tail((s + 1) * m) + s * _tail(s * m) + _tail(m)


def _laplace_near(s: float, e: Floats) -> Floats:
    import numpy as np

    return s * e + np.log1p(s / (2 * s + 1) * np.expm1(-(2 * s + 1) * e))


def _response_near(s: float, e: Floats) -> Floats:
    import numpy as np

    return s * e + np.log1p(np.exp(-(2 * s + 1) * e)) - np.log1p(np.exp(-e))


def _exponential_near(s: float, e: Floats) -> Floats:
    import numpy as np

    whole, one, rest = (-np.expm1(-k * e) for k in (s + 1, 1, s))
    return s * np.log(s * whole / ((s + 1) * rest)) + s * e + np.log(whole / ((s + 1) * one))


FAMILIES: Final[dict[type[MomentsFunction], Family]] = {
    LaplaceMoments: Family(_laplace, _laplace_limit, _laplace_near),
    ResponseMoments: Family(_response, _response_limit, _response_near),
    ExponentialMoments: Family(_exponential, _exponential_limit, _exponential_near),
}
