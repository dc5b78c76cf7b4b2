"""Antiderivatives of elementary terms, as guesses: who uses one shows what is needed of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from flint import fmpq

from dptheory.kernel import KernelError
from dptheory.kernel.real import PI, Field, Fraction, Term, apply, derivative, num, rational_value, var

from ..goals.polynomials import coefficients_in, factored, fraction_term, polynomial_term, tidied
from .factors import combined, factors_of, over, product, slope_of, times
from .quadratics import arc, bell

DEEP: Final = 8


def antiderivative(t: Term, x: str, depth: int = DEEP) -> Term | None:
    """A term with the derivative t in x, where both are defined; None if no rule finds one.

    >>> from dptheory.kernel.real.grammar import parse_term, print_term
    >>> print_term(antiderivative(parse_term("2*x**3 + exp(-x)"), "x"))
    '2*(1/4*x**4) + -1*exp(-x)'
    """
    if x not in t.names:
        return t * var(x)
    if depth == 0:
        return None
    if t.op in ("add", "sub", "neg"):
        parts = [antiderivative(a, x, depth) for a in t.args]
        return None if None in parts else Term(t.op, tuple(p for p in parts if p is not None), t.value)
    fixed, moving = factors_of(t, x)
    if not moving:
        return None
    if moving == [var(x) ** num(0)]:
        return var(x) if fixed is None else times(fixed, var(x))
    inner = _known(moving, x) or _by_inner(moving, x) or _polynomial(moving, x) or _by_parts(moving, x, depth)
    inner = inner or _power_and_log(moving, x) or _rational(moving, x) or _expanded(moving, x, depth)
    return None if inner is None else inner if fixed is None else times(fixed, inner)


_OUTER: Final[dict[str, Callable[[Term], Term]]] = {
    "exp": lambda a: apply("exp", a),
    "sin": lambda a: -apply("cos", a),
    "cos": lambda a: apply("sin", a),
    "sinh": lambda a: apply("cosh", a),
    "cosh": lambda a: apply("sinh", a),
    "tanh": lambda a: apply("log", apply("cosh", a)),
    "tan": lambda a: -apply("log", apply("cos", a)),
    "log": lambda a: a * apply("log", a) - a,
    "atan": lambda a: a * apply("atan", a) - apply("log", 1 + a**2) / 2,
    "asin": lambda a: a * apply("asin", a) + apply("sqrt", 1 - a**2),
    "erf": lambda a: a * apply("erf", a) + apply("exp", -(a**2)) / apply("sqrt", PI),
}


def _outer(f: Term, x: str) -> tuple[Term, Term] | None:
    """The argument u of a function or a power of it, and its antiderivative by u."""
    if f.op == "var":
        return f, over(f**2, num(2))
    if f.op in _OUTER:
        return f.args[0], _OUTER[f.op](f.args[0])
    if f.op == "pow" and x not in f.args[1].names:
        u, e = f.args
        if rational_value(e) == -1:
            return u, apply("log", u)
        value = rational_value(e)
        above = e + 1 if value is None else num(value + 1)
        return u, over(u**above if rational_value(above) != 1 else u, above)
    if f.op == "pow" and x not in f.args[0].names:
        return f.args[1], f / apply("log", f.args[0])
    return None


def _known(moving: list[Term], x: str) -> Term | None:
    """A function of a linear term; the bell; what gives arcs."""
    if len(moving) != 1:
        return None
    (f,) = moving
    found = _outer(f, x)
    if found is not None and (slope := slope_of(found[0], x)) is not None:
        return over(found[1], slope)
    if f.op == "exp":
        return bell(f, x)
    if f.op == "pow" and f.args[1] in (num(-1), num(fmpq(-1, 2))):
        return arc(f, x)
    return None


def _fraction(moving: list[Term]) -> tuple[Field, Fraction] | None:
    """The product of factors as a quotient of polynomials in their parts; None where it is too large."""
    whole = product(moving)
    try:
        field = Field([whole])
    except KernelError:
        return None
    return field, field[whole]


def _polynomial(moving: list[Term], x: str) -> Term | None:
    """A polynomial of x: by its coefficients."""
    if len(moving) < 2 or not all(_is_power(f, x) for f in moving):
        return None
    read = _fraction(moving)
    if read is None:
        return None
    field, form = read
    place = next((i for i, g in enumerate(field.generators) if g == var(x)), None)
    if place is None or not form.den.is_constant():
        return None
    result: Term | None = None
    for k, part in sorted(coefficients_in(form.num, place).items()):
        c = over(polynomial_term(tidied(field), part), num(k + 1))
        piece = times(c, var(x) ** num(k + 1) if k else var(x))
        result = piece if result is None else result + piece
    return result


def _is_power(f: Term, x: str) -> bool:
    """Whether a factor is a polynomial of x."""
    if f.op == "pow":
        e = rational_value(f.args[1])
        return e is not None and e.q == 1 and e > 0 and _is_power(f.args[0], x)
    return (
        x not in f.names
        or f.op == "var"
        or (f.op in ("add", "sub", "mul", "neg") and all(_is_power(a, x) for a in f.args))
    )


def _by_parts(moving: list[Term], x: str, depth: int) -> Term | None:
    """A polynomial times one function of a linear term: exponentials and sines are integrated, logarithms and
    arcs are differentiated."""
    plain = [f for f in moving if _is_power(f, x)]
    others = [f for f in moving if not _is_power(f, x)]
    if not plain or len(others) != 1:
        return None
    p, f = product(plain), others[0]
    first, second = (p, f) if f.op not in ("log", "atan", "asin", "erf") else (f, p)
    if f.op == "pow" and x not in f.args[1].names:
        return None
    whole = antiderivative(second, x, 2)
    if whole is None:
        return None
    slope = derivative(first, x)
    rest = antiderivative(_tidied(slope * whole), x, depth - 1)
    return None if rest is None else first * whole - rest


def _power_and_log(moving: list[Term], x: str) -> Term | None:
    """u**e*log(u), of a linear u, with e any term without x: u**(e + 1)*(log(u)/(e + 1) - 1/(e + 1)**2)."""
    if len(moving) != 2 or moving[0].op == moving[1].op:
        return None
    log, power = sorted(moving, key=lambda f: f.op != "log")
    if (log.op, power.op) != ("log", "pow") or power.args[0] != log.args[0] or x in power.args[1].names:
        return None
    u, e = power.args
    slope, value = slope_of(u, x), rational_value(e)
    above = e + 1 if value is None else num(value + 1)
    if slope is None or value == -1:
        return None
    return over(u**above * (over(log, above) - over(num(1), above * above)), slope)


def _tidied(t: Term) -> Term:
    """A term without factors 1 and 0."""
    if t.op == "mul":
        a, b = (_tidied(a) for a in t.args)
        if num(0) in (a, b):
            return num(0)
        return b if a == num(1) else a if b == num(1) else a * b
    return t


def _by_inner(moving: list[Term], x: str) -> Term | None:
    """phi(u)*u' up to a factor without x."""
    for i, f in enumerate(moving):
        found = _outer(f, x)
        candidates = [found] if found is not None and f.op != "var" else []
        if f.op in _OUTER:
            candidates.append((f, over(f**2, num(2))))  # the function itself as the new variable
        rest = [g for j, g in enumerate(moving) if j != i]
        for u, whole in candidates:
            factor = _ratio(rest, u, x)
            if factor is not None:
                return times(factor, whole)
    return None


