"""Linear systems for programs that floating point solves: their sparse matrices, and exact solutions.

Untrusted: what is found is a certificate, which the kernel checks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from flint import fmpq

ZERO = fmpq(0)


def matrix(rows: Sequence[Iterable[tuple[int, float]]], size: int) -> Any:
    """The sparse matrix of rows, given by the columns and values of what is not 0; None without rows."""
    from scipy.sparse import csr_matrix

    entries = [(value, i, j) for i, row in enumerate(rows) for j, value in row]
    values, at, column = zip(*entries, strict=True) if entries else ((), (), ())
    return csr_matrix((values, (at, column)), shape=(len(rows), size)) if rows else None


def solution(system: Iterable[tuple[Iterable[tuple[int, fmpq]], fmpq]], size: int) -> list[fmpq] | None:
    """The exact solution of sparse equations by elimination, None if there is none.

    Variables that are not the first of a row of the echelon form are 0: so the order of the equations does
    not matter.

    >>> one = fmpq(1)
    >>> solution([([(0, one), (1, one)], fmpq(3)), ([(0, one), (1, -one)], one)], 2)
    [2, 1]
    >>> solution([([(0, one)], one), ([(0, one)], fmpq(2))], 1) is None
    True
    """
    pivots: dict[int, tuple[dict[int, fmpq], fmpq]] = {}
    equations = [({j: c for j, c in form if c != 0}, bound) for form, bound in system]
    for row, right in sorted(equations, key=lambda item: len(item[0])):
        while row:
            lead = min(row)
            if lead not in pivots:
                scale = row[lead]
                pivots[lead] = ({j: c / scale for j, c in row.items()}, right / scale)
                break
            other, amount = pivots[lead]
            factor = row[lead]
            subtract(row, other, factor)
            right -= factor * amount
        else:
            if right != 0:
                return None
    found = [ZERO] * size
    for lead in sorted(pivots, reverse=True):
        row, right = pivots[lead]
        found[lead] = right - sum((c * found[j] for j, c in row.items() if j != lead), ZERO)
    return found


def subtract(row: dict[int, fmpq], other: dict[int, fmpq], factor: fmpq) -> None:
    """Take a multiple of another sparse row from a row, in place."""
    for j, c in other.items():
        new = row.get(j, ZERO) - factor * c
        if new == 0:
            row.pop(j, None)
        else:
            row[j] = new
