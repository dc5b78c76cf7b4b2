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

What is computed is an outer approximation. `Order.bounding` finds, for every a, an upper bound c(a) on the b
with (a, b) in R, non-decreasing in a. Then P_{p,q}(R) <= P(B <= c(A)), which increases in p and decreases
in q. C(l) is cut into cells [q0, q1]; in a cell a p is excluded if P(B <= c(A)) <= alpha - beta already at
(p, q0). If p* is such a p, so is every smaller one, and on the cell the infimum of (p - delta) / q is at
least (p* - delta) / q1; if p = 1 is, the cell is excluded. The sum over a is bounded block by block, with the
largest c of the block.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from dptheory.lab.audit.binomial import lower_limit, upper_limit
from dptheory.lab.audit.privacy.ordering import Counts, Order, last, renyi
from dptheory.lab.domain import FloatArray, fraction, nonnegative
from dptheory.lab.special import special

NUISANCE_SHARE: Final = 0.01
"""The part of alpha that is spent on C(l)."""

CELLS: Final = 192
BLOCKS: Final = 160
REACH: Final = 4.5
"""Blocks are fine within so many standard deviations beyond the normal quantile of alpha; outside there is
one block on either side.
"""

ROUNDING: Final = 1e-10
"""Added to every computed probability: more than the incomplete beta function's error in double precision."""


@dataclass(frozen=True, eq=False)
class Region:
    """A confidence region of (p, q): on cell i, q lies in [low[i], high[i]] and p is at least least[i].

    A cell whose least p is infinite is excluded.
    """

    least: FloatArray
    low: FloatArray
    high: FloatArray

    def eps(self, delta: float) -> float:
        """A lower limit (nats) of log((p - delta) / q), at least 0."""
        with np.errstate(divide="ignore"):
            ratio = np.where(self.least > delta, self.least - delta, 0.0) / self.high
            return max(0.0, float(np.log(ratio.min())))

    def renyi(self, orders: Sequence[float], each: bool) -> float:
        """A lower limit of the Renyi divergence, as `ordering.renyi` has it; 0 where p may be below q."""
        p = np.minimum(self.least, 1.0)
        found = np.where(np.isinf(self.least), np.inf, renyi(p, self.high, orders, each))
        return float(found.min())

    def delta(self, eps: float) -> float:
        """A lower limit of p - e^eps q, at least 0."""
        with np.errstate(over="ignore"):
            needed = np.minimum(self.least, 2.0) - np.exp(np.float64(eps)) * self.high
        return float(np.clip(np.where(np.isinf(self.least), 1.0, needed).min(), 0.0, 1.0))


def confidence_region(
    counts: Counts, alpha: float, delta: float = 0.0, eps: float | None = None, orders: tuple[float, ...] = ()
) -> Region:
    """The region of (p, q), valid with confidence 1 - alpha and best for log((p - delta) / q), or, where an
    eps is given, for p - e^eps q, or for the Renyi divergence of such orders.

    `delta`, `eps` and `orders` shape T and must have been fixed beforehand. Errors: `DomainError` for counts
    or levels out of range.

    >>> round(confidence_region(Counts(5000, 10_000, 677, 10_000), 0.05).eps(0.0), 2)
    1.93
    """
    beta = NUISANCE_SHARE * fraction("alpha", alpha)
    nonnegative("delta", delta)
    level = alpha - beta - ROUNDING
    low = lower_limit(counts.l, counts.m, beta / 2) * (1 - 1e-12)
    high = min(1.0, upper_limit(counts.l, counts.m, beta / 2) * (1 + 1e-12))
    edges = _cells(low, high)
    z = max(0.5, -float(special().ndtri(level)))
    order = Order(counts.n, counts.m, delta, z, eps, orders)
    observed = order.at(counts)
    if not math.isfinite(observed):
        return Region(np.zeros(1), np.array([low]), np.array([high]))
    # P(R) is the level about where a reaches T(k, l) beside the b that q passes with the level's chance
    seldom = last(lambda b: _cdf(b, counts.m, edges[:-1]) <= level, counts.m, (CELLS,)) + 1
    start = np.clip(order.reaching(seldom, observed) / counts.n, 0.5 / counts.n, 1 - 0.5 / counts.n)
    tail = _Tail(order, observed, edges[:-1], start)
    least = np.where(tail.largest <= level, np.inf, _largest_excluded(tail, start, level))
    return Region(least, edges[:-1], edges[1:])


