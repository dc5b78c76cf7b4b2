"""A good value of a parameter at a setting, where no closed form of the best one is known.

The bound holds at the value that was found, whatever found it; that no other value gives less is not said.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial

from flint import arb, fmpq

from ..decimals import outward
from ..errors import BadInput
from .bounds import Bound
from .least_values import Filling

POWERS = range(-9, 7)
"""10 to these powers are tried first."""
ROUNDS = 14
"""How often the values around the best one are taken closer together."""
BITS = 20
"""How closely what is filled in is found while looking."""
DIGITS = 4


@dataclass(frozen=True)
class Sought:
    """The least bound seen over one parameter: all values there, and the bound."""

    bound: Bound
    parameter: str
    values: Mapping[str, fmpq]
    value: arb | fmpq


def seek(bound: Bound, over: str, values: Mapping[str, fmpq]) -> Sought:
    """The least of the bound on values of a parameter; raises BadInput where none that was tried serves.

    >>> from .bounds import read_bound
    >>> from .library import load_library
    >>> library = load_library()
    >>> bound = read_bound(library, library.get("wu2015.theorem21"), "sharp.laurent-massart")
    >>> named = dict(n=3000, d=14, eps=1, rho=4, R=1, lam=fmpq(1, 2))
    >>> float(seek(bound, "gam", {**named, "del": fmpq(1, 20)}).values["gam"])
    0.004432
    """
    at = cache(partial(_at, bound, Filling(bound, BITS), over, values))
    best, step = min((10.0**k for k in POWERS), key=at), 10.0**0.5
    for _ in range(ROUNDS):
        best = min((best, best / step, best * step), key=at)
        step **= 0.6
    place = outward(fmpq(*best.as_integer_ratio()), DIGITS, up=False)
    there = Filling(bound)({**values, over: place})
    bound.complete(there)
    return Sought(bound, over, there, bound.value(there))


def _at(bound: Bound, fill: Filling, over: str, values: Mapping[str, fmpq], x: float) -> float:
    """The bound at one value of the parameter, infinite where it does not apply there."""
    try:
        there = fill({**values, over: fmpq(*x.as_integer_ratio())})
        bound.complete(there)
        return float(arb(bound.value(there)))
    except BadInput:
        return float("inf")
