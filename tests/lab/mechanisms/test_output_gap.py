"""Output perturbation: the solver's gap, scales as printed and tight, sensitivities."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from dptheory.lab.domain import Data, DomainError
from dptheory.lab.mechanisms import registry
from dptheory.lab.mechanisms.erm import SolverError, minimise
from dptheory.lab.mechanisms.kinked import Hinge
from dptheory.lab.mechanisms.losses import Huber, Linear, Logistic, Loss, Squared
from dptheory.lab.mechanisms.output import Algorithm2, Algorithm4, LectureAlgorithm1

Made = Callable[..., Data]
Pairs = Callable[[int, int, int], list[tuple[Data, Data]]]


def test_a_coarse_solver_pays_with_noise(data: Made) -> None:
    s, lam, eps = data(30, 3), 0.4, 0.8
    scales = []
    for gap in (1e-8, 1e-4, 1e-2):
        m = Algorithm2(loss=Logistic(), lam=lam, eps=eps, radius=1.5, gap=gap, tight=True)
        added = 2 * math.sqrt(2 * gap / lam)
        assert m.noise(30, 3).scale == pytest.approx((m.sensitivity(30) + added) / eps, rel=1e-12)
        best = minimise(Logistic(), s, lam, 1.5)
        found = minimise(Logistic(), s, lam, 1.5, gap=gap)
        assert (m.minimiser(s) == found.w[0]).all()
        assert np.linalg.norm(found.w - best.w) <= math.sqrt(2 * gap / lam) + 1e-12
        scales.append(m.noise(30, 3).scale)
    assert scales == sorted(scales)
    assert scales[2] > 1.5 * scales[0]
    assert np.linalg.norm(found.w - best.w) > 1e-6  # the coarse solver did stop early


@pytest.mark.parametrize("loss", [Squared(), Hinge(), Huber(0.3)], ids=lambda q: q.name)
def test_stopping_early_is_certified(loss: Loss, data: Made) -> None:
    s = data(25, 2, 3)
    best = minimise(loss, s, 0.3, 1.0)
    found = minimise(loss, s, 0.3, 1.0, gap=1e-3)
    rounding = 4e-16 * abs(best.value[0])  # of the two values, whichever library minimises
    assert found.value[0] - best.value[0] <= found.value_gap[0] + rounding and found.value_gap[0] <= 1e-3
    with pytest.raises(SolverError, match="larger gap"):
        Algorithm2(loss=loss, lam=0.3, eps=1.0, radius=1.0, gap=1e-40).minimiser(s)


def test_scales_as_printed_and_tight(data: Made) -> None:
    n = 50
    assert Algorithm4(lam=0.3, eps=2.0, radius=0.5).noise_scale(n) == pytest.approx(14 / (0.3 * n * 2))
    assert Algorithm4(lam=0.03, eps=2.0, radius=9.0, tight=True).noise_scale(n) == pytest.approx(
        (2 * math.sqrt(2 / 0.03) + 4) / (0.03 * n * 2)
    )
    assert Algorithm4(lam=0.03, eps=2.0, radius=0.5, tight=True).noise_scale(n) == pytest.approx(1 / 2)
    assert Algorithm4(lam=9.0, eps=2.0, radius=0.2, tight=True).noise_scale(n) == pytest.approx(
        4.4 / (9 * n * 2)
    )
    lecture = LectureAlgorithm1(loss=Logistic(), lam=0.3, eps=2.0)
    assert lecture.noise_scale(n) == pytest.approx(1 / (0.3 * n * 2))
    with pytest.raises(DomainError, match="no ball"):
        LectureAlgorithm1(loss=Logistic(), lam=0.3, eps=2.0, radius=1.0)
    with pytest.raises(DomainError, match="Lipschitz"):
        LectureAlgorithm1(loss=Squared(), lam=0.3, eps=2.0)
    with pytest.raises(DomainError, match="slopes beyond 1"):
        LectureAlgorithm1(loss=Linear(1.5), lam=0.3, eps=2.0)
    with pytest.raises(DomainError, match="n = 4"):
        registry.get("wu2015.algorithm2").sample(data(5, 1), 1, np.random.default_rng(0))


@pytest.mark.parametrize("loss", [Squared(), Hinge(), Logistic(), Huber(0.5)], ids=lambda q: q.name)
def test_tight_sensitivity_holds_on_neighbours(loss: Loss, neighbours: Pairs) -> None:
    m = Algorithm2(loss=loss, lam=0.7, eps=1.0, radius=1.0, tight=True, tolerance=1e-3)
    moves = [np.linalg.norm(m.minimiser(s) - m.minimiser(t)) for s, t in neighbours(6, 2, 12)]
    assert 0.2 * m.sensitivity(6) < max(moves) <= m.sensitivity(6) * (1 + 1e-9)


@pytest.mark.parametrize(("lam", "radius"), [(4.0, 0.3), (1.0, 1.0), (0.05, 3.0)])
def test_least_squares_never_move_further_than_the_tight_bound(lam: float, radius: float) -> None:
    n, worst = 40, 0.0
    mechanism = Algorithm4(lam=lam, eps=1.0, radius=radius, tight=True)
    rng = np.random.default_rng(4)
    for _ in range(150):
        x = rng.standard_normal((n, 2)) * 10.0 ** rng.uniform(-3, 0)
        x /= np.maximum(np.linalg.norm(x, axis=1, keepdims=True), 1.0)
        s = Data(x, rng.choice([-1.0, 1.0]) * np.ones(n))
        (a, b), y = rng.standard_normal((2, 2)), rng.choice([-1.0, 1.0], 2)
        one, other = s.replace(0, a / np.linalg.norm(a), y[0]), s.replace(0, b / np.linalg.norm(b), y[1])
        first, second = (minimise(Squared(), t, lam, radius).w[0] for t in (one, other))
        worst = max(worst, float(np.linalg.norm(first - second)))
    assert 0.2 * mechanism.sensitivity(n) < worst <= mechanism.sensitivity(n)
