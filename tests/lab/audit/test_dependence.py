"""Rows of one call that depend on each other: a right mechanism must not be called violated for them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dptheory.errors import BadInput
from dptheory.lab.audit.privacy.auditor import Plan, audit
from dptheory.lab.audit.privacy.dependence import check_calls, check_rows
from dptheory.lab.audit.privacy.neighbours import Neighbours
from dptheory.lab.mechanisms.claims import PrivacyClaim

PAIR = (Neighbours(np.zeros(1), np.ones(1)),)
CLAIM = PrivacyClaim(1.0)


def shared(data: Any, size: int, rng: np.random.Generator) -> Any:
    """Each row alone keeps eps = 1; but its noise is drawn once a call, and only blurred row by row."""
    return np.sum(data) + rng.laplace(0, 1) + rng.laplace(0, 0.05, size)


def thinned(data: Any, size: int, rng: np.random.Generator) -> Any:
    """Half of the calls leave the record out: rows depend on that coin."""
    return np.sum(data) * (rng.random() < 0.5) + rng.laplace(0, 1, size)


def repeated(data: Any, size: int, rng: np.random.Generator) -> Any:
    """Every noise is used twice, the second time in the second half."""
    noise = rng.laplace(0, 1, -(-size // 2))
    return np.sum(data) + np.concatenate([noise, noise])[:size]


@pytest.mark.parametrize("mechanism", [shared, thinned, repeated])
def test_rows_that_depend_on_each_other_are_told(mechanism: Any) -> None:
    for seed in range(3):
        with pytest.raises(BadInput, match="whose rows in one call depend on each other"):
            audit(mechanism, CLAIM, pairs=PAIR, plan=Plan(20_000, 0.95, seed))


def test_independent_rows_are_not_told_so() -> None:
    rng = np.random.default_rng(0)
    for k in range(300):
        size = int(rng.integers(50, 4_000))
        draws = (rng.laplace(0, 1, (size, 2)), rng.standard_cauchy((size, 1)), rng.integers(0, 2, (size, 1)))
        check_rows(np.asarray(draws[k % 3], dtype=float), "m")
        sizes = [size] * 7 + [int(rng.integers(1, size + 1))]
        check_calls(rng.binomial(sizes, float(rng.random())).tolist(), sizes, "m")


def test_too_few_say_nothing() -> None:
    check_calls([0, 0, 0, 30], [1_000] * 4, "m")
    check_calls([900], [1_000], "m")
    check_rows(np.zeros((5_000, 1)), "m")
    check_rows(np.repeat(np.random.default_rng(0).normal(size=50), 2)[:, None], "m")
    with pytest.raises(BadInput, match="depend on each other"):
        check_calls([100, 0, 0, 0], [1_000] * 4, "m")
