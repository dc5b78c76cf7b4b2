"""Privacy curves delta(eps) in closed form: exact for the worst queries, or the best for all pure releases.

delta(eps) is the supremum over neighbours and events E of P(E) - exp(eps) P'(E).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from flint import arb, ctx, fmpq, fmpz

from .bundles import Gathered
from .composition import Composition
from .exponential import ExponentialMoments
from .moments import LaplaceMoments, ResponseMoments
from .numbers import PRECISIONS, near, sharpen

MOST_ANSWERS: Final = 1_000_000
"""Repetitions up to which the binomial curve is summed."""

HUGE: Final = 10**9
"""An eps beyond which the Gaussian curve is only bounded from above."""
MOST_LOSS: Final = 1000
"""The eps of one release up to which it is."""


@dataclass(frozen=True)
class Profile:
    """A curve with its source. `exact`: some queries attain it; else it only bounds the curve from above."""

    name: str
    source: str
    exact: bool
    delta: Callable[[arb], arb]
    guess: Callable[[fmpq], float | fmpq] | None = None

    def at(self, eps: fmpq) -> arb:
        """delta(eps), enclosed; a chance."""
        return sharpen(lambda: self.delta(arb(eps))).min(arb(1))

    def at_most(self, eps: fmpq, delta: fmpq) -> bool | None:
        """Whether delta(eps) <= delta, as far as arb affirms it or its contrary; None where it affirms
        neither.
        """
        for precision in PRECISIONS[1:5]:
            with ctx.workprec(precision):
                value = self.delta(arb(eps))
                if value <= arb(delta):
                    return True
                if value > arb(delta):
                    return False
        return None

    def epsilon(self, delta: fmpq) -> fmpq:
        """Near the least eps with delta(eps) <= delta. Decides nothing."""
        if self.guess is not None:
            found = self.guess(delta)
            return found if isinstance(found, fmpq) else fmpq(*found.as_integer_ratio())
        return self._bisect(delta)

    def _bisect(self, delta: fmpq) -> fmpq:
        with ctx.workprec(128):
            low, high = fmpq(0), fmpq(1)
            if self.delta(arb(low)) <= arb(delta):
                return low
            while self.delta(arb(high)) > arb(delta):
                low, high = high, 2 * high
            for _ in range(34):
                middle = (low + high) / 2
                low, high = (middle, high) if self.delta(arb(middle)) > arb(delta) else (low, middle)
            return high


def profiles(whole: Composition) -> tuple[Profile, ...]:
    """The curves that are known for a composition.

    >>> [profile.exact for profile in profiles(Composition.of(("gaussian 1", 100)))]
    [True]
    """
    if whole.normal:
        return (_gaussian(whole),)
    if whole.repeated is None or isinstance(whole.repeated[0], Gathered):
        return ()
    mechanism, times = whole.repeated
    if times == 1 and isinstance(mechanism, LaplaceMoments):
        return (
            Profile("Laplace", "exact for one release", True, lambda eps: laplace(mechanism.pure(), eps)),
        )
    if times == 1 and isinstance(mechanism, ExponentialMoments):
        source = "Dong, Durfee and Rogers 2020"
        return (Profile("exponential", source, True, lambda eps: exponential(mechanism.pure(), eps)),)
    eps = mechanism.pure()
    if times > MOST_ANSWERS or eps is None or not eps < MOST_LOSS:
        return ()
    return (_binomial(whole, times, isinstance(mechanism, ResponseMoments)),)


def _gaussian(whole: Composition) -> Profile:
    """Gaussian releases together are one with mu^2 = sum of 1/sigma^2 (Dong, Roth and Su 2022, Corollary
    3.3).
    """

    def delta(eps: arb) -> arb:
        rho = whole.rho()
        return arb.nan() if rho is None else gaussian((2 * rho).sqrt(), eps)

    return Profile("Gaussian", "Balle and Wang 2018, Theorem 8", True, delta)


def _binomial(whole: Composition, times: int, exact: bool) -> Profile:
    mechanism = whole.parts[0][0]

    def loss() -> arb:
        eps = mechanism.pure()
        return arb.nan() if eps is None else eps

    return Profile(
        "randomised response" if exact else "optimal composition",
        "Kairouz, Oh and Viswanath 2015, Theorem 3.3",
        exact,
        lambda eps: response(times, loss(), eps),
        lambda delta: response_guess(times, float(near(loss())), float(delta)),
    )


def gaussian(mu: arb, eps: arb) -> arb:
    """Phi(mu/2 - eps/mu) - exp(eps) Phi(-mu/2 - eps/mu): the curve of N(0, 1) against N(mu, 1).

    >>> gaussian(arb(1), arb(0)).overlaps((arb(1) / 8).sqrt().erf())
    True
    """
    root = arb(2).sqrt()
    near_tail, far_tail = (eps / mu - mu / 2) / root, (eps / mu + mu / 2) / root
    if eps > HUGE:
        # exp(eps) may be out of range: the second term lies between 0 and the first
        return arb(0).union(near_tail.erfc() / 2)
    return (near_tail.erfc() - eps.exp() * far_tail.erfc()) / 2


def laplace(loss: arb, eps: arb) -> arb:
    """max(0, 1 - exp((eps - loss)/2)): the curve of Laplace noise of scale 1/loss against its shift by 1.

    The event is t < c = (1 - eps/loss)/2, with P = 1 - exp(-c loss)/2 and P' = exp((c - 1) loss)/2.
    """
    return (-((eps - loss) / 2).expm1()).max(arb(0))


def exponential(loss: arb, eps: arb) -> arb:
    """(1 - exp((eps - loss)/2))^2/(1 - exp(-loss)) for eps <= loss, else 0: the worst two outcomes.

    Ratios x and x exp(-loss) with mean 1 give P - exp(eps) P' = 1 + y E - E/x - x y over 1 - y, where y =
    exp(-loss) and E = exp(eps); it is largest at x = sqrt(E/y).
    """
    short = (-((eps - loss) / 2).expm1()).max(arb(0))
    return short * short / -((-loss).expm1())


def response(k: int, loss: arb, eps: arb) -> arb:
    """The curve of k answers by randomised response of log-odds `loss`, eps >= 0; wide where the precision is
    too low.

    Their privacy loss is (2 J - k) loss with J binomial: J ~ Bin(k, p) under one data set, Bin(k, 1 - p)
    under its neighbour, p = 1/(1 + exp(-loss)). So delta(eps) is the sum over j with (2j - k) loss > eps of

        C(k, j) p^j (1 - p)^(k - j) (1 - exp(eps - (2j - k) loss)),

    which is exact for randomised response, and the largest for any k pure releases of that loss (Kairouz, Oh
    and Viswanath 2015, Theorem 3.3).

    >>> two = response(2, arb(3).log(), arb(0))     # total variation between Bin(2, 3/4) and Bin(2, 1/4)
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


def response_guess(k: int, loss: float, delta: float) -> float:
    """About the eps at which the curve is delta: the largest log((A_j - delta)/B_j), A and B the two tails
    from j on. In floating point; it decides nothing.

    >>> abs(response_guess(1, math.log(3), 0.25) - math.log(2)) < 1e-9     # 3/4 - exp(eps)/4 = 1/4
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
