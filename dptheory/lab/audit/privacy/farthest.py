"""Neighbours on which a minimiser moves farthest, by optimisation; no output is spent on it.

A mechanism that perturbs a minimiser may give it: `minimiser(data)`, without noise, as the library's do.
Where the noise does not depend on the data, the pair whose minimisers lie farthest apart shows most. It is
climbed to: every record goes to the end of the box to which a finite difference of the distance points, if
that helps, alone or together with others; in between records are moved at random.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from dptheory.lab.audit.privacy.calls import Call
from dptheory.lab.audit.privacy.moves import differing, near
from dptheory.lab.audit.privacy.neighbours import Neighbours, rebuilt, table
from dptheory.lab.audit.privacy.pool import COUPLED, Pool
from dptheory.lab.audit.privacy.subjects import Subject
from dptheory.lab.audit.privacy.varying import Domain
from dptheory.lab.domain import FloatArray

MINIMISED: Final = 7
"""The first part of the keys of these calls."""

EFFORT: Final = 4_000
"""Minimisers at most, about; an eighth of them for a first look at the pairs that there are."""

PATIENCE: Final = 40
"""A climb ends after so many rounds that brought nothing."""
STEP: Final = 1e-3
"""Of a column's range: the step of a finite difference."""

Place = tuple[int, int]
"""A side of the pair (2 for both) and a record of it."""


@dataclass(frozen=True, eq=False)
class Minimised:
    """The subject without its noise."""

    subject: Subject

    @property
    def name(self) -> str:
        """What it is called."""
        return f"{self.subject.name}.minimiser"

    @property
    def target(self) -> object:
        """The mechanism."""
        return self.subject.target

    def sample(self, data: Any, size: int, rng: np.random.Generator) -> object:
        """The minimiser, again and again."""
        found = np.asarray(self.subject.target.minimiser(data), dtype=np.float64)  # type: ignore[attr-defined]
        return np.tile(found.reshape(1, -1), (size, 1))


def minimisers(pool: Pool, data: Any) -> Pool | None:
    """Where minimisers are kept, if the subject of the pool gives them and has one on the data."""
    if not callable(getattr(pool.subject.target, "minimiser", None)):
        return None
    subject = Minimised(pool.subject)
    key = (MINIMISED, 0)
    call = Call(subject, data, "given", 1, pool.seed, key, pool.timeout)
    (first,) = pool.runner.tried(iter([call]))
    width = first.shape[1] if isinstance(first, np.ndarray) else 0
    return Pool(pool.runner, subject, pool.seed, pool.timeout, width, MINIMISED) if width else None


