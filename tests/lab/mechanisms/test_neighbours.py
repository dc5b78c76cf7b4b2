"""Claims on random neighbours, and how far gradients of two records lie apart."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.optimize import minimize

from dptheory.lab.mechanisms import registry
from dptheory.lab.mechanisms.kinked import Hinge
from dptheory.lab.mechanisms.losses import Huber, HuberHinge, Logistic, Loss, Squared


@pytest.mark.parametrize(
    "name", ["laplace", "l2laplace", "exponential", "wang2016.algorithm1", "chaudhuri2020.theorem3"]
)
def test_random_neighbours_never_cost_more_than_the_claim(name: str) -> None:
    """Exact ratios of densities on random neighbours; with half the noise some pair costs more."""
    m, rng, worst, twins = registry.get(name), np.random.default_rng(2), 0.0, 0.0
    shape = {"chaudhuri2020.theorem3": (8, 1)}.get(name, m.worst_pair().first.shape)  # type: ignore[union-attr]
    low = -1.0 if name in ("exponential", "l2laplace") else 0.0
    for _ in range(60):
        first = rng.choice([low, 1.0], size=shape) * (0.5 / math.sqrt(5) if name == "l2laplace" else 1.0)
        second = first.copy()
        second[0] = rng.choice([low, 1.0], size=shape[1]) * np.abs(first[0]).max()
        for mechanism, factor in ((m, 1.0), (m.with_noise_scaled(0.5), 0.5)):
            outputs = mechanism.sample(first, 300, rng)
            loss = np.abs(
                mechanism.log_density(first, outputs) - mechanism.log_density(second, outputs)
            ).max()
            if factor == 1.0:
                worst = max(worst, float(loss))
            else:
                twins = max(twins, float(loss))
    assert worst <= m.claim.eps + 1e-12
    assert twins > m.claim.eps


@pytest.mark.parametrize("radius", [0.2, 1.0, 3.0])
@pytest.mark.parametrize(
    "loss", [Squared(), Logistic(), Huber(0.5), HuberHinge(0.5), Hinge()], ids=lambda q: q.name
)
def test_spread_of_gradients(loss: Loss, radius: float) -> None:
    """Searched over records and points in the plane; for the squared loss the bound is nearly reached."""

    def move(z: np.ndarray) -> float:
        x, w = z[:4].reshape(2, 2), z[4:6]
        x = x / np.maximum(np.linalg.norm(x, axis=1, keepdims=True), 1.0)
        w = w / max(float(np.linalg.norm(w)) / radius, 1.0)
        one, other = loss.gradient(w, x, np.clip(z[6:], -1, 1))
        return -float(np.linalg.norm(one - other))

    starts = np.random.default_rng(1).standard_normal((6, 8)) * 3
    found = -min(minimize(move, z, method="Nelder-Mead", options={"maxiter": 3000}).fun for z in starts)
    assert found <= loss.spread(radius) * (1 + 1e-12) <= 2 * loss.lipschitz(radius) * (1 + 1e-12)
    if isinstance(loss, Squared):
        assert found > 0.85 * loss.spread(radius)
