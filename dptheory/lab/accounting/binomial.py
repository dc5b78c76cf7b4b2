"""The privacy curve of randomised response, used k times.

The privacy loss of k answers is (2 J - k) eps with J binomial: J ~ Bin(k, p) under one data set, Bin(k, 1 -
p) under its neighbour, p = 1/(1 + exp(-eps)). So

    delta(e) = sum over j with (2j - k) eps > e of C(k, j) p^j (1 - p)^(k - j) (1 - exp(e - (2j - k) eps)),

which is exact for randomised response, and the largest for any k eps-differentially private releases
(Kairouz, Oh and Viswanath 2015, Theorem 3.3).
"""

from __future__ import annotations

import math

from flint import arb, ctx, fmpz


def curve(k: int, loss: arb, eps: arb) -> arb:
    """delta(eps) for k answers of log-odds `loss`, eps >= 0; wide where the precision is too low.

    >>> two = curve(2, arb(3).log(), arb(0))     # total variation between Bin(2, 3/4) and Bin(2, 1/4)
    >>> two.overlaps(arb(1) / 2)
    True
    """
    if eps >= k * loss:
        return arb(0)
    place = (k + eps / loss) / 2
    if not place.rad() < 1:
        return arb.nan()
    first, last = (int(end.fmpq().floor()) + 1 for end in (place.lower(), place.upper()))
    # the sum from any j is at most delta, and delta is the sum from the right one
    value = arb(0)
    for j in range(first, last + 1):
        value = value.max(_sum(k, j, loss, eps))
    return value


def _sum(k: int, j: int, loss: arb, eps: arb) -> arb:
    """The sum from j on; far below the mode its first terms are enclosed by Hoeffding's inequality."""
    if j > k:
        return arb(0)
    odds = loss.exp()
    mode, width = int(k * float((odds / (1 + odds)).mid())), 12 * math.isqrt(k) + 12
    skipped = arb(0)
    if j < mode - width:
        j, skipped = mode - width, arb(0).union((-2 * arb(width - 1) ** 2 / k).exp())
    term = _term(k, j, odds)
    weight, shrink = (eps - (2 * j - k) * loss).exp(), (-2 * loss).exp()
    mass, total, enough = term, term * (1 - weight), arb(2) ** -ctx.prec
    while j < k:
        ratio = odds * fmpz(k - j) / fmpz(j + 1)
        if ratio < 1:
            # later ratios are smaller: a geometric series bounds what is left
            rest = term * ratio / (1 - ratio)
            if rest < enough * mass:
                return total + skipped + arb(0).union(rest)
        term, weight, j = term * ratio, weight * shrink, j + 1
        mass, total = mass + term, total + term * (1 - weight)
    return total + skipped


def _term(k: int, j: int, odds: arb) -> arb:
    """C(k, j) p^j (1 - p)^(k - j) with p/(1 - p) = odds."""
    choose = arb(k + 1).lgamma() - arb(j + 1).lgamma() - arb(k - j + 1).lgamma()
    return (choose + j * odds.log() - k * (1 + odds).log()).exp()


def guess(k: int, loss: float, delta: float) -> float:
    """About the eps at which the curve is delta: the largest log((A_j - delta)/B_j), A and B the two tails
    from j on. In floating point; it decides nothing.

    >>> abs(guess(1, math.log(3), 0.25) - math.log(2)) < 1e-9     # 3/4 - exp(eps)/4 = 1/4
    True
    """
    log_p = -math.log1p(math.exp(-loss))
    p, log_odds = math.exp(log_p), loss
    j = min(k, int(k * p + math.sqrt(k * (46 - math.log(delta)) / 2)) + 1)
    term = math.lgamma(k + 1) - math.lgamma(j + 1) - math.lgamma(k - j + 1) + k * log_p - (k - j) * log_odds
    above, below, best, falling = 0.0, -math.inf, 0.0, 0
    while j >= 0 and falling < 4:
        above += math.exp(term)
        below = _log_sum(below, term - (2 * j - k) * log_odds)
        if above > delta:
            here = math.log(above - delta) - below
            best, falling = (here, 0) if here > best else (best, falling + 1)
        if j > 0:
            term += math.log(j / (k - j + 1)) - log_odds
        j -= 1
    return best


def _log_sum(a: float, b: float) -> float:
    """log(exp(a) + exp(b))."""
    high, low = max(a, b), min(a, b)
    return high if low == -math.inf else high + math.log1p(math.exp(low - high))
