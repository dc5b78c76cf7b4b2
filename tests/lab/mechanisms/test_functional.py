"""The functional mechanism: coefficients, sensitivity, releases."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.stats import kstest, laplace

from dptheory.lab.domain import Data, DomainError
from dptheory.lab.mechanisms.functional import (
    Functional,
    coefficients,
    minimisers,
    printed_sensitivity,
    tight_sensitivity,
)

SIZE = 20_000
Made = Callable[..., Data]


def test_coefficients_are_those_of_the_polynomial(data: Made) -> None:
    s, w = data(6, 3, 7), np.array([0.3, -1.2, 0.5])
    c, (rows, columns) = coefficients(s), np.triu_indices(3)
    assert np.sum((s.x @ w - s.y) ** 2) == pytest.approx(
        np.sum(s.y**2) + c[:3] @ w + c[3:] @ (w[rows] * w[columns])
    )
    best = np.linalg.lstsq(s.x, s.y, rcond=None)[0]
    assert np.allclose(minimisers(c[None], 3, 0.0)[0], best)
    ridge = np.linalg.solve(s.x.T @ s.x + 0.7 * np.eye(3), s.x.T @ s.y)
    assert np.allclose(minimisers(c[None], 3, 0.7)[0], ridge)


@pytest.mark.parametrize("d", [1, 2, 3])
def test_functional_sensitivity(d: int) -> None:
    rng = np.random.default_rng(d)

    def move(z: np.ndarray) -> float:
        x = z[: 2 * d].reshape(2, d)
        x = x / np.maximum(np.linalg.norm(x, axis=1, keepdims=True), 1.0)
        y = np.clip(z[2 * d :], -1, 1)
        one, other = (coefficients(Data(x[[k]], y[[k]])) for k in (0, 1))
        return -float(np.abs(one - other).sum())

    starts = rng.standard_normal((12, 2 * d + 2)) * 2
    found = -min(minimize(move, z, method="Nelder-Mead").fun for z in starts)
    assert found <= tight_sensitivity(d) * (1 + 1e-12) <= printed_sensitivity(d)
    assert found > 0.75 * tight_sensitivity(d)
    if d == 1:
        assert found == pytest.approx(4.0, abs=1e-3)


def test_functional_mechanism_releases(data: Made) -> None:
    s = data(200, 2, 8)
    m = Functional(eps=1.0, width=2, printed=True)
    noise = (m.sample(s, SIZE // 4, np.random.default_rng(4)) - coefficients(s)).ravel()
    assert kstest(noise, laplace(scale=18.0).cdf).pvalue > 1e-3
    assert kstest(noise, laplace(scale=20.0).cdf).pvalue < 1e-6
    w = Functional(eps=1e6, width=2, released="minimiser").sample(s, 3, np.random.default_rng(5))
    assert np.allclose(w, np.linalg.lstsq(s.x, s.y, rcond=None)[0], atol=1e-4)
    with pytest.raises(DomainError, match="released"):
        Functional(eps=1.0, width=2, released="x")  # type: ignore[arg-type]
    with pytest.raises(DomainError, match="d = 2"):
        m.check(data(3, 3))
