"""Sums of many independent losses on a grid, in exact integer arithmetic that is rounded one way.

A law with masses p_k at k h is *tilted*: it becomes c_k = p_k w^k/C in units of 2^-bits, with w = exp(tilt
h) and C about the sum of the p_k w^k. Polynomials with these coefficients multiply as the losses add up:
after n steps the coefficient at k stands for C^n w^(-k) c_k. The tilt moves the losses that decide to the
middle of the law, where the fixed point has its precision.

**Upwards** masses are rounded up. Of products each coefficient is rounded down, which loses less than a
unit; these units, and the sum of what is cut off at both ends, are kept: a coefficient c at any k adds to
delta(eps) at most C^n c max over l of exp(-tilt l) (1 - exp(eps - l)) = C^n c exp(-tilt eps)
tilt^tilt/(1 + tilt)^(1 + tilt), so what was `lost`, wherever it was, is paid with that.
**Downwards** each coefficient is rounded down, and what is cut off is dropped.

**Coarser**: a law that is needed few times more may have a step of twice the length. Its points in between
are then the cells of `pld`: upwards each is split between its neighbours, so that the P- and the Q-mass are
kept, downwards each is sent up with a chance, else down, so that the loss at every point is at least what
it is called. The proofs are those of `pld`, for the law as it is: whatever it dominates, or is dominated
by, that holds still.

**Two scales**, where large losses are rare: a law is the sum of a part `near` its mean and a part `far` from
it, whose step was doubled more often. Of a product of two laws near times near is near but for what leaves
the window; the rest is far, for which a factor that was near is made coarser first. Outcomes may be split,
or put together by a map, in one of these products and not in another: the products part the outcomes of the
whole, each with its masses, and a map may depend on the part. So both proofs hold of each product, and sums
of coefficients at one loss are outcomes put together that have it. What was `lost` of one factor meets both
parts of the other, and the four products count it so. Only the few factors beside a large loss are coarse.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from flint import arb, fmpq, fmpz, fmpz_poly

from .pairs import Length

BITS: Final = 60
"""As a rule: so that a coefficient is one word; rounding costs about a unit a place and a product."""

WINDOW: Final = 1 << 14
"""Places of the part of a law that is near its mean."""


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

    def joined(self, thinning: Thinning) -> Fixed:
        """Itself: it has one step."""
        return self

    def times(self, other: Fixed, waste: int, thinning: Thinning) -> Fixed:
        """The law of the sum of both losses."""
        return product(self, other, waste)

    def coarser(self, times: int, thinning: Thinning) -> Fixed:
        """With a step that was doubled so often in all."""
        return thinning.doubled(self, times)


def fixed(
    masses: Mapping[int, arb], up: bool, step: Length, tilt: fmpq, bits: int = BITS, scale: fmpq | None = None
) -> tuple[Fixed, fmpq]:
    """Tilted masses, rounded, and the C by which they were divided."""
    first, growth = min(masses), (step.enclosed() * arb(tilt)).exp()
    tilted = {k - first: mass * growth**k for k, mass in masses.items()}
    if scale is None:
        scale = _short(sum((mass.mid() for mass in tilted.values()), arb(0)))
    unit = (1 << bits) / arb(scale)
    counts = [0] * (max(tilted) + 1)
    for k, mass in tilted.items():
        if up:
            counts[k] = _ceil(mass * unit)
        else:
            counts[k] = max(0, -_ceil(-mass * unit))
    return Fixed(fmpz_poly(counts), first, 0, up, 0, bits), scale


def parted(
    masses: Mapping[int, arb], window: range, up: bool, thinning: Thinning, bits: int
) -> tuple[Scales, fmpq]:
    """The same on two scales: far is what lies outside the window, at multiples of its step."""
    step, tilt, long = thinning.step, thinning.tilt, window.step
    inside = {k: mass for k, mass in masses.items() if window.start <= k < window.stop}
    outside = {k // long: mass for k, mass in masses.items() if k not in inside}
    if any(k % long for k in masses if k not in inside):
        raise ValueError("edges outside of the window that are no multiples of its step")
    near, scale = fixed(inside, up, step, tilt, bits)
    far, _ = fixed(outside, up, step.times(fmpq(long)), tilt, bits, scale)
    return Scales(near, replace(far, doubled=long.bit_length() - 1)), scale


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
    whole = one.poly * other.poly
    lost = one.lost * other.mass + other.lost * one.mass + one.lost * other.lost
    lost = -(-lost // one.one) + len(whole)
    whole //= one.one
    size, waste = len(whole), max(waste, len(whole))
    low, below = _few(lambda k, more: whole.truncate(k + more).right_shift(k), size - 1, waste)
    high, above = _few(
        lambda k, more: whole.right_shift(size - k - more).truncate(more), size - 1 - low, waste
    )
    kept = whole.truncate(size - high).right_shift(low)
    lost = lost + below + above if one.up else 0
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

    def fits(self, law: Fixed | Scales, copies: float) -> bool:
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
        moved, lost = kept + low + high.left_shift(1), law.lost + 2 * len(between) if law.up else 0
        first = (law.first - odd) // 2
        return replace(law, poly=moved, first=first, lost=lost, doubled=law.doubled + 1)

    def _length(self, law: Fixed | Scales) -> arb:
        return self.step.times(fmpq(2) ** law.doubled).enclosed()

    def _split(self, law: Fixed, between: Sequence[fmpz]) -> tuple[fmpz_poly, fmpz_poly]:
        """Upwards: of a mass the share 1/(1 + exp(-h)) goes up; tilted masses change as they move. Less than
        a unit of each is lost.
        """
        h, t, masses = self._length(law), arb(self.tilt), fmpz_poly(between)
        up = _ceil((t * h).exp() / (1 + (-h).exp()) * law.one)
        down = _ceil((-t * h).exp() / (1 + h.exp()) * law.one)
        return masses * down // law.one, masses * up // law.one

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


@dataclass(frozen=True)
class Scales:
    """A law in two parts, of which the far one has the longer step, or the same."""

    near: Fixed
    far: Fixed

    @property
    def doubled(self) -> int:
        """How often the shorter step was doubled."""
        return self.near.doubled

    def joined(self, thinning: Thinning) -> Fixed:
        """On the longer step alone."""
        return _sum([thinning.doubled(self.near, self.far.doubled), self.far])

    def times(self, other: Scales, waste: int, thinning: Thinning) -> Scales:
        """The law of the sum of both losses."""
        long, inside = self.far.doubled, product(self.near, other.near, waste)
        low, near, high = _parted(inside)
        beside, next_to = (thinning.doubled(one.near, long) for one in (self, other))
        pairs = ((self.far, other.far), (self.far, next_to), (beside, other.far))
        far = [product(one, two, waste) for one, two in pairs]
        return Scales(near, _sum([*far, *(thinning.doubled(end, long) for end in (low, high))]))

    def coarser(self, times: int, thinning: Thinning) -> Scales:
        """With the shorter step doubled so often in all."""
        return Scales(
            thinning.doubled(self.near, times), thinning.doubled(self.far, max(times, self.far.doubled))
        )


Law = TypeVar("Law", Fixed, Scales)


def _parted(law: Fixed) -> tuple[Fixed, Fixed, Fixed]:
    """What lies below a window about the mean, in it, and above it; what was lost is counted in it."""
    mass = law.mass
    middle = int(law.poly.derivative()(1)) // mass if mass else 0
    low, high = max(0, middle - WINDOW // 2), max(0, middle + WINDOW // 2)
    return (
        replace(law, poly=law.poly.truncate(low), lost=0),
        replace(law, poly=law.poly.truncate(high).right_shift(low), first=law.first + low),
        replace(law, poly=law.poly.right_shift(high), first=law.first + high, lost=0),
    )


def _sum(laws: Sequence[Fixed]) -> Fixed:
    """Parts of a law, on equal steps, together."""
    first = min(law.first for law in laws)
    whole = sum((law.poly.left_shift(law.first - first) for law in laws), fmpz_poly())
    return replace(laws[0], poly=whole, first=first, lost=sum(law.lost for law in laws))


def power(base: Law, times: int, waste: int, thinning: Thinning) -> Fixed:
    """The law of the sum of so many independent losses, by repeated squaring; what is cut off one of k of
    them counts times/k times, so `waste` is for each.
    """
    square, made, found = base, 1, None
    while True:
        if times & made:
            if found is not None:
                found = found.coarser(square.doubled, thinning)
            more = waste * (times % (2 * made))
            found = square if found is None else found.times(square, more, thinning)
        if found is not None and 2 * made > times:
            return found.joined(thinning)
        square, made = square.times(square, waste * made, thinning), 2 * made
        while thinning.fits(square, times / made):
            square = square.coarser(square.doubled + 1, thinning)
