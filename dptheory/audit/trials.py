"""Trials that are imported when they run, so that naming experiments loads neither numpy nor scipy."""

from __future__ import annotations

from importlib import import_module

from dptheory.audit.records import Bound, Experiment, ExperimentResult, Size, Trial


def runs(module: str, name: str = "trial") -> Trial:
    """The trial of that name in a module of `dptheory.audit`.

    >>> runs("noisenorm", "law_trial").__name__
    'run'
    """

    def run(experiment: Experiment, seed: int, bound: Bound, size: Size) -> ExperimentResult:
        trial: Trial = getattr(import_module(f"dptheory.audit.{module}"), name)
        return trial(experiment, seed, bound, size)

    return run


def audits(worlds: str, *settings: float) -> Trial:
    """Audits of the worlds that `keeping` makes under that name."""

    def run(experiment: Experiment, seed: int, bound: Bound, size: Size) -> ExperimentResult:
        keeping = import_module("dptheory.audit.keeping")
        return keeping.trial(lambda: getattr(keeping, worlds)(*settings), experiment, seed, bound, size)  # type: ignore[no-any-return]

    return run


def measures(worlds: str, **settings: bool | int) -> Trial:
    """Excess risks in the worlds that `utility` makes under that name."""

    def run(experiment: Experiment, seed: int, bound: Bound, size: Size) -> ExperimentResult:
        utility = import_module("dptheory.audit.utility")
        made = getattr(utility, worlds)(size, **settings)
        return utility.trial(made, experiment, seed, bound, size)  # type: ignore[no-any-return]

    return run
