"""Many different mechanisms of one kind as one, by the power sums of their parameters.

With e_k = m (1 + u_k), the sum of the moments is the sum over j of a_j S_j, where the a_j are the Taylor
coefficients of the kind at m and S_j the sum of the u_k^j. The S_j are summed in floating point and enclosed
with a bound on all its errors; the tail of the series is bounded. So a bundle's moment is an enclosure like
any other, of limited accuracy.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import compress, repeat
from operator import attrgetter, is_, itemgetter
from typing import TYPE_CHECKING, ClassVar, Final

from flint import arb, ctx

from .families import FAMILIES, RADIUS
from .moments import GaussianMoments, MomentsFunction, Quadratic

if TYPE_CHECKING:
    import numpy as np

    Floats = np.ndarray[tuple[int], np.dtype[np.float64]]

SMALL: Final = 48
"""Parts that are added up one by one."""
COARSE: Final = 27
"""Bits of accuracy with which a bundle is content: more than are printed."""
MOST_BUNDLES: Final = 64
MOST_TIMES: Final = 2**30
TAIL: Final = 1e-15
"""About what the tail of a series is to be, before its factor."""
_RADIUS: Final = 0.8


@dataclass(frozen=True, eq=False)
class Gathered(MomentsFunction):
    """Several mechanisms as one."""

    source: ClassVar[str] = "the sum of the parts' moments"


@dataclass(frozen=True, eq=False)
class Bundle(Gathered):
    """Mechanisms of one kind with parameters near a centre; the power sums start with how many there are."""

    kind: type[MomentsFunction]
    center: float
    sums: tuple[arb, ...]
    reach: arb
    """A bound on |u_k|."""

    @property
    def words(self) -> str:
        return f"{self.sums[0]} releases of about the same privacy"

    def moment(self, s: arb) -> arb:
        family, m, length = FAMILIES[self.kind], arb(self.center), len(self.sums)
        cap = ctx.cap
        try:
            coefficients = family.series(s, m, length)
        finally:
            ctx.cap = cap
        total = arb(0)
        for coefficient, power in zip(coefficients, self.sums, strict=True):
            total += coefficient * power
        ratio = self.reach / RADIUS
        return total + arb(0, (self.sums[0] * family.limit(s, m) * ratio**length / (1 - ratio)).upper())

    def pure(self) -> arb | None:
        return self.center * (self.sums[0] + self.sums[1])


@dataclass(frozen=True, eq=False)
class Gaussians(Gathered, Quadratic):
    """Several Gaussian mechanisms as one: alpha(s) = rho s (s + 1), rho the sum of their 1/(2 sigma^2),
    enclosed.
    """

    source: ClassVar[str] = GaussianMoments.source
    enclosed: arb

    @property
    def words(self) -> str:
        return "Gaussian noise of several deviations"

    def rho(self) -> arb:
        """The sum of 1/(2 sigma^2)."""
        return self.enclosed


def bundled(parts: Sequence[tuple[MomentsFunction, int]]) -> list[tuple[MomentsFunction, int]]:
    """The same releases in few parts, where that can be done, in an order of kinds."""
    mechanisms = list(map(itemgetter(0), parts))
    counts = list(map(itemgetter(1), parts))
    kinds = list(map(type, mechanisms))
    found: list[tuple[MomentsFunction, int]] = []
    for kind in dict.fromkeys(kinds):
        chosen = list(map(is_, kinds, repeat(kind)))
        some, times = list(compress(mechanisms, chosen)), list(compress(counts, chosen))
        if kind is GaussianMoments and len(some) > 1:
            found.append((Gaussians(_rho(some, times)), 1))
        elif kind in FAMILIES and len(some) > SMALL and max(times) < MOST_TIMES:
            found += _bundles(kind, some, times)
        else:
            found += zip(some, times, strict=True)
    return found


def _rho(gaussians: Iterable[GaussianMoments], times: Sequence[int]) -> arb:
    """The sum of 1/(2 sigma^2), enclosed: in integers, each rounded down, where no term is too small."""
    scaled = list(map(attrgetter("scaled"), gaussians))
    total = sum(k * part for k, part in zip(times, scaled, strict=True)) if set(times) != {1} else sum(scaled)
    with ctx.workprec(4 * GaussianMoments.BITS):
        unit = arb(1) / arb(2) ** GaussianMoments.BITS
        if total >> (GaussianMoments.BITS // 2):
            return (arb(total) + arb(sum(times), 0) * arb(0.5, 0.5)) * unit
        return sum((k * part.rho() for part, k in zip(gaussians, times, strict=True)), arb(0))


def _bundles(
    kind: type[MomentsFunction], some: list[MomentsFunction], times: list[int]
) -> list[tuple[MomentsFunction, int]]:
    """Bundles by octaves of the parameter, or the parts as they are where these are too many."""
    import numpy as np

    near = np.fromiter(map(attrgetter("near"), some), np.float64, len(some))
    weights = np.asarray(times, np.float64)
    octaves = np.frexp(near)[1]
    if not np.isfinite(near).all() or near.min() < 1e-290 or near.max() > 1e290:
        return list(zip(some, times, strict=True))
    names = np.unique(octaves)
    if len(names) > MOST_BUNDLES:
        return list(zip(some, times, strict=True))
    if len(names) == 1:
        return [(_bundle(kind, near, weights, sum(times)), 1)]
    found: list[tuple[MomentsFunction, int]] = []
    for name in names:
        inside = octaves == name
        part = weights[inside]
        found.append((_bundle(kind, near[inside], part, int(part.sum())), 1))
    return found


def _bundle(kind: type[MomentsFunction], near: Floats, weights: Floats, count: int) -> Bundle:
    """The power sums of u = e/m - 1, e within 2^-51 e of `near`, all in one octave.

    The rounded u differs from u by at most 2^-49. With all |u| <= reach < 1, a product of j < J factors
    differs by j 2^-49 reach^(j-1) + j 2^-52 reach^j, and a sum of N weighted ones by (N + 2) 2^-52 of the sum
    of the absolute values, in whatever order it is taken; 1e-290 is for numbers too small for a double, and
    1.001 for the rounding of this bound.
    """
    import numpy as np

    center = float((near.min() + near.max()) / 2)
    away = near / center - 1.0
    reach = float(np.abs(away).max()) + 2.0**-48
    length = max(3, math.ceil(math.log(TAIL) / math.log(reach / _RADIUS)))
    error = 1.001 * count * ((length + len(near) + 4) * 2.0**-52 * reach + length * 2.0**-49)
    sums, product = [arb(count)], weights.copy()
    for _ in range(1, length):
        np.multiply(product, away, out=product)
        sums.append(arb(float(product.sum()), error + 1e-290 * count))
        error *= reach
    return Bundle(kind, center, tuple(sums), arb(reach))


def rough(mechanisms: Sequence[MomentsFunction], times: Sequence[int]) -> Callable[[float], float] | None:
    """About the sum of the moments as a function of s in floating point, where there are bundles; each stands
    for two parameters with its mean and its variance. Decides nothing.
    """
    bundles = [mechanism for mechanism in mechanisms if isinstance(mechanism, Bundle)]
    if not bundles:
        return None
    import numpy as np

    terms: list[Callable[[float], float]] = []
    for kind in dict.fromkeys(bundle.kind for bundle in bundles):
        some = [bundle for bundle in bundles if bundle.kind is kind]
        count, first, second = (np.array([float(b.sums[j].mid()) for b in some]) for j in range(3))
        center, mean = np.array([b.center for b in some]), first / count
        spread = np.sqrt(np.maximum(second / count - mean**2, 0))
        at = np.concatenate((center * (1 + mean - spread), center * (1 + mean + spread)))
        half = np.concatenate((count, count)) / 2
        terms.append(lambda s, e=at, k=half, near=FAMILIES[kind].near: float(k @ near(s, e)))  # type: ignore[misc]
    for part, k in zip(mechanisms, times, strict=True):
        if not isinstance(part, Bundle):
            terms.append(lambda s, part=part, k=k: k * float(part.moment(arb(s)).mid()))  # type: ignore[misc]

    def about(s: float) -> float:
        with np.errstate(all="ignore"):
            return sum(term(s) for term in terms)

    return about
