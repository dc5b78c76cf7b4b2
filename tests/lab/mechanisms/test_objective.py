"""Objective perturbation: its law, its claim, what the printed forms lose."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from scipy.integrate import cumulative_trapezoid, quad
from scipy.stats import kstest

from dptheory.lab.audit.binomial import lower_limit, upper_limit
from dptheory.lab.domain import Data, DomainError
from dptheory.lab.mechanisms.kinked import Hinge
from dptheory.lab.mechanisms.losses import Huber, HuberHinge, Linear, Logistic, Loss, Squared
from dptheory.lab.mechanisms.objective import ObjectivePerturbation

SIZE = 20_000
Made = Callable[..., Data]
Pairs = Callable[[int, int, int], list[tuple[Data, Data]]]


def density_1d(m: ObjectivePerturbation, s: Data, reach: float) -> tuple[np.ndarray, np.ndarray]:
    grid = np.linspace(-reach, reach, 400_001)
    cdf = cumulative_trapezoid(np.exp(m.log_density(s, grid[:, None])), grid, initial=0.0)
    return grid, cdf


def largest_loss(mechanism: ObjectivePerturbation, pairs: list[tuple[Data, Data]]) -> float:
    rng, worst = np.random.default_rng(1), 0.0
    for s, t in pairs:
        w = rng.standard_normal((2000, s.d)) * 10.0 ** rng.uniform(-2, 1.5, (2000, 1))
        worst = max(worst, float(np.abs(mechanism.log_density(s, w) - mechanism.log_density(t, w)).max()))
    return worst


@pytest.mark.parametrize("loss", [HuberHinge(0.4), Logistic(), Huber(0.5)], ids=lambda q: q.name)
def test_objective_perturbation_has_its_law(loss: Loss, data: Made) -> None:
    m = ObjectivePerturbation(eps=1.0, lam=0.5, n=4, loss=loss)
    s = data(4, 1)
    grid, cdf = density_1d(m, s, 60.0)
    assert cdf[-1] == pytest.approx(1.0, abs=1e-4)
    drawn = m.sample(s, SIZE, np.random.default_rng(2))[:, 0]
    assert kstest(drawn, lambda t: np.interp(t, grid, cdf)).pvalue > 1e-3
    less = m.with_noise_scaled(0.8).sample(s, SIZE, np.random.default_rng(2))[:, 0]
    assert kstest(less, lambda t: np.interp(t, grid, cdf)).pvalue < 1e-6


def test_objective_perturbation_over_an_interval_has_two_atoms(data: Made) -> None:
    m = ObjectivePerturbation(eps=1.0, lam=1.0, n=5, loss=Squared(), radius=0.8, width=1)
    s = data(5, 1, 4)
    ends = np.exp(m.log_density(s, np.array([[-0.8], [0.8]])))
    inside = quad(lambda t: float(np.exp(m.log_density(s, np.array([[t]])))[0]), -0.8 + 1e-8, 0.8 - 1e-8)[0]
    assert inside + ends.sum() == pytest.approx(1.0, abs=1e-6)
    drawn = m.sample(s, SIZE, np.random.default_rng(3))[:, 0]
    for sign, end in zip((-1, 1), ends, strict=True):
        hits = int((sign * drawn > 0.8 - 1e-9).sum())
        assert lower_limit(hits, SIZE, 1e-4) < end < upper_limit(hits, SIZE, 1e-4)
        assert not lower_limit(hits, SIZE, 1e-4) < 0.9 * end < upper_limit(hits, SIZE, 1e-4)
    assert np.isneginf(m.log_density(s, np.array([[0.9]]))[0])


def test_objective_perturbation_density_in_the_plane(data: Made) -> None:
    m = ObjectivePerturbation(eps=2.0, lam=1.0, n=3, loss=Logistic())
    grid = np.linspace(-8, 8, 801)
    w = np.stack(np.meshgrid(grid, grid), axis=-1).reshape(-1, 2)
    total = np.exp(m.log_density(data(3, 2), w)).sum() * (grid[1] - grid[0]) ** 2
    assert total == pytest.approx(1.0, abs=2e-3)


@pytest.mark.parametrize("loss", [HuberHinge(0.5), Logistic(), Huber(0.7)], ids=lambda q: q.name)
@pytest.mark.parametrize("form", ["tight", "chaudhuri2011"])
@pytest.mark.parametrize("lam", [0.1, 1.0])
def test_objective_perturbation_keeps_its_claim(loss: Loss, form: str, lam: float, neighbours: Pairs) -> None:
    m = ObjectivePerturbation(eps=1.0, lam=lam, n=3, loss=loss, form=form)  # type: ignore[arg-type]
    assert largest_loss(m, neighbours(3, 2, 8)) <= 1.0 + 1e-9


def test_what_the_printed_forms_of_objective_perturbation_lose(neighbours: Pairs) -> None:
    pairs = neighbours(3, 1, 4)
    lecture = ObjectivePerturbation(eps=1.0, lam=1.0, n=3, loss=HuberHinge(0.5), form="chaudhuri2020")
    assert largest_loss(lecture, pairs) > lecture.claim.eps + 0.2
    wu = ObjectivePerturbation(eps=1.0, lam=0.5, n=3, loss=HuberHinge(0.2), form="wu2015")
    assert largest_loss(wu, pairs) > 1.5
    assert wu.calibration.extra == 0.0
    repaired = ObjectivePerturbation(eps=1.0, lam=0.5, n=3, loss=HuberHinge(0.2))
    assert repaired.calibration.extra > 0
    assert largest_loss(repaired, pairs) <= 1.0


def test_a_coarse_minimiser_of_the_perturbed_objective_gets_noise(data: Made) -> None:
    m = ObjectivePerturbation(eps=1.0, lam=1.0, n=3, loss=Logistic(), gap=1e-3)
    exact = ObjectivePerturbation(eps=1.0, lam=1.0, n=3, loss=Logistic())
    extra = m.output_noise(2)
    assert extra is not None
    assert extra.scale == pytest.approx(2 * math.sqrt(2e-3) / 0.1)
    assert m.calibration.beta < exact.calibration.beta
    assert not m.has_density
    assert m.sample(data(3, 2), 5, np.random.default_rng(0)).shape == (5, 2)


def test_objective_perturbation_refuses(data: Made) -> None:
    with pytest.raises(DomainError, match="second derivative"):
        ObjectivePerturbation(eps=1.0, lam=1.0, n=3, loss=Hinge())
    with pytest.raises(DomainError, match="Lipschitz"):
        ObjectivePerturbation(eps=1.0, lam=1.0, n=3, loss=Squared())
    with pytest.raises(DomainError, match=r"\|l'\| <= 1"):
        ObjectivePerturbation(eps=1.0, lam=1.0, n=3, loss=Linear(2.0), form="chaudhuri2011")
    with pytest.raises(DomainError, match="no ball"):
        ObjectivePerturbation(eps=1.0, lam=1.0, n=3, loss=Logistic(), form="chaudhuri2020", radius=1.0)
    with pytest.raises(DomainError, match="form"):
        ObjectivePerturbation(eps=1.0, lam=1.0, n=3, loss=Logistic(), form="x")  # type: ignore[arg-type]
    with pytest.raises(DomainError, match="n = 3"):
        ObjectivePerturbation(eps=1.0, lam=1.0, n=3, loss=Logistic()).check(data(4, 1))
