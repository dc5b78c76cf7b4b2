"""Pairs of laws (P, Q) that tell the most about neighbours, by their privacy losses.

The privacy loss of an output is L = log(dP/dQ). A pair is *dominating* for a release in one direction when
for every pair of neighbours in that direction the laws of the release are images of (P, Q) under one random
map, so that sup over events of P(E) - exp(eps) Q(E) is largest for (P, Q), at every eps at once; then what
many releases give away together, adaptively chosen, is at most what the product of their pairs does
(Blackwell's theorem, and the data-processing inequality step by step; Dong, Roth and Su 2022, Theorem 3.2).
`attained` says that some queries have these very laws, so that a lower bound on the product's curve is one
on what is given away.

A pair is told by its atoms and by what its part without atoms has above and below a loss.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from flint import arb, fmpq

Two: TypeAlias = tuple[arb, arb]
"""The masses of P and of Q."""


@dataclass(frozen=True)
class Length:
    """The real number coefficient * log(base), or the coefficient itself where there is no base."""

    coefficient: fmpq
    base: fmpq | None = None

    def enclosed(self) -> arb:
        """It, at the working precision."""
        return arb(self.coefficient) * (1 if self.base is None else arb(self.base).log())

    def over(self, other: Length) -> fmpq | None:
        """This divided by another one, where that is known to be rational."""
        return self.coefficient / other.coefficient if self.base == other.base else None

    def times(self, factor: fmpq) -> Length:
        """A multiple."""
        return Length(self.coefficient * factor, self.base)


@dataclass(frozen=True)
class Atom:
    """An outcome with the chances p and q, not both 0; its loss is log(p/q), exactly `loss` where that is
    known.
    """

    p: arb
    q: arb
    loss: Length | None = None


class Pair(ABC):
    """Two laws by their privacy losses; everything is enclosed at the working precision."""

    attained: bool = True
    unit: Length | None = None
    """What the atoms' losses are multiples of, where there is such a number."""

    def atoms(self) -> Sequence[Atom]:
        """The outcomes that have a chance of their own."""
        return ()

    def rest(self) -> Two:
        """Bounds on the masses of outcomes that are in neither part."""
        return arb(0), arb(0)

    @abstractmethod
    def total(self) -> Two:
        """The mass of the part without atoms."""

    @abstractmethod
    def above(self, t: arb) -> Two:
        """What that part has at losses > t."""

    @abstractmethod
    def below(self, t: arb) -> Two:
        """What that part has at losses < t."""


@dataclass(frozen=True)
class Discrete(Pair):
    """Outcomes with chances; `made` gives them at the working precision."""

    made: Callable[[], Sequence[Atom]]
    unit: Length | None = None
    left: Callable[[], arb] | None = None
    """A bound on the chance of outcomes that are not listed, under either law."""
    attained: bool = True

    def atoms(self) -> Sequence[Atom]:
        return self.made()

    def rest(self) -> Two:
        return (arb(0), arb(0)) if self.left is None else (self.left(), self.left())

    def total(self) -> Two:
        return arb(0), arb(0)

    def above(self, t: arb) -> Two:
        return self.total()

    def below(self, t: arb) -> Two:
        return self.total()


@dataclass(frozen=True)
class Gaussian(Pair):
    """N(mu, 1) against N(0, 1): L = mu x - mu^2/2. Releases with mu_1, mu_2, ... are together one with the
    root of the sum of their squares, and a smaller shift is an image of a larger one (Dong, Roth and Su
    2022, Corollary 3.3).
    """

    mu: Callable[[], arb]

    def total(self) -> Two:
        return arb(1), arb(1)

    def _places(self, t: arb) -> Two:
        mu, root = self.mu(), arb(2).sqrt()
        return (t / mu - mu / 2) / root, (t / mu + mu / 2) / root

    def above(self, t: arb) -> Two:
        p, q = self._places(t)
        return p.erfc() / 2, q.erfc() / 2

    def below(self, t: arb) -> Two:
        p, q = self._places(t)
        return (-p).erfc() / 2, (-q).erfc() / 2


