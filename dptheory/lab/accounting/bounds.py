"""Bounds on what a composition gives away that need no grid: exact curves, Renyi bounds, sums of eps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from flint import arb, fmpq

from ...decimals import outward
from ...errors import BadInput
from ...exact import Number
from .composition import Composition
from .conversions import CONVERSIONS, MARKOV, Conversion, best_order, rounded
from .guarantees import EXACT, INTERVAL, UPPER, Divergence, Guarantee
from .lattice import one_sided
from .moments import MomentsFunction, positive_order
from .numbers import ACCURATE, DIGITS, above, near, sharpen
from .profiles import Profile, profiles
from .sampled import REPLACED, SampledMoments

LEAST_DELTA: Final = fmpq(1, 10**1000)
"""A delta below this is printed as this."""
LEAST_EPSILON: Final = fmpq(1, 10**12)
"""An eps that is neither affirmed to be 0 nor above this is printed as this."""
MINIBATCH: Final = "minibatch"
LECTURE: Final = "Chaudhuri 2020, section 2.2: 2 b T eps/n"
BASIC: Final = "Dwork, McSherry, Nissim and Smith 2006: the sum of the eps"


def ordered(found: Iterable[Guarantee], value: Callable[[Guarantee], fmpq]) -> tuple[Guarantee, ...]:
    """The smallest first, exact ones before others; a bound from below goes with the smallest."""
    both = list(found)
    if not both:
        needed = "a larger delta: outcomes that only one of two neighbours has count into it"
        raise BadInput("releases with such outcomes", needed, "--epsilon 1, which says how much")
    first, *others = sorted(both, key=lambda g: (value(g), g.kind))
    least = max((g.least for g in both if g.least is not None), default=None)
    if first.kind == UPPER and least is not None:
        others = [replace(g, kind=UPPER, least=None) for g in others]
        first = replace(first, kind=INTERVAL, least=least)
    return first, *others


def epsilons(whole: Composition, delta: fmpq) -> Iterator[Guarantee]:
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


def deltas(whole: Composition, eps: fmpq) -> Iterator[Guarantee]:
    for profile in profiles(whole):
        value = profile.at(eps)
        exact = profile.exact and (value.is_zero() or value.rel_accuracy_bits() >= ACCURATE)
        delta = min(rounded_up(value), fmpq(1))
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
        unit = unit_of(eps)
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
            rounded_up(value), delta, UPPER, conversion.name, conversion.source, s, "sqrt(log(1/delta)/rho)"
        )
    log_inverse = needed()
    sketch = whole.sketch()
    s = best_order(lambda s: conversion.epsilon(sketch, s, log_inverse))
    value = sharpen(lambda: conversion.epsilon(whole, arb(s), needed()), whole.accuracy)
    return Guarantee(max(rounded_up(value), fmpq(0)), delta, UPPER, conversion.name, conversion.source, s)


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


def rounded_up(value: arb) -> fmpq:
    """The decimal of DIGITS digits that is not below an enclosed number >= 0."""
    end = above(value)
    return outward(max(end, LEAST_DELTA), DIGITS, up=True) if end > 0 else fmpq(0)


def _exp_up(log_delta: arb) -> fmpq:
    """exp of an enclosed logarithm, as a chance, rounded up."""
    if not log_delta < 0:
        return fmpq(1)
    if log_delta < -2300:
        return LEAST_DELTA
    return min(rounded_up(log_delta.exp()), fmpq(1))


def unit_of(value: fmpq) -> fmpq:
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
        s + 1, rounded_up(sharpen(lambda: whole.moment(arb(s)) / arb(s))), EXACT if whole.tight else UPPER
    )


def one_way(whole: Composition) -> bool:
    """Whether the largest losses of all parts are attained by neighbours taken the same way round, so that
    their sum has a chance, and no smaller eps does with delta = 0. Of two laws each way has its own.
    """
    return not any(one_sided(mechanism) for mechanism, _ in whole.parts)


def basic(whole: Composition) -> fmpq:
    """The sum of the parts' eps, rounded up."""
    loss = whole.loss()
    enclosed = above(sharpen(lambda: whole.pure() or arb.nan())) if loss is None else loss
    return outward(enclosed, DIGITS, up=True)


def minibatch(whole: Composition) -> fmpq | None:
    """The lecture's bound on steps about samples, of which it speaks where each is pure with eps < 1: then
    log(1 + q (exp(eps) - 1)) <= q (exp(eps) - 1) <= 2 q eps.
    """
    total = fmpq(0)
    for mechanism, times in whole.parts:
        if not isinstance(mechanism, SampledMoments) or mechanism.scheme == REPLACED:
            return None
        release = mechanism.release
        eps = release.loss if release.loss is not None else _most_loss(release)
        if eps is None or eps >= 1:
            return None
        total += 2 * times * mechanism.rate * eps
    return outward(total, DIGITS, up=True)


def _most_loss(release: MomentsFunction) -> fmpq | None:
    eps = release.pure()
    return None if eps is None else above(eps)
