"""Decimals rounded outward: never better than the numbers that they stand for."""

from __future__ import annotations

from math import inf, nextafter

from flint import arb, fmpq

DIGITS = 6
LONGEST = 100_000
"""Bits of the exponents of numbers that are written out."""
SMALLEST = fmpq(1, 10**100)
"""What is nearer to 0 is rounded to 0 or to this, where it is not written but used."""


def outward(value: fmpq, digits: int, *, up: bool) -> fmpq:
    """A decimal of so many significant digits, not below (not above) the value.

    >>> outward(fmpq(2, 3), 3, up=True), outward(fmpq(-2, 3), 3, up=True), outward(fmpq(1, 4), 5, up=False)
    (667/1000, -333/500, 1/4)
    """
    if abs(value) >= SMALLEST:
        count, place = _counted(value, digits, up=up)
        return count * fmpq(10) ** place
    if value == 0 or up != (value > 0):
        return fmpq(0)
    return SMALLEST if up else -SMALLEST


def upper(value: arb | fmpq, digits: int = DIGITS) -> str:
    """The shortest decimal of so many significant digits that is not below the value.

    >>> upper(fmpq(2, 3)), upper(fmpq(1, 2)), upper(fmpq(-2, 3), 3)
    ('0.666667', '0.5', '-0.666')
    """
    return _text(_end(value, 1), digits, up=True)


def lower(value: arb | fmpq, digits: int = DIGITS) -> str:
    """The same from below.

    >>> lower(fmpq(2, 3)), lower(fmpq(123456789))
    ('0.666666', '123456000')
    """
    return _text(_end(value, -1), digits, up=False)


def float_above(value: arb | fmpq) -> float:
    """A float that is not below a number, and near it.

    >>> float_above(fmpq(1, 2)), fmpq(*float_above(fmpq(1, 3)).as_integer_ratio()) >= fmpq(1, 3)
    (0.5, True)
    """
    top = arb(value).upper() if isinstance(value, arb) else value
    near = float(arb(top))
    while near != inf and not bool(arb(near) >= arb(top)):
        near = nextafter(near, inf)
    return near


def interval(value: arb | fmpq, digits: int = DIGITS) -> str:
    """One decimal where both roundings agree, else both ends in brackets.

    >>> interval(fmpq(1, 3), 3), interval(fmpq(1, 4))
    ('[0.333, 0.334]', '0.25')
    """
    low, high = lower(value, digits), upper(value, digits)
    return low if low == high else f"[{low}, {high}]"


def decimal(value: fmpq) -> str:
    """A decimal where the number has a short one, else the fraction.

    >>> decimal(fmpq(11, 10)), decimal(fmpq(8, 1875))
    ('1.1', '8/1875')
    """
    short = upper(value, 12)
    return short if short == lower(value, 12) else str(value)


def _end(value: arb | fmpq, side: int) -> fmpq:
    if isinstance(value, fmpq):
        return value
    end = value.upper() if side > 0 else value.lower()
    exponent = int(end.man_exp()[1]) if end.is_finite() else 0
    if abs(exponent) <= LONGEST:
        return end.fmpq()
    # a rational with so many digits would end the process
    size = SMALLEST if exponent < 0 else fmpq(2) ** LONGEST
    if (side > 0) == (end > 0):  # away from 0
        if exponent > 0:
            raise OverflowError("a number with too many digits")
        return size if side > 0 else -size
    return fmpq(0) if exponent < 0 else size if end > 0 else -size


def _text(value: fmpq, digits: int, *, up: bool) -> str:
    return "0" if value == 0 else _decimal(*_counted(value, digits, up=up))


def _counted(value: fmpq, digits: int, *, up: bool) -> tuple[int, int]:
    """How many units of the last of so many digits of a number other than 0, and the unit's power of ten."""
    size = abs(value)
    place = (int(size.p).bit_length() - int(size.q).bit_length()) * 30103 // 100000
    while size >= fmpq(10) ** place:
        place += 1
    while size < fmpq(10) ** (place - 1):
        place -= 1
    scaled = value / fmpq(10) ** (place - digits)
    return int(scaled.ceil() if up else scaled.floor()), place - digits


def _decimal(count: int, place: int) -> str:
    """count * 10**place written out."""
    if count == 0:
        return "0"
    sign, text = ("-" if count < 0 else ""), str(abs(count))
    while text.endswith("0") and place < 0:
        text, place = text[:-1], place + 1
    if place >= 0:
        return sign + text + "0" * place if len(text) + place <= 12 else f"{sign}{_scientific(text, place)}"
    if len(text) + place < -5:
        return sign + _scientific(text, place)
    text = text.rjust(1 - place, "0")
    return f"{sign}{text[:place]}.{text[place:]}"


def _scientific(text: str, place: int) -> str:
    short = text.rstrip("0") or "0"
    mantissa = short[0] + ("." + short[1:] if len(short) > 1 else "")
    return f"{mantissa}e{place + len(text) - 1}"
