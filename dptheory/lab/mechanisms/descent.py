"""Noisy minibatch gradient descent (Chaudhuri 2020, sections 2.1 and 2.2).

From 0, T steps w <- w - rate * (mean of the clipped gradients of a batch of b records + noise). One record
moves the mean by at most 2 clip / b, so noise of density exp(-eps b ||k|| / (2 clip)) makes a step
eps-private.

- ``disjoint``: batches by position, one pass. A record enters one step; all else is post-processing: the
  whole path is eps-private (parallel composition).
- ``subsample``: every batch is drawn without replacement. By amplification and composition the path keeps
  T log(1 + (b/n) (e^eps - 1)). The lecture prints 2 b T eps / n for eps < 1, which is weaker and holds.

With `delta` the noise is Gaussian, at the least scale that makes a step (eps, delta)-private. See
`interface.FLOATING_POINT` for what floating point may cost.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from dptheory.lab.domain import NORM_SLACK, Data, DomainError, FloatArray, count, fraction, positive
from dptheory.lab.mechanisms.claims import PrivacyClaim
from dptheory.lab.mechanisms.gaussian import analytic_sigma, gaussian_eps
from dptheory.lab.mechanisms.interface import Mechanism, Pair, checked_size, outputs_of
from dptheory.lab.mechanisms.losses import Loss
from dptheory.lab.mechanisms.noise import L2Laplace
from dptheory.lab.mechanisms.subsample import amplified, log_mean_exp, subsets

CHUNK: Final = 50_000
"""Entries of a (samples, records, features) array that are worked on at a time: the size of a cache."""

SMALL: Final = 8
"""Up to so many times a batch it is cheaper to work on all records and weight them by the batch."""


@dataclass(frozen=True, kw_only=True)
class NoisyDescent(Mechanism[Data]):
    """Noisy gradient descent on n records; released is the path, flattened, or its last point.

    `eps` (and `delta`) is what one step keeps on its batch. Proofs speak of exact real arithmetic (Mironov
    2012 on what floating point reveals).

    >>> from dptheory.lab.mechanisms.losses import Logistic
    >>> m = NoisyDescent(loss=Logistic(), eps=0.5, n=12, batch=3, steps=4)
    >>> str(m.claim), m.noise(2).scale == 2 * m.clip / (3 * 0.5)
    ('eps=0.5, replace-one', True)
    """

    loss: Loss
    eps: float
    n: int
    batch: int
    steps: int
    rate: float = 0.5
    clip: float = 1.0
    delta: float = 0.0
    scheme: Literal["disjoint", "subsample"] = "disjoint"
    released: Literal["path", "last"] = "path"
    printed: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("eps", "rate", "clip"):
            positive(name, getattr(self, name))
        for name in ("n", "batch", "steps"):
            count(name, getattr(self, name))
        if self.delta:
            fraction("delta", self.delta)
        if self.scheme not in ("disjoint", "subsample") or self.released not in ("path", "last"):
            raise DomainError("needed: scheme 'disjoint' or 'subsample', released 'path' or 'last'")
        used = self.batch * (self.steps if self.scheme == "disjoint" else 1)
        if used > self.n:
            raise DomainError(f"the batches take {used} records; needed: at most n = {self.n}")
        if self.printed and (self.scheme == "disjoint" or self.delta or self.eps >= 1):
            raise DomainError("printed is a claim for subsampled batches, eps < 1 and no delta")

    @property
    def claim(self) -> PrivacyClaim:
        if self.scheme == "disjoint":
            return PrivacyClaim(self.eps, self.delta)
        share = self.batch / self.n
        if self.printed:
            return PrivacyClaim(2 * share * self.steps * self.eps)
        return PrivacyClaim(self.steps * amplified(self.eps, share), self.steps * share * self.delta)

    def noise(self, d: int) -> L2Laplace:
        """The law of the noise of a step, where it is not Gaussian."""
        return L2Laplace(d, self.noise_factor * 2 * self.clip / (self.batch * self.eps))

    @property
    def sigma(self) -> float:
        """The standard deviation of Gaussian noise, with `delta`."""
        return self.noise_factor * analytic_sigma(self.eps, self.delta, 2 * self.clip / self.batch)

    def check(self, data: Data) -> None:
        if not isinstance(data, Data) or data.n != self.n:
            given = f"has {data.n} records" if isinstance(data, Data) else f"is a {type(data).__name__}"
            raise DomainError(f"the data set {given}; needed: Data with n = {self.n}, which is public")

    def _clipped(self, w: FloatArray, x: FloatArray, y: FloatArray) -> FloatArray:
        """The factor of x in every record's clipped gradient: w (B, d), x (b, d) or (B, b, d); (B, b)."""
        margins = w @ x.T if x.ndim == 2 else np.einsum("bd,bnd->bn", w, x)
        slopes = self.loss.slope(margins, y)
        lengths = np.linalg.norm(x, axis=-1)
        if self.loss.lipschitz(math.inf) * (lengths.max() if x.ndim == 2 else 1 + NORM_SLACK) <= self.clip:
            return np.asarray(slopes)
        norms = np.abs(slopes) * lengths
        return np.asarray(slopes * np.minimum(1.0, self.clip / np.maximum(norms, np.finfo(float).tiny)))

    def _step(self, t: int, w: FloatArray, data: Data, rng: np.random.Generator) -> FloatArray:
        """The mean clipped gradients of step t at every row of w."""
        if self.constant:
            return self._constant_step(t, len(w), data, rng)
        if self.scheme == "disjoint":
            x, y = _batch(data, t, self.batch)
            return np.asarray(self._clipped(w, x, y) @ x / self.batch)
        listed = subsets(self.n, self.batch)
        if listed is not None and self.n <= SMALL * self.batch:
            member = np.zeros((len(listed), self.n))
            np.put_along_axis(member, listed, 1 / self.batch, axis=1)
            return (
                self._clipped(w, data.x, data.y) * member[rng.integers(len(listed), size=len(w))]
            ) @ data.x
        rows = np.argpartition(rng.random((len(w), self.n)), self.batch - 1, axis=1)[:, : self.batch]
        chosen = data.x[rows]
        factors = self._clipped(w, chosen, data.y[rows])
        return np.asarray(np.einsum("bn,bnd->bd", factors, chosen) / self.batch)

    @property
    def constant(self) -> bool:
        """Whether gradients do not depend on w, so that only the batch and the noise are random."""
        if self.loss.smoothness() > 0:
            return False
        return self.scheme == "disjoint" or subsets(self.n, self.batch) is not None

    def _constant_step(self, t: int, size: int, data: Data, rng: np.random.Generator) -> FloatArray:
        """The mean clipped gradients of step t where they do not depend on w: one row, or one a sample."""
        gradients = self._clipped(np.zeros((1, data.d)), data.x, data.y)[0, :, None] * data.x
        if self.scheme == "disjoint":
            return np.asarray(gradients[t * self.batch : (t + 1) * self.batch].mean(axis=0, keepdims=True))
        listed = subsets(self.n, self.batch)
        if listed is None:  # excluded by `constant`
            raise DomainError("there are too many batches; needed: a list of them")
        means = gradients[listed].mean(axis=1)
        return np.asarray(means.take(rng.integers(len(listed), size=size), axis=0))

    def sample(self, data: Data, size: int, rng: np.random.Generator) -> FloatArray:
        self.check(data)
        rows = max(1, CHUNK // ((1 if self.constant else self.n) * data.d))
        parts = [self._paths(data, min(rows, size - k), rng) for k in range(0, checked_size(size), rows)]
        paths = np.concatenate(parts) if parts else np.empty((0, self.steps * data.d))
        return paths if self.released == "path" else paths[:, -data.d :]

    def _paths(self, data: Data, size: int, rng: np.random.Generator) -> FloatArray:
        w = np.zeros((size, data.d))
        path = np.empty((size, self.steps, data.d))
        for t in range(self.steps):
            move = (
                rng.normal(0.0, self.sigma, w.shape) if self.delta else self.noise(data.d).sample(size, rng)
            )
            move += self._step(t, w, data, rng)
            move *= self.rate
            w -= move
            path[:, t] = w
        return path.reshape(size, self.steps * data.d)

    @property
    def has_density(self) -> bool:
        listed = self.scheme == "disjoint" or subsets(self.n, self.batch) is not None
        return listed and (self.released == "path" or self.steps == 1)

    def log_density(self, data: Data, outputs: FloatArray) -> FloatArray:
        """The sum over the steps of the log-density of the noise that leads from each point to the next; with
        drawn batches, a mixture over all of them.
        """
        if not self.has_density:
            return super().log_density(data, outputs)
        self.check(data)
        path = outputs_of(outputs, self.steps * data.d).reshape(-1, self.steps, data.d)
        total = np.full(len(path), -self.steps * data.d * math.log(self.rate))
        here = np.zeros((len(path), data.d))
        for t in range(self.steps):
            total += self._log_step(t, here, (here - path[:, t]) / self.rate, data)
            here = path[:, t]
        return total

    def _log_step(self, t: int, w: FloatArray, moved: FloatArray, data: Data) -> FloatArray:
        if self.scheme == "disjoint":
            x, y = _batch(data, t, self.batch)
            return self._log_noise(moved - self._clipped(w, x, y) @ x / self.batch)
        gradients = self._clipped(w, data.x, data.y)[:, :, None] * data.x
        listed = subsets(self.n, self.batch)
        means = (gradients[:, rows].mean(axis=1) for rows in (listed if listed is not None else ()))
        return log_mean_exp(np.stack([self._log_noise(moved - mean) for mean in means]))

    def _log_noise(self, k: FloatArray) -> FloatArray:
        if not self.delta:
            return self.noise(k.shape[1]).log_density(k)
        s = self.sigma
        return np.asarray(
            -np.sum(k**2, axis=1) / (2 * s**2) - k.shape[1] * math.log(s * math.sqrt(2 * math.pi))
        )

    def worst_pair(self) -> Pair[Data] | None:
        """For the linear loss with slope at least `clip`: all records -1 in dimension one, and one of them 1.

        Each step that may see that record then moves by 2 clip / batch.
        """
        if self.loss.name != "linear" or self.loss.lipschitz(1.0) < self.clip or self.released != "path":
            return None
        x, y = -np.ones((self.n, 1)), np.zeros(self.n)
        other = x.copy()
        other[0] = 1.0
        return Pair(Data(x, y), Data(other, y), self._pair_eps())

    def _pair_eps(self) -> float | None:
        if self.scheme == "disjoint":
            if not self.delta:
                return self.eps / self.noise_factor
            return gaussian_eps(self.delta, self.sigma, 2 * self.clip / self.batch)
        if self.delta:
            return None
        return self.steps * amplified(self.eps / self.noise_factor, self.batch / self.n)


def _batch(data: Data, t: int, size: int) -> tuple[FloatArray, FloatArray]:
    """The records of step t, by position."""
    return data.x[t * size : (t + 1) * size], data.y[t * size : (t + 1) * size]
