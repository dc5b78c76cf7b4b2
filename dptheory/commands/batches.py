"""How batches are drawn, as options of ``account`` and ``calibrate`` say it."""

from __future__ import annotations

import argparse
from dataclasses import dataclass

from flint import fmpq

from ..errors import BadInput
from ..lab.accounting import Training, sampled
from ..lab.accounting.events import Part
from ..lab.accounting.moments import MomentsFunction
from ..lab.accounting.numbers import count, positive
from ..lab.accounting.sampled import POISSON, REPLACED, SUBSETS, passes, refused

MANY, VAST = 20, 20
"""Steps, and an eps or noise, beyond which a reader may have forgotten that steps see samples."""


@dataclass(frozen=True)
class Batches:
    """The `sampling`, `adjacency` and `epochs` that were asked for, and whether there are samples at all."""

    sampling: str
    adjacency: str | None
    sampled: bool
    epochs: str | None = None

    @classmethod
    def of(cls, args: argparse.Namespace, samples: bool) -> Batches:
        """As it was asked for; raises BadInput where nothing is known, or a rate is missing."""
        refused(args.sampling, args.adjacency)
        if args.sampling != "poisson" and not samples:
            needed = "the share of the records in a batch"
            raise BadInput(f"--sampling {args.sampling}, without a rate", needed, "--sampling-rate 256/60000")
        return cls(args.sampling, args.adjacency, samples, args.epochs)

    def event(self) -> None:
        """Raises BadInput where what an event calls a Poisson sample is to be drawn otherwise."""
        if self.cut or self.scheme != POISSON:
            needed = "Poisson samples, add-remove, which is what such events are"
            advice = "--gaussian SIGMA --sampling-rate Q --steps T, which has the other ways"
            raise BadInput(f"--events with samples, --sampling {self.sampling}", needed, advice)

    @property
    def neighbours(self) -> str | None:
        """The adjacency; None where none is asked for and there are no samples."""
        if self.adjacency or not self.sampled:
            return self.adjacency
        return "add-remove" if self.sampling == "poisson" else "replace-one"

    @property
    def cut(self) -> bool:
        """Whether all records are cut into batches, so that passes count."""
        return self.sampling in ("fixed", "shuffle")

    @property
    def scheme(self) -> str:
        """The same as `accounting.sampled` calls it."""
        if self.sampling == "without-replacement":
            return SUBSETS
        poisson = self.sampled and self.sampling == "poisson"
        return REPLACED if poisson and self.adjacency == "replace-one" else POISSON

    @property
    def words(self) -> str:
        """What is told of batches, by its name in `present.accounts`."""
        return "" if not self.sampled else self.sampling if self.cut else self.scheme

    @property
    def twice(self) -> bool:
        """Whether a neighbour moves a sum of clipped records by two clips: in a Poisson sample one of two
        records moves it, or both.
        """
        poisson = self.sampled and self.sampling == "poisson"
        return self.neighbours in (None, "replace-one") and not poisson

    def sensitivity(self, clip: str | None) -> fmpq | None:
        """By how much a neighbour moves a sum of clipped records; raises BadInput."""
        return None if clip is None else positive("clip", clip, "--clip 1") * (2 if self.twice else 1)

    @staticmethod
    def training(args: argparse.Namespace, steps: str | None, example: str) -> Training:
        """What batch, records, and epochs or so many steps, mean; raises BadInput where both lack: one step
        is not what is meant.
        """
        if args.epochs is None and steps is None:
            raise BadInput("--batch and --records alone", "--epochs E, or --steps T", example)
        return Training.of(args.batch, args.records, 1 if args.epochs is None else args.epochs)

    def part(self, release: MomentsFunction, rate: str | None, steps: str | None) -> Part:
        """A release with its count; of batches that are cut each record is in one a pass,
        and an epoch is a pass."""
        times = count("steps", steps or "1")
        if rate is None:
            return release, times
        if not self.cut:
            return sampled(release, rate, self.scheme), times
        if self.epochs is None:
            return release, passes(rate, times)
        return release, int(positive("epochs", self.epochs, "--epochs 60").ceil())
