"""Many releases about the same data, each with randomness of its own; later ones may depend on earlier
answers.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from operator import attrgetter, itemgetter
from typing import Protocol

from flint import arb, fmpq

from ...errors import BadInput
from ...exact import Number
from .bundles import COARSE, SMALL, Bundle, Gaussians, bundled, rough
from .moments import GaussianMoments, MomentsFunction, Release
from .numbers import ACCURATE, count
from .sampled import release_of


class Moments(Protocol):
    """What has a moments function."""

    def moment(self, s: arb) -> arb:
        """alpha(s)."""


@dataclass(frozen=True)
class Sketch:
    """About a moments function, in floating point."""

    about: Callable[[float], float]

    def moment(self, s: arb) -> arb:
        """A number near alpha(s), or none."""
        return arb(self.about(float(s.mid())))


@dataclass(frozen=True)
class Composition:
    """Releases with how often each is made; equal ones are counted together.

    alpha of the whole is at most the sum of the parts' alpha (the lecture's (4); Abadi et al. 2016, Theorem
    2; Mironov 2017, Proposition 1), also where the queries are chosen by what was answered before.
    """

    parts: tuple[tuple[MomentsFunction, int], ...]

    @classmethod
    def of(cls, *parts: tuple[Release, Number]) -> Composition:
        """Each release with its count: words for one, a mechanism of `lab.mechanisms`, or its moments
        function. Raises BadInput for a count that is no integer >= 1, or no parts.

        >>> Composition.of(("gaussian 1", 60), (GaussianMoments.of(1), 40)).parts[0][1]
        100
        """
        if not parts:
            raise BadInput("no mechanism", "at least one", "--gaussian 1.0 --steps 100")
        counts = list(map(itemgetter(1), parts))
        if set(map(type, counts)) != {int} or min(counts) < 1 or max(counts) >= 2**64:
            counts = [count("steps", times) for times in counts]
        return cls(_merged(list(map(release_of, map(itemgetter(0), parts))), counts))

    def then(self, other: Composition) -> Composition:
        """This, and then the other."""
        both = (*self.parts, *other.parts)
        return Composition(_merged([m for m, _ in both], [k for _, k in both]))

    def moment(self, s: arb) -> arb:
        """The sum of the moments functions at s > 0: an upper bound on that of the whole."""
        total = arb(0)
        for mechanism, times in self.parts:
            total += times * mechanism.moment(s)
        return total

    def pure(self) -> arb | None:
        """The sum of the parts' eps (basic composition); None where a part's privacy loss is unbounded."""
        total = arb(0)
        for mechanism, times in self.parts:
            eps = mechanism.pure()
            if eps is None:
                return None
            total += times * eps
        return total

    def loss(self) -> fmpq | None:
        """The same sum exactly, where every part's eps is rational and the parts are not too many."""
        total = fmpq(0)
        if len(self.parts) > SMALL:
            return None
        for mechanism, times in self.parts:
            if mechanism.loss is None:
                return None
            total += times * mechanism.loss
        return total

    def rho(self) -> arb | None:
        """A rho with alpha(s) <= rho s (s + 1); None where a part has none."""
        total = arb(0)
        for mechanism, times in self.parts:
            rho = mechanism.rho()
            if rho is None:
                return None
            total += times * rho
        return total

    @property
    def quadratic(self) -> bool:
        """Whether the sum of the moments functions is rho s (s + 1)."""
        return all(mechanism.quadratic for mechanism, _ in self.parts)

    @property
    def normal(self) -> bool:
        """Whether all parts are Gaussian noise."""
        return all(isinstance(mechanism, GaussianMoments | Gaussians) for mechanism, _ in self.parts)

    def gathered(self) -> Composition:
        """The same with few parts: all its Gaussians as one, where they differ, and many others by kind."""
        gaussians = sum(isinstance(mechanism, GaussianMoments) for mechanism, _ in self.parts[:SMALL])
        if len(self.parts) <= SMALL and gaussians < 2:
            return self
        return Composition(tuple(bundled(self.parts)))

    def sketch(self) -> Moments:
        """Something with about the same moments function, to search on. Decides nothing."""
        found = rough([mechanism for mechanism, _ in self.parts], [times for _, times in self.parts])
        return self if found is None else Sketch(found)

    @property
    def accuracy(self) -> int:
        """Bits to which it is worth to enclose what comes of the moments."""
        return COARSE if any(isinstance(mechanism, Bundle) for mechanism, _ in self.parts) else ACCURATE

    @property
    def repeated(self) -> tuple[MomentsFunction, int] | None:
        """The mechanism and its count, where there is only one kind."""
        return self.parts[0] if len(self.parts) == 1 else None

    @property
    def tight(self) -> bool:
        """Whether `moment` is the supremum at each s: the parts' worst queries can be asked together."""
        return all(mechanism.tight for mechanism, _ in self.parts)


def _merged(
    mechanisms: Sequence[MomentsFunction], counts: Sequence[int]
) -> tuple[tuple[MomentsFunction, int], ...]:
    """Equal mechanisms counted together, in the order in which they come."""
    keys = list(map(attrgetter("key"), mechanisms))
    if "" in keys:
        # a mechanism of the reader's own has no key
        return _equal(list(mechanisms), mechanisms, counts)
    return _equal(keys, mechanisms, counts)


def _equal(
    keys: Sequence[Hashable], mechanisms: Sequence[MomentsFunction], counts: Sequence[int]
) -> tuple[tuple[MomentsFunction, int], ...]:
    if len(set(keys)) == len(keys):
        return tuple(zip(mechanisms, counts, strict=True))
    totals = dict.fromkeys(keys, 0)
    for key, times in zip(keys, counts, strict=True):
        totals[key] += times
    first = dict(zip(reversed(keys), reversed(mechanisms), strict=True))
    return tuple((first[key], times) for key, times in totals.items())
