"""The curve delta(eps) of many releases, enclosed between what a dominating and a dominated law on a grid
have.

See `pld` for the two laws, `powers` for their sums. Everything that is searched for (`scouts`: the tilt,
the step, the ends of the grid) decides how near the two are, never whether they are right.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import ceil, log2, sqrt
from typing import Final

from flint import arb, ctx, fmpq, fmpz_poly

from .pairs import Length, Pair
from .pld import Cells, Grid, cells, downwards, ends, upwards
from .powers import BITS, WINDOW, Fixed, Thinning, fixed, parted, power, product
from .scouts import (
    FEW,
    Parts,
    Plan,
    common,
    edges,
    exp_or_least,
    left_out,
    origin,
    planned,
    spare,
    step_near,
    through,
)
from .sides import PRECISION, Curve, Side

MOST_CELLS: Final = 60_000
MOST_PLACES: Final = 1 << 18
MOST_TIMES: Final = 1 << 40
FINEST: Final = 2
"""By how much the shortest cells of a part without atoms are shorter than even ones, rounded upwards."""
BELOW: Final = 5
"""How much wider the bound from below may be than the one from above."""
LARGE: Final = 30.0
"""An eps beyond which both are to be as sharp as at it, but for a tenth."""
THIN: Final = 0.05
"""What share of the error a doubled step may add."""
THIN_ATOMS: Final = 0.01
"""The same downwards, where atoms may come to lie between the points."""
MANY: Final = 20_000
GUESSED: Final = 12
"""Bits by which the moments may be wrong about delta."""
ROUGH: Final = 30
"""How much wider an interval may be that only compares two directions."""


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
    sharper = 1.0 if FEW < plan.times < MANY else 0.1
    with ctx.workprec(PRECISION + plan.bits - BITS):
        most = max(LARGE / max(plan.eps, 1.0), 0.1)
        made = [_made(plan, known, width * min(sharper if up else BELOW, most), up=up) for up in ways]
    return [side for side in made if side is not None] if None not in made else []


def _made(plan: Plan, known: Sequence[tuple[float, float]], width: float, *, up: bool) -> Side | None:
    """One of them: about the grids, by the tilted law."""
    parts, tilt, times = plan.parts, plan.tilt, plan.times
    size = max(plan.eps, 0.1 / tilt)
    target = 2 * sqrt(width * size / ((tilt + 1) * times))
    # a law that is thinned has the most places when that begins
    most = 20 * min(1.0, 3 / sqrt(times)) * plan.seen.deviation(tilt) / MOST_PLACES
    least = max((high - low) / MOST_CELLS for low, high in known)
    fitting = through(parts, max(target, most, least / FINEST))
    if not up and fitting is None and any(pair.unit is None and pair.atoms() for pair, _ in parts):
        # atoms beside the grid are rounded down by up to a step
        target = min(target, 8 * width * size / times)
    target = max(target, most)
    # few losses are large where a grid would be too long: then only they are on a longer step
    two = times >= MANY and len(parts) == 1 and fitting is None and least > (4 if up else 2) * target
    still = Length(fmpq(0))
    uneven = all(atom.loss == still for pair, _ in parts for atom in pair.atoms())
    two = two and uneven
    if two:
        least, target = 0.0, target if up else max(most, target / sqrt(BELOW))
    finest = max(target, least) / FINEST if uneven and up else max(target, least / FINEST)
    step, exact = _step(parts, finest, max(high - low for low, high in known))
    step = step if fitting is None else fitting[0]
    with ctx.workprec(64):
        h = float(step.enclosed())
    if not two and any(high - low > 20 * MOST_CELLS * h for low, high in known):
        return None
    made = []
    for k, ((pair, n), reach) in enumerate(zip(parts, known, strict=True)):
        shift = fmpq(0) if up or pair.atoms() else origin(pair, reach, h)
        shift = shift if fitting is None else fitting[1]
        grid = _grid(step, h, shift, reach, plan.seen.lengths(k, tilt, target) if uneven else None, two)
        made.append((pair, grid, n, cells(pair, grid)))
    room = 0.0 if exact else times * max(target, h) ** 2 * (THIN if uneven or up else THIN_ATOMS)
    return _side(made, Thinning(step, _exact(tilt), room), plan, up=up)


def _grid(
    step: Length, h: float, shift: fmpq, reach: tuple[float, float], length: Callable[[float], float] | None,
    two: bool,
) -> Grid:  # fmt: skip
    """The grid of a pair, with cells about as long as `length` says, else all alike; on `two` scales, if
    asked for.
    """
    zero = float(arb(shift))
    first, last = (round((end - zero) / h) for end in reach)
    first, last, window = first - 2, last + 2, None
    if two:
        long = 1 << max(1, ceil(log2(2 * (last - first) / MOST_CELLS)))
        start, stop = (round(-zero / h / long + side * WINDOW / long / 2) * long for side in (-1, 1))
        window = range(start, stop, long)
        first, last = first if first >= start else first // long * long, -(-last // long) * long

    def size(at: int) -> float:
        own = 1.0 if length is None else length(zero + at * h) / h
        return own if window is None or window.start <= at < window.stop else max(own, window.step)

    return Grid(step, edges(first, last, size), shift, window)


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
        if grid.window is not None:
            both, scale = parted(masses.at, grid.window, up, thinning, plan.bits)
            laws.append(power(both, n, waste, thinning))
        else:
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
