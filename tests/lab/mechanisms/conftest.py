"""Made-up data sets and neighbours."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from dptheory.lab.domain import Data


def made(n: int, d: int, seed: int = 0) -> Data:
    """n records on the unit sphere of R^d, labels -1 and 1."""
    rng = np.random.default_rng(seed)
    x = rng.standard_normal((n, d))
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    return Data(x, np.where(rng.random(n) < 0.5, -1.0, 1.0))


def pairs(n: int, d: int, count: int) -> list[tuple[Data, Data]]:
    """Neighbours: a record replaced by another one, and by its mirror image."""
    found = []
    for seed in range(count):
        s, z = made(n, d, seed), made(1, d, 1000 + seed)
        found += [(s, s.replace(0, z.x[0], z.y[0])), (s, s.replace(0, -s.x[0], s.y[0]))]
    return found


@pytest.fixture
def data() -> Callable[..., Data]:
    """Makes a data set of n records in d dimensions, from a seed."""
    return made


@pytest.fixture
def neighbours() -> Callable[[int, int, int], list[tuple[Data, Data]]]:
    """Makes pairs of neighbours."""
    return pairs
