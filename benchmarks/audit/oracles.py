"""What an oracle knows of each mechanism with a mistake: chances (p, q) of the best events on the worst pair.

Closed forms where there are any, quadrature over the noise of a threshold, samples for the ball.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import numpy as np
from mistakes import THRESHOLDS

from dptheory.lab.domain import FloatArray

Chances = tuple[FloatArray, FloatArray]
"""p and q of events that are candidates."""


def ball(d: int, shift: float, size: int = 4_000_000) -> Chances:
    """l2-Laplace noise of scale 1 in d dimensions, moved by `shift`: level sets of the loss, by sampling."""
    rng = np.random.default_rng(1)
    ordered = []
    for centre in (0.0, shift):
        x = rng.standard_normal((size, d))
        x *= (rng.standard_gamma(d, size) / np.linalg.norm(x, axis=1))[:, None]
        x[:, 0] += centre
        to = x.copy()
        to[:, 0] -= shift
        ordered.append(np.sort(np.linalg.norm(to, axis=1) - np.linalg.norm(x, axis=1)))
    levels = np.quantile(ordered[0], 1 - np.geomspace(5e-4, 0.6, 300))
    p, q = (1 - np.searchsorted(side, levels) / size for side in ordered)
    return p, q


def atom(chance: float) -> Chances:
    """An outcome that only one side has."""
    return np.array([chance]), np.array([0.0])


def blurred(chance: float, blur: float) -> Chances:
    """The record 0 of four, the others 1, put out with Gaussian blur; otherwise a sum with Laplace noise."""
    from scipy.stats import laplace, norm

    half = blur * np.linspace(0.5, 6, 200)
    beside = [laplace.cdf(half - total) - laplace.cdf(-half - total) for total in (3.0, 4.0)]
    p = chance * (1 - 2 * norm.sf(half / blur)) + (1 - chance) * beside[0]
    return p, (1 - chance) * beside[1]


def mixture(chance: float, smaller: float) -> Chances:
    """Intervals around a sum whose Laplace noise is seldom so many times smaller; sums differ by 1."""
    half = np.geomspace(0.05, 20, 300) / smaller
    p = chance * (1 - np.exp(-half * smaller)) + (1 - chance) * (1 - np.exp(-half))
    q = (1 - chance) * (_laplace_cdf(half - 1, 1.0) - _laplace_cdf(-half - 1, 1.0))
    return p, q


def shifted_gaussian(sigma: float) -> Chances:
    """Half-lines, for Gaussian noise and a shift of 1."""
    from scipy.stats import norm

    t = np.linspace(-3 * sigma, 5 * sigma, 400)
    return norm.sf(t, 1, sigma), norm.sf(t, 0, sigma)


def bits(kind: str) -> Chances:
    """Level sets over all sequences of answers of a sparse vector technique."""
    threshold, query, answers = THRESHOLDS[kind]
    rho, weight = _noise(threshold)
    found = []
    for total in (0.0, 1.0):
        below = [_laplace_cdf(0.5 + rho - q, query) for q in _queries(total)]
        found.append(_sequences(below, weight, answers))
    return level_sets_of(np.array(found[0]), np.array(found[1]))


def valued(kind: str) -> Chances:
    """The same where the first query that crosses is put out: its index with its value, on a fine grid."""
    threshold, query, _ = THRESHOLDS[kind]
    grid = np.linspace(-12 * query, 14 * query, 6_001)
    cells = [
        _valued_cells(0.5 + _noise(threshold)[0], _noise(threshold)[1], q, grid, query)
        for q in (_queries(0.0), _queries(1.0))
    ]
    return level_sets_of(*cells)


def _valued_cells(
    level: FloatArray, weight: FloatArray, queries: FloatArray, grid: FloatArray, scale: float
) -> FloatArray:
    """The chance of every (index, cell of the value), last that of no crossing; the threshold is rounded up
    to the ends of cells."""
    upto = np.searchsorted(level, grid[1:], side="right")
    alive, found = weight.copy(), []
    for q in queries:
        reached = np.concatenate([[0.0], np.cumsum(alive)])[upto]
        found.append(reached * np.diff(_laplace_cdf(grid - q, scale)))
        alive = alive * _laplace_cdf(level - q, scale)
    return np.concatenate([*found, [alive.sum()]])


def _queries(total: float) -> FloatArray:
    return np.repeat([total, 1 - total], 5)


def _noise(scale: float, size: int = 40_001) -> tuple[FloatArray, FloatArray]:
    """Points of Laplace noise and their weights."""
    ends = np.linspace(-25 * scale, 25 * scale, size)
    return np.array([(a + b) / 2 for a, b in pairwise(ends)]), np.diff(_laplace_cdf(ends, scale))


def _laplace_cdf(x: FloatArray, scale: float) -> FloatArray:
    tail = np.exp(-np.abs(x) / scale) / 2
    return np.asarray(np.where(x < 0, tail, 1 - tail))


def _sequences(below: list[FloatArray], alive: FloatArray, answers: int) -> list[float]:
    """The chances of all sequences; one ends when so many queries have crossed."""
    if not below or answers == 0:
        return [float(alive.sum())]
    return [
        *_sequences(below[1:], alive * below[0], answers),
        *_sequences(below[1:], alive * (1 - below[0]), answers - 1),
    ]


def level_sets_of(first: FloatArray, second: FloatArray) -> Chances:
    """Level sets of the likelihood ratio in both directions, those of less than a millionth left out."""
    sides = []
    for one, other in ((first, second), (second, first)):
        order = np.argsort(-one / np.maximum(other, 1e-300), kind="stable")
        sides.append((np.cumsum(one[order]), np.cumsum(other[order])))
    p, q = (np.concatenate([a, b]) for a, b in zip(*sides, strict=True))
    kept = np.unique(np.searchsorted(np.sort(p), np.geomspace(1e-6, 0.95, 2_000)).clip(0, len(p) - 1))
    place = np.argsort(p, kind="stable")[kept]
    return p[place].clip(0, 1), q[place].clip(0, 1)


ORACLES: dict[str, Callable[[], Chances]] = {
    "histogram, bin 7 bare": lambda: atom(1.0),
    "ridge, sensitivity / 2": lambda: ball(3, 2.0),
    "leak 0.002": lambda: atom(0.002),
    "leak 0.002, blurred": lambda: blurred(0.002, 0.001),
    "leak 0.002, second": lambda: atom(0.002),
    "mixture, noise / 1e5 at 0.002": lambda: mixture(0.002, 1e5),
    "mixture, noise / 1e3 at 0.005": lambda: mixture(0.005, 1e3),
    "sparse, Chen et al.": lambda: bits("chen"),
    "sparse, Lee and Clifton": lambda: bits("lee"),
    "sparse, noisy value": lambda: valued("value"),
    "gaussian, noise 0.75": lambda: shifted_gaussian(0.75 * 3.7306),
}
"""By the names of `mistakes`."""
