"""Points that serve all smaller constants: one place, or a curve towards a place that is not attained."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from flint import fmpq

from dptheory.kernel.real import Piece, Term, free_variables, num, rational_value, substitute, var

from ..goals.numeric import compiled, to_rational
from .extremes import Objective, Place

SCALES = tuple(fmpq(*s) for s in ((1, 1), (1, 2), (2, 1), (1, 4), (4, 1), (1, 16), (1, 64), (16, 1)))
POWERS = (1, 2, 3)
DEEPEST = 24
MAX_CURVES = 160


@dataclass(frozen=True)
class Curve:
    """A point for every value of the parameter up to `reach`."""

    point: dict[str, Term]
    reach: fmpq
    cost: int


def curves(objective: Objective, place: Place, bound: fmpq, parameter: str, most: fmpq) -> list[Curve]:
    """Curves in the domain on which the function is above `bound` minus the parameter; best first.

    `most` is the largest reach that is of use.
    """
    found = []
    for point, cost in _candidates(place, parameter):
        reach = _reach(objective, point, bound, parameter, most)
        if reach is not None:
            found.append(Curve(point, reach, cost))
    return sorted(found, key=lambda c: (c.cost, -c.reach))


def _candidates(place: Place, parameter: str) -> Iterator[tuple[dict[str, Term], int]]:
    """Every limit approached at the rate of a multiple of a power of the parameter."""
    # a limit that is another variable comes after that variable's own
    names = sorted(place.limits, key=lambda n: (bool(free_variables(place.limits[n][0] or num(0))), n))
    rates = [(s, p) for p in POWERS for s in SCALES]
    for chosen in sorted(product(range(len(rates)), repeat=len(names)), key=sum)[:MAX_CURVES]:
        point = dict(place.exact)
        for name, i in zip(names, chosen, strict=True):
            end, sign = place.limits[name]
            at = None if end is None else substitute(end, point)
            point[name] = _approach((at, sign), rates[i], var(parameter))
        yield point, sum(rates[i][1] for i in chosen)


def _approach(limit: tuple[Term | None, int], rate: tuple[fmpq, int], u: Term) -> Term:
    end, sign = limit
    scale, power = rate
    step = u if power == 1 else u ** num(power)
    if end is None:
        t = num(fmpq(scale.p)) / (step if scale.q == 1 else num(fmpq(scale.q)) * step)
        return t if sign > 0 else -t
    top = step if scale.p == 1 else num(fmpq(scale.p)) * step
    t = top if scale.q == 1 else top / num(fmpq(scale.q))
    return beside(end, t, sign)


def power_of(t: Term, scale: fmpq, power: int) -> Term:
    """A multiple of a power."""
    step = t if power == 1 else t ** num(power)
    return step if scale == 1 else num(scale) * step


def beside(end: Term, step: Term, sign: int) -> Term:
    """A step above or below an end."""
    if rational_value(end) == 0:
        return step if sign > 0 else -step
    return end + step if sign > 0 else end - step


def _reach(
    objective: Objective, point: dict[str, Term], bound: fmpq, parameter: str, most: fmpq
) -> fmpq | None:
    """The largest power of two up to which the curve serves; None if not even small ones."""
    programs = {name: compiled(t) for name, t in point.items()}
    reach: fmpq | None = None
    for k in range(DEEPEST, -5, -1):
        u = fmpq(2) ** -k
        values = {name: p({parameter: u}, 400) for name, p in programs.items()}
        if u > most or any(v is None for v in values.values()):
            break
        here = {name: to_rational(v) for name, v in values.items() if v is not None}
        for name in objective.integers & here.keys():
            here[name] = fmpq(here[name].ceil())
        value = objective.value(here)
        if value is None or value <= bound - u:
            break
        reach = u
    return reach


def pieces(curve: Curve, parameter: str) -> list[Piece]:
    """The curve up to its reach, and its last point beyond."""
    last = {name: substitute(t, {parameter: num(curve.reach)}) for name, t in curve.point.items()}
    return [
        Piece(fmpq(0), curve.reach, curve.point),
        Piece(curve.reach, None, {name: _plain(t) for name, t in last.items()}),
    ]


def _plain(t: Term) -> Term:
    value = rational_value(t)
    return t if value is None else num(value)


def fixed(point: dict[str, Term]) -> list[Piece]:
    """One point for every value of the parameter."""
    return [Piece(fmpq(0), None, point)]


def whole_numbers(point: dict[str, Term], integers: frozenset[str]) -> dict[str, Term]:
    """A point with the integer variables rounded up where they are numbers."""
    rounded = dict(point)
    for name in integers & point.keys():
        value = rational_value(point[name])
        if value is not None and value.q != 1:
            rounded[name] = num(fmpq(value.ceil()))
    return rounded
