"""About the law of losses, in floating point: which tilt, how long a grid. Nothing here decides anything."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, exp, floor, frexp, fsum, gcd, lcm, ldexp, log, sqrt
from typing import Final, TypeAlias

from flint import arb, ctx, fmpq

from .pairs import Length, Pair
from .pld import NEAR, Grid, cells, ends, near_point, upwards
from .powers import BITS

Parts: TypeAlias = Sequence[tuple[Pair, int]]
"""Pairs, each with how often it is used."""

CELLS: Final = 400
COARSE: Final = 128
"""Bits."""
LEAST: Final = 1e-280
SEEN: Final = 25
"""Cells from an end on that decide where it is to be: the first ones depend on the last ones by as little."""
FEW: Final = 100
"""Releases up to which it costs little to be sharper."""


@dataclass(frozen=True)
class Scout:
    """Losses and logarithms of masses of each part on a coarse grid, with how often it is used."""

    parts: tuple[tuple[list[float], list[float], int], ...]

    def log_moment(self, tilt: float) -> float:
        """log E exp(tilt L) of the whole."""
        return sum(n * _log_sum(_tilted(losses, logs, tilt)) for losses, logs, n in self.parts)

    def _weights(self, part: int, tilt: float) -> list[float]:
        """The tilted law of a part."""
        tilted = _tilted(*self.parts[part][:2], tilt)
        whole = _log_sum(tilted)
        return [exp(value - whole) for value in tilted]

    def deviation(self, tilt: float) -> float:
        """The standard deviation of the whole tilted loss."""
        total = 0.0
        for k, (losses, _, n) in enumerate(self.parts):
            weights = self._weights(k, tilt)
            mean = fsum(w * loss for w, loss in zip(weights, losses, strict=True))
            total += n * fsum(w * (loss - mean) ** 2 for w, loss in zip(weights, losses, strict=True))
        return sqrt(total)

    def lengths(self, part: int, tilt: float, target: float) -> Callable[[float], float]:
        """About how long the cell at a loss should be: the mean of the squares, by tilted weights, is that of
        the target, with as few cells as that can be: the length is as the weight to the power -1/3.
        """
        losses = self.parts[part][0]
        weights = [max(weight, 1e-12) for weight in self._weights(part, tilt)]
        scale = target / sqrt(fsum(weight ** (1 / 3) for weight in weights))
        wide = (losses[-1] - losses[0]) / max(1, len(losses) - 1)
        own = [min(scale * weight ** (-1 / 3), max(wide, target)) for weight in weights]
        # lengths change where little of the law is near
        sizes = [min(own[max(0, k - 1) : k + 2]) for k in range(len(own))]
        return lambda loss: sizes[min(bisect_left(losses, loss), len(sizes) - 1)]

    def epsilon(self, delta: float) -> tuple[float, float]:
        """About the least eps that a Renyi bound shows, and its order less 1."""
        return self._least(lambda t: (self.log_moment(t) - log(delta) + _saved(t)) / t)

    def log_delta(self, eps: float) -> tuple[float, float]:
        """About the least log delta, and its order less 1."""
        return self._least(lambda t: self.log_moment(t) - t * eps + _saved(t))

    def _least(self, bound: Callable[[float], float]) -> tuple[float, float]:
        best = 0
        for stride in (16, 4, 1):
            tried = range(max(-48, best - 4 * stride), min(64, best + 4 * stride) + 1, stride)
            found, best = min((bound(10 ** (k / 16)), k) for k in tried)
        return found, 10 ** (best / 16)


def _saved(t: float) -> float:
    return t * log(t) - (t + 1) * log(t + 1)


def _tilted(losses: Sequence[float], logs: Sequence[float], tilt: float) -> list[float]:
    return [mass + tilt * loss for loss, mass in zip(losses, logs, strict=True)]


def _log_sum(values: Sequence[float]) -> float:
    top = max(values)
    return top + log(fsum(exp(value - top) for value in values))


@dataclass(frozen=True)
class Plan:
    """Where releases are to be sharp: about the eps and its delta, with the tilt, and the picture."""

    parts: Parts
    seen: Scout
    eps: float
    tilt: float
    delta: float
    bits: int = BITS

    def missed(self) -> float:
        """By how many bits the bound by moments is above delta."""
        return (self.seen.log_moment(self.tilt) - self.tilt * self.eps - log(self.delta)) / log(2)

    @property
    def times(self) -> int:
        """How many releases there are."""
        return sum(n for _, n in self.parts)


def planned(parts: Parts, delta: float | None, eps: float) -> Plan | None:
    """For a delta, or, where that is None, an eps; None where the losses are out of reach."""
    if delta is not None:
        seen = scout(parts, delta)
        return None if seen is None else Plan(parts, seen, *seen.epsilon(delta), delta)
    delta, tries = 1e-9, 4
    while (seen := scout(parts, delta)) is not None:
        value, tilt = seen.log_delta(eps)
        tries, smaller = tries - 1, exp_or_least(value) * 1e-3
        if smaller >= delta or not tries:
            return Plan(parts, seen, eps, tilt, delta)
        delta = smaller
    return None


def scout(parts: Parts, delta: float) -> Scout | None:
    """A coarse picture of what matters where about delta is left out; None where it is out of reach."""
    times, made = sum(n for _, n in parts), []
    with ctx.workprec(COARSE):
        for pair, n in parts:
            reach = ends(pair, lambda t, p: bool(p * times <= arb(max(delta, LEAST)) * arb(2) ** -24))
            if reach is None:
                return None
            low, high = reach
            step = Length(_short(max((high - low) / CELLS, 1e-12)))
            step = step_near([pair.unit], float(arb(step.coefficient)))
            h = float(step.enclosed())
            grid = Grid(step, range(floor(low / h) - 1, ceil(high / h) + 2))
            if len(grid.edges) > 8 * CELLS:
                return None
            at = {k: float(mass.mid()) for k, mass in upwards(pair, grid, cells(pair, grid)).at.items()}
            places = [k for k in sorted(at) if at[k] > LEAST] or [0]
            at.setdefault(0, LEAST)
            made.append(([h * k for k in places], [log(max(at[k], LEAST)) for k in places], n))
    return Scout(tuple(made))


def edges(first: int, last: int, size: Callable[[int], float]) -> list[int]:
    """Places from `first` to `last`, about as far apart as `size` says: cells whose lengths are powers of two
    and which begin at multiples of their lengths."""
    made = [first]
    while made[-1] < last:
        at = made[-1]
        width = 1 << max(0, int(size(at)).bit_length() - 1)
        while at % width or at + width > max(last, at + 1):
            width //= 2
        made.append(at + width)
    return made


def origin(pair: Pair, ends: tuple[float, float], h: float) -> fmpq:
    """Where a grid of step h is to begin, so that little is lost downwards at the end at which more of the
    law lies: there D = (1 - t) U of the cells before and after the point, or t D = U, t by those beyond.
    """
    low, high = ends
    at_low = pair.above(arb(low))[0] - pair.above(arb(low + 2 * h))[0]
    from_low = bool(at_low > pair.above(arb(high - 2 * h))[0])

    def fits(point: float) -> bool:
        places = [arb(point + k * h) for k in (range(-1, SEEN) if from_low else range(-SEEN + 1, 2))]
        above, t = [pair.above(place) for place in places], 0.5
        two = [(p - r, q - s) for (p, q), (r, s) in pairwise(above)]
        surplus = [float((p - a.exp() * q).mid()) for (p, q), a in zip(two, places, strict=False)]
        deficit = [float((a.exp() * q - p).mid()) for (p, q), a in zip(two, places[1:], strict=True)]
        if from_low:
            for k in range(len(two) - 1, 1, -1):
                t = min(1.0, (1 - t) * max(0.0, surplus[k]) / deficit[k - 1]) if deficit[k - 1] > 0 else 0.5
            return deficit[0] <= (1 - t) * surplus[1]
        for k in range(1, len(two) - 1):
            t = max(0.0, 1 - t * max(0.0, deficit[k - 1]) / surplus[k]) if surplus[k] > 0 else 0.5
        return t * deficit[-2] <= surplus[-1]

    good, bad = (low - h, low + 2 * h) if from_low else (high - 2 * h, high + h)
    for _ in range(18):
        point = (good + bad) / 2
        good, bad = (point, bad) if fits(point) else (good, point)
    return fmpq(floor(ldexp(good / h, 30)), 1 << 30) * _short(h, 30)


def through(parts: Parts, target: float) -> tuple[Length, fmpq] | None:
    """A step, and where its grid begins, so that all atoms of one release lie on points of the grid, or above
    them by next to nothing, also when it is doubled a few times. None where there is none.
    """
    pair, atoms = parts[0][0], parts[0][0].atoms()
    if len(parts) > 1 or pair.unit is not None or len(atoms) < 2:
        return None
    if not all(atom.p > 0 and atom.q > 0 for atom in atoms):
        return None
    losses = [(atom.p / atom.q).log() for atom in atoms]
    low, high = min(losses, key=lambda a: float(a.mid())), max(losses, key=lambda a: float(a.mid()))
    many = ceil(float((high - low).mid()) / target)
    octave = 1 << max(0, many.bit_length() - 4)
    many = -(-many // octave) * octave
    first, step = low.lower().fmpq(), ((high - low) / many).lower().fmpq()
    grid = Grid(Length(step - step / 2**NEAR), (), first)
    near = all(near_point(at, int(at.lower().floor().fmpq())) for at in map(grid.place, atoms))
    return (grid.step, first) if near else None


def step_near(units: Sequence[Length | None], target: float) -> Length:
    """A step near the target, of which the atoms' losses are multiples where that can be."""
    known = list(dict.fromkeys(unit for unit in units if unit is not None))
    found = _aligned(known, target) if known else None
    return Length(_short(target)) if found is None else found


