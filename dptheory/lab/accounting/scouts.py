"""About the law of losses, in floating point: which tilt, how long a grid. Nothing here decides anything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, exp, floor, frexp, gcd, lcm, ldexp, log, sqrt
from typing import TYPE_CHECKING, Final, TypeAlias

from flint import arb, ctx, fmpq

from .pairs import Length, Pair
from .pld import Grid, cells, ends, upwards

if TYPE_CHECKING:
    import numpy as np

    Floats = np.ndarray[tuple[int], np.dtype[np.float64]]

Parts: TypeAlias = Sequence[tuple[Pair, int]]
"""Pairs, each with how often it is used."""

CELLS: Final = 1200
COARSE: Final = 128
"""Bits."""
MOST_TILT: Final = 10_000.0
LEAST: Final = 1e-280
SPARE: Final = 28
"""Bits below the whole tilted law at which it is cut off."""


@dataclass(frozen=True)
class Scout:
    """Losses and logarithms of masses of each part on a coarse grid, with how often it is used."""

    parts: tuple[tuple[Floats, Floats, int], ...]

    def log_moment(self, tilt: float) -> float:
        """log E exp(tilt L) of the whole."""
        return sum(n * _log_sum(logs + tilt * losses) for losses, logs, n in self.parts)

    def deviation(self, tilt: float) -> float:
        """The standard deviation of the whole tilted loss."""
        import numpy as np

        total = 0.0
        for losses, logs, n in self.parts:
            weights = np.exp(logs + tilt * losses - _log_sum(logs + tilt * losses))
            mean = float(weights @ losses)
            total += n * float(weights @ (losses - mean) ** 2)
        return sqrt(total)

    def epsilon(self, delta: float) -> tuple[float, float]:
        """About the least eps that a Renyi bound shows, and its order less 1."""
        return self._least(lambda t: (self.log_moment(t) - log(delta) + _saved(t)) / t)

    def log_delta(self, eps: float) -> tuple[float, float]:
        """About the least log delta, and its order less 1."""
        return self._least(lambda t: self.log_moment(t) - t * eps + _saved(t))

    def _least(self, bound: Callable[[float], float]) -> tuple[float, float]:
        tilts = [10 ** (k / 16) for k in range(-48, 65)]
        found = [bound(t) for t in tilts]
        best = min(range(len(tilts)), key=found.__getitem__)
        return found[best], tilts[best]


def _saved(t: float) -> float:
    return t * log(t) - (t + 1) * log(t + 1)


def _log_sum(values: Floats) -> float:
    import numpy as np

    top = float(values.max())
    return top + log(float(np.exp(values - top).sum()))


@dataclass(frozen=True)
class Plan:
    """Where releases are to be sharp: about the eps and its delta, with the tilt, and the picture."""

    parts: Parts
    seen: Scout
    eps: float
    tilt: float
    delta: float


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
    import numpy as np

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
            grid = Grid(step, floor(low / h) - 1, ceil(high / h) + 1)
            if grid.last - grid.first > 8 * CELLS:
                return None
            at = {k: float(mass.mid()) for k, mass in upwards(pair, grid, cells(pair, grid)).at.items()}
            places = [k for k in sorted(at) if at[k] > LEAST] or [0]
            at.setdefault(0, LEAST)
            made.append(
                (h * np.array(places, float), np.log(np.array([max(at[k], LEAST) for k in places])), n)
            )
    return Scout(tuple(made))


def step_near(units: Sequence[Length | None], target: float) -> Length:
    """A step near the target, of which the atoms' losses are multiples where that can be."""
    known = list(dict.fromkeys(unit for unit in units if unit is not None))
    found = _aligned(known, target) if known else None
    return Length(_short(target)) if found is None else found


def _aligned(units: Sequence[Length], target: float) -> Length | None:
    """A step of which all units are multiples, not above the target unless that is far below the units."""
    if any(unit.base != units[0].base for unit in units):
        return None
    common = lcm(*(int(unit.coefficient.q) for unit in units))
    whole = gcd(*(abs(int((unit.coefficient * common).p)) for unit in units))
    unit = Length(fmpq(whole, common), units[0].base)
    with ctx.workprec(64):
        size = float(unit.enclosed())
    return unit.times(fmpq(1, max(1, ceil(size / target)))) if size > target / 4 else None


def _short(value: float) -> fmpq:
    """A number with few bits that is just below a positive one."""
    mantissa, exponent = frexp(value)
    return fmpq(*ldexp(floor(mantissa * 256), exponent - 8).as_integer_ratio())


def left_out(tilt: float, delta: float, times: int) -> Callable[[arb, arb], bool]:
    """Whether a mass p beyond t may be left out: below, where it is next to nothing when tilted; above,
    beside delta."""

    def small(t: arb, p: arb) -> bool:
        if p.is_zero():
            return True
        if t > 0:
            return bool(p * times <= arb(max(delta, LEAST)) * arb(2) ** -18)
        return bool(p * (arb(tilt) * t).exp() * times <= arb(2) ** -SPARE)

    return small


def exp_or_least(value: float) -> float:
    """exp of a logarithm, as a chance that is not 0."""
    return max(LEAST, min(1.0, exp(max(value, -640.0))))
