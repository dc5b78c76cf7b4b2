"""Polynomials over the kernel's generators: back to terms, factored, reduced by equations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flint import fmpq, fmpq_mpoly

from dptheory.kernel import charge
from dptheory.kernel.real import Field, Term, num

MAX_FACTORED = 150


def polynomial_term(generators: Sequence[Term], p: fmpq_mpoly) -> Term:
    """The term of a polynomial in some generators, expanded, positive part first.

    >>> from dptheory.kernel.real.grammar import parse_term, print_term
    >>> t = parse_term("(x - 2)*(x + 1)/3")
    >>> field = Field([t])
    >>> print_term(polynomial_term(field.generators, field[t].num))
    'x**2/3 - x/3 - 2/3'
    """
    charge(10 * len(p))
    terms = sorted(p.terms(), key=lambda item: item[1] < 0)
    total: Term | None = None
    for exponents, coefficient in terms:
        size = abs(coefficient)
        piece = _monomial(generators, exponents, size)
        if total is None:
            total = -piece if coefficient < 0 else piece
        else:
            total = total - piece if coefficient < 0 else total + piece
    return num(0) if total is None else total


def _monomial(generators: Sequence[Term], exponents: Sequence[int], size: fmpq) -> Term:
    product: Term | None = num(fmpq(size.p)) if size.p != 1 else None
    for generator, k in zip(generators, exponents, strict=False):
        if k:
            power = generator if k == 1 else generator**k
            product = power if product is None else product * power
    if product is None:
        product = num(1)
    return product if size.q == 1 else product / num(fmpq(size.q))


def fraction_term(generators: Sequence[Term], num_: fmpq_mpoly, den: fmpq_mpoly) -> Term:
    """The term of a fraction, its denominator factored."""
    top = polynomial_term(generators, num_)
    whole = factored(den)
    for q, k in whole.factors:
        bottom = polynomial_term(generators, q)
        top = top / (bottom if k == 1 else bottom**k)
    return top if whole.constant == 1 else top / num(whole.constant)


def product_term(factors: Sequence[Term]) -> Term:
    """The term of a product."""
    total = factors[0] if factors else num(1)
    for t in factors[1:]:
        total = total * t
    return total


def tidied(field: Field) -> list[Term]:
    """The field's generators, their arguments in normal form where that is shorter."""
    shown: list[Term] = []
    for g in field.generators:
        args = []
        for a in g.args:
            form = field[a]
            other = fraction_term([*shown, *field.generators[len(shown) :]], form.num, form.den)
            args.append(other if other.size < a.size else a)
        shown.append(Term(g.op, tuple(args), g.value) if g.args else g)
    return shown


def poly_key(p: fmpq_mpoly) -> str:
    """What two polynomials over the same generators share if and only if they are equal."""
    return str(p)


def constant_of(p: fmpq_mpoly) -> fmpq:
    """The value of a constant polynomial."""
    return fmpq(0) if p.is_zero() else p.leading_coefficient()


@dataclass(frozen=True)
class Factored:
    """`constant` times the product of `factors`, each irreducible with leading coefficient 1."""

    constant: fmpq
    factors: tuple[tuple[fmpq_mpoly, int], ...]


def factored(p: fmpq_mpoly) -> Factored:
    """The factors of a polynomial that is not zero; a very large one counts as irreducible."""
    if p.is_constant():
        return Factored(constant_of(p), ())
    if len(p) > MAX_FACTORED or p.total_degree() > MAX_FACTORED:
        lead = p.leading_coefficient()
        return Factored(lead, ((p * (1 / lead), 1),))
    charge(20 + len(p) * (5 + int(p.total_degree())))
    constant, pieces = p.factor()
    factors = []
    for q, k in pieces:
        lead = q.leading_coefficient()
        constant = constant * lead**k
        factors.append((q * (1 / lead), int(k)))
    if len(factors) > 1:
        factors.sort(key=lambda f: (len(f[0]), tuple(f[0].terms())))
    return Factored(fmpq(constant), tuple(factors))


def proportional(p: fmpq_mpoly, q: fmpq_mpoly) -> fmpq | None:
    """c with p = c*q, or None."""
    if p.is_zero() or q.is_zero():
        return None
    c = p.leading_coefficient() / q.leading_coefficient()
    return c if p == q * c else None


def occurs(p: fmpq_mpoly, i: int) -> bool:
    """Whether generator number i occurs in a polynomial."""
    return p.degrees()[i] > 0


def coefficients_in(p: fmpq_mpoly, i: int) -> dict[int, fmpq_mpoly]:
    """The coefficients of a polynomial in generator number i, by exponent."""
    parts: dict[int, dict[tuple[int, ...], fmpq]] = {}
    for exponents, c in p.terms():
        rest = (*exponents[:i], 0, *exponents[i + 1 :])
        parts.setdefault(exponents[i], {})[rest] = c
    ring = p.context()
    return {k: ring.from_dict(part) for k, part in parts.items()}


@dataclass(frozen=True)
class Rewrite:
    """A rewriting rule: hypothesis `index` as `poly = 0`, monic of degree `degree` in one generator."""

    index: int
    poly: fmpq_mpoly
    generator: int
    degree: int

    def divide(self, p: fmpq_mpoly) -> tuple[fmpq_mpoly, fmpq_mpoly]:
        """(quotient, remainder) of p by the equation, as polynomials in its generator."""
        ring = p.context()
        step = ring.gens()[self.generator]
        quotient = ring.constant(0)
        while True:
            parts = coefficients_in(p, self.generator)
            top = max(parts, default=0)
            if top < self.degree:
                return quotient, p
            charge(5 + len(p) + len(parts[top]) * len(self.poly) // 10)
            part = parts[top] * step ** (top - self.degree)
            quotient = quotient + part
            p = p - part * self.poly


def rewrite_by(index: int, p: fmpq_mpoly, taken: frozenset[int]) -> Rewrite | None:
    """A rule that eliminates or lowers a generator not taken yet: linear ones first."""
    best: tuple[tuple[int, int, int], Rewrite] | None = None
    degrees = p.degrees()
    for i, degree in enumerate(degrees):
        if not degree or i in taken:
            continue
        lead = coefficients_in(p, i)[degree]
        if lead.is_constant():
            rank = (degree, -i, 0)
            if best is None or rank < best[0]:
                best = rank, Rewrite(index, p * (1 / constant_of(lead)), i, degree)
    return None if best is None else best[1]


def reduce(p: fmpq_mpoly, rewrites: Sequence[Rewrite]) -> tuple[fmpq_mpoly, dict[int, fmpq_mpoly]]:
    """(remainder, quotient by hypothesis) of a polynomial by equations, repeated until nothing changes."""
    quotients: dict[int, fmpq_mpoly] = {}
    charge(2 + 2 * len(rewrites))
    for _ in range(6):
        before = p
        for rewrite in rewrites:
            if p.degrees()[rewrite.generator] >= rewrite.degree:
                q, p = rewrite.divide(p)
                old = quotients.get(rewrite.index)
                quotients[rewrite.index] = q if old is None else old + q
        if p == before:
            break
    return p, quotients


def rational_root(x: fmpq) -> fmpq | None:
    """The square root of a rational if that is rational."""
    if x < 0:
        return None
    root = fmpq(x.p.isqrt(), x.q.isqrt())
    return root if root * root == x else None
