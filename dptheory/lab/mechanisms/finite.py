"""Exponential mechanisms on finitely many outcomes (McSherry and Talwar 2007), labels 0, 1, ..., k - 1.

An outcome j has probability proportional to exp(eps u_j / (2 D)), where D bounds how far one record moves any
utility u_j. See `interface.FLOATING_POINT` for what floating point may cost: here, rounded probabilities.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from dptheory.lab.domain import DomainError, FloatArray, count, positive
from dptheory.lab.mechanisms.claims import PrivacyClaim
from dptheory.lab.mechanisms.interface import Mechanism, Pair, checked_size, outputs_of, records

if TYPE_CHECKING:
    from dptheory.lab.accounting.moments import MomentsFunction


def draw(log_weights: FloatArray, size: int, rng: np.random.Generator) -> FloatArray:
    """`size` labels with probabilities proportional to exp(log_weights), of shape (size, 1)."""
    ladder = np.exp(log_weights - log_weights.max()).cumsum()
    labels = ladder[:-1].searchsorted(rng.random(size) * ladder[-1], side="right")
    return np.asarray(labels[:, None], dtype=np.float64)


def normalised(log_weights: FloatArray) -> FloatArray:
    """Log-probabilities from logarithms of weights, along the last axis."""
    top = log_weights.max(axis=-1, keepdims=True)
    return np.asarray(log_weights - top - np.log(np.exp(log_weights - top).sum(axis=-1, keepdims=True)))


def log_ratio(first: FloatArray, second: FloatArray) -> float:
    """The largest |log p - log q| over outcomes, from log-probabilities."""
    return float(np.abs(first - second).max())


@dataclass(frozen=True, kw_only=True)
class Finite(Mechanism[FloatArray]):
    """An exponential mechanism: `utilities` of the data, of sensitivity `sensitivity`."""

    discrete = True
    eps: float

    def __post_init__(self) -> None:
        super().__post_init__()
        positive("eps", self.eps)

    @abstractmethod
    def sensitivity(self, n: int) -> float:
        """How far one of n records can move a utility."""

    @abstractmethod
    def utilities(self, data: FloatArray) -> FloatArray:
        """The utility of every outcome, of shape (k,)."""

    @property
    def claim(self) -> PrivacyClaim:
        return PrivacyClaim(self.eps)

    @property
    def has_density(self) -> bool:
        return True

    def log_probabilities(self, data: FloatArray) -> FloatArray:
        """The log-probability of every outcome, of shape (k,)."""
        self.check(data)
        exponent = self.eps / (2 * self.sensitivity(len(data)) * self.noise_factor)
        return normalised(exponent * self.utilities(data))

    def sample(self, data: FloatArray, size: int, rng: np.random.Generator) -> FloatArray:
        return draw(self.log_probabilities(data), checked_size(size), rng)

    def log_density(self, data: FloatArray, outputs: FloatArray) -> FloatArray:
        logs = self.log_probabilities(data)
        labels = outputs_of(outputs, 1)[:, 0]
        known = (labels >= 0) & (labels < len(logs)) & (labels == np.floor(labels))
        return np.where(known, logs[np.where(known, labels, 0).astype(np.int64)], -np.inf)

    def _pair(self, first: FloatArray, second: FloatArray) -> Pair[FloatArray]:
        return Pair(first, second, log_ratio(self.log_probabilities(first), self.log_probabilities(second)))


@dataclass(frozen=True, kw_only=True)
class Exponential(Finite):
    """The exponential mechanism over `outcomes` candidates; a record gives each a score in [-1, 1].

    The utility is the sum of the scores, of sensitivity 2. eps-differential privacy: utilities and the
    normaliser each move by at most a factor exp(eps / 2). Proofs speak of exact real arithmetic (Mironov
    2012).

    >>> mechanism = Exponential(eps=2.0, outcomes=2)
    >>> np.exp(mechanism.log_probabilities(np.array([[1.0, -1.0]]))).round(3).tolist()
    [0.731, 0.269]
    """

    outcomes: int = 5

    def __post_init__(self) -> None:
        super().__post_init__()
        count("outcomes", self.outcomes, 2)

    def sensitivity(self, n: int) -> float:
        return 2.0

    def utilities(self, data: FloatArray) -> FloatArray:
        return np.asarray(np.sum(data, axis=0))

    def check(self, data: FloatArray) -> None:
        if np.abs(records("the data set", data, self.outcomes)).max() > 1:
            raise DomainError("a score leaves [-1, 1]; needed: scale the scores by a public bound")

    @property
    def moments(self) -> MomentsFunction:
        return _moments(self.eps, self.noise_factor)

    def worst_pair(self) -> Pair[FloatArray]:
        """One record whose scores all flip, outcome 0 against the others."""
        first = np.full((1, self.outcomes), -1.0)
        first[0, 0] = 1.0
        return self._pair(first, -first)


@dataclass(frozen=True, kw_only=True)
class ExponentialERM(Finite):
    """The exponential mechanism on a penalised empirical risk over finitely many hypotheses (Wang, Lei and
    Fienberg 2016, Algorithm 1): P(h) proportional to exp(-eps (L_Z(h) + penalty_h) / (2 D)).

    A record is the row of its losses, which lie in [0, bound] (assumption A1 of the source: bound 1); n is
    public. `printed` takes D = 2 bound / n, as the source does; bound / n is enough, since losses are not
    negative. eps-differential privacy holds for both. Proofs speak of exact real arithmetic (Mironov 2012).

    >>> m = ExponentialERM(eps=1.0, penalty=(0.0, 0.5))
    >>> m.sensitivity(10), ExponentialERM(eps=1.0, penalty=(0.0, 0.5), printed=True).sensitivity(10)
    (0.1, 0.2)
    """

    penalty: tuple[float, ...] = field(default=(0.0, 0.0))
    bound: float = 1.0
    printed: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        positive("bound", self.bound)
        count("the number of hypotheses", len(self.penalty), 2)
        if not all(math.isfinite(p) for p in self.penalty):
            raise DomainError("a penalty is not finite; needed: a finite number for every hypothesis")

    def sensitivity(self, n: int) -> float:
        return (2 if self.printed else 1) * self.bound / n

    def utilities(self, data: FloatArray) -> FloatArray:
        return np.asarray(-np.mean(data, axis=0) - np.array(self.penalty))

    def check(self, data: FloatArray) -> None:
        losses = records("the data set", data, len(self.penalty))
        if losses.min() < 0 or losses.max() > self.bound:
            raise DomainError(f"a loss leaves [0, {self.bound:g}]; needed: a bounded loss (assumption A1)")

    @property
    def moments(self) -> MomentsFunction:
        """With the printed sensitivity half of eps is spent."""
        return _moments(self.eps, self.noise_factor * (2 if self.printed else 1))

    def worst_pair(self) -> Pair[FloatArray]:
        """One record whose losses all flip, hypothesis 0 against the others; n = 1."""
        first = np.full((1, len(self.penalty)), 0.0)
        first[0, 0] = self.bound
        return self._pair(first, self.bound - first)


def _moments(eps: float, factor: float) -> MomentsFunction:
    """Those of an exponential mechanism whose exponent is divided by a factor."""
    from dptheory.lab.accounting.exponential import ExponentialMoments
    from dptheory.lab.accounting.numbers import rational

    return ExponentialMoments.of(rational("eps", eps) / rational("noise_factor", factor))
