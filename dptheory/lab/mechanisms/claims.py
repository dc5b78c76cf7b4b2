"""What is claimed of privacy, by a mechanism or for an audit: (eps, delta), or mu, for an adjacency."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from dptheory.errors import BadInput

REPLACE_ONE: Final = "replace-one"
"""Data sets of the same size that differ in at most one record."""
ADD_REMOVE: Final = "add-remove"
"""Data sets of which one has one record more; n is not public."""
ADJACENCIES: Final = (REPLACE_ONE, ADD_REMOVE)

LARGEST_GROUP: Final = 1_000


@dataclass(frozen=True)
class PrivacyClaim:
    """P(A(S) in E) <= e^eps P(A(S') in E) + delta for all neighbours S, S' and events E. eps in nats.

    With a `group` of k, S and S' differ in up to k records.

    >>> str(PrivacyClaim(1.0))
    'eps=1, replace-one'
    >>> try:
    ...     PrivacyClaim(-1.0)
    ... except BadInput as error:
    ...     print(error)
    given eps = -1; needed: 0 <= eps < oo; try: --claim "eps=1"
    """

    eps: float
    delta: float = 0.0
    adjacency: str = REPLACE_ONE
    group: int = 1

    def __post_init__(self) -> None:
        if not 0 <= self.eps < math.inf:
            raise BadInput(f"eps = {self.eps:g}", "0 <= eps < oo", '--claim "eps=1"')
        if not 0 <= self.delta < 1:
            raise BadInput(f"delta = {self.delta:g}", "0 <= delta < 1", '--claim "eps=1, delta=1e-5"')
        _known(self.adjacency)
        if not 1 <= self.group <= LARGEST_GROUP:
            raise BadInput(f"a group of {self.group}", f"1..{LARGEST_GROUP} records", "--group 2")

    def __str__(self) -> str:
        delta = f", delta={self.delta:g}" if self.delta else ""
        group = f", groups of {self.group}" if self.group > 1 else ""
        return f"eps={self.eps:g}{delta}, {self.adjacency}{group}"

    def to_dict(self) -> dict[str, object]:
        """Plain data for JSON; `group` only where it says something."""
        plain: dict[str, object] = {"eps": self.eps, "delta": self.delta, "adjacency": self.adjacency}
        return plain if self.group == 1 else plain | {"group": self.group}

    def of_group(self, k: int) -> PrivacyClaim:
        """What the claim on single records implies for groups of k (Dwork and Roth 2014, Theorem 2.2 and its
        extension to delta > 0): k eps, and delta times the sum of e^(i eps) over i < k.

        >>> str(PrivacyClaim(0.5).of_group(3))
        'eps=1.5, replace-one, groups of 3'
        """
        if not 1 <= k <= LARGEST_GROUP:
            raise BadInput(f"a group of {k}", f"1..{LARGEST_GROUP} records", "--group 2")
        delta = self.delta * math.fsum(math.exp(min(i * self.eps, 700.0)) for i in range(k))
        if not delta < 1:
            raise BadInput(
                f"delta = {self.delta:g} and groups of {k}",
                "a claim that says something",
                "a smaller --group",
            )
        return PrivacyClaim(k * self.eps, delta, self.adjacency, k)


ORDERS: Final = tuple(1 + 10 ** (k / 8) for k in range(-16, 17))
"""The orders at which a claim of all of them is tried: any single one may refute it."""


@dataclass(frozen=True)
class RenyiClaim(PrivacyClaim):
    """The Renyi divergence of order `alpha` of A(S) from A(S') is at most eps for all neighbours S, S'; where
    there is none, at most eps times the order for every order (zCDP, Bun and Steinke 2016): eps is their rho.

    >>> str(RenyiClaim(0.5)), str(RenyiClaim(0.3, alpha=2.0))
    ('rho=0.5, replace-one', 'alpha=2, eps=0.3, replace-one')
    """

    alpha: float | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.delta:
            raise BadInput(f"delta = {self.delta:g} of a Renyi divergence", "none", '--claim "rho=0.5"')
        if self.alpha is not None and not 1 < self.alpha < math.inf:
            raise BadInput(f"alpha = {self.alpha:g}", "1 < alpha < oo", '--claim "alpha=2, eps=0.3"')

    @property
    def orders(self) -> tuple[float, ...]:
        """The orders at which it is tried."""
        return ORDERS if self.alpha is None else (self.alpha,)

    @property
    def symbol(self) -> str:
        """What its number is called."""
        return "rho" if self.alpha is None else "eps"

    def __str__(self) -> str:
        order = "" if self.alpha is None else f"alpha={self.alpha:g}, "
        group = f", groups of {self.group}" if self.group > 1 else ""
        return f"{order}{self.symbol}={self.eps:g}, {self.adjacency}{group}"

    def to_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        plain = super().to_dict() | {self.symbol: self.eps}
        del plain["delta"]
        return plain | {"alpha": self.alpha} if self.alpha else {k: v for k, v in plain.items() if k != "eps"}

    def of_group(self, k: int) -> PrivacyClaim:
        """Of zCDP, k^2 rho for groups of k (Bun and Steinke 2016, Proposition 1.9)."""
        if self.alpha is not None:
            raise BadInput("--group and one order", "rho of zCDP", '--claim "rho=0.5"')
        return RenyiClaim(k * k * self.eps, 0.0, self.adjacency, k)


LARGEST_MU: Final = 20.0


@dataclass(frozen=True)
class GaussianClaim:
    """mu-Gaussian privacy (Dong, Roth and Su 2022): telling A(S) from A(S') is for all neighbours S, S' at
    least as hard as telling N(0, 1) from N(mu, 1). T releases of l2-sensitivity D with noise N(0, s^2) have
    mu = sqrt(T) D / s.

    >>> str(GaussianClaim(0.5))
    'mu=0.5, replace-one'
    """

    mu: float
    adjacency: str = REPLACE_ONE

    def __post_init__(self) -> None:
        if not (math.isfinite(self.mu) and 0 <= self.mu <= LARGEST_MU):
            raise BadInput(f"mu = {self.mu:g}", f"0 <= mu <= {LARGEST_MU:g}", '--claim "mu=1"')
        _known(self.adjacency)

    def __str__(self) -> str:
        return f"mu={self.mu:g}, {self.adjacency}"

    def to_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        return {"mu": self.mu, "adjacency": self.adjacency}


def _known(adjacency: str) -> None:
    """Raises BadInput for another adjacency."""
    if adjacency not in ADJACENCIES:
        raise BadInput(f"adjacency {adjacency!r}", " or ".join(ADJACENCIES), "--adjacency replace-one")
