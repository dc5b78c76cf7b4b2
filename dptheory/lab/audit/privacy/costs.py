"""What moves of noise cost of a claim: whether all that a line's draws have to absorb is paid for."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from dptheory.lab.domain import FloatArray
from dptheory.lab.mechanisms.claims import PrivacyClaim, RenyiClaim
from dptheory.lab.mechanisms.gaussian import gaussian_delta

KNOWN: Final = ("laplace", "l2laplace", "normal")
"""The laws of which it is known what a move costs."""
ROUNDING: Final = 1 + 1e-6
SAMPLED: Final = 4_000
"""Noise is drawn so often to judge the delta that moves of several numbers cost."""


@dataclass(frozen=True, eq=False)
class Moves:
    """By how much the numbers of one or several draws move, their scales, and which draw it is."""

    law: str
    shifts: FloatArray
    scales: FloatArray
    draw: int = -1

    @property
    def size(self) -> float:
        """In all, in the norm of the law."""
        return float(np.linalg.norm(self.shifts, 1 if self.law == "laplace" else 2))

    @property
    def spent(self) -> float:
        """In scales: the eps that Laplace noise spends, the mu that normal noise does."""
        with np.errstate(divide="ignore", invalid="ignore"):
            scaled = np.where(self.shifts == 0, 0.0, self.shifts / self.scales)
        return float(np.linalg.norm(scaled, 1 if self.law == "laplace" else 2))

    @property
    def largest(self) -> Moves:
        """The number alone that moves by most of its scale."""
        k = int(np.argmax(np.abs(self.shifts / self.scales)))
        return Moves(self.law, self.shifts[[k]], self.scales[[k]])

    def judged(self, claim: PrivacyClaim, told: str) -> tuple[float | None, str]:
        """The eps that is spent, where that is what one says of the law, and what is wrong.

        >>> Moves("laplace", np.array([2.0]), np.array([1.0])).judged(PrivacyClaim(1.0), "moves by 2")
        (2.0, 'moves by 2, eps=1 covers 1')
        """
        scale, eps = float(np.max(self.scales)), None if self.law == "normal" else self.spent
        if self.law not in KNOWN or not self.spent > 0:
            return None if self.spent > 0 else 0.0, ""
        if isinstance(claim, RenyiClaim):
            cost = self.diverging(claim)
            said = f"{told}: that costs {claim.symbol} {cost:.4g}, more than {claim.eps:g}"
            return None, said if cost > claim.eps * ROUNDING else ""
        if self.law == "normal" or claim.delta > 0:
            delta = lost([self], claim.eps)
            name = "sigma" if self.law == "normal" else "scale"
            said = f"{told}: with {name} {scale:.4g} that costs delta {delta:.3g} at eps={claim.eps:g}"
            return eps, said if delta > claim.delta * ROUNDING else ""
        said = f"{told}, eps={claim.eps:g} covers {claim.eps * scale:.4g}"
        return eps, said if self.spent > claim.eps * ROUNDING else ""

    def diverging(self, claim: RenyiClaim) -> float:
        """The Renyi divergence of the moves, where it is largest beside the claim: of normal noise a m^2/(2
        sigma^2), of Laplace noise as in Mironov (2017), Proposition 6; of vectors that is not known, 0.
        """
        t, shares = np.abs(self.shifts / self.scales), [0.0]
        for a in claim.orders:
            if self.law == "normal":
                found = a * self.spent**2 / 2
            elif self.law == "laplace":
                powers = np.logaddexp(np.log(a) + (a - 1) * t, np.log(a - 1) - a * t) - np.log(2 * a - 1)
                found = float(np.sum(powers / (a - 1)))
            else:
                continue
            shares.append(found / (a if claim.alpha is None else 1.0))
        return max(shares)


def lost(moves: Sequence[Moves], eps: float) -> float:
    """The delta that moves cost together at eps: exact of normal noise and of one number with Laplace noise;
    of more, judged by `SAMPLED` draws, less four standard errors.

    >>> round(lost([Moves("laplace", np.array([2.0]), np.array([1.0]))], 1.0), 4)
    0.3935
    """
    mu = math.hypot(*(one.spent for one in moves if one.law == "normal"))
    t = np.concatenate([np.zeros(0), *(_scaled(one) for one in moves if one.law != "normal")])
    if not t.size:
        return gaussian_delta(eps, 1.0, mu) if mu else 0.0
    if t.size == 1 and not mu:
        return max(0.0, -math.expm1((eps - t[0]) / 2))
    rng = np.random.Generator(np.random.PCG64(0))
    loss = mu * rng.normal(size=SAMPLED) + mu**2 / 2
    for step in t:
        noise = rng.laplace(size=SAMPLED)
        loss += np.abs(noise + step) - np.abs(noise)
    short = -np.expm1(np.minimum(0.0, eps - loss))
    return max(0.0, float(np.mean(short) - 4 * np.std(short) / math.sqrt(SAMPLED)))


def _scaled(moves: Moves) -> Any:
    """Moves in scales: one number where the norm counts."""
    return np.abs(moves.shifts / moves.scales) if moves.law == "laplace" else np.array([moves.spent])
