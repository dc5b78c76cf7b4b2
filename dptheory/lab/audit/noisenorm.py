"""The law of the norm of the noise, against a claimed Gamma law."""

from __future__ import annotations

from typing import Final

import numpy as np

from dptheory.lab.audit.binomial import dkw_radius
from dptheory.lab.audit.harness import CONFIDENCE, ExperimentRun
from dptheory.lab.audit.records import SAMPLED, VIOLATED, ExperimentResult, Twin
from dptheory.lab.domain import FloatArray
from dptheory.lab.mechanisms.noise import L2Laplace
from dptheory.lab.special import special

DIMENSIONS: Final = (1, 2, 5, 14)
SCALE: Final = 0.7
"""Any scale: the statements are about norms in units of it."""


def norms(d: int, size: int, rng: np.random.Generator) -> FloatArray:
    """The norms of `size` noise vectors in units of the scale, ascending."""
    return np.sort(np.linalg.norm(L2Laplace(d, SCALE).sample(size, rng), axis=1)) / SCALE


def distance(ordered: FloatArray, shape: float, scale: float) -> float:
    """The Kolmogorov-Smirnov distance of an ascending sample from Gamma(shape, scale)."""
    cdf = special().gammainc(shape, ordered / scale)
    steps = np.arange(len(ordered) + 1) / len(ordered)
    return float(max((steps[1:] - cdf).max(), (cdf - steps[:-1]).max()))


def law(run: ExperimentRun) -> ExperimentResult:
    """The bound is the claimed shape as a function of d; the distance must stay inside the band of Dvoretzky,
    Kiefer and Wolfowitz for every d.
    """
    trials = run.pick(20_000, 1_000_000)
    radius = dkw_radius(trials, (1 - CONFIDENCE) / len(DIMENSIONS))
    samples = {
        d: norms(d, trials, rng) for d, rng in zip(DIMENSIONS, run.streams(len(DIMENSIONS)), strict=True)
    }
    seen = {d: distance(s, run.limit({"d": d}), 1.0) for d, s in samples.items()}
    false = [distance(s, *wrong) for d, s in samples.items() for wrong in ((d + 1, 1.0), (d, 0.9))]
    worst = max(seen, key=lambda d: seen[d])
    return run.result(
        VIOLATED if seen[worst] > radius else SAMPLED,
        (seen[worst] / radius, seen[worst], radius),
        trials * len(DIMENSIONS),
        Twin("shape d + 1, and scale 0.9 s", min(false) > radius, min(false) / radius),
        f"Kolmogorov-Smirnov distance over the DKW radius, worst at d={worst}",
    )