def eps_lower(counts: Counts, alpha: float, delta: float = 0.0) -> float:
    """A lower confidence limit (nats) of the eps that the event shows, at the given delta.

    >>> eps_lower(Counts(0, 100, 0, 100), 0.05)
    0.0
    """
    return confidence_region(counts, alpha, delta).eps(delta)


def delta_lower(counts: Counts, alpha: float, eps: float, delta: float = 0.0) -> float:
    """A lower confidence limit of the delta that the event needs at the given eps."""
    return confidence_region(counts, alpha, delta, eps).delta(eps)


def _cells(low: float, high: float) -> FloatArray:
    """Edges from low to high, equally spaced in the square root."""
    return np.asarray(np.linspace(math.sqrt(low), math.sqrt(high), CELLS + 1) ** 2).clip(low, high)


def _cdf(k: FloatArray, n: int, p: FloatArray) -> FloatArray:
    """P(Bin(n, p) <= k)."""
    inner = (k >= 0) & (k < n)
    safe = np.where(inner, k, 0.0)
    value = special().betainc(n - safe, safe + 1, np.broadcast_to(1 - p, k.shape))
    return np.where(inner, value, np.where(k < 0, 0.0, 1.0))


class _Tail:
    """An upper bound on P(B <= c(A)) for A ~ Bin(n, p[i]), B ~ Bin(m, q[i]), for every cell i at once."""

    def __init__(self, order: Order, observed: float, q: FloatArray, centre: FloatArray) -> None:
        self.n = order.n
        middle = order.n * centre
        wide = (REACH + order.z) * np.sqrt(np.maximum(middle * (1 - centre), 1.0))
        grid = np.linspace(-1.0, 1.0, BLOCKS + 1)
        ends = np.floor(middle[:, None] + wide[:, None] * grid[None, :]).clip(-1, order.n - 1)
        top = np.full((len(q), 1), float(order.n))
        self.ends = np.concatenate([ends, top], axis=1)
        known, place = np.unique(self.ends.clip(0), return_inverse=True)
        bound = np.maximum.accumulate(order.bounding(known, observed))[place].reshape(self.ends.shape)
        self.inside = _cdf(bound, order.m, q[:, None])
        self.largest = self.inside[:, -1] + ROUNDING

    def __call__(self, p: FloatArray) -> FloatArray:
        """The bound at p."""
        below = _cdf(self.ends, self.n, p[:, None])
        mass = np.diff(below, axis=1, prepend=0.0)
        return np.asarray(np.sum(np.maximum(mass, 0.0) * self.inside, axis=1) + ROUNDING)


STEPS: Final = 24


def _largest_excluded(tail: _Tail, start: FloatArray, level: float) -> FloatArray:
    """For each cell a p at which the tail probability is at most the level, close to the largest; 0 at worst.

    Any p that passes the test is right; the search (secants on the probit scale, bisection where they leave
    the bracket) only decides how good it is.
    """
    probit = special().ndtri
    goal = float(probit(level)) - 0.002
    least, least_y = np.zeros(len(start)), np.full(len(start), -np.inf)
    most, most_y = np.ones(len(start)), np.full(len(start), np.inf)
    p, slope = start, 0.5 / np.sqrt(start * (1 - start) / tail.n)
    for step in range(STEPS):
        value = tail(p)
        y = probit(np.clip(value, 1e-300, 1 - 1e-16))
        passed = value <= level
        least, least_y = np.where(passed, p, least), np.where(passed, y, least_y)
        most, most_y = np.where(passed, most, p), np.where(passed, most_y, y)
        close = (np.abs(least_y - goal) < 0.01) | (most - least < 1e-3 * most) | (tail.largest <= level)
        if bool(close.all()):
            break
        with np.errstate(all="ignore"):
            both = np.isfinite(least_y) & np.isfinite(most_y)
            chord = np.where(both, (most_y - least_y) / (most - least), slope)
            target = np.where(passed, p + (goal - y) / chord, p - (y - goal) / chord)
        outside = ~np.isfinite(target) | (target <= least) | (target >= most) | (step % 6 == 5)
        p = np.where(outside, (least + most) / 2, target)
    return least
