"""The dominating pairs of releases, and the curves of many of them; see `pairs` and `curves`."""

from __future__ import annotations

from typing import Final

from flint import arb, fmpq

from .composition import Composition
from .curves import ROUGH, composed
from .exponential import ExponentialMoments
from .lattice import DiscreteGaussianMoments, Mixed, TwoLaws, one_sided
from .moments import GaussianMoments, LaplaceMoments, MomentsFunction, ResponseMoments
from .pairs import (
    Atom,
    BoundedRange,
    Discrete,
    Gaussian,
    Laplace,
    Length,
    Mixture,
    Pair,
    Reversed,
)
from .ranges import ranges
from .sampled import POISSON, REPLACED, SUBSETS, SampledMoments
from .sampled_pairs import Opposite, Sampled, Subset
from .scouts import LEAST, Parts, planned
from .sides import Curve, Through

MOST_PARTS: Final = 8
"""Different releases up to which the curve of all of them is worked out."""
WIDTH: Final = 1e-5
"""About how far apart the ends of the interval for eps may be, as a share of it."""
HUGE: Final = fmpq(50)
TINY: Final = fmpq(1, 10**9)
"""The eps of one release between which it is."""
MOST: Final = fmpq(10_000)
"""The eps up to which it is."""
SHARES: Final = 8


SYMMETRIC: Final = (Gaussian, Laplace, BoundedRange, Subset)
"""Pairs with the same losses when P and Q are exchanged."""


def pair_of(mechanism: MomentsFunction) -> Pair | None:
    """The dominating pair of a release, with the record and without it; None where none is known here.

    >>> pair_of(LaplaceMoments.of(2))
    Laplace(loss=1/2)
    """
    if isinstance(mechanism, SampledMoments):
        inside = pair_of(mechanism.release)
        kind = Subset if mechanism.scheme == SUBSETS else Sampled
        return None if inside is None else kind(inside, mechanism.rate)
    if isinstance(mechanism, Mixed):
        pairs = [(chance, pair_of(part)) for chance, part in mechanism.parts]
        known = tuple((chance, pair) for chance, pair in pairs if pair is not None)
        return Mixture(known) if len(known) == len(pairs) else None
    if isinstance(mechanism, DiscreteGaussianMoments | TwoLaws):
        return mechanism.pair()
    if isinstance(mechanism, GaussianMoments):
        return Gaussian(lambda: 1 / arb(mechanism.sigma))
    if isinstance(mechanism, LaplaceMoments):
        return Laplace(mechanism.loss)
    if isinstance(mechanism, ExponentialMoments):
        return BoundedRange(mechanism.eps)
    return _response(mechanism) if isinstance(mechanism, ResponseMoments) else None


def _response(mechanism: ResponseMoments) -> Pair:
    """Two outcomes, true and false."""
    loss, truth = mechanism.eps, mechanism.truth
    length = Length(fmpq(1), truth / (1 - truth)) if truth is not None else Length(loss or fmpq(0))

    def atoms() -> list[Atom]:
        p = mechanism.probability()
        return [Atom(p, 1 - p, length), Atom(1 - p, p, length.times(fmpq(-1)))]

    return Discrete(atoms, length)


def _inside(whole: Composition, eps: fmpq) -> bool:
    """Whether an eps is within reach, and below the sum of all losses, where delta is 0."""
    most = whole.pure()
    return eps < MOST and (most is None or bool(arb(eps) < most))


