"""What is known of a released point: the law of its noise's norm, how far noise takes it, its risk, its
training error, its stability.

Each experiment counts how often a bound fails and compares with the probability that it may fail with, all
counts at once; the twins are one or two per cent below bounds that these worlds attain.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np

from dptheory.lab.audit.binomial import dkw_radius, lower_limit, quantile_lower, upper_limit
from dptheory.lab.audit.harness import CONFIDENCE, ExperimentRun, Seen, Values, place
from dptheory.lab.audit.records import SAMPLED, VIOLATED, Bound, ExperimentResult, Twin, evaluate
from dptheory.lab.domain import Data, FloatArray
from dptheory.lab.mechanisms.losses import Linear, Regularised
from dptheory.lab.mechanisms.noise import L2Laplace
from dptheory.lab.mechanisms.output import Algorithm1
from dptheory.lab.special import special

LEVELS: Final = (0.1, 0.01)
DIMENSIONS: Final = (1, 2, 5, 14)
SCALE: Final = 0.7
"""Any scale: the statements are about norms in units of it."""


def norms(d: int, size: int, rng: np.random.Generator) -> FloatArray:
    """The norms of `size` noise vectors in units of the scale, ascending."""
    return np.sort(np.linalg.norm(L2Laplace(d, SCALE).sample(size, rng), axis=1)) / SCALE


def kolmogorov(ordered: FloatArray, shape: float, scale: float) -> float:
    """The Kolmogorov-Smirnov distance of an ascending sample from Gamma(shape, scale)."""
    cdf = special().gammainc(shape, ordered / scale)
    steps = np.arange(len(ordered) + 1) / len(ordered)
    return float(max((steps[1:] - cdf).max(), (cdf - steps[:-1]).max()))


def noise_law(run: ExperimentRun) -> ExperimentResult:
    """The bound is the claimed shape as a function of d; the distance must stay inside the band of Dvoretzky,
    Kiefer and Wolfowitz for every d.
    """
    trials = run.pick(20_000, 1_000_000)
    radius = dkw_radius(trials, (1 - CONFIDENCE) / len(DIMENSIONS))
    samples = {
        d: norms(d, trials, rng) for d, rng in zip(DIMENSIONS, run.streams(len(DIMENSIONS)), strict=True)
    }
    seen = {d: kolmogorov(s, run.limit({"d": d}), 1.0) for d, s in samples.items()}
    false = [kolmogorov(s, *wrong) for d, s in samples.items() for wrong in ((d + 1, 1.0), (d, 0.9))]
    worst = max(seen, key=lambda d: seen[d])
    return run.result(
        VIOLATED if seen[worst] > radius else SAMPLED,
        (seen[worst] / radius, seen[worst], radius),
        trials * len(DIMENSIONS),
        Twin("shape d + 1, and scale 0.9 s", min(false) > radius, min(false) / radius),
        f"Kolmogorov-Smirnov distance over the DKW radius, worst at d={worst}",
    )


@dataclass(frozen=True, eq=False)
class Tail:
    """Values of a quantity, ascending, that may exceed its bound with probability gam; the parameters."""

    ordered: FloatArray
    values: Values

    @classmethod
    def at_levels(cls, sample: FloatArray, **values: float) -> list[Tail]:
        """The same values for each gam."""
        ordered = np.sort(sample)
        return [cls(ordered, {**values, "gam": gam}) for gam in LEVELS]


def judge(tails: Iterable[Tail], bound: Bound, alpha: float) -> tuple[str, tuple[float, float, float], str]:
    """The verdict; ratio, observed and bound where the lower limit of the 1 - gam quantile is nearest it; and
    where that is.
    """
    found, broken = [], False
    for tail in tails:
        limit, gam = evaluate(bound, tail.values), tail.values["gam"]
        beyond = len(tail.ordered) - int(np.searchsorted(tail.ordered, limit, side="right"))
        broken |= lower_limit(beyond, len(tail.ordered), alpha) > gam
        quantile = quantile_lower(tail.ordered, 1 - gam, alpha)
        found.append((quantile / limit, quantile, limit, place(tail.values)))
    ratio, observed, limit, at = max(found)
    return VIOLATED if broken else SAMPLED, (ratio, observed, limit), at


def _counted(run: ExperimentRun, tails: list[Tail], twin: Bound) -> ExperimentResult:
    """Compare every tail with the bound, and with the twin's, which must fail in each."""
    alpha = (1 - CONFIDENCE) / (2 * len(tails))
    verdict, worst, at = judge(tails, run.bound, alpha)
    false = [judge([tail], twin, alpha) for tail in tails]
    return run.result(
        verdict,
        worst,
        sum(len(tail.ordered) for tail in tails),
        Twin("98 % of what is attained", all(f[0] == VIOLATED for f in false), min(f[1][0] for f in false)),
        f"lower confidence limit of the 1 - gam quantile over the bound, largest at {at}",
    )


