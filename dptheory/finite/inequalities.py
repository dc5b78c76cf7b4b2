"""The inequalities between probabilities that give the closed forms in every world, as claims for the prover.

What exact values suggest on small worlds holds in all, finite or not: privacy gives linear conditions on
the few probabilities that matter, and a claim about real numbers says what follows. Each has a false twin,
1 % beyond.

    >>> from dptheory.prover import prove
    >>> prove(INEQUALITIES["stability"].claim).verdict.status
    'proved'
    >>> prove(INEQUALITIES["stability"].twin).verdict.status
    'refuted'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from dptheory.kernel.real.claims import Claim, parse_claim


@dataclass(frozen=True)
class Inequality:
    """`left <= right` where the conditions hold; `words` say what the variables are."""

    words: str
    left: str
    right: str
    where: str

    @property
    def claim(self) -> Claim:
        return parse_claim(f"{self.left} <= {self.right}", self.where)

    @property
    def twin(self) -> Claim:
        """The same with 99/100 of the right side."""
        return parse_claim(f"{self.left} <= 99/100*({self.right})", self.where)


_SAMPLED = (
    "p, q: the probabilities of an event given that the differing entry is in the sample; s: given that not"
)

INEQUALITIES: Final[Mapping[str, Inequality]] = MappingProxyType(
    {
        "stability": Inequality(
            "a, b: the probabilities of an event on two neighbours; the event and its complement are private",
            "a - b",
            "(exp(eps) - 1 + 2*delta)/(exp(eps) + 1)",
            "eps >= 0, delta >= 0, a <= exp(eps)*b + delta, 1 - b <= exp(eps)*(1 - a) + delta",
        ),
        "without replacement, replace-one": Inequality(
            _SAMPLED,
            "gam*p + (1 - gam)*s - (1 + gam*(r - 1))*(gam*q + (1 - gam)*s)",
            "gam*delta",
            "0 < gam <= 1, r >= 1, delta >= 0, p <= r*q + delta, p <= r*s + delta, q >= 0, s >= 0",
        ),
        "add/remove, the larger first": Inequality(
            _SAMPLED,
            "gam*p + (1 - gam)*s - (1 + gam*(r - 1))*s",
            "gam*delta",
            "0 < gam <= 1, r >= 1, delta >= 0, p <= r*s + delta, s >= 0",
        ),
        "add/remove, the smaller first": Inequality(
            _SAMPLED,
            "s - (1 + gam*(r - 1))*(gam*p + (1 - gam)*s)",
            "gam*delta",
            "0 < gam <= 1, r >= 1, delta >= 0, s <= r*p + delta, p >= 0, s >= 0",
        ),
        "poisson, private for add/remove, replace-one": Inequality(
            _SAMPLED,
            "(gam*p + (1 - gam)*s)/(gam*q + (1 - gam)*s)",
            "(1 + gam*(r - 1))/(1 - gam*(1 - 1/r))",
            "0 < gam <= 1, r >= 1, p <= r*s, q >= s/r, s > 0",
        ),
        "expected gap, two values": Inequality(
            "q: the probability of the larger of two densities of quotient s^2 and mean 1, s = e^(eps/2)",
            "q*(1 - q)*(s**2 - 1)/(1 + q*(s**2 - 1))",
            "(s - 1)/(s + 1)",
            "0 <= q <= 1, s >= 1",
        ),
    }
)
"""By what they are for."""
