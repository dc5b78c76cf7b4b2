"""What is guaranteed, and how certain it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from flint import fmpq

EXACT: Final = "exact"
INTERVAL: Final = "interval"
UPPER: Final = "upper bound"
CERTAINTY: Final = {
    EXACT: "some queries attain it: the next number of its digits is affirmed to fail",
    INTERVAL: "enough is affirmed at one end, and at the other that some queries give away more",
    UPPER: "enough is affirmed; less may be enough, but no bound here shows it",
}
"""How certain a number is, in the words of every command: of an account, and of what is calibrated."""


@dataclass(frozen=True)
class Guarantee:
    """(eps, delta)-differential privacy, by a conversion.

    `kind` is one of `CERTAINTY`: exact where the number is the least of its digits for some queries, an
    interval where there is a `least`: some queries give away more than that, so that the true number is
    between the two; else an upper bound. `order` is s, where the conversion has one: the
    bound holds at exactly this s, or at the best s, of which `order` is then a rounding, where there is a
    `closed_form`. `vacuous`: delta >= 1, which says nothing.
    """

    eps: fmpq
    delta: fmpq
    kind: str
    name: str
    source: str
    order: fmpq | None = None
    closed_form: str | None = None
    least: fmpq | None = None

    @property
    def vacuous(self) -> bool:
        """Whether it says nothing."""
        return self.delta >= 1


@dataclass(frozen=True)
class Divergence:
    """The Renyi divergence of an order, in nats, rounded up; its `kind` is exact where the worst queries
    attain it, else it is an upper bound.
    """

    order: fmpq
    value: fmpq
    kind: str


@dataclass(frozen=True)
class Estimate:
    """What the central limit says of many releases about samples: Gaussian privacy with parameter mu. No
    bound: it may be too small.
    """

    mu: fmpq
    value: fmpq
