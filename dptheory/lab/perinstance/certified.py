"""The least eps of a pair at delta, rounded up and affirmed by Arb.

A number e comes out only when Arb affirmed delta(e) <= delta, and it is within `WITHIN`, relatively, of the
exact eps, which is affirmed in the same evaluation: delta(eps) is convex with slope -e^eps B (B the second
tail), so delta(e - s) >= delta(e) + s e^e B, and the exact eps is not below e - s once that exceeds delta.

Both directions of a posterior sample are affirmed, each by its own tails: that the law without the record is
the larger one is used to find a number, never to affirm it.

Most pairs are affirmed at 64 bits from enclosures of mu and rho made in floating point; for the rest `slowly`
recomputes them at growing precision from the exact data.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from flint import arb, ctx, fmpq

from ...errors import BadInput
from ..domain import FloatArray
from .pairs import FAR, Make, Posterior, Shift

WITHIN: Final = 1e-6
"""How far above the exact eps a result may lie, relatively."""
NUDGE: Final = 3e-7
"""How far a guess is moved up before it is affirmed."""
BITS: Final = 64
SLOW: Final = (128, 256, 512, 1024, 2048)
LEAST: Final = 1e-290
"""An eps that is neither affirmed to be 0 nor above this comes out as this."""

Ball = tuple[FloatArray, FloatArray]
"""Middles and radii: an enclosure of one number a record."""


@dataclass(frozen=True)
class Ask:
    """delta as asked for, and as Arb sees it."""

    delta: fmpq

    def here(self) -> arb:
        """An enclosure at the working precision."""
        return arb(self.delta)


def posterior(mu: Ball, rho: Ball, guess: FloatArray, ask: Ask, exact: Callable[[int], Make]) -> FloatArray:
    """For each record an affirmed eps; `exact(i)` makes the pair of record i at any precision."""
    removed, added = _directions(ask)
    rows = zip(mu[0].tolist(), mu[1].tolist(), rho[0].tolist(), rho[1].tolist(), strict=True)

    def quick(row: tuple[float, ...], eps: float) -> bool:
        mu, rho, at = arb(row[0], row[1]), arb(row[2], row[3]), arb(eps)
        parts = _parts(mu, rho, at)
        return removed(mu, rho, at, parts) and added(mu, rho, at, parts)

    return _each(list(rows), guess, ask, quick, exact)


def shift(size: Ball, guess: FloatArray, ask: Ask, exact: Callable[[int], Make]) -> FloatArray:
    """The same for Gaussian noise of a fixed law."""
    half, root, delta = arb(1) / 2, arb(1) / arb(2).sqrt(), ask.here()

    def quick(row: tuple[float, ...], eps: float) -> bool:
        at, m = arb(eps), arb(row[0], row[1])
        middle, move = at / m, m * half
        here = ((middle - move) * root).erfc()
        there = ((middle + move) * root).erfc() * at.exp()
        return _affirmed(here * half, there * half, at, delta)

    return _each(list(zip(size[0].tolist(), size[1].tolist(), strict=True)), guess, ask, quick, exact)


Parts = tuple[arb, arb, arb, arb, arb, arb]
Check = Callable[[arb, arb, arb, Parts], bool]


def _parts(mu: arb, rho: arb, eps: arb) -> Parts:
    """v, sqrt(mu), sqrt(v), log v, rho^2/v, e^eps."""
    v = mu + 1
    return v, mu.sqrt(), v.sqrt(), mu.log1p(), rho * rho / v, eps.exp()


def _directions(ask: Ask) -> tuple[Check, Check]:
    """`Posterior.removed` and `added` at one precision, with far tails bounded instead of evaluated."""
    half, root_half, delta = arb(1) / 2, arb(1) / arb(2).sqrt(), ask.here()
    beyond, nothing = arb(FAR), arb(0).union(arb(-(FAR**2) // 2).exp())
    quiet = arb(FAR**2 // 2)

    def removed(mu: arb, rho: arb, eps: arb, parts: Parts) -> bool:
        v, root, w, size, shifted, growth = parts
        short = eps + eps + size
        far = (short + shifted).sqrt()
        lost = shifted * mu
        reach_p, reach_q = far + rho, w * far + rho / w
        here = ((short - lost) / (root * reach_p) * root_half).erfc() * half
        there = ((v * short + lost) / (root * reach_q) * root_half).erfc() * half * growth
        end_p, end_q = reach_p / root, reach_q / root
        here += nothing if end_p > beyond else (end_p * root_half).erfc() * half
        # P(g > z) <= exp(-z^2/2), so e^eps P(g > z) is below exp(-98) where z^2/2 - eps > 98
        small = end_q * end_q * half - eps > quiet
        there += nothing if small else (end_q * root_half).erfc() * half * growth
        return _affirmed(here, there, eps, delta)

    def added(mu: arb, rho: arb, eps: arb, parts: Parts) -> bool:
        v, root, w, size, shifted, growth = parts
        short = eps + eps - size
        square = shifted - short
        if square <= 0:
            return True
        far, lost = square.sqrt(), shifted * mu
        reach_p, reach_q = far + rho, w * far + rho / w
        here = ((v * short - lost) / (root * reach_q) * root_half).erfc() * half
        there = ((short + lost) / (root * reach_p) * root_half).erfc() * half * growth
        end_p = reach_p / root
        if end_p * end_p * half - eps > quiet:
            return bool(here - there + nothing <= delta)
        here -= (reach_q / root * root_half).erfc() * half
        there -= (end_p * root_half).erfc() * half * growth
        return bool(here - there <= delta)

    return removed, added


def _affirmed(here: arb, there: arb, eps: arb, delta: arb) -> bool:
    """Whether delta(eps) = here - there is at most delta and eps is within WITHIN of the exact one."""
    value = here - there
    return bool(value <= delta) and bool(delta - value <= there * eps * (WITHIN * 0.99))


def _each(
    rows: list[tuple[float, ...]],
    guess: FloatArray,
    ask: Ask,
    quick: Callable[[tuple[float, ...], float], bool],
    exact: Callable[[int], Make],
) -> FloatArray:
    """One record after another: affirmed quickly where that works."""
    found = np.zeros(len(rows))
    candidates = (guess * (1 + NUDGE)).tolist()
    with ctx.workprec(BITS):
        slow = []
        for i, (row, eps) in enumerate(zip(rows, candidates, strict=True)):
            if eps > 0 and math.isfinite(eps) and quick(row, eps):
                found[i] = _published(eps)
            else:
                slow.append(i)
    for i in slow:
        found[i] = slowly(exact(i), ask, float(guess[i]))
    return found


def _published(eps: float) -> float:
    """A little more, so that every decimal that a float is printed as is above what was affirmed."""
    return math.nextafter(math.nextafter(eps, math.inf), math.inf)


def slowly(make: Make, ask: Ask, guess: float) -> float:
    """The same at growing precision, whatever the guess is; raises BadInput where 2048 bits do not do.

    >>> made = slowly(lambda: Shift(arb(1)), Ask(fmpq(1, 10**6)), 1.0)
    >>> 4.886553 < made < 4.886560
    True
    """
    for bits in SLOW:
        with ctx.workprec(bits):
            found = _bracketed(make, ask, guess)
        if found is not None:
            return found
    raise BadInput(
        "a record whose eps cannot be enclosed at 2048 bits", "numbers of a common size", "another delta"
    )


def _bracketed(make: Make, ask: Ask, guess: float) -> float | None:
    """0, or a bracket that is narrowed until its ends are within WITHIN; None where Arb affirms neither
    side.
    """
    pair, delta = make(), ask.here()

    def enough(eps: float) -> bool | None:
        value = pair.delta(arb(eps))
        return True if value <= delta else False if value > delta else None

    start = enough(0.0) if not _nothing(pair, delta) else True
    if start is not False:
        return 0.0 if start else None
    low, high = LEAST, max(guess if math.isfinite(guess) else 1.0, LEAST)
    while (sure := enough(high)) is False:
        low, high = high, high * 2
    if sure is None:
        return None
    step = 1 + NUDGE
    if (below := high / step) > low and enough(below) is False:
        return _published(high)
    while high > low * (1 + 0.9 * WITHIN):
        middle = math.sqrt(low) * math.sqrt(high) if high > 2 * low else (low + high) / 2
        sure = enough(middle)
        if sure is None:
            return None
        low, high = (low, middle) if sure else (middle, high)
    return _published(high)


def _nothing(pair: object, delta: arb) -> bool:
    """Whether the total variation is affirmed to be at most delta without evaluating it: Pinsker's
    inequality, with KL(Q || P) or m^2/2.
    """
    if isinstance(pair, Posterior):
        if pair.mu.is_zero():
            return True
        return bool((pair.divergence_added() / 2).max(arb(0)).sqrt() <= delta)
    if isinstance(pair, Shift):
        return bool(pair.size / 2 <= delta)
    return False
