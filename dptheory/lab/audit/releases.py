"""The lecture's releases, sampled at their worst pairs of neighbours: output perturbation, subsampled steps,
Gaussian answers.

The privacy loss of an event B is log(P(B)/P'(B)); its lower confidence limit is that of P(B) over the upper
one of P'(B), each by Clopper and Pearson. The events are those that attain the exact worst case, so that a
bound which is a few percent too small comes out as violated.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from dptheory.lab.audit.binomial import lower_limit, upper_limit
from dptheory.lab.audit.harness import ExperimentRun, Seen, Values
from dptheory.lab.audit.records import ExperimentResult
from dptheory.lab.audit.worstcase import climb
from dptheory.lab.domain import FloatArray
from dptheory.lab.mechanisms.noise import L2Laplace
from dptheory.lab.mechanisms.subsample import amplified

Counting = Callable[[int, np.random.Generator], tuple[int, int]]
"""How often an event is seen among so many outputs for one data set, and among as many for its neighbour."""


def loss_limit(pair: Counting, samples: int, alpha: float, rng: np.random.Generator) -> float:
    """A number below the privacy loss of an event, with confidence 1 - alpha."""
    here, there = pair(samples, rng)
    low = lower_limit(here, samples, alpha / 2)
    return math.log(low / upper_limit(there, samples, alpha / 2)) if low > 0 else -math.inf


def perturbation(run: ExperimentRun) -> ExperimentResult:
    """Algorithm 1 in dimension one, w* + Z/(lam n): data sets climb towards the largest move of w* (linear
    losses of slope one); the event is that the output lies beyond the first minimiser.
    """
    worlds = run.pick([(1, 0.5), (2, 1.0), (4, 2.0)], [(n, e) for n in (1, 3, 9) for e in (0.3, 1.0, 3.0)])
    lam = 0.3

    def look(world: tuple[int, float], alpha: float, rng: np.random.Generator) -> Seen:
        n, eps = world
        move = climb(n, 1, 1.0, lam, 60, rng).observed
        noise = L2Laplace(1, 1 / (lam * n * eps))

        def pair(samples: int, rng: np.random.Generator) -> tuple[int, int]:
            here, there = (noise.sample(samples, rng)[:, 0] for _ in range(2))
            return int((here >= 0).sum()), int((there - move >= 0).sum())

        return _seen(run, pair, {"eps": eps, "lam": lam, "n": n, "d": 1}, alpha, rng)

    return run.watched(worlds, look, lambda eps: 0.95 * 2 * eps, "0.95 * 2 eps")


def _responses(bits: FloatArray, eps: float, rng: np.random.Generator) -> FloatArray:
    """Each bit through randomised response."""
    lies = rng.random(bits.shape) < 1 / (1 + math.exp(eps))
    return np.where(lies, 1 - bits, bits)


def _subsampled(n: int, b: int, steps: int, eps: float) -> Counting:
    """Randomised response of "the first of n records is in the sample", for fresh samples of b records; the
    other data set has no such record. The event is that every answer is yes.
    """

    def pair(samples: int, rng: np.random.Generator) -> tuple[int, int]:
        inside = (rng.integers(n, size=(samples, steps)) < b).astype(float)
        here = _responses(inside, eps, rng)
        there = _responses(np.zeros((samples, steps)), eps, rng)
        return int(here.all(axis=1).sum()), int(there.all(axis=1).sum())

    return pair


def subsampling(run: ExperimentRun) -> ExperimentResult:
    """Theorem 3: one release on a random sample of m of the n records."""
    worlds = run.pick(
        [(2, 1, 0.9), (5, 2, 0.5), (3, 3, 0.8)],
        [(n, m, e) for n in (2, 5, 20) for m in (1, n // 2, n) for e in (0.2, 0.6, 0.95)],
    )

    def look(world: tuple[int, int, float], alpha: float, rng: np.random.Generator) -> Seen:
        n, m, eps = world
        return _seen(run, _subsampled(n, m, 1, eps), {"n": n, "m": m, "eps": eps}, alpha, rng)

    def false(n: float, m: float, eps: float) -> float:
        return 0.95 * amplified(eps, m / n)

    return run.watched(worlds, look, false, "0.95 * log(1 + m/n (e^eps - 1))")


def minibatch(run: ExperimentRun) -> ExperimentResult:
    """m steps, each on a fresh sample of b of the n records; the event is that all of them say yes."""
    worlds = run.pick(
        [(2, 1, 2, 0.9), (4, 2, 3, 0.5)],
        [(n, b, t, e) for n in (2, 6) for b in (1, n) for t in (1, 2, 4) for e in (0.3, 0.9)],
    )

    def look(world: tuple[int, int, int, float], alpha: float, rng: np.random.Generator) -> Seen:
        n, b, steps, eps = world
        values = {"n": n, "b": b, "m": steps, "eps": eps}
        return _seen(run, _subsampled(n, b, steps, eps), values, alpha, rng)

    def false(n: float, b: float, m: float, eps: float) -> float:
        return 0.95 * m * amplified(eps, b / n)

    return run.watched(worlds, look, false, "0.95 * m log(1 + b/n (e^eps - 1))")


def moments(run: ExperimentRun) -> ExperimentResult:
    """log E exp(s Z) for m Gaussian answers of deviation 1 that all move by 1.

    Z is normal with mean m/2 and variance m, which the sampler does not use: it draws the answers. Values of
    exp(s Z) above c, three deviations of its logarithm beyond the tilted mean, are cut, which only lowers the
    mean; a mean of N values in [0, c] with empirical variance V lies at most sqrt(2 V l/N) + 7 c l/(3(N - 1))
    above the true one, l = log(2/alpha) (Maurer and Pontil 2009, Theorem 4).
    """
    worlds = run.pick([(1, 0.5), (1, 1.0), (3, 0.5)], [(m, s) for m in (1, 2, 5) for s in (0.25, 0.5, 1.0)])
    samples = _samples(run)

    def look(world: tuple[int, float], alpha: float, rng: np.random.Generator) -> Seen:
        m, s = world
        answers = rng.standard_normal((samples, m)) + 1
        losses = (answers - 0.5).sum(axis=1)
        cut = math.exp(s * (m / 2 + m * s + 3 * math.sqrt(m)))
        powers = np.minimum(np.exp(s * losses), cut)
        level = math.log(2 / alpha)
        slack = math.sqrt(2 * float(powers.var(ddof=1)) * level / samples)
        slack += 7 * cut * level / (3 * (samples - 1))
        return Seen(math.log(float(powers.mean()) - slack), {"m": m, "s": s}, samples)

    def false(m: float, s: float) -> float:
        return 0.95 * m * s * (s + 1) / 2

    return run.watched(worlds, look, false, "0.95 * m s (s + 1)/2")


def _samples(run: ExperimentRun) -> int:
    return run.pick(200_000, 20_000_000)


def _seen(run: ExperimentRun, pair: Counting, values: Values, alpha: float, rng: np.random.Generator) -> Seen:
    return Seen(loss_limit(pair, _samples(run), alpha, rng), values, 2 * _samples(run))
