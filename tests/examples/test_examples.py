"""The examples run, and say what they promise."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from dptheory.cli import main

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def test_optimal_lambda_prints_two_certified_optima(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / "optimal_lambda.py"), run_name="__main__")
    shown = capsys.readouterr().out
    assert shown.count(": proved") == 2
    assert "corrected: lam* = " in shown and "sharp: lam* = " in shown
    assert shown.count("excess risk <= ") == 6


def test_the_first_theorem_is_proved_and_its_twin_refuted(capsys: pytest.CaptureFixture[str]) -> None:
    path = EXAMPLES / "first_theorem" / "half_budget.thm"
    assert main(["verify", str(path)]) == 0
    shown = capsys.readouterr().out
    assert "1 proved" in shown and "twins refuted: 1 of 1" in shown


def test_the_first_theorem_with_its_twin_as_claim_is_not_proved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (EXAMPLES / "first_theorem" / "half_budget.thm").read_text(encoding="utf-8")
    changed = text.replace("(q(T) + k), eps/2)", "(q(T) + k), 99/100*(eps/2))")
    assert changed != text
    path = tmp_path / "false.thm"
    path.write_text(changed, encoding="utf-8")
    assert main(["verify", str(path)]) != 0
    assert "1 proved" not in capsys.readouterr().out


def test_exact_losses_names_the_claims_that_are_exceeded(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / "exact_losses.py"), run_name="__main__")
    shown = capsys.readouterr().out
    assert "undecided" not in shown and "wu2015.algorithm4" in shown
    assert "exceeded: chaudhuri2020.algorithm1 by a factor of 2" in shown


def test_the_hasty_mean_is_caught_and_the_right_one_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / "audited_mean.py"), run_name="__main__")
    verdicts = [line.split() for line in capsys.readouterr().out.splitlines() if line.endswith("mean")]
    assert verdicts == [["consistent", "mean"], ["violated", "hasty_mean"]]


def test_the_private_classifier_errs_less_than_its_bound(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / "private_classifier.py"), run_name="__main__")
    shown = capsys.readouterr().out
    assert ": proved" in shown and "420 stumps" in shown
    rows = [line.replace(",", "").split() for line in shown.splitlines() if line.startswith("  eps = ")]
    excess, bounds = [float(r[6]) for r in rows], [float(r[8]) for r in rows]
    assert len(rows) == 3 and all(e < b for e, b in zip(excess, bounds, strict=True))
    assert min(bounds) == bounds[1] < 0.2 and excess[0] > 2 * excess[1]


def test_one_run_convicts_the_training_that_clips_only_the_sum(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / "audited_dpsgd.py"), run_name="__main__")
    careful, hasty = capsys.readouterr().out.strip().split("\n\n")
    assert careful.startswith("consistent  careful") and hasty.startswith("violated    hasty")


def test_a_pipeline_is_convicted_for_its_scaler_alone(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / "audited_pipeline.py"), run_name="__main__")
    careful, scaled = capsys.readouterr().out.strip().split("\n\n")
    assert (
        careful.startswith("consistent")
        and scaled.startswith("violated")
        and "12 of 12 records varied" in scaled
    )
