"""Sensitivity by retraining: every record of the diabetes data replaced in turn by worst-case records.

To first order a replacement moves the minimiser by H^-1 (g(z') - g(z_i)) / n, with H the curvature of the
objective; the candidates z' on the boundary of the domain with the largest such move are retrained exactly,
and then the two records in the direction of the move that was found, with either label.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dptheory.lab.audit.harness import ExperimentRun, Seen
from dptheory.lab.audit.records import ExperimentResult, Size
from dptheory.lab.diabetes import diabetes, diabetes_classes
from dptheory.lab.domain import Data, FloatArray
from dptheory.lab.mechanisms.erm import Problem, minimise, minimise_many
from dptheory.lab.mechanisms.kinked import Absolute, Hinge
from dptheory.lab.mechanisms.losses import Huber, Logistic, Loss, Squared


@dataclass(frozen=True)
class Setting:
    """A learning rule to retrain, and how many records and candidates to try."""

    loss: Loss
    lam: float
    radius: float
    records: int
    candidates: int

    @property
    def data(self) -> Data:
        """The diabetes data, with labels -1 and 1 for the losses of classification."""
        return diabetes_classes() if isinstance(self.loss, Hinge | Logistic) else diabetes()


@dataclass(frozen=True)
class Move:
    """The largest move found under a setting: a lower and an upper end for ||A(S) - A(S^(i))||, and how many
    retrainings.
    """

    setting: Setting
    n: int
    least: float
    most: float
    retrained: int

    def values(self) -> dict[str, float]:
        """The parameters that a bound may take."""
        s = self.setting
        return {"rho": s.loss.lipschitz(s.radius), "lam": s.lam, "n": self.n, "R": s.radius}


def settings(size: Size) -> tuple[Setting, ...]:
    """Some records with the squared loss and with the absolute loss at strong regularisation; in full every
    record, more losses and candidates.
    """
    if size == "quick":
        return (Setting(Squared(), 0.1, 1.0, 120, 1), Setting(Absolute(), 4.0, 1.0, 442, 1))
    losses: tuple[Loss, ...] = (Squared(), Logistic(), Huber(0.25), Hinge(), Absolute())
    return tuple(Setting(loss, lam, 1.0, 442, 4) for loss in losses for lam in (0.01, 0.1, 1.0, 4.0))


def largest_move(setting: Setting, rng: np.random.Generator) -> Move:
    """The largest ||A(S) - A(S^(i))|| over the records tried and their worst candidates."""
    data = setting.data
    here = minimise(setting.loss, data, setting.lam, setting.radius)
    centre, gap = here.w[0], float(here.distance_gap[0])
    order = rng.permutation(data.n)[: setting.records]
    pool = _boundary(data, rng)
    chosen = _score(setting, data, centre, pool, order)
    rows = np.repeat(order, setting.candidates)
    first, first_gap = _retrain(setting, data, centre, rows, pool.x[chosen], pool.y[chosen])
    moves = np.linalg.norm(first - centre, axis=1)
    best = np.argsort(-moves)[: max(8, len(moves) // 8)]
    direction = (first[best] - centre) / np.maximum(moves[best, None], np.finfo(float).tiny)
    again = [
        _retrain(setting, data, centre, rows[best], side * direction, np.full(len(best), label))
        for side in (-1.0, 1.0)
        for label in (-1.0, 1.0)
    ]
    points = np.concatenate([first, *(w for w, _ in again)])
    gaps = gap + np.concatenate([first_gap, *(g for _, g in again)])
    moves = np.linalg.norm(points - centre, axis=1)
    return Move(setting, data.n, float((moves - gaps).max()), float((moves + gaps).max()), len(points))


def _boundary(data: Data, rng: np.random.Generator) -> Data:
    """Records with ||x|| = 1 and y = -1 or 1: random directions and the directions of the data, with both
    signs.
    """
    directions = np.concatenate([rng.standard_normal((256, data.d)), data.x])
    unit = directions / np.linalg.norm(directions, axis=1, keepdims=True)
    signed = np.concatenate([unit, -unit])
    return Data(np.tile(signed, (2, 1)), np.repeat([-1.0, 1.0], len(signed)))


def _score(setting: Setting, data: Data, centre: FloatArray, pool: Data, order: Iterable[int]) -> list[int]:
    """For each record in turn, the candidates with the largest first-order move."""
    bend = setting.loss.curvature(data.x @ centre, data.y)
    curvature = (data.x * bend[:, None]).T @ data.x / data.n + setting.lam * np.eye(data.d)
    old = np.linalg.solve(curvature, setting.loss.gradient(centre, data.x, data.y).T).T
    new = np.linalg.solve(curvature, setting.loss.gradient(centre, pool.x, pool.y).T).T
    chosen: list[int] = []
    for i in order:
        moves = np.sum((new - old[i]) ** 2, axis=1)
        chosen.extend(int(k) for k in np.argpartition(-moves, setting.candidates)[: setting.candidates])
    return chosen


def _retrain(
    setting: Setting, data: Data, start: FloatArray, rows: npt.NDArray[np.int64], x: FloatArray, y: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """The minimisers after record rows[k] became (x[k], y[k]), and their certified gaps."""
    points, gaps = [], []
    for k in range(0, len(rows), data.n):
        part = slice(k, k + data.n)
        size = len(rows[part])
        problem = Problem(
            setting.loss,
            np.concatenate([data.x, x[part]]),
            np.concatenate([data.y, y[part]]),
            setting.lam,
            setting.radius,
        )
        weights = np.zeros((size, data.n + size))
        weights[:, : data.n] = 1 / data.n
        weights[np.arange(size), rows[part]] = 0.0
        weights[np.arange(size), data.n + np.arange(size)] = 1 / data.n
        found = minimise_many(problem, weights, start)
        points.append(found.w)
        gaps.append(found.distance_gap)
    return np.concatenate(points), np.concatenate(gaps)


def sharp(rho: float, lam: float, n: int) -> float:
    """2 rho / (lam n), the best constant for regularised rules."""
    return 2 * rho / (lam * n)


def trial(run: ExperimentRun) -> ExperimentResult:
    """Retrain under every setting and compare the largest move with the bound; a violation is certain up to
    the gaps.
    """
    plan = settings(run.size)
    moves = [largest_move(s, rng) for s, rng in zip(plan, run.streams(len(plan)), strict=True)]
    note = "; ".join(
        f"{m.setting.loss.name} lam={m.setting.lam:g}: {m.least / run.limit(m.values()):.4f}" for m in moves
    )
    return run.judged(
        [Seen(m.least, m.values(), m.retrained, note) for m in moves],
        lambda rho, lam, n: 0.99 * sharp(rho, lam, n),
        "0.99 * 2 rho / (lam n)",
        "observed / bound by setting:",
        confidence=1.0,
    )