def _aligned(units: Sequence[Length], target: float) -> Length | None:
    """A step of which all units are multiples, not above the target unless that is far below the units."""
    unit = common(units)
    if unit is None:
        return None
    with ctx.workprec(64):
        size = float(unit.enclosed())
    return unit.times(fmpq(1, max(1, ceil(size / target)))) if size > target / 4 else None


def common(units: Sequence[Length | None]) -> Length | None:
    """The largest length of which all are multiples; None where there is none, or it is not known."""
    known = [unit for unit in units if unit is not None]
    if not known or len(known) < len(units) or any(unit.base != known[0].base for unit in known):
        return None
    below = lcm(*(int(unit.coefficient.q) for unit in known))
    whole = gcd(*(abs(int((unit.coefficient * below).p)) for unit in known))
    return Length(fmpq(whole, below), known[0].base)


def _short(value: float, bits: int = 8) -> fmpq:
    """A number with few bits that is just below a positive one."""
    mantissa, exponent = frexp(value)
    return fmpq(*ldexp(floor(ldexp(mantissa, bits)), exponent - bits).as_integer_ratio())


def spare(times: int) -> int:
    """Bits below the whole tilted law at which it is cut off."""
    return 24 if times <= FEW else 20


def left_out(tilt: float, delta: float, times: int) -> Callable[[arb, arb], bool]:
    """Whether a mass p beyond t may be left out: below, where it is next to nothing when tilted; above,
    beside delta."""

    def small(t: arb, p: arb) -> bool:
        if p.is_zero():
            return True
        if t > 0:
            return bool(p * times <= arb(max(delta, LEAST)) * arb(2) ** (5 - spare(times)))
        return bool(p * (arb(tilt) * t).exp() * times <= arb(2) ** -spare(times))

    return small


def exp_or_least(value: float) -> float:
    """exp of a logarithm, as a chance that is not 0."""
    return max(LEAST, min(1.0, exp(max(value, -640.0))))
