"""Where, at one point, a claim in a constant begins to hold. Only a guide: nothing here is proved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flint import fmpq

from dptheory.kernel import KernelError
from dptheory.kernel.real import Claim, Field, Fraction, Relation, Term, free_variables, substitute, var

from ..goals.numeric import Point, Program, compiled, sign, to_rational
from ..goals.pointwise import Value
from ..goals.polynomials import coefficients_in, fraction_term
from ..goals.refuter import shortened

PRECISION = 300
NARROW = fmpq(1, 2**80)
PROBES = tuple(
    fmpq(s * m) for s, ms in ((-1, (1000, 30, 4, 1, fmpq(1, 8), fmpq(1, 100))), (1, ())) for m in ms
) + tuple(fmpq(x) for x in (0, fmpq(1, 100), fmpq(1, 8), 1, 4, 30, 1000))


@dataclass(frozen=True)
class Threshold:
    """The value of the constant at which a claim changes between false and true, as a function of the
    other variables: `ratio` where the claim is linear in the constant, else found by halving."""

    find: str
    gap: Program
    ratio: Term | None
    value: Program | None
    slope: Program | None
    probes: tuple[fmpq, ...] = PROBES

    def at(self, point: Point, precision: int = PRECISION) -> Value | None:
        """The threshold at a point of the other variables; None where there is none."""
        if self.value is not None and self.slope is not None:
            slope = self.slope(point, precision)
            return self.value(point, precision) if sign(slope) else None
        found = self._change(point, precision)
        if found is None:
            return None
        return self._root(point, found, precision)

    def _root(self, point: Point, found: tuple[fmpq, fmpq, bool], precision: int) -> fmpq | None:
        """The zero of the gap between two probes, by secants of which neither end stays for long."""
        low, high, _ = found
        a, b = (self._gap(point, c, precision) for c in (low, high))
        stayed = 0
        for round_ in range(precision):
            if a is None or b is None or high - low < fmpq(1, 2 ** (precision // 2)):
                break
            middle = (low + high) / 2 if round_ < 4 or round_ % 8 == 7 else high - b * (high - low) / (b - a)
            middle = low + shortened((middle - low), precision)
            gap = self.gap({**point, self.find: middle}, precision)
            value = sign(gap)
            if not value or gap is None:
                # an enclosure that contains 0 says little while the interval is wide
                return middle if gap == 0 or high - low < NARROW or round_ >= 8 else None
            here = to_rational(gap)
            if (value > 0) == (b > 0):
                high, b = middle, here
                a, stayed = (a / 2 if stayed < 0 else a), -1
            else:
                low, a = middle, here
                b, stayed = (b / 2 if stayed > 0 else b), 1
        return (low + high) / 2

    def _gap(self, point: Point, c: fmpq, precision: int) -> fmpq | None:
        value = self.gap({**point, self.find: c}, precision)
        return None if value is None else to_rational(value)

    def matters(self, point: dict[str, Term]) -> bool:
        """Whether the constant is seen to matter at a point given by terms without variables."""
        if self.slope is None:
            return True
        values = {name: compiled(t)({}, PRECISION) for name, t in point.items()}
        here = {name: to_rational(v) for name, v in values.items() if v is not None}
        slope = self.slope(here, PRECISION)
        return slope is not None and abs(to_rational(slope)) > NARROW

    def side(self, point: Point) -> int:
        """1 if the claim holds above the threshold, -1 if it holds below, 0 if that is not seen."""
        if self.slope is not None:
            return sign(self.slope(point, PRECISION)) or 0
        found = self._change(point, PRECISION)
        return 0 if found is None else 1 if found[2] else -1

    def _sign(self, point: Point, c: fmpq, precision: int) -> int | None:
        return sign(self.gap({**point, self.find: c}, precision))

    def _change(self, point: Point, precision: int) -> tuple[fmpq, fmpq, bool] | None:
        """Two neighbouring probes between which the sign changes, and whether it rises."""
        before: tuple[fmpq, int] | None = None
        for c in self.probes:
            s = self._sign(point, c, precision)
            if not s:
                continue
            if before is not None and before[1] != s:
                return before[0], c, s > 0
            before = c, s
        return None


def threshold_of(claim: Claim, find: str, probes: Sequence[fmpq] = PROBES) -> Threshold:
    """The threshold of a claim in one of its variables; `probes` are values to begin with, in order."""
    _, greater, smaller = claim.relation.oriented
    gap = compiled(greater - smaller, claim.integers)
    found = _linear(claim.relation, find)
    if found is None:
        return Threshold(find, gap, None, None, None, tuple(probes))
    ratio, slope = found
    return Threshold(find, gap, ratio, compiled(ratio, claim.integers), compiled(slope, claim.integers))


def _linear(r: Relation, find: str) -> tuple[Term, Term] | None:
    """(ratio, slope) if greater minus smaller side is slope*(constant - ratio)."""
    try:
        field = Field([r.left, r.right, var(find)])
    except KernelError:
        return None
    gap = field.difference(r)
    places = [i for i, g in enumerate(field.generators) if find in free_variables(g)]
    if len(places) != 1 or gap.den.degrees()[places[0]]:
        return None
    parts = coefficients_in(gap.num, places[0])
    if set(parts) - {0, 1} or 1 not in parts:
        return None
    one = field.number(fmpq(1)).num
    ratio = field.divide(Fraction(-parts.get(0, one * 0), one), Fraction(parts[1], one))
    slope = field.divide(Fraction(parts[1], one), Fraction(gap.den, one))
    return (
        fraction_term(field.generators, ratio.num, ratio.den),
        fraction_term(field.generators, slope.num, slope.den),
    )


def ground_value(threshold: Threshold, point: dict[str, Term], precision: int) -> Value | None:
    """The threshold at a point given by terms without variables."""
    if threshold.ratio is not None:
        return compiled(substitute(threshold.ratio, point))({}, precision)
    values: dict[str, fmpq] = {}
    for name, t in point.items():
        value = compiled(t)({}, 2 * precision)
        if value is None:
            return None
        values[name] = to_rational(value)
    found = threshold.at(values, precision)
    return found
