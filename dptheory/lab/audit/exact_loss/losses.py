"""Margin losses l(y x w) with two derivatives, enclosed, and the root of an increasing function.

They are the losses of `mechanisms.losses` and `mechanisms.kinked` in one dimension, where those compute with
doubles and arrays; these are asked for rationals and answer with balls.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from flint import arb, fmpq

Margins: TypeAlias = Sequence[tuple[fmpq, int]]
"""A data set in one dimension: the values m = y x in [-1, 1], each with how often it occurs."""


class Margin(ABC):
    """A convex l with |l'| <= 1."""

    name: ClassVar[str]

    @property
    def bend(self) -> fmpq:
        """A bound on l'', where it exists."""
        return fmpq(0)

    @abstractmethod
    def slope(self, z: fmpq) -> arb:
        """l'(z)."""

    @abstractmethod
    def curvature(self, z: fmpq) -> arb:
        """l''(z), where it exists."""


@dataclass(frozen=True)
class LinearMargin(Margin):
    """l(z) = -z."""

    name: ClassVar[str] = "linear"

    def slope(self, z: fmpq) -> arb:
        return arb(-1)

    def curvature(self, z: fmpq) -> arb:
        return arb(0)


@dataclass(frozen=True)
class HingeMargin(Margin):
    """l(z) = max(0, 1 - z); its slope is asked for away from 1 only."""

    name: ClassVar[str] = "hinge"

    def slope(self, z: fmpq) -> arb:
        return arb.nan() if z == 1 else arb(-1 if z < 1 else 0)

    def curvature(self, z: fmpq) -> arb:
        return arb.nan() if z == 1 else arb(0)


@dataclass(frozen=True)
class HuberMargin(Margin):
    """The Huber hinge of width h: 1 - z below 1 - h, 0 above 1 + h, (1 + h - z)^2/(4h) between (Chaudhuri,
    Monteleoni and Sarwate 2011, section 3.4.2); l'' <= 1/(2h).
    """

    h: fmpq
    name: ClassVar[str] = "Huber hinge"

    @property
    def bend(self) -> fmpq:
        return 1 / (2 * self.h)

    def slope(self, z: fmpq) -> arb:
        return arb(-min(max((1 + self.h - z) / (2 * self.h), fmpq(0)), fmpq(1)))

    def curvature(self, z: fmpq) -> arb:
        if abs(z - 1) == self.h:
            return arb.nan()
        return arb(self.bend if abs(z - 1) < self.h else 0)


@dataclass(frozen=True)
class LogisticMargin(Margin):
    """l(z) = log(1 + exp(-z)); l'' <= 1/4."""

    name: ClassVar[str] = "logistic"

    @property
    def bend(self) -> fmpq:
        return fmpq(1, 4)

    def slope(self, z: fmpq) -> arb:
        return -1 / (1 + arb(z).exp())

    def curvature(self, z: fmpq) -> arb:
        chance = 1 / (1 + arb(z).exp())
        return chance * (1 - chance)


def total_slope(loss: Margin, data: Margins, w: fmpq) -> arb:
    """The derivative at w of the sum of l(m w)."""
    return sum((times * m * loss.slope(m * w) for m, times in data), arb(0))


def total_curvature(loss: Margin, data: Margins, w: fmpq) -> arb:
    """The second derivative at w of the sum of l(m w)."""
    return sum((times * m * m * loss.curvature(m * w) for m, times in data), arb(0))


def minimiser(loss: Margin, data: Margins, lam: fmpq, reach: fmpq) -> arb:
    """The minimiser of lam w^2/2 + mean of l(m w), enclosed, where it lies in (-reach, reach)."""
    n = sum(times for _, times in data)
    return root(lambda w: arb(lam * w) + total_slope(loss, data, w) / n, -reach, reach)


def root(increasing: Callable[[fmpq], arb], low: fmpq, high: fmpq, steps: int = 60) -> arb:
    """Where an increasing function changes its sign, enclosed: only affirmed signs move an end."""
    if not (increasing(low) < 0 and increasing(high) > 0):
        return arb.nan()
    for _ in range(steps):
        middle = (low + high) / 2
        value = increasing(middle)
        if value < 0:
            low = middle
        elif value > 0:
            high = middle
        else:
            # too near to say, or the root itself: the ends stay, a quarter further in on either side
            inner = [(3 * low + high) / 4, (low + 3 * high) / 4]
            if not (increasing(inner[0]) < 0 and increasing(inner[1]) > 0):
                break
            low, high = inner
    return arb(low).union(arb(high))


def clipped(value: fmpq, radius: fmpq) -> fmpq:
    """The nearest number of [-radius, radius]."""
    return min(max(value, -radius), radius)
