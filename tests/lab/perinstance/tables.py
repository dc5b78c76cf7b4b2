"""Tables, and what a posterior sample gives away by other means, for the tests of this folder."""

from __future__ import annotations

import math
from pathlib import Path

import mpmath
import numpy as np


def data(n: int = 40, d: int = 3, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    x = rng.uniform(-1, 1, (n, d)) / math.sqrt(d)
    return x, np.clip(x @ rng.uniform(-1, 1, d) + 0.3 * rng.standard_normal(n), -1, 1)


def write(path: Path, x: np.ndarray, y: np.ndarray, head: str = "a,b,c,y") -> Path:
    rows = [",".join(map(repr, [*row, label])) for row, label in zip(x.tolist(), y.tolist(), strict=False)]
    path.write_text("\n".join([head, *rows]) + "\n")
    return path


def posterior_delta(mu: float, rho: float, eps: mpmath.mpf) -> mpmath.mpf:
    """delta by mpmath's normal law at 80 digits, from the ends of the interval as they are defined."""
    m, r = mpmath.mpf(mu), mpmath.mpf(rho)
    v, a = 1 + m, r / mpmath.sqrt(m)
    far = mpmath.sqrt(2 * (eps + mpmath.log(v) / 2) / m + a**2 / v)
    tail = lambda x: mpmath.erfc(x / mpmath.sqrt(2)) / 2  # noqa: E731
    w = mpmath.sqrt(v)
    here = tail(far - a) + tail(far + a)
    return here - mpmath.e**eps * (tail(w * far - a / w) + tail(w * far + a / w))
