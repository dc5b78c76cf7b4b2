"""Mechanisms on finite worlds, every data set and outcome enumerated: what lemmas about private rules bound.

Nothing is sampled: expectations are sums over all data sets of n records from finitely many, in double
precision, so that the ratio observed / bound is exact up to rounding. The worlds are mechanisms that lemmas
are about (randomised response, the exponential mechanism, subsampling) next to some that attain the sharp
forms; a bound 1 % below such a form comes out as violated, and so does one that the twin of a trial names.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from dptheory.lab.domain import FloatArray


@dataclass(frozen=True)
class Learner:
    """A mechanism with a learning problem: `kernel[s, w]` is the probability of outcome w on the s-th of all
    data sets of n records, `losses[h, z]` are losses of hypotheses, of which the first ones are the outcomes,
    `law[z]` the probability of record z.

    >>> world = identify(2, math.log(3))
    >>> world.kernel.round(2).tolist(), round(world.excess(), 2), round(world.aerm(), 2)
    ([[0.75, 0.25], [0.25, 0.75]], 0.5, 0.25)
    """

    n: int
    kernel: FloatArray
    losses: FloatArray
    law: FloatArray

    @property
    def sets(self) -> np.ndarray:
        """All data sets, of shape (k**n, n)."""
        return data_sets(len(self.law), self.n)

    @property
    def weights(self) -> FloatArray:
        """The probability of every data set."""
        return np.asarray(self.law[self.sets].prod(axis=1))

    @property
    def empirical(self) -> FloatArray:
        """The empirical risk of every hypothesis on every data set."""
        return np.asarray(self.losses[:, self.sets].mean(axis=2).T)

    @property
    def outcomes(self) -> int:
        return int(self.kernel.shape[1])

    def excess(self) -> float:
        """The expected risk less the least risk of a hypothesis."""
        risks = self.losses @ self.law
        return float(self.weights @ (self.kernel @ risks[: self.outcomes]) - risks.min())

    def aerm(self) -> float:
        """How far the expected empirical risk exceeds that of the empirical minimiser."""
        empirical = self.empirical
        chosen = (self.kernel * empirical[:, : self.outcomes]).sum(axis=1)
        return float(self.weights @ (chosen - empirical.min(axis=1)))

    def gap(self) -> float:
        """How far expected risk and expected empirical risk differ."""
        empirical = (self.kernel * self.empirical[:, : self.outcomes]).sum(axis=1)
        return abs(
            float(self.weights @ (self.kernel @ (self.losses @ self.law)[: self.outcomes] - empirical))
        )

    def stability(self) -> float:
        """The largest change of the expected loss at any record when one record is replaced."""
        expected = self.kernel @ self.losses[: self.outcomes]
        return max(
            float(np.abs(expected[s] - expected[t]).max()) for s, t in neighbours(len(self.law), self.n)
        )


def data_sets(k: int, n: int) -> np.ndarray:
    """All sequences of n of k records, in lexicographic order."""
    return np.asarray(np.indices((k,) * n).reshape(n, -1).T)


def neighbours(k: int, n: int) -> Iterator[tuple[int, int]]:
    """Places of data sets that differ in one record."""
    for s, data in enumerate(data_sets(k, n)):
        for i, now in enumerate(data):
            for z in range(k):
                if z != now:
                    yield s, s + (z - int(now)) * k ** (n - 1 - i)


# -- mechanisms ------------------------------------------------------------------------------------


def response(eps: float, slack: float = 0.0) -> FloatArray:
    """Randomised response of one bit, (eps, slack)-private: none such tells two records apart better."""
    truth = (math.exp(eps) + slack) / (1 + math.exp(eps))
    return np.array([[truth, 1 - truth], [1 - truth, truth]])


def exponential(
    k: int, n: int, losses: FloatArray, eps: float, penalty: FloatArray | float = 0.0
) -> FloatArray:
    """The exponential mechanism on the (penalised) empirical risk, with weights exp(-eps n L / 2)."""
    weights = np.exp(-eps * n / 2 * (losses[:, data_sets(k, n)].mean(axis=2).T + penalty))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def identify(k: int, eps: float) -> Learner:
    """One of k records, released with weight e^eps against 1; a wrong answer costs 1, and one hypothesis that
    is never released costs nothing. With k - 1 = e^(eps/2) it attains the sharp bound on generalisation.
    """
    weights = np.ones((k, k)) + (math.exp(eps) - 1) * np.eye(k)
    losses = np.vstack([1 - np.eye(k), np.zeros(k)])
    return Learner(1, weights / weights.sum(axis=1, keepdims=True), losses, np.full(k, 1 / k))


def chosen(k: int, n: int, hypotheses: int, eps: float, rng: np.random.Generator) -> Learner:
    """The exponential mechanism over hypotheses of random losses, records from a random law."""
    losses, law = rng.random((hypotheses, k)), rng.dirichlet(np.ones(k))
    return Learner(n, exponential(k, n, losses, eps), losses, law)


def revealing(world: Learner, slack: float) -> Learner:
    """The mechanism that with probability `slack` releases the empirical minimiser instead."""
    best = np.eye(world.outcomes)[world.empirical[:, : world.outcomes].argmin(axis=1)]
    return Learner(world.n, (1 - slack) * world.kernel + slack * best, world.losses, world.law)


def sampled(per_sample: Callable[[tuple[int, ...]], FloatArray], n: int, m: int) -> FloatArray:
    """The law of outcomes when a uniform sample of m of n places is shown: the mean over all samples."""
    laws = [per_sample(places) for places in combinations(range(n), m)]
    return np.asarray(np.mean(laws, axis=0))


# -- distances -------------------------------------------------------------------------------------


def excess_mass(p: FloatArray, q: FloatArray, eps: float) -> float:
    """max over events of P - e^eps Q: the least delta between two laws at eps."""
    return float(np.maximum(p - math.exp(eps) * q, 0).sum())


def largest_excess(kernel: FloatArray, k: int, n: int, eps: float) -> float:
    """The least delta of a mechanism at eps."""
    return max(excess_mass(kernel[s], kernel[t], eps) for s, t in neighbours(k, n))


def loss_between(p: FloatArray, q: FloatArray) -> float:
    """The largest logarithm of a ratio of probabilities."""
    return float(np.log(p / q).max())
