"""Exact binomial confidence: Clopper-Pearson limits, quantiles by order statistics, and the DKW band."""

from __future__ import annotations

import math
from importlib import import_module

from dptheory.lab.domain import DomainError, FloatArray, count, fraction
from dptheory.lab.special import special


def lower_limit(successes: int, trials: int, alpha: float) -> float:
    """The Clopper-Pearson lower limit: below the true probability with confidence >= 1 - alpha.

    >>> lower_limit(0, 10, 0.05)
    0.0
    """
    _check(successes, trials, alpha)
    if successes == 0:
        return 0.0
    return float(special().betaincinv(successes, trials - successes + 1, alpha))


def upper_limit(successes: int, trials: int, alpha: float) -> float:
    """The Clopper-Pearson upper limit: above the true probability with confidence >= 1 - alpha.

    >>> round(upper_limit(0, 10, 0.05), 6) == round(1 - 0.05 ** (1 / 10), 6)
    True
    """
    _check(successes, trials, alpha)
    if successes == trials:
        return 1.0
    return float(special().betaincinv(successes + 1, trials - successes, 1 - alpha))


def _check(successes: int, trials: int, alpha: float) -> None:
    count("trials", trials)
    count("successes", successes, 0)
    fraction("alpha", alpha)
    if successes > trials:
        raise DomainError(f"successes is {successes}, more than the {trials} trials")


def quantile_upper(ordered: FloatArray, level: float, alpha: float) -> float:
    """An upper limit, with confidence >= 1 - alpha, of the `level` quantile; infinite when the sample is too
    small.

    The k-th smallest of N values exceeds the quantile unless fewer than k values lie at or below it: take the
    least k with P(Bin(N, level) <= k - 1) >= 1 - alpha.
    """
    fraction("level", level)
    law = import_module("scipy.stats").binom(len(ordered), level)
    k = int(law.ppf(1 - fraction("alpha", alpha))) + 1
    return float(ordered[k - 1]) if k <= len(ordered) else math.inf


def quantile_lower(ordered: FloatArray, level: float, alpha: float) -> float:
    """A lower limit, with confidence >= 1 - alpha, of the `level` quantile; minus infinity when the sample is
    too small.

    Take the largest k with P(Bin(N, level) <= k - 1) <= alpha.
    """
    fraction("level", level)
    law = import_module("scipy.stats").binom(len(ordered), level)
    k = int(law.ppf(fraction("alpha", alpha))) + 1
    while k > 0 and law.cdf(k - 1) > alpha:
        k -= 1
    return float(ordered[k - 1]) if k > 0 else -math.inf


def dkw_radius(trials: int, alpha: float) -> float:
    """sup |F_N - F| stays below this with probability >= 1 - alpha (Dvoretzky-Kiefer-Wolfowitz, Massart's
    constant).
    """
    return math.sqrt(math.log(2 / fraction("alpha", alpha)) / (2 * count("trials", trials)))
