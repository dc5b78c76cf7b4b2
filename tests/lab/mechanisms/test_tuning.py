"""Private tuning: what it picks, and what the printed form gives away."""

from __future__ import annotations

import math

import numpy as np
import pytest

from dptheory.lab.audit.binomial import lower_limit, upper_limit
from dptheory.lab.domain import Data, DomainError
from dptheory.lab.mechanisms import registry
from dptheory.lab.mechanisms.output import Algorithm4
from dptheory.lab.mechanisms.tuning import Tuning

SIZE = 20_000


def counts(name: str, seed: int, far: float) -> tuple[int, int]:
    m = registry.get(name)
    pair = m.worst_pair()
    assert pair is not None
    one, other = (m.sample(z, SIZE, np.random.default_rng(seed)) for z in (pair.first, pair.second))
    return int((np.abs(one[:, 0]) > far).sum()), int((np.abs(other[:, 0]) > far).sum())


def test_tuning_as_printed_is_not_private() -> None:
    far = 25.0
    one, other = counts("wu2015.algorithm5.printed", 6, far)
    assert math.log(lower_limit(other, SIZE, 1e-4) / upper_limit(one, SIZE, 1e-4)) > 1.0
    one, other = counts("wu2015.algorithm5", 6, 0.2499)
    assert (
        math.log(lower_limit(max(one, other), SIZE, 1e-4) / upper_limit(min(one, other), SIZE, 1e-4)) <= 1.0
    )


def test_tuning_selects_by_the_validation_chunk() -> None:
    candidates = tuple(Algorithm4(lam=1.0, eps=1e7, radius=r, tight=True) for r in (0.1, 0.9))
    m = Tuning(eps=1e7, candidates=candidates)
    x, y = np.ones((60, 1)), np.full(60, 0.6)
    w = m.sample(Data(x, y), 50, np.random.default_rng(0))
    assert np.allclose(w, 0.4, atol=1e-3)  # 2 (w - 0.6) + w = 0: the larger ball holds it, and is better
    assert m.rate(20) == pytest.approx(1e7 / (2 * 1.9**2 / 20))
    assert Tuning(
        eps=1.0, candidates=candidates[:0] or registry.get("wu2015.algorithm5").candidates, printed=True
    ).rate(20) == pytest.approx(1 / (2 * 0.25**2))  # type: ignore[attr-defined]
    with pytest.raises(DomainError, match="at most 1"):
        Tuning(eps=1.0, candidates=candidates)
    with pytest.raises(DomainError, match="no candidates"):
        Tuning(eps=1.0, candidates=())
    with pytest.raises(DomainError, match="at least 3"):
        m.sample(Data(x[:2], y[:2]), 1, np.random.default_rng(0))
