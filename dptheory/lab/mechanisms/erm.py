"""Regularised empirical risk minimisation over a ball, for many data sets at once, with certified gaps.

Data sets are given by weights over one pool of N records: row b of `weights` holds how often each record
occurs, divided by n. That covers neighbouring data sets, samples with replacement, and single data sets. A
tilt <b, w> of each row's own covers objective perturbation.

Method: Newton steps, each a quadratic minimised over the ball, with backtracking; a kinked loss is replaced
by Moreau envelopes that shrink to it. The method is not trusted: `gap.certify` bounds the distance to the
minimiser afterwards.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

import numpy as np

from dptheory.lab.domain import Data, DomainError, FloatArray, nonnegative, positive
from dptheory.lab.mechanisms.ball import minimise_quadratics
from dptheory.lab.mechanisms.gap import certify
from dptheory.lab.mechanisms.losses import Loss

CHUNK = 2_000_000
"""Entries of a (B, N) array that are worked on at a time."""

ENVELOPES = tuple(10.0**-k for k in range(1, 11))
"""The widths of the envelopes, one after the other."""

FEW: Final = 16
"""Up to so many records the narrowest envelope is tried at once."""

SETTLED: Final = 1e-9
"""A relative certified value gap at which the shorter ways through the envelopes are believed."""

NEWTON_STEPS = 60
"""More than any problem has needed; the certificate says whether they were enough."""


class SolverError(RuntimeError):
    """A minimiser could not be certified to the tolerance asked for."""


@dataclass(frozen=True, eq=False)
class Minimisers:
    """Row b: an approximate minimiser of problem b, F there, and bounds on ||w - w*|| and F(w) - F(w*)."""

    w: FloatArray
    value: FloatArray
    distance_gap: FloatArray
    value_gap: FloatArray


@dataclass(frozen=True)
class Problem:
    """F_b(w) = sum_i weights[b, i] loss(w, (x_i, y_i)) + (lam / 2) ||w||^2 over ||w|| <= radius."""

    loss: Loss
    x: FloatArray
    y: FloatArray
    lam: float
    radius: float

    def __post_init__(self) -> None:
        nonnegative("lam", self.lam)
        positive("radius", self.radius, infinite=True)
        if self.lam == 0 and math.isinf(self.radius):
            raise DomainError(
                "lam is 0 and the radius infinite; needed, to have a minimiser: lam > 0 or a radius"
            )

    def objective(
        self, loss: Loss, w: FloatArray, weights: FloatArray, tilt: FloatArray | None = None
    ) -> FloatArray:
        """F_b at row b of `w`, under `loss`, plus <tilt_b, w>."""
        risk = np.sum(weights * loss.phi(w @ self.x.T, self.y), axis=1)
        value = risk + self.lam / 2 * np.sum(w**2, axis=1)
        return np.asarray(value if tilt is None else value + np.sum(tilt * w, axis=1))


def minimise(loss: Loss, data: Data, lam: float, radius: float, gap: float | None = None) -> Minimisers:
    """The minimiser of L_S(w) + (lam / 2) ||w||^2 over the ball: one row; as soon as F(w) - F(w*) <= `gap` is
    certified, where that is given.

    >>> from dptheory.lab.mechanisms.losses import Linear
    >>> minimise(Linear(1.0), Data([[1.0]], [0.0]), 0.5, 10.0).w.tolist()
    [[-2.0]]
    """
    weights = np.full((1, data.n), 1 / data.n)
    return minimise_many(Problem(loss, data.x, data.y, lam, radius), weights, gap=gap)


def minimise_many(
    problem: Problem,
    weights: FloatArray,
    start: FloatArray | None = None,
    tilt: FloatArray | None = None,
    gap: float | None = None,
) -> Minimisers:
    """The minimiser for every row of `weights`, which must be >= 0, or one row for all; `start` is a point,
    or one a row, inside the ball; `tilt` has shape (B, d).
    """
    weights = np.asarray(weights, dtype=np.float64)
    if weights.ndim != 2 or weights.shape[1] != len(problem.x):
        raise DomainError(
            f"weights have shape {weights.shape}; needed: (B, {len(problem.x)}), one column a record"
        )
    if not (np.isfinite(weights).all() and (weights >= 0).all()):
        raise DomainError("a weight is negative or not finite; needed: multiplicities divided by n")
    d = problem.x.shape[1]
    count = len(weights) if tilt is None else len(tilt)
    tilt = np.zeros((count, d)) if tilt is None else np.asarray(tilt, dtype=np.float64)
    weights = np.broadcast_to(weights, (count, weights.shape[1]))
    points = np.broadcast_to(np.zeros(d) if start is None else start, (count, d)).copy()
    rows = max(1, CHUNK // max(weights.shape[1], d * d))
    parts = [_solve(problem, weights[part], tilt[part], points[part], gap) for part in _slices(count, rows)]
    return Minimisers(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def _slices(count: int, rows: int) -> list[slice]:
    return [slice(k, k + rows) for k in range(0, max(count, 1), rows)]


_Part = tuple[FloatArray, FloatArray, FloatArray, FloatArray]


def _solve(
    problem: Problem, weights: FloatArray, tilt: FloatArray, w: FloatArray, gap: float | None
) -> _Part:
    loss = problem.loss
    if loss.kinked and gap is None:
        shortcuts = [ENVELOPES[-1:]] if len(problem.x) <= FEW else []
        for envelopes in (*shortcuts, ENVELOPES[::3]):
            found = _through(problem, envelopes, weights, tilt, w.copy())
            if bool((found[3] <= SETTLED * (1 + np.abs(found[1]))).all()):
                return found
    stages = [loss.smoothed(mu) for mu in ENVELOPES] if loss.kinked else [loss]
    if gap is not None and not loss.kinked:
        stages = stages * NEWTON_STEPS
    for stage in stages:
        _newton(problem, stage, weights, tilt, w, NEWTON_STEPS if gap is None or loss.kinked else 1)
        if gap is not None:
            found = _certified(problem, stage, weights, tilt, w)
            if bool((found[3] <= gap).all()):
                return found
    return _certified(problem, stages[-1], weights, tilt, w)


def _through(
    problem: Problem, envelopes: tuple[float, ...], weights: FloatArray, tilt: FloatArray, w: FloatArray
) -> _Part:
    """The minimisers of a kinked loss by way of these envelopes, each starting where the last one ended."""
    for mu in envelopes:
        stage = problem.loss.smoothed(mu)
        _newton(problem, stage, weights, tilt, w, NEWTON_STEPS)
    return _certified(problem, stage, weights, tilt, w)


def _certified(problem: Problem, stage: Loss, weights: FloatArray, tilt: FloatArray, w: FloatArray) -> _Part:
    """The points with their values and certified gaps, from the slopes of `stage`."""
    margins = w @ problem.x.T
    slopes = stage.slope(margins, problem.y)
    excess = problem.loss.excess(margins, problem.y, slopes)
    gaps = certify(w, slopes, excess, problem.x, weights, problem.lam, problem.radius, tilt)
    return w, problem.objective(problem.loss, w, weights, tilt), gaps.distance, gaps.value


def _newton(
    problem: Problem, loss: Loss, weights: FloatArray, tilt: FloatArray, w: FloatArray, steps: int
) -> None:
    """Minimise under a differentiable loss, in place, until no row moves or for so many steps."""
    d = problem.x.shape[1]
    alone = len(w) == 1 and len(problem.x) * d * d > CHUNK  # all products at once are too many
    squares = None if alone else (problem.x[:, :, None] * problem.x[:, None, :]).reshape(-1, d * d)
    live = np.arange(len(w))
    for _ in range(steps):
        if not live.size:
            return
        here, part, pull = w[live], weights[live], tilt[live]
        margins = here @ problem.x.T
        gradient = (part * loss.slope(margins, problem.y)) @ problem.x + problem.lam * here + pull
        bent = part * loss.curvature(margins, problem.y)
        whole = (problem.x.T * bent[0]) @ problem.x if squares is None else bent @ squares
        curvature = whole.reshape(-1, d, d)
        curvature += problem.lam * np.eye(d)
        linear = np.einsum("bij,bj->bi", curvature, here) - gradient
        step = minimise_quadratics(curvature, linear, problem.radius) - here
        slope = np.sum(gradient * step, axis=1)
        moved = _backtrack(problem, loss, part, pull, here, step, slope)
        w[live] = here + moved
        live = live[np.linalg.norm(moved, axis=1) > 1e-13 * (1 + np.linalg.norm(here, axis=1))]


def _backtrack(
    problem: Problem,
    loss: Loss,
    weights: FloatArray,
    tilt: FloatArray,
    here: FloatArray,
    step: FloatArray,
    promised: FloatArray,
) -> FloatArray:
    """Each row's step, halved until F falls by a small part of what the linear model promises."""
    before = problem.objective(loss, here, weights, tilt)
    length = np.ones(len(here))
    trying = np.arange(len(here))
    for _ in range(40):
        there = here[trying] + length[trying, None] * step[trying]
        after = problem.objective(loss, there, weights[trying], tilt[trying])
        enough = before[trying] + 1e-4 * length[trying] * promised[trying] + 1e-15 * np.abs(before[trying])
        trying = trying[after > enough]
        if not trying.size:
            break
        length[trying] /= 2
    length[trying] = 0.0
    return np.asarray(length[:, None] * step)
