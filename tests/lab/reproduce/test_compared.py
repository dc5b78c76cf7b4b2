"""The mechanisms that the source compares."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from dptheory.lab.domain import Data
from dptheory.lab.reproduce.wu2015 import warfarin
from dptheory.lab.reproduce.wu2015.choices import Choices
from dptheory.lab.reproduce.wu2015.compared import MECHANISMS, ExponentialNorm, Training, best_parameters


def training(file: Path, choices: Choices) -> Training:
    study = warfarin.study(file, choices)
    return Training(Data(study.x, study.y), choices)


@pytest.mark.parametrize("name", MECHANISMS)
@pytest.mark.parametrize("noise", ["printed", "tight"])
def test_mechanisms_approach_least_squares_without_noise(file: Path, name: str, noise: str) -> None:
    choices = Choices(noise=noise, noise_factor=1e-7)  # type: ignore[arg-type]
    t = training(file, choices)
    w = MECHANISMS[name](t, 5.0, np.random.default_rng(0))
    assert w.shape == (14,)
    error = np.mean((t.data.x @ w - t.data.y) ** 2)
    best = np.mean((t.data.x @ MECHANISMS["non-private"](t, 5.0, np.random.default_rng(0)) - t.data.y) ** 2)
    reference = np.mean(t.data.y**2)
    assert error >= best - 1e-12
    assert name.startswith("tuned") or error <= reference + 1e-12  # a tuned one sees a 25th of the data
    if name in ("functional", "oracle"):
        assert error < best + 0.25 * (reference - best)
    loud = MECHANISMS[name](training(file, Choices(noise=noise)), 0.01, np.random.default_rng(0))  # type: ignore[arg-type]
    assert (np.linalg.norm(loud - w) < 0.05) == (name in ("non-private", "w = 0"))


@pytest.mark.parametrize("norm", ["gamma", "exponential"])
def test_the_oracle_expects_the_error_that_it_has(file: Path, norm: str) -> None:
    t = training(file, Choices(norm=norm))  # type: ignore[arg-type]
    mechanism = t.rls_out(0.3, 0.5, 2.0)
    assert isinstance(mechanism, ExponentialNorm) == (norm == "exponential")
    drawn = mechanism.sample(t.data, 20_000, np.random.default_rng(0))
    seen = np.mean((drawn @ t.data.x.T - t.data.y) ** 2)
    fit = np.mean((t.data.x @ mechanism.minimiser(t.data) - t.data.y) ** 2)
    expected = t.spread(mechanism.noise(t.data.n, 14).scale) * np.trace(t.gram)
    assert seen - fit == pytest.approx(expected, rel=0.1)
    assert seen - fit != pytest.approx(expected * 1.3, rel=0.1)
    lam, radius = best_parameters(t, 2.0)
    assert (lam, radius) != best_parameters(t, 1e6)