def curve_of(
    whole: Composition, *, delta: fmpq | None = None, epsilon: fmpq | None = None, width: float = WIDTH
) -> Curve | None:
    """The curve of a composition, near a delta or an eps; None where it is not worked out: too many different
    releases, losses out of reach, a release without a known pair.

    Gaussian releases about all records are taken together as one. Where every release is as it is with P
    and Q exchanged one direction is enough; Poisson samples need both. One exponential mechanism, however
    often, has its recursion; beside others, or often, the bound from below is what the worst of SHARES
    utilities, the same in every release, gives away.
    """
    if len(whole.parts) > MOST_PARTS or (epsilon is not None and not _inside(whole, epsilon)):
        return None
    parts = _parts(whole)
    if parts is None:
        return None
    if len(parts) == 1 and isinstance(pair := parts[0][0], BoundedRange):
        exact = ranges(pair.loss, parts[0][1])
        if exact is not None:
            return exact
    schemes = [getattr(mechanism, "scheme", None) for mechanism, _ in whole.parts]
    both = POISSON in schemes or any(one_sided(mechanism) for mechanism, _ in whole.parts)
    near, eps = None if delta is None else max(float(arb(delta)), LEAST), float(arb(epsilon or 0))

    def curve(some: Parts) -> Curve | None:
        turned = [(pair if isinstance(pair, SYMMETRIC) else Reversed(pair), n) for pair, n in some]
        return composed([some, turned] if both else [some], width, delta=near, eps=eps)

    if REPLACED in schemes:
        return _replaced(parts, width, near, eps) if set(schemes) == {REPLACED} else None
    found = curve(parts)
    if found is None or found.attained:
        return found
    tried = [[(_utility(pair, fmpq(k, SHARES)), n) for pair, n in parts] for k in range(SHARES // 2, SHARES)]
    plans = [plan for some in tried if (plan := planned(some, near, eps)) is not None]
    worst = max(plans, key=lambda plan: (plan.eps, plan.delta), default=None)
    below = None if worst is None else curve(worst.parts)
    return found if below is None else found.above(below)


def _replaced(parts: Parts, width: float, delta: float | None, eps: float) -> Curve | None:
    """From above by way of the data without the record, each direction sharp where it is needed; from below
    where the two records move the sum to opposite sides, or one of them has no effect.
    """
    turned = [(Reversed(pair), n) for pair, n in parts]
    below = composed([[(_opposite(pair), n) for pair, n in parts]], width, delta=delta, eps=eps)
    asked, share = (delta, delta), width * ROUGH
    for _ in range(2):
        ends = [
            composed([some], share, delta=near, eps=eps / 2)
            for some, near in zip((parts, turned), asked, strict=True)
        ]
        if below is None or ends[0] is None or ends[1] is None:
            return None
        found = Through(tuple(side for side in below.sides if not side.up), True, ends[0], ends[1])
        at = fmpq(*eps.as_integer_ratio())
        if delta is not None:
            at = found.epsilon(fmpq(*delta.as_integer_ratio()), up=True)
        _, first, second = found.split(at)
        asked, share = (max(float(first), LEAST), max(float(second), LEAST)), width
    return found


def _opposite(pair: Pair) -> Pair:
    inside = pair.pair if isinstance(pair, Sampled) else pair
    return (
        Opposite(inside.mu, pair.rate) if isinstance(pair, Sampled) and isinstance(inside, Gaussian) else pair
    )


def _utility(pair: Pair, share: fmpq) -> Pair:
    if isinstance(pair, Subset):
        return _utility(pair.inside, share)
    if isinstance(pair, Mixture):
        return Mixture(tuple((chance, _utility(one, share)) for chance, one in pair.parts))
    if isinstance(pair, Sampled):
        return Sampled(_utility(pair.pair, share), pair.rate)
    return pair.utility(share) if isinstance(pair, BoundedRange) else pair


def _parts(whole: Composition) -> list[tuple[Pair, int]] | None:
    """The pairs; None where one is not known or out of reach."""
    parts, gaussians = list[tuple[Pair, int]](), list[tuple[GaussianMoments, int]]()
    for mechanism, times in whole.parts:
        loss = mechanism.pure()
        if loss is not None and not (loss < HUGE and loss > TINY):
            return None
        if isinstance(mechanism, GaussianMoments):
            gaussians.append((mechanism, times))
            if not TINY < mechanism.sigma < 1 / TINY:
                return None
        elif (pair := pair_of(mechanism)) is not None:
            parts.append((pair, times))
        else:
            return None
    if gaussians:
        parts.append((Gaussian(lambda: (2 * sum((n * g.rho() for g, n in gaussians), arb(0))).sqrt()), 1))
    return parts
