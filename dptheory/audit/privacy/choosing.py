"""Choosing an event from training outputs. Any choice is valid: the counts come from outputs drawn later.

Candidates are scores; each is fitted on one half of the training outputs and judged on the other, both ways
round. A threshold is judged by the lower limit that it promises for the fresh outputs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, Literal

import numpy as np

from dptheory.audit.privacy.fitting import (
    Training,
    fit_boosted,
    fit_distances,
    fit_histogram,
    fit_linear,
    fit_quadratic,
)
from dptheory.audit.privacy.outcomes import find_atoms
from dptheory.audit.privacy.rare import fit_near
from dptheory.audit.privacy.scores import Coordinate, Event, Score, WithAtoms
from dptheory.audit.privacy.sequences import on_sequences
from dptheory.mechanisms.domain import FloatArray

Sides = tuple[FloatArray, FloatArray]

Fit = Callable[[FloatArray, FloatArray], Score]
"""From outputs on S and on S' to a score."""

PROMISE: Final = 1.65
"""Standard errors between what an event shows and its lower limit."""

CAUTION: Final = 2.0
"""Standard errors of the training counts by which a promise is lowered: the best of many rare events looks
better than it is."""

TRUST: Final = 0.7
"""The same within one calibrated score, whose own probabilities are less noisy than counts."""

LEAST_FITTED: Final = 40
"""Fewer finite outputs on a side than this are not worth a fit."""

COMPARED: Final = 12_000
"""Scores are compared on so many training outputs a side; the winner's threshold is chosen on all."""

Trust = Literal["counts", "peaks", "calibrated", "exact"]
"""How far a score may be taken for the log-likelihood ratio; peaks are scores that are minus a distance."""

SMOOTH: Final = 8
"""Near a peak the other side is taken to have a density, judged from so many of its outputs."""

EXACT: Final = 0.2
"""Standard errors where the likelihood ratio is known."""

HALF_LINES: Final = ("upwards", "downwards")
PEAKS: Final = ("at first", "at second", "near first", "near second")
"""Scores that are no log-likelihood ratios."""

SEQUENCES: Final = 0.2
"""Outputs of several numbers so many of which repeat may be sequences."""

BOOSTED_FROM: Final = 1_000
"""Trees are tried from so many training outputs a side on."""

BOOSTED_MARGIN: Final = 0.03
"""Trees are slow on many outputs: they are taken only if they promise so many nats more."""


@dataclass(frozen=True)
class Goal:
    """What an event is wanted for: `fresh` outputs a side, at a given delta; with an `eps`, to convict."""

    fresh: int
    delta: float = 0.0
    eps: float | None = None

    def promise(self, p: FloatArray, q: FloatArray, size: float, caution: float) -> FloatArray:
        """What fresh counts would give, by the normal law, less `caution` standard errors of the `size`
        training outputs: the lower limit of log((p - delta) / q); where the goal has an eps, by how many of
        their standard errors p - e^eps q exceeds delta.
        """
        if self.eps is not None:
            times = math.exp(min(self.eps, 50.0))
            error = np.sqrt(p * (1 - p) + times**2 * q * (1 - q)) + 1e-12
            above = p - times * q - self.delta - caution * error / math.sqrt(size)
            return np.asarray(above * math.sqrt(self.fresh) / error)
        above = np.maximum(p - self.delta, 1e-12)
        fresh, training = (_spread(p, q, above, *how) for how in ((self.fresh, PROMISE), (size, caution)))
        return np.asarray(np.log(above / q) - fresh - training)

    def margin(self, name: str, size: int) -> float:
        """How much more slow scores must promise to be taken; and peaks, of which many were looked at, where
        what `size` training outputs promise is uncertain.
        """
        if name.startswith("boosted"):
            return BOOSTED_MARGIN if self.eps is None else 0.5
        if name not in PEAKS:
            return 0.0
        return 0.1 if self.eps is None else 0.5 * math.sqrt(self.fresh / size)


