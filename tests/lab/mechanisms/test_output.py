"""Algorithms 1 and 2: printed scales, the density ratio on neighbours, overrides, projection, refusals."""

from __future__ import annotations

from math import log

import numpy as np
import pytest

from dptheory.lab.domain import Data, DomainError
from dptheory.lab.mechanisms.erm import SolverError
from dptheory.lab.mechanisms.kinked import Absolute, Hinge
from dptheory.lab.mechanisms.losses import Huber, Linear, Regularised, Squared
from dptheory.lab.mechanisms.output import Algorithm1, Algorithm2, OutputPerturbation


def data(n: int = 12, d: int = 3) -> Data:
    rng = np.random.default_rng(0)
    x = rng.standard_normal((n, d))
    return Data(x / np.linalg.norm(x, axis=1, keepdims=True), np.sign(x[:, 0]))


def first(**more: object) -> Algorithm1:
    return Algorithm1(loss=Regularised(Squared(), 0.4), eps=0.8, radius=1.5, **more)  # type: ignore[arg-type]


def second(**more: object) -> Algorithm2:
    return Algorithm2(loss=Squared(), lam=0.4, eps=0.8, radius=1.5, **more)  # type: ignore[arg-type]


def test_scales_as_printed() -> None:
    n, lam, eps, radius = 50, 0.4, 0.8, 1.5
    rho = 2 * radius + 2
    assert second().noise_scale(n) == pytest.approx(4 * (rho + lam * radius) / (lam * n * eps), rel=1e-15)
    strong = rho + lam * radius  # the Lipschitz constant of the regularised loss
    assert first().noise_scale(n) == pytest.approx(4 * strong / (lam * n * eps), rel=1e-15)
    assert second().noise(n, 3).scale == pytest.approx(second().noise_scale(n) * (1 + 2e-4), rel=1e-15)
    assert second(scale=0.3).noise(n, 3).scale == 0.3
    assert (first().claim.eps, first().claim.delta, first().claim.adjacency) == (0.8, 0.0, "replace-one")


@pytest.mark.parametrize(
    "base", [Squared(), Huber(0.3), Hinge(), Absolute(), Linear(1.0)], ids=lambda q: q.name
)
def test_density_ratio_on_neighbours(base: Linear) -> None:
    s, eps = data(), 0.8
    mechanism = Algorithm2(loss=base, lam=2.0, eps=eps, radius=1.0, tolerance=1e-3)
    wrong = Algorithm2(loss=base, lam=2.0, eps=eps, radius=1.0, scale=mechanism.noise_scale(s.n) / 100)
    pairs = [
        s.replace(i, sign * s.x[i], label) for i in range(4) for sign in (-1, 1) for label in (-1.0, 1.0)
    ]
    assert max(ratio(mechanism, s, t) for t in pairs) <= eps
    assert max(ratio(wrong, s, t) for t in pairs) > eps


def ratio(mechanism: OutputPerturbation, s: Data, t: Data) -> float:
    far = 50 * np.concatenate([np.eye(s.d), -np.eye(s.d)])
    w = np.concatenate(
        [mechanism.sample(s, 200, np.random.default_rng(1)), far, mechanism.minimiser(s)[None]]
    )
    return float(np.abs(mechanism.log_density(s, w) - mechanism.log_density(t, w)).max())


def test_samples_are_centred_noise() -> None:
    s = data()
    mechanism = second()
    noise = mechanism.sample(s, 20_000, np.random.default_rng(2)) - mechanism.minimiser(s)
    norms = np.linalg.norm(noise, axis=1)
    assert abs(norms.mean() / (3 * mechanism.noise_scale(s.n)) - 1) < 0.02
    assert np.mean(norms <= 3 * log(3 / 0.1) * mechanism.noise_scale(s.n)) >= 0.9


def test_release_is_one_reproducible_sample() -> None:
    s = data()
    one = first().release(s, np.random.default_rng(3))
    assert one.shape == (3,)
    assert (one == first().sample(s, 1, np.random.default_rng(3))[0]).all()


def test_projection_onto_the_ball() -> None:
    s = data()
    free = second().sample(s, 500, np.random.default_rng(4))
    inside = second(projected=True).sample(s, 500, np.random.default_rng(4))
    norms = np.linalg.norm(free, axis=1)
    assert norms.max() > 1.5
    assert np.linalg.norm(inside, axis=1).max() <= 1.5 * (1 + 1e-14)
    assert (inside[norms <= 1.5] == free[norms <= 1.5]).all()
    with pytest.raises(DomainError, match="projected"):
        second(projected=True).log_density(s, free)


@pytest.mark.parametrize("name", ["eps", "radius", "scale", "tolerance", "lam"])
@pytest.mark.parametrize("value", [0, -1.0, float("nan"), float("inf"), True, "1"])
def test_bad_parameters(name: str, value: object) -> None:
    good: dict[str, object] = {"loss": Squared(), "lam": 0.4, "eps": 0.8, "radius": 1.5}
    with pytest.raises(DomainError, match=name):
        Algorithm2(**{**good, name: value})  # type: ignore[arg-type]


def test_losses_that_do_not_fit() -> None:
    with pytest.raises(DomainError, match="strongly convex"):
        Algorithm1(loss=Squared(), eps=1.0, radius=1.0)  # type: ignore[arg-type]
    with pytest.raises(DomainError, match="convex Loss"):
        Algorithm2(loss=Regularised(Squared(), 1.0), lam=1.0, eps=1.0, radius=1.0)  # type: ignore[arg-type]


def test_an_uncertified_minimiser_is_refused() -> None:
    with pytest.raises(SolverError, match="larger tolerance"):
        Algorithm2(loss=Absolute(), lam=0.4, eps=1.0, radius=1.5, tolerance=1e-15).minimiser(data())


def test_bad_data() -> None:
    with pytest.raises(DomainError, match=r"record 1 has \|\|x\|\| = 2"):
        Data(np.array([[1.0], [2.0]]), np.zeros(2))
    with pytest.raises(DomainError, match="record 0 has y = 3"):
        Data(np.array([[1.0]]), np.array([3.0]))
    with pytest.raises(DomainError, match="one label a record"):
        Data(np.array([[1.0]]), np.zeros(2))
    with pytest.raises(DomainError, match="not finite"):
        Data(np.array([[np.nan]]), np.zeros(1))
    with pytest.raises(DomainError, match="not finite"):
        Data(np.array([[1.0]]), np.array([np.nan]))
    with pytest.raises(DomainError, match="shape"):
        Data(np.zeros((0, 2)), np.zeros(0))
    with pytest.raises(DomainError, match="does not exist"):
        data().replace(12, np.zeros(3), 0.0)
    with pytest.raises(ValueError, match="read-only"):
        data().x[0, 0] = 1.0
