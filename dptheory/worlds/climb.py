"""A search among the worlds of one sketch: many at once, hypotheses solved for their numbers, from many
starts.

The work is counted in worlds; the same seed gives the same worlds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

import numpy as np

from ..kernel.logic import Expr, walk
from .evaluator import SURE, Evaluation, apart
from .inversion import Entangled, bounds
from .metering import Meter
from .numeric import Array
from .sketches import Parameter, Sketch
from .values import holds

LOWEST, HIGHEST, FREE = 0, 1, 2
FAR: Final = -9.0
"""The score of a world in which a hypothesis does not hold is below this."""
NOTHING: Final = 1e-9
ENDLESS: Final = 200.0
"""A rate beyond this grows with the numbers that quantifiers are tried at: there is none."""
EMPTY: Final = -0.9
"""The score of a world in which both sides are 0: it says nothing."""
TIE: Final = 1e-3
"""The score of a world in which the sides of a strict inequality are equal."""
LEVEL: Final = 1e-12
ALMOST: Final = 5e-3
"""Sides that differ by no more may be equal when numbers are round."""
FARTHEST: Final = 1e6
BARE: Final = 0.3
"""How often a weight of a law is 0 at first."""
TINY: Final = 0.1
"""How often a number is made small at first."""
SPARSE: Final = (0.0, 0.4, 0.7)
"""How often one of many weights is left out besides: in a third of the worlds each."""
MANY: Final = 4
"""So many weights of a law are many."""
VIOLATED: Final = 1e-7
"""By how much the sides have to be apart, the wrong way round, for a world to be looked at."""


@dataclass(frozen=True)
class Goal:
    """What is looked for: hypotheses and, where a world is to violate it, a claim, in normal form."""

    hypotheses: tuple[Expr, ...]
    claim: Expr | None = None
    premises: tuple[Expr, ...] = ()
    """What the claim assumes of what it quantifies, which the world names."""

    @property
    def conditions(self) -> tuple[Expr, ...]:
        return (*self.hypotheses, *self.premises)


@dataclass
class Herd:
    """Worlds of a sketch: values of the parameters, a column for each world; how each number is chosen;
    scores."""

    values: Array
    modes: Array
    scores: Array = field(default_factory=lambda: np.zeros(0))

    def kept(self, places: Array) -> Herd:
        return Herd(self.values[:, places].copy(), self.modes[:, places].copy(), self.scores[places])


def joined(one: Herd, other: Herd) -> Herd:
    return Herd(
        *(
            np.concatenate([getattr(h, name) for h in (one, other)], axis=-1)
            for name in ("values", "modes", "scores")
        )
    )


@dataclass
class Search:
    """The worlds of a sketch, with how they are judged."""

    sketch: Sketch
    goal: Goal
    rng: np.random.Generator
    meter: Meter
    inside: float = field(init=False)
    """The share of numbers that stay inside of what plain inequalities allow."""

    def __post_init__(self) -> None:
        self.inside = 1.0 if self.goal.claim is None else 0.6
        self.parameters = self.sketch.parameters
        asked = [h for h in self.goal.conditions if h not in self.sketch.settled]
        self.solved: dict[int, list[Expr]] = {}
        for k, p in enumerate(self.parameters):
            about = [h for h in asked if p.name in h.names]
            if p.symbol and about:
                self.solved[k] = sorted(about, key=_depth)
        self.rates = [k for k, about in self.solved.items() if any(map(_depth, about))]
        self.strict = [k for k, about in self.solved.items() if any(map(_strict, about))]
        self.conditions = sorted(asked, key=_depth)
        names = {self.parameters[k].name for k in self.solved}
        self.twice = [
            k
            for k, a in self.solved.items()
            if len(names & frozenset[str]().union(*(h.names for h in a))) > 1
        ]

    # -- starting ------------------------------------------------------------------------------

    def start(self, count: int) -> Herd:
        """Worlds whose numbers are from the catalogue, solved for the hypotheses."""
        values = (
            np.stack([self._begin(p, count) for p in self.parameters])
            if self.parameters
            else np.zeros((0, count))
        )
        if self.goal.claim is not None:
            self._bare(values)
            self._shrunk(values)
        modes = np.full(values.shape, FREE)
        for k in self.solved:
            modes[k] = self._modes(k, count)
        if self.sketch.begun:
            values[:, 0], modes[:, 0] = [(p.choices or p.starts)[0] for p in self.parameters], FREE
        return self.judged(Herd(values, modes))

    def _modes(self, k: int, count: int) -> Array:
        """How a number is chosen: rates are mostly made tight, what plain inequalities bound stays inside."""
        end = (1 - self.inside) / 2
        shares = [0.6, 0.25, 0.15] if k in self.rates else [end, end, self.inside]
        return np.asarray(np.searchsorted(np.cumsum(shares[:-1]), self.rng.random(count), side="right"))

    def _bare(self, values: Array) -> None:
        """Laws of many points begin with few of them in most worlds, at the ends of their simplex."""
        for law in dict.fromkeys(p.law for p in self.parameters if p.law):
            rows = [k for k, p in enumerate(self.parameters) if p.law == law]
            if len(rows) >= MANY:
                often = np.array(SPARSE)[self.rng.integers(0, len(SPARSE), values.shape[1])]
                values[rows] *= self.rng.random((len(rows), values.shape[1])) >= often

    def _shrunk(self, values: Array) -> None:
        """Numbers that are said to be below 1 begin small in some worlds: for small chances of failure alone
        claims are often false. Where all numbers are small, all sides are near."""
        for k in (k for k, about in self.solved.items() if any(map(_capped(self.parameters[k].name), about))):
            often = self.rng.random(values.shape[1]) < TINY
            values[k] *= np.where(often, 10.0 ** -self.rng.integers(1, 8, values.shape[1]), 1.0)

    def _begin(self, p: Parameter, count: int) -> Array:
        chosen, shares = _likely(p)
        if p.law:  # laws of few points are often the worst ones
            shares = np.concatenate([[BARE], BARE + (1 - BARE) * shares])
            chosen = np.concatenate([[0.0], chosen])
        return np.asarray(chosen[np.searchsorted(shares, self.rng.random(count), side="right")])

    # -- judging -------------------------------------------------------------------------------

    def completed(self, herd: Herd) -> Herd:
        """Weights that add up to one, numbers that the hypotheses allow."""
        values = herd.values
        laws: dict[str, list[int]] = {}
        for k, p in enumerate(self.parameters):
            if p.law:
                laws.setdefault(p.law, []).append(k)
            elif not p.choices:
                values[k] = np.clip(values[k], max(p.low, -FARTHEST), min(p.high, FARTHEST))
        for places in laws.values():
            part = np.maximum(values[places], 0)
            total = part.sum(axis=0)
            values[places] = np.where(total > 0, part / np.where(total > 0, total, 1), 1 / len(places))
        for k in [*self.solved, *(k for k in self.twice if k in self.solved)]:
            self._solve(herd, k, self.solved[k])
        return herd

    def _solve(self, herd: Herd, k: int, about: Sequence[Expr]) -> None:
        """A number is moved to where the hypotheses hold: to an end of what they allow, or inside."""
        p, values = self.parameters[k], herd.values
        at = Evaluation(self.sketch.scene(values), self.meter)
        low: Array = np.full(values.shape[1], p.low)
        high: Array = np.full(values.shape[1], p.high)
        for hypothesis in about:
            try:
                down, up = bounds(at, hypothesis, p.name)
            except Entangled:
                continue
            if np.iscomplexobj(down) or np.iscomplexobj(up):  # what is said of a vector bounds no number
                continue
            low = np.maximum(low, np.where(np.isnan(down), -np.inf, down))
            high = np.minimum(high, np.where(np.isnan(up), np.inf, up))
        value, mode = values[k], herd.modes[k]
        strict_low, strict_high = (self._open(k, end) for end in (low, high))
        inside = np.where(
            np.isfinite(low) & np.isfinite(high), low + (high - low) * self._share(value, low, high), value
        )
        above = np.where(np.isfinite(low), low + _step(low), value)
        below = np.where(np.isfinite(high), high - _step(high), value)
        inside = np.where(np.isfinite(low) & ~np.isfinite(high), np.where(value > low, value, above), inside)
        inside = np.where(~np.isfinite(low) & np.isfinite(high), np.where(value < high, value, below), inside)
        there = (
            (value >= low)
            & (value <= high)
            & ~(strict_low & (value <= low))
            & ~(strict_high & (value >= high))
        )
        inside = np.where(there, value, inside)
        down, up = np.isfinite(low) & ~strict_low, np.isfinite(high) & ~strict_high
        made = np.where((mode != FREE) & down & ((mode == LOWEST) | ~up), low, inside)
        made = np.where((mode != FREE) & up & ((mode == HIGHEST) | ~down), high, made)
        made = np.where(low == high, low, made)
        if p.choices:
            made = _nearest(np.array(p.choices), made, low, high)
        values[k] = np.clip(np.where(np.isfinite(made), made, value), -FARTHEST, FARTHEST)

    def _open(self, k: int, end: Array) -> Array:
        """Whether an end is one that plain strict inequalities leave out: told by the signs that they
        state."""
        return np.asarray(np.isfinite(end) & (np.abs(end) < 1e-9) & (k in self.strict))

    @staticmethod
    def _share(value: Array, low: Array, high: Array) -> Array:
        with np.errstate(all="ignore"):
            share = (value - low) / (high - low)
        return np.where((share > 0) & (share < 1), share, 0.5)

    def judged(self, herd: Herd) -> Herd:
        """Scores: how far the claim is violated, where the hypotheses hold; else by how much they fail."""
        with np.errstate(all="ignore"):
            herd = self.completed(herd)
            count = herd.values.shape[1]
            self.meter.worlds += count
            short: Array = np.zeros(count)
            for k, p in enumerate(self.parameters):
                short = short + np.where(p.positive & (herd.values[k] <= NOTHING), 0.01, 0.0)
                if k in self.rates:
                    short = short + np.where(np.abs(herd.values[k]) > ENDLESS, 0.01, 0.0)
            for hypothesis in self.conditions:
                alive = np.flatnonzero(short == 0)
                if not alive.size:
                    short = short + 1  # what costs more is not asked of a world that falls short
                    continue
                at = Evaluation(self.sketch.scene(herd.values[:, alive]), self.meter)
                margin = np.broadcast_to(at.margin(hypothesis), alive.shape)
                missed = short > 0
                short[alive] = np.where(holds(margin), 0.0, np.maximum(-margin, 1e-6))
                short[missed] += 1
            alive, scores = np.flatnonzero(short == 0), FAR - short
            self.meter.held += alive.size
            if alive.size and self.goal.claim is not None:
                at = Evaluation(self.sketch.scene(herd.values[:, alive]), self.meter)
                found = np.broadcast_to(violation(at, self.goal.claim), alive.shape)
                rates = [np.abs(herd.values[k, alive]) for k in self.rates]
                small = np.clip(np.min(rates, axis=0), 1e-4, 1.0) if rates else 1.0
                near = np.maximum(found / small, 0.99 * EMPTY)  # where rates are near 0 all sides are near
                found = np.where((found < 0) & (found > EMPTY), near, found)
                scores[alive] = np.nan_to_num(found, nan=-1.0)
            elif alive.size:
                tight = sum((herd.modes[k] != FREE for k in self.rates), np.zeros(count))
                scores[alive] = 0.0 if self.sketch.begun else np.asarray(tight)[alive] / 10
            herd.scores = scores
        return herd

    # -- climbing ------------------------------------------------------------------------------

    def climb(self, herd: Herd, rounds: int, enough: float = np.inf) -> Herd:
        """Better and better worlds; stops where one is as good as is enough."""
        keep = max(8, herd.values.shape[1] // 3)
        for k in range(rounds):
            best = np.argsort(-promise(herd.scores), kind="stable")[:keep]
            herd = herd.kept(best)
            if herd.scores.size and herd.scores[0] >= enough:
                break
            herd = joined(herd, self.judged(self._changed(herd, 2 * keep, 0.6 * 0.93**k)))
        return herd.kept(np.argsort(-herd.scores, kind="stable"))

    def _changed(self, herd: Herd, count: int, width: float) -> Herd:
        rng, size = self.rng, herd.values.shape[1]
        parents = np.minimum(rng.integers(0, size, count), rng.integers(0, size, count))
        new = herd.kept(parents)
        rows = len(self.parameters)
        if not rows:
            return new
        often = rng.random((rows, count)) < 1.3 / rows
        often[rng.integers(0, rows, count), np.arange(count)] = True
        for k, p in enumerate(self.parameters):
            fresh = self._begin(p, count)
            if p.choices:
                moved = fresh
            else:
                how = rng.integers(0, 6, count)
                factor = np.exp(width * rng.standard_normal(count))
                spouse = herd.values[k][rng.integers(0, size, count)]
                old = new.values[k]
                moved = np.select(
                    [how == 0, how == 1, how == 2, how == 3],
                    [fresh, old * factor, old + width * rng.standard_normal(count), spouse],
                    np.where(how == 4, old * 2, old / 2),
                )
            new.values[k] = np.where(often[k], moved, new.values[k])
        for k in self.solved:
            new.modes[k] = np.where(rng.random(count) < 0.2, self._modes(k, count), new.modes[k])
        return new


def promise(scores: Array) -> Array:
    """What is to be hoped of the neighbours of worlds: of those whose sides are equal, whatever their other
    numbers are, less than of many in which they are apart."""
    return np.asarray(np.where(np.abs(scores) < LEVEL, -0.05, scores))


@lru_cache(1024)
def _likely(p: Parameter) -> tuple[Array, Array]:
    """The values that a number begins with, and the shares of those up to each but the last."""
    chosen = p.choices or p.starts
    weights = np.ones(len(chosen)) if p.choices else np.geomspace(1, 0.25, len(chosen))
    return np.array(chosen), np.cumsum(weights / weights.sum())[:-1]


def violation(at: Evaluation, claim: Expr) -> Array:
    """By how much a claim fails, relative to its sides; below 0 where it holds, or where a side has no
    value."""
    if claim.head in ("le", "lt", "ge", "gt"):
        left, right = (at.number(a, (), 1) for a in claim.args)
        gap = -apart(left, right) if claim.head in ("le", "lt") else -apart(right, left)
        tie = np.isfinite(gap) & (np.abs(left - right) <= NOTHING * NOTHING + 1e-14 * np.abs(left))
        if claim.head in ("lt", "gt"):  # equal sides violate it, if the kernel sees that they are equal
            near = np.isfinite(gap) & (np.abs(left - right) <= ALMOST * np.abs(left))
            gap = np.where(near & (np.abs(left) > NOTHING), np.maximum(gap, 2 * VIOLATED), gap)
            return np.where(tie, np.maximum(gap, TIE), gap)
        return np.where(np.abs(left) + np.abs(right) < NOTHING, EMPTY, gap)
    margin = at.margin(claim)
    return np.where(margin <= -SURE, EMPTY, -margin)


def ratio(at: Evaluation, claim: Expr) -> Array:
    """The side that is said to be smaller over the other; nan where they are not both positive."""
    if claim.head not in ("le", "lt", "ge", "gt"):
        return np.full(1, np.nan)
    low, high = (
        at.number(a, (), 1) for a in (claim.args if claim.head in ("le", "lt") else claim.args[::-1])
    )
    return np.where((low > NOTHING) & (high > NOTHING), low / high, np.nan)


def _step(end: Array) -> Array:
    return np.where(np.abs(end) < 1e-9, 1.0, np.abs(end) / 2)


def _depth(formula: Expr) -> int:
    """How many quantifiers, laws and sums a formula has: what it costs."""
    return sum(n.head == "lam" for n in walk(formula))


def _capped(name: str) -> Callable[[Expr], bool]:
    """Whether a formula says that a number is below one that is written out."""
    return lambda formula: any(
        n.head in ("lt", "le") and n.args[0].label == name and n.args[1].head == "num" for n in walk(formula)
    )


def _strict(formula: Expr) -> bool:
    if formula.head in ("lt", "gt"):
        return True
    return formula.head == "and" and any(map(_strict, formula.args))


def _nearest(choices: Array, value: Array, low: Array, high: Array) -> Array:
    """The choice that is nearest to a value among those between the ends; the nearest of all where there
    is none."""
    gap = np.abs(choices[:, None] - value[None, :])
    outside = (choices[:, None] < low - 1e-9) | (choices[:, None] > high + 1e-9)
    return np.asarray(choices[np.argmin(gap + 1e6 * outside, axis=0)])
