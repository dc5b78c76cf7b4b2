"""What was found about one algorithm at one choice of parameters."""

from __future__ import annotations

from dataclasses import dataclass

from flint import arb, fmpq


@dataclass(frozen=True)
class ExactLoss:
    """The privacy loss of an algorithm over a family of neighbouring data sets, beside its claim; in nats.

    The largest loss lies in [`low`, `high`]: `low` is the loss of the neighbours at the output that `attained_at`
    describes, `high` holds for the family (None: there is no bound). `claim` is what the source says.
    """

    algorithm: str
    family: str
    parameters: tuple[tuple[str, fmpq], ...]
    claim: arb
    low: arb
    high: arb | None
    attained_at: str
    adjacency: str = "replace-one"

    @property
    def exceeded(self) -> bool:
        """Whether arb affirms that the loss is above the claim."""
        return bool(self.low > self.claim)

    @property
    def kept(self) -> bool:
        """Whether arb affirms that the loss is nowhere above the claim, in this family."""
        return self.high is not None and not self.exceeded and bool(self.high <= self.claim * ROUNDING)

    @property
    def ratio(self) -> arb:
        """The certified part of the loss over the claim."""
        return self.low / self.claim


ROUNDING = arb(1) + arb(2) ** -40
"""What a claim that is attained exactly may seem to be exceeded by: the width of its enclosure."""


def parameters(**values: fmpq | int) -> tuple[tuple[str, fmpq], ...]:
    """Named parameters in the order in which they are given."""
    return tuple((name, fmpq(value)) for name, value in values.items())
