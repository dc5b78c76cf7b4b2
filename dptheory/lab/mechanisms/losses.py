"""Instance losses l(w, (x, y)) = phi(<w, x>, y): value, subgradient, and Lipschitz constant over a ball.

Each `lipschitz(R)` is the least constant over the ball ||w|| <= R for all records with ||x|| <= 1, |y| <= 1.
Losses with a kink offer a Moreau envelope for the solver, and the Fenchel-Young excess by which a proposed
slope misses the subdifferential.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from dptheory.lab.domain import FloatArray, positive


class Loss(ABC):
    """A convex loss of the margin m = <w, x> and the label y; `m` and `y` are arrays that broadcast."""

    name: ClassVar[str]
    kinked: ClassVar[bool] = False

    @abstractmethod
    def phi(self, m: FloatArray, y: FloatArray) -> FloatArray:
        """The loss."""

    @abstractmethod
    def slope(self, m: FloatArray, y: FloatArray) -> FloatArray:
        """A subgradient in m."""

    @abstractmethod
    def curvature(self, m: FloatArray, y: FloatArray) -> FloatArray:
        """The second derivative in m, where it exists."""

    @abstractmethod
    def lipschitz(self, radius: float) -> float:
        """The Lipschitz constant rho in w over ||w|| <= radius, for ||x|| <= 1 and |y| <= 1."""

    def smoothness(self) -> float:
        """The largest second derivative in m, for |y| <= 1; infinite where there is a kink."""
        return math.inf

    def spread(self, radius: float) -> float:
        """A bound on ||grad l(w, z) - grad l(w, z')|| over ||w|| <= radius and all records; at most 2 rho."""
        return 2 * self.lipschitz(radius)

    def bends(self, y: float) -> tuple[float, ...] | None:
        """The margins at which the slope bends between straight pieces, or None for other slopes."""
        return None

    def excess(self, m: FloatArray, y: FloatArray, slope: FloatArray) -> FloatArray:
        """phi(m) + phi*(slope) - slope m >= 0 for a slope inside the range of subgradients; 0 for the true
        derivative.
        """
        return np.zeros_like(m)

    def smoothed(self, mu: float) -> Loss:
        """A differentiable loss within mu / 2 below this one."""
        return self

    def value(self, w: FloatArray, x: FloatArray, y: FloatArray) -> FloatArray:
        """l(w, z) for every record: w (d,) or (B, d), x (n, d), y (n,); the result (n,) or (B, n)."""
        return self.phi(w @ x.T, y)

    def gradient(self, w: FloatArray, x: FloatArray, y: FloatArray) -> FloatArray:
        """A subgradient in w for every record: w (d,), x (n, d), y (n,); the result (n, d)."""
        return np.asarray(self.slope(x @ w, y)[:, None] * x, dtype=np.float64)


@dataclass(frozen=True)
class Squared(Loss):
    """(<w, x> - y)^2, which is (2R + 2)-Lipschitz over the R-ball (Wu et al. 2015, section 4.2).

    >>> Squared().lipschitz(1.0)
    4.0
    """

    name: ClassVar[str] = "squared"

    def phi(self, m: FloatArray, y: FloatArray) -> FloatArray:
        return np.asarray((m - y) ** 2)

    def slope(self, m: FloatArray, y: FloatArray) -> FloatArray:
        return np.asarray(2 * (m - y))

    def curvature(self, m: FloatArray, y: FloatArray) -> FloatArray:
        return np.full_like(m, 2.0)

    def smoothness(self) -> float:
        return 2.0

    def bends(self, y: float) -> tuple[float, ...]:
        return ()

    def lipschitz(self, radius: float) -> float:
        return 2 * (positive("radius", radius, infinite=True) + 1)

    def spread(self, radius: float) -> float:
        """2R + 4, less than 2 rho = 4R + 4: the difference is 2 (x x' - z z') w - 2 (y x - y' z), and the
        eigenvalues of x x' - z z' lie in [-1, 1].
        """
        return 2 * positive("radius", radius, infinite=True) + 4


@dataclass(frozen=True)
class Logistic(Loss):
    """log(1 + exp(-y <w, x>)): 1/(1 + e^-R)-Lipschitz over the R-ball, 1-Lipschitz everywhere."""

    name: ClassVar[str] = "logistic"

    def phi(self, m: FloatArray, y: FloatArray) -> FloatArray:
        return np.logaddexp(0.0, -y * m)

    def slope(self, m: FloatArray, y: FloatArray) -> FloatArray:
        return np.asarray(-y * self._miss(m, y))

    def curvature(self, m: FloatArray, y: FloatArray) -> FloatArray:
        miss = self._miss(m, y)
        return np.asarray(y**2 * miss * (1 - miss))

    def smoothness(self) -> float:
        return 0.25

    def lipschitz(self, radius: float) -> float:
        return 1 / (1 + math.exp(-positive("radius", radius, infinite=True)))

    @staticmethod
    def _miss(m: FloatArray, y: FloatArray) -> FloatArray:
        return np.asarray(0.5 - 0.5 * np.tanh(0.5 * y * m))


@dataclass(frozen=True)
class Huber(Loss):
    """r^2 / 2 for |r| <= threshold and linear beyond, r = <w, x> - y: min(threshold, R + 1)-Lipschitz over
    the R-ball.
    """

    threshold: float = 0.5
    name: ClassVar[str] = "huber"

    def __post_init__(self) -> None:
        positive("threshold", self.threshold)

    def phi(self, m: FloatArray, y: FloatArray) -> FloatArray:
        slope = self.slope(m, y)
        return np.asarray(slope * (m - y) - slope**2 / 2)

    def slope(self, m: FloatArray, y: FloatArray) -> FloatArray:
        return np.clip(m - y, -self.threshold, self.threshold)

    def curvature(self, m: FloatArray, y: FloatArray) -> FloatArray:
        return (np.abs(m - y) <= self.threshold).astype(np.float64)

    def smoothness(self) -> float:
        return 1.0

    def bends(self, y: float) -> tuple[float, ...]:
        return (y - self.threshold, y + self.threshold)

    def lipschitz(self, radius: float) -> float:
        return min(self.threshold, positive("radius", radius, infinite=True) + 1)


@dataclass(frozen=True)
class HuberHinge(Loss):
    """The hinge loss of z = y <w, x>, rounded within h of its kink: 1-Lipschitz, second derivative at most
    1/(2h).

    0 for z > 1 + h, (1 + h - z)^2 / (4h) for |1 - z| <= h, 1 - z below (Chaudhuri, Monteleoni and Sarwate
    2011, equation 7).

    >>> HuberHinge(0.5).phi(np.array([2.0, 1.0, 0.0]), np.ones(3)).tolist()
    [0.0, 0.125, 1.0]
    """

    h: float = 0.5
    name: ClassVar[str] = "huber-hinge"

    def __post_init__(self) -> None:
        positive("h", self.h)

    def phi(self, m: FloatArray, y: FloatArray) -> FloatArray:
        left = 1 + self.h - y * m
        bent = np.clip(left, 0.0, 2 * self.h)
        return np.asarray(bent**2 / (4 * self.h) + np.maximum(left - 2 * self.h, 0.0))

    def slope(self, m: FloatArray, y: FloatArray) -> FloatArray:
        return np.asarray(-y * np.clip((1 + self.h - y * m) / (2 * self.h), 0.0, 1.0))

    def curvature(self, m: FloatArray, y: FloatArray) -> FloatArray:
        return np.where(np.abs(1 - y * m) <= self.h, y**2 / (2 * self.h), 0.0)

    def smoothness(self) -> float:
        return 1 / (2 * self.h)

    def bends(self, y: float) -> tuple[float, ...]:
        return () if y == 0 else ((1 - self.h) / y, (1 + self.h) / y)

    def lipschitz(self, radius: float) -> float:
        return min(1.0, (1 + self.h + positive("radius", radius, infinite=True)) / (2 * self.h))


@dataclass(frozen=True)
class Linear(Loss):
    """rho <w, x>: exactly rho-Lipschitz, without curvature; the label plays no part.

    Stability bounds for regularised rules are attained by these losses.
    """

    rho: float = 1.0
    name: ClassVar[str] = "linear"

    def __post_init__(self) -> None:
        positive("rho", self.rho)

    def phi(self, m: FloatArray, y: FloatArray) -> FloatArray:
        return np.asarray(self.rho * m)

    def slope(self, m: FloatArray, y: FloatArray) -> FloatArray:
        return np.full_like(m, self.rho)

    def curvature(self, m: FloatArray, y: FloatArray) -> FloatArray:
        return np.zeros_like(m)

    def smoothness(self) -> float:
        return 0.0

    def bends(self, y: float) -> tuple[float, ...]:
        return ()

    def lipschitz(self, radius: float) -> float:
        return self.rho


@dataclass(frozen=True)
class Regularised:
    """The instance loss l(w, z) + (lam / 2) ||w||^2: lam-strongly convex, (rho + lam R)-Lipschitz over the
    R-ball.

    This is the loss with which Wu et al. 2015 reduce Theorem 16 to Theorem 15.
    """

    base: Loss
    lam: float

    def __post_init__(self) -> None:
        positive("lam", self.lam)

    def lipschitz(self, radius: float) -> float:
        """rho + lam R, where rho is the Lipschitz constant of the base loss over the ball."""
        return self.base.lipschitz(radius) + self.lam * positive("radius", radius, infinite=True)

    def value(self, w: FloatArray, x: FloatArray, y: FloatArray) -> FloatArray:
        """As `Loss.value`, with the regulariser inside every record's loss."""
        penalty = self.lam / 2 * np.sum(w**2, axis=-1, keepdims=True)
        return np.asarray(self.base.value(w, x, y) + penalty)

    def gradient(self, w: FloatArray, x: FloatArray, y: FloatArray) -> FloatArray:
        """As `Loss.gradient`, with the regulariser inside every record's loss."""
        return np.asarray(self.base.gradient(w, x, y) + self.lam * w)
