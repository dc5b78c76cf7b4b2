"""The finite worlds of the enumerating experiments are what they say: private, and as bad as can be."""

from __future__ import annotations

import math

import numpy as np
import pytest

from dptheory.lab.audit.enumerated import (
    Learner,
    chosen,
    data_sets,
    excess_mass,
    identify,
    largest_excess,
    neighbours,
    response,
    revealing,
    sampled,
)


def test_neighbours_differ_in_one_record() -> None:
    sets = data_sets(3, 3)
    pairs = list(neighbours(3, 3))
    assert len(pairs) == len(set(pairs)) == 27 * 3 * 2
    assert all((sets[s] != sets[t]).sum() == 1 for s, t in pairs)


@pytest.mark.parametrize("eps", [0.1, 1.0])
def test_the_mechanisms_are_private_and_no_more_than_that(eps: float) -> None:
    world = chosen(2, 3, 3, eps, np.random.default_rng(0))
    assert largest_excess(world.kernel, 2, 3, eps) == 0
    assert largest_excess(response(eps), 2, 1, 0.99 * eps) > 0
    slack = revealing(identify(2, eps), 0.1)
    assert 0 < largest_excess(slack.kernel, 2, 1, eps) <= 0.1 + 1e-12
    assert largest_excess(response(eps, 0.1), 2, 1, eps) == pytest.approx(0.1)


def test_what_is_not_private_is_seen() -> None:
    kernel = np.array([[1.0, 0.0], [0.0, 1.0]])
    assert largest_excess(kernel, 2, 1, 5.0) == 1
    told = Learner(1, kernel, identify(2, 1.0).losses, np.full(2, 0.5))
    assert told.gap() == pytest.approx(0.5) and told.gap() > math.tanh(1 / 4)


def test_the_rates_agree_with_sums_by_hand() -> None:
    losses = np.array([[0.0, 1.0], [1.0, 0.5]])
    world = Learner(2, np.array([[1.0, 0], [0, 1.0], [0, 1.0], [0, 1.0]]), losses, np.array([0.5, 0.5]))
    assert world.empirical.tolist() == [[0, 1], [0.5, 0.75], [0.5, 0.75], [1, 0.5]]
    assert world.excess() == pytest.approx((0.5 + 3 * 0.75) / 4 - 0.5)
    assert world.aerm() == pytest.approx((0 + 0.25 + 0.25 + 0) / 4)
    assert world.stability() == 1
    assert world.gap() == pytest.approx(abs((0.5 + 3 * 0.75) / 4 - (0 + 0.75 + 0.75 + 0.5) / 4))


def test_a_sample_is_a_mean_over_all_samples() -> None:
    law = sampled(lambda places: np.eye(2)[int(0 in places)], 5, 2)
    assert law.tolist() == pytest.approx([0.6, 0.4])
    assert excess_mass(law, np.array([1.0, 0.0]), 0.0) == pytest.approx(0.4)
