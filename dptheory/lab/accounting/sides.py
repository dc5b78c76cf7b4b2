"""Bounds on the curve delta(eps) of many releases, from above and from below: laws on a grid, and curves."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from typing import ClassVar, Final

from flint import arb, ctx, fmpq

from .pairs import Length
from .powers import Fixed

PRECISION: Final = 128


@dataclass(frozen=True)
class Side:
    """A law on the grid, with what its units stand for, and the chance of an infinite loss."""

    law: Fixed
    step: Length
    tilt: fmpq
    factor: arb
    infinite: arb
    up: bool
    shift: fmpq
    """The grid's: the loss of place 0."""

    @cached_property
    def _sums(self) -> tuple[list[arb], list[arb]]:
        """From each place k on, the sums of the masses and of the masses times exp(-loss), by Horner's rule:
        divided by what one unit at k stands for, and by that times exp(-loss).
        """
        fall, here, there = self._falls(), arb(0), arb(0)
        plain, scaled = [here], [there]
        for count in reversed(self.law.poly.coeffs()):
            here, there = here * fall[0] + count, there * fall[1] + count
            plain.append(here)
            scaled.append(there)
        return plain[::-1], scaled[::-1]

    def _falls(self) -> tuple[arb, arb]:
        """What a unit at a place stands for by that at the one before; the same times exp(-step)."""
        step = self.step.enclosed()
        return (-step * arb(self.tilt)).exp(), (-step * (arb(self.tilt) + 1)).exp()

    def delta(self, eps: arb) -> arb:
        """A bound on delta(eps): from above or from below, as the law was rounded. Places count from the
        first that may have a loss above eps; one too many there can only lower the sum, since its terms are
        then <= 0, and one too few leaves terms out that are > 0: so upwards both starts are tried.
        """
        eps = eps - arb(self.shift)
        place = eps / self.step.enclosed()
        plain, scaled = self._sums
        starts = {int(end.floor().fmpq()) + 1 - self.law.first for end in (place.lower(), place.upper())}
        inside = [max(0, min(start, len(plain) - 1)) for start in starts]
        value, (fall, far) = arb(0), self._falls()
        for start in inside:
            k = self.law.first + start
            found = fall**k * plain[start] - eps.exp() * far**k * scaled[start]
            value = value.max(self.factor * found)
        if self.law.up and self.law.lost:
            t = arb(self.tilt)
            value += self.factor * self.law.lost * (t * t.log() - (t + 1) * (t + 1).log() - t * eps).exp()
        return value + self.infinite


@dataclass(frozen=True)
class Curve:
    """delta(eps) between bounds: in the worse of the directions, from below and from above."""

    sides: tuple[Side, ...]
    attained: bool
    halvings: ClassVar[int] = 40

    def _worst(self, eps: fmpq, up: bool) -> arb:
        value = arb(0)
        for side in self.sides:
            if side.up is up:
                found = side.delta(arb(eps))
                value = value.max(found.upper() if up else found.lower())
        return value

    def upper(self, eps: fmpq) -> arb:
        """A bound from above on what any queries give away."""
        with ctx.workprec(PRECISION):
            return self._worst(eps, True).min(arb(1))

    def lower(self, eps: fmpq) -> arb:
        """A bound from below on what some queries give away."""
        with ctx.workprec(PRECISION):
            return self._worst(eps, False) if self.attained else arb(0)

    def above(self, other: Curve) -> Curve:
        """This from above, and from below what is attained: the other one."""
        sides = [one for one in self.sides if one.up] + [one for one in other.sides if not one.up]
        return Curve(tuple(sides), other.attained)

    def epsilon(self, delta: fmpq, *, up: bool) -> fmpq:
        """About the eps at which a bound is delta; decides nothing."""
        bound, wanted = (self.upper if up else self.lower), arb(delta)
        low, high = fmpq(0), fmpq(1)
        if not bound(low) > wanted:
            return low
        while bound(high) > wanted and high < 10**6:
            low, high = high, 2 * high
        for _ in range(self.halvings):
            middle = (low + high) / 2
            low, high = (middle, high) if bound(middle) > wanted else (low, middle)
        return high if up else low


@dataclass(frozen=True)
class Through(Curve):
    """To replace a record is to remove it and to add another: D, R, D'. For every event and a + b = eps, M(D)
    <= exp(a) M(R) + delta_1(a) <= exp(a) (exp(b) M(D') + delta_2(b)) + delta_1(a), so that delta(eps) <=
    delta_1(a) + exp(a) delta_2(b), of all a the least. `sides` are what is attained, from below.
    """

    removed: Curve
    added: Curve
    halvings: ClassVar[int] = 22

    def split(self, eps: fmpq) -> tuple[fmpq, arb, arb]:
        """About the best a, with both deltas there."""
        at = partial(self._at, eps)
        low, high = fmpq(0), eps
        for _ in range(12):
            third = (high - low) / 3
            left, right = (
                delta + a.exp() * other for a, delta, other in map(at, (low + third, high - third))
            )
            low, high = (low, high - third) if left < right else (low + third, high)
        middle = (low + high) / 2
        return middle, *at(middle)[1:]

    def _at(self, eps: fmpq, a: fmpq) -> tuple[arb, arb, arb]:
        return arb(a), self.removed.upper(a), self.added.upper(eps - a)

    def upper(self, eps: fmpq) -> arb:
        with ctx.workprec(PRECISION):
            a, delta, other = self.split(eps)
            return (delta + arb(a).exp() * other).upper().min(arb(1))
