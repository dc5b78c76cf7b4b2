"""Which pairs a search keeps and compares in the end, and what it sees of laws that are far apart seldom."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

from dptheory.lab.audit.privacy import fitting
from dptheory.lab.audit.privacy.asking import ask
from dptheory.lab.audit.privacy.auditor import audit
from dptheory.lab.audit.privacy.digits import STEPS, fit_digits
from dptheory.lab.audit.privacy.fitting import Training, fit_boosted, fit_sides
from dptheory.lab.audit.privacy.moves import extremes
from dptheory.lab.audit.privacy.neighbours import Neighbours
from dptheory.lab.audit.privacy.outcomes import some_are_seldom
from dptheory.lab.audit.privacy.plan import Plan, searched
from dptheory.lab.audit.privacy.pool import COUPLED, apart, scaled, yardstick
from dptheory.lab.audit.privacy.ranking import distinct
from dptheory.lab.audit.privacy.varying import domain_of
from dptheory.lab.mechanisms.claims import ADD_REMOVE, REPLACE_ONE, PrivacyClaim

MARKS = np.arange(11) / 10


def median(factor: float) -> Any:
    """The exponential mechanism on ranks; 1/2 is right."""

    def mechanism(data: Any, size: int, rng: Any) -> Any:
        rows = np.clip(np.asarray(data, dtype=float), 0, 1)
        score = -np.abs((rows[None, :] < MARKS[:, None]).sum(axis=1) - len(rows) / 2)
        weight = np.exp(factor * score)
        return rng.choice(MARKS, size, p=weight / weight.sum())

    return mechanism


@pytest.mark.parametrize("seed", range(3))
def test_a_median_with_its_factor_forgotten_is_caught_under_every_seed(seed: int) -> None:
    """It was settled on data whose middle is in the middle, where the mistake does not show."""
    data = np.round(np.random.default_rng(seed).uniform(0, 1, 9), 1)
    data[0], data[-1] = 0, 1
    assert ask(median(1.0), "eps=1", data=data, samples=20_000, seed=seed).verdict == "violated"
    assert ask(median(0.5), "eps=1", data=data, samples=2_000, seed=seed).verdict == "consistent"


@pytest.mark.parametrize("seed", range(2))
def test_a_leak_that_is_none_does_not_hide_the_data_set_without_records(seed: int) -> None:
    """An output that happens to equal a record was taken for a leak, and no extreme pair was looked at."""

    def told(data: Any, size: int, rng: Any) -> Any:
        above = len(data) + rng.laplace(0, 1, size) > 4.6
        return np.where(above & (len(data) > 0), 1.0, np.nan)

    target = PrivacyClaim(1.0, 1e-3, ADD_REMOVE)
    found = audit(told, target, data=np.ones(2), plan=Plan(20_000, seed=seed, box=(0.0, 1.0)))
    assert found.verdict == "violated" and [] in (found.first, found.second)


def test_pairs_are_kept_once_whichever_side_comes_first() -> None:
    """Four of six finalists were the same pair."""
    one, other, third = (np.array([x]) for x in (0.0, 1.0, 2.0))
    pairs = [Neighbours(one, other), Neighbours(other, one), Neighbours(one, third), Neighbours(one, other)]
    assert len(distinct(pairs)) == 2
    assert searched(2_000) == 500 and searched(20_000) == 5_000 and searched(10**6) == 150_000


def test_ranks_and_votes_have_extreme_pairs_of_their_own() -> None:
    data = np.linspace(0, 1, 9)[:, None]
    found = extremes(data, domain_of(data), REPLACE_ONE, np.random.default_rng(0))
    counted = {
        name: {tuple(sorted(np.ravel(side).tolist())) for pair in pairs for side in (pair.first, pair.second)}
        for name, pairs in found.items()
    }
    assert tuple([0.0] * 4 + [0.5] * 5) in counted["half in the middle"]
    assert tuple([0.0] * 2 + [1.0] * 7) in counted["quarters"]


def test_a_seldom_outcome_that_one_side_has_oftener_tells_more_than_a_common_one() -> None:
    """By total variation .5 against .4 was farther apart than .02 against .1."""

    def bits(chance: float) -> Any:
        return np.repeat([0.0, 1.0], [1000 - round(1000 * chance), round(1000 * chance)])[:, None]

    sides = {chance: bits(chance) for chance in (0.5, 0.4, 0.02, 0.1)}
    measure = yardstick(list(sides.values()))
    summary = {chance: measure.summary(side) for chance, side in sides.items()}
    assert apart(summary[0.02], summary[0.1]) > 2 * apart(summary[0.4], summary[0.5]) > 0
    assert apart(summary[0.5], summary[0.5]) == 0


def test_a_wider_law_tells_more_with_a_shift_than_without() -> None:
    """Of two laws of which one is wider the shift did not count, and of many such pairs a poor one was taken."""
    rng = np.random.default_rng(0)
    wide, narrow, moved = (rng.laplace(c, s, (800, 1)) for c, s in ((1.0, 1.0), (1.0, 0.5), (0.5, 0.5)))
    measure = yardstick([wide, narrow, moved])
    one, other, third = (measure.summary(side) for side in (wide, narrow, moved))
    assert apart(one, third) > apart(one, other) + 0.2 > 1.2


def test_laplace_noise_on_several_numbers_is_told_by_each() -> None:
    rng = np.random.default_rng(1)
    training = Training(rng.laplace(0, 2, (2_500, 4)), rng.laplace(2, 2, (2_500, 4)))
    score, fresh = fit_sides(training), rng.laplace(1, 2, (4_000, 4))
    true = (np.abs(fresh - 2) - np.abs(fresh)).sum(axis=1)
    assert np.corrcoef(score(fresh), true)[0, 1] > 0.97


def test_of_grids_that_tell_all_apart_the_one_of_fewest_cells_is_taken() -> None:
    """Sixteen cells were as good as one, and half of them were left out for want of counts."""
    rng = np.random.default_rng(0)
    sides = [(base + np.round(rng.laplace(0, 1, 1_000) * 1024) / 1024)[:, None] for base in (0.1234567, 1.0)]
    assert fit_digits(STEPS)(*sides).step == STEPS[0]
    assert fit_digits(STEPS[::-1])(*sides).step == STEPS[0]


def test_outcomes_that_are_seldom_are_looked_at_longer() -> None:
    rng = np.random.default_rng(0)
    noise = rng.geometric(1 - np.exp(-1.0), (2, 1_200)) @ np.eye(1_200)
    assert some_are_seldom(*(side[:, None] for side in noise))
    assert not some_are_seldom(rng.laplace(size=(500, 1)), rng.laplace(size=(500, 1)))


def test_trees_grow_on_one_thread_though_their_library_was_loaded_just_now(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On two busy cores a fit took twenty seconds: threads were limited before OpenMP was there."""
    entered = []

    @contextmanager
    def limited() -> Iterator[None]:
        entered.append(True)
        yield

    monkeypatch.setattr(fitting, "one_thread", limited)
    rng = np.random.default_rng(0)
    fit_boosted(Training(rng.normal(0, 1, (300, 2)), rng.normal(1, 1, (300, 2))), 0)
    assert entered == [True]


