"""Experiments 1 and 2: worst-case DP, per-instance privacy for all targets, and its distribution over the
data.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np

from dptheory.lab.domain import FloatArray
from dptheory.lab.perinstance.asked import OPS, OUTPUT, SQUARED, Asked
from dptheory.lab.perinstance.exposing import Exposure, expose
from dptheory.lab.reproduce.wang2019.choices import Choices
from dptheory.lab.reproduce.wang2019.studies import Study

GAMMAS: Final = tuple(Fraction(10) ** k for k in range(-2, 5))
EXPERIMENTS: Final = ((1, OUTPUT), (2, OPS))


@dataclass(frozen=True, eq=False)
class AtGamma:
    """One gamma: the exposure, and the excess risk per record."""

    gamma: Fraction
    found: Exposure
    risk: float

    @property
    def worst(self) -> float:
        """Over all data sets of at most n records."""
        return self.found.worst_case.upper if self.found.worst_case is not None else np.inf

    @property
    def seen(self) -> float:
        """What some data set of n records attains of the worst case."""
        worst = self.found.worst_case
        return worst.lower if worst is not None and worst.lower is not None else 0.0

    @property
    def for_all(self) -> float:
        """Over all new records, these data."""
        return self.found.for_all.upper if self.found.for_all is not None else np.inf

    @property
    def mean(self) -> float:
        """Over the records of the data."""
        return self.found.moments[0]


@dataclass(frozen=True, eq=False)
class Curve:
    """One experiment on one data set."""

    experiment: int
    mechanism: str
    study: Study
    points: tuple[AtGamma, ...]
    nothing: float
    """The excess risk per record of theta = 0, which gives nothing away."""

    @property
    def useful(self) -> tuple[AtGamma, ...]:
        """The points whose risk is below that of theta = 0: with more noise than that nothing is learnt, and
        small losses are no achievement."""
        return tuple(point for point in self.points if point.risk < self.nothing)

    @property
    def at(self) -> AtGamma:
        """The point that Figure 1 and the claims are about: the most noise that is of use."""
        return (self.useful or self.points[-1:])[0]


def curve(
    study: Study, experiment: int, mechanism: str, choices: Choices, tell: Callable[[str], None]
) -> Curve:
    """Every gamma."""
    x, n, d = study.table.x, study.n, study.d
    lam = float(choices.lam)
    trace = float(np.sum(x * x)) + lam * d
    points = []
    for gamma in GAMMAS:
        tell(f"{study.name}, experiment {experiment}, gamma = {gamma}")
        asked = Asked.of(mechanism, SQUARED, choices.lam, gamma, choices.delta, 1, 1)
        weight = trace if mechanism == OUTPUT else float(d)
        points.append(AtGamma(gamma, expose(study.table, None, asked), weight / (2 * float(gamma) * n)))
    return Curve(experiment, mechanism, study, tuple(points), _nothing(study, lam))


def _nothing(study: Study, lam: float) -> float:
    """(F(0) - F*)/n = th'H th/(2n)."""
    x, y = study.table.x, study.table.y
    h = x.T @ x + lam * np.eye(study.d)
    th = np.linalg.solve(h, x.T @ y)
    return float(th @ h @ th) / (2 * study.n)


def outside(found: Exposure) -> tuple[FloatArray, FloatArray]:
    """Leverage and |residual| of each record with respect to the other records."""
    left = 1 - found.leverage
    return np.asarray(found.leverage / left), np.asarray(np.abs(found.residual) / left)
