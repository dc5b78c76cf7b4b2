"""One repetition: a split, every mechanism at every eps, error and attack on the validation records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from dptheory.extras import one_thread
from dptheory.lab.domain import Data, FloatArray
from dptheory.lab.mechanisms.stream import generator
from dptheory.lab.reproduce.wu2015.attack import accuracy
from dptheory.lab.reproduce.wu2015.choices import Choices
from dptheory.lab.reproduce.wu2015.compared import MECHANISMS, Training
from dptheory.lab.reproduce.wu2015.study import Study

SHARE: Final = 0.8
"""The part of the records that trains."""

EPSILONS: Final = (0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 2.0, 5.0)

_ORDER: Final = {name: k for k, name in enumerate(MECHANISMS)}


@dataclass(frozen=True)
class Plan:
    """What a repetition runs. Seeds depend on repetition, mechanism and eps alone, so that plans with
    different choices are compared on the same splits and the same noise.
    """

    choices: Choices
    mechanisms: tuple[str, ...] = tuple(MECHANISMS)
    epsilons: tuple[float, ...] = EPSILONS
    seed: int = 0

    def rng(self, repetition: int, *place: int) -> np.random.Generator:
        """The generator for one place of one repetition."""
        return generator(self.seed, (repetition, *place))


def run_trial(study: Study, plan: Plan, repetition: int) -> FloatArray:
    """Mean squared error and attack accuracy, of shape (mechanisms, epsilons, 2)."""
    with one_thread():  # sums in the same order whatever the machine's threads
        return _trial(study, plan, repetition)


def _trial(study: Study, plan: Plan, repetition: int) -> FloatArray:
    order = plan.rng(repetition, 0).permutation(study.n)
    cut = int(SHARE * study.n)
    train, rest = order[:cut], order[cut:]
    training = Training(Data(study.x[train], study.y[train]), plan.choices)
    out = np.empty((len(plan.mechanisms), len(plan.epsilons), 2))
    for i, name in enumerate(plan.mechanisms):
        for j, eps in enumerate(plan.epsilons):
            rng = plan.rng(repetition, 1, _ORDER[name], round(eps * 10**6))
            w = MECHANISMS[name](training, eps, rng)
            error = float(np.mean((study.x[rest] @ w - study.y[rest]) ** 2)) * study.unit**2
            out[i, j] = error, accuracy(study, train, rest, w)
    return out
