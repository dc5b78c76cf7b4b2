"""Pairs of laws that dominate releases about samples; see `pairs` for what that means."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from flint import arb, fmpq

from .pairs import Atom, Length, Pair, Two


@dataclass(frozen=True)
class Sampled(Pair):
    """((1 - rate) Q + rate P, Q): a record is in the sample with chance `rate`, independently of the others.

    The loss is log(1 - rate + rate exp(L)), which rises with L. With a dominating pair of the release about
    the sample (with the record, without it) this one dominates the release about the data, from the data
    with the record to those without it: for each sample of the other records, drawn by the same law on both
    sides, one random map takes P and Q to the laws with and without the record, so their mixtures too. The
    other direction has this pair reversed (Zhu, Dong and Wang 2022, Theorem 11). A record that alone has an
    effect attains it.
    """

    pair: Pair
    rate: fmpq

    @property
    def attained(self) -> bool:  # type: ignore[override]
        return self.pair.attained

    def _mixed(self, both: Two) -> Two:
        p, q = both
        rate = arb(self.rate)
        return (1 - rate) * q + rate * p, q

    def atoms(self) -> Sequence[Atom]:
        return [Atom(*self._mixed((atom.p, atom.q))) for atom in self.pair.atoms()]

    def rest(self) -> Two:
        return self._mixed(self.pair.rest())

    def total(self) -> Two:
        return self._mixed(self.pair.total())

    def _before(self, t: arb) -> arb | None:
        """The loss of the pair where the sampled one has t; None where all are above; nan: not known."""
        inside = (t.expm1() + arb(self.rate)) / arb(self.rate)
        return inside.log() if inside > 0 else None if inside <= 0 else arb.nan()

    def above(self, t: arb) -> Two:
        at = self._before(t)
        return self.total() if at is None else self._known(at, self.pair.above)

    def below(self, t: arb) -> Two:
        at = self._before(t)
        return (arb(0), arb(0)) if at is None else self._known(at, self.pair.below)

    def _known(self, at: arb, part: Callable[[arb], Two]) -> Two:
        if at.is_finite():
            return self._mixed(part(at))
        p, q = self.total()
        return arb(0).union(p), arb(0).union(q)


@dataclass(frozen=True)
class Subset(Pair):
    """A release about a subset of a share `rate` of the records, drawn without replacement; a record takes
    another's place; (P, Q) dominates the release about subsets, both ways round.

    With chance `rate` the subset has the place, else it is the same on both sides: laws (1 - rate) R + rate
    P' and (1 - rate) R + rate Q'. Put at random in the place of another one of the subset, the record makes
    of R laws that are neighbours' of P' and of Q', so that (P', R), (P', Q') are images of (P, Q). For e' =
    1 + rate (e - 1) >= 1 the divergence at e' is rate times that of P' at e from a mixture of R and Q'
    (Balle, Barthe and Gaboardi 2018, Theorem 2), at most rate times that of (P, Q) at e, which is that of
    ((1 - rate) Q + rate P, Q) at e'. Below 1 that of the other direction stands for it. So the losses > 0
    are those of `Sampled`, those < 0 the same of the other direction, and the rest has the loss 0 (Dong, Roth
    and Su 2022, Theorem 4.2). No one query has it; `Sampled` is attained, where the other record has no
    effect.
    """

    pair: Pair
    rate: fmpq
    attained: bool = False

    @property
    def inside(self) -> Sampled:
        """What is attained."""
        return Sampled(self.pair, self.rate)

    def _atoms(self) -> list[Atom]:
        """Those with losses > 0."""
        return [atom for atom in self.inside.atoms() if atom.p > atom.q]

    def atoms(self) -> Sequence[Atom]:
        found = self._atoms()
        p, q = self.inside.above(arb(0))
        same = 1 - p - q - sum((atom.p + atom.q for atom in found), arb(0))
        return [*found, *(Atom(atom.q, atom.p) for atom in found), Atom(same, same, Length(fmpq(0)))]

    def rest(self) -> Two:
        # where two chances are not told apart, what they may differ by
        unclear = (a for a in self.inside.atoms() if not a.p > a.q and not a.p <= a.q)
        most = sum(((a.p - a.q).max(arb(0)) for a in unclear), arb(0)) + sum(self.inside.rest(), arb(0))
        return most, most

    def total(self) -> Two:
        p, q = self.inside.above(arb(0))
        return p + q, p + q

    def above(self, t: arb) -> Two:
        if t >= 0:
            return self.inside.above(t)
        (p, q), (all_p, all_q) = self.below(t), self.total()
        return all_p - p, all_q - q

    def below(self, t: arb) -> Two:
        if t <= 0:
            p, q = self.inside.above(-t)
            return q, p
        (p, q), (all_p, all_q) = self.above(t), self.total()
        return all_p - p, all_q - q


@dataclass(frozen=True)
class Opposite(Pair):
    """(1 - rate) N(0, 1) + rate N(mu, 1) against (1 - rate) N(0, 1) + rate N(-mu, 1): a record takes the
    place of one that moves a Gaussian sum the other way. The ratio rises with the outcome x; with y = exp(mu
    x), c = exp(-mu^2/2) it is (1 - rate + rate c y)/(1 - rate + rate c/y), exp(t) at a root of a quadratic.
    """

    mu: Callable[[], arb]
    rate: fmpq

    def total(self) -> Two:
        return arb(1), arb(1)

    def _place(self, t: arb) -> arb:
        mu, rate = self.mu(), arb(self.rate)
        half, c = (1 - rate) * t.expm1() / 2, rate * (-mu * mu / 2).exp()
        root = (half * half + c * c * t.exp()).sqrt()
        # of both forms of the root the one without cancellation
        y = (half + root) / c if half >= 0 else c * t.exp() / (root - half)
        return y.log() / mu

    def _sides(self, x: arb) -> Two:
        """Chances of outcomes > x."""
        mu, rate, root = self.mu(), arb(self.rate), arb(2).sqrt()
        none, up, down = ((x - shift) / root for shift in (arb(0), mu, -mu))
        rest = (1 - rate) * none.erfc()
        return (rest + rate * up.erfc()) / 2, (rest + rate * down.erfc()) / 2

    def above(self, t: arb) -> Two:
        return self._sides(self._place(t))

    def below(self, t: arb) -> Two:
        # x -> -x exchanges the two
        p, q = self._sides(-self._place(t))
        return q, p
