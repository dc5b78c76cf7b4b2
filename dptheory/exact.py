"""Numbers as Python users have them, as exact rationals.

An int, a Fraction, a Decimal and their like in NumPy and sympy are what they are. A float is the shortest
decimal that gives it back, which is what Python prints: 0.1 is 1/10, as on the command line, and not
3602879701896397/36028797018963968.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Mapping
from decimal import Decimal
from typing import Final, SupportsFloat, TypeAlias

from flint import fmpq, fmpz

from .errors import BadInput
from .kernel import KernelError, SyntaxProblem
from .kernel.real import exact, parse_term

Number: TypeAlias = int | float | str | numbers.Rational | Decimal | fmpq | SupportsFloat
"""What a number may be given as; a text is read in the grammar of claims."""

LARGEST: Final = fmpq(10) ** 300
"""Numbers beyond this, or nearer to 0 than its inverse, are taken for mistakes."""
DOUBLE: Final = 53
"""The bits of a float of Python, in sympy's word for them."""
NEEDED: Final = "a finite rational number, 0 or between 1e-300 and 1e300 in absolute value"


def exact_number(value: object, given: str = "", advice: str = "1/2") -> fmpq:
    """The exact rational that a number or a text denotes; raises BadInput, which says what was `given`.

    >>> from fractions import Fraction
    >>> [exact_number(x) for x in (3, 0.1, Fraction(1, 3), Decimal("1e-6"), "2/4")]
    [3, 1/10, 1/3, 1/1000000, 1/2]
    """
    shown = given or f"the number {value}"
    try:
        found = _found(value)
    except (SyntaxProblem, KernelError) as error:
        raise BadInput(shown, f"{NEEDED} ({error})", advice) from None
    if found is None or abs(found) > LARGEST or (found != 0 and abs(found) < 1 / LARGEST):
        raise BadInput(shown, NEEDED, advice)
    return found


def nearest(value: fmpq) -> float:
    """The nearest double: Python rounds a quotient of integers correctly.

    >>> nearest(fmpq(1, 3)), nearest(fmpq(10) ** 400)
    (0.3333333333333333, inf)
    """
    try:
        return int(value.p) / int(value.q)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def exact_numbers(values: Mapping[str, object]) -> dict[str, fmpq]:
    """The same of every value of a mapping."""
    return {name: exact_number(value, f"{name} = {value}", f"{name} = 1/2") for name, value in values.items()}


def _found(value: object) -> fmpq | None:
    if isinstance(value, fmpq):
        return value
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        return exact(parse_term(value), {})
    if isinstance(value, int | fmpz | numbers.Integral):
        return fmpq(int(value))
    if isinstance(value, numbers.Rational):
        return fmpq(int(value.numerator), int(value.denominator))
    if isinstance(value, Decimal):
        return _decimal(value)
    if isinstance(value, float):
        return _decimal(Decimal(repr(float(value)))) if math.isfinite(value) else None
    if getattr(value, "_prec", 0) == DOUBLE:  # sympy prints fewer digits of its floats than Python
        return _found(float(value))  # type: ignore[arg-type]
    if isinstance(value, numbers.Real):  # other widths of NumPy and of sympy's floats: what they print
        try:
            return _decimal(Decimal(str(value)))
        except ArithmeticError:
            return None
    return None


def _decimal(value: Decimal) -> fmpq | None:
    """A decimal whose exponent is within reason."""
    if not value.is_finite() or (value and abs(value.adjusted()) > 400):
        return None
    top, bottom = value.as_integer_ratio()
    return fmpq(top, bottom)
