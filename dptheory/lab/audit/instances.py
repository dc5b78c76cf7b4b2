"""Per-instance privacy of the real mechanisms, sampled: one posterior sample (OPS), Gaussian noise, two
samples one after the other, and how far expected and empirical risk of OPS differ.

A pair of laws is watched at the event {loss > t}, where the loss is the log-density ratio: t is chosen on a
fifth of the sample, and the chances of the event are estimated on the rest. By Clopper and Pearson log((p -
delta)/q), p the lower limit of one chance and q the upper limit of the other, is below the least eps of the
pair at delta. The twins' bounds are the exact values less a tenth, so they are false, if not by far.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from dptheory.lab.audit.binomial import lower_limit, upper_limit
from dptheory.lab.audit.harness import ExperimentRun, Seen, Values
from dptheory.lab.audit.records import ExperimentResult
from dptheory.lab.domain import Data, FloatArray
from dptheory.lab.mechanisms.gaussian import gaussian_eps
from dptheory.lab.mechanisms.posterior import PosteriorSample

FALSE: Final = 0.9
"""A twin's bound is this share of the exact value."""
QUANTILES: Final = np.linspace(0.02, 0.9, 45)
Losses = Callable[[int, np.random.Generator], tuple[FloatArray, FloatArray]]
"""So many privacy losses, log p/q, of outputs drawn from p, and as many of outputs drawn from q."""


def eps_limit(losses: Losses, delta: float, samples: int, alpha: float, rng: np.random.Generator) -> float:
    """A number below the least eps at delta of P against Q, with confidence 1 - alpha."""
    here, there = losses(samples, rng)
    pilot = samples // 5
    cuts = np.quantile(here[:pilot], QUANTILES)
    p, q = ((part[:pilot, None] > cuts).mean(axis=0) for part in (here, there))
    cut = cuts[int(np.argmax(np.maximum(p - delta, 1e-12) / (q + 10 / pilot)))]
    left = samples - pilot
    low = lower_limit(int((here[pilot:] > cut).sum()), left, alpha / 2) - delta
    return math.log(low / upper_limit(int((there[pilot:] > cut).sum()), left, alpha / 2)) if low > 0 else 0.0


# -- one posterior sample --------------------------------------------------------------------------


@dataclass(frozen=True)
class WatchedPosterior:
    """OPS on data whose last record is the target, with the numbers that Theorem 14 speaks of."""

    mechanism: PosteriorSample

    @property
    def values(self) -> Values:
        """Out-of-sample leverage and residual, and the mechanism's gamma and delta."""
        m = self.mechanism
        x, y = m.data.x[:-1], m.data.y[:-1]
        target, label = m.data.x[-1], float(m.data.y[-1])
        h = x.T @ x + m.lam * np.eye(m.data.d)
        lev = float(target @ np.linalg.solve(h, target))
        r = label - float(target @ np.linalg.solve(h, x.T @ y))
        return {"lev": lev, "r": r, "gam": m.gamma, "delta": m.delta, "exact": m.claim.eps}

    def losses(self, size: int, rng: np.random.Generator) -> tuple[FloatArray, FloatArray]:
        """Losses of samples without the target, against those with it: the larger direction."""
        m = self.mechanism
        without, whole = Data(m.data.x[:-1], m.data.y[:-1]), m.data
        drawn = [m.sample(data, size, rng) for data in (without, whole)]
        here, there = (m.log_density(without, w) - m.log_density(whole, w) for w in drawn)
        return here, there


def _samples(run: ExperimentRun) -> int:
    return run.pick(400_000, 4_000_000)


def _posteriors(run: ExperimentRun) -> tuple[WatchedPosterior, ...]:
    """Small and large leverages, in two dimensions."""
    x = ((1.0, 0.0), (0.0, 1.0), (0.6, 0.8), (0.5, -0.5))
    made = [
        PosteriorSample(x=(*x, target), y=(-0.5, -0.5, -1.0, 0.0, label), lam=lam, gamma=gamma, delta=delta)
        for target, label, lam, gamma, delta in (
            ((1.0, 0.0), 1.0, 1.0, 1.0, 0.05),
            ((0.8, -0.6), -1.0, 0.1, 2.0, 0.05),
            ((0.6, 0.8), 1.0, 0.5, 2.0, 0.1),
            ((0.3, 0.2), 1.0, 2.0, 8.0, 0.02),
        )
    ]
    return tuple(map(WatchedPosterior, run.pick(made[:2], made)))


def posterior(run: ExperimentRun) -> ExperimentResult:
    """The loss of one posterior sample."""

    def look(world: WatchedPosterior, alpha: float, rng: np.random.Generator) -> Seen:
        values, count = world.values, _samples(run)
        return Seen(eps_limit(world.losses, values["delta"], count, alpha, rng), values, 2 * count)

    name = f"{FALSE} times the exact eps of the pair"
    return run.watched(_posteriors(run), look, lambda exact: FALSE * exact, name)


def twice(run: ExperimentRun) -> ExperimentResult:
    """Two posterior samples of the same data, each with the exact eps of its pair, both released."""

    def look(world: WatchedPosterior, alpha: float, rng: np.random.Generator) -> Seen:
        one, count = world.values, _samples(run)

        def losses(samples: int, rng: np.random.Generator) -> tuple[FloatArray, FloatArray]:
            first, second = (world.losses(samples, rng) for _ in range(2))
            return first[0] + second[0], first[1] + second[1]

        values = {"eps": one["exact"], "eps2": one["exact"]}
        return Seen(eps_limit(losses, 2 * one["delta"], count, alpha, rng), values, 4 * count)

    return run.watched(_posteriors(run), look, lambda eps: eps, "the eps of one of the two")


