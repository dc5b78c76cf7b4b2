"""Numbers that are q times powers of parameters, recognised from their values; a guess, which is checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from typing import Final

import numpy as np
from flint import fmpq

from ...kernel.real import Relation, Term, apply, num, parse_term, var
from ..numeric import Array, evaluated

PRIMES: Final = (3.0, 5.0, 7.0, 11.0, 13.0, 17.0, 19.0)
OF_SIZE: Final = ("n + 1", "n + 2", "2*n + 1")
"""Further factors, of the number n of records."""
NOTHING: Final = 1e-4
"""What is smaller at all points is 0: of programs that are degenerate, half of the digits are right."""
LARGEST: Final = 64
"""The largest denominator of the factor q."""


@dataclass(frozen=True)
class Design:
    """Values of parameters at which a number is looked at: all 1; each 2 in its turn; n also 3, 4 and 5;
    primes, to check. Where conditions exclude such a point, one or two of its numbers are made small."""

    names: tuple[str, ...]
    conditions: tuple[Relation, ...] = ()

    @cached_property
    def factors(self) -> tuple[Term, ...]:
        return (*map(var, self.names), *(parse_term(one) for one in OF_SIZE if "n" in self.names))

    @cached_property
    def points(self) -> list[dict[str, float]]:
        plain = dict.fromkeys(self.names, 1.0)
        each = [{**plain, name: 2.0} for name in self.names]
        more = [{**plain, "n": float(3 + k)} for k in range(len(self.factors) - len(self.names))]
        return [*map(self._allowed, [plain, *each, *more, dict(zip(self.names, PRIMES, strict=False))])]

    def _allowed(self, point: dict[str, float]) -> dict[str, float]:
        """A point within the conditions, rather than at their edge, where multipliers need not be unique."""
        known = [one for one in self.conditions if one.left.names | one.right.names <= set(self.names)]
        small = [names for k in (0, 1, 2) for names in combinations([n for n in self.names if n != "n"], k)]
        for edge, names in product((0.0, -1e-9), small):
            made = {name: 1 / (2 * x) if name in names else x for name, x in point.items()}
            at = {name: np.full(1, x) for name, x in made.items()}
            if all(_room(one, at) > edge for one in known):
                return made
        return point

    @cached_property
    def logarithms(self) -> Array:
        """For each point a row: 1, and the logarithms of the factors there."""
        at = [{name: np.full(1, x) for name, x in point.items()} for point in self.points]
        rows = [[1.0, *(float(np.log(evaluated(f, p)[0])) for f in self.factors)] for p in at]
        return np.array(rows)

    def fitted(self, values: Sequence[float]) -> Term | None:
        """The number with these values at the points; None where it is no such product.

        >>> from ...kernel.real import print_term
        >>> print_term(Design(("b", "r")).fitted([2, 1, 4, 2 * 5 / 3]))
        '2*r/b'
        >>> design = Design(("n",))
        >>> print_term(design.fitted([6 / (p["n"] + 1) for p in design.points]))
        '6/(n + 1)'
        """
        known = np.array(values, dtype=float)
        if np.all(np.abs(known) < NOTHING):
            return num(0)
        sign = int(np.sign(known[0]))
        if not (np.all(np.isfinite(known)) and np.all(known * sign > 0)):
            return None
        logs = np.log(known * sign)
        for more in ((), *combinations(range(len(self.names), len(self.factors)), 1), *self._pairs):
            made = self._fitted(sign, logs, [*range(len(self.names)), *more])
            if made is not None:
                return made
        return None

    @property
    def _pairs(self) -> Iterable[tuple[int, ...]]:
        return combinations(range(len(self.names), len(self.factors)), 2)

    def _fitted(self, sign: int, logs: Array, used: Sequence[int]) -> Term | None:
        """The number as a product of powers of some of the factors."""
        rows = self.logarithms[:, [0, *(k + 1 for k in used)]]
        (first, *found), _, rank, _ = np.linalg.lstsq(rows[:-1], logs[:-1], rcond=None)
        factor = sign * Fraction(float(np.exp(first))).limit_denominator(LARGEST)
        powers = [Fraction(float(x)).limit_denominator(2) for x in found]
        if factor == 0 or rank < rows.shape[1]:
            return None
        meant = rows @ np.array([np.log(abs(float(factor))), *map(float, powers)])
        good = np.allclose(meant, logs, atol=1e-4)
        return written(factor, powers, [self.factors[k] for k in used]) if good else None


def _room(one: Relation, at: Mapping[str, Array]) -> float:
    left, right = (float(evaluated(side, at)[0]) for side in (one.left, one.right))
    return right - left if one.op in ("<", "<=") else left - right


def written(factor: Fraction, powers: Sequence[Fraction], factors: Sequence[Term]) -> Term:
    """A factor and powers as a quotient."""
    above: list[Term] = [num(factor.numerator)] if factor.numerator != 1 else []
    below: list[Term] = [num(factor.denominator)] if factor.denominator != 1 else []
    for one, power in zip(factors, powers, strict=True):
        raised = num(fmpq(abs(power.numerator), power.denominator))
        if power:
            (above if power > 0 else below).append(one if raised == num(1) else apply("pow", one, raised))
    top = _product(above or [num(1)])
    return top / _product(below) if below else top


def _product(parts: Sequence[Term]) -> Term:
    made = parts[0]
    for part in parts[1:]:
        made = made * part
    return made
