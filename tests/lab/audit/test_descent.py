"""The minimiser with which scores are fitted: against scipy's, where gradients mislead, and what it spares."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import minimize, rosen, rosen_der

from dptheory.lab.audit.privacy import fitting
from dptheory.lab.audit.privacy.descent import Objective, minimise
from dptheory.lab.domain import FloatArray


@pytest.mark.parametrize("d", [2, 5, 12])
def test_a_curved_valley_is_followed_to_its_end(d: int) -> None:
    found = minimise(lambda x: (float(rosen(x)), rosen_der(x)), np.full(d, -0.5), 400)
    assert np.abs(rosen_der(found)).max() < 1e-3 and float(rosen(found)) < 5  # x_1 = -1 is a local minimum


def test_values_that_are_not_finite_are_walked_around_and_nothing_to_gain_is_an_end() -> None:
    def walled(x: FloatArray) -> tuple[float, FloatArray]:
        with np.errstate(all="ignore"):
            return float(x[0] - np.log(x[0])), 1 - 1 / x

    assert minimise(walled, np.array([0.01]), 50)[0] == pytest.approx(1.0, abs=1e-4)
    assert minimise(lambda x: (0.0, np.zeros(2)), np.ones(2), 9).tolist() == [1.0, 1.0]
    assert minimise(lambda x: (float("nan"), np.full(2, np.nan)), np.ones(2), 9).tolist() == [1.0, 1.0]
    assert minimise(lambda x: (float(x @ x), -2 * x), np.ones(2), 9).tolist() == [
        1.0,
        1.0,
    ]  # a false gradient


@pytest.mark.parametrize("seed", range(3))
def test_fits_are_as_good_as_those_of_an_optimiser(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    losses: list[tuple[float, float]] = []

    def both(objective: Objective, start: FloatArray, rounds: int) -> FloatArray:
        own = minimise(objective, start, rounds)
        how = {"maxiter": rounds}
        other = minimize(objective, start, jac=True, method="L-BFGS-B", options=how).x
        losses.append((objective(own)[0], objective(other)[0]))
        return own

    monkeypatch.setattr(fitting, "_minimise", both)
    rng = np.random.default_rng(seed)
    training = fitting.Training(rng.laplace(0, 0.5, (2_000, 3)), rng.laplace([1, 0, 0], 0.5, (2_000, 3)))
    for fit in (fitting.fit_linear, fitting.fit_quadratic, fitting.fit_distances):
        fit(training)
    (line, other), (square, another), (points, last) = losses
    assert abs(line - other) < 1e-6 and abs(square - another) < 1e-6  # convex: one minimum
    assert abs(points - last) < 2e-3 and points < line


def test_an_audit_of_numbers_loads_neither_optimisers_nor_distributions(tmp_path: Path) -> None:
    """A third of a small audit was their import."""
    (tmp_path / "m.py").write_text(
        "import numpy as np\ndef f(data, size, rng):\n    return np.sum(data) + rng.laplace(0, 0.5, size)\n"
    )
    asked = "main(['audit', 'm:f', '--claim', 'eps=1', '--samples', '1000'])"
    heavy = "sorted({'scipy.optimize', 'scipy.stats', 'sklearn', 'sympy', 'dptheory.theory.library'} & set(sys.modules))"
    script = f"import sys\nfrom dptheory.cli import main\n{asked}\nprint({heavy})"
    run = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert run.stdout.splitlines()[-1] == "[]" and "violated" in run.stdout
