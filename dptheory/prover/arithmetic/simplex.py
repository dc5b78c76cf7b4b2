"""Exact feasibility of small linear systems: c >= 0 with sum c_j * column_j = target.

The columns are sparse and most rows have target zero, so a presolve that reads signs off the
rows does most of the work; what remains goes to an exact simplex when it is small and to
scipy's highs, with its support solved again exactly, when it is large.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from flint import fmpq

from dptheory.exact import nearest
from dptheory.linear import matrix, solution, subtract

from ..budget import Budget, charge

Column = Mapping[Any, fmpq]
Rows = dict[Hashable, dict[int, fmpq]]
ZERO = fmpq(0)
SMALL = 1200


def feasible(columns: Sequence[Column], target: Column, budget: Budget) -> dict[int, fmpq] | None:
    """Non-negative exact coefficients by column index, or None when there are none (or none were found).
    The entries of a column are not 0.

    >>> one = fmpq(1)
    >>> feasible([{"x": one}, {"x": one, "y": -one}], {"x": fmpq(2), "y": -one}, Budget(10_000))
    {0: 1, 1: 1}
    >>> feasible([{"x": one}], {"x": -one}, Budget(10_000)) is None
    True
    """
    charge(10 + 2 * sum(len(column) for column in columns))
    rows: Rows = {key: {} for key in target}
    for j, column in enumerate(columns):
        for key, value in column.items():
            rows.setdefault(key, {})[j] = value
    right = {key: target.get(key, ZERO) for key in rows}
    live = _presolve(rows, right, columns)
    if live is None:
        return None
    rows = {key: row for key, row in rows.items() if row}
    if not rows:
        return {}
    if len(live) * len(rows) <= SMALL:
        return _simplex(rows, right, budget)
    support = _highs(rows, right, sorted(live))
    if support is None:
        return None
    found = _exact(rows, right, support)
    if found is not None or len(live) > 400:
        return found
    return _simplex(rows, right, budget)


def _presolve(rows: Rows, right: dict[Hashable, fmpq], columns: Sequence[Column]) -> set[int] | None:
    """Drop columns that a row forces to zero; None when a row cannot be met."""
    live = {j for row in rows.values() for j in row}
    above = {key: [c > 0 for c in row.values()].count(True) for key, row in rows.items()}
    queue = list(rows)
    while queue:
        key = queue.pop()
        row, value = rows[key], right[key]
        charge(1 + len(row) // 4)
        positive, negative = above[key] > 0, above[key] < len(row)
        if (value > 0 and not positive) or (value < 0 and not negative):
            return None
        if value != 0 or (positive and negative) or not row:
            continue
        for j in list(row):
            live.discard(j)
            for other, c in columns[j].items():
                del rows[other][j]
                above[other] -= c > 0
                queue.append(other)
    return live


def _simplex(rows: Rows, right: dict[Hashable, fmpq], budget: Budget) -> dict[int, fmpq] | None:
    """Phase one of the simplex method on exact sparse rows; artificial variables are negative indices."""
    table: list[tuple[dict[int, fmpq], fmpq]] = []
    for key, row in rows.items():
        value = right[key]
        table.append(({j: -c for j, c in row.items()}, -value) if value < 0 else (dict(row), value))
    basis = [-1 - i for i in range(len(table))]
    cost: dict[int, fmpq] = {}
    for row, _ in table:
        for j, c in row.items():
            cost[j] = cost.get(j, ZERO) + c
    gap = sum((value for _, value in table), ZERO)
    stalled = 0
    while gap > 0 or any(b < 0 for b in basis):
        budget.check()
        entering = _entering(cost, bland=stalled > 12)
        if entering is None:
            break
        leaving = _leaving(table, basis, entering)
        if leaving is None:
            return None
        before = gap
        gap = _pivot(table, basis, cost, gap, entering, leaving)
        stalled = stalled + 1 if gap == before else 0
    if gap > 0:
        return None
    return {j: table[i][1] for i, j in enumerate(basis) if j >= 0 and table[i][1] > 0}


def _entering(cost: Mapping[int, fmpq], bland: bool) -> int | None:
    if bland:
        return min((j for j, c in cost.items() if c > 0), default=None)
    best = max(cost.items(), key=lambda item: item[1], default=None)
    return best[0] if best is not None and best[1] > 0 else None


def _leaving(table: list[tuple[dict[int, fmpq], fmpq]], basis: list[int], entering: int) -> int | None:
    chosen, best = None, None
    for i, (row, value) in enumerate(table):
        c = row.get(entering, ZERO)
        if c > 0:
            rank = (value / c, basis[i])
            if best is None or rank < best:
                chosen, best = i, rank
    return chosen


def _pivot(
    table: list[tuple[dict[int, fmpq], fmpq]],
    basis: list[int],
    cost: dict[int, fmpq],
    gap: fmpq,
    entering: int,
    leaving: int,
) -> fmpq:
    """Make a column basic in a row; returns the sum of the artificial variables that is left."""
    row, value = table[leaving]
    scale = row[entering]
    row = {j: c / scale for j, c in row.items()}
    value = value / scale
    table[leaving] = (row, value)
    basis[leaving] = entering
    for i, (other, amount) in enumerate(table):
        factor = other.get(entering)
        if i != leaving and factor is not None:
            _charged(other, row, factor)
            table[i] = (other, amount - factor * value)
    factor = cost.get(entering)
    if factor is None:
        return gap
    _charged(cost, row, factor)
    return gap - factor * value


def _charged(row: dict[int, fmpq], other: dict[int, fmpq], factor: fmpq) -> None:
    charge(len(other))
    subtract(row, other, factor)


def _highs(rows: Rows, right: dict[Hashable, fmpq], live: list[int]) -> list[int] | None:
    """The support of a vertex found in floating point, or None when there seems to be none."""
    from scipy.optimize import linprog

    place = {j: k for k, j in enumerate(live)}
    forms, vector = [], []
    for key, row in rows.items():
        largest = max(abs(nearest(c)) for c in row.values())
        vector.append(nearest(right[key]) / largest)
        forms.append([(place[j], nearest(c) / largest) for j, c in row.items()])
    charge(5_000 + 20 * sum(map(len, forms)) + 10 * len(rows) * len(live) // 10)
    answer = linprog([1.0] * len(live), A_eq=matrix(forms, len(live)), b_eq=vector, method="highs-ds")
    return None if answer.x is None else [live[k] for k, c in enumerate(answer.x) if c > 1e-11]


def _exact(rows: Rows, right: dict[Hashable, fmpq], support: list[int]) -> dict[int, fmpq] | None:
    """The exact solution on a support, if there is one and it is non-negative."""
    place = {j: k for k, j in enumerate(support)}
    system = [
        ([(place[j], c) for j, c in row.items() if j in place], right[key]) for key, row in rows.items()
    ]
    used = [equation for equation in system if equation[0] or equation[1] != 0]
    if support:
        charge(len(used) * len(support) * min(len(used), len(support)))
    solved = solution(used, len(support))
    if solved is None or any(value < 0 for value in solved):
        return None
    return {j: value for j, value in zip(support, solved, strict=True) if value > 0}
