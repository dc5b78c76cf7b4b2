"""Outputs that are an index with a noisy value: each pattern has its own law, and the score follows it."""

from __future__ import annotations

import numpy as np

from dptheory.lab.audit.privacy.choosing import choose, choose_each
from dptheory.lab.audit.privacy.levels import Goal
from dptheory.lab.audit.privacy.patterns import MOST, by_pattern, have_patterns
from dptheory.lab.domain import FloatArray

CHANCES = np.array([[0.5, 0.3, 0.15, 0.05], [0.35, 0.3, 0.25, 0.1]])
CENTRES = np.array([[1.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 1.0]])
"""Of the index, and of the value that stands there, on either side."""


def selected(side: int, size: int, rng: np.random.Generator) -> FloatArray:
    """-7 before the index, a value with Laplace noise of scale 1 there, nothing behind it."""
    index = rng.choice(4, size, p=CHANCES[side])
    places = np.arange(4)
    value = CENTRES[side, index] + rng.laplace(0, 1, size)
    return np.where(places < index[:, None], -7.0, np.where(places == index[:, None], value[:, None], np.nan))


def ratio(rows: FloatArray) -> FloatArray:
    """The log-likelihood ratio, exactly."""
    index = (rows == -7).sum(axis=1)
    value = rows[np.arange(len(rows)), index]
    near, far = (np.abs(value - CENTRES[side, index]) for side in (0, 1))
    return np.asarray(np.log(CHANCES[0, index] / CHANCES[1, index]) + far - near)


def test_the_score_follows_the_ratio_in_every_pattern() -> None:
    rng = np.random.default_rng(3)
    score = by_pattern(selected(0, 6_000, rng), selected(1, 6_000, rng))
    rows = selected(1, 4_000, rng)
    error = np.abs(score(rows) - ratio(rows))
    assert len(score.patterns) == 4 and (score.free.sum(axis=1) == 1).all()
    for index in range(4):
        assert error[(rows == -7).sum(axis=1) == index].mean() < 0.25


def test_it_is_chosen_and_its_event_shows_nearly_what_the_best_one_does() -> None:
    rng, fresh = np.random.default_rng(4), np.random.default_rng(5)
    event = choose(selected(0, 3_000, rng), selected(1, 3_000, rng), Goal(20_000)).event
    assert "pattern" in event.text
    p, q = (event.contains(selected(side, 50_000, fresh)).mean() for side in (0, 1))
    shown = abs(np.log(p / q))
    assert 1.3 < shown <= np.abs(ratio(selected(0, 50_000, fresh))).max()  # log 2 + 1 = 1.69 at most


def test_a_row_of_no_pattern_has_the_score_of_the_rest() -> None:
    rng = np.random.default_rng(3)
    score = by_pattern(selected(0, 900, rng), selected(1, 900, rng))
    odd = np.array([[np.nan, -7.0, 1.0, np.inf], [np.inf, np.nan, np.nan, np.nan]])
    assert (score(odd) == score.rest).all() and abs(score.rest) < 0.1


def test_other_outputs_have_no_patterns() -> None:
    rng = np.random.default_rng(3)
    smooth, bits = rng.normal(0, 1, (2, 900, 3)), rng.integers(0, 2, (2, 900, 3)).astype(float)
    grid = np.round(rng.normal(0, 400, (2, 900, 2)))  # repeats by chance only
    assert not have_patterns(*smooth) and not have_patterns(*bits) and not have_patterns(smooth[0], smooth[1])
    assert len(by_pattern(*grid).patterns) <= MOST


def test_a_key_that_is_seldom_there_is_seen_among_many_that_come_and_go() -> None:
    """Ten keys make a thousand patterns, each of them with the new key too seldom to count; it alone is not."""
    rng = np.random.default_rng(3)

    def kept(size: int, new: float) -> FloatArray:
        there = rng.random((size, 11)) < np.append(np.full(10, 0.4), new)
        return np.where(there, rng.laplace(0, 1, there.shape), np.nan)

    (found,) = choose_each(kept(2_000, 0.02), kept(2_000, 0.0), [Goal(12_000, 1e-3)], slow=False)
    inside, outside = (found.event.contains(kept(1_000, new)) for new in (1.0, 0.0))
    assert inside.mean() > 0.9 and not outside.any()