def _spread(p: FloatArray, q: FloatArray, above: FloatArray, size: float, errors: float) -> FloatArray:
    """What so many standard errors of both shares take off log((p - delta) / q), the upper limit of q being
    above it by a factor.
    """
    on_p = errors * np.sqrt(p * (1 - p) / (size * above**2))
    on_q = np.log1p(errors * np.sqrt((1 - q) / (size * q)))
    return np.asarray(np.hypot(on_p, on_q))


@dataclass(frozen=True, eq=False)
class Hints:
    """Where rare events are looked for: peaks beyond (eps, delta), first at the numbers of the records."""

    eps: float
    delta: float
    numbers: FloatArray

    def fits(self) -> Iterator[tuple[str, Fit]]:
        """The fits of a peak on either side, at the numbers of the records and anywhere."""
        for name in PEAKS:
            numbers = self.numbers if name.startswith("at") else None
            if numbers is None or len(numbers):
                yield name, partial(self._fit, numbers, name.endswith("second"))

    def _fit(self, numbers: FloatArray | None, swapped: bool, first: FloatArray, second: FloatArray) -> Score:
        return fit_near(first, second, self.eps, self.delta, numbers, swapped)


@dataclass(frozen=True)
class Choice:
    """An event with what it promised on the training outputs (nats)."""

    event: Event
    promise: float


def choose(first: FloatArray, second: FloatArray, goal: Goal, seed: int = 0) -> Choice:
    """The most promising event for outputs on S against S', or on S' against S.

    >>> rng = np.random.default_rng(1)
    >>> choice = choose(rng.laplace(0, 1, (900, 1)), rng.laplace(1, 1, (900, 1)), Goal(9_000))
    >>> choice.promise > 0.8
    True
    """
    return choose_each(first, second, [goal], seed)[0]


def choose_each(
    first: FloatArray, second: FloatArray, goals: Sequence[Goal], seed: int = 0, hints: Hints | None = None
) -> list[Choice]:
    """For each goal the most promising event."""
    best: list[tuple[float, str, Fit] | None] = [None] * len(goals)
    for name, fit in _candidates(first, second, seed, hints):
        slow = name.startswith("boosted") or hints is None
        rows = COMPARED if slow and name != "atoms" else None
        crossed = _crossed(fit, first[:rows], second[:rows])
        for k, goal in enumerate(goals):
            promise = _threshold(NOTHING, *crossed, goal, _trust(name)).promise
            margin = goal.margin(name, len(crossed[0]))
            leader = best[k]
            if leader is None or promise > leader[0] + margin:
                best[k] = promise, name, fit
    fitted: dict[str, tuple[Sides, Score, FloatArray]] = {}
    return [_refitted(found, first, second, goal, fitted) for found, goal in zip(best, goals, strict=True)]


def _refitted(
    best: tuple[float, str, Fit] | None,
    first: FloatArray,
    second: FloatArray,
    goal: Goal,
    fitted: dict[str, tuple[Sides, Score, FloatArray]],
) -> Choice:
    """The event of a score that was fitted on all training outputs."""
    if best is None:
        raise ValueError("no training outputs; needed: at least one on each side")
    _, name, fit = best
    if name not in fitted:
        crossed = _crossed(fit, first, second)
        with np.errstate(all="ignore"):
            score = fit(first, second)
            fitted[name] = crossed, score, np.concatenate([score(first), score(second)])
    crossed, score, scored = fitted[name]
    found = _threshold(NOTHING, *crossed, goal, _trust(name))
    return replace(found, event=_carried(found.event, np.concatenate(crossed), score, scored))


def _carried(chosen: Event, crossed: FloatArray, score: Score, refitted: FloatArray) -> Event:
    """The event that takes as many training outputs by the refitted score as the chosen one by the scores on
    which it was chosen.

    A score fitted on all training outputs has another scale than those fitted on the halves: the threshold's
    value may lie beyond everything that it takes, its rank cannot. Of the level sets of the refitted score,
    none of which is empty, the one whose size is nearest in ratio is taken.
    """
    sign = -1.0 if chosen.swapped else 1.0
    size = max(1, int(np.count_nonzero(sign * crossed >= sign * chosen.threshold)))
    values, counts = np.unique(sign * refitted[~np.isnan(refitted)], return_counts=True)
    if not len(values):
        return replace(chosen, score=score)
    sizes = np.cumsum(counts[::-1])[::-1]
    nearest = int(np.argmin(np.abs(np.log(sizes / size))))
    threshold = float(_between(values, values[nearest : nearest + 1])[0])
    return Event(score, sign * threshold, chosen.swapped)


