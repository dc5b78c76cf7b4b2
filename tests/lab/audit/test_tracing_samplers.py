"""Noise that a library makes of other draws, in a file of its own, is followed like any other."""

from __future__ import annotations

import math
import random
import secrets
from typing import Any

import numpy as np
import pytest

from dptheory.lab.audit.privacy.draws import recording
from dptheory.lab.audit.privacy.measuring import law_of
from dptheory.lab.audit.privacy.neighbours import Neighbours
from dptheory.lab.audit.privacy.noisy import Log
from dptheory.lab.audit.privacy.standing import seeded
from dptheory.lab.audit.privacy.subjects import Plain
from dptheory.lab.audit.privacy.tracing import Trace, trace
from dptheory.lab.mechanisms.claims import PrivacyClaim

from . import samplers_to_trace as samplers

PAIR = Neighbours([0.0, 0.0], [1.0, 0.0])
LAPLACE = [samplers.by_inverse, samplers.by_four, samplers.by_name]


def followed(noise: Any, scale: float, delta: float = 0.0) -> Trace:
    def total(data: Any, size: int, rng: Any) -> Any:
        return np.array([sum(data) + noise(scale) for _ in range(size)])

    return trace(Plain(total, "total"), PAIR, PrivacyClaim(1.0, delta))


@pytest.mark.parametrize("noise", LAPLACE, ids=lambda f: f.__name__)
def test_too_little_noise_of_a_librarys_own_is_named_with_the_line_that_asked_for_it(noise: Any) -> None:
    line = followed(noise, 0.4).first_wrong
    assert line is not None and line.wrong.startswith("moves by 1, eps=1 covers 0.")
    asked, drawn = line.place.split(" > ")
    assert asked.startswith("test_tracing_samplers.py:") and drawn.startswith("samplers_to_trace.py:")


@pytest.mark.parametrize("noise", LAPLACE, ids=lambda f: f.__name__)
def test_enough_of_it_is_not_accused(noise: Any) -> None:
    found = followed(noise, 1.0)
    assert not found.accuses and found.lines[-1].moves == 1


def test_normal_noise_of_two_uniform_numbers_is_known_for_normal() -> None:
    wrong = followed(samplers.by_two, 1.0, 1e-5).first_wrong
    assert wrong is not None and "with sigma 1." in wrong.wrong and "costs delta" in wrong.wrong
    assert not followed(samplers.by_two, 4.5, 1e-5).accuses


def test_noise_of_no_known_law_is_not_judged() -> None:
    found = followed(samplers.of_no_known_law, 0.1)
    assert not found.accuses and found.lines[-1].moves == 1 and found.lines[-1].spends is None


def test_noise_of_scale_zero_is_named() -> None:
    """A scale of 0 was a division by 0, and a factor of 0 data without noise, of no line."""

    def none(data: Any, size: int, rng: Any) -> Any:
        return sum(data) + rng.laplace(0, 0.0, size)

    def times_none(data: Any, size: int, rng: Any) -> Any:
        return sum(data) + 0.0 * rng.laplace(0, 1.0, size)

    told = [trace(Plain(f, "f"), PAIR, PrivacyClaim(1.0)).first_wrong for f in (none, times_none)]
    assert [line and line.wrong for line in told] == [
        "moves by 1, eps=1 covers 0",
        "moves by 1, beside noise of scale 0",
    ]


def test_a_scale_from_the_data_beside_a_librarys_sampler_is_named() -> None:
    def scaled(data: Any, size: int, rng: Any) -> Any:
        return np.array([(1 + data[0]) * samplers.by_inverse(1.0) for _ in range(size)])

    line = trace(Plain(scaled, "scaled"), PAIR, PrivacyClaim(1.0)).first_wrong
    assert line is not None and line.wrong.startswith("its scale is ")


def test_what_stood_for_the_generators_is_gone_afterwards() -> None:
    before = [random.random, secrets.SystemRandom.random, np.random.laplace, math.log, samplers.laplace]
    with recording(0, Log()):
        assert samplers.laplace is not before[-1] and secrets.SystemRandom.random is not before[1]
    after = [random.random, secrets.SystemRandom.random, np.random.laplace, math.log, samplers.laplace]
    assert after == before and samplers.log is math.log