def test_common_noise_of_another_scale_tells_the_factor_exactly() -> None:
    """The spread of some hundred outputs decided, so that a pair in the middle of the box was often taken."""
    rng = np.random.default_rng(3)
    common, rest = rng.laplace(0, 1, (COUPLED, 1)), rng.laplace(0, 1, (3, 100, 1))
    sides = [
        np.concatenate([common, rest[k]]) * scale + centre
        for k, (scale, centre) in enumerate([(1.0, 0.0), (0.5, 2.0), (1.0, 0.3)])
    ]
    measure = yardstick(sides)
    wide, narrow, moved = (measure.summary(side) for side in sides)
    factor = scaled(wide, narrow)
    assert factor is not None and abs(factor[0] + np.log(2)) < 1e-9
    assert apart(wide, narrow) > 3.0 > apart(wide, moved)
    other = measure.summary(rng.laplace(0, 0.5, (104, 1)))
    assert scaled(wide, other) is None  # other noise


def test_of_pairs_that_common_noise_shows_to_be_alike_one_is_compared() -> None:
    """Three in the middle of the box had thrice the luck of the one at its end, where the mistake is."""

    def again(data: Any, size: int, rng: Any) -> Any:
        count = float(np.sum(data))
        out = count + rng.laplace(0, 1, size)
        while (bad := (out < 0) | (out > len(data))).any():
            out[bad] = count + rng.laplace(0, 1, int(bad.sum()))
        return out

    data = np.concatenate([[0.0, 1.0], (np.random.default_rng(4).random(18) < 0.5).astype(float)])
    for seed in (0, 1):
        assert ask(again, "eps=1", data=data, samples=20_000, seed=seed).verdict == "violated"
