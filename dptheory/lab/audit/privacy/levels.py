"""Which level set of a score to take: what each promises for the fresh outputs, from the training outputs."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np

from dptheory.lab.audit.privacy.ordering import Order, renyi
from dptheory.lab.audit.privacy.scores import Event, Score
from dptheory.lab.domain import FloatArray

Sides = tuple[FloatArray, FloatArray]

PROMISE: Final = 1.65
"""Standard errors between what an event shows and its lower limit."""

CAUTION: Final = 2.0
"""Standard errors of the training counts by which a promise is lowered: the best of many rare events looks
better than it is."""

TRUST: Final = 0.7
"""The same within one calibrated score, whose own probabilities are less noisy than counts."""

Trust = Literal["counts", "peaks", "calibrated", "exact"]
"""How far a score may be taken for the log-likelihood ratio; peaks are scores that are minus a distance."""

SMOOTH: Final = 8
"""Where few outputs of the other side lie, near a peak or far out, their number is judged from so many."""

TAIL: Final = 64
SHARE: Final = 32
"""How fast a tail falls is judged from so many outputs, and from no more than such a part of all."""

UNSEEN: Final = 4.0, 0.5
SMOOTHED: Final = 1.0, 0.2
"""Of a goal that is careful, and of one that is wholly daring: to what is counted on the other side so much
is added at most for a tail, and so much in any case. What ends has no tail, and an outcome that the other
side never had is worth more than it seems: being daring costs only a part of alpha where it is not. Daring
adds the less for a tail the farther a level lies beyond all that was seen (`_beyond`).
"""

EXACT: Final = 0.2
"""Standard errors where the likelihood ratio is known."""


@dataclass(frozen=True)
class Goal:
    """What an event is wanted for: `fresh` outputs a side, at a given delta; with an `eps`, to convict; with
    `orders`, to show a Renyi divergence. Of all caution the part that is `daring` is left out.
    `errors` are the standard errors between what fresh counts show and their limit. Where it is `unseen`,
    only events count that one side never had.
    """

    fresh: int
    delta: float = 0.0
    eps: float | None = None
    orders: tuple[float, ...] = ()
    zero_concentrated: bool = False
    daring: float = 0.0
    errors: float = PROMISE
    unseen: bool = False

    def added(self, ends: tuple[float, Any]) -> Any:
        """Between what a careful goal and a wholly daring one add to a count."""
        return ends[0] + (ends[1] - ends[0]) * self.daring

    def promise(self, p: FloatArray, q: FloatArray, size: float, caution: float) -> FloatArray:
        """What fresh counts would give, less `caution` standard errors of the `size` training outputs: about
        the lower limit of log((p - delta) / q); where the goal has an eps, by how many of their standard
        errors p - e^eps q exceeds delta.
        """
        caution *= 1 - self.daring
        if self.orders:
            seen = self.errors**2 / self.fresh + caution**2 / size
            low, high = (side + sign * _error(side, seen) for side, sign in ((p, -1.0), (q, 1.0)))
            rare = self.errors**2 / (2 * self.fresh)  # what is never seen may have this chance
            return renyi(low.clip(0, 1 - rare), high.clip(rare, 1), self.orders, self.zero_concentrated)
        if self.eps is not None:
            times = math.exp(min(self.eps, 50.0))
            error = np.sqrt(p * (1 - p) + times**2 * q * (1 - q)) + 1e-12
            above = p - times * q - self.delta - caution * error / math.sqrt(size)
            return np.asarray(above * math.sqrt(self.fresh) / error)
        fresh = Order(self.fresh, self.fresh, self.delta, self.errors)(p * self.fresh, q * self.fresh)
        return fresh - _spread(p, q, np.maximum(p - self.delta, 1e-12), size, caution)


def _error(share: FloatArray, seen: float) -> FloatArray:
    """By how much a share may be off, of so many squared standard errors of one output."""
    return np.asarray(np.sqrt((share * (1 - share) + 1e-12) * seen))


def _spread(p: FloatArray, q: FloatArray, above: FloatArray, size: float, errors: float) -> FloatArray:
    """What so many standard errors of both shares take off log((p - delta) / q), the upper limit of q being
    above it by a factor.
    """
    on_p = errors * np.sqrt(p * (1 - p) / (size * above**2))
    on_q = np.log1p(errors * np.sqrt((1 - q) / (size * q)))
    return np.asarray(np.hypot(on_p, on_q))


@dataclass(frozen=True)
class Choice:
    """An event with what it promised on the training outputs (nats)."""

    event: Event
    promise: float


def best_event(score: Score, first: FloatArray, second: FloatArray, goal: Goal, trust: Trust) -> Choice:
    """The best level set in either direction, from the scores of the training outputs."""
    upper = best_level((first, second), goal, trust)
    lower = best_level((-second, -first), goal, trust)
    by_count = trust != "exact"
    if (lower.counted > upper.counted) if by_count else (lower.promise > upper.promise):
        return Choice(Event(score, -lower.value, True), lower.counted)
    return Choice(Event(score, upper.value, False), upper.counted)


LEVELS: Final = 160


@dataclass(frozen=True)
class Level:
    """A threshold, what it promises, and what the counts alone promise."""

    value: float
    promise: float
    counted: float


def best_level(scores: Sides, goal: Goal, trust: Trust) -> Level:
    """The threshold with the largest cautious promise.

    A calibrated score's own probabilities are averaged with the counts, geometrically; those of a known
    likelihood ratio stand alone, unless the counts contradict them.
    """
    pooled = np.sort(np.concatenate(scores))[::-1]
    pooled = pooled[~np.isnan(pooled)]
    if not len(pooled):
        return Level(np.inf, -np.inf, -np.inf)
    n, m = len(scores[0]), len(scores[1])
    least = min(8, len(pooled) // 2)
    place = np.unique(np.geomspace(least + 1, max(len(pooled) * 0.9, least + 1), LEVELS).astype(int) - 1)
    levels = np.unique(between(pooled, pooled[place.clip(0, len(pooled) - 1)]))
    k, l = (_above(side, levels) for side in scores)  # noqa: E741 - the field's letters
    if goal.unseen:
        p, q = (k + 0.5) / (n + 1), np.full(len(k), SMOOTHED[1] / (m + 2))
        promise = np.where(l > 0, -np.inf, goal.promise(p, q, n, CAUTION))
        return Level(float(levels[promise.argmax()]), float(promise.max()), float(promise.max()))
    if trust == "peaks":
        l = np.maximum(l, _as_density(scores[1], levels))  # noqa: E741
    elif trust != "exact":
        tail = _as_tail(scores[1], levels, PROMISE * (1 - goal.daring))
        ends = UNSEEN[0], UNSEEN[1] * _beyond(scores[1], levels)
        l = np.maximum(l, np.minimum(tail, l + goal.added(ends)))  # noqa: E741
    l = np.minimum(l, m)  # noqa: E741 - of few outputs no more than all
    p, q = (k + 0.5) / (n + 1), (l + goal.added(SMOOTHED)) / (m + 2)
    counted = goal.promise(p, q, n, CAUTION)
    promise = counted
    if trust in ("calibrated", "exact"):
        r, s = _modelled(scores, levels, trust == "exact")
        exact = trust == "exact" and _agree(p, r, n) and _agree(q, s, m)
        p, q = (r, s) if exact else (np.sqrt(p * r).clip(0, 1), np.sqrt(q * s).clip(0, 1))
        caution = EXACT if exact else TRUST
        promise = goal.promise(p, q, n, caution)
    best = int(np.nanargmax(promise))
    return Level(float(levels[best]), float(promise[best]), float(counted[best]))


def _as_density(side: FloatArray, levels: FloatArray) -> FloatArray:
    """How many outputs to expect within each distance of a peak, from the nearest ones, as if of a density:
    that none was seen is then no sign that there are none. A distance is minus a level.
    """
    near = np.sort(-side[np.isfinite(side)])[:SMOOTH]
    if len(near) < SMOOTH or near[-1] <= 0:
        return np.zeros(len(levels))
    return np.asarray(np.clip(-levels / near[-1], 0.0, 1.0) * SMOOTH)


def _as_tail(side: FloatArray, levels: FloatArray, errors: float = PROMISE) -> FloatArray:
    """How many outputs to expect beyond each level, from the farthest ones, as if of an exponential tail: of
    many levels the one beyond which by chance none was seen is the one that would be taken.

    That chance cuts off the excesses from which the tail is judged: the few farthest ones then seem to decay
    twice as fast as they do. So as many are taken as reach far below the cut, and of their mean the upper
    limit; levels within the few farthest are the first at which the tail counts.
    """
    finite = np.sort(side[np.isfinite(side)])
    size = min(TAIL, max(SMOOTH, len(finite) // SHARE))
    far = finite[-size - 1 :]
    excess = float((far[1:] - far[0]).mean()) if len(far) > size else 0.0
    if not excess > 0:
        return np.zeros(len(levels))
    excess *= 1 + errors / math.sqrt(size)
    with np.errstate(over="ignore"):
        beyond = size * np.exp((far[0] - levels) / excess)
    return np.asarray(np.where(levels > far[-SMOOTH - 1], beyond, 0.0))


def _beyond(side: FloatArray, levels: FloatArray) -> FloatArray:
    """The part of what lies beyond the farthest output that is to be expected beyond each level too, as if of
    a density that ends: there the distance to the end is exponential, of the mean of the last spacings.
    """
    far = np.sort(side[np.isfinite(side)])[-SMOOTH - 1 :]
    spacing = float(far[-1] - far[0]) / SMOOTH if len(far) > SMOOTH else 0.0
    if not spacing > 0:
        return np.ones(len(levels))
    return np.asarray(np.exp(-np.maximum(levels - far[-1], 0.0) / spacing))


def _agree(counted: FloatArray, modelled: FloatArray, size: int) -> bool:
    """Whether every share counted lies within five standard errors of the one that the score implies."""
    error = np.sqrt(modelled * (1 - modelled).clip(0) / size) + 2 / size
    return bool(np.all(np.abs(counted - modelled) <= 5 * error))


def between(pooled: FloatArray, values: FloatArray) -> FloatArray:
    """For each value the middle between it and the next smaller one, so that rounding moves no outcome."""
    distinct = np.unique(pooled)
    place = np.searchsorted(distinct, values)
    with np.errstate(invalid="ignore"):
        middle = (distinct[np.maximum(place - 1, 0)] + values) / 2
    return np.asarray(np.where(np.isfinite(middle), middle, values))


def _above(side: FloatArray, levels: FloatArray) -> FloatArray:
    """How many values reach each level."""
    ordered = np.sort(side[~np.isnan(side)])
    return np.asarray(len(ordered) - np.searchsorted(ordered, levels), dtype=np.float64)


def _modelled(crossed: Sides, levels: FloatArray, exact: bool) -> Sides:
    """The probabilities of the level sets, if the score were the log-likelihood ratio; if it is, those of all
    outputs together are 1."""
    pooled = np.sort(np.concatenate(crossed))[::-1]
    pooled = pooled[~np.isnan(pooled)]
    weight = 1 / (1 + np.exp(-np.clip(pooled, -500, 500)))
    place = np.searchsorted(-pooled, -levels, side="right").clip(1, len(pooled)) - 1
    half, floor = len(pooled) / 2, 1 / (len(pooled) + 2)
    one, other = (np.cumsum(side) / (side.sum() if exact else half) for side in (weight, 1 - weight))
    return np.clip(one[place], floor, 1.0), np.clip(other[place], floor, 1.0)
