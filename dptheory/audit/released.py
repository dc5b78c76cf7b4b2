"""What is known of a released point: how far noise takes it, its risk, its training error, its stability.

Each experiment counts how often a bound fails and compares with the probability that it may fail with, all
counts at once; the twins are one or two per cent below bounds that these worlds attain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np

from dptheory.audit.binomial import lower_limit, quantile_lower, upper_limit
from dptheory.audit.records import (
    SAMPLED,
    VIOLATED,
    Bound,
    Experiment,
    ExperimentResult,
    Size,
    Twin,
    evaluate,
)
from dptheory.mechanisms.domain import Data, FloatArray
from dptheory.mechanisms.losses import Linear, Regularised
from dptheory.mechanisms.noise import L2Laplace
from dptheory.mechanisms.output import Algorithm1
from dptheory.mechanisms.special import special

CONFIDENCE: Final = 0.999
LEVELS: Final = (0.1, 0.01)


@dataclass(frozen=True, eq=False)
class Seen:
    """Values of a quantity, ascending, that may exceed its bound with probability gam; the parameters."""

    ordered: FloatArray
    gam: float
    values: dict[str, float]


def judge(rows: list[Seen], bound: Bound, alpha: float) -> tuple[str, float, float, float, str]:
    """The verdict; ratio, observed and bound where the lower limit of the 1 - gam quantile is nearest it."""
    found, broken = [], False
    for seen in rows:
        limit = evaluate(bound, seen.values)
        beyond = len(seen.ordered) - int(np.searchsorted(seen.ordered, limit, side="right"))
        broken |= lower_limit(beyond, len(seen.ordered), alpha) > seen.gam
        quantile = quantile_lower(seen.ordered, 1 - seen.gam, alpha)
        place = ", ".join(f"{name}={value:.4g}" for name, value in seen.values.items())
        found.append((quantile / limit, quantile, limit, place))
    return VIOLATED if broken else SAMPLED, *max(found)


def report(
    experiment: Experiment, seed: int, rows: list[Seen], bound: Bound, twin: Bound
) -> ExperimentResult:
    """Compare every row with the bound, and with the twin's, which must fail in each."""
    alpha = (1 - CONFIDENCE) / (2 * len(rows))
    verdict, ratio, observed, limit, place = judge(rows, bound, alpha)
    false = [judge([row], twin, alpha) for row in rows]
    return ExperimentResult(
        experiment.name,
        verdict,
        ratio,
        CONFIDENCE,
        sum(len(row.ordered) for row in rows),
        seed,
        observed,
        limit,
        Twin("98 % of what is attained", all(f[0] == VIOLATED for f in false), min(f[1] for f in false)),
        f"lower confidence limit of the 1 - gam quantile over the bound, largest at {place}",
    )


def _trials(size: Size) -> int:
    return 400_000 if size == "quick" else 4_000_000


def _streams(seed: int, number: int) -> Iterable[np.random.Generator]:
    return map(np.random.default_rng, np.random.SeedSequence(seed).spawn(number))


def _radius(d: int, gam: float, scale: float) -> float:
    """What the norm of the noise exceeds with probability gam: a quantile of Gamma(d, scale)."""
    return float(special().gammainccinv(d, gam)) * scale


def distance_trial(experiment: Experiment, seed: int, bound: Bound, size: Size) -> ExperimentResult:
    """How far Algorithm 1 releases from the minimiser; the twin is 98 % of the exact quantile."""
    worlds = [(1, 5), (3, 50)]
    rows = []
    for (d, n), rng in zip(worlds, _streams(seed, len(worlds)), strict=True):
        mechanism = Algorithm1(loss=Regularised(Linear(0.7), 0.4), eps=0.5, radius=1.0, tolerance=1e-6)
        data = Data(np.full((n, d), d**-0.5), np.zeros(n))
        released = mechanism.sample(data, _trials(size), rng) - mechanism.minimiser(data)
        far = np.sort(np.linalg.norm(released, axis=1))
        values = {"rho": mechanism.rho, "lam": 0.4, "eps": 0.5, "n": float(n), "d": float(d)}
        rows += [Seen(far, gam, {**values, "gam": gam}) for gam in LEVELS]
    twin: Bound = lambda rho, lam, eps, n, d, gam: 0.98 * _radius(d, gam, 4 * rho / (lam * n * eps))  # noqa: E731
    return report(experiment, seed, rows, bound, twin)


def risk_trial(experiment: Experiment, seed: int, bound: Bound, size: Size) -> ExperimentResult:
    """How far apart the risks of a point and of a perturbed one are, when the noise is within kap with
    probability 1 - gam.

    The law is on records x in the unit ball, the loss rho <w, x>. Where x is always the same and d = 1, the
    difference is rho times the norm of the noise, which attains the bound.
    """
    rows = []
    for rng, scale in zip(_streams(seed, 2), (0.3, 2.0), strict=True):
        loss, x = Linear(1.5), np.ones((1, 1))
        start = rng.uniform(-1, 1, (1, 1))
        moved = start + L2Laplace(1, scale).sample(_trials(size), rng)
        apart = np.abs(loss.phi(moved @ x.T, np.zeros(1)) - loss.phi(start @ x.T, np.zeros(1))).mean(axis=1)
        for gam in LEVELS:
            rows.append(Seen(np.sort(apart), gam, {"rho": 1.5, "kap": _radius(1, gam, scale), "gam": gam}))
    return report(experiment, seed, rows, bound, lambda rho, kap: 0.98 * rho * kap)