@dataclass(frozen=True)
class Laplace(Pair):
    """Density exp(-|x|/b)/(2b) against its shift by 1, with loss = 1/b: L = loss (1 - 2x) for 0 < x < 1,
    and two atoms at the ends. Its curve is 1 - exp((eps - loss)/2) for |eps| <= loss, which rises with the
    shift. So a vector of l1-sensitivity 1 with independent noise is dominated: with shifts s_1 >= s_2 >=
    ..., by induction, for eps >= 0 (the curve of eps < 0 is that of the other direction) the curve of the
    first k is the mean, over the loss l <= s_k loss of the k-th, of the curve of the others at eps - l,
    which is not below minus their sum R loss; so it is at most the mean of max(0, 1 - exp((eps - l - R
    loss)/2)), at most 1 - exp((eps - (R + s_k) loss)/2).
    """

    loss: fmpq

    @property
    def unit(self) -> Length:  # type: ignore[override]
        return Length(self.loss)

    def atoms(self) -> Sequence[Atom]:
        small = (-arb(self.loss)).exp() / 2
        return Atom(arb(1) / 2, small, Length(self.loss)), Atom(small, arb(1) / 2, Length(-self.loss))

    def total(self) -> Two:
        half = -(-arb(self.loss)).expm1() / 2
        return half, half

    def _cut(self, t: arb) -> arb:
        """The x in [0, 1] below which the loss is above t."""
        return ((1 - t / arb(self.loss)) / 2).max(arb(0)).min(arb(1))

    def above(self, t: arb) -> Two:
        e, x = arb(self.loss), self._cut(t)
        return -(-e * x).expm1() / 2, (-e).exp() * (e * x).expm1() / 2

    def below(self, t: arb) -> Two:
        e, x = arb(self.loss), 1 - self._cut(t)
        return (-e).exp() * (e * x).expm1() / 2, -(-e * x).expm1() / 2


@dataclass(frozen=True)
class BoundedRange(Pair):
    """The pair whose curve is that of the worst exponential mechanism at every eps, (1 - exp((eps -
    loss)/2))^2 / (1 - exp(-loss)) (Dong, Durfee and Rogers 2020): P(L > t) = -h'(x) x + h(x) at x = exp(t),
    Q(L > t) = -h'(x). It dominates every release of bounded range, since a larger curve dominates
    (Blackwell); no one utility has it. Each `utility(share)` is attained by one.
    """

    loss: fmpq
    attained: bool = False

    def utility(self, share: fmpq) -> Pair:
        """Two outcomes with the losses share * loss and (share - 1) * loss, for 0 < share < 1: two utilities
        may have them.
        """
        unit = Length(self.loss)
        up, down = unit.times(share), unit.times(share - 1)

        def atoms() -> list[Atom]:
            high, low = up.enclosed().exp(), down.enclosed().exp()
            q = (1 - low) / (high - low)
            return [Atom(high * q, q, up), Atom(low * (1 - q), 1 - q, down)]

        return Discrete(atoms, unit.times(fmpq(1, share.q)))

    def total(self) -> Two:
        return arb(1), arb(1)

    def _inside(self, t: arb) -> arb:
        e = arb(self.loss)
        return t.max(-e).min(e)

    def above(self, t: arb) -> Two:
        e, t = arb(self.loss), self._inside(t)
        short, all_of = -((t - e) / 2).expm1(), -(-e).expm1()
        return short / all_of, (-(t + e) / 2).exp() * short / all_of

    def below(self, t: arb) -> Two:
        e, t = arb(self.loss), self._inside(t)
        far, all_of = -(-(t + e) / 2).expm1(), -(-e).expm1()
        return ((t - e) / 2).exp() * far / all_of, far / all_of


@dataclass(frozen=True)
class Reversed(Pair):
    """(Q, P): the losses change their signs."""

    pair: Pair

    @property
    def attained(self) -> bool:  # type: ignore[override]
        return self.pair.attained

    @property
    def unit(self) -> Length | None:  # type: ignore[override]
        return self.pair.unit

    def atoms(self) -> Sequence[Atom]:
        def turned(atom: Atom) -> Atom:
            return Atom(atom.q, atom.p, None if atom.loss is None else atom.loss.times(fmpq(-1)))

        return [turned(atom) for atom in self.pair.atoms()]

    def rest(self) -> Two:
        p, q = self.pair.rest()
        return q, p

    def total(self) -> Two:
        p, q = self.pair.total()
        return q, p

    def above(self, t: arb) -> Two:
        p, q = self.pair.below(-t)
        return q, p

    def below(self, t: arb) -> Two:
        p, q = self.pair.above(-t)
        return q, p


@dataclass(frozen=True)
class Mixture(Pair):
    """One of several pairs, by a public draw with these chances, which are told with the outcome."""

    parts: tuple[tuple[fmpq, Pair], ...]

    @property
    def attained(self) -> bool:  # type: ignore[override]
        return all(pair.attained for _, pair in self.parts)

    def atoms(self) -> Sequence[Atom]:
        return [Atom(w * a.p, w * a.q, a.loss) for w, pair in self.parts for a in pair.atoms()]

    def _sum(self, part: Callable[[Pair], Two]) -> Two:
        found = [(w, part(pair)) for w, pair in self.parts]
        return sum((w * p for w, (p, _) in found), arb(0)), sum((w * q for w, (_, q) in found), arb(0))

    def rest(self) -> Two:
        return self._sum(lambda pair: pair.rest())

    def total(self) -> Two:
        return self._sum(lambda pair: pair.total())

    def above(self, t: arb) -> Two:
        return self._sum(lambda pair: pair.above(t))

    def below(self, t: arb) -> Two:
        return self._sum(lambda pair: pair.below(t))
