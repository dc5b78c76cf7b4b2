"""The semidefinite program of a problem at numbers: the worst value, the multipliers of its bounds, and the
matrix of what is left, which is a sum of squares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from ...kernel.real import Term, num
from ...prover.sums_of_squares.semidefinite import settings
from ..numeric import Array, evaluated
from ..values import Unsupported
from .bounds import SECANT
from .forms import ONE, Form, Key, added
from .problem import Problem

ITERATIONS: Final = 200
EXACT: Final = 1e-10


@dataclass(frozen=True)
class Worst:
    """The worst value, a multiplier for each bound, the matrix of squares over `vectors`, and a world: inner
    products of the vectors."""

    value: float
    multipliers: Array
    squares: Array
    products: Array


@dataclass(frozen=True)
class Program:
    """A problem with its unknowns in order: vectors, then values of functions. Where only differences of
    points count, one of them is the origin."""

    problem: Problem
    vectors: tuple[str, ...]
    values: tuple[str, ...]
    origin: str = ""

    def at(self, numbers: Mapping[str, float], used: Sequence[int]) -> Worst | None:
        """The worst case at numbers, with some of the bounds alone; None where there is none."""
        import clarabel
        from scipy.sparse import csc_matrix

        rows = [self._row(self.problem.bounds[k].form, numbers) for k in used]
        aim, start = self._row(self.problem.objective, numbers)
        size = len(self.vectors)
        packed = size * (size + 1) // 2
        bounds = np.array([row for row, _ in rows]).reshape(len(rows), aim.size)
        cone = np.hstack([-np.eye(packed), np.zeros((packed, len(self.values)))])
        system = csc_matrix(np.vstack([-bounds, cone]))
        right = np.concatenate([[constant for _, constant in rows], np.zeros(packed)])
        alone = {False: clarabel.NonnegativeConeT, True: clarabel.ZeroConeT}
        cones = [*(alone[self.problem.bounds[k].equal](1) for k in used), clarabel.PSDTriangleConeT(size)]
        nothing = csc_matrix((aim.size, aim.size))
        asked = settings(ITERATIONS, EXACT)
        found = clarabel.DefaultSolver(nothing, -aim, system, right, cones, asked).solve()
        if str(found.status) not in ("Solved", "AlmostSolved"):
            return None
        dual, x = np.array(found.z), np.array(found.x)
        squares, products = _matrix(dual[len(rows) :], size), _matrix(x[:packed], size)
        return Worst(float(aim @ x + start), dual[: len(rows)], squares, products)

    def _row(self, form: Form, numbers: Mapping[str, float]) -> tuple[Array, float]:
        """A form as a row over the packed inner products and the values, and its constant."""
        size = len(self.vectors)
        row: Array = np.zeros(size * (size + 1) // 2 + len(self.values))
        constant = 0.0
        for key, term in form.items():
            number = _number(term, numbers)
            if key == ONE:
                constant = number
            elif isinstance(key, str):
                row[size * (size + 1) // 2 + self.values.index(key)] = number
            elif set(key) <= set(self.vectors):
                i, j = sorted(map(self.vectors.index, key))
                row[j * (j + 1) // 2 + i] = number if i == j else number / np.sqrt(2)
        return row, constant


def program_of(problem: Problem) -> Program:
    """A problem's unknowns; the first of its points is the origin where only differences count."""
    forms = [problem.objective, *(b.form for b in problem.bounds)]
    keys = list(dict.fromkeys(key for form in forms for key in form))
    if not any(isinstance(key, tuple) for key in keys):
        raise Unsupported("no vector in it is squared")
    vectors = list(dict.fromkeys(v for key in keys if isinstance(key, tuple) for v in key))
    points = [v for v in vectors if not v.startswith(SECANT)]
    origin = points[0] if points and all(_differences(form, points) for form in forms) else ""
    values = tuple(key for key in keys if isinstance(key, str) and key != ONE)
    return Program(problem, tuple(v for v in vectors if v != origin), values, origin)


def _differences(form: Form, points: Sequence[str]) -> bool:
    """Whether a form stays as it is where all points move alike."""
    sums: dict[Key, Term] = {}
    for key, term in form.items():
        if isinstance(key, tuple):
            for own, other in (key, key[::-1]):
                if own in points:
                    sums = added((num(1), sums), (num(1), {other: term}))
    return not sums


def _number(term: Term, numbers: Mapping[str, float]) -> float:
    with np.errstate(all="ignore"):
        found = float(evaluated(term, {name: np.full(1, x) for name, x in numbers.items()})[0])
    if not np.isfinite(found):
        raise Unsupported("numbers in it that are not defined where the program is solved")
    return found


def _matrix(packed: Array, size: int) -> Array:
    """A symmetric matrix from its upper triangle by columns, off the diagonal scaled by a root of 2."""
    found: Array = np.zeros((size, size))
    columns, rows = np.tril_indices(size)
    found[rows, columns] = np.where(rows == columns, 1.0, 1 / np.sqrt(2)) * packed
    return found + np.triu(found, 1).T
