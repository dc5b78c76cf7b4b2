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
