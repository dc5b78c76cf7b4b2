"""The numbers that the source prints, beside those of a rerun."""

from __future__ import annotations

import numpy as np

from dptheory.lab.reproduce.wu2015.choices import Choices
from dptheory.lab.reproduce.wu2015.printed import AT, PRINTED, compare, joint
from dptheory.lab.reproduce.wu2015.report import outcome
from dptheory.lab.reproduce.wu2015.run import Summary, contains
from dptheory.lab.reproduce.wu2015.trial import Plan


def summary_of(choices: Choices, values: dict[str, tuple[float, float]]) -> Summary:
    plan = Plan(choices, tuple(values), (AT,))
    mean = np.array([[list(v)] for v in values.values()])
    return Summary(plan, 50, mean, np.full(mean.shape, 0.01), mean[..., 0])


def test_printed_numbers_are_compared() -> None:
    base = summary_of(Choices(), {"oracle": (9.0, 0.35), "functional": (22.57, 0.5)})

    def rerun(choices: Choices, mechanisms: tuple[str, ...]) -> Summary:
        good = choices.centre == "mean"
        both = good and choices.rows == "sphere"
        values = {"oracle": (1.82 if good else 8.0, 0.45 if both else 0.3), "functional": (20.0, 0.5)}
        return summary_of(choices, {name: values[name] for name in mechanisms})

    found = {c.printed: c for c in compare(base, rerun)}
    mse, attack = PRINTED[0], PRINTED[2]
    assert [found[p].inside for p in PRINTED] == [False, True, False, False]
    assert found[mse].would_do[0].change == (("centre", "mean"),)
    assert all(len(t.change) == 1 for t in found[mse].tried)  # one change was enough
    assert found[attack].would_do[0].change == (("rows", "sphere"), ("centre", "mean"))
    assert "would be with centre = mean" in outcome(found[mse])
    assert outcome(found[PRINTED[1]]) == "reproduced"
    assert "nor with any of" in outcome(found[PRINTED[3]])
    assert joint(Choices(), rerun) is None
    assert contains((1.0, 0.9, 1.1), 1.1)
    assert not contains((1.0, 0.9, 1.1), 1.2)
    assert not contains((float("nan"),) * 3, 1.0)
    assert not contains((10.0, -1.0, 21.0), 5.0)


def test_one_change_for_all() -> None:
    def rerun(choices: Choices, mechanisms: tuple[str, ...]) -> Summary:
        right = choices.centre == "mean" and choices.norm == "exponential"
        values = {"oracle": (1.82, 0.45 if right else 0.4), "functional": (22.57, 0.35)}
        return summary_of(choices, {name: values[name] for name in mechanisms})

    assert joint(Choices(), rerun) == (("centre", "mean"), ("norm", "exponential"))
