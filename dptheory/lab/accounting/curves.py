"""The curve delta(eps) of many releases, enclosed between what a dominating and a dominated law on a grid
have.

See `pld` for the two laws, `powers` for their sums. Everything that is searched for (`scouts`: the tilt,
the step, the ends of the grid) decides how near the two are, never whether they are right.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from math import ceil, sqrt
from typing import ClassVar, Final

from flint import arb, ctx, fmpq, fmpz_poly

from .pairs import Length, Pair
from .pld import Cells, Grid, cells, downwards, ends, upwards
from .powers import BITS, Fixed, Thinning, fixed, power, product
from .scouts import FEW, Parts, Plan, common, edges, exp_or_least, left_out, origin, planned, spare, step_near

PRECISION: Final = 128
MOST_CELLS: Final = 60_000
MOST_PLACES: Final = 1 << 18
MOST_TIMES: Final = 1 << 40
FINEST: Final = 2
"""By how much the shortest cells of a part without atoms are shorter than even ones, rounded upwards."""
BELOW: Final = 5
"""How much wider the bound from below may be than the one from above."""
THIN: Final = 0.05
"""What share of the error a doubled step may add."""
THIN_ATOMS: Final = 0.01
"""The same downwards, where atoms may come to lie between the points."""
MANY: Final = 20_000
GUESSED: Final = 12
"""Bits by which the moments may be wrong about delta."""
ROUGH: Final = 30
"""How much wider an interval may be that only compares two directions."""


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


def composed(
    directions: Sequence[Parts], width: float, *, delta: float | None = None, eps: float = 0.0
) -> Curve | None:
    """The curve of releases, each so many times; of several directions the worse. It is sharp near the eps
    that belongs to `delta`, or, where that is None, near `eps`; `width` is about how far apart the bounds
    on eps may be there, as a share of it. None where the losses are out of reach.
    """
    if not 1 <= sum(n for _, n in directions[0]) <= MOST_TIMES:
        return None
    attained, sides = all(pair.attained for pair, _ in directions[0]), list[Side]()
    with ctx.workprec(PRECISION):
        plans = [plan for parts in directions if (plan := planned(parts, delta, eps)) is not None]
        if len(plans) < len(directions):
            return None
        for plan in sorted(plans, key=lambda plan: (-plan.eps, -plan.delta)):
            # a direction that is surely below the worst one need not be sharp
            rough = _sides(plan, ROUGH * width, (True,)) if sides and attained else ()
            clear = rough and _below(rough[0], sides[0], None if delta is None else plan.delta, eps)
            made = rough if clear else _sharp(plan, width, delta, (False, True) if attained else (True,))
            if not made:
                return None
            sides += made
    return Curve(tuple(sides), attained)


def _below(up: Side, down: Side, delta: float | None, eps: float) -> bool:
    """Whether one law is below another at what is asked."""
    at = _exact(eps)
    if delta is not None:
        at = Curve((down,), True).epsilon(_exact(delta), up=False)
    return bool(up.delta(arb(at)) < down.delta(arb(at)))


def _sharp(plan: Plan, width: float, delta: float | None, ways: Sequence[bool]) -> list[Side]:
    """The bounds, with more bits where the moments made a poor guess of what is asked, so that what is cut
    off weighs too much there; of many releases a rough bound tells first.
    """
    rough = plan.times >= MANY
    made = _sides(plan, ROUGH * width, (True,)) if rough else _sides(plan, width, ways)
    for _ in range(4):
        if not made:
            return []
        curve = Curve(tuple(made), True)
        if delta is None:
            there = replace(plan, delta=exp_or_least(float(curve.upper(_exact(plan.eps)).log())))
        else:
            there = replace(plan, eps=float(arb(curve.epsilon(_exact(delta), up=True))))
        needed = BITS + max(0, ceil(there.missed()) - GUESSED)
        if needed <= plan.bits + GUESSED / 4:
            break
        plan = replace(there, bits=needed)
        made = _sides(plan, ROUGH * width, (True,)) if rough else _sides(plan, width, ways)
    return _sides(plan, width, ways) if rough else made


def _exact(value: float) -> fmpq:
    return fmpq(*value.as_integer_ratio())


def _sides(plan: Plan, width: float, ways: Sequence[bool] = (False, True)) -> list[Side]:
    """The bounds from below and from above, each on a grid that is fine enough, or as fine as is not too
    long; none where that is out of reach.
    """
    reach = [ends(pair, left_out(plan.tilt, plan.delta, plan.times)) for pair, _ in plan.parts]
    known = [one for one in reach if one is not None]
    if len(known) < len(reach):
        return []
    sharper = 0.1 if plan.times <= FEW else 1.0
    with ctx.workprec(PRECISION + plan.bits - BITS):
        made = [_made(plan, known, width * sharper if up else width * BELOW, up=up) for up in ways]
    return [side for side in made if side is not None] if None not in made else []


def _made(plan: Plan, known: Sequence[tuple[float, float]], width: float, *, up: bool) -> Side | None:
    """One of them: about the grids, by the tilted law."""
    parts, tilt, times = plan.parts, plan.tilt, plan.times
    size = max(plan.eps, 0.1 / tilt)
    target = 2 * sqrt(width * size / ((tilt + 1) * times))
    if not up and any(pair.unit is None and pair.atoms() for pair, _ in parts):
        # atoms beside the grid are rounded down by up to a step
        target = min(target, 8 * width * size / times)
    # a law that is thinned has the most places when that begins
    target = max(target, 20 * min(1.0, 3 / sqrt(times)) * plan.seen.deviation(tilt) / MOST_PLACES)
    least = max((high - low) / MOST_CELLS for low, high in known)
    still = Length(fmpq(0))
    uneven = all(atom.loss == still for pair, _ in parts for atom in pair.atoms())
    finest = max(target, least) / FINEST if uneven and up else max(target, least)
    step, exact = _step(parts, finest, max(high - low for low, high in known))
    with ctx.workprec(64):
        h = float(step.enclosed())
    if any(high - low > 20 * MOST_CELLS * h for low, high in known):
        return None
    made = []
    for k, ((pair, n), reach) in enumerate(zip(parts, known, strict=True)):
        grid = _grid(pair, step, reach, plan.seen.lengths(k, tilt, target) if uneven else None)
        made.append((pair, grid, n, cells(pair, grid)))
    room = 0.0 if exact else times * max(target, h) ** 2 * (THIN if uneven or up else THIN_ATOMS)
    return _side(made, Thinning(step, _exact(tilt), room), plan, up=up)


def _grid(
    pair: Pair, step: Length, reach: tuple[float, float], length: Callable[[float], float] | None
) -> Grid:
    """The grid of a pair, with cells about as long as `length` says, else all alike."""
    with ctx.workprec(64):
        h = float(step.enclosed())
    shift = fmpq(0) if pair.atoms() else origin(pair, reach, h)
    zero = float(arb(shift))

    def size(at: int) -> float:
        return 1.0 if length is None else length(zero + at * h) / h

    first, last = (round((end - zero) / h) for end in reach)
    return Grid(step, edges(first - 2, last + 2, size), shift)


def _step(parts: Parts, target: float, far: float) -> tuple[Length, bool]:
    """A step near the target, or one of which all losses are multiples, so that none is rounded; which."""
    units = [pair.unit for pair, _ in parts]
    whole = common(units) if all(pair.total()[0].is_zero() for pair, _ in parts) else None
    if whole is not None and whole.enclosed() * MOST_CELLS > far:
        return whole, True
    return step_near(units, target), False


def _side(made: Sequence[tuple[Pair, Grid, int, Cells]], thinning: Thinning, plan: Plan, *, up: bool) -> Side:
    """One bound: the parts' powers, multiplied. That some loss is infinite has the chance 1 - (1 - i_1)^n_1
    ..., at most i_1 n_1 + ...
    """
    step, tilt, laws = thinning.step, thinning.tilt, list[Fixed]()
    factor, never, most = arb(2) ** -plan.bits, arb(1), arb(0)
    waste = (1 << (BITS - spare(plan.times))) // (4 * plan.times)
    for pair, grid, n, found in made:
        masses = (upwards if up else downwards)(pair, grid, found)
        law, scale = fixed(masses.at, up, step, tilt, plan.bits)
        laws.append(power(law, n, waste, thinning))
        factor *= arb(scale) ** n
        chance = masses.infinite.upper() if up else masses.infinite.lower()
        never, most = never * (1 - chance.min(arb(1)).max(arb(0))) ** n, most + n * chance
    widest, infinite = max(law.doubled for law in laws), 1 - never
    whole = Fixed(fmpz_poly([1 << plan.bits]), 0, 0, up, 0, plan.bits)
    for law, (_, _, n, _) in zip(laws, made, strict=True):
        whole = product(replace(whole, doubled=widest), thinning.doubled(law, widest), waste * n)
    longer, shift = step.times(fmpq(2) ** widest), sum((n * grid.shift for _, grid, n, _ in made), fmpq(0))
    return Side(whole, longer, tilt, factor, infinite.min(most) if up else infinite, up, shift)
