"""The claim under audit: (eps, delta) for an adjacency."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from dptheory.errors import BadInput

REPLACE_ONE: Final = "replace-one"
ADD_REMOVE: Final = "add-remove"
ADJACENCIES: Final = (REPLACE_ONE, ADD_REMOVE)
"""Same size and one record differs; one record more or less."""

LARGEST_EPS: Final = 100.0
"""No number of outputs that can be drawn says anything about a claim beyond this."""


@dataclass(frozen=True)
class PrivacyTarget:
    """P(A(S) in E) <= e^eps P(A(S') in E) + delta for all neighbours S, S' and events E. eps in nats.

    >>> str(PrivacyTarget(1.0))
    'eps=1, replace-one'
    >>> try:
    ...     PrivacyTarget(-1.0)
    ... except BadInput as error:
    ...     print(error)
    given eps = -1; needed: 0 <= eps <= 100; try: --claim "eps=1"
    """

    eps: float
    delta: float = 0.0
    adjacency: str = REPLACE_ONE

    def __post_init__(self) -> None:
        if not (math.isfinite(self.eps) and 0 <= self.eps <= LARGEST_EPS):
            raise BadInput(f"eps = {self.eps:g}", f"0 <= eps <= {LARGEST_EPS:g}", '--claim "eps=1"')
        if not 0 <= self.delta < 1:
            raise BadInput(f"delta = {self.delta:g}", "0 <= delta < 1", '--claim "eps=1, delta=1e-5"')
        if self.adjacency not in ADJACENCIES:
            raise BadInput(
                f"adjacency {self.adjacency!r}", " or ".join(ADJACENCIES), "--adjacency replace-one"
            )

    def __str__(self) -> str:
        delta = f", delta={self.delta:g}" if self.delta else ""
        return f"eps={self.eps:g}{delta}, {self.adjacency}"