def _ratio(rest: list[Term], u: Term, x: str) -> Term | None:
    """What a product is as a multiple of the slope of u, if that is free of x."""
    try:
        slope = derivative(u, x)
        ratio = product(rest) / slope if rest else 1 / slope
        field = Field([ratio])
    except KernelError:
        return None
    form = field[ratio]
    used = zip(field.generators, form.num.degrees(), form.den.degrees(), strict=False)
    if any((a or b) and x in g.names for g, a, b in used):
        return None
    return (
        num(form.constant) if form.constant is not None else fraction_term(tidied(field), form.num, form.den)
    )


def _rational(moving: list[Term], x: str) -> Term | None:
    """A quotient of polynomials with numbers as coefficients and linear factors below: partial fractions."""
    read = _fraction(moving)
    if read is None:
        return None
    field, form = read
    if [g.op for g in field.generators] != ["var"] or form.den.is_constant():
        return None
    factors = factored(form.den).factors
    if any(p.total_degree() > 1 for p, _ in factors):
        return None
    degree = max(form.num.total_degree() - form.den.total_degree(), -1)
    parts = [
        (var(x) ** num(k) if k else num(1), over(var(x) ** num(k + 1) if k else var(x), num(k + 1)))
        for k in range(degree + 1)
    ]
    for p, k in factors:
        slope = p.leading_coefficient()
        lowest = next((c for powers, c in p.terms() if not any(powers)), fmpq(0))
        line = var(x) if lowest == 0 else var(x) + num(lowest / slope)
        for e in range(1, k + 1):
            above = apply("log", line) if e == 1 else -(1 / (num(e - 1) * line ** num(e - 1)))
            parts.append((1 / line ** num(e), above))
    return combined(product(moving), parts, x)


def _expanded(moving: list[Term], x: str, depth: int) -> Term | None:
    """A product of sums, or a power of one, written out."""
    for i, f in enumerate(moving):
        rest = [g for j, g in enumerate(moving) if j != i]
        if f.op in ("add", "sub"):
            parts = [product([a, *rest]) if rest else a for a in f.args]
            return antiderivative(Term(f.op, tuple(parts)), x, depth - 1)
        e = rational_value(f.args[1]) if f.op == "pow" else None
        if e is not None and e.q == 1 and 2 <= e <= 6 and f.args[0].op in ("add", "sub"):
            lower = f.args[0] if e == 2 else f.args[0] ** num(e - 1)
            parts = [product([a, lower, *rest]) for a in f.args[0].args]
            return antiderivative(Term(f.args[0].op, tuple(parts)), x, depth - 1)
        if e is not None and e.q == 1 and 2 <= e <= 6 and f.args[0].op in ("sin", "cos"):
            return _squared(f, e, rest, x, depth)
    return None


def _squared(f: Term, e: fmpq, rest: list[Term], x: str, depth: int) -> Term | None:
    """An even or odd power of a sine or cosine, by sin**2 = (1 - cos(2a))/2."""
    if e != 2:
        return None
    sign = "sub" if f.args[0].op == "sin" else "add"
    half = Term(sign, (num(1), apply("cos", 2 * f.args[0].args[0]))) / 2
    whole = product([half, *rest]) if rest else half
    fixed = Term(sign, (num(fmpq(1, 2)), num(fmpq(1, 2)) * apply("cos", 2 * f.args[0].args[0])))
    return antiderivative(fixed if not rest else whole, x, depth - 1)
