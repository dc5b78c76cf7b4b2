"""A place where a function is greatest, to many digits: Newton's method with divided differences."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from flint import fmpq, fmpq_mat

from ..goals.numeric import to_rational
from ..goals.pointwise import Value
from ..goals.refuter import shortened

Point = dict[str, fmpq]
Function = Callable[[Point, int], Value | None]

STEP = fmpq(1, 2**200)
DIGITS = 420
PRECISION = 1200
ROUNDS = 6
CLOSE = fmpq(1, 2**20)
DONE = fmpq(1, 2**300)


def refined(function: Function, point: Point, names: Sequence[str]) -> Point | None:
    """The stationary point near a point, in the coordinates named; None where there is none so near.

    >>> found = refined(lambda p, _: p["x"] * (1 - p["x"]), {"x": fmpq(49999999, 100000000)}, ["x"])
    >>> found is not None and abs(found["x"] - fmpq(1, 2)) < fmpq(1, 2**300)
    True
    """
    here = dict(point)
    for _ in range(ROUNDS):
        move = _newton(function, here, names)
        if move is None or any(abs(d) > CLOSE * max(fmpq(1), abs(here[n])) for n, d in move.items()):
            return None
        here.update({n: shortened(here[n] - d, DIGITS) for n, d in move.items()})
        if all(abs(d) <= DONE for d in move.values()):
            return here
    return None


def _newton(function: Function, point: Point, names: Sequence[str]) -> Point | None:
    """What Newton's method takes away from the coordinates."""

    def at(*moves: tuple[str, int]) -> fmpq:
        moved = dict(point)
        for name, k in moves:
            moved[name] += k * STEP
        value = function(moved, PRECISION)
        if value is None:
            raise ArithmeticError("no value")
        return to_rational(value)

    try:
        middle = at()
        slopes = [[(at((n, 1)) - at((n, -1))) / (2 * STEP)] for n in names]
        bends = [[_bend(at, n, m, middle) for m in names] for n in names]
        step = fmpq_mat(bends).solve(fmpq_mat(slopes))
    except (ArithmeticError, ValueError):
        return None
    return {n: step[i, 0] for i, n in enumerate(names)}


def _bend(at: Callable[..., fmpq], n: str, m: str, middle: fmpq) -> fmpq:
    """A second derivative."""
    if n == m:
        return (at((n, 1)) - 2 * middle + at((n, -1))) / STEP**2
    corners = at((n, 1), (m, 1)) - at((n, 1), (m, -1)) - at((n, -1), (m, 1)) + at((n, -1), (m, -1))
    return corners / (4 * STEP**2)
