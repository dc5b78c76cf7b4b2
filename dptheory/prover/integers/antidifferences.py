"""Sums in closed form, as guesses: a term A with A(j) - A(j - 1) = f(j)."""

from __future__ import annotations

from math import comb
from typing import Final

from flint import fmpq

from dptheory.kernel import KernelError
from dptheory.kernel.real import Field, Term, apply, num, substitute, var

from ..functions.factors import combined, factors_of, product, slope_of, times
from ..goals.polynomials import factored
from .rests import tidy_or

HIGHEST: Final = 8


def antidifference(f: Term, j: str) -> Term | None:
    """A term with the difference f, or None.

    >>> from dptheory.kernel.real.grammar import parse_term, print_term
    >>> print_term(antidifference(parse_term("1/(j*(j + 1))"), "j"))
    '-1/(j + 1)'
    """
    if j not in f.names:
        return f * var(j)
    if f.op in ("add", "sub", "neg"):
        parts = [antidifference(a, j) for a in f.args]
        if None not in parts:
            return Term(f.op, tuple(p for p in parts if p is not None), f.value)
    fixed, moving = factors_of(f, j)
    whole = product(moving)
    found = _exponential(moving, j) or _poisson(moving, j) or _polynomial(whole, j) or _telescope(whole, j)
    found = None if found is None else tidy_or(found)
    return None if found is None else found if fixed is None else times(fixed, found)


def _differences(basis: list[Term], j: str) -> list[tuple[Term, Term]]:
    return [(a - substitute(a, {j: var(j) - 1}), a) for a in basis]


def _polynomial(f: Term, j: str) -> Term | None:
    """A polynomial with numbers as coefficients."""
    try:
        field = Field([f])
    except KernelError:
        return None
    form = field[f]
    if (
        [g.op for g in field.generators] != ["var"]
        or not form.den.is_constant()
        or form.num.total_degree() > HIGHEST
    ):
        return None
    basis = [var(j) ** num(k) if k > 1 else var(j) for k in range(1, form.num.total_degree() + 2)]
    return combined(f, _differences(basis, j), j)


def _telescope(f: Term, j: str) -> Term | None:
    """A rational function whose divisors differ by whole numbers: a combination of 1/(j + r)."""
    try:
        field = Field([f])
    except KernelError:
        return None
    form = field[f]
    if [g.op for g in field.generators] != ["var"] or form.den.is_constant():
        return None
    parts = factored(form.den).factors
    if any(p.total_degree() > 1 for p, _ in parts):
        return None
    roots = []
    for p, _ in parts:
        lowest = next((c for powers, c in p.terms() if not any(powers)), fmpq(0))
        roots.append(lowest / p.leading_coefficient())
    order = max(k for _, k in parts)
    basis: list[Term] = []
    for low in sorted({r - (r.p // r.q) for r in roots}):
        near = sorted(r for r in roots if (r - low).q == 1)
        for step in range(int((near[-1] - near[0]).p)):
            place = near[0] + step + 1
            line = var(j) if place == 0 else var(j) + num(place)
            basis += [1 / (line if e == 1 else line ** num(e)) for e in range(1, order + 1)]
    return combined(f, _differences(basis, j), j) if basis else None


def _exponential(moving: list[Term], j: str) -> Term | None:
    """c**(s*j + d) times a polynomial in j, with j in no other place."""
    powers = [f for f in moving if f.op == "pow" and j in f.args[1].names and j not in f.args[0].names]
    powers += [f for f in moving if f.op == "exp"]
    rest = [f for f in moving if f not in powers]
    coefficients = _coefficients(product(rest) if rest else num(1), j)
    if not powers or coefficients is None:
        return None
    ratio: Term | None = None
    for f in powers:
        slope = slope_of(f.args[-1], j)
        if slope is None:
            return None
        one = apply("exp", slope) if f.op == "exp" else f.args[0] if slope == num(1) else f.args[0] ** slope
        ratio = one if ratio is None else ratio * one
    if ratio is None:
        return None
    return product(powers) * _weighted(coefficients, ratio, j)


def _coefficients(t: Term, j: str) -> list[fmpq] | None:
    """The coefficients of a polynomial in j, with numbers."""
    try:
        field = Field([t])
    except KernelError:
        return None
    form = field[t]
    if any(g != var(j) for g in field.generators) or not form.den.is_constant():
        return None
    degree = form.num.total_degree() if field.generators else 0
    found = [fmpq(0)] * (degree + 1)
    for powers, c in form.num.terms():
        found[sum(powers)] = c
    return found if degree <= HIGHEST // 2 else None


def _weighted(p: list[fmpq], ratio: Term, j: str) -> Term:
    """The polynomial Q with Q(j) - Q(j - 1)/ratio = p(j), its highest coefficient first."""
    found: dict[int, Term] = {}
    for i in reversed(range(len(p))):
        right = ratio * num(p[i])
        for k, q in found.items():
            right = right + num(comb(k, i) * (-1) ** (k - i)) * q
        found[i] = right / (ratio - 1)
    total = found[0]
    for i in range(1, len(p)):
        total = total + found[i] * (var(j) ** num(i) if i > 1 else var(j))
    return total


def _poisson(moving: list[Term], j: str) -> Term | None:
    """x**j/gamma(j + 1): a part of the exponential series is exp(x) times an incomplete gamma function."""
    power = next(
        (f for f in moving if f.op == "pow" and f.args[1] == var(j) and j not in f.args[0].names), None
    )
    gamma = apply("gamma", var(j) + 1)
    if power is None or len(moving) != 2 or gamma ** num(-1) not in moving:
        return None
    x = power.args[0]
    return apply("exp", x) * apply("uppergamma", var(j) + 1, x) / gamma
