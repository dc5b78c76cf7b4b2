"""One posterior sample and AdaOPS: the exact claim is exact, the calibration is what the proof needs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from flint import arb, fmpq

from dptheory.cli import main
from dptheory.errors import BadInput
from dptheory.lab.audit.privacy.auditor import Plan, audit
from dptheory.lab.domain import Data, DomainError
from dptheory.lab.mechanisms import posterior
from dptheory.lab.mechanisms.claims import ADD_REMOVE, PrivacyClaim
from dptheory.lab.mechanisms.posterior import AdaptivePosteriorSample, PosteriorSample, clipped, enough
from dptheory.lab.mechanisms.registry import get
from dptheory.lab.perinstance.pairs import Posterior


def verdict(mechanism: Any, eps: float, samples: int = 100_000) -> str:
    claim = mechanism.claim
    return audit(mechanism, PrivacyClaim(eps, claim.delta, ADD_REMOVE), plan=Plan(samples=samples)).verdict


def test_a_posterior_sample_keeps_its_exact_eps_and_not_90_per_cent_of_it() -> None:
    mechanism = get("wang2019.ops")
    eps = mechanism.claim.eps
    assert verdict(mechanism, eps) == "consistent"
    assert verdict(mechanism, 0.9 * eps) == "violated"
    assert verdict(mechanism.with_noise_scaled(0.9), eps, 400_000) == "violated"


def test_the_command_audits_under_the_mechanisms_own_neighbours(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "wang2019.ops", "--samples", "30000"]) == 0
    assert "add-remove" in capsys.readouterr().out


def test_densities_are_those_of_the_samples() -> None:
    rng = np.random.default_rng(0)
    for mechanism in (get("wang2019.ops"), get("wang2019.adaops").with_noise_scaled(0.4)):
        pair = mechanism.worst_pair()
        assert pair is not None
        outputs = mechanism.sample(pair.first, 200_000, rng)
        ratio = np.exp(
            mechanism.log_density(pair.second, outputs) - mechanism.log_density(pair.first, outputs)
        )
        cut = np.minimum(ratio, 50)  # a mean of 1 but for what is cut
        assert 0.9 <= cut.mean() <= 1 + 4 * cut.std() / 447


def test_a_claim_speaks_of_its_own_data() -> None:
    mechanism = get("wang2019.ops")
    with pytest.raises(DomainError, match="that of the claim"):
        mechanism.check(Data(np.eye(2), np.zeros(2)))
    with pytest.raises(BadInput, match="or add-remove"):
        PrivacyClaim(1.0, adjacency="null-record")


def test_neighbours_have_one_record_more() -> None:
    mechanism = AdaptivePosteriorSample(eps=1.0, delta=1e-5)
    one, two = Data(np.eye(2), np.zeros(2)), Data(np.eye(2)[:1], np.zeros(1))
    mechanism.check_neighbours(one, two)
    with pytest.raises(DomainError, match="one record more"):
        mechanism.check_neighbours(one, one)
    with pytest.raises(DomainError, match="differ in more"):
        mechanism.check_neighbours(one, Data(np.eye(2)[:1] * 0.5, np.zeros(1)))


@pytest.mark.parametrize("form", ["simple", "sharp"])
@pytest.mark.parametrize(("eps", "delta"), [(0.1, 1e-6), (1.0, 1e-5), (1.0, 0.01), (5.0, 1e-9)])
def test_arb_affirms_the_calibration_and_a_fifth_more_is_refused(
    form: Any, eps: float, delta: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    mechanism = AdaptivePosteriorSample(eps=eps, delta=delta, form=form)
    floor = mechanism.calibration.floor
    settings = [(floor, 1.0), (floor * 1.5, 30.0), (floor * 100, 2.0), (floor * 1e4, 1.5)]
    for b, bound in settings:
        assert mechanism.precision(np.array([b]), np.array([bound]))[0] > 0
        assert enough(mechanism, b, bound)
    if form == "sharp":  # the closed bound has more to spare
        right = AdaptivePosteriorSample.precision
        monkeypatch.setattr(
            AdaptivePosteriorSample, "precision", lambda self, b, bound: 1.2 * right(self, b, bound)
        )
        assert not any(enough(mechanism, b, bound) for b, bound in settings)


def test_adaops_adds_up_renyi_divergences_at_one_order_whatever_was_released() -> None:
    """gamma was the best over the orders for each released b: no one order covered all of them."""
    mechanism = AdaptivePosteriorSample(eps=1.0, delta=1e-6)
    floor = mechanism.calibration.floor
    settings = [(floor * factor, 2.0) for factor in (1.0, 1.2, 1.5, 2.0, 10.0, 1e4)]
    left, made = arb(fmpq(4, 5) * fmpq(*(1e-6).as_integer_ratio())), mechanism.calibration
    shifts = (arb(made.shift1) ** 2 + arb(made.shift2) ** 2) / 2

    def covers(a: arb) -> bool:
        spent = a * shifts + (1 - 1 / a).log() - (left * a).log() / (a - 1)
        return all(
            bool(spent + Posterior(1 / arb(b), arb(gamma(b, bound)).sqrt() * arb(bound)).renyi(a) <= 1)
            for b, bound in settings
        )

    def gamma(b: float, bound: float) -> float:
        return float(mechanism.precision(np.array([b]), np.array([bound]))[0])

    assert [order for order in posterior.ORDERS.tolist() if covers(arb(order))] == [made.order]


@pytest.mark.parametrize("form", ["simple", "sharp"])
def test_what_is_released_bounds_what_it_has_to(form: Any) -> None:
    """lambda_min and the residual of the smaller data set, whichever of the two was used, but for a few samples."""
    mechanism = AdaptivePosteriorSample(eps=1.0, delta=0.2, form=form)
    made = mechanism.calibration
    rng = np.random.default_rng(5)
    small = clipped(rng.uniform(-1, 1, (300, 2)), rng.uniform(-2, 2, 300))
    large = Data(np.vstack([small.x, [[1.0, 0.0]]]), np.append(small.y, -1.0))
    least = np.linalg.eigvalsh(small.x.T @ small.x)[0]
    beta = 0.2 / (5 if form == "simple" else 10)
    for data in (small, large):
        s1, s2 = mechanism.sample(data, 20_000, rng)[:, :2].T
        lam, b = mechanism._regularised(s1)
        first = least + lam < b - 1e-9
        step = np.log1p(1 / b)
        bound = np.exp(s2 + made.quantile * step / made.shift2 + step)
        theta = np.array(
            [
                np.linalg.norm(np.linalg.solve(small.x.T @ small.x + v * np.eye(2), small.x.T @ small.y))
                for v in lam[:2000]
            ]
        )
        second = 1 + theta > bound[:2000]
        assert first.mean() <= beta + 4 * np.sqrt(beta / 20_000)
        assert second.mean() <= beta + 4 * np.sqrt(beta / 2_000)
    s1 = mechanism.sample(small, 20_000, rng)[:, 0]
    lam, b = mechanism._regularised(s1 + made.quantile / made.shift1 + 1)  # the twin: no room for the noise
    assert (least + lam < b - 1e-9).mean() > 2 * beta


def test_a_calibration_that_forgets_the_residual_is_caught() -> None:
    """AdaOPS with gamma for |r| <= 1/8, whatever was released, and a third of the other noise."""

    class Forgetful(AdaptivePosteriorSample):
        def precision(self, b: np.ndarray, bound: np.ndarray) -> np.ndarray:
            return super().precision(b, np.full_like(bound, 1 / 8))

    mechanism = Forgetful(eps=1.0, delta=0.01)
    assert verdict(mechanism, 1.0) == "violated"
    assert verdict(AdaptivePosteriorSample(eps=1.0, delta=0.01), 1.0) == "consistent"


def test_clipping_takes_each_record_by_itself() -> None:
    data = clipped(np.array([[3.0, 4.0], [0.3, 0.4]]), np.array([-7.0, 0.5]))
    assert data.x.tolist() == [[0.6, 0.8], [0.3, 0.4]]
    assert data.y.tolist() == [-1.0, 0.5]


def test_noise_falls_with_the_data() -> None:
    """The error of the sample beside that of the fit itself vanishes as the eigenvalues grow."""
    rng = np.random.default_rng(2)
    mechanism = AdaptivePosteriorSample(eps=1.0, delta=1e-5)
    errors = []
    for n in (10_000, 1_000_000):
        x = np.repeat(np.eye(2), n // 2, axis=0)
        data = Data(x, np.clip(0.5 + 0.3 * rng.standard_normal(n), -1, 1))
        fit = np.linalg.lstsq(x, data.y, rcond=None)[0]
        off = mechanism.sample(data, 400, rng)[:, 2:] - fit
        errors.append(float((off**2).sum(axis=1).mean() * n))
    assert errors[1] < errors[0]
    assert posterior.SHARE < 1
    assert isinstance(get("wang2019.ops"), PosteriorSample)
