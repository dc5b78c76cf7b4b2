"""Exact confidence from two binomial counts: lower limits of the privacy loss and of delta on one event.

An event E has probability p under S and q under S'. Of `n` fresh outputs a side, `k` fall into E under S and
`l` under S'; n, m and E were fixed before these outputs were drawn. The method is Buehler's (1957, Journal of
the American Statistical Association 52, 482-493), with the nuisance parameter restricted as in Berger and
Boos (1994, same journal 89, 1012-1016).

Statement. Let T be a function of two counts that was fixed beforehand, R = {(a, b): T(a, b) >= T(k, l)} the
outcomes at least as extreme as the observed one, and C(l) the Clopper-Pearson interval of q at level 1 -
beta. Then with probability at least 1 - alpha the true (p, q) lies in

    {(p, q): q in C(l),  P_{p,q}(R) > alpha - beta},

so that every function of (p, q) is bounded below by its infimum over this set, all of them at once.

Proof. The set misses the true (p, q) only if q is not in C(l), of probability at most beta, or if P_{p,q}(R)
<= alpha - beta at the true values. The second says that T(k, l) is so large that its own upper tail
probability is at most alpha - beta, which happens with probability at most alpha - beta. No monotonicity of
T is needed.

What is computed is an outer approximation. `_bounding` finds, for every a, an upper bound c(a) on the b
with (a, b) in R, non-decreasing in a. Then P_{p,q}(R) <= P(B <= c(A)), which increases in p and decreases
in q. C(l) is cut into cells [q0, q1]; in a cell a p is excluded if P(B <= c(A)) <= alpha - beta already at
(p, q0). If p* is such a p, so is every smaller one, and on the cell the infimum of (p - delta) / q is at
least (p* - delta) / q1. The sum over a is bounded block by block, with the largest c of the block.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final

import numpy as np

from dptheory.audit.binomial import lower_limit, upper_limit
from dptheory.mechanisms.domain import DomainError, FloatArray, count, fraction, nonnegative

NUISANCE_SHARE: Final = 0.01
"""The part of alpha that is spent on C(l)."""

CELLS: Final = 192
BLOCKS: Final = 160
REACH: Final = 6.0
"""Blocks are fine within this many standard deviations; outside there is one block on either side."""

ROUNDING: Final = 1e-10
"""Added to every computed probability: more than the incomplete beta function's error in double precision."""


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


@dataclass(frozen=True, eq=False)
class Region:
    """A confidence region of (p, q): on cell i, q lies in [low[i], high[i]] and p is at least least[i]."""

    least: FloatArray
    low: FloatArray
    high: FloatArray

    def eps(self, delta: float) -> float:
        """A lower limit (nats) of log((p - delta) / q), at least 0."""
        with np.errstate(divide="ignore"):
            ratio = np.where(self.least > delta, self.least - delta, 0.0) / self.high
            return max(0.0, float(np.log(ratio.min())))

    def delta(self, eps: float) -> float:
        """A lower limit of p - e^eps q, at least 0."""
        return max(0.0, float((self.least - math.exp(min(eps, 700.0)) * self.high).min()))


def confidence_region(counts: Counts, alpha: float, delta: float = 0.0) -> Region:
    """The region of (p, q), valid with confidence 1 - alpha and best for log((p - delta) / q).

    `delta` shapes T and must have been fixed beforehand. Errors: `DomainError` for counts or levels out of
    range.

    >>> round(confidence_region(Counts(5000, 10_000, 677, 10_000), 0.05).eps(0.0), 2)
    1.93
    """
    beta = NUISANCE_SHARE * fraction("alpha", alpha)
    nonnegative("delta", delta)
    level = alpha - beta - ROUNDING
    low = lower_limit(counts.l, counts.m, beta / 2) * (1 - 1e-12)
    high = min(1.0, upper_limit(counts.l, counts.m, beta / 2) * (1 + 1e-12))
    edges = _cells(low, high)
    observed = float(_statistic(np.float64(counts.k), np.float64(counts.l), counts, delta))
    if not math.isfinite(observed):
        return Region(np.zeros(1), np.array([low]), np.array([high]))
    start = np.clip(delta + edges[:-1] * math.exp(observed), 1.0 / counts.n, 1 - 1.0 / counts.n)
    tail = _Tail(counts, delta, observed, edges[:-1], start)
    return Region(_largest_excluded(tail, start, level), edges[:-1], edges[1:])


def eps_lower(counts: Counts, alpha: float, delta: float = 0.0) -> float:
    """A lower confidence limit (nats) of the eps that the event shows, at the given delta.

    >>> eps_lower(Counts(0, 100, 0, 100), 0.05)
    0.0
    """
    return confidence_region(counts, alpha, delta).eps(delta)


def delta_lower(counts: Counts, alpha: float, eps: float, delta: float = 0.0) -> float:
    """A lower confidence limit of the delta that the event needs at the given eps."""
    return confidence_region(counts, alpha, delta).delta(eps)


def _cells(low: float, high: float) -> FloatArray:
    """Edges from low to high, equally spaced in the square root."""
    return np.asarray(np.linspace(math.sqrt(low), math.sqrt(high), CELLS + 1) ** 2).clip(low, high)


