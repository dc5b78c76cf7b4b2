"""Noise added to a sum of bounded records: Laplace, l2-Laplace, Gaussian.

Each has its worst pair: one record at the two ends of its range. See `interface.FLOATING_POINT` for what
floating point may cost.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from dptheory.lab.domain import NORM_SLACK, DomainError, FloatArray, count, fraction, positive
from dptheory.lab.mechanisms.claims import PrivacyClaim
from dptheory.lab.mechanisms.gaussian import analytic_sigma, classical_sigma, gaussian_eps
from dptheory.lab.mechanisms.interface import Mechanism, Pair, checked_size, outputs_of, records
from dptheory.lab.mechanisms.noise import L2Laplace

if TYPE_CHECKING:
    from dptheory.lab.accounting.moments import MomentsFunction


@dataclass(frozen=True, kw_only=True)
class NoisySum(Mechanism[FloatArray]):
    """sum_i x_i + noise, for n >= 1 records x_i in R^width."""

    eps: float
    width: int = 1

    def __post_init__(self) -> None:
        super().__post_init__()
        positive("eps", self.eps)
        count("width", self.width)

    @property
    @abstractmethod
    def sensitivity(self) -> float:
        """How far one record can move the sum, in the norm that the noise is measured by."""

    @abstractmethod
    def draw_noise(self, size: int, rng: np.random.Generator) -> FloatArray:
        """`size` independent noise vectors, of shape (size, width)."""

    @property
    def claim(self) -> PrivacyClaim:
        return PrivacyClaim(self.eps)

    @property
    def has_density(self) -> bool:
        return True

    def sample(self, data: FloatArray, size: int, rng: np.random.Generator) -> FloatArray:
        self.check(data)
        noisy = self.draw_noise(checked_size(size), rng)
        noisy += np.sum(data, axis=0)
        return noisy


@dataclass(frozen=True, kw_only=True)
class Laplace(NoisySum):
    """Independent Laplace noise of scale width * (high - low) / eps on a sum of records in [low, high]^width.

    One record moves the sum by at most width * (high - low) in the l1-norm, and log-densities of the noise by
    that over the scale: eps-differential privacy (Dwork, McSherry, Nissim and Smith 2006). Proofs speak of
    exact real arithmetic; naive floating-point Laplace noise is the sampler that Mironov 2012 breaks.

    >>> Laplace(eps=0.5).scale
    2.0
    """

    low: float = 0.0
    high: float = 1.0

    def __post_init__(self) -> None:
        super().__post_init__()
        positive("high - low", self.high - self.low)

    @property
    def sensitivity(self) -> float:
        return self.width * (self.high - self.low)

    @property
    def scale(self) -> float:
        """The scale of the noise."""
        return self.noise_factor * self.sensitivity / self.eps

    def check(self, data: FloatArray) -> None:
        array = records("the data set", data, self.width)
        if (array < self.low).any() or (array > self.high).any():
            raise DomainError(
                f"a record leaves [{self.low:g}, {self.high:g}]; needed: clip the records first"
            )

    def draw_noise(self, size: int, rng: np.random.Generator) -> FloatArray:
        return rng.laplace(0.0, self.scale, (size, self.width))

    def log_density(self, data: FloatArray, outputs: FloatArray) -> FloatArray:
        self.check(data)
        far = np.abs(outputs_of(outputs, self.width) - np.sum(data, axis=0)).sum(axis=1)
        return np.asarray(-far / self.scale - self.width * np.log(2 * self.scale))

    @property
    def moments(self) -> MomentsFunction | None:
        """Known for one number; of several the record moves each, by less than the l1-sensitivity.

        >>> Laplace(eps=0.5).moments.words
        'Laplace noise of scale 2, l1-sensitivity 1'
        """
        return _laplace_moments(self)

    def worst_pair(self) -> Pair[FloatArray]:
        ends = np.full((1, self.width), self.low), np.full((1, self.width), self.high)
        return Pair(*ends, self.eps / self.noise_factor)


@dataclass(frozen=True, kw_only=True)
class BallSum(NoisySum):
    """A sum of records with ||x|| <= radius: l2-sensitivity 2 * radius."""

    radius: float = 0.5

    def __post_init__(self) -> None:
        super().__post_init__()
        positive("radius", self.radius)

    @property
    def sensitivity(self) -> float:
        return 2 * self.radius

    def check(self, data: FloatArray) -> None:
        norm = float(np.linalg.norm(records("the data set", data, self.width), axis=1).max())
        if norm > self.radius * (1 + NORM_SLACK):
            raise DomainError(
                f"a record has norm {norm:.6g}; needed: at most {self.radius:g}; project it first"
            )

    def _ends(self) -> tuple[FloatArray, FloatArray]:
        first = np.zeros((1, self.width))
        first[0, 0] = -self.radius
        return first, -first


@dataclass(frozen=True, kw_only=True)
class L2LaplaceSum(BallSum):
    """Noise of density proportional to exp(-eps ||k|| / (2 radius)) on the sum (Wu et al. 2015, Theorem 8).

    The norm of the noise has a Gamma law, its direction is uniform. Proofs speak of exact real arithmetic
    (Mironov 2012 on what floating point reveals).

    >>> L2LaplaceSum(eps=2.0, width=3).noise.scale
    0.5
    """

    @property
    def noise(self) -> L2Laplace:
        """The law of the noise."""
        return L2Laplace(self.width, self.noise_factor * self.sensitivity / self.eps)

    def draw_noise(self, size: int, rng: np.random.Generator) -> FloatArray:
        return self.noise.sample(size, rng)

    def log_density(self, data: FloatArray, outputs: FloatArray) -> FloatArray:
        self.check(data)
        return self.noise.log_density(outputs_of(outputs, self.width) - np.sum(data, axis=0))

    @property
    def moments(self) -> MomentsFunction | None:
        """Known in dimension one, where this is Laplace noise."""
        return _laplace_moments(self)

    def worst_pair(self) -> Pair[FloatArray]:
        return Pair(*self._ends(), self.eps / self.noise_factor)


def _laplace_moments(mechanism: Laplace | L2LaplaceSum) -> MomentsFunction | None:
    """Those of one number with Laplace noise, in units of the sensitivity."""
    from dptheory.lab.accounting.moments import LaplaceMoments
    from dptheory.lab.accounting.numbers import rational

    if mechanism.width != 1:
        return None
    noise, eps = rational("noise_factor", mechanism.noise_factor), rational("eps", mechanism.eps)
    return LaplaceMoments.of(noise / eps)


@dataclass(frozen=True, kw_only=True)
class Gaussian(BallSum):
    """Noise N(0, sigma^2 I) on the sum; sigma is the classical scale or the least that keeps (eps, delta).

    Proofs speak of exact real arithmetic (Mironov 2012 on what floating point reveals).

    >>> Gaussian(eps=1.0, delta=1e-5).sigma < Gaussian(eps=0.99, delta=1e-5, calibration="classical").sigma
    True
    """

    delta: float
    calibration: Literal["analytic", "classical"] = "analytic"

    def __post_init__(self) -> None:
        super().__post_init__()
        fraction("delta", self.delta)
        if self.calibration not in ("analytic", "classical"):
            raise DomainError(f"calibration is {self.calibration!r}; needed: 'analytic' or 'classical'")
        if self.calibration == "classical":
            classical_sigma(self.eps, self.delta, self.sensitivity)

    @property
    def claim(self) -> PrivacyClaim:
        return PrivacyClaim(self.eps, self.delta)

    @property
    def sigma(self) -> float:
        """The standard deviation of each coordinate of the noise."""
        rule = analytic_sigma if self.calibration == "analytic" else classical_sigma
        return self.noise_factor * rule(self.eps, self.delta, self.sensitivity)

    def draw_noise(self, size: int, rng: np.random.Generator) -> FloatArray:
        noise = rng.standard_normal((size, self.width))
        noise *= self.sigma
        return noise

    def log_density(self, data: FloatArray, outputs: FloatArray) -> FloatArray:
        self.check(data)
        sigma = self.sigma
        squares = np.sum((outputs_of(outputs, self.width) - np.sum(data, axis=0)) ** 2, axis=1)
        return np.asarray(-squares / (2 * sigma**2) - self.width / 2 * np.log(2 * np.pi * sigma**2))

    @property
    def moments(self) -> MomentsFunction:
        """In units of the sensitivity, which one record attains."""
        from dptheory.lab.accounting.moments import GaussianMoments
        from dptheory.lab.accounting.numbers import rational

        return GaussianMoments.of(rational("sigma", self.sigma) / rational("radius", self.sensitivity))

    def worst_pair(self) -> Pair[FloatArray]:
        return Pair(*self._ends(), gaussian_eps(self.delta, self.sigma, self.sensitivity))
