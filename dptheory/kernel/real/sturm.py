"""Relations between polynomials in one unknown, decided on the whole line by Sturm's theorem."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from flint import fmpq, fmpq_poly

from ..limits import KernelError, need
from ..metering import charge
from .certificates import Fields, rational
from .claims import Relation, sides_of
from .defined import holds
from .ratfun import Field
from .sequents import Sequent, Task

MAX_DEGREE: Final = 300
MAX_SIZE: Final = 100_000


def sturm(s: Sequent, f: Fields) -> list[Task]:
    """{"use": [i..], "cuts": [rational..]}: the goal follows from the hypotheses `use`, all of which compare
    quotients of polynomials in one unknown (the only generator of their normal forms).

    Write p for numerator times denominator of a relation's difference. Where its terms are defined the
    denominator is not 0, so the relation says of the sign of p what it says of the difference's; and
    wherever all hypotheses hold, the terms of all these relations are defined. So it is enough that at
    every real value of the unknown some hypothesis' p has not the sign that it asks for, or the goal's p
    has. The cuts, at which no p is 0, divide the line into pieces; by Sturm's theorem no piece has more
    than one of the zeros of all p together. So within a piece the signs are those at its left end up to
    the zero, at the zero 0 for each p that has it and else the same, and behind it those at its right end.
    """
    used = [s.goal, *(s.hypotheses[i] for i in f.indices("use", len(s.hypotheses)))]
    cuts = [rational(text, f.at("cuts")) for text in f.texts("cuts")]
    need(len(cuts) <= MAX_DEGREE, f"more than {MAX_DEGREE} cuts", f.at("cuts"))
    need(all(a < b for a, b in pairwise(cuts)), "the cuts are not in rising order", f.at("cuts"))
    check_line(used, cuts, f.place)
    return []


def check_line(used: Sequence[Relation], cuts: Sequence[fmpq], place: str = "") -> None:
    """Raise KernelError unless the first relation is seen to follow from the others, with these cuts."""
    signs = [Signs.of(p) for p in polynomials(used)]
    whole = Signs.of(radical([one.poly for one in signs]))
    for k, (low, high) in enumerate(pairwise([None, *cuts, None])):
        left = [one.beside(low, after=True) for one in signs]
        right = [one.beside(high, after=False) for one in signs]
        need(not whole.zeros(low, high) > 1, f"more than one zero in piece {k}", place)
        inside = [0 if one.zeros(low, high) else a for one, a in zip(signs, left, strict=True)]
        if not all(_follows(used, seen) for seen in (left, inside, right)):
            raise KernelError(f"the goal does not follow in piece {k}", place)


def _follows(used: Sequence[Relation], signs: Sequence[int]) -> bool:
    """Whether the first relation holds, or one of the others fails, the differences having these signs."""
    truths = [holds(r.oriented[0], fmpq(sign), fmpq(0)) for r, sign in zip(used, signs, strict=True)]
    return truths[0] or not all(truths[1:])


def polynomials(relations: Sequence[Relation]) -> list[fmpq_poly]:
    """Numerator times denominator of each relation's difference, in the only generator that occurs.

    >>> from .claims import relation
    >>> polynomials([relation("exp(x) >= 2"), relation("1/exp(x) < 3")])
    [x + (-2), 3*x^2 + (-1)*x]
    """
    field = Field(sides_of(relations))
    products = [d.num * d.den for d in map(field.difference, relations)]
    unknown = {i for p in products for i, k in enumerate(p.degrees()) if k > 0}
    need(len(unknown) <= 1, "relations in more than one unknown")
    place = min(unknown, default=0)
    degree = sum(p.degrees()[place] for p in products if not p.is_zero())
    bits = max((c.height_bits() for p in products for c in p.coeffs()), default=0)
    if degree > MAX_DEGREE or degree * bits > MAX_SIZE:
        raise KernelError(f"polynomials too large: degree {degree} together, numbers of {bits} bits")
    gen = fmpq_poly([0, 1])
    return [sum((c * gen ** e[place] for e, c in p.to_dict().items()), fmpq_poly()) for p in products]


def radical(parts: Sequence[fmpq_poly]) -> fmpq_poly:
    """A polynomial that has the zeros of all that are not the number 0, each of them once."""
    found = fmpq_poly([1])
    for p in parts:
        if p.degree() > 0:
            found *= p // p.gcd(found)
            found //= found.gcd(found.derivative())
    return found


@dataclass(frozen=True)
class Signs:
    """A polynomial with its Sturm sequence: itself, its derivative, then the negatives of the remainders,
    each divided by a positive number."""

    poly: fmpq_poly
    chain: tuple[fmpq_poly, ...]

    @staticmethod
    def of(p: fmpq_poly) -> Signs:
        chain = [p]
        following = p.derivative()
        while following.degree() >= 0:
            charge(5 + (following.degree() + 1) ** 2)
            chain.append(following)
            rest = (-(chain[-2] % chain[-1])).numer()
            following = fmpq_poly(rest // rest.content()) if rest.degree() >= 0 else fmpq_poly()
        return Signs(p, tuple(chain))

    def beside(self, at: fmpq | None, *, after: bool) -> int:
        """The sign beside a place where the polynomial is not 0: `after` -oo or a cut, else before it."""
        found = _sign(self.poly, at, after)
        if found == 0 and self.poly.degree() > 0:
            raise KernelError(f"a polynomial is 0 at the cut {at}")
        return found

    def zeros(self, low: fmpq | None, high: fmpq | None) -> int:
        """How many different zeros lie between two places at which it is not 0 (None: an end of the line)."""
        return _changes(self.chain, low, after=True) - _changes(self.chain, high, after=False)


def _sign(p: fmpq_poly, at: fmpq | None, after: bool) -> int:
    """The sign at a place; at -oo (`after`) or oo that of the leading term."""
    if at is not None or p.degree() < 1:
        value = p(fmpq(0) if at is None else at)
    else:
        value = p.leading_coefficient() * (-1 if after and p.degree() % 2 else 1)
    return (value > 0) - (value < 0)


def _changes(chain: Sequence[fmpq_poly], at: fmpq | None, *, after: bool) -> int:
    """Changes of sign along a Sturm sequence at a place, zeros left out."""
    seen = [sign for p in chain if (sign := _sign(p, at, after))]
    return sum(a != b for a, b in pairwise(seen))
