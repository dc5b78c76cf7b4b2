"""Choosing an event from training outputs. Any choice is valid: the counts come from outputs drawn later.

Candidates are scores; each is fitted on one half of the training outputs and judged on the other, both ways
round. A threshold is judged by the lower limit that it promises for the fresh outputs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import numpy as np

from dptheory.lab.audit.privacy.digits import STEPS, fit_digits
from dptheory.lab.audit.privacy.fitting import (
    Training,
    can_boost,
    fit_boosted,
    fit_distances,
    fit_histogram,
    fit_linear,
    fit_quadratic,
    fit_sides,
)
from dptheory.lab.audit.privacy.levels import (
    CAUTION,
    SMOOTHED,
    Choice,
    Goal,
    Sides,
    Trust,
    best_event,
    between,
)
from dptheory.lab.audit.privacy.outcomes import find_atoms
from dptheory.lab.audit.privacy.patterns import by_pattern, fit_presence, have_patterns, on_sequences
from dptheory.lab.audit.privacy.rare import fit_near, fit_risen
from dptheory.lab.audit.privacy.scores import Coordinate, Event, Score, WithAtoms
from dptheory.lab.domain import FloatArray

Fit = Callable[[FloatArray, FloatArray], Score]
"""From outputs on S and on S' to a score."""

_Tried = tuple[float, str, Fit]
"""What a fit promises on some of the training outputs, its name, and the fit."""

SECOND_THOUGHTS: Final = 3
"""So many scores may be fitted on all training outputs where the first disappoints."""

LEAST_FITTED: Final = 40
"""Fewer finite outputs on a side than this are not worth a fit."""

COMPARED: Final = 12_000
"""Scores are compared on so many training outputs a side; the winner's threshold is chosen on all."""

COUNTED: Final = ("atoms", "patterns", "presence")
"""Scores that need all training outputs: what they count is seldom."""

WIDE: Final = (("quadratic", fit_quadratic), ("sides", fit_sides))
"""Fits on several numbers."""

HALF_LINES: Final = ("upwards", "downwards")
RISEN: Final = ("risen first", "risen second")
PEAKS: Final = ("at first", "at second", "near first", "near second", *RISEN)
"""Scores that are no log-likelihood ratios."""

MANY: Final = 200
"""More outcomes that repeat than this may be those of a grid."""

SEQUENCES: Final = 0.2
"""Outputs of several numbers so many of which repeat may be sequences."""

BOOSTED_FROM: Final = 1_000
"""Trees are tried from so many training outputs a side on."""

BOOSTED_MARGIN: Final = 0.03
"""Trees are slow on many outputs: they are taken only if they promise so many nats more."""


@dataclass(frozen=True, eq=False)
class Hints:
    """Where rare events are looked for: peaks beyond (eps, delta), first at the numbers of the records."""

    eps: float
    delta: float
    numbers: FloatArray

    def fits(self) -> Iterator[tuple[str, Fit]]:
        """The fits of a peak on either side, at the numbers of the records and anywhere."""
        for name in PEAKS:
            if name in RISEN:
                yield name, partial(self._risen, name.endswith("second"))
                continue
            numbers = self.numbers if name.startswith("at") else None
            if numbers is None or len(numbers):
                yield name, partial(self._fit, numbers, name.endswith("second"))

    def _fit(self, numbers: FloatArray | None, swapped: bool, first: FloatArray, second: FloatArray) -> Score:
        return fit_near(first, second, self.eps, self.delta, numbers, swapped)

    def _risen(self, swapped: bool, first: FloatArray, second: FloatArray) -> Score:
        return fit_risen(first, second, self.eps, swapped)


def choose(first: FloatArray, second: FloatArray, goal: Goal, seed: int = 0, bits: bool = False) -> Choice:
    """The most promising event for outputs on S against S', or on S' against S.

    >>> rng = np.random.default_rng(1)
    >>> choice = choose(rng.laplace(0, 1, (900, 1)), rng.laplace(1, 1, (900, 1)), Goal(9_000))
    >>> choice.promise > 0.8
    True
    """
    return choose_each(first, second, [goal], seed, bits=bits)[0]


def choose_each(
    first: FloatArray,
    second: FloatArray,
    goals: Sequence[Goal],
    seed: int = 0,
    hints: Hints | None = None,
    bits: bool = False,
    slow: bool = True,
) -> list[Choice]:
    """For each goal the most promising event; trees are grown only where there is time for what is `slow`."""
    best: list[_Tried | None] = [None] * len(goals)
    tried: list[list[_Tried]] = [[] for _ in goals]
    for name, fit in _candidates(first, second, seed, hints, bits, slow):
        fitted_slowly = name.startswith("boosted") or hints is None
        rows = COMPARED if fitted_slowly and name not in COUNTED else None
        crossed = _crossed(fit, first[:rows], second[:rows])
        for k, goal in enumerate(goals):
            promise = best_event(NOTHING, *crossed, goal, _trust(name)).promise
            margin = _margin(goal, name, len(crossed[0]))
            leader = best[k]
            if leader is None or promise > leader[0] + margin:
                best[k] = promise, name, fit
            tried[k].append((promise - margin, name, fit))
    fitted: dict[str, tuple[Sides, Score, FloatArray]] = {}
    return [
        _settled(found, others, first, second, goal, fitted)
        for found, others, goal in zip(best, tried, goals, strict=True)
    ]


