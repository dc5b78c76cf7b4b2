"""Sums of the eps of pure releases: basic composition, and the lecture's bound on minibatches."""

from __future__ import annotations

from flint import arb, fmpq

from ...decimals import outward
from .composition import Composition
from .lattice import one_sided
from .moments import MomentsFunction
from .numbers import DIGITS, above, sharpen
from .sampled import REPLACED, SampledMoments


def one_way(whole: Composition) -> bool:
    """Whether the largest losses of all parts are attained by neighbours taken the same way round, so that
    their sum has a chance, and no smaller eps does with delta = 0. Of two laws each way has its own.
    """
    return not any(one_sided(mechanism) for mechanism, _ in whole.parts)


def basic(whole: Composition) -> fmpq:
    """The sum of the parts' eps, rounded up."""
    loss = whole.loss()
    enclosed = above(sharpen(lambda: whole.pure() or arb.nan())) if loss is None else loss
    return outward(enclosed, DIGITS, up=True)


def minibatch(whole: Composition) -> fmpq | None:
    """The lecture's bound on steps about samples, of which it speaks where each is pure with eps < 1: then
    log(1 + q (exp(eps) - 1)) <= q (exp(eps) - 1) <= 2 q eps.
    """
    total = fmpq(0)
    for mechanism, times in whole.parts:
        if not isinstance(mechanism, SampledMoments) or mechanism.scheme == REPLACED:
            return None
        release = mechanism.release
        eps = release.loss if release.loss is not None else _most_loss(release)
        if eps is None or eps >= 1:
            return None
        total += 2 * times * mechanism.rate * eps
    return outward(total, DIGITS, up=True)


def _most_loss(release: MomentsFunction) -> fmpq | None:
    eps = release.pure()
    return None if eps is None else above(eps)
