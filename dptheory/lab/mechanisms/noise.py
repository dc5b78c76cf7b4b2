"""The noise of output perturbation: density proportional to exp(-||k|| / s) on R^d."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from dptheory.lab.domain import DomainError, FloatArray, count, positive

BLOCK = 4096
"""Vectors that are scaled at a time, so that they stay in the cache."""


@dataclass(frozen=True)
class L2Laplace:
    """The law on R^d with density proportional to exp(-||k|| / scale) (Wu et al. 2015, Theorem 8).

    Its norm has the Gamma(d, scale) law and its direction is uniform and independent of the norm.

    >>> round(float(L2Laplace(1, 2.0).log_density(np.array([[0.0]]))[0]), 12) == round(math.log(1 / 4), 12)
    True
    """

    d: int
    scale: float

    def __post_init__(self) -> None:
        count("d", self.d)
        positive("scale", self.scale)

    def sample(self, size: int, rng: np.random.Generator) -> FloatArray:
        """`size` independent noise vectors, of shape (size, d)."""
        count("size", size, 0)
        if hasattr(rng, "l2laplace"):  # a generator that follows what it draws
            made: FloatArray = rng.l2laplace(self.scale, (size, self.d))
            return made
        if self.d == 1:  # the Laplace law
            return rng.laplace(0.0, self.scale, (size, 1))
        noise = rng.standard_normal((size, self.d))
        radius = rng.gamma(self.d, self.scale, size=size)
        for k in range(0, size, BLOCK):
            part = noise[k : k + BLOCK]
            part *= (radius[k : k + BLOCK] / np.sqrt(np.einsum("ij,ij->i", part, part)))[:, None]
        return noise

    def log_density(self, k: FloatArray) -> FloatArray:
        """The logarithm of the density (nats), for each row of `k`."""
        k = np.asarray(k, dtype=np.float64)
        if k.shape[-1] != self.d:
            raise DomainError(f"k has {k.shape[-1]} coordinates; needed: d = {self.d}")
        sphere = math.log(2) + self.d / 2 * math.log(math.pi) - math.lgamma(self.d / 2)
        constant = sphere + math.lgamma(self.d) + self.d * math.log(self.scale)
        return np.asarray(-np.linalg.norm(k, axis=-1) / self.scale - constant)
