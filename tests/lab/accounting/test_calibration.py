"""The least noise for a given privacy: enough, and a unit less is not."""

from __future__ import annotations

import math

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from dptheory.errors import BadInput
from dptheory.lab.accounting import Composition, GaussianMoments, account, calibrate
from dptheory.lab.accounting.kinds import KINDS


def gaussian_delta(sigma: float, eps: float) -> float:
    """The curve of Gaussian noise, by the normal distribution function of the standard library."""
    tail = lambda x: math.erfc(x / math.sqrt(2)) / 2  # noqa: E731
    return tail(eps * sigma - 0.5 / sigma) - math.exp(eps) * tail(eps * sigma + 0.5 / sigma)


@pytest.mark.parametrize(("eps", "delta", "steps"), [(1.0, 1e-5, 1), (0.5, 1e-6, 100), (8.0, 1e-3, 7)])
def test_gaussian_noise_is_where_the_curve_crosses_delta(eps: float, delta: float, steps: int) -> None:
    found = calibrate("gaussian", epsilon=eps, delta=delta, steps=steps)
    sigma, less = (float(v) / math.sqrt(steps) for v in (found.value, found.next))
    assert found.least and gaussian_delta(sigma, eps) <= delta < gaussian_delta(less, eps)


@given(st.sampled_from(sorted(KINDS)), st.integers(1, 400), st.integers(1, 200), st.integers(1, 9))
@settings(max_examples=10, deadline=None)
def test_what_is_enough_is_affirmed_and_the_neighbour_is_not(
    kind: str, hundredths: int, steps: int, exponent: int
) -> None:
    eps, delta = fmpq(hundredths, 100), fmpq(1, 10**exponent)
    found = calibrate(kind, epsilon=eps, delta=delta, steps=steps)
    assert account(found.whole, epsilon=eps).best.delta <= delta
    there = KINDS[kind].made(found.next)
    # where that is not the least noise, it is what the bounds other than the grid's ask for
    assert account(Composition.of((there, str(steps))), epsilon=eps, losses=found.least).best.delta > delta


@pytest.mark.parametrize(("kind", "value"), [("laplace", fmpq(10)), ("exponential", fmpq(1, 10))])
def test_without_delta_the_losses_add_up(kind: str, value: fmpq) -> None:
    found = calibrate(kind, epsilon=1, steps=10)
    assert found.value == value and found.least


def test_more_privacy_than_was_asked_is_not_claimed() -> None:
    """A twin: noise one percent less than enough does not keep what was asked."""
    found = calibrate("gaussian", epsilon=1, delta="1e-6", steps=50)
    less = GaussianMoments.of(found.value * fmpq(99, 100))
    assert account(Composition.of((less, 50)), epsilon=1).best.delta > fmpq(1, 10**6)


@pytest.mark.parametrize(
    ("kind", "asked"),
    [
        ("gaussian", {"epsilon": 1}),
        ("gaussian", {"epsilon": 0, "delta": "1e-6"}),
        ("laplace", {"epsilon": 1, "delta": 1}),
        ("cauchy", {"epsilon": 1}),
        ("laplace", {"epsilon": 1, "steps": 0}),
        ("exponential", {"epsilon": "1e-70"}),
    ],
)
def test_what_cannot_be_calibrated_is_refused(kind: str, asked: dict[str, object]) -> None:
    with pytest.raises(BadInput):
        calibrate(kind, **asked)  # type: ignore[arg-type]