Z: Final = 1.6
"""Near the 95 % quantile of the normal law: it shapes T for good power."""


def _statistic(a: FloatArray | np.float64, b: FloatArray | np.float64, counts: Counts, delta: float) -> Any:
    """T: the approximate lower limit of log((p - delta) / q) by the normal law; -inf where a / n <= delta.

    It increases in a: p (1 - p) / (p - delta)^2 has log-derivative 1/p - 1/(1 - p) - 2/(p - delta) < 0.
    It decreases in b: with v = 1/(b + 1) - 1/(m + 2) the derivative is at most Z / (2 (b + 1)^2 sqrt(v)) -
    1/(b + 1), which is negative if Z^2/4 < (b + 1)(m + 1 - b)/(m + 2); the right side is at least 2/3.
    """
    p = np.minimum(a, counts.n - 0.5) / counts.n
    q = (b + 1) / (counts.m + 2)
    above = np.maximum(p - delta, 1e-100)
    spread = p * (1 - p) / (counts.n * above**2) + 1 / (b + 1) - 1 / (counts.m + 2)
    value = np.log(above / q) - Z * np.sqrt(spread)
    return np.where(p > delta, value, -np.inf)


def _bounding(a: FloatArray, observed: float, counts: Counts, delta: float) -> FloatArray:
    """c(a): the largest b with T(a, b) >= observed, -1 if there is none; by bisection on the integers.

    T decreases in b; a little is added on the safe side for rounding.
    """
    least = np.full(a.shape, -1.0)
    most = np.full(a.shape, float(counts.m + 1))
    for _ in range(int(math.log2(counts.m + 2)) + 2):
        middle = np.floor((least + most) / 2)
        inside = _statistic(a, middle.clip(0, counts.m), counts, delta) >= observed - 1e-9
        inside |= middle < 0
        inside &= middle <= counts.m
        least, most = np.where(inside, middle, least), np.where(inside, most, middle)
        if bool((most - least <= 1).all()):
            break
    return np.asarray(least)


class _Tail:
    """An upper bound on P(B <= c(A)) for A ~ Bin(n, p[i]), B ~ Bin(m, q[i]), for every cell i at once."""

    def __init__(
        self, counts: Counts, delta: float, observed: float, q: FloatArray, centre: FloatArray
    ) -> None:
        self.counts = counts
        self.special = import_module("scipy.special")
        middle = counts.n * centre
        reach = REACH * np.sqrt(np.maximum(middle * (1 - centre), 1.0))
        grid = np.linspace(-1.0, 1.0, BLOCKS + 1)
        ends = np.floor(middle[:, None] + reach[:, None] * grid[None, :]).clip(-1, counts.n - 1)
        last = np.full((len(q), 1), float(counts.n))
        self.ends = np.concatenate([ends, last], axis=1)
        bound = np.maximum.accumulate(_bounding(self.ends.clip(0), observed, counts, delta), axis=1)
        self.inside = self.cdf(bound, counts.m, q[:, None])

    def cdf(self, k: FloatArray, n: int, p: FloatArray) -> FloatArray:
        """P(Bin(n, p) <= k)."""
        inner = (k >= 0) & (k < n)
        safe = np.where(inner, k, 0.0)
        value = self.special.betainc(n - safe, safe + 1, np.broadcast_to(1 - p, k.shape))
        return np.where(inner, value, np.where(k < 0, 0.0, 1.0))

    def __call__(self, p: FloatArray) -> FloatArray:
        """The bound at p."""
        below = self.cdf(self.ends, self.counts.n, p[:, None])
        mass = np.diff(below, axis=1, prepend=0.0)
        return np.asarray(np.sum(np.maximum(mass, 0.0) * self.inside, axis=1) + ROUNDING)


STEPS: Final = 7


def _largest_excluded(tail: _Tail, start: FloatArray, level: float) -> FloatArray:
    """For each cell a p at which the tail probability is at most the level, close to the largest; 0 at worst.

    Any p that passes the test is right; the search (regula falsi on the probit scale) only decides how good
    it is.
    """
    probit = tail.special.ndtri
    goal = float(probit(level)) - 0.002
    least, least_y = np.zeros(len(start)), np.full(len(start), -np.inf)
    most, most_y = np.ones(len(start)), np.full(len(start), np.inf)
    p = start
    scale = np.sqrt(start * (1 - start) / tail.counts.n) + 1e-300
    slope = 1 / (2.0 * scale)
    for _ in range(STEPS):
        value = tail(p)
        y = probit(np.clip(value, 1e-300, 1 - 1e-16))
        passed = value <= level
        least, least_y = np.where(passed, p, least), np.where(passed, y, least_y)
        most, most_y = np.where(passed, most, p), np.where(passed, most_y, y)
        both = np.isfinite(least_y) & np.isfinite(most_y)
        with np.errstate(all="ignore"):
            chord = np.where(both, (most_y - least_y) / (most - least), slope)
            target = np.where(passed, least + (goal - least_y) / chord, most - (most_y - goal) / chord)
        narrow = least + 0.02 * (most - least), most - 0.02 * (most - least)
        p = np.where(np.isfinite(target), np.clip(target, *narrow), (least + most) / 2)
    return least
