"""What is asked: mechanism, loss and their parameters, as exact numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from flint import fmpq

from ...errors import BadInput
from ...exact import Number, nearest
from ..accounting.numbers import between, positive, rational

OPS: Final = "ops"
OUTPUT: Final = "output"
GAUSSIAN: Final = "gaussian"
MECHANISMS: Final = {
    OPS: "one posterior sample: th + N(0, H^-1/gamma), H = X'X + lam I of the data in hand",
    OUTPUT: "output perturbation: the minimiser + N(0, I/gamma)",
    GAUSSIAN: "Gaussian mechanism: th + N(0, A^-1/gamma), A = X'X + lam I of these data, held fixed",
}
SQUARED: Final = "squared"
LOGISTIC: Final = "logistic"
HUBER: Final = "huber"
LOSSES: Final = (SQUARED, LOGISTIC, HUBER)


@dataclass(frozen=True)
class Bounds:
    """||x|| <= features, |y| <= target."""

    features: fmpq
    target: fmpq

    @classmethod
    def of(cls, given: Number | tuple[Number, Number] | None) -> Bounds | None:
        """One number bounds both; raises BadInput."""
        if given is None:
            return None
        pair = tuple(given) if isinstance(given, tuple | list) else (given, given)
        if len(pair) != 2:
            raise BadInput(
                f"bounds of {len(pair)} numbers",
                "one or two: of features and of the target",
                "bounds = (1, 1)",
            )
        features, target = (positive("bounds", value, "bounds = 1") for value in pair)
        return cls(features, target)

    @property
    def doubles(self) -> tuple[float, float]:
        """The same as doubles, not below."""
        return up(self.features), up(self.target)


@dataclass(frozen=True)
class Asked:
    """Mechanism, loss, lam >= 0, gamma > 0, 0 < delta < 1, and the bounds if any."""

    mechanism: str
    loss: str
    lam: fmpq
    gamma: fmpq
    delta: fmpq
    bounds: Bounds | None
    width: fmpq

    @classmethod
    def of(
        cls,
        mechanism: str,
        loss: str,
        lam: Number,
        gamma: Number,
        delta: Number,
        bounds: Number | tuple[Number, Number] | None,
        width: Number,
    ) -> Asked:
        """Checked; raises BadInput.

        >>> Asked.of("ops", "squared", 1, 1, "1e-6", None, 1).delta
        1/1000000
        """
        if mechanism not in MECHANISMS:
            raise BadInput(f"mechanism {mechanism}", " or ".join(MECHANISMS), "--mechanism ops")
        if loss not in LOSSES:
            raise BadInput(f"loss {loss}", " or ".join(LOSSES), "--loss squared")
        if loss != SQUARED and mechanism != OUTPUT:
            given = f"the loss {loss} with the mechanism {mechanism}"
            raise BadInput(given, "output for losses other than squared", "--mechanism output")
        strength = rational("lam", lam)
        if strength < 0 or (loss != SQUARED and strength == 0):
            raise BadInput(f"lam = {lam}", "lam >= 0" if loss == SQUARED else "lam > 0", "--lam 1")
        return cls(
            mechanism,
            loss,
            strength,
            positive("gamma", gamma, "--gamma 1"),
            between("delta", delta, 0, 1, "--delta 1e-6"),
            Bounds.of(bounds),
            positive("width", width, "--huber-width 1"),
        )


def up(value: fmpq) -> float:
    """A double that is not below the number."""
    near = nearest(value)
    return near if fmpq(*near.as_integer_ratio()) >= value else math.nextafter(near, math.inf)


def down(value: fmpq) -> float:
    """A double that is not above the number."""
    return -up(-value)
