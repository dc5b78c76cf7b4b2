"""Subsample and run: the law is a mixture."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import kstest, laplace

from dptheory.lab.audit.binomial import lower_limit, upper_limit
from dptheory.lab.domain import DomainError
from dptheory.lab.mechanisms.additive import Laplace
from dptheory.lab.mechanisms.finite import Exponential
from dptheory.lab.mechanisms.subsample import Subsampled

SIZE = 20_000


def test_subsampling_is_a_mixture() -> None:
    m = Subsampled(base=Laplace(eps=0.8), n=4, m=2)
    s = np.array([[0.0], [1.0], [1.0], [0.5]])
    sums = [1.0, 1.0, 0.5, 2.0, 1.5, 1.5]

    def cdf(t: np.ndarray) -> np.ndarray:
        return np.mean([laplace(loc=c, scale=1 / 0.8).cdf(t) for c in sums], axis=0)

    drawn = m.sample(s, SIZE, np.random.default_rng(7))[:, 0]
    assert kstest(drawn, cdf).pvalue > 1e-3
    assert kstest(drawn, lambda t: laplace(loc=1.5, scale=1 / 0.8).cdf(t)).pvalue < 1e-6
    exact = np.mean([laplace(loc=c, scale=1 / 0.8).pdf(0.3) for c in sums])
    assert np.exp(m.log_density(s, np.array([[0.3]])))[0] == pytest.approx(exact)
    few = np.concatenate([m.sample(s, 3, np.random.default_rng(k)) for k in range(400)])[:, 0]
    assert kstest(few, cdf).pvalue > 1e-3  # one by one, where there are fewer samples than subsets
    with pytest.raises(DomainError, match="eps < 1"):
        Subsampled(base=Laplace(eps=1.5), n=4, m=2, printed=True)
    with pytest.raises(DomainError, match="at most n"):
        Subsampled(base=Laplace(eps=1.5), n=4, m=5)


def test_subsampling_any_mechanism() -> None:
    m = Subsampled(base=Exponential(eps=2.0, outcomes=3), n=4, m=2)
    s = np.array([[1.0, -1.0, 0.0], [1.0, 0.0, 0.0], [-1.0, 1.0, 1.0], [0.0, 0.0, 1.0]])
    drawn = m.sample(s, SIZE, np.random.default_rng(1))
    for label in range(3):
        p = float(np.exp(m.log_density(s, np.array([[float(label)]])))[0])
        hits = int((drawn[:, 0] == label).sum())
        assert lower_limit(hits, SIZE, 1e-4) < p < upper_limit(hits, SIZE, 1e-4)
        assert not lower_limit(hits, SIZE, 1e-4) < 1.15 * p < upper_limit(hits, SIZE, 1e-4)
