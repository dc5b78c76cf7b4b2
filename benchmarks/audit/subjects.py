"""What audits are measured on: three mechanisms that claim eps = 1, with the right noise and with half of it.

Their outputs are anonymous: shifted, rotated and rescaled, differently in every run.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from dptheory.lab.domain import FloatArray

PAIR = (np.array([0.0]), np.array([1.0]))
D = 5


@dataclass(frozen=True, eq=False)
class Disguise:
    """x -> scale * x @ rotation + shift."""

    scale: float
    rotation: FloatArray
    shift: FloatArray

    def on(self, x: FloatArray) -> FloatArray:
        return np.asarray(
            (x @ self.rotation if x.shape[1] > 1 else x * self.rotation[0, 0]) * self.scale + self.shift
        )

    def off(self, y: FloatArray) -> FloatArray:
        return np.asarray((y - self.shift) / self.scale @ self.rotation.T)


def disguise(d: int, rng: np.random.Generator) -> Disguise:
    """A random one."""
    rotation, upper = np.linalg.qr(rng.standard_normal((d, d)))
    return Disguise(float(np.exp(rng.normal())), rotation * np.sign(np.diag(upper)), rng.normal(0, 5, d))


@dataclass(frozen=True, eq=False)
class Subject:
    """A mechanism behind a disguise; `noise` is 1 or 1/2. Its density is there for white-box audits."""

    kind: str
    noise: float
    dress: Disguise
    has_density: bool = True

    @property
    def width(self) -> int:
        return D if self.kind == "l2laplace" else 1

    def sample(self, data: Any, size: int, rng: np.random.Generator) -> FloatArray:
        if self.kind == "laplace":
            return self.dress.on(rng.laplace(data[0], self.noise, (size, 1)))
        if self.kind == "exponential":
            steps = np.cumsum(weights(data[0], self.noise))[:-1]
            return self.dress.on(np.searchsorted(steps, rng.random(size))[:, None].astype(float))
        x = rng.standard_normal((size, D))
        x *= (rng.standard_gamma(D, size) * self.noise / np.sqrt(np.einsum("ij,ij->i", x, x)))[:, None]
        x[:, 0] += data[0]
        return self.dress.on(x)

    def log_density(self, data: Any, outputs: FloatArray) -> FloatArray:
        x = self.dress.off(outputs)
        if self.kind == "exponential":
            label = np.rint(x[:, 0]).astype(int).clip(0, 4)
            return np.asarray(np.log(weights(data[0], self.noise))[label])
        x = x.copy()
        x[:, 0] -= data[0]
        return np.asarray(-np.linalg.norm(x, axis=1) / self.noise)


def weights(x: float, noise: float) -> FloatArray:
    """The exponential mechanism over five outcomes: scores 1, -1, -1, -1, -1 at x = 0, flipped at x = 1.

    The sensitivity is 2, and eps = 1: exponents are score / 4; with half the sensitivity score / 2.
    """
    scores = np.array([1.0, -1.0, -1.0, -1.0, -1.0]) * (1 - 2 * x)
    weight = np.exp(scores / (4 * noise))
    return np.asarray(weight / weight.sum())


def true_eps(kind: str, noise: float) -> float:
    """The least eps that the pair shows."""
    if kind == "exponential":
        return float(np.abs(np.log(weights(0.0, noise) / weights(1.0, noise))).max())
    return 1 / noise


def level_sets(kind: str, noise: float, rng: np.random.Generator) -> tuple[FloatArray, FloatArray]:
    """The probabilities (p, q) of the best events: level sets of the likelihood ratio."""
    if kind == "exponential":
        p, q = weights(0.0, noise), weights(1.0, noise)
        return np.array([p[0], 1 - q[0]]), np.array([q[0], 1 - p[0]])
    if kind == "laplace":
        t = np.linspace(0, 0.9, 400)
        return 1 - np.exp(-t / noise) / 2, np.exp((t - 1) / noise) / 2
    subject = Subject(kind, noise, Disguise(1.0, np.eye(D), np.zeros(D)))
    score = []
    for data in PAIR:
        parts = [subject.sample(data, 500_000, rng) for _ in range(8)]
        loss = [subject.log_density(PAIR[0], x) - subject.log_density(PAIR[1], x) for x in parts]
        score.append(np.sort(np.concatenate(loss)))
    levels = np.quantile(score[0], 1 - np.geomspace(5e-4, 0.6, 400))
    p, q = (1 - np.searchsorted(side, levels) / len(side) for side in score)
    return p, q
