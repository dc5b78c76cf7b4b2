"""Z'Z of a table of doubles, without any error, and what follows from it by Arb.

Every column is cut into slices of so few bits that the products of two slices add up to integers below 2^53:
such products are exact in floating point, in whatever order a library adds them. Their sum over the slices is
the Gram matrix, an integer matrix times powers of two.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from flint import arb, arb_mat, ctx, fmpq

from ...errors import BadInput
from ..domain import FloatArray

SINGULAR_AT = (256, 1024, 4096)
"""Precisions at which a matrix is tried before it is called singular."""


@dataclass(frozen=True)
class Gram:
    """Z'Z[j, k] = entries[j][k] 2^(scales[j] + scales[k] - shift), exactly."""

    entries: tuple[tuple[int, ...], ...]
    scales: tuple[int, ...]
    shift: int

    @classmethod
    def of(cls, table: FloatArray) -> Gram:
        """The Gram matrix of the columns of a table with at least one row.

        >>> Gram.of(np.array([[3.0, 0.5], [4.0, 0.25]])).entry(0, 1)
        5/2
        """
        rows = len(table)
        bits = (53 - max(1, rows.bit_length())) // 2
        largest = np.abs(table).max(axis=0)
        scales = np.where(largest > 0, np.frexp(np.where(largest > 0, largest, 1.0))[1], 0)
        rest, slices = np.ldexp(table, -scales), []
        while rest.any():
            rest = np.ldexp(rest, bits)
            slices.append(np.rint(rest))
            rest = rest - slices[-1]
        shift, width = 2 * bits * len(slices), table.shape[1]
        total = [[0] * width for _ in range(width)]
        for s, one in enumerate(slices, start=1):
            for t, other in enumerate(slices[:s], start=1):
                product = one.T @ other
                if s != t:
                    product = product + product.T
                place = shift - bits * (s + t)
                for row, added in zip(total, product.tolist(), strict=True):
                    for k, value in enumerate(added):
                        row[k] += int(value) << place
        return cls(tuple(map(tuple, total)), tuple(int(s) for s in scales), shift)

    def entry(self, j: int, k: int) -> fmpq:
        """One entry."""
        power = self.scales[j] + self.scales[k] - self.shift
        return fmpq(self.entries[j][k]) * fmpq(2) ** power

    def ball(self, j: int, k: int) -> arb:
        """The same at the working precision."""
        return arb(self.entry(j, k))


@dataclass(frozen=True)
class Solved:
    """H = X'X + lam I, its inverse, and H^-1 X'y, enclosed; `factor` is C with H^-1 = C'C."""

    inverse: arb_mat
    factor: arb_mat
    theta: tuple[arb, ...]


def solved(gram: Gram, lam: fmpq, bits: int) -> Solved:
    """Solve at a precision; the last column of the table is y. Raises BadInput where H is singular."""
    for tried in (bits, *(b for b in SINGULAR_AT if b > bits)):
        with ctx.workprec(tried):
            found = _solve(gram, lam)
        if found is not None:
            return found
    raise BadInput(
        f"a matrix X'X + lam I that is singular (lam = {lam})",
        "lam > 0, or features that are linearly independent",
        "--lam 1",
    )


def _solve(gram: Gram, lam: fmpq) -> Solved | None:
    width = len(gram.scales) - 1
    h = [[gram.ball(j, k) + (arb(lam) if j == k else 0) for k in range(width)] for j in range(width)]
    lower = cholesky(h)
    if lower is None:
        return None
    factor = _inverse_of_lower(lower)
    inverse = factor.transpose() * factor
    moment = arb_mat([[gram.ball(j, width)] for j in range(width)])
    theta = (inverse * moment).entries()
    return Solved(inverse, factor, tuple(theta))


def cholesky(h: list[list[arb]]) -> list[list[arb]] | None:
    """Lower triangular L with LL' = h; None unless every pivot is affirmed to be positive."""
    size = len(h)
    lower = [[arb(0)] * size for _ in range(size)]
    for j in range(size):
        pivot = h[j][j] - sum((lower[j][k] ** 2 for k in range(j)), arb(0))
        if not pivot > 0:
            return None
        root = pivot.sqrt()
        lower[j][j] = root
        for i in range(j + 1, size):
            inner = sum((lower[i][k] * lower[j][k] for k in range(j)), arb(0))
            lower[i][j] = (h[i][j] - inner) / root
    return lower


def _inverse_of_lower(lower: list[list[arb]]) -> arb_mat:
    size = len(lower)
    made = [[arb(0)] * size for _ in range(size)]
    for j in range(size):
        made[j][j] = 1 / lower[j][j]
        for i in range(j + 1, size):
            inner = sum((lower[i][k] * made[k][j] for k in range(j, i)), arb(0))
            made[i][j] = -inner / lower[i][i]
    return arb_mat(made)


def doubles(matrix: arb_mat) -> FloatArray:
    """The nearest doubles (within 2^-52, relatively, of accurate enclosures)."""
    rows, columns = matrix.nrows(), matrix.ncols()
    flat = [float(value.mid()) for value in matrix.entries()]
    if not all(map(math.isfinite, flat)):
        raise BadInput("numbers beyond the range of doubles", "a table of a common size", "other units")
    return np.array(flat).reshape(rows, columns)
