"""What every experiment does: it looks at worlds, each with random numbers of its own, and judges a bound by
them, and a bound that is false.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

import numpy as np

from dptheory.lab.audit.records import SAMPLED, VIOLATED, Bound, ExperimentResult, Size, Twin, evaluate
from dptheory.lab.mechanisms.stream import generator

CONFIDENCE: Final = 0.999
"""Of all that one run says, together."""
Values = dict[str, float]
W = TypeVar("W")


@dataclass(frozen=True)
class Seen:
    """What was seen in one world of the quantity that a bound limits: a number that is not above it, the
    parameters there, how much was looked at, and the world's name, where that is not its parameters.
    """

    observed: float
    values: Values
    count: int
    name: str = ""

    @property
    def place(self) -> str:
        """The world, for a note."""
        return self.name or place(self.values)


def place(values: Values) -> str:
    """Parameters in a line.

    >>> place({"n": 3, "eps": 0.25})
    'n=3, eps=0.25'
    """
    return ", ".join(f"{name}={value:.4g}" for name, value in values.items())


@dataclass(frozen=True)
class ExperimentRun:
    """One run of an experiment: its name, the seed, the bound that is tried, and how much is done."""

    name: str
    seed: int
    bound: Bound
    size: Size

    def pick(self, quick: W, full: W) -> W:
        """What the size asks for."""
        return quick if self.size == "quick" else full

    def streams(self, worlds: int) -> list[np.random.Generator]:
        """Independent random numbers for each of so many worlds.

        >>> [int(rng.integers(100)) for rng in ExperimentRun("any", 1, 1.0, "quick").streams(2)]
        [1, 94]
        """
        return [generator(self.seed, (world,)) for world in range(worlds)]

    def limit(self, values: Values) -> float:
        """The bound there."""
        return evaluate(self.bound, values)

    def watched(
        self,
        worlds: Sequence[W],
        look: Callable[[W, float, np.random.Generator], Seen],
        false: Bound,
        twin: str,
    ) -> ExperimentResult:
        """Lower limits of what the bound limits, in each world with its share of the chance of an error."""
        alpha = (1 - CONFIDENCE) / len(worlds)
        seen = [look(world, alpha, rng) for world, rng in zip(worlds, self.streams(len(worlds)), strict=True)]
        return self.judged(
            seen, false, twin, "lower confidence limit over the bound, largest of {} worlds at"
        )

    def judged(
        self,
        seen: Sequence[Seen],
        false: Bound,
        twin: str,
        note: str,
        *,
        confidence: float = CONFIDENCE,
        rounding: float = 0.0,
        everywhere: bool = False,
    ) -> ExperimentResult:
        """Every world against the bound and against the twin's, which must fail in one or `everywhere`.

        `note` is followed by the world nearest the bound; a ratio that exceeds 1 by less than `rounding` may
        be rounding of double precision.
        """
        ratios = [one.observed / self.limit(one.values) for one in seen]
        wrong = (min if everywhere else max)(one.observed / evaluate(false, one.values) for one in seen)
        worst = int(np.argmax(ratios))
        at = seen[worst]
        return self.result(
            VIOLATED if ratios[worst] > 1 + rounding else SAMPLED,
            (ratios[worst], at.observed, self.limit(at.values)),
            sum(one.count for one in seen),
            Twin(twin, wrong > 1 + rounding, wrong),
            f"{note.format(len(seen))} {at.place}",
            confidence,
        )

    def result(
        self,
        verdict: str,
        worst: tuple[float, float, float],
        samples: int,
        twin: Twin,
        note: str,
        confidence: float = CONFIDENCE,
    ) -> ExperimentResult:
        """What the run found; ratio, observed and bound where it is worst."""
        ratio, observed, limit = worst
        return ExperimentResult(
            self.name, verdict, ratio, confidence, samples, self.seed, observed, limit, twin, note
        )
