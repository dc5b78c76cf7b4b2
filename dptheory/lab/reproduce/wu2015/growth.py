"""Figure 7: tuned output perturbation on growing shares of its training chunks, at eps = 0.5.

The data are permuted and split into 25 chunks: 24 train one candidate each, on records that are drawn without
replacement from the chunk, the last one validates. As the source says it, the last chunk both picks the
hypothesis and measures it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from dptheory.extras import one_thread
from dptheory.lab.domain import Data, FloatArray
from dptheory.lab.reproduce.wu2015.attack import accuracy
from dptheory.lab.reproduce.wu2015.choices import Choices
from dptheory.lab.reproduce.wu2015.compared import TUNED_RADII, Training, tuning
from dptheory.lab.reproduce.wu2015.printed import (
    ATTACK,
    JOINT_CHANGES,
    MSE,
    Comparison,
    Printed,
    Tried,
    under,
)
from dptheory.lab.reproduce.wu2015.run import Summary, contains
from dptheory.lab.reproduce.wu2015.study import Study
from dptheory.lab.reproduce.wu2015.trial import Plan

EPS: Final = 0.5
SHARES: Final = tuple(k / 10 for k in range(1, 11))
ENDS: Final = (0.1, 0.9)
"""The shares at which the source prints numbers."""

GROWING: Final = tuple(c for c in JOINT_CHANGES if ("functional", "code") not in c)
"""What is tried where a number is not reproduced; there is no functional mechanism here."""

Rerunner = Callable[[Choices, tuple[float, ...]], Summary]
"""Repeats the trial under other choices, at some shares."""


@dataclass(frozen=True)
class Grown(Printed):
    """A number in section 5.3 of the source on a share of the training chunks."""

    share: float

    @property
    def name(self) -> str:
        """What it is, in words."""
        kind = "mean squared error" if self.quantity == MSE else "attack accuracy"
        return f"{kind}, {self.mechanism}, eps = {EPS:g}, {100 * self.share:.0f} % of the chunks"


PRINTED: Final = tuple(
    Grown(name, quantity, value, share)
    for name in TUNED_RADII
    for quantity, values in ((MSE, (5.05, 2.9)), (ATTACK, (0.36, 0.40)))
    for share, value in zip(ENDS, values, strict=True)
)
"""The source does not say with which radii; each number is compared with both."""


def plan(choices: Choices, seed: int, shares: tuple[float, ...] = SHARES) -> Plan:
    """The plan of this trial: its `epsilons` are the shares."""
    return Plan(choices, tuple(TUNED_RADII), shares, seed)


def run_trial(study: Study, made: Plan, repetition: int) -> FloatArray:
    """Mean squared error and attack accuracy, of shape (radii, shares, 2)."""
    with one_thread():
        return _trial(study, made, repetition)


def _trial(study: Study, made: Plan, repetition: int) -> FloatArray:
    # keys beyond those of the other trial, whose first parts are 0 and 1
    order = made.rng(repetition, 2).permutation(study.n)
    out = np.empty((len(made.mechanisms), len(made.epsilons), 2))
    for i, name in enumerate(made.mechanisms):
        for j, share in enumerate(made.epsilons):
            rng = made.rng(repetition, 3, i, round(share * 100))
            whole = Training(Data(study.x[order], study.y[order]), made.choices)
            tuned = tuning(name, whole, EPS)
            *training, rest = np.array_split(order, len(tuned.candidates) + 1)
            rows = [rng.choice(part, max(1, round(share * len(part))), replace=False) for part in training]
            parts = [Data(study.x[part], study.y[part]) for part in rows]
            validation = Data(study.x[rest], study.y[rest])
            w = tuned.picked(tuned.trained_on(parts, 1, rng), validation, rng)[0]
            error = float(np.mean((study.x[rest] @ w - study.y[rest]) ** 2)) * study.unit**2
            out[i, j] = error, accuracy(study, np.concatenate(rows), rest, w)
    return out


def compare(summary: Summary, rerun: Rerunner) -> tuple[Comparison, ...]:
    """The printed numbers against their intervals; for those outside, what changes of choices do."""
    found = {p: summary.at(p.mechanism, p.share, p.quantity) for p in PRINTED}
    tried: dict[Grown, list[Tried]] = {p: [] for p in PRINTED if not contains(found[p], p.value)}
    for change in GROWING if tried else ():
        again = rerun(under(summary.plan.choices, change), ENDS)
        for p, done in tried.items():
            interval = again.at(p.mechanism, p.share, p.quantity)
            done.append(Tried(change, interval, contains(interval, p.value)))
    return tuple(Comparison(p, found[p], p not in tried, tuple(tried.get(p, ()))) for p in PRINTED)
