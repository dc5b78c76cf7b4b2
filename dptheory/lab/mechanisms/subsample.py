"""Subsample and run: a mechanism on a random subset of the records (Chaudhuri 2020, Theorem 3).

m of n records are drawn without replacement, and an (eps, delta)-private mechanism runs on them. What is
kept is (log(1 + g (e^eps - 1)), g delta) with g = m/n, and for pure privacy no less in general (Balle,
Barthe and Gaboardi 2018, Theorem 9). The lecture prints 2 g eps for eps < 1, which is weaker and holds,
since e^eps - 1 <= 2 eps there.

See `interface.FLOATING_POINT` for what floating point may cost.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from dptheory.lab.domain import DomainError, FloatArray, count
from dptheory.lab.mechanisms.additive import NoisySum
from dptheory.lab.mechanisms.claims import PrivacyClaim
from dptheory.lab.mechanisms.interface import Mechanism, Pair, checked_size, records

SUBSETS: Final = 20_000
"""Subsets that are listed at most; beyond that there is no density, and samples are drawn one by one."""


def amplified(eps: float, fraction: float) -> float:
    """log(1 + g (e^eps - 1)), what is kept by running on a fraction g of the records.

    >>> amplified(0.5, 1.0), amplified(0.9, 0.25) < 2 * 0.25 * 0.9
    (0.5, True)
    """
    return math.log1p(fraction * math.expm1(eps))


def subsets(n: int, m: int) -> npt.NDArray[np.int64] | None:
    """All subsets of m of n records, one a row, or None where there are too many to list."""
    if math.comb(n, m) > SUBSETS:
        return None
    return np.array(list(combinations(range(n), m)), dtype=np.int64).reshape(-1, m)


def log_mean_exp(logs: FloatArray) -> FloatArray:
    """log of the mean of exp along the first axis; -inf where all are."""
    top = logs.max(axis=0)
    safe = np.where(np.isfinite(top), top, 0.0)
    with np.errstate(divide="ignore"):
        return np.asarray(safe + np.log(np.mean(np.exp(logs - safe), axis=0)))


@dataclass(frozen=True, kw_only=True)
class Subsampled(Mechanism[FloatArray]):
    """`base` on m of the n records, drawn without replacement. `printed` claims 2 (m/n) eps, for eps < 1.

    Proofs speak of exact real arithmetic (Mironov 2012 on what floating point reveals).

    >>> from dptheory.lab.mechanisms.additive import Laplace
    >>> str(Subsampled(base=Laplace(eps=0.8), n=8, m=2, printed=True).claim)
    'eps=0.4, replace-one'
    """

    base: Mechanism[FloatArray]
    n: int
    m: int
    printed: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        count("n", self.n)
        if count("m", self.m) > self.n:
            raise DomainError(f"m is {self.m}; needed: at most n = {self.n}")
        inner = self.base.claim
        if self.printed and (inner.eps >= 1 or inner.delta):
            raise DomainError(f"the base claims {inner}; needed: eps < 1 and no delta, as the source has it")

    @property
    def claim(self) -> PrivacyClaim:
        inner, share = self.base.claim, self.m / self.n
        if self.printed:
            return PrivacyClaim(2 * share * inner.eps)
        return PrivacyClaim(amplified(inner.eps, share), share * inner.delta)

    @property
    def inner(self) -> Mechanism[FloatArray]:
        """The base with this mechanism's noise factor."""
        return replace(self.base, noise_factor=self.base.noise_factor * self.noise_factor)

    def check(self, data: FloatArray) -> None:
        if len(records("the data set", data)) != self.n:
            raise DomainError(f"the data set has {len(data)} records; needed: n = {self.n}, which is public")
        for rows in (slice(k, k + self.m) for k in range(0, self.n, self.m)):
            self.base.check(np.asarray(data)[rows])

    def sample(self, data: FloatArray, size: int, rng: np.random.Generator) -> FloatArray:
        self.check(data)
        array, inner, listed = np.asarray(data), self.inner, subsets(self.n, self.m)
        if listed is None or len(listed) > checked_size(size):
            drawn = [inner.release(array[rng.permutation(self.n)[: self.m]], rng) for _ in range(size)]
            return np.stack(drawn) if drawn else inner.sample(array[: self.m], 0, rng)
        chosen = rng.integers(len(listed), size=size)
        if isinstance(inner, NoisySum):
            noisy = inner.draw_noise(size, rng)
            noisy += array[listed].sum(axis=1)[chosen]
            return noisy
        order = np.argsort(chosen, kind="stable")
        counts = np.bincount(chosen, minlength=len(listed))
        parts = [inner.sample(array[rows], int(k), rng) for rows, k in zip(listed, counts, strict=True)]
        together = np.concatenate(parts)
        outputs = np.empty_like(together)
        outputs[order] = together
        return outputs

    @property
    def has_density(self) -> bool:
        return self.base.has_density and math.comb(self.n, self.m) <= SUBSETS

    def log_density(self, data: FloatArray, outputs: FloatArray) -> FloatArray:
        """The mixture over all subsets."""
        listed = subsets(self.n, self.m)
        if listed is None or not self.has_density:
            return super().log_density(data, outputs)
        self.check(data)
        array, inner = np.asarray(data), self.inner
        kinds, counts = np.unique(array[listed], axis=0, return_counts=True)
        logs = [inner.log_density(kind, outputs) + math.log(k) for kind, k in zip(kinds, counts, strict=True)]
        return log_mean_exp(np.stack(logs)) + math.log(len(kinds) / counts.sum())

    def worst_pair(self) -> Pair[FloatArray] | None:
        """For noise added to a sum: all records at one end of the base's range, and one of them at the
        other.
        """
        inner, pair = self.inner, self.base.worst_pair()
        if not isinstance(inner, NoisySum) or pair is None or len(pair.first) != 1:
            return None
        first = np.repeat(pair.first, self.n, axis=0)
        second = first.copy()
        second[0] = pair.second[0]
        worst = inner.worst_pair()
        pure = worst is not None and worst.eps is not None and not inner.claim.delta
        return Pair(
            first, second, amplified(worst.eps, self.m / self.n) if pure and worst and worst.eps else None
        )
