"""Sums of many independent losses on a grid, in exact integer arithmetic that is rounded one way.

A law with masses p_k at k h is *tilted*: it becomes c_k = p_k w^k/C in units of 2^-bits, with w = exp(tilt
h) and C about the sum of the p_k w^k. Polynomials with these coefficients multiply as the losses add up:
after n steps the coefficient at k stands for C^n w^(-k) c_k. The tilt moves the losses that decide to the
middle of the law, where the fixed point has its precision.

**Upwards** each coefficient is rounded up, and of what is cut off at both ends the sum is kept: a
coefficient c at any k adds to delta(eps) at most C^n c max over l of exp(-tilt l) (1 - exp(eps - l)) = C^n
c exp(-tilt eps) tilt^tilt/(1 + tilt)^(1 + tilt), so what was `lost`, wherever it was, is paid with that.
**Downwards** each coefficient is rounded down, and what is cut off is dropped.

**Coarser**: a law that is needed few times more may have a step of twice the length. Its points in between
are then the cells of `pld`: upwards each is split between its neighbours, so that the P- and the Q-mass are
kept, downwards each is sent up with a chance, else down, so that the loss at every point is at least what
it is called. The proofs are those of `pld`, for the law as it is: whatever it dominates, or is dominated
by, that holds still.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from flint import arb, fmpq, fmpz, fmpz_poly

from .pairs import Length

BITS: Final = 60
"""As a rule: so that a coefficient is one word; rounding costs about a unit a place and a product."""


@dataclass(frozen=True)
class Fixed:
    """Tilted masses in units of 2^-bits, from `first` on; `up` says which way they are rounded, `doubled` how
    often the step was doubled.
    """

    poly: fmpz_poly
    first: int
    lost: int
    up: bool
    doubled: int = 0
    bits: int = BITS

    @property
    def one(self) -> int:
        """What stands for 1."""
        return 1 << self.bits

    @property
    def mass(self) -> int:
        """The sum of the coefficients."""
        return int(self.poly(1))


def fixed(
    masses: Mapping[int, arb], up: bool, step: Length, tilt: fmpq, bits: int = BITS
) -> tuple[Fixed, fmpq]:
    """Tilted masses, rounded, and the C by which they were divided."""
    first, growth = min(masses), (step.enclosed() * arb(tilt)).exp()
    tilted = {k - first: mass * growth**k for k, mass in masses.items()}
    scale = _short(sum((mass.mid() for mass in tilted.values()), arb(0)))
    unit = (1 << bits) / arb(scale)
    counts = [0] * (max(tilted) + 1)
    for k, mass in tilted.items():
        if up:
            counts[k] = _ceil(mass * unit)
        else:
            counts[k] = max(0, -_ceil(-mass * unit))
    return Fixed(fmpz_poly(counts), first, 0, up, 0, bits), scale


def _short(value: arb) -> fmpq:
    """A number of 64 bits near a positive one; 1 where it is 0."""
    if not value > 0:
        return fmpq(1)
    mantissa, exponent = (int(part) for part in value.mid().man_exp())
    spare = max(0, mantissa.bit_length() - 64)
    return fmpq(mantissa >> spare) * fmpq(2) ** (exponent + spare)


def product(one: Fixed, other: Fixed, waste: int) -> Fixed:
    """The law of the sum of both losses, of equal steps; at each end `waste` units are cut off, or what
    rounding costs.
    """
    whole, lost = one.poly * other.poly, 0
    if one.up:
        whole = -(-whole // one.one)
        lost = one.lost * other.mass + other.lost * one.mass + one.lost * other.lost
        lost = -(-lost // one.one)
    else:
        whole //= one.one
    size, waste = len(whole), max(waste, len(whole))
    low, below = _few(lambda k, more: whole.truncate(k + more).right_shift(k), size - 1, waste)
    high, above = _few(
        lambda k, more: whole.right_shift(size - k - more).truncate(more), size - 1 - low, waste
    )
    kept = whole.truncate(size - high).right_shift(low)
    lost += below + above if one.up else 0
    return Fixed(kept, one.first + other.first + low, lost, one.up, one.doubled, one.bits)


def _few(part: Callable[[int, int], fmpz_poly], most: int, waste: int) -> tuple[int, int]:
    """How many coefficients from an end on sum to at most `waste`, not more than `most`, and their sum;
    `part(k, more)` are those that come after k.
    """
    found, total, more = 0, 0, 1 << max(0, most).bit_length()
    while more := more // 2:
        if found + more <= most and total + (here := int(part(found, more)(1))) <= waste:
            found, total = found + more, total + here
    return found, total


@dataclass(frozen=True)
class Thinning:
    """When a law may have a coarser step: where so many copies of it, times the square of the step, are below
    `spare`. `tilt` and `step` are those of the law as it was made.
    """

    step: Length
    tilt: fmpq
    spare: float

    def fits(self, law: Fixed, copies: float) -> bool:
        """Whether the step may be doubled."""
        return bool(copies * float(self._length(law)) ** 2 <= self.spare)

    def doubled(self, law: Fixed, times: int) -> Fixed:
        """The law with a step that was doubled so often in all."""
        while law.doubled < times:
            law = self._coarser(law)
        return law

    def _coarser(self, law: Fixed) -> Fixed:
        odd = law.first % 2
        counts = law.poly.left_shift(odd).coeffs()
        kept, between = fmpz_poly(counts[0::2]), counts[1::2]
        low, high = self._split(law, between) if law.up else self._lowered(law, between)
        moved = kept + low + high.left_shift(1)
        return replace(law, poly=moved, first=(law.first - odd) // 2, doubled=law.doubled + 1)

    def _length(self, law: Fixed) -> arb:
        return self.step.times(fmpq(2) ** law.doubled).enclosed()

    def _split(self, law: Fixed, between: Sequence[fmpz]) -> tuple[fmpz_poly, fmpz_poly]:
        """Upwards: of a mass the share 1/(1 + exp(-h)) goes up; tilted masses change as they move."""
        h, t, masses = self._length(law), arb(self.tilt), fmpz_poly(between)
        up = _ceil((t * h).exp() / (1 + (-h).exp()) * law.one)
        down = _ceil((-t * h).exp() / (1 + h.exp()) * law.one)
        return -(masses * -down // law.one), -(masses * -up // law.one)

    def _lowered(self, law: Fixed, between: Sequence[fmpz]) -> tuple[fmpz_poly, fmpz_poly]:
        """Downwards: r_k, the deficit before a point over the surplus after it, is exp((1 + 2 tilt) h) times
        the ratio of the tilted masses. The chances t_{k+1}, the least of 1/(1 + r_{k+1}) and of 1 - t_k r_k,
        which is then positive, obey t_k r_k <= 1 - t_{k+1}.
        """
        h, t = self._length(law), arb(self.tilt)
        one, square = law.one, law.one**2
        grow = _ceil(((1 + 2 * t) * h).exp() * one)
        higher, lower = (-_ceil(-(side * t * h).exp() * one) for side in (1, -1))
        masses, low, high = [int(count) for count in between], [], []
        room = one  # 1 - t_k r_k
        for count, after in zip(masses, [*masses[1:], 0], strict=False):
            owed = -(-count * grow // one)
            chance = min(after * one // (after + owed), room) if after else 0
            low.append((one - chance) * count * lower // square)
            high.append(chance * count * higher // square)
            room = one + -chance * owed // after if after else one
        return fmpz_poly(low), fmpz_poly(high)


def _ceil(value: arb) -> int:
    """A number rounded up."""
    return int(value.upper().ceil().fmpq().p)


def power(base: Fixed, times: int, waste: int, thinning: Thinning | None = None) -> Fixed:
    """The law of the sum of so many independent losses, by repeated squaring; what is cut off one of k of
    them counts times/k times, so `waste` is for each.
    """
    square, made, found = base, 1, None
    while True:
        if times & made:
            if found is not None and thinning is not None:
                found = thinning.doubled(found, square.doubled)
            found = square if found is None else product(found, square, waste * (times % (2 * made)))
        if found is not None and 2 * made > times:
            return found
        square, made = product(square, square, waste * made), 2 * made
        while thinning is not None and thinning.fits(square, times / made):
            square = thinning.doubled(square, square.doubled + 1)
