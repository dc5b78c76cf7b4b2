"""Many releases about the same data, each with randomness of its own; later ones may depend on earlier
answers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from flint import arb, ctx, fmpq

from ..errors import BadInput
from .mechanisms import Gaussian, Gaussians, Mechanism
from .numbers import Number, count

GATHERED: Final = 512
"""Bits at which different Gaussians are added up, once."""
SKETCHED: Final = 24
"""Parts of a sketch."""


@dataclass(frozen=True)
class Composition:
    """Mechanisms with how often each is used; equal ones are counted together.

    alpha of the whole is at most the sum of the parts' alpha (the lecture's (4); Abadi et al. 2016, Theorem
    2; Mironov 2017, Proposition 1), also where the queries are chosen by what was answered before.
    """

    parts: tuple[tuple[Mechanism, int], ...]

    @classmethod
    def of(cls, *parts: tuple[Mechanism, Number]) -> Composition:
        """Each mechanism with its count; raises BadInput for a count that is no integer >= 1, or no parts.

        >>> Composition.of((Gaussian.of(1), 60), (Gaussian.of(1), 40)).parts[0][1]
        100
        """
        if not parts:
            raise BadInput("no mechanism", "at least one", "--gaussian 1.0 --steps 100")
        return cls(_merged((mechanism, count("steps", times)) for mechanism, times in parts))

    def then(self, other: Composition) -> Composition:
        """This, and then the other."""
        return Composition(_merged((*self.parts, *other.parts)))

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
        if len(self.parts) > SKETCHED:
            return None
        for mechanism, times in self.parts:
            if mechanism.loss is None:
                return None
            total += times * mechanism.loss
        return total

    def rho(self) -> arb | None:
        """Where all parts are Gaussian, alpha(s) = rho s (s + 1) exactly; this rho."""
        total = arb(0)
        for mechanism, times in self.parts:
            if not isinstance(mechanism, Gaussian | Gaussians):
                return None
            total += times * mechanism.rho()
        return total

    def gathered(self) -> Composition:
        """The same with all its Gaussians as one, where they differ: their moments have one shape."""
        gaussians = [(m, k) for m, k in self.parts if isinstance(m, Gaussian)]
        if len(gaussians) < 2:
            return self
        with ctx.workprec(GATHERED):
            rho = sum((times * mechanism.rho() for mechanism, times in gaussians), arb(0))
        others = tuple(part for part in self.parts if not isinstance(part[0], Gaussian))
        return Composition(((Gaussians(rho), 1), *others))

    def sketch(self) -> Composition:
        """A composition of few parts with about the same moments function, to search on. Decides nothing."""
        if len(self.parts) <= 2 * SKETCHED:
            return self
        with ctx.workprec(30):
            ranked = sorted(self.parts, key=lambda part: float(part[0].moment(arb(1)).mid()))
        stride = -(-len(ranked) // SKETCHED)
        groups = [ranked[k : k + stride] for k in range(0, len(ranked), stride)]
        return Composition(tuple((g[len(g) // 2][0], sum(times for _, times in g)) for g in groups))

    @property
    def repeated(self) -> tuple[Mechanism, int] | None:
        """The mechanism and its count, where there is only one kind."""
        return self.parts[0] if len(self.parts) == 1 else None

    @property
    def tight(self) -> bool:
        """Whether `moment` is the supremum at each s: the parts' worst queries can be asked together."""
        return all(mechanism.tight for mechanism, _ in self.parts)


def _merged(parts: Iterable[tuple[Mechanism, int]]) -> tuple[tuple[Mechanism, int], ...]:
    """Equal mechanisms counted together, in the order in which they come."""
    same: dict[int, tuple[Mechanism, int]] = {}
    for mechanism, times in parts:
        # most often equal mechanisms are one object, and that is quick to see
        same[id(mechanism)] = (mechanism, same.get(id(mechanism), (mechanism, 0))[1] + times)
    counts: dict[Mechanism, list[int]] = {}
    for mechanism, times in same.values():
        counts.setdefault(mechanism, []).append(times)
    return tuple((mechanism, sum(times)) for mechanism, times in counts.items())
