"""How much Gaussian noise (eps, delta) needs: the classical scale, and the exact one.

Balle and Wang 2018 ('Improving the Gaussian mechanism for differential privacy', Theorem 8): noise N(0,
sigma^2 I) on a query of l2-sensitivity s is (eps, delta)-private exactly when

    Phi(s / (2 sigma) - eps sigma / s) - e^eps Phi(-s / (2 sigma) - eps sigma / s) <= delta.

The left side is the largest P(E) - e^eps Q(E) over events E at distance s.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from dptheory.lab.domain import DomainError, fraction, nonnegative, positive
from dptheory.lab.special import special

STEPS = 200
"""Bisections: enough to exhaust double precision from any bracket."""

UPWARDS = 1 + 1e-12
"""What a scale is multiplied by, for the rounding of the formula."""


def gaussian_delta(eps: float, sigma: float, sensitivity: float) -> float:
    """The least delta at which the noise keeps eps.

    >>> round(gaussian_delta(0.0, 1.0, 2.0), 6)  # the total variation distance of N(0, 1) and N(2, 1)
    0.682689
    """
    log_ndtr = special().log_ndtr
    shift = positive("sensitivity", sensitivity) / positive("sigma", sigma)
    nonnegative("eps", eps)
    inside = float(log_ndtr(shift / 2 - eps / shift))
    outside = eps + float(log_ndtr(-shift / 2 - eps / shift))
    return max(0.0, -math.exp(inside) * math.expm1(min(0.0, outside - inside)))


def gaussian_eps(delta: float, sigma: float, sensitivity: float) -> float:
    """The least eps at which the noise keeps delta, rounded up."""
    fraction("delta", delta)
    if gaussian_delta(0.0, sigma, sensitivity) <= delta:
        return 0.0
    return _least(lambda eps: gaussian_delta(eps, sigma, sensitivity) <= delta)


def analytic_sigma(eps: float, delta: float, sensitivity: float) -> float:
    """The least sigma that keeps (eps, delta), rounded up (Balle and Wang 2018, Algorithm 1).

    >>> round(analytic_sigma(1.0, 1e-5, 1.0), 4)
    3.7306
    """
    nonnegative("eps", eps)
    fraction("delta", delta)
    least = _least(lambda s: gaussian_delta(eps, s, 1.0) <= delta)
    return positive("sensitivity", sensitivity) * least * UPWARDS


def classical_sigma(eps: float, delta: float, sensitivity: float) -> float:
    """s sqrt(2 log(1.25 / delta)) / eps, which keeps (eps, delta) for 0 < eps < 1 (Dwork and Roth 2014,
    Theorem A.1).

    >>> round(classical_sigma(0.5, 1e-5, 1.0), 4)
    9.6896
    >>> try:
    ...     classical_sigma(4.0, 1e-5, 1.0)
    ... except DomainError as error:
    ...     print(error)
    eps is 4.0; needed: eps < 1 for the classical scale; use the analytic one
    """
    if positive("eps", eps) >= 1:
        raise DomainError(f"eps is {eps!r}; needed: eps < 1 for the classical scale; use the analytic one")
    return (
        positive("sensitivity", sensitivity) * math.sqrt(2 * math.log(1.25 / fraction("delta", delta))) / eps
    )


def _least(enough: Callable[[float], bool]) -> float:
    """The least positive number that is enough, up to rounding, from above; `enough` is monotone."""
    high = 1.0
    while not enough(high):
        high *= 2
    low = high / 2
    while low > 1e-300 and enough(low):
        high, low = low, low / 2
    for _ in range(STEPS):
        middle = (low + high) / 2
        if not low < middle < high:
            break
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high