def training_trial(experiment: Experiment, seed: int, bound: Bound, size: Size) -> ExperimentResult:
    """The training error that the noise of Algorithm 1 adds, for a loss that is quadratic everywhere.

    The loss is rho <w, x> + bet/2 ||w||^2 with bet = lam: the objective is a parabola about the minimiser,
    which lies inside the ball, and the error is bet/2 times the squared norm of the noise.
    """
    rows, trials = [], _trials(size)
    for (d, n), rng in zip(((1, 5), (2, 40)), _streams(seed, 2), strict=True):
        loss, lam, radius = Linear(0.1), 0.5, 1.0
        mechanism = Algorithm1(loss=Regularised(loss, lam), eps=1.0, radius=radius, tolerance=1e-6)
        data = Data(np.full((n, d), d**-0.5), np.zeros(n))
        best = mechanism.minimiser(data)
        w = mechanism.sample(data, trials, rng)
        share = np.full((1, n), 1 / n)
        objective = mechanism.problem(data).objective
        parts = [objective(loss, part, share) for part in np.array_split(w, 1 + trials // 20_000)]
        error = np.sort(np.concatenate(parts) - objective(loss, best[None], share))
        values = {"rho": mechanism.rho, "lam": lam, "eps": 1.0, "n": float(n), "d": float(d), "bet": lam}
        rows += [Seen(error, gam, {**values, "gam": gam}) for gam in LEVELS]

    def twin(rho: float, lam: float, eps: float, n: float, d: float, bet: float, gam: float) -> float:
        return 0.96 * bet / 2 * _radius(int(d), gam, 4 * rho / (lam * n * eps)) ** 2

    return report(experiment, seed, rows, bound, twin)


def stability_trial(experiment: Experiment, seed: int, bound: Bound, size: Size) -> ExperimentResult:
    """How far one record moves the expected loss, for rules that keep eps, with losses -bound and bound.

    Randomised response attains 2 bound (e^eps - 1)/(e^eps + 1); Laplace noise and a threshold do not.
    """
    trials = 1_000_000 if size == "quick" else 20_000_000
    worlds = [(rule, eps) for rule in (_response, _threshold) for eps in (0.2, 1.0, 3.0)]
    alpha = (1 - CONFIDENCE) / (2 * 2 * len(worlds))
    rows, false = [], []
    for (rule, eps), rng in zip(worlds, _streams(seed, len(worlds)), strict=True):
        ones = [int(rule(bit, eps, trials, rng).sum()) for bit in (1, 0)]
        least = 2 * (lower_limit(ones[0], trials, alpha) - upper_limit(ones[1], trials, alpha))
        limit = evaluate(bound, {"bound": 1.0, "eps": eps})
        rows.append((least / limit, least, limit, f"{rule.__name__.strip('_')}, eps={eps:g}"))
        if rule is _response:
            false.append(least / (0.97 * 2 * np.tanh(eps / 2)))
    ratio, observed, limit, place = max(rows)
    return ExperimentResult(
        experiment.name,
        VIOLATED if ratio > 1 else SAMPLED,
        ratio,
        CONFIDENCE,
        2 * trials * len(worlds),
        seed,
        observed,
        limit,
        Twin("97 % of what randomised response attains", bool(max(false) > 1), float(max(false))),
        f"lower confidence limit of the difference of the risks over the bound, largest for {place}",
    )


Rule = Callable[[int, float, int, np.random.Generator], FloatArray]


def _response(bit: int, eps: float, size: int, rng: np.random.Generator) -> FloatArray:
    """The bit, or with probability 1/(1 + e^eps) the other one."""
    flips = rng.random(size) * (1 + np.exp(eps)) < 1
    return np.asarray(flips if bit == 0 else ~flips)


def _threshold(bit: int, eps: float, size: int, rng: np.random.Generator) -> FloatArray:
    """Whether bit + Laplace noise of scale 1/eps exceeds 1/2."""
    return np.asarray(bit + rng.laplace(0.0, 1 / eps, size) > 0.5)


def validation_trial(experiment: Experiment, seed: int, bound: Bound, size: Size) -> ExperimentResult:
    """How far one record moves the mean squared loss on v records, over w in the ball: searched.

    (R + 1)^2 / v is attained by a record that w misses by R + 1 and one that it meets.
    """
    tries = 4_000 if size == "quick" else 200_000
    worlds = ((1.0, 4), (2.0, 3), (0.5, 9), (3.0, 100))
    rows, false = [], []
    for (radius, v), rng in zip(worlds, _streams(seed, len(worlds)), strict=True):
        w, x = rng.standard_normal((2, tries, 2))
        w *= radius / np.linalg.norm(w, axis=1, keepdims=True)
        x /= np.linalg.norm(x, axis=1, keepdims=True)
        x[: tries // 2] = -w[: tries // 2] / radius
        y = rng.choice([-1.0, 1.0], tries)
        missed = np.max((np.sum(w * x, axis=1) - y) ** 2)
        moved = float(missed) / v  # against the record (0, 0), which every w meets
        limit = evaluate(bound, {"R": radius, "v": v})
        rows.append((moved / limit, moved, limit, f"R={radius:g}, v={v}"))
        false.append(moved / (0.99 * (radius + 1) ** 2 / v))
    ratio, observed, limit, place = max(rows)
    # a maximum that is attained exactly may exceed its bound by rounding
    verdict = VIOLATED if ratio > 1 + 1e-12 else SAMPLED
    twin = Twin("99 % of (R + 1)^2 / v", min(false) > 1, min(false))
    note = f"largest move found over the bound, worst of {len(worlds)} worlds at {place}"
    return ExperimentResult(
        experiment.name, verdict, ratio, 1.0, tries * len(worlds), seed, observed, limit, twin, note
    )
