"""Normal forms: a term as an element of the field of fractions Q(generators).

Generators are the variables, the constants pi and E (of which nothing is known here, not even the
sign), and *atoms*: function values, powers that are not expanded, sums, products and integrals. Two atoms
are one generator iff they apply the same function (the same body) to arguments with the same normal forms.

Why an identity of normal forms is an identity of values: by induction, at every point where a term is
defined its normal form has a non-zero denominator and the term's value. (Each divisor's value is not
zero there, so neither is its numerator; cancelling a common factor keeps that; equal arguments that
are both defined give equal function values.)
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from ..limits import MAX_DIGITS, MAX_EXPONENT, KernelError, need
from ..metering import charge
from .claims import Relation
from .terms import BINDERS, FUNCTIONS, Term, subterms

MAX_TERMS: Final = 20_000
MAX_DEGREE: Final = 10_000
MAX_BITS: Final = 8 * MAX_DIGITS


@dataclass(frozen=True)
class Fraction:
    """Numerator and denominator without common factor; the denominator's leading coefficient is 1."""

    num: fmpq_mpoly
    den: fmpq_mpoly

    @property
    def is_zero(self) -> bool:
        return self.num.is_zero()

    @property
    def constant(self) -> fmpq | None:
        """The rational number that it is, or None."""
        if not (self.num.is_constant() and self.den.is_constant()):
            return None
        return fmpq(0) if self.num.is_zero() else self.num.leading_coefficient()

    @property
    def key(self) -> tuple[object, ...]:
        """What equal fractions of one field share, as something hashable."""
        return (tuple(sorted(self.num.to_dict().items())), tuple(sorted(self.den.to_dict().items())))


class Field:
    """The field in which some terms have their normal forms.

    >>> from .grammar import parse_term
    >>> f = Field([parse_term("exp(2*x)*(x**2 - 1)/(x - 1) - exp(x + x)*x")])
    >>> [g.op for g in f.generators]
    ['var', 'exp']
    """

    def __init__(self, terms: Iterable[Term]) -> None:
        order = subterms(*terms)
        charge(10 + 10 * len(order))
        room = sum(t.op in ("var", "const", "pow", *BINDERS) or t.op in FUNCTIONS for t in order)
        self._context = fmpq_mpoly_ctx.get([f"g{i}" for i in range(max(room, 1))], Ordering.degrevlex)
        self._gens = self._context.gens()
        self._one = self._context.constant(1)
        self._index: dict[object, int] = {}
        self._forms: dict[bytes, Fraction] = {}
        self.generators: list[Term] = []
        """The first term met of each generator, in the order of the polynomial ring's."""
        for t in order:
            self._forms[t.key] = self._form(t)

    def __getitem__(self, t: Term) -> Fraction:
        """The normal form of one of the field's terms, or of one of their subterms."""
        need(t.key in self._forms, "a term without normal form here")
        return self._forms[t.key]

    def difference(self, r: Relation) -> Fraction:
        """Greater minus smaller side as the relation has it; left - right for = and !=."""
        _, left, right = r.oriented
        return self.add(self[left], self.scale(self[right], fmpq(-1)))

    def number(self, c: fmpq) -> Fraction:
        return Fraction(self._context.constant(c), self._one)

    def scale(self, a: Fraction, c: fmpq) -> Fraction:
        return Fraction(a.num * c, a.den if c != 0 else self._one)

    def add(self, a: Fraction, b: Fraction) -> Fraction:
        if a.is_zero or b.is_zero:
            return b if a.is_zero else a
        if a.den == b.den:
            return self._reduced(a.num + b.num, a.den)
        return self._reduced(_product(a.num, b.den) + _product(b.num, a.den), _product(a.den, b.den))

    def multiply(self, a: Fraction, b: Fraction) -> Fraction:
        return self._reduced(_product(a.num, b.num), _product(a.den, b.den))

    def divide(self, a: Fraction, b: Fraction) -> Fraction:
        need(not b.is_zero, "a divisor that is identically zero")
        return self._reduced(_product(a.num, b.den), _product(a.den, b.num))

    def power(self, a: Fraction, n: int) -> Fraction:
        if n < 0:
            return self.power(self.divide(self.number(fmpq(1)), a), -n)
        return Fraction(_power(a.num, n), _power(a.den, n))

    def _reduced(self, num: fmpq_mpoly, den: fmpq_mpoly) -> Fraction:
        if num.is_zero():
            return Fraction(num, self._one)
        if not den.is_constant():
            charge(5 + (len(num) + len(den)) ** 2 // 8)
            common = num.gcd(den)
            if not common.is_constant():
                num, den = num / common, den / common
        lead = den.leading_coefficient()
        return Fraction(num, den) if lead == 1 else Fraction(num * (1 / lead), den * (1 / lead))

    def _form(self, t: Term) -> Fraction:
        args = [self._forms[a.key] for a in t.args]
        if t.op == "num" and isinstance(t.value, fmpq):
            return self.number(t.value)
        if t.op in ("add", "sub"):
            return self.add(args[0], args[1] if t.op == "add" else self.scale(args[1], fmpq(-1)))
        if t.op == "neg":
            return self.scale(args[0], fmpq(-1))
        if t.op == "mul":
            return self.multiply(*args)
        if t.op == "div":
            return self.divide(*args)
        if t.op == "pow":
            exponent = args[1].constant
            if exponent is not None and exponent.q == 1 and abs(exponent) <= MAX_EXPONENT:
                return self.power(args[0], int(exponent.p))
        return self._generator(t, (t.op, t.value, *(a.key for a in args)))

    def _generator(self, t: Term, key: object) -> Fraction:
        if key not in self._index:
            self._index[key] = len(self.generators)
            self.generators.append(t)
        return Fraction(self._gens[self._index[key]], self._one)


def constant_difference(r: Relation) -> fmpq | None:
    """The number that greater minus smaller side is, as normal forms; None where it is none."""
    try:
        return Field([r.left, r.right]).difference(r).constant
    except KernelError:
        return None


def _bits(p: fmpq_mpoly) -> int:
    return max((c.height_bits() for c in p.coeffs()), default=0)


def _product(a: fmpq_mpoly, b: fmpq_mpoly) -> fmpq_mpoly:
    if len(a) * len(b) > 50 * MAX_TERMS or _bits(a) + _bits(b) > MAX_BITS:
        raise KernelError("a product too large to expand: use smaller steps")
    charge(1 + len(a) * len(b) // 10)
    p = a * b
    need(len(p) <= MAX_TERMS and p.total_degree() <= MAX_DEGREE, "a polynomial too large: use smaller steps")
    return p


def _power(a: fmpq_mpoly, n: int) -> fmpq_mpoly:
    m = len(a)
    large = m > 1 and (m * n > 100_000 or math.comb(n + m - 1, m - 1) > MAX_TERMS)
    if large or n * _bits(a) > MAX_BITS or n * max(a.total_degree(), 0) > MAX_DEGREE:
        raise KernelError(f"a power {n} of {m} terms is too large to expand: use smaller steps")
    found = a**n
    charge(1 + len(found) * m // 10)
    return found
