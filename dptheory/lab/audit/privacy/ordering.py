"""Which outcomes of two counts are more extreme than others: the function T of `ratio`."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from dptheory.lab.domain import DomainError, FloatArray, count


@dataclass(frozen=True)
class Counts:
    """`k` of `n` outputs on S and `l` of `m` on S' fell into the event.

    >>> Counts(50, 100, 7, 100).swapped
    Counts(k=7, n=100, l=50, m=100)
    """

    k: int
    n: int
    l: int  # noqa: E741 - the field's letter
    m: int

    def __post_init__(self) -> None:
        for successes, trials in ((self.k, self.n), (self.l, self.m)):
            if count("successes", successes, 0) > count("trials", trials):
                raise DomainError(f"{successes} successes; needed: at most the {trials} trials")

    @property
    def swapped(self) -> Counts:
        """The same with the data sets exchanged."""
        return Counts(self.l, self.m, self.k, self.n)


def renyi(p: FloatArray, q: FloatArray, orders: Sequence[float], each: bool) -> FloatArray:
    """The largest Renyi divergence of (p, 1 - p) from (q, 1 - q), or the reverse, over the orders, where
    p > q, else 0; with `each`, of the divergences over their orders.

    By data processing it is no larger than that of the laws. It increases in p and decreases in q.

    >>> renyi(np.array([0.5]), np.array([0.1]), (2.0,), False).round(3).tolist()
    [1.022]
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        one, other = ((np.log(side), np.log1p(-side)) for side in (p, q))
        found = [
            np.logaddexp(*(a * x[k] - (a - 1) * y[k] for k in (0, 1))) / ((a - 1) * (a if each else 1.0))
            for a in orders
            for x, y in ((one, other), (other, one))
        ]
    return np.asarray(np.where(p > q, np.nan_to_num(np.max(found, axis=0), nan=0.0), 0.0))


def _wilson(k: FloatArray, n: int, z: float) -> FloatArray:
    """The limit of Wilson (1927): the p with k - n p = -z sqrt(n p (1 - p)), which increases in k."""
    spread = np.sqrt(z**2 / 4 + k * (n - k).clip(0) / n)
    return np.asarray((k + z**2 / 2 + z * spread) / (n + z**2))


def _log(share: FloatArray) -> FloatArray:
    return np.asarray(np.log(np.maximum(share, 1e-100)))


STEEPEST: Final = 7.0
"""Beyond this z the approximate upper limit of a rare event would no longer increase in its count."""


@dataclass(frozen=True)
class Order:
    """T(a, b): about the lower limit of log((p - delta) / q), or where an eps is given of p - e^eps q, or of
    the Renyi divergence of such `orders`, from a of n and b of m.

    `z` is the normal quantile of the confidence; any z > 0 is valid.

    >>> order = Order(100, 100, 0.0, 1.6)
    >>> bool(order(np.array(51.0), np.array(7.0)) > order(np.array(50.0), np.array(7.0)))
    True
    """

    n: int
    m: int
    delta: float
    z: float
    eps: float | None = None
    orders: tuple[float, ...] = ()

    def __call__(self, a: FloatArray, b: FloatArray) -> FloatArray:
        """T; -inf where a / n <= delta.

        The limits of the two terms are joined as Zou and Donner do (2008, Statistics in Medicine 27,
        1693-1702): T = x - y - hypot(max(x - l, 0), max(u - y, 0)), where x and y estimate log(p - delta) and
        log q, or p and e^eps q, l is a lower limit of the first and u an upper one of the second. Written as
        the minimum of (1 - c) x + c l - (1 - s) y - s u over c, s >= 0 with c^2 + s^2 <= 1, it is seen not to
        decrease in a and not to increase in b, since x and l do not decrease in a, nor y and u in b. A Renyi
        divergence is taken at both limits: it increases in p and decreases in q.
        """
        return self._joined(*self._first(a), b)

    def _joined(self, x: FloatArray, below: FloatArray, b: FloatArray) -> FloatArray:
        y, u = (b + 0.7) / (self.m + 1.4), self._upper(b)
        if self.orders:
            return renyi(x, u, self.orders, each=len(self.orders) > 1)
        y, u = (_log(y), _log(u)) if self.eps is None else (math.exp(self.eps) * y, math.exp(self.eps) * u)
        above = np.maximum(u - y, 0.0)
        return np.asarray(x - y - np.sqrt(below**2 + above**2))

    def _first(self, a: FloatArray) -> tuple[FloatArray, FloatArray]:
        """x and max(x - l, 0); of a Renyi divergence the lower limit of p."""
        p = np.minimum(a, self.n - 0.5) / self.n
        x, l = p - self.delta, _wilson(a, self.n, -self.z) - self.delta  # noqa: E741
        if self.orders:
            return l, l
        x, l = (_log(x), _log(l)) if self.eps is None else (x, l)  # noqa: E741
        return np.where(p > self.delta, x, -np.inf), np.maximum(x - l, 0.0)

    def _upper(self, b: FloatArray) -> FloatArray:
        """About the upper limit of q, increasing in b: Wilson's, or where it is less that of a Poisson law.

        The second is the cube root law of Wilson and Hilferty for s = b + 1, whose derivative has the sign of
        1/3 + 2/(27 s) - z/(18 sqrt(s)): for s >= 1 and z <= `STEEPEST` it is positive.
        """
        s, z = b + 1.0, min(self.z, STEEPEST)
        root = 1 - 1 / (9 * s) + z / (3 * np.sqrt(s))
        return np.minimum(s * root * root * root / self.m, _wilson(b, self.m, self.z))

    def at(self, counts: Counts) -> float:
        """T of the counts that were seen."""
        return float(self(np.asarray(float(counts.k)), np.asarray(float(counts.l))))

    def bounding(self, a: FloatArray, observed: float) -> FloatArray:
        """c(a): the largest b with T(a, b) >= observed, -1 if there is none.

        A little is added on the safe side for rounding.
        """
        x, below = self._first(a)
        return last(lambda b: self._joined(x, below, b) >= observed - 1e-9, self.m, a.shape)

    def reaching(self, b: FloatArray, observed: float) -> FloatArray:
        """For each b the least a with T(a, b) >= observed, n + 1 if there is none."""
        return last(lambda a: self(a, b) < observed, self.n, b.shape) + 1


def last(
    holds: Callable[[FloatArray], npt.NDArray[np.bool_]], most: int, shape: tuple[int, ...]
) -> FloatArray:
    """The largest of the integers 0..most for which a condition holds that fails from somewhere on, -1 if it
    always fails; for many at once, by bisection.

    >>> last(lambda k: k**2 <= np.array([50.0, -1.0]), 100, (2,)).tolist()
    [7.0, -1.0]
    """
    least, beyond = np.full(shape, -1.0), np.full(shape, most + 1.0)
    while bool((beyond - least > 1).any()):
        middle = np.floor((least + beyond) / 2)
        held = (middle < 0) | ((middle <= most) & holds(middle.clip(0, most)))
        least, beyond = np.where(held, middle, least), np.where(held, beyond, middle)
    return least