def noise_tail(run: ExperimentRun) -> ExperimentResult:
    """The bound is a radius in units of the scale; the norm of the noise may exceed it with probability gam,
    for every d and gam.
    """
    budget, tails = run.pick(1_500_000, 20_000_000), []
    for d, rng in zip(DIMENSIONS, run.streams(len(DIMENSIONS)), strict=True):
        tails += Tail.at_levels(norms(d, max(2_000, budget // d**2), rng), d=d)
    alpha = (1 - CONFIDENCE) / (2 * len(tails))
    verdict, worst, at = judge(tails, run.bound, alpha)
    false, (ratio, _, _), _ = judge(tails, lambda d, gam: 0.99 * d * float(np.log(d / gam)), alpha)
    return run.result(
        verdict,
        worst,
        sum(len(tail.ordered) for tail in tails) // len(LEVELS),
        Twin("0.99 * d log(d / gam)", false == VIOLATED, ratio),
        f"lower confidence limit of the 1 - gam quantile of the norm over the bound, largest at {at}",
    )


def _trials(run: ExperimentRun) -> int:
    return run.pick(400_000, 4_000_000)


def _radius(d: int, gam: float, scale: float) -> float:
    """What the norm of the noise exceeds with probability gam: a quantile of Gamma(d, scale)."""
    return float(special().gammainccinv(d, gam)) * scale


def distance(run: ExperimentRun) -> ExperimentResult:
    """How far Algorithm 1 releases from the minimiser; the twin is 98 % of the exact quantile."""
    tails = []
    for (d, n), rng in zip(((1, 5), (3, 50)), run.streams(2), strict=True):
        mechanism = Algorithm1(loss=Regularised(Linear(0.7), 0.4), eps=0.5, radius=1.0, tolerance=1e-6)
        data = Data(np.full((n, d), d**-0.5), np.zeros(n))
        released = mechanism.sample(data, _trials(run), rng) - mechanism.minimiser(data)
        far = np.linalg.norm(released, axis=1)
        tails += Tail.at_levels(far, rho=mechanism.rho, lam=0.4, eps=0.5, n=float(n), d=float(d))
    twin: Bound = lambda rho, lam, eps, n, d, gam: 0.98 * _radius(d, gam, 4 * rho / (lam * n * eps))  # noqa: E731
    return _counted(run, tails, twin)


def risk(run: ExperimentRun) -> ExperimentResult:
    """How far apart the risks of a point and of a perturbed one are, when the noise is within kap with
    probability 1 - gam.

    The law is on records x in the unit ball, the loss rho <w, x>. Where x is always the same and d = 1, the
    difference is rho times the norm of the noise, which attains the bound.
    """
    tails = []
    for rng, scale in zip(run.streams(2), (0.3, 2.0), strict=True):
        loss, x = Linear(1.5), np.ones((1, 1))
        start = rng.uniform(-1, 1, (1, 1))
        moved = start + L2Laplace(1, scale).sample(_trials(run), rng)
        apart = np.abs(loss.phi(moved @ x.T, np.zeros(1)) - loss.phi(start @ x.T, np.zeros(1))).mean(axis=1)
        ordered = np.sort(apart)
        tails += [Tail(ordered, {"rho": 1.5, "kap": _radius(1, gam, scale), "gam": gam}) for gam in LEVELS]
    return _counted(run, tails, lambda rho, kap: 0.98 * rho * kap)


def training(run: ExperimentRun) -> ExperimentResult:
    """The training error that the noise of Algorithm 1 adds, for a loss that is quadratic everywhere.

    The loss is rho <w, x> + bet/2 ||w||^2 with bet = lam: the objective is a parabola about the minimiser,
    which lies inside the ball, and the error is bet/2 times the squared norm of the noise.
    """
    tails, trials = [], _trials(run)
    for (d, n), rng in zip(((1, 5), (2, 40)), run.streams(2), strict=True):
        loss, lam, radius = Linear(0.1), 0.5, 1.0
        mechanism = Algorithm1(loss=Regularised(loss, lam), eps=1.0, radius=radius, tolerance=1e-6)
        data = Data(np.full((n, d), d**-0.5), np.zeros(n))
        best = mechanism.minimiser(data)
        w = mechanism.sample(data, trials, rng)
        share = np.full((1, n), 1 / n)
        objective = mechanism.problem(data).objective
        parts = [objective(loss, part, share) for part in np.array_split(w, 1 + trials // 20_000)]
        error = np.concatenate(parts) - objective(loss, best[None], share)
        tails += Tail.at_levels(error, rho=mechanism.rho, lam=lam, eps=1.0, n=float(n), d=float(d), bet=lam)

    def twin(rho: float, lam: float, eps: float, n: float, d: float, bet: float, gam: float) -> float:
        return 0.96 * bet / 2 * _radius(int(d), gam, 4 * rho / (lam * n * eps)) ** 2

    return _counted(run, tails, twin)


def stability(run: ExperimentRun) -> ExperimentResult:
    """How far one record moves the expected loss, for rules that keep eps, with losses -bound and bound.

    Randomised response attains 2 bound (e^eps - 1)/(e^eps + 1); Laplace noise and a threshold do not.
    """
    trials = run.pick(1_000_000, 20_000_000)
    worlds = [(rule, eps) for rule in (_response, _threshold) for eps in (0.2, 1.0, 3.0)]
    alpha = (1 - CONFIDENCE) / (2 * 2 * len(worlds))
    seen = []
    for (rule, eps), rng in zip(worlds, run.streams(len(worlds)), strict=True):
        ones = [int(rule(bit, eps, trials, rng).sum()) for bit in (1, 0)]
        least = 2 * (lower_limit(ones[0], trials, alpha) - upper_limit(ones[1], trials, alpha))
        name = f"{rule.__name__.strip('_')}, eps={eps:g}"
        seen.append(Seen(least, {"bound": 1.0, "eps": eps}, 2 * trials, name))
    return run.judged(
        seen,
        lambda eps: 0.97 * 2 * float(np.tanh(eps / 2)),
        "97 % of what randomised response attains",
        "lower confidence limit of the difference of the risks over the bound, largest for",
    )


def _response(bit: int, eps: float, size: int, rng: np.random.Generator) -> FloatArray:
    """The bit, or with probability 1/(1 + e^eps) the other one."""
    flips = rng.random(size) * (1 + np.exp(eps)) < 1
    return np.asarray(flips if bit == 0 else ~flips)


def _threshold(bit: int, eps: float, size: int, rng: np.random.Generator) -> FloatArray:
    """Whether bit + Laplace noise of scale 1/eps exceeds 1/2."""
    return np.asarray(bit + rng.laplace(0.0, 1 / eps, size) > 0.5)


def validation(run: ExperimentRun) -> ExperimentResult:
    """How far one record moves the mean squared loss on v records, over w in the ball: searched.

    (R + 1)^2 / v is attained by a record that w misses by R + 1 and one that it meets.
    """
    tries = run.pick(4_000, 200_000)
    worlds = ((1.0, 4), (2.0, 3), (0.5, 9), (3.0, 100))
    seen = []
    for (radius, v), rng in zip(worlds, run.streams(len(worlds)), strict=True):
        w, x = rng.standard_normal((2, tries, 2))
        w *= radius / np.linalg.norm(w, axis=1, keepdims=True)
        x /= np.linalg.norm(x, axis=1, keepdims=True)
        x[: tries // 2] = -w[: tries // 2] / radius
        y = rng.choice([-1.0, 1.0], tries)
        missed = np.max((np.sum(w * x, axis=1) - y) ** 2)
        # against the record (0, 0), which every w meets
        seen.append(Seen(float(missed) / v, {"R": radius, "v": v}, tries, f"R={radius:g}, v={v}"))
    return run.judged(
        seen,
        lambda R, v: 0.99 * (R + 1) ** 2 / v,
        "99 % of (R + 1)^2 / v",
        "largest move found over the bound, worst of {} worlds at",
        confidence=1.0,
        rounding=1e-12,  # a maximum that is attained exactly may exceed its bound by rounding
        everywhere=True,
    )