@pytest.mark.parametrize(("law", "scale"), [("laplace", 2.0), ("normal", 3.0)])
def test_a_measured_scale_is_hardly_ever_below_the_true_one(law: str, scale: float) -> None:
    rng = np.random.default_rng(1)
    found = [law_of(getattr(rng, law)(0, scale, 400)) for _ in range(200)]
    assert sum(name == law for name, _ in found) >= 190
    assert sum(bound < scale for name, bound in found if name == law) <= 2
    assert all(bound < 1.4 * scale for name, bound in found if name == law)


@pytest.mark.parametrize(
    "draw",
    [
        lambda size: np.random.laplace(0, 1, size),
        lambda size: np.random.default_rng().laplace(0, 1, size),
        lambda size: np.random.RandomState().laplace(0, 1, size),
        lambda size: [random.gauss(0, 1) for _ in range(size)],
        lambda size: [samplers.by_inverse(1.0) for _ in range(size)],
        lambda size: [samplers.by_name(1.0) for _ in range(size)],
    ],
)
def test_a_mechanism_that_takes_no_generator_can_be_seeded(draw: Any) -> None:
    """It was refused, since it returned something else when called again."""

    def mechanism(data: Any, size: int, rng: Any) -> Any:
        return sum(data) + np.asarray(draw(size))

    made = [seeded(mechanism)([1.0], 3, np.random.default_rng(seed)).tolist() for seed in (1, 1, 2)]
    assert made[0] == made[1] != made[2]
    assert mechanism([1.0], 3, None).tolist() != mechanism([1.0], 3, None).tolist()


def test_what_a_mechanism_imports_meanwhile_keeps_the_functions_themselves(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A module imported by the first call kept what stood for numpy's generator, and drew from it ever after."""
    (tmp_path / "imported_late.py").write_text("from numpy.random import laplace\nearly = laplace(0, 1)\n")
    monkeypatch.syspath_prepend(str(tmp_path))

    def mechanism(data: Any, size: int, rng: Any) -> Any:
        import imported_late

        return sum(data) + np.asarray(imported_late.laplace(0, 1, size))

    first = seeded(mechanism)([1.0], 3, np.random.default_rng(1)).tolist()
    assert first == seeded(mechanism)([1.0], 3, np.random.default_rng(1)).tolist()
    import imported_late

    assert imported_late.laplace is np.random.laplace


def adaptive(data: Any, size: int, rng: Any) -> Any:
    """Noisy steps, each from where the last one came, half of the budget for each."""
    found = []
    for _ in range(size):
        w = 0.0
        for _ in range(2):
            w = w - 0.1 * (float(np.clip(w - np.asarray(data), -0.5, 0.5).sum()) + samplers.by_four(2.0))
        found.append(math.exp(w))
    return np.array(found)


def above_threshold(data: Any, size: int, rng: Any) -> Any:
    """The first of nine queries that exceeds a noisy level."""
    found = []
    for _ in range(size):
        level = 1 + samplers.by_inverse(2.0)
        above = (k for k in range(9) if data[0] + samplers.by_inverse(4.0) > level)
        found.append(next(above, -1))
    return np.array(found, dtype=float)


def noisy_maximum(data: Any, size: int, rng: Any) -> Any:
    def best() -> int:
        values = [data[0] * (k % 2) + samplers.by_inverse(2.0) for k in range(7)]
        return max(range(7), key=lambda k: values[k])

    return np.array([best() for _ in range(size)], dtype=float)


def logarithm_of_a_noisy_count(data: Any, size: int, rng: Any) -> Any:
    """What is made of a noisy number is no noise, even where it takes a logarithm."""
    noisy = np.array([sum(data) + samplers.by_inverse(2.0) for _ in range(size)], dtype=float)
    return np.log1p(np.abs(noisy)) + np.array([sum(data) + samplers.by_inverse(2.0) for _ in range(size)])


@pytest.mark.parametrize("right", [adaptive, above_threshold, noisy_maximum, logarithm_of_a_noisy_count])
@pytest.mark.parametrize("seed", [0, 1])
def test_right_mechanisms_with_a_librarys_noise_are_not_accused(right: Any, seed: int) -> None:
    assert not trace(Plain(right, right.__name__), PAIR, PrivacyClaim(1.0), seed).accuses
