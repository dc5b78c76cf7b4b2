"""Linear algebra of the search: matrices, and what the semidefinite solver is asked and what is made of it."""

from __future__ import annotations

import json
import sys

import numpy as np
import pytest
from flint import fmpq

import dptheory
from dptheory.kernel.real import parse_claim, var
from dptheory.prover.arithmetic.zeros import admitted, restricted, zeros_of
from dptheory.prover.budget import Budget, OutOfEffort, within
from dptheory.prover.goals.forms import Forms
from dptheory.prover.sums_of_squares import gram
from dptheory.prover.sums_of_squares.matrices import eigenvectors, independent
from dptheory.prover.sums_of_squares.semidefinite import Centre, Map, centre

SQUARES = "(x**2 + y**2 + z**2)**2 >= 3*(x**3*y + y**3*z + z**3*x)"
QUARTIC = Map(3, tuple((i + j, i, j, 1.0) for i in range(3) for j in range(i + 1)))
"""The coefficients of a polynomial of degree 4, from the matrix of its squares over 1, x, x**2."""


def symmetric(size: int) -> np.ndarray:
    made = np.random.default_rng(size).normal(size=(size, size))
    return (made + made.T) / 2


@pytest.mark.parametrize("size", [1, 2, 7, 20])
def test_eigenvectors(size: int) -> None:
    a = symmetric(size)
    values, vectors = eigenvectors(a)
    assert np.allclose(values, np.linalg.eigvalsh(a))
    assert np.allclose(vectors @ np.diag(values) @ vectors.T, a)


def test_independent_columns() -> None:
    a = np.random.default_rng(3).normal(size=(6, 4))
    wide = np.hstack([a, a @ np.ones((4, 3)), np.zeros((6, 1))])
    chosen = independent(wide)
    assert len(chosen) == 4 and np.linalg.matrix_rank(wide[:, chosen]) == 4


@pytest.mark.parametrize(
    ("coefficients", "least"),
    [((1, 0, 0, 0, 1), 2 / 3), ((1, 0, -2, 0, 1), 0.0), ((1, 0, -3, 0, 1), -1 / 3)],
)
def test_the_centre_has_the_greatest_least_eigenvalue(coefficients: tuple[int, ...], least: float) -> None:
    """Of positive polynomials it is positive, of one with zeros 0, and negative where no squares add up."""
    found = centre([QUARTIC], np.array(coefficients, dtype=float), Budget(10**6))
    assert found is not None and abs(found.slack + least) < 1e-4
    (x,) = found.matrices
    sums = [sum(x[i][k - i] for i in range(3) if 0 <= k - i < 3) for k in range(5)]
    assert np.allclose(sums, coefficients, atol=1e-6) and np.allclose(x, x.T)
    assert abs(np.linalg.eigvalsh(x)[0] - least) < 1e-4


def test_equations_without_a_solution_have_no_centre() -> None:
    assert centre([QUARTIC], np.array([1.0, 0, 0, 0, 0, 1.0]), Budget(10**6)) is None


def test_several_matrices_share_the_equations() -> None:
    """1 - x**2 = a*(1 - x**2) + squares: the second matrix is the factor a, about 1."""
    line = Map(2, ((0, 0, 0, 1.0), (1, 1, 0, 1.0), (2, 1, 1, 1.0)))
    factor = Map(1, ((0, 0, 0, 1.0), (2, 0, 0, -1.0)))
    found = centre([line, factor], np.array([1.0, 0.0, -1.0]), Budget(10**6))
    assert found is not None and abs(found.matrices[1][0][0] - 1) < 1e-3


def test_the_solver_is_charged_for_by_its_work() -> None:
    few, right = Budget(200), np.array([1.0, 0, 0, 0, 1.0])
    with pytest.raises(OutOfEffort):
        within(few, lambda: centre([QUARTIC], right, few))


def test_the_solver_is_not_loaded_before_it_is_needed() -> None:
    import subprocess

    code = "import sys, dptheory, dptheory.prover.search; print('clarabel' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "False"


def test_a_sum_of_squares_does_not_hang_on_the_last_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a solver returns differs with the processor: the rationals made of it do not."""
    first = dptheory.prove(SQUARES)
    noise = np.random.default_rng(5)

    def disturbed(maps: list[Map], right: np.ndarray, budget: Budget) -> Centre | None:
        found = centre(maps, right, budget)
        if found is None:
            return None
        moved = [
            x + 1e-10 * (e + e.T) for x in found.matrices if (e := noise.normal(size=x.shape)) is not None
        ]
        return Centre(moved, found.slack)

    monkeypatch.setattr(gram, "centre", disturbed)
    again = dptheory.prove(SQUARES)
    assert first.certificate is not None and first.certificate == again.certificate
    assert '"sq"' in json.dumps(first.certificate["proof"])


def test_squares_vanish_at_known_zeros() -> None:
    """(x - 1)**2*(x + 2): 0 at 1 and -2; where x + 1 >= 0 only the first counts, and where x - 2 >= 0 none."""
    forms = Forms([], parse_claim("(x - 1)**2*(x + 2) >= 0").relation)
    p = forms.target.num
    x = forms.field[var("x")].num
    zeros = zeros_of(forms, p, [{"x": fmpq(-2)}])
    assert sorted(z[0] for z in zeros) == [-2, 1]
    assert [z[0] for z in admitted(zeros, [x + 1])] == [1] and admitted(zeros, [x - 2]) == []
    assert restricted([forms.one, x, x * x], forms.one, admitted(zeros, [x + 1])) == (x - 1, x * x - 1)
    assert restricted([forms.one, x], x - 1, admitted(zeros, [x + 1])) == (forms.one, x)


@pytest.mark.parametrize(
    ("claim", "truth"),
    [
        (
            "x**6 + y**6 + z**6 + 3*x**2*y**2*z**2 >= x**4*(y**2 + z**2) + y**4*(x**2 + z**2) + z**4*(x**2 + y**2)",
            True,
        ),
        (
            "x**6 + y**6 + z**6 + 2.99*x**2*y**2*z**2 >= x**4*(y**2 + z**2) + y**4*(x**2 + z**2) + z**4*(x**2 + y**2)",
            False,
        ),
        ("(a**4 + 4*b**4 + 1)/(a*b) >= 4", True),
        ("(a**4 + 4*b**4 + 1)/(a*b) >= 4.01", False),
    ],
)
def test_squares_with_zeros_and_multipliers(claim: str, truth: bool) -> None:
    found = dptheory.prove(claim, where="a*b > 0" if "a" in claim else "", effort=1_000_000)
    assert found.verdict.status == ("proved" if truth else "refuted")
