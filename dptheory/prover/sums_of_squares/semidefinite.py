"""Positive semidefinite matrices under linear equations, found in floating point: a guide only.

The problem: symmetric X_1, X_2, .. >= 0 with sum of <A_k[i], X_k> = b[i] for all i. What is sought is the
solution whose least eigenvalue is greatest (up to 1): it lies inside the feasible set, or inside the face of
the cone that contains all of it, so that its kernel is the common kernel of all solutions.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..budget import Budget, charge
from .matrices import eigenvectors

ITERATIONS = 80
EXACT = 1e-9
WEIGHT = 1e-4
SOLVED = ("Solved", "AlmostSolved")


@dataclass(frozen=True)
class Map:
    """What equations say of one symmetric matrix: entries (equation, row, column, value), at or below the
    diagonal, of the matrices A[i] that are not 0."""

    size: int
    entries: tuple[tuple[int, int, int, float], ...]

    @property
    def packed(self) -> int:
        """How many numbers a symmetric matrix of this size is."""
        return self.size * (self.size + 1) // 2

    def trace(self, count: int) -> Any:
        """The traces of the matrices A[i]."""
        import numpy as np

        found = np.zeros(count)
        for i, row, column, value in self.entries:
            if row == column:
                found[i] += value
        return found


@dataclass(frozen=True)
class Centre:
    """The matrices found, and by how much (`slack`) the smallest eigenvalue may be below 0."""

    matrices: list[Any]
    slack: float


def centre(maps: Sequence[Map], right: Any, budget: Budget) -> Centre | None:
    """The centre of the solutions, or None where none was found; `right` has one entry for each equation.

    With X = Z - (u - 1)*I and Z >= 0, u >= 0, u is made least (and a little of Z's trace, which keeps Z
    bounded). The solver is given the dual of that: one unknown for each equation.
    """
    import clarabel
    import numpy as np

    budget.check()
    traces = sum((a.trace(len(right)) for a in maps), np.zeros(len(right)))
    bounds = np.concatenate([*(WEIGHT * _packed_one(a.size) for a in maps), np.ones(1)])
    cones = [*(clarabel.PSDTriangleConeT(a.size) for a in maps), clarabel.NonnegativeConeT(1)]
    none = _sparse([], (len(right), len(right)))
    asked = settings(ITERATIONS, EXACT)
    found = clarabel.DefaultSolver(none, right - traces, _rows(maps, traces), bounds, cones, asked).solve()
    charge(_work(maps, len(right), found.iterations))
    budget.check()
    z = np.array(found.z)
    if str(found.status) not in SOLVED or not np.isfinite(z).all():
        return None
    slack, place, matrices = float(z[-1]) - 1.0, 0, []
    for a in maps:
        matrices.append(_unpacked(z[place : place + a.packed], a.size) - slack * np.eye(a.size))
        place += a.packed
    return Centre(matrices, slack)


def settings(iterations: int, exact: float) -> Any:
    """What may be spent and how exact is enough: the same everywhere, on one thread."""
    import clarabel

    made = clarabel.DefaultSettings()
    made.verbose = False
    made.max_iter = iterations
    made.max_threads = 1
    made.direct_solve_method = "qdldl"
    made.chordal_decomposition_enable = False
    made.tol_gap_abs = made.tol_gap_rel = made.tol_feas = exact
    return made


def _rows(maps: Sequence[Map], traces: Any) -> Any:
    """The matrices A[i], negated and packed, as columns of one sparse matrix, and their traces below."""
    entries, start = [], 0
    for a in maps:
        for i, row, column, value in a.entries:
            scale = -1.0 if row == column else -math.sqrt(2.0)
            entries.append((start + row * (row + 1) // 2 + column, i, scale * value))
        start += a.packed
    entries += [(start, i, float(value)) for i, value in enumerate(traces) if value]
    return _sparse(entries, (start + 1, len(traces)))


def _sparse(entries: Sequence[tuple[int, int, float]], shape: tuple[int, int]) -> Any:
    from scipy.sparse import csc_matrix

    rows, columns, values = zip(*entries, strict=True) if entries else ((), (), ())
    return csc_matrix((values, (rows, columns)), shape=shape, dtype=float)


def _packed_one(size: int) -> Any:
    """The unit matrix, packed."""
    import numpy as np

    found = np.zeros(size * (size + 1) // 2)
    found[[k * (k + 3) // 2 for k in range(size)]] = 1.0
    return found


def _unpacked(z: Any, size: int) -> Any:
    """A symmetric matrix from its rows up to the diagonal, whose other entries are scaled by a root of 2."""
    import numpy as np

    found = np.zeros((size, size))
    rows, columns = np.tril_indices(size)
    found[rows, columns] = np.where(rows == columns, 1.0, 1 / math.sqrt(2.0)) * z
    return found + np.tril(found, -1).T


def _work(maps: Sequence[Map], count: int, iterations: int) -> int:
    """The steps that a number of iterations is counted as."""
    packed = sum(a.packed for a in maps)
    factored = sum(a.packed**3 for a in maps) + count * packed**2
    return 300 + iterations * (20 + 4 * packed + factored // 6_000)


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
