"""How an audit is done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from dptheory.errors import BadInput
from dptheory.lab.audit.privacy.varying import BOX

LEAST_SAMPLES: Final = 500

PATIENCE: Final = 60.0
"""Seconds that one call of many may take, where nothing else is said."""


LARGEST_EPS: Final = 100.0


def within_reach(eps: float) -> float:
    """The eps of a claim, if it is so small that outputs which can be drawn say something about it; raises
    BadInput.
    """
    if not 0 <= eps <= LARGEST_EPS:
        raise BadInput(f"eps = {eps:g}", f"0 <= eps <= {LARGEST_EPS:g}", '--claim "eps=1"')
    return eps


@dataclass(frozen=True)
class Plan:
    """How an audit is done: outputs a side, confidence, seed, seconds that one call may take.

    `domain` and `box` say what the records of `data` may become: see `varying`. With `at` only neighbours of
    `data` itself are compared: for a mechanism that promises something on these data alone.
    """

    samples: int = 100_000
    confidence: float = 0.999
    seed: int = 0
    timeout: float = PATIENCE
    look_at_density: bool = True
    domain: str = BOX
    box: tuple[Any, Any] | None = None
    at: bool = False

    def __post_init__(self) -> None:
        if self.samples < LEAST_SAMPLES:
            raise BadInput(f"samples = {self.samples}", f"at least {LEAST_SAMPLES}", "--samples 100000")
        if not 0.5 <= self.confidence < 1 or 1 - self.confidence < 1e-9:
            raise BadInput(
                f"confidence = {self.confidence:g}", "0.5 <= confidence <= 1 - 1e-9", "--confidence 0.999"
            )
        if not 0 <= self.seed < 2**63:
            raise BadInput(f"seed = {self.seed}", "an integer in 0..2^63 - 1", "--seed 1")
        if not 0 < self.timeout <= 86_400:
            raise BadInput(f"timeout = {self.timeout:g}", "seconds in (0, 86400]", "--timeout 60")

    @property
    def alpha(self) -> float:
        """The chance of a false alarm is at most this."""
        return 1 - self.confidence
