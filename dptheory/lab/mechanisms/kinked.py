"""Losses with one kink: phi = max(low t, high t) with t affine in the margin, and their Moreau envelopes."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from dptheory.lab.domain import FloatArray, positive
from dptheory.lab.mechanisms.losses import Loss


class Kinked(Loss):
    """max(low t, high t), where t = turn(y) m - offset(y) and low <= 0 <= high."""

    kinked: ClassVar[bool] = True
    low: ClassVar[float]
    high: ClassVar[float]

    @abstractmethod
    def turn(self, y: FloatArray) -> FloatArray:
        """dt/dm, between -1 and 1."""

    @abstractmethod
    def offset(self, y: FloatArray) -> FloatArray:
        """Where the kink lies."""

    def coordinate(self, m: FloatArray, y: FloatArray) -> FloatArray:
        """t, which is 0 at the kink."""
        return np.asarray(self.turn(y) * m - self.offset(y))

    def phi(self, m: FloatArray, y: FloatArray) -> FloatArray:
        t = self.coordinate(m, y)
        return np.maximum(self.low * t, self.high * t)

    def slope(self, m: FloatArray, y: FloatArray) -> FloatArray:
        t = self.coordinate(m, y)
        return np.asarray(self.turn(y) * np.where(t > 0, self.high, self.low))

    def curvature(self, m: FloatArray, y: FloatArray) -> FloatArray:
        return np.zeros_like(m)

    def smoothed(self, mu: float) -> Loss:
        return Envelope(self, positive("mu", mu))

    def excess(self, m: FloatArray, y: FloatArray, slope: FloatArray) -> FloatArray:
        t, turn = self.coordinate(m, y), self.turn(y)
        inner = np.divide(slope, turn, out=np.zeros_like(slope), where=turn != 0)
        inside = (inner >= self.low) & (inner <= self.high)
        gap = np.where(t > 0, (self.high - inner) * t, (self.low - inner) * t)
        flat = np.where(slope == 0, 0.0, np.inf)  # turn = 0: the loss does not depend on m
        return np.where(turn == 0, flat, np.where(inside, gap, np.inf))


@dataclass(frozen=True)
class Hinge(Kinked):
    """max(0, 1 - y <w, x>), which is 1-Lipschitz.

    Wu et al. 2015, section 4, prints max(0, y(1 - <w, x>)) with labels 0 and 1; this is the usual hinge loss,
    labels -1 and 1.
    """

    name: ClassVar[str] = "hinge"
    low: ClassVar[float] = -1.0
    high: ClassVar[float] = 0.0

    def turn(self, y: FloatArray) -> FloatArray:
        return y

    def offset(self, y: FloatArray) -> FloatArray:
        return np.ones_like(y)

    def lipschitz(self, radius: float) -> float:
        return 1.0


@dataclass(frozen=True)
class Absolute(Kinked):
    """|<w, x> - y|, which is 1-Lipschitz."""

    name: ClassVar[str] = "absolute"
    low: ClassVar[float] = -1.0
    high: ClassVar[float] = 1.0

    def turn(self, y: FloatArray) -> FloatArray:
        return np.ones_like(y)

    def offset(self, y: FloatArray) -> FloatArray:
        return y

    def lipschitz(self, radius: float) -> float:
        return 1.0


@dataclass(frozen=True)
class Envelope(Loss):
    """The Moreau envelope of a kinked loss in t: its derivative is t / mu cut to the range of slopes."""

    base: Kinked
    mu: float
    name: ClassVar[str] = "envelope"

    def _inner(self, m: FloatArray, y: FloatArray) -> tuple[FloatArray, FloatArray]:
        t = self.base.coordinate(m, y)
        return t, np.clip(t / self.mu, self.base.low, self.base.high)

    def phi(self, m: FloatArray, y: FloatArray) -> FloatArray:
        t, inner = self._inner(m, y)
        return np.asarray(t * inner - self.mu * inner**2 / 2)

    def slope(self, m: FloatArray, y: FloatArray) -> FloatArray:
        return np.asarray(self.base.turn(y) * self._inner(m, y)[1])

    def curvature(self, m: FloatArray, y: FloatArray) -> FloatArray:
        t = self.base.coordinate(m, y)
        bent = (t >= self.base.low * self.mu) & (t <= self.base.high * self.mu)
        return np.where(bent, self.base.turn(y) ** 2 / self.mu, 0.0)

    def lipschitz(self, radius: float) -> float:
        return self.base.lipschitz(radius)
