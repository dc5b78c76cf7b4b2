"""Output perturbation: Algorithms 1 and 2 of Wu et al. 2015, as printed."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from dptheory.mechanisms.ball import project
from dptheory.mechanisms.domain import Data, DomainError, FloatArray, fraction, positive
from dptheory.mechanisms.erm import Problem, SolverError, minimise
from dptheory.mechanisms.losses import Loss, Regularised
from dptheory.mechanisms.noise import L2Laplace


@dataclass(frozen=True)
class PrivacyClaim:
    """What a mechanism claims about its privacy: (eps, delta) for the named adjacency."""

    eps: float
    delta: float = 0.0
    adjacency: str = "replace-one"


@dataclass(frozen=True, kw_only=True)
class OutputPerturbation(ABC):
    """Releases argmin over ||w|| <= radius of the (regularised) empirical risk, plus noise of density
    exp(-||k|| / s).

    `scale`, if given, replaces the printed s (a wrong one makes the privacy claim false; that is what audits
    need). `projected` releases the nearest point of the ball instead, which privacy survives as
    post-processing. `tolerance` accounts for the numerical minimiser: it must be certified within tolerance *
    (printed sensitivity), and the printed s is multiplied by 1 + 2 * tolerance; both are independent of the
    data. `SolverError` if it cannot be certified.
    """

    statement: ClassVar[str]
    eps: float
    radius: float
    scale: float | None = None
    projected: bool = False
    tolerance: float = 1e-4

    def __post_init__(self) -> None:
        positive("eps", self.eps)
        positive("radius", self.radius)
        fraction("tolerance", self.tolerance)
        if self.scale is not None:
            positive("scale", self.scale)

    @property
    @abstractmethod
    def problem_loss(self) -> Loss:
        """The loss whose mean is minimised together with the regulariser."""

    @property
    @abstractmethod
    def strength(self) -> float:
        """lam, the strong convexity of the objective."""

    @property
    @abstractmethod
    def rho(self) -> float:
        """The Lipschitz constant that the printed exponent divides by."""

    def sensitivity(self, n: int) -> float:
        """The printed bound on ||A(S) - A(S^(i))||: four times the Lipschitz constant over lam n."""
        return 4 * self.rho / (self.strength * n)

    def noise_scale(self, n: int) -> float:
        """The printed s for n records, without the numerical allowance; or `scale`."""
        return self.sensitivity(n) / self.eps if self.scale is None else self.scale

    def noise(self, n: int, d: int) -> L2Laplace:
        """The law of the noise that is added."""
        allowance = 1 + 2 * self.tolerance if self.scale is None else 1.0
        return L2Laplace(d, self.noise_scale(n) * allowance)

    def problem(self, data: Data) -> Problem:
        """The objective as the solver takes it, over the pool of the records of `data`."""
        return Problem(self.problem_loss, data.x, data.y, self.strength, self.radius)

    def minimiser(self, data: Data) -> FloatArray:
        """The certified minimiser, of shape (d,)."""
        found = minimise(self.problem_loss, data, self.strength, self.radius)
        allowed = self.tolerance * self.sensitivity(data.n)
        if not found.distance_gap[0] <= allowed:
            raise SolverError(
                f"the minimiser is certified only within {found.distance_gap[0]:.3g}; needed: {allowed:.3g}; "
                f"try a larger tolerance than {self.tolerance:g}, or a larger lam"
            )
        return np.asarray(found.w[0])

    def release(self, data: Data, rng: np.random.Generator) -> FloatArray:
        """One private hypothesis, of shape (d,)."""
        return np.asarray(self.sample(data, 1, rng)[0])

    def sample(self, data: Data, size: int, rng: np.random.Generator) -> FloatArray:
        """`size` independent releases for the same data, of shape (size, d). Only one of them may be
        published.
        """
        noisy = self.minimiser(data) + self.noise(data.n, data.d).sample(size, rng)
        return project(noisy, self.radius) if self.projected else noisy

    def log_density(self, data: Data, w: FloatArray) -> FloatArray:
        """The log-density (nats) of the unprojected output at each row of `w`."""
        if self.projected:
            raise DomainError("a projected release has no density; needed: projected=False")
        return self.noise(data.n, data.d).log_density(np.asarray(w) - self.minimiser(data))

    @property
    def claim(self) -> PrivacyClaim:
        """Theorems 15 and 16: eps-differential privacy for data sets that differ in one replaced record."""
        return PrivacyClaim(self.eps)


@dataclass(frozen=True, kw_only=True)
class Algorithm1(OutputPerturbation):
    """Algorithm 1: for a loss lam-strongly convex and rho-Lipschitz over the ball; exponent lam n eps ||k|| /
    (4 rho).

    >>> from dptheory.mechanisms.losses import Linear
    >>> Algorithm1(loss=Regularised(Linear(1.0), 0.5), eps=1.0, radius=2.0).noise_scale(100)
    0.16
    """

    statement: ClassVar[str] = "wu2015.algorithm1"
    loss: Regularised

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.loss, Regularised):
            raise DomainError(
                f"loss is {self.loss!r}; needed: a strongly convex loss, such as Regularised(loss, lam)"
            )

    @property
    def problem_loss(self) -> Loss:
        return self.loss.base

    @property
    def strength(self) -> float:
        return self.loss.lam

    @property
    def rho(self) -> float:
        return self.loss.lipschitz(self.radius)


@dataclass(frozen=True, kw_only=True)
class Algorithm2(OutputPerturbation):
    """Algorithm 2: for a convex loss, rho-Lipschitz over the ball; exponent lam n eps ||k|| / (4 (rho + lam
    R)).

    >>> from dptheory.mechanisms.losses import Squared
    >>> Algorithm2(loss=Squared(), lam=0.5, eps=1.0, radius=1.0).noise_scale(100)
    0.36
    """

    statement: ClassVar[str] = "wu2015.algorithm2"
    loss: Loss
    lam: float

    def __post_init__(self) -> None:
        super().__post_init__()
        positive("lam", self.lam)
        if not isinstance(self.loss, Loss):
            raise DomainError(f"loss is {self.loss!r}; needed: a convex Loss; lam adds the regulariser")
        if math.isinf(self.rho):
            raise DomainError(f"{self.loss!r} is not Lipschitz over the ball; needed: a smaller radius")

    @property
    def problem_loss(self) -> Loss:
        return self.loss

    @property
    def strength(self) -> float:
        return self.lam

    @property
    def rho(self) -> float:
        return self.loss.lipschitz(self.radius) + self.lam * self.radius
