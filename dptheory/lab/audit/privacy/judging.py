"""From counts on some events to limits and a verdict. Each event has its part of alpha: all limits hold.

A region's shape is best for eps or for delta. Where delta > 0 the last event, chosen to convict, has a region
of either shape. Which regions there are was fixed before the counts, so by the union bound all hold at once.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from dptheory.lab.audit.privacy.ordering import Counts, renyi
from dptheory.lab.audit.privacy.ratio import Region, confidence_region
from dptheory.lab.audit.privacy.report import CONSISTENT, INCONCLUSIVE, VIOLATED
from dptheory.lab.mechanisms.claims import PrivacyClaim, RenyiClaim
from dptheory.lab.special import special

CURVE: Final = (0.0, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1)
"""Where the lower curve eps(delta) is reported, besides the claim's delta."""


@dataclass(frozen=True, eq=False)
class Judgement:
    """The limits from all events, and which event is the one that decides.

    `curve` are lower limits of the least eps at each delta, of the whole curve at once.
    """

    verdict: str
    reason: str
    eps_lower: float
    delta_lower: float
    eps_seen: float
    caught: float
    deciding: int
    limits: tuple[tuple[float, float], ...]
    curve: tuple[tuple[float, float], ...]


def judge(all_counts: Sequence[Counts], target: PrivacyClaim, alpha: float) -> Judgement:
    """The verdict on events that were fixed beforehand, that of the best limit first; k of each on the side
    where it was expected oftener.

    >>> judge([Counts(5000, 10_000, 677, 10_000)], PrivacyClaim(1.0), 0.05).verdict
    'violated'
    """
    shapes = _shapes(len(all_counts), target)
    part = alpha / sum(map(len, shapes))
    orders = target.orders if isinstance(target, RenyiClaim) else ()
    regions = [
        [confidence_region(c, part, target.delta, eps, orders) for eps in each]
        for c, each in zip(all_counts, shapes, strict=True)
    ]
    limits = tuple(_limits(each, target) for each in regions)
    eps, delta = (max(limit[i] for limit in limits) for i in (0, 1))
    beyond = [max(e - target.eps, 0) + max(d - target.delta, 0) for e, d in limits]
    deciding = int(np.argmax(beyond if max(beyond) > 0 else [e for e, _ in limits]))
    counts = all_counts[deciding]
    seen = math.log(max(counts.k / counts.n - target.delta, 1e-300) * counts.m / max(counts.l, 0.5))
    caught = min(resolution(counts, target, part) for counts in all_counts)
    verdict, reason = _verdict(target, eps, delta, caught)
    if verdict == CONSISTENT and all((c.k, c.l) in ((c.n, c.m), (0, 0)) for c in all_counts):
        reason = "no violation seen: of all outputs on both data sets the events saw all, or none"
    return Judgement(
        verdict, reason, eps, delta, max(0.0, seen), caught, deciding, limits, _curve(regions, target.delta)
    )


def _shapes(events: int, target: PrivacyClaim) -> list[tuple[float | None, ...]]:
    """Of each event the shapes of its regions: the eps of which each is best for delta, None for eps."""
    last = (None, target.eps) if target.delta > 0 else (None,)
    return [*[(None,)] * (events - 1), last]


def _limits(regions: Sequence[Region], target: PrivacyClaim) -> tuple[float, float]:
    """Lower limits of what is claimed, and of delta, from all regions of one event."""
    if isinstance(target, RenyiClaim):
        return max(region.renyi(target.orders, target.alpha is None) for region in regions), 0.0
    return max(r.eps(target.delta) for r in regions), max(r.delta(target.eps) for r in regions)


def _curve(regions: Sequence[Sequence[Region]], claimed: float) -> tuple[tuple[float, float], ...]:
    deltas = sorted({*CURVE, claimed})
    return tuple((delta, max(region.eps(delta) for each in regions for region in each)) for delta in deltas)


def resolution(counts: Counts, target: PrivacyClaim, alpha: float) -> float:
    """The least eps that an event of this size would convict, by the normal law; infinite if none is."""
    z = float(special().ndtri(1 - alpha))
    p = (counts.k + 0.5) / (counts.n + 1)
    above = p - target.delta
    if above <= 0:
        return math.inf
    if isinstance(target, RenyiClaim):
        return _renyi_resolution(counts, target, z)
    for eps in np.linspace(target.eps, target.eps + 25, 2_501)[1:]:
        q = above * math.exp(-eps)
        spread = math.sqrt(p * (1 - p) / (counts.n * above**2) + (1 - q) / (q * counts.m + 1))
        if q * counts.m > 1 and eps - z * spread > target.eps:
            return float(eps)
    return math.inf


def _renyi_resolution(counts: Counts, target: RenyiClaim, z: float) -> float:
    """The least divergence that an event of this size would convict."""
    p = np.full(400, (counts.k + 0.5) / (counts.n + 1))
    q = p * np.geomspace(0.999, 1e-9, len(p))
    low = p - z * np.sqrt(p * (1 - p) / counts.n)
    high = q + z * np.sqrt(q * (1 - q) / counts.m) + z / counts.m
    each = target.alpha is None
    true, limit = renyi(p, q, target.orders, each), renyi(low, high, target.orders, each)
    shown = true[limit > target.eps]
    return float(shown.min()) if len(shown) else math.inf


def _verdict(target: PrivacyClaim, eps: float, delta: float, caught: float) -> tuple[str, str]:
    symbol = target.symbol if isinstance(target, RenyiClaim) else "eps"
    if delta > target.delta > 0:
        return VIOLATED, f"the claim fails: the least delta at eps={target.eps:g} is above {target.delta:g}"
    if eps > target.eps or delta > target.delta:
        return VIOLATED, f"the claim fails: the least {symbol} is above {target.eps:g}" + (
            f" at delta={target.delta:g}" if target.delta else ""
        )
    enough = max(2 * target.eps, 0.1)
    if caught <= enough:
        return CONSISTENT, f"no violation seen; this event convicts from about {symbol} = {caught:.3g} on"
    limit = f"no {symbol}" if math.isinf(caught) else f"only {symbol} of about {caught:.3g} and more"
    return INCONCLUSIVE, f"too few samples: on this event {limit} would be seen; try more --samples"
