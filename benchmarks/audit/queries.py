"""Noisy queries, what they compute, the exact chances of their outputs, and data to begin with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from dptheory.lab.domain import FloatArray

Mechanism = Callable[[Any, int, np.random.Generator], Any]
Chances = tuple[FloatArray, FloatArray]
"""The chances of cells on one data set and on the other."""


def values(data: Any, low: float = 0.0, high: float = 1.0) -> FloatArray:
    """The numbers of a data set, clipped."""
    return np.clip(np.asarray(data, dtype=float).ravel(), low, high)


def noised(query: Callable[[Any], Any], scale: Any) -> Mechanism:
    """A query with Laplace noise; the scale may depend on the data, as it must not."""

    def mechanism(data: Any, size: int, rng: np.random.Generator) -> FloatArray:
        value = np.atleast_1d(query(data))
        return np.asarray(value + rng.laplace(0, 1, (size, len(value))) * _scale(scale, data))

    return mechanism


def _scale(scale: Any, data: Any) -> float:
    return float(scale(data) if callable(scale) else scale)


EDGES = np.concatenate([[-np.inf], np.linspace(-30, 30, 12_001), [np.inf]])
COARSE = np.concatenate([[-np.inf], np.linspace(-8, 14, 551), [np.inf]])


def laplace_cells(centre: float, scale: float, edges: FloatArray = EDGES) -> FloatArray:
    """The chances of cells under Laplace noise."""
    with np.errstate(over="ignore"):
        x = (edges - centre) / max(scale, 1e-12)
        tail = np.exp(-np.abs(x)) / 2
    return np.diff(np.where(x < 0, tail, 1 - tail))


def line(query: Callable[[Any], Any], scale: Any) -> Callable[[Any, Any], Chances]:
    """The law of a noisy query of one number, or of two."""

    def law(one: Any, other: Any) -> Chances:
        found = []
        for data in (one, other):
            centres = np.atleast_1d(query(data))
            edges = EDGES if len(centres) == 1 else COARSE
            cells = [laplace_cells(float(centre), _scale(scale, data), edges) for centre in centres]
            found.append(cells[0] if len(cells) == 1 else np.outer(*cells).ravel())
        return found[0], found[1]

    return law


def moved(size: float, scale: float, times: int = 1) -> Callable[[Any, Any], Chances]:
    """Laplace noise on `times` numbers, each of which moves by `size`: the law of the sum of their losses."""

    def law(one: Any, other: Any) -> Chances:
        loss = np.linspace(-size / scale, size / scale, 401)
        edges = np.concatenate([[-np.inf], (loss[1:] + loss[:-1]) / 2 * scale / 2 + size / 2, [np.inf]])
        p, q = (laplace_cells(centre, scale, edges) for centre in (size, 0.0))
        whole = np.ones(1), np.ones(1)
        for _ in range(times):
            whole = np.convolve(whole[0], p), np.convolve(whole[1], q)
        return whole

    return law


def certain(chance: float) -> Callable[[Any, Any], Chances]:
    """An outcome of that chance on one side, of none on the other."""
    return lambda one, other: (np.array([chance, 1 - chance]), np.array([0.0, 1.0]))


def discrete(chances: Callable[[Any], FloatArray]) -> Callable[[Any, Any], Chances]:
    """Few outcomes, of known chances."""
    return lambda one, other: (chances(one), chances(other))


def drawn(
    chances: Callable[[Any], FloatArray], outcomes: Callable[[Any], FloatArray] | None = None
) -> Mechanism:
    """Outcomes drawn with these chances; they are called 0, 1, ... where nothing else is said."""

    def mechanism(data: Any, size: int, rng: np.random.Generator) -> FloatArray:
        p = chances(data)
        k = rng.choice(len(p), size, p=p / p.sum())
        return np.asarray(k if outcomes is None else outcomes(data)[k], dtype=float)

    return mechanism


# what the mechanisms compute


def squares(data: Any) -> float:
    return float((values(data, -0.6, 1.0) ** 2).sum())


def total(data: Any) -> float:
    return float(values(data).sum())


def mean(data: Any) -> float:
    return float(values(data).mean()) if np.size(data) else 0.5


def sum_and_count(data: Any) -> FloatArray:
    return np.array([total(data), float(np.size(data))])


def counts(data: Any, bins: int = 4) -> FloatArray:
    return np.bincount(np.asarray(data, dtype=int).ravel().clip(0, bins - 1), minlength=bins).astype(float)


def products(limit: float) -> Callable[[Any], float]:
    return lambda data: float(np.prod(np.clip(np.asarray(data, dtype=float), -limit, limit), axis=1).sum())


def batches(size: int, limit: float = 1.0) -> Callable[[Any], FloatArray]:
    """Means of batches, clipped as a whole."""
    return lambda data: np.clip(np.asarray(data, dtype=float).reshape(-1, size).mean(axis=1), -limit, limit)


def each(size: int) -> Callable[[Any], FloatArray]:
    """Means of batches of what is clipped record by record."""
    return lambda data: np.clip(np.asarray(data, dtype=float), -1, 1).reshape(-1, size).mean(axis=1)


def by_coordinate(data: Any) -> FloatArray:
    return np.clip(np.asarray(data, dtype=float), -1, 1).sum(axis=0)


def by_norm(data: Any) -> FloatArray:
    rows = np.asarray(data, dtype=float)
    return np.asarray((rows / np.maximum(1, np.abs(rows).sum(axis=1, keepdims=True))).sum(axis=0))


def columns(data: Any) -> FloatArray:
    return np.clip(np.asarray(data, dtype=float), 0, 1).sum(axis=0)


# data sets


def uniform(low: float, high: float, *shape: int) -> Callable[[np.random.Generator], FloatArray]:
    """Records between two numbers, with two at the ends."""

    def made(rng: np.random.Generator) -> FloatArray:
        rows = rng.uniform(low, high, shape)
        rows[0], rows[-1] = low, high
        return rows

    return made


def coins(size: int) -> Callable[[np.random.Generator], FloatArray]:
    return lambda rng: np.concatenate([[0.0, 1.0], (rng.random(size - 2) < 0.5).astype(float)])


def changed(rows: Any, place: int, record: Any) -> tuple[FloatArray, FloatArray]:
    """A data set and its neighbour."""
    other = np.array(rows, dtype=float)
    other[place] = record
    return np.array(rows, dtype=float), other
