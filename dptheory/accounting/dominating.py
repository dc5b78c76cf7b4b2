"""The dominating pairs of releases, and the curves of many of them; see `pairs` and `curves`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from flint import arb, fmpq

from .composition import Composition
from .curves import Curve, composed
from .lattice import DiscreteGaussianMoments, TwoLaws
from .moments import ExponentialMoments, GaussianMoments, LaplaceMoments, MomentsFunction, ResponseMoments
from .pairs import Atom, BoundedRange, Discrete, Gaussian, Laplace, Length, Pair, Reversed, Sampled
from .sampled import SampledMoments

MOST_PARTS: Final = 8
"""Different releases up to which the curve of all of them is worked out."""
WIDTH: Final = 1e-4
"""About how far apart the ends of the interval for eps may be, as a share of it."""
HUGE: Final = fmpq(50)
TINY: Final = fmpq(1, 10**9)
"""The eps of one release between which it is."""
MOST: Final = fmpq(10_000)
"""The eps up to which it is."""


SYMMETRIC: Final = (Gaussian, Laplace, BoundedRange)
"""Pairs with the same losses when P and Q are exchanged."""


def pair_of(mechanism: MomentsFunction) -> Pair | None:
    """The dominating pair of a release, with the record and without it; None where none is known here.

    >>> pair_of(LaplaceMoments.of(2))
    Laplace(loss=1/2)
    """
    if isinstance(mechanism, SampledMoments):
        inside = pair_of(mechanism.release)
        return None if inside is None else Sampled(inside, mechanism.rate)
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
    and Q exchanged one direction is enough; samples need both.
    """
    parts, rho = list[tuple[Pair, int]](), list[Callable[[], arb]]()
    if len(whole.parts) > MOST_PARTS or (epsilon is not None and not _inside(whole, epsilon)):
        return None
    for mechanism, times in whole.parts:
        loss = mechanism.pure()
        if loss is not None and not (loss < HUGE and loss > TINY):
            return None
        if isinstance(mechanism, GaussianMoments) and TINY < mechanism.sigma < 1 / TINY:
            rho.append(lambda mechanism=mechanism, times=times: times * mechanism.rho())  # type: ignore[misc]
        elif (pair := pair_of(mechanism)) is not None and not isinstance(mechanism, GaussianMoments):
            parts.append((pair, times))
        else:
            return None
    if rho:
        parts.append((Gaussian(lambda: (2 * sum((one() for one in rho), arb(0))).sqrt()), 1))
    directions = [parts]
    turned: list[tuple[Pair, int]] = [
        (pair if isinstance(pair, SYMMETRIC) else Reversed(pair), n) for pair, n in parts
    ]
    if any(isinstance(mechanism, SampledMoments | TwoLaws) for mechanism, _ in whole.parts):
        directions.append(turned)
    if delta is not None:
        return composed(
            directions, width, delta=float(delta.p) / float(delta.q) if delta.q < 10**280 else 1e-280
        )
    return composed(directions, width, eps=float(arb(epsilon or 0)))
