"""Numbers for the eye, never better than they are: decimals rounded outward."""

from __future__ import annotations

from math import inf, nextafter

from flint import arb, fmpq

DIGITS = 6


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


def below(value: arb | fmpq, digits: int = DIGITS) -> fmpq:
    """The number that `lower` writes.

    >>> below(fmpq(2, 3), 2)
    33/50
    """
    end = _end(value, -1)
    if end == 0:
        return end
    scale = fmpq(10) ** (_magnitude(abs(end)) - digits + 1)
    return fmpq((end / scale).floor()) * scale


def above(value: arb | fmpq, digits: int = DIGITS) -> fmpq:
    """The number that `upper` writes.

    >>> above(fmpq(2, 3), 2)
    67/100
    """
    return -below(-value, digits)


def interval(value: arb | fmpq, digits: int = DIGITS) -> str:
    """One decimal where both roundings agree, else both ends in brackets.

    >>> interval(fmpq(1, 3), 3), interval(fmpq(1, 4))
    ('[0.333, 0.334]', '0.25')
    """
    low, high = lower(value, digits), upper(value, digits)
    return low if low == high else f"[{low}, {high}]"


def _end(value: arb | fmpq, side: int) -> fmpq:
    if isinstance(value, fmpq):
        return value
    end = value.upper() if side > 0 else value.lower()
    return end.fmpq()


def _text(value: fmpq, digits: int, *, up: bool) -> str:
    if value == 0:
        return "0"
    size = abs(value)
    place = _magnitude(size) - digits + 1
    scaled = value / fmpq(10) ** place
    count = int(scaled.ceil() if up else scaled.floor())
    return _decimal(count, place)


def _magnitude(size: fmpq) -> int:
    """The exponent of the first digit."""
    guess = len(str(int(size.p))) - len(str(int(size.q)))
    return guess if size >= fmpq(10) ** guess else guess - 1


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
