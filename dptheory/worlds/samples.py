"""What was seen of a claim in many worlds: evidence, on which no verdict depends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

BINS: Final = 10
NO_SIDES: Final = "it has no sides to compare"


@dataclass(frozen=True)
class Sample:
    """In how many worlds of those `tried` all hypotheses of a form held, and the ratios of its sides there:
    the largest, how many there are in each tenth from 0 to 1, and how many are above 1. `why` says why there
    are none."""

    seed: int
    tried: int = 0
    held: int = 0
    largest: float | None = None
    tenths: tuple[int, ...] = ()
    above: int = 0
    why: str = ""

    @property
    def words(self) -> str:
        """What was seen, on one line.

        >>> Sample(0, 812, 200, 0.998, (*[0] * 9, 200)).words
        'in 200 of 812 worlds its hypotheses hold, and its sides have ratios up to 0.998; seed 0'
        >>> Sample(0, why=NO_SIDES).words
        'in no world: it has no sides to compare'
        """
        if self.largest is None:
            return f"in no world: {self.why}" + (
                f"; {self.tried} tried, seed {self.seed}" if self.tried else ""
            )
        ratios = f"{self.largest:g}, above 1 in {self.above} of them" if self.above else f"{self.largest:g}"
        where = f"in {self.held} of {self.tried} worlds its hypotheses hold"
        return f"{where}, and its sides have ratios up to {ratios}; seed {self.seed}"

    @property
    def json(self) -> dict[str, object]:
        """The same as data."""
        return {**vars(self), "tenths": list(self.tenths)}

    @classmethod
    def of(cls, said: Mapping[str, Any]) -> Sample:
        """A sample from its data."""
        return cls(**{**said, "tenths": tuple(said["tenths"])})
