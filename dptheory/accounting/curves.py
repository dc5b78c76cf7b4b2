"""The curve delta(eps) of many releases, enclosed between what a dominating and a dominated law on a grid
have.

See `pld` for the two laws, `powers` for their sums. Everything that is searched for (`scouts`: the tilt,
the step, the ends of the grid) decides how near the two are, never whether they are right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, floor, sqrt
from typing import Final, TypeAlias

from flint import arb, ctx, fmpq, fmpz_poly

from .pairs import Length, Pair
from .pld import Cells, Grid, cells, downwards, ends, upwards
from .powers import BITS, ONE, Fixed, fixed, power, product
from .scouts import SPARE, Scout, exp_or_least, left_out, scout, step_near

PRECISION: Final = 224
MOST_CELLS: Final = 60_000
MOST_PLACES: Final = 1 << 18
MOST_TIMES: Final = 1 << 40
ROUGH: Final = 30
"""How much wider an interval may be that only compares two directions."""

Parts: TypeAlias = Sequence[tuple[Pair, int]]
"""Pairs, each with how often it is used."""


@dataclass(frozen=True)
class Side:
    """A law on the grid, with what its units stand for, and the chance of an infinite loss."""

    law: Fixed
    step: Length
    tilt: fmpq
    factor: arb
    infinite: arb

    @cached_property
    def _sums(self) -> tuple[list[arb], list[arb]]:
        """From each place on, the sums of the masses and of the masses times exp(-loss)."""
        shrink = (-self.step.enclosed() * arb(self.tilt)).exp()
        fall = (-self.step.enclosed()).exp()
        counts = self.law.poly.coeffs()
        last = self.law.first + len(counts) - 1
        power, rest = self.factor * shrink**last, fall**last
        weight, other = 1 / shrink, 1 / fall
        plain, scaled = [arb(0)], [arb(0)]
        for count in reversed(counts):
            mass = power * count
            plain.append(plain[-1] + mass)
            scaled.append(scaled[-1] + mass * rest)
            power, rest = power * weight, rest * other
        return plain[::-1], scaled[::-1]

    def delta(self, eps: arb) -> arb:
        """A bound on delta(eps): from above or from below, as the law was rounded. Places count from the
        first that may have a loss above eps; one too many there can only lower the sum, since its terms are
        then <= 0, and one too few leaves terms out that are > 0: so upwards both starts are tried.
        """
        place = eps / self.step.enclosed()
        plain, scaled = self._sums
        starts = {int(end.floor().fmpq()) + 1 - self.law.first for end in (place.lower(), place.upper())}
        inside = [max(0, min(start, len(plain) - 1)) for start in starts]
        value = arb(0)
        for start in inside:
            value = value.max(plain[start] - eps.exp() * scaled[start])
        if self.law.up and self.law.lost:
            t = arb(self.tilt)
            value += self.factor * self.law.lost * (t * t.log() - (t + 1) * (t + 1).log() - t * eps).exp()
        return value + self.infinite


@dataclass(frozen=True)
class Curve:
    """delta(eps) between bounds: in the worse of the directions, from below and from above."""

    sides: tuple[tuple[Side, Side], ...]
    attained: bool

    def upper(self, eps: fmpq) -> arb:
        """A bound from above on what any queries give away."""
        with ctx.workprec(PRECISION):
            value = arb(0)
            for _, up in self.sides:
                value = value.max(up.delta(arb(eps)).upper())
            return value.min(arb(1))

    def lower(self, eps: fmpq) -> arb:
        """A bound from below on what some queries give away."""
        with ctx.workprec(PRECISION):
            value = arb(0)
            for down, _ in self.sides if self.attained else ():
                value = value.max(down.delta(arb(eps)).lower())
            return value

    def epsilon(self, delta: fmpq, *, up: bool) -> fmpq:
        """About the eps at which a bound is delta; decides nothing."""
        bound, wanted = (self.upper if up else self.lower), arb(delta)
        low, high = fmpq(0), fmpq(1)
        if not bound(low) > wanted:
            return low
        while bound(high) > wanted and high < 10**6:
            low, high = high, 2 * high
        for _ in range(44):
            middle = (low + high) / 2
            low, high = (middle, high) if bound(middle) > wanted else (low, middle)
        return high if up else low


def composed(
    directions: Sequence[Parts], width: float, *, delta: float | None = None, eps: float = 0.0
) -> Curve | None:
    """The curve of releases, each so many times; of several directions the worse. It is sharp near the eps
    that belongs to `delta`, or, where that is None, near `eps`; `width` is about how far apart the bounds
    on eps may be there, as a share of it. None where the losses are out of reach.
    """
    times = sum(n for _, n in directions[0])
    if not 1 <= times <= MOST_TIMES:
        return None
    attained = all(pair.attained for pair, _ in directions[0])
    with ctx.workprec(PRECISION):
        fine = list(range(len(directions)))
        rough = [_both(parts, ROUGH * width, delta, eps, times) for parts in directions[1:] and directions]
        if None not in rough and len(rough) > 1:
            # a direction that is surely below another one there need not be sharp
            ends = [_ends(Curve((side,), True), delta, eps) for side in rough if side is not None]
            fine = [k for k in fine if ends[k][1] >= max(low for low, _ in ends)]
        sides = [
            _both(parts, width, delta, eps, times) if k in fine else rough[k]
            for k, parts in enumerate(directions)
        ]
    known = tuple(side for side in sides if side is not None)
    return Curve(known, attained) if len(known) == len(sides) else None


def _ends(curve: Curve, delta: float | None, eps: float) -> tuple[fmpq, fmpq]:
    """About the ends of the interval that is asked for."""
    if delta is None:
        at = fmpq(*eps.as_integer_ratio())
        return curve.lower(at).fmpq(), curve.upper(at).fmpq()
    wanted = fmpq(*delta.as_integer_ratio())
    return curve.epsilon(wanted, up=False), curve.epsilon(wanted, up=True)


def _both(
    parts: Parts, width: float, delta: float | None, eps: float, times: int
) -> tuple[Side, Side] | None:
    """The bounds from below and from above, on a grid that is fine enough, or as fine as is not too long."""
    if delta is not None:
        seen = scout(parts, delta)
        if seen is None:
            return None
        eps, tilt = seen.epsilon(delta)
    else:
        seen, tilt, delta = _at(parts, eps)
        if seen is None:
            return None
    reach = [ends(pair, left_out(tilt, delta, times)) for pair, _ in parts]
    known = [one for one in reach if one is not None]
    if len(known) < len(reach):
        return None
    target = 2 * sqrt(width * max(eps, 0.1 / tilt) / ((tilt + 1) * times))
    if any(pair.unit is None and pair.atoms() for pair, _ in parts):
        # atoms beside the grid are rounded down by up to a step
        target = min(target, 4 * width * max(eps, 0.1 / tilt) / times)
    target = max(target, 20 * seen.deviation(tilt) / MOST_PLACES)
    target = max(target, *((high - low) / MOST_CELLS for low, high in known))
    step = step_near([pair.unit for pair, _ in parts], target)
    with ctx.workprec(64):
        h = float(step.enclosed())
    grids = [Grid(step, floor(low / h) - 1, ceil(high / h) + 1) for low, high in known]
    if any(grid.last - grid.first > 20 * MOST_CELLS for grid in grids):
        return None
    made = [(pair, grid, n, cells(pair, grid)) for (pair, n), grid in zip(parts, grids, strict=True)]
    exact = fmpq(*tilt.as_integer_ratio())
    return _side(made, step, exact, times, up=False), _side(made, step, exact, times, up=True)


def _at(parts: Parts, eps: float) -> tuple[Scout | None, float, float]:
    """A picture near an eps, the tilt there, and about the delta."""
    delta = 1e-9
    for _ in range(4):
        seen = scout(parts, delta)
        if seen is None:
            return None, 1.0, delta
        value, tilt = seen.log_delta(eps)
        if exp_or_least(value) * 1e-3 >= delta:
            break
        delta = exp_or_least(value) * 1e-3
    return seen, tilt, delta


def _side(
    made: Sequence[tuple[Pair, Grid, int, Cells]], step: Length, tilt: fmpq, times: int, *, up: bool
) -> Side:
    """One bound: the parts' powers, multiplied. That some loss is infinite has the chance 1 - (1 - i_1)^n_1
    ..., at most i_1 n_1 + ...
    """
    whole, factor, never = Fixed(fmpz_poly([ONE]), 0, 0, up), arb(2) ** -BITS, arb(1)
    most = arb(0)
    waste = (ONE >> SPARE) // (4 * times)
    for pair, grid, n, found in made:
        masses = (upwards if up else downwards)(pair, grid, found)
        law, scale = fixed(masses.at, up, step, tilt)
        whole = product(whole, power(law, n, waste), waste)
        factor *= arb(scale) ** n
        chance = masses.infinite.upper() if up else masses.infinite.lower()
        never, most = never * (1 - chance.min(arb(1)).max(arb(0))) ** n, most + n * chance
    infinite = 1 - never
    return Side(whole, step, tilt, factor, infinite.min(most) if up else infinite)
