"""Positive semidefinite matrices under linear equations, found in floating point: a guide only.

The problem: symmetric X_1, X_2, .. >= 0 with sum of <A_k[i], X_k> = b[i] for all i. A barrier method
minimises t over Y_k = X_k + t*I >= 0; its path ends inside the feasible set, or inside the face of the
cone that contains it, so that the kernel of what it finds is the common kernel of all solutions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .budget import Budget, charge

STEPS = 120
LAST = 1e10
WEIGHT = 1e-3
INSIDE = -1e-3


@dataclass(frozen=True)
class Centre:
    """The matrices found, and by how much (`slack`) the smallest eigenvalue may be below 0."""

    matrices: list[Any]
    slack: float


def centre(maps: Sequence[Any], right: Any, budget: Budget) -> Centre | None:
    """The centre of the solutions, or None where the equations alone have none.

    `maps[k]` has the shape (equations, n, n), `right` has one entry for each equation.
    """
    import numpy as np

    sizes = [a.shape[1] for a in maps]
    flat = np.hstack([a.reshape(a.shape[0], -1) for a in maps])
    # the least solution, through the smaller square matrix: that of the equations
    start = flat.T @ np.linalg.lstsq(flat @ flat.T, right, rcond=1e-12)[0]
    if np.abs(flat @ start - right).max(initial=0.0) > 1e-7 * max(1.0, np.abs(right).max(initial=0.0)):
        return None
    parts = np.split(start, np.cumsum([n * n for n in sizes])[:-1])
    low = min(np.linalg.eigvalsh(x.reshape(n, n)).min() for x, n in zip(parts, sizes, strict=True))
    t = max(0.0, -low) + 1.0
    found = [x.reshape(n, n) + t * np.eye(n) for x, n in zip(parts, sizes, strict=True)]
    diagonal = sum(np.trace(a, axis1=1, axis2=2) for a in maps)
    weight = 1.0
    for step in range(STEPS):
        charge(500)
        budget.check()
        moved = _newton(np, maps, diagonal, found, t, weight)
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


def _newton(
    np: Any, maps: Sequence[Any], diagonal: Any, found: list[Any], t: float, weight: float
) -> tuple[list[Any], float, float] | None:
    """One damped step for weight*t + WEIGHT*trace - log det(Y) - log(t + 1) on the equations."""
    total = (t + 1) ** 2 * np.outer(diagonal, diagonal)
    slope_t = weight - 1 / (t + 1)
    right = -diagonal * (t + 1) ** 2 * slope_t
    free = []
    for a, y in zip(maps, found, strict=True):
        turned = np.einsum("ij,njk,kl->nil", y, a, y, optimize=True)
        total += np.tensordot(a, turned, axes=([1, 2], [1, 2]))
        free.append((turned, y - WEIGHT * y @ y))
        right -= np.tensordot(a, free[-1][1], axes=([1, 2], [0, 1]))
    ridge = 1e-13 * np.trace(total) / max(1, len(total))
    try:
        multipliers = np.linalg.solve(total + ridge * np.eye(len(total)), right)
    except np.linalg.LinAlgError:
        return None
    steps = [move + np.tensordot(multipliers, turned, axes=1) for turned, move in free]
    step_t = (t + 1) ** 2 * (-slope_t - diagonal @ multipliers)
    decrement, longest = (step_t / (t + 1)) ** 2, 1.0
    if step_t < 0:
        longest = min(longest, 0.9 * (t + 1) / -step_t)
    for y, d in zip(found, steps, strict=True):
        try:
            root = np.linalg.inv(np.linalg.cholesky(y))
        except np.linalg.LinAlgError:
            return None
        values = np.linalg.eigvalsh(root @ ((d + d.T) / 2) @ root.T)
        decrement += float((values**2).sum())
        if values.min() < 0:
            longest = min(longest, 0.9 / -values.min())
    size = decrement**0.5
    longest = min(longest, 1.0 if size < 0.5 else max(1 / (1 + size), 0.5 * longest))
    moved = [y + longest * (d + d.T) / 2 for y, d in zip(found, steps, strict=True)]
    return moved, t + longest * step_t, float(size)


def kernel(matrix: Any) -> list[list[tuple[int, int]]] | None:
    """A rational basis, reduced, of a symmetric matrix' kernel as (numerator, denominator); None if what
    is found is not near simple rationals.

    >>> import numpy
    >>> kernel(numpy.array([[1.0, -2.0], [-2.0, 4.0]]))
    [[(1, 1), (1, 2)]]
    """
    from fractions import Fraction

    import numpy as np

    values, vectors = np.linalg.eigh(matrix)
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
