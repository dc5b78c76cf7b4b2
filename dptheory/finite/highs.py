"""Optima in floating point, as exactly as wanted: HiGHS and iterative refinement.

The program for an optimum's correction, scaled up by what its residuals are small, is solved in the same way:
each round gives some more digits, in exact rationals (Gleixner, Steffy and Wolter 2016).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from flint import fmpq

from dptheory.exact import nearest
from dptheory.kernel.finite import Program, evaluate
from dptheory.linear import matrix

OPTIMAL: Final = 0
INFEASIBLE: Final = 2
UNBOUNDED: Final = 3
TOLERANCES: Final = ((9, 7, 11, 13), (14, 11, 16), (18, 14), (21, 17))
SCALE: Final = 10**14
ZERO = fmpq(0)


@dataclass(frozen=True)
class Guess:
    """An approximate optimum: its variables, the multipliers of its rows, and scipy's status."""

    status: int
    x: list[fmpq]
    y: dict[int, fmpq]


def approximations(program: Program) -> Iterator[tuple[Guess, fmpq]]:
    """Better and better approximations of a vertex, each with a tolerance below which numbers count as 0."""
    solver = _Solver(program)
    guess = solver.first()
    for powers in TOLERANCES:
        for power in powers:
            yield guess, fmpq(1, 10**power)
        if guess.status == OPTIMAL:
            guess = solver.refined(guess)


class _Solver:
    """One program as arrays."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.upper = [i for i, row in enumerate(program.rows) if not row.equal]
        self.equal = [i for i, row in enumerate(program.rows) if row.equal]
        self.matrices = [
            matrix([[(j, nearest(c)) for j, c in program.rows[i].form] for i in rows], program.size)
            for rows in (self.upper, self.equal)
        ]

    def first(self) -> Guess:
        objective = [ZERO] * self.program.size
        for j, c in self.program.objective:
            objective[j] = c
        return self._run(objective, [row.bound for row in self.program.rows], [ZERO] * self.program.size)

    def refined(self, guess: Guess) -> Guess:
        """The guess corrected by the optimum of its residuals, scaled up; the guess itself if that fails."""
        rows = self.program.rows
        left = [row.bound - evaluate(row.form, guess.x) for row in rows]
        wrong = [abs(v) if row.equal else -v for row, v in zip(rows, left, strict=True)]
        primal = _scale(max([*wrong, *(-v for v in guess.x)]))
        reduced = [ZERO] * self.program.size
        for j, c in self.program.objective:
            reduced[j] = c
        for i, factor in guess.y.items():
            for j, c in rows[i].form:
                reduced[j] -= factor * c
        slack = max([ZERO, *reduced, *(-v for i, v in guess.y.items() if not rows[i].equal)])
        dual = _scale(slack)
        found = self._run(
            [dual * c for c in reduced], [primal * v for v in left], [-primal * v for v in guess.x]
        )
        if found.status != OPTIMAL:
            return guess
        x = [v + z / primal for v, z in zip(guess.x, found.x, strict=True)]
        return Guess(OPTIMAL, x, {i: v + found.y[i] / dual for i, v in guess.y.items()})

    def _run(self, objective: list[fmpq], bounds: list[fmpq], lower: list[fmpq]) -> Guess:
        from scipy.optimize import linprog

        found = linprog(
            [-nearest(c) for c in objective],
            A_ub=self.matrices[0],
            b_ub=[nearest(bounds[i]) for i in self.upper] or None,
            A_eq=self.matrices[1],
            b_eq=[nearest(bounds[i]) for i in self.equal] or None,
            bounds=[(nearest(v), None) for v in lower],
            method="highs-ds",
            options={"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10},
        )
        if found.status != OPTIMAL:
            return Guess(int(found.status), [], {})
        y: dict[int, fmpq] = {}
        if self.upper:
            y |= {i: -_exact(v) for i, v in zip(self.upper, found.ineqlin.marginals, strict=True)}
        if self.equal:
            y |= {i: -_exact(v) for i, v in zip(self.equal, found.eqlin.marginals, strict=True)}
        return Guess(OPTIMAL, [_exact(v) for v in found.x], y)


def _scale(residual: fmpq) -> fmpq:
    """By how much a residual is scaled up: at most `SCALE`."""
    return fmpq(SCALE) if residual * SCALE <= 1 else fmpq((1 / residual).ceil())


def _exact(value: float) -> fmpq:
    return fmpq(*float(value).as_integer_ratio())
