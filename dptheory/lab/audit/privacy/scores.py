"""Scores: functions of an outcome that are large where S is likelier than S'. Events are their level sets.

A score needs to be no likelihood ratio: whatever it is, the counts of its level sets on fresh outputs are
binomial. By the lemma of Neyman and Pearson the level sets of the true likelihood ratio are the best events.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from dptheory.lab.audit.privacy.outcomes import Atoms
from dptheory.lab.domain import FloatArray


class Score(Protocol):
    """An estimate, up to a monotone change, of log(chance of the outcome on S / chance on S')."""

    @property
    def name(self) -> str:
        """What it is, in words."""
        ...

    def __call__(self, outputs: FloatArray) -> FloatArray:
        """The score of each row."""
        ...


@dataclass(frozen=True, eq=False)
class Coordinate:
    """The output itself, where it is one number; or its negative."""

    sign: float = 1.0

    @property
    def name(self) -> str:
        """What it is, in words."""
        return "output" if self.sign > 0 else "minus output"

    def __call__(self, outputs: FloatArray) -> FloatArray:
        return np.asarray(self.sign * outputs[:, 0])


@dataclass(frozen=True, eq=False)
class Histogram:
    """A step function on the line: `values[i]` between edges[i - 1] and edges[i]."""

    edges: FloatArray
    values: FloatArray
    name: str = "histogram"

    def __call__(self, outputs: FloatArray) -> FloatArray:
        return np.asarray(self.values[np.searchsorted(self.edges, outputs[:, 0])])


@dataclass(frozen=True, eq=False)
class Distances:
    """constant + <linear, z> + pull |z - b| - push |z - a| with z = (x - centre) @ whiten.

    The log-likelihood ratio of Laplace, l2-Laplace and Gaussian noise around two points has this form.
    """

    centre: FloatArray
    whiten: FloatArray
    constant: float
    linear: FloatArray
    a: FloatArray
    b: FloatArray
    push: float
    pull: float
    name: str = "distances to two learned points"

    def __call__(self, outputs: FloatArray) -> FloatArray:
        z = (outputs - self.centre) @ self.whiten
        near, far = _distance(z, self.a), _distance(z, self.b)
        return np.asarray(self.constant + z @ self.linear + self.pull * far - self.push * near)


SMOOTHING = 1e-3
"""|z| is sqrt(|z|^2 + SMOOTHING^2), in units of the standard deviation, so that it has a gradient."""


def _distance(z: FloatArray, point: FloatArray) -> FloatArray:
    moved = z - point
    return np.asarray(np.sqrt(np.einsum("ij,ij->i", moved, moved) + SMOOTHING**2))


@dataclass(frozen=True, eq=False)
class Sides:
    """constant + <linear, z> + <pull, |z - b|> - <push, |z - a|> with z = (x - centre) / scale, where |z| has
    the absolute values of z.

    The log-likelihood ratio of independent Laplace noise on several numbers has this form.

    >>> one = np.ones(2)
    >>> Sides(0 * one, one, 0.0, 0 * one, 0 * one, one, one, one)(np.array([[0.0, 1.0]])).round(3).tolist()
    [0.0]
    """

    centre: FloatArray
    scale: FloatArray
    constant: float
    linear: FloatArray
    a: FloatArray
    b: FloatArray
    push: FloatArray
    pull: FloatArray
    name: str = "distances of each number to two learned ones"

    def __call__(self, outputs: FloatArray) -> FloatArray:
        z = (outputs - self.centre) / self.scale
        near, far = (np.sqrt((z - point) ** 2 + SMOOTHING**2) for point in (self.a, self.b))
        return np.asarray(self.constant + z @ self.linear + far @ self.pull - near @ self.push)


@dataclass(frozen=True, eq=False)
class Quadratic:
    """constant + <linear, z> + z' curvature z: exact for Gaussian outputs of different covariance."""

    centre: FloatArray
    whiten: FloatArray
    constant: float
    linear: FloatArray
    curvature: FloatArray
    name: str = "quadratic"

    def __call__(self, outputs: FloatArray) -> FloatArray:
        z = ((outputs - self.centre) @ self.whiten).clip(-1e6, 1e6)
        return np.asarray(self.constant + z @ self.linear + np.einsum("ij,ij->i", z @ self.curvature, z))


@dataclass(frozen=True, eq=False)
class Trees:
    """A sum of decision trees: `base`, and for each tree the value of the leaf that an output reaches.

    A row of a tree is a node: coordinate, threshold, the nodes for <= and for >, the one for NaN, the value;
    a leaf has coordinate -1, and what follows a node stands below it. `ValueError` for anything else.

    >>> stump = np.array([[0, 1.5, 1, 2, 1, 0], [-1, 0, 0, 0, 0, -2.0], [-1, 0, 0, 0, 0, 3.0]])
    >>> Trees(0.5, (stump,))(np.array([[1.0], [2.0], [np.nan]])).tolist()
    [-1.5, 3.5, -1.5]
    """

    base: float
    trees: tuple[FloatArray, ...]
    name: str = "gradient-boosted trees"

    def __post_init__(self) -> None:
        for nodes in self.trees:
            inner = nodes[:, 0] >= 0
            after = nodes[inner, 2:5] > np.arange(len(nodes))[inner, None]
            if not (after.all() and (nodes[inner, 2:5] < len(nodes)).all() and len(nodes)):
                raise ValueError("a tree whose nodes do not follow each other")

    def __call__(self, outputs: FloatArray) -> FloatArray:
        columns = np.ascontiguousarray(outputs.T)
        absent = np.isnan(columns)
        holes = np.asarray(absent.any(axis=1))
        total = np.full(len(outputs), self.base)
        for nodes in self.trees:
            reached = np.zeros((len(nodes), len(outputs)), dtype=bool)
            reached[0] = True
            for here, (coordinate, threshold, low, high, missing, value) in zip(reached, nodes, strict=True):
                if coordinate < 0:
                    np.add(total, value, out=total, where=here)
                    continue
                j = int(coordinate)
                below = columns[j] <= threshold
                reached[int(low)] |= here & below
                reached[int(high)] |= here & ~(below | absent[j]) if holes[j] else here & ~below
                if holes[j]:
                    reached[int(missing)] |= here & absent[j]
        return total


@dataclass(frozen=True, eq=False)
class WithAtoms:
    """`values` on the atoms; elsewhere the score of finite rows shifted by `offset`, 0 without one."""

    atoms: Atoms
    values: FloatArray
    other: Score | None = None
    offset: float = 0.0

    @property
    def name(self) -> str:
        """What it is, in words."""
        return "outcome by outcome" if self.other is None else f"outcome by outcome, else {self.other.name}"

    def __call__(self, outputs: FloatArray) -> FloatArray:
        place = self.atoms.place(outputs)
        score = np.full(len(outputs), self.offset)
        free = (place < 0) & np.isfinite(outputs).all(axis=1)
        if self.other is not None and free.any():
            score[free] += self.other(outputs[free])
        return np.asarray(np.where(place >= 0, self.values[place], score))


@dataclass(frozen=True, eq=False)
class Event:
    """The outcomes with score >= threshold; or, `swapped`, those with score <= threshold, likelier on S'.

    >>> Event(Coordinate(), 1.0, True).contains(np.array([[0.5], [2.0]])).tolist()
    [True, False]
    """

    score: Score
    threshold: float
    swapped: bool = False

    def contains(self, outputs: FloatArray) -> FloatArray:
        """Whether each row lies in the event."""
        value = self.score(outputs)
        return np.asarray(value <= self.threshold if self.swapped else value >= self.threshold)

    @property
    def text(self) -> str:
        """The event in words.

        >>> Event(Coordinate(-1.0), 0.5).text
        'output <= -0.5'
        """
        if isinstance(self.score, Coordinate):  # of minus the output, the other half-line of the output
            below = self.swapped == (self.score.sign > 0)
            return f"output {'<=' if below else '>='} {self.score.sign * self.threshold:.9g}"
        return f"{self.score.name}: score {'<=' if self.swapped else '>='} {self.threshold:.9g}"
