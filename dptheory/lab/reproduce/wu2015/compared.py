"""The mechanisms that the source compares: each takes training data and eps and returns a hypothesis."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from dptheory.lab.domain import Data, FloatArray
from dptheory.lab.mechanisms.ball import minimise_quadratics
from dptheory.lab.mechanisms.functional import Functional, coefficients, minimisers
from dptheory.lab.mechanisms.losses import Squared
from dptheory.lab.mechanisms.objective import ObjectivePerturbation
from dptheory.lab.mechanisms.output import Algorithm4
from dptheory.lab.mechanisms.tuning import Tuning
from dptheory.lab.reproduce.wu2015.choices import Choices

ORACLE_RADII: Final = (0.25, 0.5, 1.0, 2.0)
ORACLE_LAMBDAS: Final = np.linspace(0.001, 0.5, 50)
TUNED_LAMBDAS: Final = tuple(0.002 * 2.0**k for k in range(8))
TUNED_RADII: Final = {"tuned-r1": (0.25, 0.5, 1.0), "tuned-r2": (0.5, 1.0, 2.0)}
"""The second derivative of the squared loss."""


@dataclass(frozen=True, kw_only=True)
class ExponentialNorm(Algorithm4):
    """Algorithm 4 with noise whose norm is exponential with the printed scale, in every dimension.

    That is right in dimension one only; for d > 1 it is not private, whatever it claims. It is one of the
    changes that are tried for printed numbers that are not reproduced.
    """

    def sample(self, data: Data, size: int, rng: np.random.Generator) -> FloatArray:
        direction = rng.standard_normal((size, data.d))
        norm = rng.exponential(self.noise(data.n, data.d).scale, (size, 1))
        noise = direction * (norm / np.linalg.norm(direction, axis=1, keepdims=True))
        return np.asarray(self.minimiser(data) + noise)

    @property
    def has_density(self) -> bool:
        return False


@dataclass(frozen=True)
class Training:
    """Training data under some choices; second moments are computed once."""

    data: Data
    choices: Choices

    @cached_property
    def gram(self) -> FloatArray:
        """The mean of x x'."""
        return np.asarray(self.data.x.T @ self.data.x / self.data.n)

    @cached_property
    def moment(self) -> FloatArray:
        """The mean of y x."""
        return np.asarray(self.data.y @ self.data.x / self.data.n)

    @property
    def tight(self) -> bool:
        """Whether the noise is the least that is proved to be enough."""
        return self.choices.noise == "tight"

    def independent(self, eps: float) -> float:
        """lam = sqrt(d / (n eps))."""
        return math.sqrt(self.data.d / (self.data.n * eps))

    def rls_out(self, lam: float, radius: float, eps: float) -> Algorithm4:
        """Output perturbation of the squared loss."""
        kind = Algorithm4 if self.choices.norm == "gamma" else ExponentialNorm
        factor = self.choices.noise_factor
        return kind(lam=lam, eps=eps, radius=radius, tight=self.tight, noise_factor=factor)

    def spread(self, scale: float) -> float:
        """The variance of each coordinate of the noise of that scale: E||k||^2 / d."""
        d = self.data.d
        return scale**2 * (d + 1 if self.choices.norm == "gamma" else 2 / d)


def non_private(training: Training, eps: float, rng: np.random.Generator) -> FloatArray:
    """Least squares."""
    return np.asarray(np.linalg.lstsq(training.data.x, training.data.y, rcond=None)[0])


def nothing(training: Training, eps: float, rng: np.random.Generator) -> FloatArray:
    """w = 0, the reference: what is known without a model."""
    return np.zeros(training.data.d)


def data_independent(training: Training, eps: float, rng: np.random.Generator) -> FloatArray:
    """Algorithm 4 with R = 1 and lam = sqrt(d / (n eps))."""
    return training.rls_out(training.independent(eps), 1.0, eps).release(training.data, rng)