# -- Gaussian noise --------------------------------------------------------------------------------


def gaussian(run: ExperimentRun) -> ExperimentResult:
    """Noise N(0, I/gam) in three dimensions on answers at distance Delta."""
    worlds = [(1.0, 1.0, 0.05), (2.0, 0.5, 0.1), (0.5, 4.0, 0.01), (1.0, 9.0, 0.2)]

    def look(world: tuple[float, float, float], alpha: float, rng: np.random.Generator) -> Seen:
        distance, gam, delta = world
        answers = np.array([[0.0, 0.0, 0.0], [0.6 * distance, 0.0, 0.8 * distance]])

        def losses(samples: int, rng: np.random.Generator) -> tuple[FloatArray, FloatArray]:
            drawn = (a + rng.standard_normal((samples, 3)) / math.sqrt(gam) for a in answers)
            far = [[((w - a) ** 2).sum(axis=1) for a in answers] for w in drawn]
            here, there = (gam * (other - own) / 2 for own, other in far)
            return here, there

        exact = gaussian_eps(delta, 1 / math.sqrt(gam), distance)
        values = {"Delta": distance, "gam": gam, "delta": delta, "exact": exact}
        return Seen(eps_limit(losses, delta, _samples(run), alpha, rng), values, 2 * _samples(run))

    name = f"{FALSE} times the exact eps of the pair"
    return run.watched(run.pick(worlds[:2], worlds), look, lambda exact: FALSE * exact, name)


# -- generalisation --------------------------------------------------------------------------------

RECORDS: Final = ((1.0, 1.0), (1.0, 0.0))
"""Two records (x, y), each with the same probability."""


def gap(run: ExperimentRun) -> ExperimentResult:
    """Risk less empirical risk. In the first world a bit of a sample of one record is released by randomised
    response; with one record more, that of the smaller: there the bound is attained. In the others one
    posterior sample of n records is released, and the exact eps is averaged over data sets and records."""
    sizes = run.pick((1, 2), (1, 2, 3, 4))

    def look(n: int, alpha: float, rng: np.random.Generator) -> Seen:
        return _response(_samples(run), alpha, rng) if n == 0 else _learner(n, _samples(run), alpha, rng)

    def false(mean: float, delta: float) -> float:
        return FALSE * 2 * (delta + mean)

    return run.watched((0, *sizes), look, false, f"{FALSE} times the sharp form")


def _response(count: int, alpha: float, rng: np.random.Generator) -> Seen:
    sample, fresh = rng.integers(0, 2, (2, count))
    answer = np.where(rng.random(count) < 2 / 3, sample, 1 - sample)
    gaps = (answer != fresh).astype(float) - (answer != sample)
    mean = math.tanh(math.log(2) / 2) / 4  # eps is log 2 where the record is 0 and the sample 1, else 0
    return Seen(_mean_limit(gaps, alpha), {"mean": mean, "m": math.log(2) / 4, "delta": 0.0}, count)


def _learner(n: int, count: int, alpha: float, rng: np.random.Generator) -> Seen:
    lam, gamma, delta = 1.0, 4.0, 0.01
    records = np.array(RECORDS)
    drawn = rng.integers(0, len(records), (count, n + 1))
    gaps = np.empty(count)
    for ones in range(n + 1):  # the law depends on how many records are the second
        at = np.flatnonzero(drawn[:, :n].sum(axis=1) == ones)
        if len(at):
            rows = records[[0] * (n - ones) + [1] * ones]
            mechanism = _sampler(rows[:, 0], rows[:, 1], lam, gamma, delta)
            w = mechanism.sample(Data(rows[:, :1], rows[:, 1]), len(at), rng)
            losses = np.minimum(1.0, (records[:, 1] - w * records[:, 0]) ** 2)
            own = ((n - ones) * losses[:, 0] + ones * losses[:, 1]) / n
            gaps[at] = losses[np.arange(len(at)), drawn[at, n]] - own
    weights = [math.comb(n, ones) / 2 ** (n + 1) for ones in range(n + 1)]
    exact = [_exposures(n, ones, lam, gamma, delta) for ones in range(n + 1)]
    mean = sum(w * math.tanh(e / 2) for w, both in zip(weights, exact, strict=True) for e in both)
    m = sum(w * e for w, both in zip(weights, exact, strict=True) for e in both)
    return Seen(_mean_limit(gaps, alpha), {"mean": mean, "m": m, "delta": delta}, count)


def _sampler(x: FloatArray, y: FloatArray, lam: float, gamma: float, delta: float) -> PosteriorSample:
    """OPS that accepts these records as its data without the last, which is any."""
    rows = (*((float(v),) for v in x), (1.0,))
    return PosteriorSample(x=rows, y=(*map(float, y), 0.0), lam=lam, gamma=gamma, delta=delta)


def _exposures(n: int, ones: int, lam: float, gamma: float, delta: float) -> Sequence[float]:
    """The exact eps of each record that joins n of which so many are the second."""
    rows = [RECORDS[0]] * (n - ones) + [RECORDS[1]] * ones
    found = []
    for record in RECORDS:
        x, y = zip(*rows, record, strict=True)
        made = PosteriorSample(x=tuple((v,) for v in x), y=y, lam=lam, gamma=gamma, delta=delta)
        found.append(made.claim.eps)
    return found


def _mean_limit(gaps: FloatArray, alpha: float) -> float:
    """A number below the absolute mean of numbers in [-1, 1], with confidence 1 - alpha (Hoeffding)."""
    return abs(float(gaps.mean())) - math.sqrt(2 * math.log(2 / alpha) / len(gaps))
