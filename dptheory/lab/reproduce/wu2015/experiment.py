"""The whole rerun: from a file to the contents of all files that it writes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final

from dptheory.lab.reproduce.wu2015 import diabetes, figures, growth, report, warfarin
from dptheory.lab.reproduce.wu2015.choices import Choices
from dptheory.lab.reproduce.wu2015.printed import AT, Change, Comparison, compare, joint
from dptheory.lab.reproduce.wu2015.run import Summary, repeat, workers
from dptheory.lab.reproduce.wu2015.study import Study
from dptheory.lab.reproduce.wu2015.trial import Plan

CHOICES: Final = Choices()


@dataclass(frozen=True)
class Settings:
    """What the command line says. `data` None: the diabetes data."""

    data: Path | None = None
    repetitions: int = 50
    seed: int = 0
    workers: str = "1"
    choices: Choices = CHOICES


@dataclass(frozen=True, eq=False)
class Rerun:
    """What was found."""

    study: Study
    summary: Summary
    comparisons: tuple[Comparison, ...]
    growing: Summary
    grown: tuple[Comparison, ...] = ()
    jointly: Change | None = None

    def files(self) -> dict[str, bytes]:
        """Every file by name."""
        out = {
            "results.json": report.json_text(report.record(self.found)).encode(),
            "table.md": report.markdown(self.found).encode(),
        }
        for figure in figures.FIGURES:
            out |= figures.render(figure, self.summary, self.study.measure)
        out |= figures.files("figure7", lambda: figures.draw_growth(self.growing, self.study.measure))
        return out

    @property
    def found(self) -> report.Found:
        """What the tables say."""
        return report.Found(
            self.study, self.summary, self.growing, self.comparisons, self.grown, self.jointly
        )


def load(data: Path | None, choices: Choices) -> Study:
    """The study under these choices."""
    return diabetes.study(choices) if data is None else warfarin.study(data, choices)


def rerun(settings: Settings, tell: Callable[[str], None] = lambda words: None) -> Rerun:
    """Repeat everything, then look into the printed numbers that lie outside. `tell` gets what is done."""
    choices = settings.choices
    study = load(settings.data, choices)
    context, width = workers(settings.workers)
    done, tries, wanted = count(1), count(1), settings.repetitions
    with context as executor:

        def again(other: Choices, mechanisms: tuple[str, ...]) -> Summary:
            tell(f"other choices, {next(tries)}")
            plan = Plan(other, mechanisms, (AT,), settings.seed)
            return repeat(load(settings.data, other), plan, settings.repetitions, executor, width)

        plan = Plan(choices, seed=settings.seed)
        summary = repeat(
            study, plan, settings.repetitions, executor, width, lambda: tell(f"{next(done)} of {wanted}")
        )

        def grow(other: Choices, shares: tuple[float, ...]) -> Summary:
            own = study if other == choices else load(settings.data, other)
            tell(f"growing chunks, {next(tries)}")
            plan = growth.plan(other, settings.seed, shares)
            return repeat(own, plan, settings.repetitions, executor, width, trial=growth.run_trial)

        growing = grow(choices, growth.SHARES)
        if settings.data is None:
            return Rerun(study, summary, (), growing)
        comparisons = compare(summary, again)
        missed = not all(c.inside for c in comparisons)
        jointly = joint(choices, again) if missed else None
        return Rerun(study, summary, comparisons, growing, growth.compare(growing, grow), jointly)
