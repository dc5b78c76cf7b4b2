"""Antiderivatives of functions of a quadratic: the bell, and what gives arcs."""

from __future__ import annotations

from dptheory.kernel import KernelError
from dptheory.kernel.real import (
    PI,
    Field,
    Term,
    apply,
    derivative,
    exact,
    num,
    rational_value,
    substitute,
    var,
)

from ..goals.polynomials import factored, polynomial_term
from .factors import over, times


def _quadratic(t: Term, x: str) -> list[Term] | None:
    """The coefficients c, b, a of a polynomial a*x**2 + b*x + c, as far as derivatives say them."""
    try:
        first = derivative(t, x)
        second = derivative(first, x)
        places = [substitute(s, {x: num(0)}) for s in (t, first, second)]
        rest = t - (places[0] + places[1] * var(x) + places[2] / 2 * var(x) ** 2)
        field = Field([rest, *places])
    except KernelError:
        return None
    numbers = [field[p].constant for p in places]
    if not field[rest].is_zero:
        return None
    return [
        p if v is None else num(v)
        for p, v in zip(
            (places[0], places[1], places[2] / 2),
            [numbers[0], numbers[1], None if numbers[2] is None else numbers[2] / 2],
            strict=True,
        )
    ]


def bell(f: Term, x: str) -> Term | None:
    """exp(c - a*x**2) for a number or a term a > 0."""
    found = _quadratic(f.args[0], x)
    if found is None or rational_value(found[1]) != 0 or rational_value(found[2]) == 0:
        return None
    a = num(-v) if (v := rational_value(found[2])) is not None else -found[2]
    if v is not None and v > 0:
        return None
    root = num(1) if v == -1 else _root(a)
    whole = apply("sqrt", PI) / 2 * over(apply("erf", times(root, var(x))), root)
    return whole if rational_value(found[0]) == 0 else apply("exp", found[0]) * whole


def _root(a: Term) -> Term:
    """The square root of a term, with even powers of its factors, taken to be positive, before it."""
    field = Field([a])
    form, whole, inside = field[a], num(1), num(1)
    for polynomial, above in ((form.num, True), (form.den, False)):
        parts = factored(polynomial)
        powers = [
            (num(parts.constant), 1),
            *((polynomial_term(field.generators, p), k) for p, k in parts.factors),
        ]
        for p, k in powers:
            even = p ** num(k // 2) if k > 3 else p
            whole = (whole * even if above else whole / even) if k > 1 else whole
            inside = (inside * p if above else inside / p) if k % 2 and p != num(1) else inside
    value = rational_value(inside)
    if value is not None and (known := exact(apply("sqrt", num(value)), {})) is not None:
        return times(num(known), whole)
    return times(apply("sqrt", inside if value is None else num(value)), whole)


def arc(f: Term, x: str) -> Term | None:
    """1/(c + a*x**2) and 1/sqrt(c - a*x**2) for numbers or terms c, a > 0."""
    found = _quadratic(f.args[0], x)
    values = [] if found is None else [rational_value(v) for v in found]
    if found is None or values[1] != 0 or 0 in (values[0], values[2]):
        return None
    rises = f.args[1] == num(-1)
    c, a = found[0], found[2] if rises else -found[2]
    if any(v is not None and v < 0 for v in (rational_value(c), rational_value(a))):
        return None
    inner = times(_root(a / c), var(x))
    return over(apply("atan", inner), _root(a * c)) if rises else over(apply("asin", inner), _root(a))
