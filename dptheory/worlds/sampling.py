"""Every claim with two sides is tried in many worlds: in how many its hypotheses held, and how near its sides
came to one another. What is seen is evidence alone: no verdict depends on it.

The *ratio* of the sides of ``l <= r`` is l/r of positive numbers, r/l of negative ones and 0 across 0, so
that the claim holds where it is at most 1; of an equation it is the larger side over the smaller one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from ..kernel.logic import Definition, Expr, Theorem
from .climb import FAR, Herd, Search
from .evaluator import Evaluation
from .metering import Meter, Spent
from .numeric import Array
from .questions import Question, failures_of
from .samples import BINS, NO_SIDES, Sample
from .trial import Trial
from .values import Unsupported

WORLDS: Final = 200
"""Worlds with its hypotheses that a form is tried in, where so many are found."""
SAMPLING: Final = 50_000
"""Steps that are spent on a form."""
AT_ONCE: Final = 64
"""Worlds of a sketch that are made at once."""
OF_ONE: Final = 40
"""Worlds of one sketch that count before others had their turn."""
TURNS: Final = 12
NEARER: Final = 4
"""Generations that are spent on a sketch in none of whose worlds the hypotheses hold."""
ORDER: Final = ("le", "lt", "ge", "gt")
HIGHEST: Final = 1e6
"""Ratios beyond this are told as this."""
EQUAL: Final = 1e-6
"""By how much more than 1 a ratio is 1, in floating point."""
CLEAR: Final = 1e-6
"""A side that is said to be larger is below 0, and the other above, only if they are so by this."""


def sample(
    theorem: Theorem, definitions: Mapping[str, Definition], *, seed: int = 0, worlds: int = WORLDS,
    effort: int = SAMPLING,
) -> Sample:  # fmt: skip
    """What is seen of a theorem; the same seed and effort have the same worlds."""
    trial = Trial(theorem, definitions, seed, effort)
    questions = failures_of(theorem, trial.library.definitions)
    asked = [q for q in questions if q.goal.claim is not None and _sides(q.goal.claim)]
    if not asked:
        return Sample(seed, why=NO_SIDES)
    drawn = [_Drawing(trial, q, worlds // len(asked), effort // len(asked)) for q in asked]
    with np.errstate(all="ignore"):
        for one in drawn:
            one.draw()
    found = np.concatenate([r for one in drawn for r in (*one.ratios, np.zeros(0))])
    tried, held = sum(one.meter.worlds for one in drawn), sum(one.held for one in drawn)
    if not found.size:
        return Sample(seed, tried, held, why=_why(drawn, held))
    found = np.where(np.abs(found - 1) <= EQUAL, 1.0, np.minimum(found, HIGHEST))
    counts = np.bincount(np.minimum((found[found <= 1] * BINS + EQUAL).astype(int), BINS - 1), minlength=BINS)
    largest = float(np.format_float_positional(found.max(), 4, fractional=False))
    return Sample(seed, tried, held, largest, tuple(map(int, counts)), int((found > 1).sum()))


def _why(drawn: Sequence[_Drawing], held: int) -> str:
    """Why no ratio was seen."""
    if held:
        return "in no world with its hypotheses both sides have a value other than 0"
    problems = sorted({p for one in drawn for p in one.problems})
    unable = problems and not any(one.meter.worlds for one in drawn)
    return "no world with its hypotheses was found" + (f": {problems[0]}" if unable else "")


def _sides(claim: Expr) -> bool:
    return claim.head in ORDER or (
        claim.head == "eq" and all(a.sort.name in ("real", "vec", "int") for a in claim.args)
    )


class _Drawing:
    """Worlds of one part of a claim being drawn, each sketch in its turn."""

    def __init__(self, trial: Trial, question: Question, worlds: int, effort: int) -> None:
        self.trial, self.question, self.wanted = trial, question, max(1, worlds)
        self.meter = Meter(effort)
        self.held = 0
        self.ratios: list[Array] = []
        self.problems: list[str] = []

    def draw(self) -> None:
        good: list[Search] = []
        try:
            for search in self._searches():
                if self.held < self.wanted and self._some(search, NEARER):
                    good.append(search)
            for search in [s for s in good if s.parameters] * TURNS:
                if self.held < self.wanted:
                    self._some(search, 0)
        except Spent:
            pass

    def _searches(self) -> Iterator[Search]:
        """Sketches with positive numbers; where none of these has a world, those with any."""
        for signed in (False, True):
            if not (signed and self.held):
                for search in self.trial.searches(self.question, self.meter, "sample", signed):
                    search.goal = replace(search.goal, claim=None)  # its sides are compared once
                    yield search

    def _some(self, search: Search, nearer: int) -> bool:
        """Whether the hypotheses hold in some worlds of a sketch; their ratios are kept."""
        try:
            herd = search.start(AT_ONCE if search.parameters else 1)
            if nearer and search.parameters and not np.any(herd.scores > FAR):
                herd = search.climb(herd, nearer, enough=FAR)
            there = np.flatnonzero(herd.scores > FAR)[: min(OF_ONE, self.wanted - self.held)]
            if there.size:
                self.ratios.append(self._ratios(search, herd, there))
                self.held += there.size
            return bool(there.size)
        except Unsupported as problem:
            self.problems.append(str(problem))
            return False

    def _ratios(self, search: Search, herd: Herd, there: Array) -> Array:
        at = Evaluation(search.sketch.scene(herd.values[:, there]), self.meter)
        assert self.question.goal.claim is not None
        found = np.broadcast_to(quotient(at, self.question.goal.claim), there.shape)
        return np.asarray(found[~np.isnan(found)])


def quotient(at: Evaluation, claim: Expr) -> Array:
    """The ratio of the sides of a claim; nan where they have none, or are both 0."""
    args = claim.args[::-1] if claim.head in ("ge", "gt") else claim.args
    small, large = (_clear(at.number(a, (), 1)) for a in args)
    if claim.head == "eq":
        same, apart = small * large > 0, np.abs(small - large) > CLEAR
        one, other = (end(np.abs(small), np.abs(large)) for end in (np.minimum, np.maximum))
        return np.asarray(np.where(same, other / one, np.where(apart, HIGHEST, np.nan)))
    made = np.where((small <= 0) & (large > 0), 0.0, np.nan)
    made = np.where((small > CLEAR) & (large <= 0) | (small >= 0) & (large < -CLEAR), HIGHEST, made)
    made = np.where((small > 0) & (large > 0), small / large, made)
    return np.asarray(np.where((small < 0) & (large < 0), large / small, made))


def _clear(side: Array) -> Array:
    """A side, 0 where it is nothing but rounding."""
    return np.asarray(np.where(np.abs(side) < 1e-12, 0.0, side))
