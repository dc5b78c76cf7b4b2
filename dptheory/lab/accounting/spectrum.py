"""The whole curve delta(eps) of a composition between two ends, and what it means in other currencies.

Hypothesis tests: who guesses from the output which of two neighbours it was, with a chance of at most `fpr`
to name the second where it is the first, names it rightly with a chance of at most the least over eps of
delta(eps) + exp(eps) fpr and of 1 - exp(-eps) (1 - delta(eps) - fpr), the same for the events in which it is
not named (Wasserman and Zhou 2010; Kairouz, Oh and Viswanath 2015). Gaussian privacy: N(0, 1)
against N(mu, 1) is as hard to tell apart where its curve lies above this one (Dong, Roth and Su 2022).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import Final

from flint import arb, fmpq

from ...decimals import outward
from ...exact import Number
from ...shown import Drawn, Tabular
from .bounds import deltas, epsilons, ordered
from .composition import Composition
from .dominating import curve_of
from .guarantees import EXACT, INTERVAL, UPPER
from .numbers import DIGITS, above, between, positive, sharpen
from .profiles import gaussian, profiles

POINTS: Final = 96
FINER: Final = 24
"""Places between two points at which Gaussian privacy is tried."""
NEAR: Final = (fmpq(1, 10), fmpq(1, 1000), fmpq(1, 10**6), fmpq(1, 10**9))
"""Chances near which the losses are composed."""
WIDTH: Final = 1e-3
RATES: Final = (fmpq(1, 1000), fmpq(1, 100), fmpq(1, 10))


@dataclass(frozen=True)
class Point:
    """delta at an eps: not above `most`, and some queries give away more than `least`."""

    eps: fmpq
    least: fmpq
    most: fmpq


@dataclass(frozen=True, repr=False)
class Spectrum(Drawn, Tabular):
    """Points of the curve from eps = 0 on; `kind` is one of `guarantees.CERTAINTY`."""

    whole: Composition
    kind: str
    points: tuple[Point, ...]

    def not_attained(self) -> Spectrum:
        """The same where no queries are known that give away as much."""
        points = (Point(p.eps, fmpq(0), p.most) for p in self.points)
        return Spectrum(self.whole, UPPER, tuple(points))

    def power(self, fpr: Number) -> fmpq:
        """The most true positives, as a share, where at most the share `fpr` is falsely positive, rounded up;
        raises BadInput unless 0 < fpr < 1.
        """
        alpha = between("fpr", fpr, 0, 1, "fpr = 1/100")
        ends = [fmpq(1)]
        for p in self.points:
            ends.append(above(arb(p.most) + arb(p.eps).exp() * arb(alpha)))
            ends.append(above(1 - (-arb(p.eps)).exp() * arb(1 - p.most - alpha)))
        return min(outward(min(ends), DIGITS, up=True), fmpq(1))

    def mu(self, slack: Number) -> fmpq | None:
        """A mu, rounded up, such that delta(eps) is at every eps >= 0 at most `slack` more than it is of
        N(0, 1) against N(mu, 1): between two points the curve lies below its chord in exp(eps). None where
        the last point is above the slack, or no mu up to 1000 is enough. Raises BadInput unless 0 < slack <
        1.
        """
        spare = between("slack", slack, 0, 1, "slack = 1e-5")
        if self.whole.normal:
            return outward(
                above(sharpen(lambda: (2 * (self.whole.rho() or arb.nan())).sqrt())), DIGITS, up=True
            )
        if self.points[-1].most > spare:
            return None
        steps = [step for step in self._chords() if step[1] > arb(spare)]

        def enough(mu: fmpq) -> bool:
            return all(most <= gaussian(arb(mu), after) + arb(spare) for after, most in steps)

        low, high = fmpq(0), fmpq(1, 1000)
        while not enough(high):
            low, high = high, 2 * high
            if high > 1000:
                return None
        for _ in range(12):
            middle = (low + high) / 2
            low, high = (low, middle) if enough(middle) else (middle, high)
        return outward(high, 4, up=True)

    def regret(self, mu: Number) -> fmpq | None:
        """How far the trade-off curve lies above that of N(0, 1) against N(mu, 1), at most: the least shift
        of both errors that makes up for it, which is the supremum over eps >= 0 of the difference of both
        deltas over 1 + exp(eps); rounded up. None where no bound from below is known. Raises BadInput unless
        mu > 0.
        """
        shift = positive("mu", mu, "mu = 1")
        if self.kind == UPPER:
            return None

        def gap(at: arb, least: arb) -> fmpq:
            return above(((gaussian(arb(shift), at) - least) / (1 + at.exp())).max(arb(0)))

        steps = [gap(eps, least) for eps, least in self._below()]
        return outward(max(*steps, gap(arb(self.points[-1].eps), arb(0))), 4, up=True)

    def _below(self) -> Iterator[tuple[arb, arb]]:
        """At places: the place, and a bound on delta from below up to the next one. delta is convex in
        exp(eps), so after a point it lies above the line from the one before, and delta(-eps) = 1 - exp(-eps)
        (1 - delta(eps)).
        """
        first = arb(self.points[1].eps)
        before, there = (-first).exp(), 1 - (-first).exp() * arb(1 - self.points[1].most)
        for one, other in zip(self.points, self.points[1:], strict=False):
            here, wide = arb(one.eps).exp(), (other.eps - one.eps) / FINER
            slope = (arb(one.least) - there) / (here - before)
            for k in range(FINER):
                after = arb(one.eps + wide * (k + 1)).exp()
                yield arb(one.eps + wide * k), arb(other.least).max(arb(one.least) + slope * (after - here))
            before, there = here, arb(one.most)

    def _chords(self) -> Iterator[tuple[arb, arb]]:
        """At places between the points: the next place, and a bound on delta from this one on."""
        for one, other in zip(self.points, self.points[1:], strict=False):
            wide = (other.eps - one.eps) / FINER
            far = (arb(other.eps - one.eps)).expm1()
            for k in range(FINER):
                share = arb(wide * k).expm1() / far
                yield arb(one.eps + wide * (k + 1)), arb(one.most) + share * arb(other.most - one.most)


def spectrum(whole: Composition, delta: Number = "1e-10") -> Spectrum:
    """The curve from eps = 0 to where delta is reached.

    An exact curve where there is one, composed losses where these are within reach, else what Renyi bounds
    say. Raises BadInput unless 0 < delta < 1.

    >>> found = spectrum(Composition.of(("gaussian 1", 1)), delta="1e-5")
    >>> found.kind, len(found.points), found.mu("1e-5") <= fmpq(100001, 100000)
    ('exact', 97, True)
    """
    smallest = between("delta", delta, 0, 1, "delta = 1e-10")
    far = ordered(epsilons(whole.gathered(), smallest), attrgetter("eps"))[0].eps
    exact = next((profile for profile in profiles(whole.gathered()) if profile.exact), None)
    curves = []
    if exact is None:
        tried = (curve_of(whole, delta=near, width=WIDTH) for near in {*NEAR, smallest})
        curves = [curve for curve in tried if curve is not None]
        far = min([far, *(curve.epsilon(smallest, up=True) for curve in curves)])

    def point(eps: fmpq) -> Point:
        if exact is not None:
            value = exact.at(eps)
            ends = value.lower().fmpq(), value.upper().fmpq()
        elif curves:
            ends = max(curve.lower(eps).fmpq() for curve in curves), min(above(c.upper(eps)) for c in curves)
        else:
            ends = fmpq(0), ordered(deltas(whole.gathered(), eps), attrgetter("delta"))[0].delta
        low, high = (outward(end, DIGITS, up=up) for end, up in zip(ends, (False, True), strict=True))
        return Point(eps, max(low, fmpq(0)), min(high, fmpq(1)))

    step = outward(far / POINTS, 4, up=True)
    kind = EXACT if exact is not None else INTERVAL if any(c.attained for c in curves) else UPPER
    return Spectrum(whole, kind, tuple(point(step * k) for k in range(POINTS + 1)))
