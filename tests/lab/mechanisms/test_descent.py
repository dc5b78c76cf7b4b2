"""Noisy gradient descent: density, clipping, batches, claims."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from scipy.stats import ks_2samp, kstest

from dptheory.lab.domain import Data, DomainError
from dptheory.lab.mechanisms.descent import NoisyDescent
from dptheory.lab.mechanisms.losses import HuberHinge, Linear, Logistic, Loss, Squared

SIZE = 20_000
Made = Callable[..., Data]
Pairs = Callable[[int, int, int], list[tuple[Data, Data]]]


@pytest.mark.parametrize("scheme", ["disjoint", "subsample"])
@pytest.mark.parametrize("delta", [0.0, 0.01])
def test_descent_has_its_density(scheme: str, delta: float, data: Made) -> None:
    m = NoisyDescent(
        loss=Logistic(),
        eps=1.5,
        n=6,
        batch=3,
        steps=2,
        clip=0.3,
        delta=delta,
        scheme=scheme,  # type: ignore[arg-type]
    )
    s = data(6, 1, 9)
    grid = np.linspace(-1.6, 1.6, 321)
    w = np.stack(np.meshgrid(grid, grid), axis=-1).reshape(-1, 2)
    density = np.exp(m.log_density(s, w)).reshape(321, 321)
    cell = (grid[1] - grid[0]) ** 2
    assert density.sum() * cell == pytest.approx(1.0, abs=0.02)
    last = m.sample(s, SIZE, np.random.default_rng(8))[:, 1]
    # rows of the grid: the second point; columns: the first
    cdf = np.cumsum(density.sum(axis=1)) / density.sum()
    shifted = grid + (grid[1] - grid[0]) / 2
    assert kstest(last, lambda t: np.interp(t, shifted, cdf)).statistic < 0.015
    false = m.with_noise_scaled(0.8).sample(s, SIZE, np.random.default_rng(8))[:, 1]
    assert kstest(false, lambda t: np.interp(t, shifted, cdf)).statistic > 0.025


def test_descent_clips_and_refuses(data: Made) -> None:
    quiet = NoisyDescent(loss=Linear(5.0), eps=1e9, n=4, batch=2, steps=2, clip=0.5, rate=1.0)
    w = quiet.sample(Data([[1.0], [1.0], [0.05], [0.05]], np.zeros(4)), 2, np.random.default_rng(0))
    assert np.allclose(w, [[-0.5, -0.75]], atol=1e-6)
    last = NoisyDescent(loss=Linear(5.0), eps=1.0, n=4, batch=2, steps=2, released="last")
    assert last.sample(data(4, 3), 5, np.random.default_rng(0)).shape == (5, 3)
    assert not last.has_density
    with pytest.raises(DomainError, match="the batches take 6"):
        NoisyDescent(loss=Linear(5.0), eps=1.0, n=4, batch=2, steps=3)
    with pytest.raises(DomainError, match="printed"):
        NoisyDescent(loss=Linear(5.0), eps=1.0, n=4, batch=2, steps=2, scheme="subsample", printed=True)
    with pytest.raises(DomainError, match="n = 4"):
        quiet.check(data(5, 1))


def test_drawn_batches_are_the_same_law_however_drawn(monkeypatch: pytest.MonkeyPatch, data: Made) -> None:
    m = NoisyDescent(loss=Logistic(), eps=1e6, n=6, batch=3, steps=1, clip=1.0, scheme="subsample")
    s = data(6, 1, 9)
    fast = m.sample(s, SIZE, np.random.default_rng(0))[:, 0]
    monkeypatch.setattr("dptheory.lab.mechanisms.descent.SMALL", 0)
    slow = m.sample(s, SIZE, np.random.default_rng(0))[:, 0]
    assert ks_2samp(fast, slow).pvalue > 1e-3
    assert ks_2samp(fast, slow * 1.05).pvalue < 1e-6
    assert len(np.unique(fast.round(5))) > 5


@pytest.mark.parametrize("loss", [Logistic(), Squared(), HuberHinge(0.5)], ids=lambda q: q.name)
@pytest.mark.parametrize("scheme", ["disjoint", "subsample"])
def test_descent_keeps_its_claim_on_random_neighbours(loss: Loss, scheme: str, neighbours: Pairs) -> None:
    m = NoisyDescent(loss=loss, eps=0.8, n=6, batch=2, steps=3, clip=0.4, scheme=scheme)  # type: ignore[arg-type]
    less = m.with_noise_scaled(0.3)
    worst, twins, rng = 0.0, 0.0, np.random.default_rng(3)
    for s, t in neighbours(6, 2, 10):
        for mechanism in (m, less):
            w = mechanism.sample(s, 300, rng)
            loss_seen = float(np.abs(mechanism.log_density(s, w) - mechanism.log_density(t, w)).max())
            worst, twins = (
                (max(worst, loss_seen), twins) if mechanism is m else (worst, max(twins, loss_seen))
            )
    assert worst <= m.claim.eps
    assert twins > m.claim.eps
