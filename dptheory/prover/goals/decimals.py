"""Decimals rounded outward."""

from __future__ import annotations

from flint import fmpq

SMALLEST = fmpq(1, 10**100)
"""What is smaller is rounded to 0 or to this."""


def outward(value: fmpq, digits: int, up: bool) -> fmpq:
    """A decimal of so many significant digits, not below (not above) the value.

    >>> outward(fmpq(2, 3), 3, up=True), outward(fmpq(-2, 3), 3, up=True), outward(fmpq(1, 4), 5, up=False)
    (667/1000, -333/500, 1/4)
    """
    if value == 0:
        return value
    size = abs(value)
    if size < SMALLEST:
        return (SMALLEST if value > 0 else -SMALLEST) if up == (value > 0) else fmpq(0)
    place = (int(size.p).bit_length() - int(size.q).bit_length()) * 30103 // 100000
    while size >= fmpq(10) ** place:
        place += 1
    while size < fmpq(10) ** (place - 1):
        place -= 1
    unit = fmpq(10) ** (place - digits)
    scaled = value / unit
    return fmpq(scaled.ceil() if up else scaled.floor()) * unit


def written(value: fmpq, digits: int, up: bool) -> str:
    """The decimal written out."""
    rounded = outward(value, digits, up)
    places = 0
    while (rounded * fmpq(10) ** places).q != 1:
        places += 1
    whole = str(abs(int((rounded * fmpq(10) ** places).p))).rjust(places + 1, "0")
    sign = "-" if rounded < 0 else ""
    return sign + (whole if not places else f"{whole[:-places]}.{whole[-places:]}")
