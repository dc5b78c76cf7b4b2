"""Positive semidefinite matrices under linear equations, found in floating point: a guide only.

The problem: symmetric X_1, X_2, .. >= 0 with sum of <A_k[i], X_k> = b[i] for all i. A barrier method
minimises t over Y_k = X_k + t*I >= 0; its path ends inside the feasible set, or inside the face of the
cone that contains it, so that the kernel of what it finds is the common kernel of all solutions.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..budget import Budget, charge
from .matrices import eigenvectors, is_positive, lower, relative, solved, times

STEPS = 120
LAST = 1e10
WEIGHT = 1e-3
INSIDE = -1e-3
HALVINGS = 12


@dataclass(frozen=True)
class Map:
    """What equations say of one symmetric matrix: the entries, at or below the diagonal, of the matrices
    A[i] that are not 0: `values` at `rows` and `columns` of the matrix of the equation `equations`."""

    size: int
    count: int
    equations: Any
    rows: Any
    columns: Any
    values: Any

    @staticmethod
    def of(size: int, count: int, entries: Sequence[tuple[int, int, int, float]]) -> Map:
        """The map with entries (equation, row, column, value)."""
        import numpy as np

        places = np.array([e[:3] for e in entries], dtype=np.int64).reshape(len(entries), 3)
        values = np.array([e[3] for e in entries], dtype=np.float64)
        return Map(size, count, places[:, 0], places[:, 1], places[:, 2], values)

    def between(self, y: Any) -> Any:
        """The matrices y*A[i]*y, one for each equation."""
        import numpy as np

        twice = np.where(self.rows == self.columns, 0.5, 1.0) * self.values
        left, right = y[self.rows], y[self.columns]
        products = left[:, :, None] * right[:, None, :]
        found = np.zeros((self.count, self.size, self.size))
        np.add.at(found, self.equations, (products + products.transpose(0, 2, 1)) * twice[:, None, None])
        return found

    def inner(self, x: Any) -> Any:
        """<A[i], x> for all i; x is one symmetric matrix, or several, one after the other."""
        import numpy as np

        weights = np.where(self.rows == self.columns, 1.0, 2.0) * self.values
        several = x.reshape(-1, self.size, self.size)[:, self.rows, self.columns].T * weights[:, None]
        found = np.zeros((self.count, several.shape[1]))
        np.add.at(found, self.equations, several)
        return found if x.ndim == 3 else found[:, 0]

    def trace(self) -> Any:
        """The traces of the matrices A[i]."""
        import numpy as np

        return self.inner(np.eye(self.size))


@dataclass(frozen=True)
class Centre:
    """The matrices found, and by how much (`slack`) the smallest eigenvalue may be below 0."""

    matrices: list[Any]
    slack: float


def centre(maps: Sequence[Map], right: Any, budget: Budget) -> Centre | None:
    """The centre of the solutions, or None where the equations alone have none; `right` has one entry for
    each equation."""
    import numpy as np

    charge(_work(maps))
    start = _least(maps, right)
    if start is None:
        return None
    low = min(_lowest(x) for x in start)
    t = max(0.0, -low) + 1.0
    found = [x + t * np.eye(len(x)) for x in start]
    diagonal = sum(a.trace() for a in maps)
    weight = 1.0
    for step in range(STEPS):
        charge(_work(maps))
        budget.check()
        moved = _newton(maps, diagonal, found, t, weight)
        if moved is None:
            break
        found, t, decrement = moved
        if t < INSIDE * 50:
            break
        if decrement < 0.5:
            if weight > LAST:
                break
            weight *= 4.0 if step < 60 else 10.0
    return Centre([y - t * np.eye(len(y)) for y in found], t)


def _work(maps: Sequence[Map]) -> int:
    """The steps that one Newton step is counted as."""
    count = maps[0].count
    entries = sum(len(a.values) * (a.size**2 + count) + 20 * a.size**2 for a in maps)
    return 200 + 100 * len(maps) + 10 * count + (entries + count**3 // 6) // 200


def _least(maps: Sequence[Map], right: Any) -> list[Any] | None:
    """The least solution of the equations."""
    import numpy as np

    alone = [a.between(np.eye(a.size)) for a in maps]
    gram = sum(a.inner(own) for a, own in zip(maps, alone, strict=True))
    ridge = 1e-12 * float(np.trace(gram)) / max(1, len(gram)) + 1e-300
    multipliers, rest = np.zeros(len(right)), right
    for _ in range(4):
        more = solved(gram + ridge * np.eye(len(gram)), rest)
        if more is None:
            return None
        multipliers = multipliers + more
        rest = right - (gram * multipliers).sum(axis=1)
    if np.abs(rest).max(initial=0.0) > 1e-7 * max(1.0, np.abs(right).max(initial=0.0)):
        return None
    return [(own * multipliers[:, None, None]).sum(axis=0) for own in alone]


def _lowest(x: Any) -> float:
    """About the least eigenvalue of a symmetric matrix, if that is negative; else 0."""
    import numpy as np

    high = math.sqrt(float((x * x).sum()))
    low, one = 0.0, np.eye(len(x))
    if is_positive(x + 1e-12 * (1.0 + high) * one):
        return 0.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if is_positive(x + middle * one) else (middle, high)
    return -high


def _newton(
    maps: Sequence[Map], diagonal: Any, found: list[Any], t: float, weight: float
) -> tuple[list[Any], float, float] | None:
    """One damped step for weight*t + WEIGHT*trace - log det(Y) - log(t + 1) on the equations."""
    import numpy as np

    total = (t + 1) * (t + 1) * (diagonal[:, None] * diagonal[None, :])
    slope_t = weight - 1 / (t + 1)
    right = -diagonal * ((t + 1) * (t + 1) * slope_t)
    free = []
    for a, y in zip(maps, found, strict=True):
        turned = a.between(y)
        total += a.inner(turned)
        free.append((turned, y - WEIGHT * times(y, y)))
        right -= a.inner(free[-1][1])
    ridge = 1e-13 * float(np.trace(total)) / max(1, len(total))
    multipliers = solved(total + ridge * np.eye(len(total)), right)
    if multipliers is None:
        return None
    steps = [move + (multipliers[:, None, None] * turned).sum(axis=0) for turned, move in free]
    step_t = (t + 1) * (t + 1) * (-slope_t - float((diagonal * multipliers).sum()))
    decrement, longest = (step_t / (t + 1)) * (step_t / (t + 1)), 1.0
    if step_t < 0:
        longest = min(longest, 0.9 * (t + 1) / -step_t)
    for y, d in zip(found, steps, strict=True):
        root = lower(y)
        if root is None:
            return None
        scaled = relative(root, (d + d.T) / 2)
        decrement += float((scaled * scaled).sum())
        longest = min(longest, 0.9 * _reach(scaled))
    if not math.isfinite(decrement):
        return None
    size = math.sqrt(decrement)
    longest = min(longest, 1.0 if size < 0.5 else max(1 / (1 + size), 0.5 * longest))
    moved = [y + longest * (d + d.T) / 2 for y, d in zip(found, steps, strict=True)]
    return moved, t + longest * step_t, size


def _reach(m: Any) -> float:
    """How far one may go from the identity along a symmetric matrix and stay positive: a number not beyond
    that, close to it, and never asked to be more than 10/9."""
    import numpy as np

    one, far = np.eye(len(m)), 1 / 0.9
    if is_positive(one + far * m):
        return far
    near = min(far, 1 / max(math.sqrt(float((m * m).sum())), 1e-9))
    for _ in range(6):
        middle = (near + far) / 2
        near, far = (middle, far) if is_positive(one + middle * m) else (near, middle)
    return near


def kernel(matrix: Any) -> list[list[tuple[int, int]]] | None:
    """A rational basis, reduced, of a symmetric matrix' kernel as (numerator, denominator); None if what
    is found is not near simple rationals.

    >>> import numpy
    >>> kernel(numpy.array([[1.0, -2.0], [-2.0, 4.0]]))
    [[(1, 1), (1, 2)]]
    """
    from fractions import Fraction

    import numpy as np

    charge(20 * len(matrix) ** 2 + 10 * len(matrix))
    values, vectors = eigenvectors(matrix)
    top = max(abs(values).max(), 1e-9)
    count = int((values < 1e-4 * top).sum())
    rows = vectors[:, :count].T.copy()
    place = 0
    for i in range(count):
        best = max(
            range(place, rows.shape[1]), key=lambda j: (np.abs(rows[i:, j]).max() > 0.05, -j), default=None
        )
        if best is None or np.abs(rows[i:, best]).max() < 1e-6:
            return None
        lead = i + int(np.abs(rows[i:, best]).argmax())
        rows[[i, lead]] = rows[[lead, i]]
        rows[i] /= rows[i, best]
        for k in range(count):
            if k != i:
                rows[k] -= rows[k, best] * rows[i]
        place = best + 1
    found: list[list[tuple[int, int]]] = []
    for row in rows:
        near = [Fraction(float(x)).limit_denominator(30) for x in row]
        if any(abs(float(q) - x) > 2e-2 for q, x in zip(near, row, strict=True)):
            return None
        found.append([(q.numerator, q.denominator) for q in near])
    return found
