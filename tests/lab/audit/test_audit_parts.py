"""The parts of the experiments: data, worst cases, retraining, failure counts."""

from __future__ import annotations

import numpy as np
import pytest

from dptheory.lab.audit.records import SAMPLED, UNDECIDED, VIOLATED
from dptheory.lab.audit.released import kolmogorov
from dptheory.lab.audit.retraining import Setting, largest_move
from dptheory.lab.audit.utility import RiskSetting, excess_risks, failures
from dptheory.lab.audit.worstcase import climb, endpoints
from dptheory.lab.diabetes import diabetes, diabetes_classes
from dptheory.lab.mechanisms.erm import minimise
from dptheory.lab.mechanisms.losses import Linear, Regularised, Squared
from dptheory.lab.mechanisms.output import Algorithm1, Algorithm2


def test_diabetes_fits_the_unit_ball_and_touches_it() -> None:
    data = diabetes()
    assert (data.n, data.d) == (442, 10)
    assert np.linalg.norm(data.x, axis=1).max() == pytest.approx(1)
    assert (data.y.min(), data.y.max()) == (-1, 1)
    assert np.abs(data.x.mean(axis=0)).max() < 1e-12
    assert set(diabetes_classes().y) == {-1.0, 1.0}


@pytest.mark.parametrize("n", [1, 3, 50])
def test_endpoints_attain_the_sharp_constant(n: int) -> None:
    found = endpoints(n, 1.7, 0.3)
    assert found.observed == pytest.approx(2 * 1.7 / (0.3 * (n + 1)), rel=1e-9)
    assert found.values["rho"] == pytest.approx(1.7)


def test_no_other_slope_or_radius_beats_the_endpoints() -> None:
    rng, n, lam = np.random.default_rng(0), 4, 0.5
    ratios = []
    for slope, radius in rng.uniform(0.05, 3.0, (400, 2)):
        rho = Regularised(Linear(slope), lam).lipschitz(radius)
        move = min(2 * slope / (lam * n), 2 * radius)
        ratios.append(move / (2 * rho / (lam * (n + 1))))
    assert 0.9 < max(ratios) <= 1 + 1e-12


@pytest.mark.parametrize(("n", "d"), [(1, 1), (3, 2), (6, 4)])
def test_climbing_reaches_but_never_exceeds_the_bound(n: int, d: int) -> None:
    found = climb(n, d, 2.0, 0.7, 80, np.random.default_rng(1))
    assert 0.99 <= found.observed / (2 * 2.0 / (0.7 * n)) <= 1


def test_retraining_agrees_with_one_explicit_replacement() -> None:
    setting = Setting(Squared(), 0.1, 1.0, 30, 2)
    move = largest_move(setting, np.random.default_rng(2))
    data = setting.data
    far = data.x[0] / np.linalg.norm(data.x[0])
    moves = [
        np.linalg.norm(minimise(Squared(), data.replace(i, sign * far, label), 0.1, 1.0).w - start)
        for start in [minimise(Squared(), data, 0.1, 1.0).w]
        for i in range(5)
        for sign in (-1, 1)
        for label in (-1.0, 1.0)
    ]
    assert move.most - move.least < 1e-9
    assert max(moves) < move.least < 2 * 4 / (0.1 * 442)
    assert move.retrained >= 60


def test_distance_tells_shapes_apart() -> None:
    sample = np.sort(np.random.default_rng(3).gamma(5.0, 1.0, 20_000))
    assert kolmogorov(sample, 5.0, 1.0) < 0.02
    assert kolmogorov(sample, 6.0, 1.0) > 0.1
    assert kolmogorov(sample, 5.0, 0.9) > 0.05


def test_failures_are_shown_contradicted_or_neither() -> None:
    risks = np.arange(1000) / 1000
    assert failures(risks, 0.0, 0.95, 0.1, 0.001) == SAMPLED
    assert failures(risks, 0.0, 0.80, 0.1, 0.001) == VIOLATED
    assert failures(risks, 0.0, 0.90, 0.1, 0.001) == UNDECIDED
    assert failures(risks, 0.2, 0.80, 0.1, 0.001) == UNDECIDED


@pytest.mark.parametrize(
    "mechanism",
    [
        Algorithm1(loss=Regularised(Squared(), 0.5), eps=1.0, radius=1.0, projected=True),
        Algorithm2(loss=Squared(), lam=0.5, eps=1.0, radius=1.0, projected=True),
    ],
    ids=["algorithm1", "algorithm2"],
)
def test_excess_risk_is_nonnegative_and_falls_with_n(mechanism: Algorithm1 | Algorithm2) -> None:
    small, gap = excess_risks(RiskSetting(mechanism, 50, 0.1), 400, np.random.default_rng(4))
    large, _ = excess_risks(RiskSetting(mechanism, 200_000, 0.1), 400, np.random.default_rng(5))
    assert 0 <= gap < 1e-12
    assert small.min() >= 0
    assert large.min() >= 0
    assert np.median(large) < np.median(small)
    bias = 0.25 if isinstance(mechanism, Algorithm2) else 0.0  # lam R^2 / 2
    assert np.median(large) < 0.01 + bias
