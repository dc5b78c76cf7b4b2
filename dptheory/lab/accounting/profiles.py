"""Privacy curves delta(eps) in closed form: exact for the worst queries, or the best for all pure releases.

delta(eps) is the supremum over neighbours and events E of P(E) - exp(eps) P'(E).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from flint import arb, ctx, fmpq

from . import binomial
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
        lambda eps: binomial.curve(times, loss(), eps),
        lambda delta: binomial.guess(times, float(near(loss())), float(delta)),
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
