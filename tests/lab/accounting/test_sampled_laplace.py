"""Laplace noise on Poisson samples, against a computation that shares nothing with the accountant's."""

from __future__ import annotations

import math

import numpy as np
import pytest

from dptheory.lab.accounting import Composition, account, sampled

Q, STEPS, DELTA = 0.1, 50, 1e-6


def chance_of_at_most(loss: np.ndarray) -> np.ndarray:
    """P(L <= loss) for L = log(1 - q + q e^(|x| - |x - 1|)), x Laplace of scale 1 about 1 with chance q, else 0."""
    low, high = math.log(1 - Q + Q / math.e), math.log(1 - Q + Q * math.e)
    x = (1 + np.log((np.exp(np.clip(loss, low, high)) - 1 + Q) / Q)) / 2
    there = (1 - Q) * (1 - np.exp(-x) / 2) + Q * np.exp(x - 1) / 2
    return np.where(loss < low, 0.0, np.where(loss >= high, 1.0, there))


def epsilon(width: float, *, up: bool) -> float:
    """The least epsilon, with the losses rounded up or down to a grid and composed by a Fourier transform."""
    most = math.ceil(0.2 / width)
    grid = np.arange(-most, most + 1) * width
    ends = (grid - width, grid) if up else (grid, grid + width)
    mass = chance_of_at_most(ends[1]) - chance_of_at_most(ends[0])
    count = STEPS * 2 * most + 1
    size = 1 << count.bit_length()
    total = np.fft.irfft(np.fft.rfft(mass, size) ** STEPS, size)[:count]
    losses = (np.arange(count) - STEPS * most) * width
    few, many = 0.0, 10.0
    for _ in range(40):
        middle = (few + many) / 2
        beyond = losses > middle
        slack = float(np.sum(total[beyond] * -np.expm1(middle - losses[beyond])))
        few, many = (middle, many) if slack > DELTA else (few, middle)
    return many


def test_the_interval_of_sampled_laplace_noise_is_that_of_a_fourier_transform() -> None:
    """A grid of width 5e-7 gave [3.201896, 3.201922] outside of the tests."""
    best = account(Composition.of((sampled("laplace 1", "0.1"), STEPS)), delta="1e-6").best
    assert best.least is not None
    least, most = float(best.least), float(best.eps)
    assert epsilon(1e-4, up=False) < least < most < epsilon(1e-4, up=True)
    assert least <= 3.201922 and most >= 3.201896 and most - least < 2e-4


@pytest.mark.parametrize("up", [False, True])
def test_a_finer_grid_comes_nearer(up: bool) -> None:
    assert abs(epsilon(1e-4, up=up) - 3.2019) < abs(epsilon(4e-4, up=up) - 3.2019)
