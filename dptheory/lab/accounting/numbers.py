"""Exact numbers in, enclosures in between, decimals rounded outward out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from flint import arb, ctx, fmpq

from ...errors import BadInput
from ...exact import Number, exact_number
from ...kernel import KernelError

PRECISIONS: Final = (64, 128, 256, 512, 1024, 2048, 4096)
ACCURATE: Final = 40
"""Bits to which an enclosure is wanted before it is rounded to a few digits."""
FARTHEST: Final = fmpq(10) ** 4000
"""Beyond this nothing is converted to a rational."""
DIGITS: Final = 6
"""Significant digits of a result."""


def rational(name: str, value: Number) -> fmpq:
    """The exact rational that a number or a text denotes (see `exact`); raises BadInput.

    >>> rational("sigma", "1e-6"), rational("sigma", 0.1)
    (1/1000000, 1/10)
    """
    return exact_number(value, f"{name} = {value}", f"{name} = 1/2")


def positive(name: str, value: Number, advice: str) -> fmpq:
    """A parameter that must be > 0; raises BadInput."""
    found = rational(name, value)
    if found <= 0:
        raise BadInput(f"{name} = {value}", f"0 < {name} < oo", advice)
    return found


def between(name: str, value: Number, low: int, high: int, advice: str) -> fmpq:
    """A parameter strictly between two integers; raises BadInput."""
    found = rational(name, value)
    if not low < found < high:
        raise BadInput(f"{name} = {value}", f"{low} < {name} < {high}", advice)
    return found


def count(name: str, value: Number) -> int:
    """A number of repetitions: an integer >= 1; raises BadInput."""
    if type(value) is int and 1 <= value < 2**64:
        return value
    try:
        found = rational(name, value)
    except BadInput:
        found = fmpq(0)
    if found.q != 1 or found < 1:
        raise BadInput(f"{name} = {value}", f"an integer {name} >= 1", f"{name} = 100")
    return int(found.p)


def sharpen(compute: Callable[[], arb], bits: int = ACCURATE) -> arb:
    """The first enclosure that is accurate to so many bits, as the precision grows, or that more precision
    has not made better; at the end the last finite one, which is still an enclosure. Raises KernelError where
    there is none.

    >>> sharpen(lambda: arb(1) - (-arb(10) ** -60).exp()) > 0
    True
    """
    value, before = arb.nan(), -1
    for precision in PRECISIONS:
        with ctx.workprec(precision):
            value = compute()
            if value.is_finite():
                reached = value.rel_accuracy_bits()
                if value.is_zero() or reached >= bits or 0 < reached <= before:
                    return value
                before = reached
    if value.is_finite():
        return value
    raise KernelError("a quantity that cannot be enclosed at 4096 bits")


def near(value: arb) -> fmpq:
    """A rational near an enclosed number, for a search; it decides nothing. Beyond 10^4000 in size it is
    that, and within 10^-4000 of 0 it is 0.
    """
    if not value.is_finite():
        return FARTHEST
    middle = value.mid()
    if abs(middle) < arb(1) / arb(FARTHEST):
        return fmpq(0)
    if abs(middle) > arb(FARTHEST):
        return FARTHEST if middle > 0 else -FARTHEST
    return middle.fmpq()


def above(value: arb) -> fmpq:
    """A rational that is not below an enclosed number; exact at the upper end of the ball, but not below
    10^-4000. Raises BadInput beyond 10^4000.
    """
    end = value.upper()
    if end < arb(1) / arb(FARTHEST):
        return 1 / FARTHEST if end > 0 else fmpq(0)
    if not end < arb(FARTHEST):
        raise BadInput("parameters with a result beyond 10^4000", "a smaller one", "fewer steps")
    return end.fmpq()