def judge_score(score: Score, first: FloatArray, second: FloatArray, goal: Goal) -> Choice:
    """The best threshold of a score that needs no fitting, such as a known likelihood ratio."""
    with np.errstate(all="ignore"):
        return _threshold(score, score(first), score(second), goal, "exact")


def _candidates(
    first: FloatArray, second: FloatArray, seed: int, hints: Hints | None
) -> list[tuple[str, Fit]]:
    """The families worth trying on such outputs."""
    atoms = find_atoms(first, second)
    share = float(np.mean(atoms.place(np.concatenate([first, second])) >= 0))
    families: list[tuple[str, Callable[[Training], Score]]] = []
    if share < 0.9 or first.shape[1] == 1:
        families += [("linear", fit_linear), ("distances", fit_distances)]
        families += [("histogram", fit_histogram)] if first.shape[1] == 1 else [("quadratic", fit_quadratic)]
        if first.shape[1] > 1 and min(len(first), len(second)) >= BOOSTED_FROM:
            families.append(("boosted", lambda training: fit_boosted(training, seed)))
    made: list[tuple[str, Fit]] = []
    if first.shape[1] == 1:
        made += [("upwards", lambda a, b: Coordinate()), ("downwards", lambda a, b: Coordinate(-1.0))]
    made += [(name, _with_atoms(fit)) for name, fit in families]
    if first.shape[1] > 1 and share >= SEQUENCES:
        made += [
            ("sequence", on_sequences(fit_quadratic)),
            ("shape", on_sequences(fit_quadratic, entries=False)),
        ]
        if min(len(first), len(second)) >= BOOSTED_FROM:
            made.append(("boosted sequence", on_sequences(lambda training: fit_boosted(training, seed))))
    if hints is not None:
        made += hints.fits()
    return [*made, ("atoms", _with_atoms(None))]


def _with_atoms(fit: Callable[[Training], Score] | None) -> Fit:
    """Log-ratios of counts on the atoms, the fitted score elsewhere; both calibrated, hence comparable."""

    def fitted(first: FloatArray, second: FloatArray) -> Score:
        atoms = find_atoms(first, second)
        free = [side[(atoms.place(side) < 0) & np.isfinite(side).all(axis=1)] for side in (first, second)]
        other = fit(Training(*free)) if fit is not None and min(map(len, free)) >= LEAST_FITTED else None
        if atoms.empty and other is not None:
            return other
        sizes = len(first) + 1.0, len(second) + 1.0
        values = np.log((atoms.first + 0.5) / sizes[0]) - np.log((atoms.second + 0.5) / sizes[1])
        values = np.append(values, 0.0)  # so that a table without atoms can be indexed
        offset = np.log((len(free[0]) + 0.5) / sizes[0]) - np.log((len(free[1]) + 0.5) / sizes[1])
        return WithAtoms(atoms, values, other, float(offset))

    return fitted


def _crossed(fit: Fit, first: FloatArray, second: FloatArray) -> Sides:
    """Scores of all training outputs, each by the fit on the half in which it is not."""
    a, b = len(first) // 2, len(second) // 2
    with np.errstate(all="ignore"):
        early, late = fit(first[:a], second[:b]), fit(first[a:], second[b:])
        return (
            np.concatenate([late(first[:a]), early(first[a:])]),
            np.concatenate([late(second[:b]), early(second[b:])]),
        )


def _trust(name: str) -> Trust:
    return "counts" if name in HALF_LINES else "peaks" if name in PEAKS else "calibrated"


NOTHING: Final = Coordinate(0.0)
"""Stands for a score while promises are compared."""