@dataclass(frozen=True, eq=False)
class Climb:
    """A climb to such pairs. `whiten` are the coordinates in which the noise is round, where it is known."""

    pool: Pool
    domain: Domain
    rng: np.random.Generator
    admitted: Callable[[Neighbours], bool]
    whiten: FloatArray | None = None

    def best(self, pairs: Sequence[Neighbours]) -> list[Neighbours]:
        """The farthest pair that is reached from the best of some; none where no minimiser moves."""
        some = list(pairs)[: EFFORT // 8]
        self.ensure(some)
        start = max(some, key=self.distance, default=None)
        return [self.climbed(start)] if start is not None and self.distance(start) > 0 else []

    def ensure(self, pairs: Sequence[Neighbours]) -> None:
        """The minimisers on both sides of these."""
        self.pool.ensure([side for pair in pairs for side in (pair.first, pair.second)], COUPLED)

    def distance(self, pair: Neighbours) -> float:
        """How far apart the minimisers lie; -1 where there is none."""
        one, other = self.pool.outputs(pair.first), self.pool.outputs(pair.second)
        if one is None or other is None:
            return -1.0
        with np.errstate(all="ignore"):
            moved = one[0] - other[0]
            if self.whiten is not None and len(self.whiten) == len(moved):
                moved = moved @ self.whiten
            length = float(np.linalg.norm(moved))
        return length if np.isfinite(length) else -1.0

    def climbed(self, pair: Neighbours) -> Neighbours:
        """The farthest pair reached: records are pushed as long as that helps, then moved at random."""
        push, stuck = True, 0
        while (room := EFFORT - len(self.pool.calls)) > 0 and stuck < PATIENCE:
            before = self.distance(pair)
            made = self.pushed(pair, room) if push else near(pair, self.domain, self.rng, True)
            pair = self.better(pair, list(made))
            stuck = 0 if self.distance(pair) > before else stuck + 1
            push = (push and stuck == 0) or stuck == PATIENCE // 2
        return pair

    def better(self, pair: Neighbours, others: Sequence[Neighbours]) -> Neighbours:
        """The farthest of a pair and those of others that are neighbours."""
        fresh = [other for other in others if self.admitted(other)]
        self.ensure(fresh)
        return max([pair, *fresh], key=self.distance)

    def pushed(self, pair: Neighbours, room: int) -> list[Neighbours]:
        """Pairs with records at the end of the box to which the slope of the distance at them points: each
        alone, and the steepest together.
        """
        places = self.places(pair, room)
        slopes = self.slopes(pair, places)
        ends = [self.domain.along(slope) for slope in slopes]
        steep = np.argsort([-float(np.abs(slope * self.ranges).sum()) for slope in slopes], kind="stable")
        order = [int(k) for k in steep]
        together = [order[: max(1, len(order) // part)] for part in (1, 2, 4, 8)]
        sets = [*together, *([k] for k in order[: room // 8])]
        return [self.replaced(pair, [(places[k], ends[k]) for k in chosen]) for chosen in sets]

    def places(self, pair: Neighbours, room: int) -> list[Place]:
        """The record that differs, on each side, and as many of the shared ones as there is room for."""
        one, other = table(pair.first), table(pair.second)
        spot = differing(one, other)
        same = [np.array_equal(a, b, equal_nan=True) for a, b in zip(one, other, strict=False)]
        shared = [i for i, equal in enumerate(same) if i != spot and equal]
        size = max(1, room // (6 * one.shape[1]))
        chosen = [int(i) for i in self.rng.permutation(shared)[:size]]
        return [*([(0, spot), (1, spot)] if spot is not None else []), *((2, i) for i in chosen)]

    @property
    def ranges(self) -> FloatArray:
        """From the least to the largest number of each column."""
        return np.array([float(column.ends.max() - column.ends.min()) for column in self.domain.columns])

    def slopes(self, pair: Neighbours, places: Sequence[Place]) -> list[FloatArray]:
        """Finite differences of the distance in every number of the records at some places, steps inwards."""
        tables = table(pair.first), table(pair.second)
        middle = np.array([float(column.ends.mean()) for column in self.domain.columns])
        steps = [STEP * np.where(tables[s % 2][i] > middle, -1.0, 1.0) * self.ranges for s, i in places]
        moved = [
            self.replaced(pair, [((side, i), tables[side % 2][i] + np.eye(len(step))[j] * step[j])])
            for (side, i), step in zip(places, steps, strict=True)
            for j in range(len(step))
        ]
        self.ensure(moved)
        here = self.distance(pair)
        reached = np.array([self.distance(other) for other in moved])
        change = np.where(reached < 0, 0.0, reached - here)
        with np.errstate(divide="ignore", invalid="ignore"):
            slope = np.nan_to_num(change.reshape(len(places), -1) / np.array(steps), posinf=0.0, neginf=0.0)
        return list(slope)

    def replaced(self, pair: Neighbours, records: Sequence[tuple[Place, FloatArray]]) -> Neighbours:
        """The pair with other records at some places; the pair itself where there is no such data set."""
        first, second = table(pair.first).copy(), table(pair.second).copy()
        for (side, i), record in records:
            for k, rows in enumerate((first, second)):
                if side in (k, 2):
                    rows[i] = record
        try:
            return Neighbours(rebuilt(pair.first, first), rebuilt(pair.second, second), "search")
        except ValueError:
            return pair
