"""What a composition guarantees: every known bound, smallest first.

A result is a pair (eps, delta) of exact decimals for which (eps, delta)-differential privacy was affirmed by
an enclosure: the number that was asked for is rounded up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from flint import arb, fmpq

from ...decimals import outward
from ...errors import BadInput
from ...exact import Number
from ...shown import Drawn, Tabular
from .composition import Composition
from .conversions import CONVERSIONS, MARKOV, Conversion, best_order, rounded
from .guarantees import EXACT, INTERVAL, UPPER, Divergence, Estimate, Guarantee
from .moments import GaussianMoments, positive_order
from .numbers import ACCURATE, DIGITS, above, between, near, rational, sharpen
from .profiles import Profile, gaussian, profiles
from .pure import basic, minibatch, one_way
from .sampled import POISSON, SampledMoments

if TYPE_CHECKING:
    from .spectrum import Spectrum

LEAST_DELTA: Final = fmpq(1, 10**1000)
"""A delta below this is printed as this."""
LEAST_EPSILON: Final = fmpq(1, 10**12)
"""An eps that is neither affirmed to be 0 nor above this is printed as this."""
LOSSES: Final = "privacy losses"
PROVED: Final = "composed on a grid, rounded outward: dptheory.lab.accounting.pld"
MINIBATCH: Final = "minibatch"
LECTURE: Final = "Chaudhuri 2020, section 2.2: 2 b T eps/n"
BASIC: Final = "Dwork, McSherry, Nissim and Smith 2006: the sum of the eps"


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
        from .spectrum import spectrum

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
            *_epsilons(whole.gathered(), wanted),
            *(_composed(whole, "epsilon", wanted) if losses else ()),
        ]
        return Account(whole, "epsilon", _ordered(both, attrgetter("eps")), _estimate(whole, wanted))
    target = rational("epsilon", epsilon if epsilon is not None else 0)
    if target < 0:
        raise BadInput(f"epsilon = {epsilon}", "0 <= epsilon < oo", "epsilon = 1")
    both = [*_deltas(whole.gathered(), target), *(_composed(whole, "delta", target) if losses else ())]
    return Account(whole, "delta", _ordered(both, attrgetter("delta")))


def _ordered(both: Sequence[Guarantee], value: Callable[[Guarantee], fmpq]) -> tuple[Guarantee, ...]:
    """The smallest first, exact ones before others; a bound from below goes with the smallest."""
    if not both:
        needed = "a larger delta: outcomes that only one of two neighbours has count into it"
        raise BadInput("releases with such outcomes", needed, "--epsilon 1, which says how much")
    first, *others = sorted(both, key=lambda g: (value(g), g.kind))
    least = max((g.least for g in both if g.least is not None), default=None)
    if first.kind == UPPER and least is not None:
        others = [replace(g, kind=UPPER, least=None) for g in others]
        first = replace(first, kind=INTERVAL, least=least)
    return first, *others


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
        yield Guarantee(given, min(_up(ends[1]), fmpq(1)), kind, LOSSES, PROVED, least=least)
        return
    high = outward(curve.epsilon(given, up=True), DIGITS, up=True)
    low = outward(curve.epsilon(given, up=False), DIGITS, up=False)
    for _ in range(4):
        if curve.upper(high) <= arb(given):
            below = curve.attained and low > 0 and bool(curve.lower(low) > arb(given))
            kind, least = (INTERVAL, low) if below else (UPPER, None)
            yield Guarantee(high, given, kind, LOSSES, PROVED, least=least)
            return
        high += _unit(max(high, LEAST_EPSILON))


def _epsilons(whole: Composition, delta: fmpq) -> Iterator[Guarantee]:
    for profile in profiles(whole):
        found = _profile_epsilon(profile, delta)
        if found is not None:
            yield found
    for conversion in _conversions(whole):
        yield _converted_epsilon(conversion, whole, delta)
    if whole.pure() is not None:
        yield Guarantee(basic(whole), fmpq(0), EXACT if one_way(whole) else UPPER, "basic", BASIC)
    lecture = minibatch(whole)
    if lecture is not None:
        yield Guarantee(lecture, fmpq(0), UPPER, MINIBATCH, LECTURE)


def _deltas(whole: Composition, eps: fmpq) -> Iterator[Guarantee]:
    for profile in profiles(whole):
        value = profile.at(eps)
        exact = profile.exact and (value.is_zero() or value.rel_accuracy_bits() >= ACCURATE)
        delta = min(_up(value), fmpq(1))
        kind = EXACT if exact and delta != LEAST_DELTA else UPPER
        yield Guarantee(eps, delta, kind, profile.name, profile.source)
    for conversion in _conversions(whole):
        yield _converted_delta(conversion, whole, eps)
    if whole.pure() is not None:
        inside = whole.loss() or basic(whole)
        delta = fmpq(0 if inside <= eps else 1)
        yield Guarantee(eps, delta, UPPER if delta else EXACT, "basic", BASIC)


def _conversions(whole: Composition) -> Sequence[Conversion]:
    """None where a release has no finite moments."""
    return () if any(getattr(part, "unbounded", False) for part, _ in whole.parts) else CONVERSIONS


def _profile_epsilon(profile: Profile, delta: fmpq) -> Guarantee | None:
    """A decimal that the curve affirms; exact where one unit less of its last digit is affirmed not to do."""

    def found(eps: fmpq, exact: bool) -> Guarantee:
        return Guarantee(eps, delta, EXACT if exact else UPPER, profile.name, profile.source)

    eps = outward(profile.epsilon(delta), DIGITS, up=True)
    if eps <= LEAST_EPSILON:
        if profile.at_most(fmpq(0), delta):
            return found(fmpq(0), profile.exact)
        eps = LEAST_EPSILON
    for _ in range(4):
        unit = _unit(eps)
        if profile.at_most(eps, delta):
            # the guess may be off by a little, and the next decimal as good
            eps = eps - unit if profile.at_most(eps - unit, delta) else eps
            return found(eps, profile.exact and profile.at_most(eps - unit, delta) is False)
        eps += unit
    return None


def _converted_epsilon(conversion: Conversion, whole: Composition, delta: fmpq) -> Guarantee:
    def needed() -> arb:
        return -arb(delta).log()

    if conversion is MARKOV and whole.quadratic:
        s = rounded(near(sharpen(lambda: (needed() / _rho(whole)).sqrt())))
        value = sharpen(lambda: _rho(whole) + 2 * (_rho(whole) * needed()).sqrt())
        return Guarantee(
            _up(value), delta, UPPER, conversion.name, conversion.source, s, "sqrt(log(1/delta)/rho)"
        )
    log_inverse = needed()
    sketch = whole.sketch()
    s = best_order(lambda s: conversion.epsilon(sketch, s, log_inverse))
    value = sharpen(lambda: conversion.epsilon(whole, arb(s), needed()), whole.accuracy)
    return Guarantee(max(_up(value), fmpq(0)), delta, UPPER, conversion.name, conversion.source, s)


def _converted_delta(conversion: Conversion, whole: Composition, eps: fmpq) -> Guarantee:
    name, source = conversion.name, conversion.source
    if conversion is MARKOV and whole.quadratic:
        if not arb(eps) > _rho(whole):
            # the infimum is at s -> 0, where the bound is 1
            return Guarantee(eps, fmpq(1), UPPER, name, source)
        s = rounded(near(sharpen(lambda: (arb(eps) / _rho(whole) - 1) / 2)))
        log_delta = sharpen(lambda: -((arb(eps) - _rho(whole)) ** 2) / (4 * _rho(whole)))
        return Guarantee(eps, _exp_up(log_delta), UPPER, name, source, s, "(epsilon/rho - 1)/2")
    at, sketch = arb(eps), whole.sketch()
    s = best_order(lambda s: conversion.log_delta(sketch, s, at))
    delta = _exp_up(sharpen(lambda: conversion.log_delta(whole, arb(s), arb(eps)), whole.accuracy))
    return Guarantee(eps, delta, UPPER, name, source, s if delta < 1 else None)


def _rho(whole: Composition) -> arb:
    return _known(whole.rho())


def _known(value: arb | None) -> arb:
    return arb.nan() if value is None else value


def _up(value: arb) -> fmpq:
    """The decimal of DIGITS digits that is not below an enclosed number >= 0."""
    end = above(value)
    return outward(max(end, LEAST_DELTA), DIGITS, up=True) if end > 0 else fmpq(0)


def _exp_up(log_delta: arb) -> fmpq:
    """exp of an enclosed logarithm, as a chance, rounded up."""
    if not log_delta < 0:
        return fmpq(1)
    if log_delta < -2300:
        return LEAST_DELTA
    return min(_up(log_delta.exp()), fmpq(1))


def _unit(value: fmpq) -> fmpq:
    """One unit of the last of DIGITS digits."""
    unit = fmpq(1)
    while value >= unit * 10:
        unit *= 10
    while value < unit:
        unit /= 10
    return unit / fmpq(10) ** (DIGITS - 1)


def renyi_upper(whole: Composition, order: Number) -> Divergence:
    """The Renyi divergence of an order > 1, rounded up; raises BadInput.

    >>> renyi_upper(Composition.of(("gaussian 1", 100)), 2).value
    100
    """
    s = positive_order(order)
    return Divergence(
        s + 1, _up(sharpen(lambda: whole.moment(arb(s)) / arb(s))), EXACT if whole.tight else UPPER
    )