def _threshold(score: Score, first: FloatArray, second: FloatArray, goal: Goal, trust: Trust) -> Choice:
    """The best level set in either direction, from the scores of the training outputs."""
    upper = _best_level((first, second), goal, trust)
    lower = _best_level((-second, -first), goal, trust)
    by_count = trust != "exact"
    if (lower.counted > upper.counted) if by_count else (lower.promise > upper.promise):
        return Choice(Event(score, -lower.value, True), lower.counted)
    return Choice(Event(score, upper.value, False), upper.counted)


LEVELS: Final = 160


@dataclass(frozen=True)
class _Level:
    """A threshold, what it promises, and what the counts alone promise."""

    value: float
    promise: float
    counted: float


def _best_level(scores: Sides, goal: Goal, trust: Trust) -> _Level:
    """The threshold with the largest cautious promise.

    A calibrated score's own probabilities are averaged with the counts, geometrically; those of a known
    likelihood ratio stand alone, unless the counts contradict them.
    """
    pooled = np.sort(np.concatenate(scores))[::-1]
    pooled = pooled[~np.isnan(pooled)]
    if not len(pooled):
        return _Level(np.inf, -np.inf, -np.inf)
    n, m = len(scores[0]), len(scores[1])
    least = min(8, len(pooled) // 2)
    place = np.unique(np.geomspace(least + 1, max(len(pooled) * 0.9, least + 1), LEVELS).astype(int) - 1)
    levels = np.unique(_between(pooled, pooled[place.clip(0, len(pooled) - 1)]))
    k, l = (_above(side, levels) for side in scores)  # noqa: E741 - the field's letters
    if trust == "peaks":
        l = np.maximum(l, _as_density(scores[1], levels))  # noqa: E741
    p, q = (k + 0.5) / (n + 1), (l + 1.0) / (m + 2)
    counted = goal.promise(p, q, n, CAUTION)
    promise = counted
    if trust in ("calibrated", "exact"):
        r, s = _modelled(scores, levels)
        exact = trust == "exact" and _agree(p, r, n) and _agree(q, s, m)
        p, q = (r, s) if exact else (np.sqrt(p * r).clip(0, 1), np.sqrt(q * s).clip(0, 1))
        caution = EXACT if exact else TRUST
        promise = goal.promise(p, q, n, caution)
    best = int(np.nanargmax(promise))
    return _Level(float(levels[best]), float(promise[best]), float(counted[best]))


def _as_density(side: FloatArray, levels: FloatArray) -> FloatArray:
    """How many outputs to expect within each distance of a peak, from the nearest ones, as if of a density:
    that none was seen is then no sign that there are none. A distance is minus a level.
    """
    near = np.sort(-side[np.isfinite(side)])[:SMOOTH]
    if len(near) < SMOOTH or near[-1] <= 0:
        return np.zeros(len(levels))
    return np.asarray(np.clip(-levels / near[-1], 0.0, 1.0) * SMOOTH)


def _agree(counted: FloatArray, modelled: FloatArray, size: int) -> bool:
    """Whether every share counted lies within five standard errors of the one that the score implies."""
    error = np.sqrt(modelled * (1 - modelled).clip(0) / size) + 2 / size
    return bool(np.all(np.abs(counted - modelled) <= 5 * error))


def _between(pooled: FloatArray, values: FloatArray) -> FloatArray:
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


def _modelled(crossed: Sides, levels: FloatArray) -> Sides:
    """The probabilities of the level sets, if the score were the log-likelihood ratio."""
    pooled = np.sort(np.concatenate(crossed))[::-1]
    pooled = pooled[~np.isnan(pooled)]
    weight = 1 / (1 + np.exp(-np.clip(pooled, -500, 500)))
    place = np.searchsorted(-pooled, -levels, side="right").clip(1, len(pooled)) - 1
    half = len(pooled) / 2
    floor = 0.5 / (half + 1)
    return (
        np.maximum(np.cumsum(weight)[place] / half, floor),
        np.maximum(np.cumsum(1 - weight)[place] / half, floor),
    )
