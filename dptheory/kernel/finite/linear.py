"""Rational linear programs: that a point is a solution, and that multipliers bound every solution."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from flint import fmpq

from ..limits import KernelError, need

Of = TypeVar("Of", int, tuple[tuple[int, ...], int])
Sparse = tuple[tuple[int, fmpq], ...]
ZERO = fmpq(0)
MAX_VARIABLES = 6_000
MAX_ROWS = 60_000


def sparse(pairs: Iterable[tuple[Of, fmpq]]) -> tuple[tuple[Of, fmpq], ...]:
    """A linear form: coefficients of the same variable added up, zeros left out, in the variables' order."""
    total: dict[Of, fmpq] = {}
    for j, c in pairs:
        total[j] = total.get(j, ZERO) + c
    return tuple((j, c) for j, c in sorted(total.items()) if c != 0)


@dataclass(frozen=True)
class Row:
    """The condition `form . x <= bound`, or `form . x = bound` where `equal`."""

    form: Sparse
    bound: fmpq
    equal: bool = False


@dataclass(frozen=True)
class Program:
    """Maximise `objective . x` over all x >= 0 in R^size that satisfy every row."""

    size: int
    objective: Sparse
    rows: tuple[Row, ...]

    def __post_init__(self) -> None:
        if not 1 <= self.size <= MAX_VARIABLES or len(self.rows) > MAX_ROWS:
            raise KernelError(f"a program has 1 to {MAX_VARIABLES} variables and at most {MAX_ROWS} rows")
        for form in (self.objective, *(row.form for row in self.rows)):
            if not all(0 <= j < self.size for j, _ in form):
                raise KernelError("a row names a variable that the program does not have")


def evaluate(form: Sparse, x: Sequence[fmpq]) -> fmpq:
    return sum((c * x[j] for j, c in form), ZERO)


def check_point(program: Program, x: Sequence[fmpq]) -> fmpq:
    """The objective at x, if x satisfies every condition of the program; else KernelError.

    >>> half = Program(1, ((0, fmpq(1)),), (Row(((0, fmpq(2)),), fmpq(1)),))
    >>> check_point(half, [fmpq(1, 2)])
    1/2
    """
    need(len(x) == program.size, f"a point has {program.size} coordinates, not {len(x)}")
    for j, value in enumerate(x):
        need(value >= 0, f"coordinate {j} is negative: {value}")
    for i, row in enumerate(program.rows):
        found = evaluate(row.form, x)
        if row.equal and found != row.bound:
            raise KernelError(f"row {i}: {found} is not {row.bound}")
        need(found <= row.bound, f"row {i}: {found} is not at most {row.bound}")
    return evaluate(program.objective, x)


def check_multipliers(program: Program, y: Mapping[int, fmpq]) -> fmpq:
    """A number that the objective exceeds at no solution of the program; KernelError if y shows none.

    Weak duality. Let y_i >= 0 at every row with `<=` (any sign at `=`), and let sum_i y_i a_ij >= c_j for
    every variable j, where a_i is the form of row i and c the objective. For every solution x, as x_j >= 0,

        c . x  <=  sum_j (sum_i y_i a_ij) x_j  =  sum_i y_i (a_i . x)  <=  sum_i y_i b_i,

    the last because y_i (a_i . x) <= y_i b_i row by row: an equality where the row is one, and elsewhere
    the row's condition multiplied by y_i >= 0. The number returned is sum_i y_i b_i; y gives the rows where
    y_i is not 0.

    >>> half = Program(1, ((0, fmpq(1)),), (Row(((0, fmpq(2)),), fmpq(1)),))
    >>> check_multipliers(half, {0: fmpq(1, 2)})
    1/2
    """
    left: dict[int, fmpq] = {}
    total = ZERO
    for i, factor in y.items():
        need(0 <= i < len(program.rows), f"there is no row {i}")
        row = program.rows[i]
        if not row.equal and not factor >= 0:
            raise KernelError(f"row {i}: the multiplier {factor} of an inequality is negative")
        total += factor * row.bound
        for j, c in row.form:
            left[j] = left.get(j, ZERO) + factor * c
    wanted = dict(program.objective)
    for j in sorted(left.keys() | wanted.keys()):
        if not left.get(j, ZERO) >= wanted.get(j, ZERO):
            given, needed = left.get(j, ZERO), wanted.get(j, ZERO)
            raise KernelError(f"variable {j}: the rows give {given}, less than the objective's {needed}")
    return total
