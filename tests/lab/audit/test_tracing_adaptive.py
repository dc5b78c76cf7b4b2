"""No right mechanism is accused, adaptive ones too; every wrong one has its line named."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest

from dptheory.lab.audit.privacy.asking import ask as audit
from dptheory.lab.audit.privacy.neighbours import Neighbours
from dptheory.lab.audit.privacy.subjects import Plain
from dptheory.lab.audit.privacy.tracing import Trace, trace, traced
from dptheory.lab.mechanisms.claims import PrivacyClaim

from . import mechanisms_to_trace as known

PAIRS = (
    ([0.0, 0.5, 1.0, 1.0], [1.0, 0.5, 1.0, 1.0]),
    ([0.0, 0.5, 0.5], [0.0, 0.5, 1.0]),
    ([1.0, 0.2, 0.2], [0.0, 0.2, 0.2]),
)
SHOWN = {
    "clipped_by_batch": ([-5.0, 0.0], [5.0, 0.0]),
    "own_scale": ([0.0, 0.5], [1.0, 0.5]),
    "two_statistics": ([0.0, 0.6], [0.0, 1.0]),
    "counts_and_sum_in_steps": ([0.0, 0.2], [0.4, 0.2]),
    "raw_control": ([0.0, 1.0, 0.9], [1.0, 1.0, 0.9]),
}
"""Pairs on which a mistake shows that the first of `PAIRS` does not show."""


def followed(f: Any, pair: tuple[list[float], list[float]], seed: int = 0) -> Trace:
    claim = PrivacyClaim(1.0, 1e-5 if f in known.WITH_DELTA else 0.0)
    return trace(Plain(f, f.__name__), Neighbours(*pair), claim, seed)


@pytest.mark.parametrize("right", known.RIGHT, ids=lambda f: f.__name__)
def test_no_right_mechanism_is_accused(right: Any) -> None:
    """Later steps that start from an earlier noisy number were taken for a second use of its draw."""
    for pair in PAIRS:
        for seed in range(3):
            found = followed(right, pair, seed)
            assert not found.accuses, found.told()
            assert not found.beside.startswith("not followed:"), found.told()


@pytest.mark.parametrize("wrong", known.WRONG, ids=lambda f: f.__name__)
def test_every_wrong_mechanism_has_its_line_named(wrong: Any) -> None:
    source, start = inspect.getsourcelines(wrong)
    line = start + next(k for k, text in enumerate(source) if "# wrong" in text)
    for seed in range(3):
        found = followed(wrong, SHOWN.get(wrong.__name__, PAIRS[0]), seed)
        named = [found.first_wrong.told] if found.first_wrong else [found.beside]
        assert found.accuses and f"mechanisms_to_trace.py:{line}" in named[0], found.told()


@pytest.mark.parametrize("steps", [known.steps, known.steps_in_python])
def test_a_step_moves_by_what_its_gradient_does_beside_the_same_earlier_numbers(steps: Any) -> None:
    """`moves by 9, eps=1 covers 2` was said of one record, whose clipped gradient moves by 1 at most."""
    found = followed(steps, ([0.0], [1.0]))
    assert found.first_wrong is None and 0 < found.lines[0].moves <= 1 and found.lines[0].draws == 2


def test_moves_of_steps_are_added_up_against_the_whole_claim() -> None:
    """Clipping by batch was told as a draw used twice."""
    line = followed(known.clipped_by_batch, SHOWN["clipped_by_batch"]).first_wrong
    assert line is not None and line.wrong == "moves by 2 at 2 draws, 4 in all, eps=1 covers 2"


def test_noise_that_a_subsample_may_make_up_for_is_named_with_that() -> None:
    """Half of the records, by fair coins, need less noise than all."""

    def half(data: Any, size: int, rng: Any) -> Any:
        kept = (rng.random((size, len(data))) < 0.5) * np.asarray(data)
        return kept.sum(axis=1) + rng.laplace(0, 1 / np.log(1 + 2 * (np.e - 1)), size)

    seen = [followed(half, ([0.0], [1.0]), seed).first_wrong for seed in range(6)]
    assert any(seen) and all(
        line is None or line.wrong.endswith("unless a subsample makes up for it") for line in seen
    )


def test_beside_a_consistent_verdict_nothing_is_accused() -> None:
    """Of `[1, 0]` noise that is too small shows in the trace, but hardly in so few outputs."""

    def nearly(data: Any, size: int, rng: Any) -> Any:
        return sum(data) + rng.laplace(0, 0.95, size)

    found = audit(nearly, "eps=1", pairs=[([0.0], [1.0])], samples=2_000)
    assert found.verdict != "violated"
    told = traced(found, Plain(nearly, "m")).trace
    assert told is not None and not told.accuses and "covers" not in " ".join(told.told())
    assert trace(Plain(nearly, "m"), Neighbours([0.0], [1.0]), PrivacyClaim(1.0)).accuses


def test_several_numbers_are_audited_without_scikit_learn(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plain install refused them."""
    monkeypatch.setattr("dptheory.lab.audit.privacy.choosing.can_boost", lambda: False)

    def both(data: Any, size: int, rng: Any, scale: float = 1.0) -> Any:
        return np.column_stack(
            [sum(data) + rng.laplace(0, scale, size), data[0] + rng.laplace(0, scale, size)]
        )

    pairs = [([0.0], [1.0])]
    assert audit(both, "eps=1", pairs=pairs, samples=20_000).verdict == "violated"
    assert audit(both, "eps=2", pairs=pairs, samples=20_000).verdict == "consistent"