def oracle(training: Training, eps: float, rng: np.random.Generator) -> FloatArray:
    """Algorithm 4 with the best parameters for the training data, which is not private."""
    lam, radius = best_parameters(training, eps)
    return training.rls_out(lam, radius, eps).release(training.data, rng)


def best_parameters(training: Training, eps: float) -> tuple[float, float]:
    """The (lam, R) with the least expected mean squared error on the training data.

    Noise with covariance v I adds v trace(G) to the error of the minimiser; v = (d + 1) s^2 for scale s.
    """
    gram, moment, data = training.gram, training.moment, training.data
    best = (math.inf, 0.0, 0.0)
    for radius in ORACLE_RADII:
        bent = 2 * gram + ORACLE_LAMBDAS[:, None, None] * np.eye(data.d)
        w = minimise_quadratics(bent, np.tile(2 * moment, (len(bent), 1)), radius)
        error = np.einsum("bi,ij,bj->b", w, gram, w) - 2 * w @ moment
        for lam, fit in zip(ORACLE_LAMBDAS, error, strict=True):
            scale = training.rls_out(float(lam), radius, eps).noise(data.n, data.d).scale
            total = float(fit) + training.spread(scale) * float(np.trace(gram))
            best = min(best, (total, float(lam), radius))
    return best[1], best[2]


def tuning(name: str, training: Training, eps: float) -> Tuning:
    """Algorithm 5 with the radii of that name."""
    pairs = [(lam, radius) for radius in TUNED_RADII[name] for lam in TUNED_LAMBDAS]
    candidates = tuple(training.rls_out(lam, radius, eps) for lam, radius in pairs)
    return Tuning(eps=eps, candidates=candidates, printed=not training.tight)


def _tuned(name: str) -> Callable[[Training, float, np.random.Generator], FloatArray]:
    def train(training: Training, eps: float, rng: np.random.Generator) -> FloatArray:
        return tuning(name, training, eps).release(training.data, rng)

    return train


def objective(training: Training, eps: float, rng: np.random.Generator) -> FloatArray:
    """Algorithm 3 with the data-independent parameters."""
    mechanism = ObjectivePerturbation(
        eps=eps,
        lam=training.independent(eps),
        n=training.data.n,
        loss=Squared(),
        radius=1.0,
        form="tight" if training.tight else "wu2015",
        noise_factor=training.choices.noise_factor,
    )
    return mechanism.release(training.data, rng)


def functional(training: Training, eps: float, rng: np.random.Generator) -> FloatArray:
    """The functional mechanism, as in the paper or as in its authors' program."""
    d, factor = training.data.d, training.choices.noise_factor
    if training.choices.functional == "code":
        return _functional_program(training.data, factor * (2 * d * d + 4 * d) / eps, rng)
    mechanism = Functional(
        eps=eps, width=d, printed=not training.tight, released="minimiser", noise_factor=factor
    )
    return mechanism.release(training.data, rng)


def _functional_program(data: Data, scale: float, rng: np.random.Generator) -> FloatArray:
    """The program that the authors of Zhang et al. 2012 published: a full matrix of noise, symmetrised."""
    d = data.d
    noise = rng.laplace(0.0, scale, (d, d))
    linear = rng.laplace(0.0, scale, d)
    rows, columns = np.triu_indices(d)
    symmetric = (noise + noise.T) / 2
    added = symmetric[rows, columns] * np.where(rows == columns, 1.0, 2.0)
    released = coefficients(data) + np.concatenate([linear, added])
    return np.asarray(minimisers(released[None], d, 5 * math.sqrt(2) * scale)[0])


MECHANISMS: Final[dict[str, Callable[[Training, float, np.random.Generator], FloatArray]]] = {
    "functional": functional,
    "tuned-r1": _tuned("tuned-r1"),
    "tuned-r2": _tuned("tuned-r2"),
    "data-independent": data_independent,
    "oracle": oracle,
    "objective": objective,
    "non-private": non_private,
    "w = 0": nothing,
}
"""Everything that is compared, by name."""
