"""The risk of what an exponential mechanism chooses, on average over data sets and choices.

m hypotheses with independent losses of 0 or 1, a record being the row of its losses; the base law is uniform,
so that the best hypothesis has share 1/m whatever the data are: K = m and rho = 0 in the source's A2.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from dptheory.lab.audit.harness import CONFIDENCE, ExperimentRun, Seen
from dptheory.lab.audit.records import ExperimentResult
from dptheory.lab.domain import FloatArray

WORLDS: Final = ((8, 10, 0.5, 0.0), (8, 50, 1.0, 0.1), (200, 10, 0.2, 0.1))
"""Hypotheses, records, eps, and the size g of the penalties."""


def excesses(
    m: int, n: int, slope: float, penalty: FloatArray, size: int, rng: np.random.Generator
) -> FloatArray:
    """How far the penalised risk of the choice exceeds the least, for `size` data sets, one choice each."""
    risks = rng.binomial(n, 0.5, (size, m)) / n + penalty
    picked = np.argmax(-slope * risks + rng.gumbel(size=risks.shape), axis=1)
    return np.asarray(risks[np.arange(size), picked] - risks.min(axis=1))


def risk(run: ExperimentRun) -> ExperimentResult:
    """Lower confidence limits of the mean excess (Hoeffding, for values in [0, 1 + 2 g]) over the bound."""
    trials = run.pick(20_000, 400_000)
    radius = math.sqrt(math.log(2 * len(WORLDS) / (1 - CONFIDENCE)) / (2 * trials))
    seen = []
    for (m, n, eps, g), rng in zip(WORLDS, run.streams(len(WORLDS)), strict=True):
        delta = 1 / n
        penalty = rng.uniform(-g, g, m)
        slope = eps / (2 * delta)
        mean = float(excesses(m, n, slope, penalty, trials, rng).mean())
        values = {"K": m, "rho": 0, "eps": eps, "n": n, "Delta": delta, "lam": slope, "t": 1e-3, "g": g}
        values["seen"] = mean
        seen.append(Seen(mean - radius * (1 + 2 * g), values, trials, f"m={m}, n={n}, eps={eps:g}"))
    note = "lower confidence limit of the mean excess over the bound, largest of {} at"
    return run.judged(seen, lambda seen: 0.9 * seen, "90 % of the mean that was seen", note)
