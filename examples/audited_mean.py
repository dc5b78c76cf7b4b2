"""A private mean of numbers in [0, 1], once with the noise that its claim needs and once with half of it.

cd examples && dptheory audit audited_mean:mean --claim "eps=1"
cd examples && dptheory audit audited_mean:hasty_mean --claim "eps=1"
"""

from __future__ import annotations

import numpy as np

from dptheory.lab.audit.privacy.auditor import Plan, audit
from dptheory.lab.audit.privacy.report import lines
from dptheory.lab.mechanisms.claims import PrivacyClaim


def mean(data: np.ndarray, size: int, rng: np.random.Generator) -> np.ndarray:
    """One record moves the mean by 1/n at most, so noise of scale 1/(n eps) keeps eps = 1."""
    return np.asarray(np.mean(data) + rng.laplace(0, 1 / len(data), size))


def hasty_mean(data: np.ndarray, size: int, rng: np.random.Generator) -> np.ndarray:
    """The scale of a mechanism that forgot a factor of 2."""
    return np.asarray(np.mean(data) + rng.laplace(0, 1 / (2 * len(data)), size))


if __name__ == "__main__":
    for mechanism in (mean, hasty_mean):
        found = audit(mechanism, PrivacyClaim(1.0), plan=Plan(samples=20_000))
        print("\n".join(lines(found)), end="\n\n")
