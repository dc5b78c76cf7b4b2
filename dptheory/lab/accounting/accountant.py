"""What a composition guarantees: every known bound, smallest first.

A result is a pair (eps, delta) of exact decimals for which (eps, delta)-differential privacy was affirmed by
an enclosure: the number that was asked for is rounded up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Final

from flint import arb, fmpq

from ...decimals import outward
from ...errors import BadInput
from ...exact import Number
from ...shown import Drawn, Tabular
from .bounds import LEAST_EPSILON, deltas, epsilons, ordered, rounded_up, unit_of
from .composition import Composition
from .conversions import rounded
from .guarantees import INTERVAL, UPPER, Estimate, Guarantee
from .moments import GaussianMoments
from .numbers import DIGITS, between, near, rational
from .profiles import Profile, gaussian, profiles
from .sampled import POISSON, SampledMoments
from .spectrum import Spectrum, spectrum

LOSSES: Final = "privacy losses"
PROVED: Final = "composed on a grid, rounded outward: dptheory.lab.accounting.pld"
@dataclass(frozen=True, repr=False)
class Account(Drawn, Tabular):
    """What was asked, and every guarantee found, smallest first; for sampled Gaussians an estimate beside
    them.
    """

    whole: Composition
    asked: str
    guarantees: tuple[Guarantee, ...]
    estimate: Estimate | None = None
    attained: bool = True

    @property
    def best(self) -> Guarantee:
        """The smallest."""
        return self.guarantees[0]

    def not_attained(self) -> Account:
        """The same where no queries are known that give away as much."""
        guarantees = (replace(one, kind=UPPER, least=None) for one in self.guarantees)
        return replace(self, guarantees=tuple(guarantees), attained=False)

    def spectrum(self, delta: Number = "1e-10") -> Spectrum:
        """The whole curve, from eps = 0 to where this delta is reached."""
        found = spectrum(self.whole, delta)
        return found if self.attained else found.not_attained()


def account(
    whole: Composition, *, delta: Number | None = None, epsilon: Number | None = None, losses: bool = True
) -> Account:
    """The least eps for a delta, or the least delta for an eps; give exactly one of the two.

    Where no curve is known in closed form, the privacy losses are composed on a grid, which takes up to some
    seconds, and not with `losses` false. Raises BadInput unless 0 < delta < 1, or 0 <= epsilon.

    >>> from dptheory.decimals import upper
    >>> found = account(Composition.of(("gaussian 1", 100)), delta="1e-6")
    >>> upper(found.best.eps), found.best.kind, found.best.source
    ('96.7173', 'exact', 'Balle and Wang 2018, Theorem 8')
    """
    if (delta is None) == (epsilon is None):
        given = "neither delta nor epsilon" if delta is None else "delta and epsilon both"
        raise BadInput(given, "one of them", "--delta 1e-6")
    if delta is not None:
        wanted = between("delta", delta, 0, 1, "delta = 1e-6")
        both = [
            *epsilons(whole.gathered(), wanted),
            *(_composed(whole, "epsilon", wanted) if losses else ()),
        ]
        return Account(whole, "epsilon", ordered(both, attrgetter("eps")), _estimate(whole, wanted))
    target = rational("epsilon", epsilon if epsilon is not None else 0)
    if target < 0:
        raise BadInput(f"epsilon = {epsilon}", "0 <= epsilon < oo", "epsilon = 1")
    both = [*deltas(whole.gathered(), target), *(_composed(whole, "delta", target) if losses else ())]
    return Account(whole, "delta", ordered(both, attrgetter("delta")))


def _estimate(whole: Composition, delta: fmpq) -> Estimate | None:
    """mu^2 = sum of n q^2 (exp(1/sigma^2) - 1), of sampled Gaussians alone; and the eps of its curve at
    delta.
    """
    square = arb(0)
    for mechanism, times in whole.parts:
        if not (isinstance(mechanism, SampledMoments) and isinstance(mechanism.release, GaussianMoments)):
            return None
        if mechanism.scheme != POISSON:
            return None
        if mechanism.release.sigma < fmpq(1, 10):
            return None
        square += times * arb(mechanism.rate) ** 2 * (2 * mechanism.release.rho()).expm1()
    mu = square.sqrt()
    curve = Profile("", "", False, lambda eps: gaussian(mu, eps))
    return Estimate(rounded(near(mu), DIGITS), rounded(curve.epsilon(delta), DIGITS))


def _composed(whole: Composition, asked: str, given: fmpq) -> Iterator[Guarantee]:
    """What the losses on a grid show, where no exact curve is known; nothing where they are out of reach."""
    if any(profile.exact for profile in profiles(whole.gathered())):
        return
    from .dominating import curve_of

    curve = curve_of(whole, delta=given) if asked == "epsilon" else curve_of(whole, epsilon=given)
    if curve is None:
        return
    if asked == "delta":
        ends = curve.lower(given), curve.upper(given)
        least = outward(ends[0].fmpq(), DIGITS, up=False) if ends[0] > 0 and curve.attained else None
        kind = UPPER if least is None else INTERVAL
        yield Guarantee(given, min(rounded_up(ends[1]), fmpq(1)), kind, LOSSES, PROVED, least=least)
        return
    high = outward(curve.epsilon(given, up=True), DIGITS, up=True)
    low = outward(curve.epsilon(given, up=False), DIGITS, up=False)
    for _ in range(4):
        if curve.upper(high) <= arb(given):
            below = curve.attained and low > 0 and bool(curve.lower(low) > arb(given))
            kind, least = (INTERVAL, low) if below else (UPPER, None)
            yield Guarantee(high, given, kind, LOSSES, PROVED, least=least)
            return
        high += unit_of(max(high, LEAST_EPSILON))
