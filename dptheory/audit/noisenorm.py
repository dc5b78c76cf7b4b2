"""The norm of the noise: its law, and the tail bound of Wu et al. 2015, Theorem 9."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from dptheory.audit.binomial import dkw_radius, lower_limit, quantile_lower
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
from dptheory.mechanisms.domain import FloatArray
from dptheory.mechanisms.noise import L2Laplace
from dptheory.mechanisms.special import special

CONFIDENCE = 0.999
DIMENSIONS = (1, 2, 5, 14)
LEVELS = (0.1, 0.01)
SCALE = 0.7
"""Any scale: the statements are about norms in units of it."""


def _norms(d: int, size: int, rng: np.random.Generator) -> FloatArray:
    """The norms of `size` noise vectors in units of the scale, ascending."""
    return np.sort(np.linalg.norm(L2Laplace(d, SCALE).sample(size, rng), axis=1)) / SCALE


def distance(ordered: FloatArray, shape: float, scale: float) -> float:
    """The Kolmogorov-Smirnov distance of an ascending sample from Gamma(shape, scale)."""
    cdf = special().gammainc(shape, ordered / scale)
    steps = np.arange(len(ordered) + 1) / len(ordered)
    return float(max((steps[1:] - cdf).max(), (cdf - steps[:-1]).max()))


def law_trial(experiment: Experiment, seed: int, bound: Bound, size: Size) -> ExperimentResult:
    """The bound is the claimed shape as a function of d; the distance must stay inside the DKW band for every
    d.
    """
    trials = 20_000 if size == "quick" else 1_000_000
    radius = dkw_radius(trials, (1 - CONFIDENCE) / len(DIMENSIONS))
    streams = np.random.SeedSequence(seed).spawn(len(DIMENSIONS))
    samples = {
        d: _norms(d, trials, np.random.default_rng(q)) for d, q in zip(DIMENSIONS, streams, strict=True)
    }
    seen = {d: distance(s, evaluate(bound, {"d": d}), 1.0) for d, s in samples.items()}
    false = [distance(s, d + 1, 1.0) for d, s in samples.items()] + [
        distance(s, d, 0.9) for d, s in samples.items()
    ]
    worst = max(seen, key=lambda d: seen[d])
    verdict = VIOLATED if seen[worst] > radius else SAMPLED
    twin = Twin("shape d + 1, and scale 0.9 s", min(false) > radius, min(false) / radius)
    return ExperimentResult(
        experiment.name,
        verdict,
        seen[worst] / radius,
        CONFIDENCE,
        trials * len(DIMENSIONS),
        seed,
        seen[worst],
        radius,
        twin,
        f"Kolmogorov-Smirnov distance over the DKW radius, worst at d={worst}",
    )


def tail_trial(experiment: Experiment, seed: int, bound: Bound, size: Size) -> ExperimentResult:
    """The bound is a radius in units of the scale; its exceedance must be consistent with gamma for every d
    and gamma.
    """
    budget = 1_500_000 if size == "quick" else 20_000_000
    streams = np.random.SeedSequence(seed).spawn(len(DIMENSIONS))
    trials = {d: max(2_000, budget // d**2) for d in DIMENSIONS}
    samples = {
        d: _norms(d, trials[d], np.random.default_rng(q)) for d, q in zip(DIMENSIONS, streams, strict=True)
    }
    alpha = (1 - CONFIDENCE) / (2 * len(DIMENSIONS) * len(LEVELS))
    verdict, ratio, observed, limit, place = _tails(
        samples, lambda d, gam: evaluate(bound, {"d": d, "gam": gam}), alpha
    )
    false, false_ratio, _, _, _ = _tails(samples, lambda d, gam: 0.99 * d * float(np.log(d / gam)), alpha)
    twin = Twin("0.99 * d log(d / gam)", false == VIOLATED, false_ratio)
    note = f"lower confidence limit of the 1 - gam quantile of the norm over the bound, largest at {place}"
    return ExperimentResult(
        experiment.name, verdict, ratio, CONFIDENCE, sum(trials.values()), seed, observed, limit, twin, note
    )


def _tails(
    samples: dict[int, FloatArray], radius: Callable[[int, float], float], alpha: float
) -> tuple[str, float, float, float, str]:
    """Violated if some exceedance probability lies above gamma with confidence; and the place with the
    largest ratio.
    """
    rows = []
    broken = False
    for d, ordered in samples.items():
        for gam in LEVELS:
            limit = radius(d, gam)
            beyond = len(ordered) - int(np.searchsorted(ordered, limit, side="right"))
            broken |= lower_limit(beyond, len(ordered), alpha) > gam
            quantile = quantile_lower(ordered, 1 - gam, alpha)
            rows.append((quantile / limit, quantile, limit, f"d={d}, gam={gam:g}"))
    ratio, observed, limit, place = max(rows)
    return VIOLATED if broken else SAMPLED, ratio, observed, limit, place
