"""What was found about one algorithm at one choice of parameters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from flint import arb, fmpq

Value: TypeAlias = fmpq | arb
"""An exact rational, or an enclosure."""


@dataclass(frozen=True)
class ExactLoss:
    """The privacy loss of an algorithm over a family of neighbouring data sets, beside its claim; in nats.

    The largest loss lies in [`low`, `high`]: `low` is the loss of the neighbours at the output that
    `attained_at` describes, `high` holds for the family (None: there is no bound). `claim` is what the source
    says.
    """

    algorithm: str
    family: str
    parameters: tuple[tuple[str, fmpq], ...]
    claim: Value
    low: Value
    high: Value | None
    attained_at: str
    adjacency: str = "replace-one"

    @property
    def exceeded(self) -> bool:
        """Whether the loss is affirmed to be above the claim."""
        return above(self.low, self.claim)

    @property
    def kept(self) -> bool:
        """Whether the loss is affirmed to be nowhere above the claim, in this family."""
        return self.high is not None and within(self.high, self.claim)

    @property
    def ratio(self) -> Value:
        """The certified part of the loss over the claim."""
        if isinstance(self.low, fmpq) and isinstance(self.claim, fmpq):
            return self.low / self.claim
        return enclosure(self.low) / enclosure(self.claim)


def enclosure(value: Value) -> arb:
    """The value as a ball at the working precision."""
    return arb(value) if isinstance(value, fmpq) else value


def above(left: Value, right: Value) -> bool:
    """Whether left > right is affirmed."""
    if isinstance(left, fmpq) and isinstance(right, fmpq):
        return bool(left > right)
    return bool(enclosure(left) > enclosure(right))


def within(left: Value, right: Value) -> bool:
    """Whether left <= right is affirmed."""
    if isinstance(left, fmpq) and isinstance(right, fmpq):
        return bool(left <= right)
    return bool(enclosure(left) <= enclosure(right))


def parameters(**values: fmpq | int) -> tuple[tuple[str, fmpq], ...]:
    """Named parameters in the order in which they are given."""
    return tuple((name, fmpq(value)) for name, value in values.items())
