"""What is asked of a plan: a loss, the privacy, and the numbers that are public."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from flint import arb, fmpq

from ...errors import BadInput
from ...exact import Number
from ...kernel.real import Term, parse_term
from ...theory.numbers import number_of
from ..accounting.numbers import between, positive, rational
from ..mechanisms.kinked import Hinge
from ..mechanisms.losses import Logistic, Loss, Squared


@dataclass(frozen=True)
class Kind:
    """A loss: the statement that proves its Lipschitz constant for ||x|| <= 1 and |y| <= 1, whether that is
    so on all of R^d, what the model w = 0 loses at most, the constant over a ball of a radius.
    """

    loss: Loss
    statement: str
    everywhere: bool
    level: str
    slope: Callable[[fmpq], fmpq]


def _one(radius: fmpq) -> fmpq:
    return fmpq(1)


KINDS: Final[Mapping[str, Kind]] = {
    "logistic": Kind(Logistic(), "wu2015.section4.logistic:corrected", True, "log(2)", _one),
    "hinge": Kind(Hinge(), "wu2015.section4.hinge.usual:printed", True, "1", _one),
    "squared": Kind(
        Squared(), "wu2015.section4.2.lipschitz:printed.scaled", False, "1", lambda radius: 2 * radius + 2
    ),
}


@dataclass(frozen=True)
class Asked:
    """What is asked for, with everything that is public: nothing of it may come from the records."""

    kind: str
    eps: fmpq
    delta: fmpq
    radius: fmpq
    confidence: fmpq

    @classmethod
    def of(cls, kind: str, eps: Number, delta: Number, radius: Number, confidence: Number) -> Asked:
        """Checked; raises BadInput.

        >>> Asked.of("squared", 1, 0, 1, 0.95).rho
        4
        """
        if kind not in KINDS:
            raise BadInput(f"--loss {kind}", " or ".join(KINDS), "--loss logistic")
        least = rational("delta", delta)
        if not 0 <= least < 1:
            raise BadInput(f"delta = {delta}", "0 <= delta < 1", "--delta 0, or less than 1/n: --delta 1e-6")
        return cls(
            kind,
            positive("eps", eps, "--eps 1"),
            least,
            positive("radius", radius, "--radius 1"),
            between("confidence", confidence, 0, 1, "--confidence 0.95"),
        )

    @property
    def of_loss(self) -> Kind:
        """The loss."""
        return KINDS[self.kind]

    @property
    def rho(self) -> fmpq:
        """Its Lipschitz constant over the ball of the radius."""
        return self.of_loss.slope(self.radius)

    @property
    def beta(self) -> fmpq:
        """The chance that the bound does not hold."""
        return 1 - self.confidence

    @property
    def nothing(self) -> Term:
        """What the model w = 0, which needs no data, has as excess at most: rho R, or its loss.

        >>> Asked.of("logistic", 1, 0, "1/2", 0.95).nothing == parse_term("1/2")
        True
        """
        loss, far = parse_term(self.of_loss.level), self.rho * self.radius
        return parse_term(str(far)) if bool(arb(far) < arb(number_of(loss, {}))) else loss
