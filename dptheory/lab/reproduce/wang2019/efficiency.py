"""The error of AdaOPS beside the Cramer-Rao bound, ordinary OPS and ridge without privacy.

Synthetic: E||theta - theta0||^2 for growing n, d = 2. OPS and ridge in closed form (Wang 2019, Proposition
16, part 3): lam^2 ||H^-1 theta0||^2 + sigma^2 tr(H^-1 X'X H^-1) + tr(H^-1)/gamma; AdaOPS by sampling. Real
data: the mean squared error of predictions on the data.

Ordinary OPS has no (eps, delta) where n is not public; here it is told n: mu <= 1/lam, |r| <= 1 +
sqrt(n/lam)/2, gamma from the closed bound of `Posterior`, and the lam of a grid that is best for this very
problem.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from dptheory.lab.domain import Data, FloatArray
from dptheory.lab.mechanisms.posterior import AdaptivePosteriorSample, clipped
from dptheory.lab.mechanisms.stream import generator
from dptheory.lab.reproduce.wang2019.studies import Study, features, truth

SIZES: Final = (10_000, 100_000, 1_000_000)
WIDTH: Final = 2
SIGMA: Final = 0.15
EPS: Final = 1.0
RIDGE: Final = 1.0
DRAWS: Final = 40
"""Samples a repetition."""
NAMES: Final = ("ridge", "OPS, n public", "AdaOPS simple", "AdaOPS")


@dataclass(frozen=True, eq=False)
class Row:
    """Errors in the order of NAMES; `bound` is the Cramer-Rao bound, or the error of least squares."""

    name: str
    n: int
    d: int
    bound: float
    errors: tuple[float, ...]

    @property
    def ratios(self) -> tuple[float, ...]:
        """Beside the bound."""
        return tuple(error / self.bound for error in self.errors)


def ordinary(lam: float, n: int, delta: float) -> float:
    """gamma with which OPS keeps (EPS, delta) on data sets of n records, by the closed bound; 0 where lam
    is too small. With u = sqrt(gamma mu) |r|: u^2/2 + sqrt(2 l) u + mu l <= eps.
    """
    level = math.log(1 / delta)
    rest = EPS - level / lam
    if rest <= 0:
        return 0.0
    u = math.sqrt(2 * level + 2 * rest) - math.sqrt(2 * level)
    return lam * (u / (1 + math.sqrt(n / lam) / 2)) ** 2


def grid(delta: float) -> FloatArray:
    """lam that are tried for OPS."""
    return np.asarray(math.log(1 / delta) / EPS * 2.0 ** np.arange(0.5, 15, 0.5))


def synthetic(n: int, delta: float, repetitions: int, seed: int) -> Row:
    """One size."""
    rng = generator(seed, (1, n))
    x, theta = features(n, WIDTH, rng), truth(WIDTH, rng)
    values, vectors = np.linalg.eigh(x.T @ x)
    inside = vectors.T @ theta

    def closed(lam: float, gamma: float) -> float:
        h = values + lam
        bias = float(np.sum((lam * inside / h) ** 2))
        return bias + SIGMA**2 * float(np.sum(values / h**2)) + float(np.sum(1 / h)) / gamma

    own = min(closed(lam, g) for lam in grid(delta).tolist() if (g := ordinary(lam, n, delta)) > 0)
    bound, drawn = SIGMA**2 * float(np.sum(1 / values)), []
    for _ in range(repetitions):  # new labels, the same features
        data = clipped(x, x @ theta + SIGMA * rng.standard_normal(n))
        # least squares has the error `bound`; its own error, taken off, leaves less to chance
        chance = np.sum((np.linalg.solve(x.T @ x, x.T @ data.y) - theta) ** 2) - bound
        drawn.append([_squared(mechanism, data, theta, rng) - chance for mechanism in _adaptive(delta)])
    errors = (closed(RIDGE, math.inf), own, *np.mean(drawn, axis=0).tolist())
    return Row("synthetic", n, WIDTH, bound, errors)


def _adaptive(delta: float) -> tuple[AdaptivePosteriorSample, AdaptivePosteriorSample]:
    return (
        AdaptivePosteriorSample(eps=EPS, delta=delta, form="simple"),
        AdaptivePosteriorSample(eps=EPS, delta=delta, form="sharp"),
    )


def _squared(
    mechanism: AdaptivePosteriorSample, data: Data, theta: FloatArray, rng: np.random.Generator
) -> float:
    off = mechanism.sample(data, DRAWS, rng)[:, 2:] - theta
    return float(np.mean(np.sum(off * off, axis=1)))


def real(study: Study, delta: float, repetitions: int, seed: int) -> Row:
    """Mean squared errors of predictions on the data, over the mechanism's noise."""
    rng = generator(seed, (2, study.n))
    x, y, n = study.table.x, study.table.y, study.n
    gram, moment = x.T @ x, x.T @ y

    def risk(theta: Any) -> float:
        return float(np.mean((y - theta @ x.T) ** 2))

    def fit(lam: float) -> FloatArray:
        return np.asarray(np.linalg.solve(gram + lam * np.eye(study.d), moment))

    def sampled(lam: float, gamma: float) -> float:
        noise = np.trace(np.linalg.solve(gram + lam * np.eye(study.d), gram)) / (gamma * n)
        return risk(fit(lam)) + float(noise)

    own = min(sampled(lam, g) for lam in grid(delta).tolist() if (g := ordinary(lam, n, delta)) > 0)
    errors = [risk(fit(RIDGE)), own]
    data = Data(x, y)
    for mechanism in _adaptive(delta):
        errors.append(risk(mechanism.sample(data, DRAWS * repetitions, rng)[:, 2:]))
    least = np.linalg.lstsq(x, y, rcond=None)[0]
    return Row(study.name, n, study.d, risk(least), tuple(errors))
