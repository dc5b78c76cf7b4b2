"""Figure 7: tuned output perturbation on growing shares of its training chunks."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from dptheory.lab.reproduce.wu2015 import growth, warfarin
from dptheory.lab.reproduce.wu2015.choices import Choices
from dptheory.lab.reproduce.wu2015.printed import ATTACK, MSE
from dptheory.lab.reproduce.wu2015.report import outcome
from dptheory.lab.reproduce.wu2015.run import Summary, repeat

QUIET = Choices().changed("noise_factor", 1e-9)


def test_more_data_help_where_noise_does_not_hide_it(file: Path) -> None:
    study = warfarin.study(file, QUIET)
    quiet = repeat(study, growth.plan(QUIET, 0, (0.1, 1.0)), 12, trial=growth.run_trial)
    error = quiet.mean[:, :, MSE]
    assert (error[:, 1] < error[:, 0]).all()
    noisy = repeat(study, growth.plan(Choices(), 0, (0.1, 1.0)), 12, trial=growth.run_trial)
    assert (noisy.mean[:, :, MSE] > 10 * error).all()
    assert ((noisy.mean[:, :, ATTACK] >= 0) & (noisy.mean[:, :, ATTACK] <= 1)).all()


def test_shares_and_seeds_are_each_their_own(file: Path) -> None:
    study = warfarin.study(file, Choices())
    whole = growth.run_trial(study, growth.plan(Choices(), 3, (0.1, 0.5)), 2)
    assert (growth.run_trial(study, growth.plan(Choices(), 3, (0.5,)), 2)[:, 0] == whole[:, 1]).all()
    assert not (growth.run_trial(study, growth.plan(Choices(), 4, (0.5,)), 2)[:, 0] == whole[:, 1]).any()
    assert not (growth.run_trial(study, growth.plan(Choices(), 3, (0.5,)), 1)[:, 0] == whole[:, 1]).any()


def test_printed_numbers_are_compared_at_their_shares() -> None:
    def summary(choices: Choices, shares: tuple[float, ...]) -> Summary:
        mean = np.tile([[[5.05, 0.36], [2.9, 0.40]]], (2, 1, 1))
        if choices.centre != "mean":
            mean[1, 1, MSE] = 700.0
        half = np.full_like(mean, 0.01)
        return Summary(growth.plan(choices, 0, shares), 5, mean, half, mean[:, :, MSE])

    found = growth.compare(summary(Choices(), growth.ENDS), summary)
    wrong = [c for c in found if not c.inside]
    assert [c.printed.name for c in wrong] == ["mean squared error, tuned-r2, eps = 0.5, 90 % of the chunks"]
    assert "would be with centre = mean" in outcome(wrong[0])
    assert all(("functional", "code") not in t.change for t in wrong[0].tried)