def _settled(
    best: _Tried | None,
    tried: list[_Tried],
    first: FloatArray,
    second: FloatArray,
    goal: Goal,
    fitted: dict[str, tuple[Sides, Score, FloatArray]],
) -> Choice:
    """The event of the leader, fitted on all training outputs. Where that fit promises less than others did
    on some of them, it is no longer the same: then they are fitted on all as well, and the best is taken.
    """
    found = _refitted(best, first, second, goal, fitted)
    for other in sorted(tried, key=lambda one: -one[0])[:SECOND_THOUGHTS]:
        if other[0] > found.promise:
            again = _refitted(other, first, second, goal, fitted)
            found = again if again.promise > found.promise else found
    return found


def _margin(goal: Goal, name: str, size: int) -> float:
    """How much more slow scores must promise to be taken; and peaks anywhere, of which many were looked at,
    where what `size` training outputs promise is uncertain.
    """
    if name.startswith("boosted"):
        return BOOSTED_MARGIN if goal.eps is None else 0.5
    if not name.startswith("near"):
        return 0.0
    return 0.1 if goal.eps is None else 0.5 * math.sqrt(goal.fresh / size)


def _refitted(
    best: _Tried | None,
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
    found = best_event(NOTHING, *crossed, goal, _trust(name))
    event = _carried(found.event, np.concatenate(crossed), score, scored)
    return Choice(event, min(found.promise, _kept(event, scored, len(first), goal)))


def _kept(event: Event, scored: FloatArray, on_first: int, goal: Goal) -> float:
    """What the event promises on the outputs to which its score was fitted: a fit that came to nothing
    promises less there than it did on the halves, all others more.
    """
    inside = scored <= event.threshold if event.swapped else scored >= event.threshold
    sides = inside[:on_first], inside[on_first:]
    added = (0.5, min(0.5, goal.added(SMOOTHED)))
    seen = zip(sides[::-1] if event.swapped else sides, added, strict=True)
    k, l = ((side.sum() + more) / (len(side) + 1) for side, more in seen)  # noqa: E741
    return float(goal.promise(k, l, min(map(len, sides)), CAUTION))


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
    threshold = float(between(values, values[nearest : nearest + 1])[0])
    return Event(score, sign * threshold, chosen.swapped)


def judge_score(score: Score, first: FloatArray, second: FloatArray, goal: Goal) -> Choice:
    """The best threshold of a score that needs no fitting, such as a known likelihood ratio."""
    with np.errstate(all="ignore"):
        return best_event(score, score(first), score(second), goal, "exact")


def _candidates(
    first: FloatArray, second: FloatArray, seed: int, hints: Hints | None, bits: bool, slow: bool
) -> list[tuple[str, Fit]]:
    """The families worth trying on such outputs."""
    atoms = find_atoms(first, second)
    share = float(np.mean(atoms.place(np.concatenate([first, second])) >= 0))
    families: list[tuple[str, Callable[[Training], Score]]] = []
    many = min(len(first), len(second)) >= BOOSTED_FROM
    trees = slow and many and first.shape[1] > 1 and can_boost()
    if share < 0.9 or first.shape[1] == 1:
        families += [("linear", fit_linear), ("distances", fit_distances)]
        families += [("histogram", fit_histogram)] if first.shape[1] == 1 else [*WIDE]
        if trees:
            families.append(("boosted", lambda training: fit_boosted(training, seed)))
    made: list[tuple[str, Fit]] = []
    if first.shape[1] > 1 and bool(np.isnan(first).any() or np.isnan(second).any()):
        made.append(("presence", fit_presence))
    if first.shape[1] == 1:
        made += [("upwards", lambda a, b: Coordinate()), ("downwards", lambda a, b: Coordinate(-1.0))]
    made += [(name, _with_atoms(fit)) for name, fit in families]
    if first.shape[1] > 1 and share >= SEQUENCES:
        made += [
            ("sequence", on_sequences(fit_quadratic)),
            ("shape", on_sequences(fit_quadratic, entries=False)),
        ]
        if trees:
            made.append(("boosted sequence", on_sequences(lambda training: fit_boosted(training, seed))))
    if share < 0.9 or len(atoms.names) > MANY:
        made.append(("digits", fit_digits((*STEPS, 0.0) if bits else STEPS)))
    if have_patterns(first, second):
        made.append(("patterns", by_pattern))
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
