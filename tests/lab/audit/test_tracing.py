"""Which line is named: mistakes of several kinds, and right mechanisms of which none is."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from dptheory.cli import main
from dptheory.lab.audit.privacy.neighbours import Neighbours
from dptheory.lab.audit.privacy.subjects import Plain
from dptheory.lab.audit.privacy.tracing import Trace, trace
from dptheory.lab.mechanisms import registry
from dptheory.lab.mechanisms.claims import PrivacyClaim
from dptheory.testing import assert_private

PAIR = Neighbours([0.0, 0.0], [1.0, 0.0])


def total(data: Any, size: int, rng: Any, times: float = 1.0) -> Any:
    return times * sum(data) + rng.laplace(0, 1, size)


def twice(data: Any, size: int, rng: Any) -> Any:
    return total(data, size, rng, 2.0)


def clipped(data: Any, size: int, rng: Any) -> Any:
    return np.clip(np.round(sum(data) + rng.laplace(scale=1.0, size=size)), 0, 5)


def vector(data: Any, size: int, rng: Any) -> Any:
    return np.asarray(data) * np.ones((size, 1)) + rng.laplace(size=(size, len(data)))


def beside(data: Any, size: int, rng: Any) -> Any:
    return np.column_stack([sum(data) + rng.laplace(0, 1, size), np.full(size, data[0])])


def reused(data: Any, size: int, rng: Any) -> Any:
    noise = rng.laplace(0, 1, size)
    return np.column_stack([data[0] + noise, 3 * data[0] + noise])


def sparse(data: Any, size: int, rng: Any, scale: float = 4.0, step: float = 1.0) -> Any:
    """The first of five queries above a noisy threshold."""
    found = []
    for _ in range(size):
        threshold = 1 + rng.laplace(scale=2)
        above = (k for k in range(5) if step * data[0] + rng.laplace(scale=scale) > threshold)
        found.append(next(above, -1))
    return np.array(found, dtype=float)


def sparse_unscaled(data: Any, size: int, rng: Any) -> Any:
    return sparse(data, size, rng, 1.0, 3.0)


def response(data: Any, size: int, rng: Any) -> Any:
    return (rng.random(size) < (0.9 if data[0] > 0.5 else 0.2)).astype(float)


def right_response(data: Any, size: int, rng: Any) -> Any:
    return (rng.random(size) < (0.73 if data[0] > 0.5 else 0.27)).astype(float)


def own_scale(data: Any, size: int, rng: Any) -> Any:
    return sum(data) + rng.laplace(0, 1 + max(data), size)


def by_python(data: Any, size: int, rng: Any) -> Any:
    return np.array([sum(data) + random.gauss(0, 1.0) for _ in range(size)])


def silent(data: Any, size: int, rng: Any) -> Any:
    return np.full(size, float(sum(data)))


def traced(f: Any, delta: float = 0.0, pair: Neighbours = PAIR) -> Trace:
    return trace(Plain(f, f.__name__), pair, PrivacyClaim(1.0, delta))


@pytest.mark.parametrize("right", [total, clipped, vector, sparse, right_response])
def test_no_line_of_a_right_mechanism_is_named(right: Any) -> None:
    found = traced(right)
    assert found.first_wrong is None and found.beside == "" and "nothing wrong seen" in found.told()[-1]


@pytest.mark.parametrize(
    ("wrong", "delta", "why"),
    [
        (twice, 0, "moves by 2, eps=1 covers 1"),
        (reused, 0, "drawn once, used for several numbers"),
        (sparse_unscaled, 0, "moves by 3, eps=1 covers 1"),
        (response, 0, "its chance moves by the factor 8, more than e^1"),
        (own_scale, 0, "its scale is 1 on one data set, 2 on the other"),
        (by_python, 1e-5, "moves by 1: with sigma 1 that costs delta 0.127 at eps=1"),
    ],
)
def test_the_line_of_a_wrong_one_is_named_and_why(wrong: Any, delta: float, why: str) -> None:
    line = traced(wrong, delta).first_wrong
    assert line is not None and line.wrong == why and line.place.startswith("test_tracing.py:")


def test_what_goes_past_the_noise_is_told() -> None:
    assert traced(beside).beside == "all noisy values alike, the outputs differ: data come out without noise"
    assert traced(silent).beside.startswith("no draw of noise was seen")
    sizes = Neighbours([0.0], [1.0, 0.0])
    parts = traced(lambda data, size, rng: np.array([np.mean(rng.normal(size=len(data)))]), 0, sizes).beside
    assert parts.startswith("the runs part at draw 1: test_tracing.py:") and parts.endswith(
        "draws 2 on the second"
    )


def test_the_librarys_own_noise_is_followed() -> None:
    worst = registry.get("l2laplace").worst_pair()
    pair = Neighbours(worst.first, worst.second)
    assert trace(Plain(registry.get("l2laplace"), "x"), pair, PrivacyClaim(1.0)).first_wrong is None
    less = registry.get("l2laplace").with_noise_scaled(0.5)
    line = trace(Plain(less, "x"), pair, PrivacyClaim(1.0)).first_wrong
    assert line is not None and "eps=1 covers" in line.wrong


def test_a_test_fails_with_the_line_that_is_wrong() -> None:
    with pytest.raises(AssertionError, match=r"violated .*\n(.*\n)*trace .*moves by 2, eps=1 covers 1"):
        assert_private(twice, "eps=1", pairs=[(PAIR.first, PAIR.second)], samples=20_000)
    assert (
        assert_private(total, "eps=1", pairs=[(PAIR.first, PAIR.second)], samples=5_000).verdict
        == "consistent"
    )


@pytest.mark.parametrize(
    "options",
    [
        ["--at"],
        ["--at", "--pair", "[0]", "[1]"],
        ["--one-run", "10", "--trace"],
        ["--confirm", "r.json", "--trace"],
    ],
)
def test_an_option_that_would_be_ignored_is_refused(
    options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """`--at` without data and `--trace` beside one run were taken without a word."""
    assert main(["audit", "laplace", *options]) == 64
    assert options[0 if "--at" in options else -1] in capsys.readouterr().err


def test_a_factor_from_the_data_is_a_scale_from_the_data() -> None:
    def divided(data: Any, size: int, rng: Any) -> Any:
        return (sum(data) + rng.laplace(0, 1, size)) / max(1, len(data))

    found = trace(
        Plain(divided, "m"), Neighbours([1.0], [1.0, 0.0]), PrivacyClaim(1.0, adjacency="add-remove")
    )
    assert found.first_wrong is not None and "its scale is 1 on one" in found.first_wrong.wrong
    alike = trace(Plain(divided, "m"), PAIR, PrivacyClaim(1.0))
    assert alike.first_wrong is None


def test_one_draw_spread_over_several_numbers_is_told() -> None:
    def sums(data: Any, size: int, rng: Any, drawn: int = 1) -> Any:
        return np.array([data[0], 0.0]) + rng.laplace(0, 1, (size, drawn))

    spread = trace(Plain(sums, "m"), PAIR, PrivacyClaim(1.0)).first_wrong
    assert spread is not None and spread.wrong == "drawn once, used for several numbers"
    each = Plain(lambda data, size, rng: sums(data, size, rng, 2), "m")
    assert trace(each, PAIR, PrivacyClaim(1.0)).first_wrong is None


def test_a_randomised_response_by_flips_is_not_accused() -> None:
    def flipped(data: Any, size: int, rng: Any) -> Any:
        return np.where(rng.random(size) < 0.7310, data[0], 1 - data[0])

    found = trace(Plain(flipped, "m"), PAIR, PrivacyClaim(1.0))
    assert found.first_wrong is None and "chance chooses is not followed" in found.told()[-1]
