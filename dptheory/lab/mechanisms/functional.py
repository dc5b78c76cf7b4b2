"""The functional mechanism for linear regression (Zhang, Zhang, Xiao, Yang and Winslett 2012).

sum_i (y_i - <w, x_i>)^2 is a polynomial in w. Its coefficients, -2 sum_i y_i x_ij of w_j, sum_i x_ij^2 of
w_j^2 and 2 sum_i x_ij x_ik of w_j w_k (j < k), are released with independent Laplace noise; whatever is
computed from them is private too.

The l1-sensitivity of the coefficients. The source has 2 (1 + 2d + d^2) = 2 (d + 1)^2, which holds. Less is
enough for ||x|| <= 1, |y| <= 1, and the constant term is not needed. The move is convex in y and y', so
both may be taken -1 or 1, and with y x for x it is 2 ||x - x'||_1 + ||x x^T - x' x'^T||_1. Let t = x - x'
and s = x + x'. Then x x^T - x' x'^T = (s t^T + t s^T)/2, so the move is at most ||t||_1 (2 + ||s||_1) with
||s||^2 + ||t||^2 <= 4: by Cauchy and Schwarz at most the largest value of 4 sqrt(d) cos(a) (1 + sqrt(d)
sin(a)). In dimension one |s| + |t| <= 2, and t (2 + s) <= t (4 - t) <= 4, which (1, 1) against (1, -1)
attains.

See `interface.FLOATING_POINT` for what floating point may cost.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from dptheory.lab.domain import Data, DomainError, FloatArray, count, positive
from dptheory.lab.mechanisms.claims import PrivacyClaim
from dptheory.lab.mechanisms.interface import Mechanism, Pair, checked_size, outputs_of


def printed_sensitivity(d: int) -> float:
    """2 (d + 1)^2, the source's bound."""
    return 2.0 * (d + 1) ** 2


def tight_sensitivity(d: int) -> float:
    """The bound derived in this module; attained for d = 1.

    >>> tight_sensitivity(1), printed_sensitivity(1)
    (4.0, 8.0)
    >>> tight_sensitivity(14) < printed_sensitivity(14) / 11
    True
    """
    if d == 1:
        return 4.0
    root = math.sqrt(d)
    sine = (math.sqrt(1 + 8 * d) - 1) / (4 * root)
    return 4 * root * math.sqrt(1 - sine**2) * (1 + root * sine)


def coefficients(data: Data) -> FloatArray:
    """The d linear coefficients, then those of w_j w_k for j <= k, row by row."""
    rows, columns = np.triu_indices(data.d)
    quadratic = data.x.T @ data.x
    twice = np.where(rows == columns, 1.0, 2.0)
    return np.concatenate([-2 * (data.y @ data.x), twice * quadratic[rows, columns]])


def minimisers(released: FloatArray, d: int, ridge: float) -> FloatArray:
    """For each row of coefficients the minimiser of the polynomial plus ridge ||w||^2, in the span of the
    eigenvectors whose eigenvalues are positive (the source's spectral trimming).

    >>> minimisers(np.array([[-2.0, 1.0], [3.0, -1.0]]), 1, 0.0).tolist()
    [[1.0], [0.0]]
    """
    rows, columns = np.triu_indices(d)
    form = np.zeros((len(released), d, d))
    half = released[:, d:] * np.where(rows == columns, 1.0, 0.5)
    form[:, rows, columns] = half
    form[:, columns, rows] = half
    values, vectors = np.linalg.eigh(form + ridge * np.eye(d))
    kept = values > 0
    along = np.einsum("bij,bi->bj", vectors, released[:, :d])
    solved = np.where(kept, -along / (2 * np.where(kept, values, 1.0)), 0.0)
    return np.asarray(np.einsum("bij,bj->bi", vectors, solved))


@dataclass(frozen=True, kw_only=True)
class Functional(Mechanism[Data]):
    """The functional mechanism for d features: noise of scale sensitivity / eps on every coefficient.

    `printed` takes the source's sensitivity, otherwise the smaller one above; both keep eps. Released are
    the coefficients, or the minimiser with the source's regulariser of four standard deviations of the
    noise and its spectral trimming. Proofs speak of exact real arithmetic (Mironov 2012 on naive Laplace
    noise).

    >>> Functional(eps=0.5, width=1).scale
    8.0
    """

    eps: float
    width: int
    printed: bool = False
    released: Literal["coefficients", "minimiser"] = "coefficients"

    def __post_init__(self) -> None:
        super().__post_init__()
        positive("eps", self.eps)
        count("width", self.width)
        if self.released not in ("coefficients", "minimiser"):
            raise DomainError(f"released is {self.released!r}; needed: 'coefficients' or 'minimiser'")

    @property
    def claim(self) -> PrivacyClaim:
        return PrivacyClaim(self.eps)

    @property
    def scale(self) -> float:
        """The scale of the noise on each coefficient."""
        bound = printed_sensitivity if self.printed else tight_sensitivity
        return self.noise_factor * bound(self.width) / self.eps

    def check(self, data: Data) -> None:
        if not isinstance(data, Data) or data.d != self.width:
            given = f"has {data.d} features" if isinstance(data, Data) else f"is a {type(data).__name__}"
            raise DomainError(f"the data set {given}; needed: Data with d = {self.width}")

    def sample(self, data: Data, size: int, rng: np.random.Generator) -> FloatArray:
        self.check(data)
        exact = coefficients(data)
        noisy = rng.laplace(0.0, self.scale, (checked_size(size), len(exact)))
        noisy += exact
        if self.released == "coefficients":
            return noisy
        return minimisers(noisy, self.width, 4 * math.sqrt(2) * self.scale)

    @property
    def has_density(self) -> bool:
        return self.released == "coefficients"

    def log_density(self, data: Data, outputs: FloatArray) -> FloatArray:
        if not self.has_density:
            return super().log_density(data, outputs)
        self.check(data)
        exact = coefficients(data)
        far = np.abs(outputs_of(outputs, len(exact)) - exact).sum(axis=1)
        return np.asarray(-far / self.scale - len(exact) * math.log(2 * self.scale))

    def worst_pair(self) -> Pair[Data]:
        """One record x = (1, ..., 1)/sqrt(d) with y = 1 and with y = -1; the worst for d = 1."""
        x = np.full((1, self.width), 1 / math.sqrt(self.width))
        first, second = Data(x, np.ones(1)), Data(x, -np.ones(1))
        move = float(np.abs(coefficients(first) - coefficients(second)).sum())
        return Pair(first, second, move / self.scale if self.has_density else None)
