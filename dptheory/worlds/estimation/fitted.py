"""Numbers that are q times powers of parameters, recognised from their values; a guess, which is checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite, log2
from typing import Final

from flint import fmpq

from ...kernel.real import Term, apply, num, var

PRIMES: Final = (3.0, 5.0, 7.0, 11.0, 13.0, 17.0, 19.0)
NOTHING: Final = 1e-6
LARGEST: Final = 64
"""The largest denominator of the factor q."""


@dataclass(frozen=True)
class Design:
    """Values of parameters at which a number is looked at: all 1; each 2 in its turn; primes, to check."""

    names: tuple[str, ...]

    @property
    def points(self) -> list[dict[str, float]]:
        plain = dict.fromkeys(self.names, 1.0)
        each = [{**plain, name: 2.0} for name in self.names]
        return [plain, *each, dict(zip(self.names, PRIMES, strict=False))]

    def fitted(self, values: Sequence[float]) -> Term | None:
        """The number with these values at the points; None where it is no such product.

        >>> from ...kernel.real import print_term
        >>> print_term(Design(("n", "r")).fitted([2, 1, 4, 2 * 5 / 3]))
        '2*r/n'
        """
        first, *each, last = map(float, values)
        if all(abs(x) < NOTHING for x in values):
            return num(0)
        if not all(isfinite(x) and x * first > 0 for x in values):
            return None
        factor = Fraction(first).limit_denominator(LARGEST)
        grown = zip(self.names, each, strict=True)
        powers = {name: Fraction(log2(x / first)).limit_denominator(2) for name, x in grown}
        meant = float(factor)
        for name, prime in zip(self.names, PRIMES, strict=False):
            meant *= prime ** float(powers[name])
        close = factor != 0 and abs(meant - last) < 1e-4 * abs(last)
        return written(factor, powers) if close else None


def written(factor: Fraction, powers: Mapping[str, Fraction]) -> Term:
    """A factor and powers as a quotient."""
    above: list[Term] = []
    below: list[Term] = []
    for name, power in powers.items():
        if power:
            raised = num(fmpq(abs(power.numerator), power.denominator))
            one = var(name) if raised == num(1) else apply("pow", var(name), raised)
            (above if power > 0 else below).append(one)
    if factor.denominator != 1:
        below.insert(0, num(factor.denominator))
    if factor.numerator != 1 or not above:
        above.insert(0, num(factor.numerator))
    top = _product(above)
    return top / _product(below) if below else top


def _product(parts: Sequence[Term]) -> Term:
    made = parts[0]
    for part in parts[1:]:
        made = made * part
    return made

