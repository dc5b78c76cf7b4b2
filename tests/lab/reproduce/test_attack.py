"""The model-inversion attack."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from dptheory.lab.reproduce.wu2015 import diabetes, warfarin
from dptheory.lab.reproduce.wu2015.attack import accuracy, guesses
from dptheory.lab.reproduce.wu2015.choices import Choices
from dptheory.lab.reproduce.wu2015.study import Study


def exact_study(choices: Choices = Choices(), seed: int = 3) -> tuple[Study, np.ndarray]:  # noqa: B008
    """The diabetes data with labels that a known model gives exactly."""
    study = diabetes.study(choices)
    w = np.random.default_rng(seed).standard_normal(study.d) / study.d
    fields = {name: getattr(study, name) for name in study.__dataclass_fields__}
    return Study(**{**fields, "y": study.x @ w}), w


def test_the_attack_inverts_an_exact_model_and_nothing_else() -> None:
    study, w = exact_study()
    rows = np.arange(study.n)
    assert accuracy(study, rows, rows, w) == 1.0
    share = max(np.mean(study.target == 0), np.mean(study.target == 1))
    assert accuracy(study, rows, rows, np.zeros(study.d)) == pytest.approx(share)
    blind = w.copy()
    blind[1] = 0.0  # the model does not use sex
    assert accuracy(study, rows, rows, blind) <= share + 0.05


def test_the_attack_by_its_formula(file: Path) -> None:
    study = warfarin.study(file, Choices(known="demographics"))
    w = np.random.default_rng(0).standard_normal(14)
    prior, sigma, rows = np.array([0.5, 0.3, 0.2]), 0.4, np.arange(20)
    found = guesses(study, rows, w, sigma, prior)
    for i in rows:
        score = [
            prior[v]
            * sum(
                study.weights[u] * np.exp(-((study.y[i] - study.variants[v, u, i] @ w) ** 2) / (2 * sigma**2))
                for u in range(24)
            )
            for v in range(3)
        ]
        assert found[i] == int(np.argmax(score))


def test_wild_models_do_not_break_the_attack(file: Path) -> None:
    study = warfarin.study(file, Choices())
    rows = np.arange(study.n)
    for w in (np.full(14, 1e200), np.full(14, -1e150)):
        assert 0 <= accuracy(study, rows, rows, w) <= 1
