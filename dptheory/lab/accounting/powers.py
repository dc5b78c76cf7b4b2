"""Sums of many independent losses on a grid, in exact integer arithmetic that is rounded one way.

A law with masses p_k at k h is *tilted*: it becomes c_k = p_k w^k/C in units of 2^-BITS, with w = exp(tilt
h) and C about the sum of the p_k w^k. Polynomials with these coefficients multiply as the losses add up:
after n steps the coefficient at k stands for C^n w^(-k) c_k. The tilt moves the losses that decide to the
middle of the law, where the fixed point has its precision.

**Upwards** each coefficient is rounded up, and of what is cut off at both ends the sum is kept: a
coefficient c at any k adds to delta(eps) at most C^n c max over l of exp(-tilt l) (1 - exp(eps - l)) = C^n
c exp(-tilt eps) tilt^tilt/(1 + tilt)^(1 + tilt), so what was `lost`, wherever it was, is paid with that.
**Downwards** each coefficient is rounded down, and what is cut off is dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from flint import arb, fmpq, fmpz_poly

from .pairs import Length

BITS: Final = 60
"""So that a coefficient is one word; rounding costs about a unit a place and a product."""
ONE: Final = 1 << BITS


@dataclass(frozen=True)
class Fixed:
    """Tilted masses in units of 2^-BITS, from `first` on; `up` says which way they are rounded."""

    poly: fmpz_poly
    first: int
    lost: int
    up: bool

    @property
    def mass(self) -> int:
        """The sum of the coefficients."""
        return int(self.poly(1))


def fixed(masses: Mapping[int, arb], up: bool, step: Length, tilt: fmpq) -> tuple[Fixed, fmpq]:
    """Tilted masses, rounded, and the C by which they were divided."""
    first, last = min(masses), max(masses)
    growth = (step.enclosed() * arb(tilt)).exp()
    power, tilted = growth**first, []
    for k in range(first, last + 1):
        tilted.append(masses[k] * power if k in masses else arb(0))
        power *= growth
    scale = _short(sum((mass.mid() for mass in tilted), arb(0)))
    unit = ONE / arb(scale)
    if up:
        counts = [int((mass * unit).upper().ceil().fmpq().p) for mass in tilted]
    else:
        counts = [max(0, int((mass * unit).lower().floor().fmpq().p)) for mass in tilted]
    return Fixed(fmpz_poly(counts), first, 0, up), scale


def _short(value: arb) -> fmpq:
    """A number of 64 bits near a positive one; 1 where it is 0."""
    if not value > 0:
        return fmpq(1)
    mantissa, exponent = (int(part) for part in value.mid().man_exp())
    spare = max(0, mantissa.bit_length() - 64)
    return fmpq(mantissa >> spare) * fmpq(2) ** (exponent + spare)


def product(one: Fixed, other: Fixed, waste: int) -> Fixed:
    """The law of the sum of both losses; at each end `waste` units are cut off, or what rounding costs."""
    whole, lost = one.poly * other.poly, 0
    if one.up:
        whole = -(-whole // ONE)
        lost = one.lost * other.mass + other.lost * one.mass + one.lost * other.lost
        lost = -(-lost // ONE)
    else:
        whole //= ONE
    size, waste = len(whole), max(waste, len(whole))
    low, below = _few(lambda k, more: whole.truncate(k + more).right_shift(k), size - 1, waste)
    high, above = _few(
        lambda k, more: whole.right_shift(size - k - more).truncate(more), size - 1 - low, waste
    )
    kept = whole.truncate(size - high).right_shift(low)
    return Fixed(kept, one.first + other.first + low, lost + (below + above if one.up else 0), one.up)


def _few(part: Callable[[int, int], fmpz_poly], most: int, waste: int) -> tuple[int, int]:
    """How many coefficients from an end on sum to at most `waste`, not more than `most`, and their sum;
    `part(k, more)` are those that come after k.
    """
    found, total, more = 0, 0, 1 << max(0, most).bit_length()
    while more := more // 2:
        if found + more <= most and total + (here := int(part(found, more)(1))) <= waste:
            found, total = found + more, total + here
    return found, total


def power(base: Fixed, times: int, waste: int) -> Fixed:
    """The law of the sum of so many independent losses, by repeated squaring; what is cut off one of k of
    them counts times/k times, so `waste` is for each.
    """
    found, made = base, 1
    for bit in bin(times)[3:]:
        found, made = product(found, found, waste * made), 2 * made
        if bit == "1":
            found, made = product(found, base, waste), made + 1
    return found
