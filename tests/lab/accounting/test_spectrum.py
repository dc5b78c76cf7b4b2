"""The whole curve in other currencies: against closed forms and sampled tests, and twins that must be caught."""

from __future__ import annotations

import math
from statistics import NormalDist

import pytest
from flint import arb, fmpq

import dptheory
from dptheory.errors import BadInput
from dptheory.lab.accounting import Composition
from dptheory.lab.accounting.profiles import gaussian
from dptheory.lab.accounting.spectrum import POINTS, Spectrum, spectrum

NORMAL = NormalDist()


@pytest.fixture(scope="module")
def sampled() -> Spectrum:
    return spectrum(Composition.of(("gaussian 2 at 1/5", 10)), delta="1e-6")


@pytest.mark.parametrize("fpr", [0.001, 0.05, 0.4])
def test_the_power_against_a_gaussian_is_that_of_the_best_test(fpr: float) -> None:
    """1 - Phi(Phi^-1(1 - fpr) - mu); a hundredth less is a twin that the best test exceeds."""
    found = spectrum(Composition.of(("gaussian 1", 2)), delta="1e-8")
    best = 1 - NORMAL.cdf(NORMAL.inv_cdf(1 - fpr) - math.sqrt(2))
    assert best <= float(found.power(fpr)) <= best * 1.005
    assert found.mu("1e-5") is not None and math.isclose(float(found.mu("1e-5")), math.sqrt(2), rel_tol=1e-5)  # type: ignore[arg-type]


def test_gaussian_privacy_covers_the_curve_and_less_of_it_does_not(sampled: Spectrum) -> None:
    mu, slack = sampled.mu("1e-4"), arb(fmpq(1, 10**4))
    assert mu is not None
    assert all(arb(p.most) <= gaussian(arb(mu), arb(p.eps)) + slack for p in sampled.points)
    assert any(arb(p.least) > gaussian(arb(mu) * arb("0.97"), arb(p.eps)) + slack for p in sampled.points)


def test_the_ends_of_the_curve_stay_near_each_other_and_fall(sampled: Spectrum) -> None:
    assert sampled.kind == "interval" and len(sampled.points) == POINTS + 1
    for one, other in zip(sampled.points, sampled.points[1:], strict=False):
        assert one.eps < other.eps and other.most <= one.most
    assert all(p.least <= p.most and p.most - p.least <= p.most / 20 + fmpq(1, 10**6) for p in sampled.points)


def test_the_regret_covers_what_mu_is_too_much_by_and_half_of_it_does_not(sampled: Spectrum) -> None:
    """Both errors of the Gaussian curve, moved by the regret, are below those of the releases; its twin fails."""
    exact = spectrum(Composition.of(("gaussian 1", 2)), delta="1e-8")
    known = exact.regret(math.sqrt(2) * 1.1)
    assert known is not None
    gaps = (
        (NORMAL.cdf(m / 2 - e / m) - math.exp(e) * NORMAL.cdf(-m / 2 - e / m))
        for e in (k / 100 for k in range(600))
        for m in [math.sqrt(2) * 1.1]
    )
    less = (float(gaussian(arb(2).sqrt(), arb(k) / 100)) for k in range(600))
    true = max((g - d) / (1 + math.exp(k / 100)) for k, (g, d) in enumerate(zip(gaps, less, strict=True)))
    assert true <= float(known) <= true * 1.1
    mu = sampled.mu("1e-4")
    assert mu is not None and (found := sampled.regret(mu)) is not None and 0 < found < fmpq(1, 10)
    assert spectrum(Composition.of(("zcdp 1/8", 2)), delta="1e-4").regret(1) is None


def test_what_has_no_grid_has_a_bound() -> None:
    found = spectrum(Composition.of(("zcdp 1/8", 2)), delta="1e-4")
    assert found.kind == "upper bound" and all(p.least == 0 < p.most for p in found.points)
    # zCDP of 1/4 is kept by the Gaussian with mu^2 = 1/2
    assert all(arb(p.most) >= gaussian(arb(0.5).sqrt(), arb(p.eps)) for p in found.points)


@pytest.mark.parametrize("given", [0, 1, -0.1, "2"])
def test_shares_outside_their_domain_are_refused(sampled: Spectrum, given: object) -> None:
    for ask in (sampled.power, sampled.mu):
        with pytest.raises(BadInput, match="0 < "):
            ask(given)  # type: ignore[arg-type]


def test_from_python_it_is_a_frame_and_a_figure(sampled: Spectrum) -> None:
    pytest.importorskip("pandas")
    pyplot = pytest.importorskip("matplotlib.pyplot")
    pyplot.switch_backend("Agg")
    frame = sampled.to_frame()
    assert list(frame.columns) == ["eps", "delta_at_least", "delta_at_most"] and len(frame) == POINTS + 1
    assert len(sampled.plot().lines) == 2
    found = dptheory.calibrate("gaussian", epsilon=1, delta="1e-5")
    assert found.to_frame()["kind"].tolist() == ["exact"] and found.plot().lines
    assert dptheory.calibrate("gaussian", epsilon=1, delta="1e-5", at=20).value == 28
    pyplot.close("all")
