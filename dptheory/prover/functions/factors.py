"""Factors of terms, and sums of multiples that are found by their values."""

from __future__ import annotations

from flint import fmpq, fmpq_mat

from dptheory.kernel import KernelError
from dptheory.kernel.real import Field, Term, derivative, num, rational_value, var

from ..goals.numeric import compiled


def factors_of(t: Term, x: str) -> tuple[Term | None, list[Term]]:
    """The factor without x, and those with it, those with the same base together; divisors as powers."""
    fixed: Term | None = None
    powers: dict[bytes, tuple[Term, fmpq]] = {}
    other: list[Term] = []
    stack, number = [(t, fmpq(1))], fmpq(1)
    while stack:
        f, sign = stack.pop()
        if x not in f.names:
            value = rational_value(f)
            if value is not None and sign.q == 1 and value != 0:
                number = number * value ** int(sign.p)
            else:
                f = f if sign == 1 else over(num(1), f) if sign == -1 else f ** num(sign)
                fixed = f if fixed is None else times(fixed, f)
        elif f.op in ("mul", "div"):
            stack += [(f.args[0], sign), (f.args[1], sign if f.op == "mul" else -sign)]
        elif f.op == "neg" and sign.q == 1:
            stack += [(num(-1), sign), (f.args[0], sign)]
        elif f.op == "sqrt":
            stack.append((f.args[0], sign / 2))
        elif f.op == "pow" and (e := rational_value(f.args[1])) is not None:
            stack.append((f.args[0], sign * e))
        elif f.op == "pow":
            other.append(f if sign == 1 else f.args[0] ** (-f.args[1]) if sign == -1 else f ** num(sign))
        else:
            base, before = powers.get(f.key, (f, fmpq(0)))
            powers[f.key] = base, before + sign
    if number != 1:
        fixed = num(number) if fixed is None else times(num(number), fixed)
    merged = [base if e == 1 else base ** num(e) for base, e in powers.values() if e != 0]
    if not merged and not other:
        merged = [var(x) ** num(0)]
    return fixed, merged + other


def times(a: Term, b: Term) -> Term:
    """The product without factors 1."""
    return b if a == num(1) else a if b == num(1) else a * b


def over(a: Term, b: Term) -> Term:
    """The quotient, by a number as a product."""
    value = rational_value(b)
    return a / b if value is None else times(num(1 / value), a)


def slope_of(t: Term, x: str) -> Term | None:
    """The slope of a term that is linear in x."""
    try:
        slope = derivative(t, x)
        found = Field([slope])
    except KernelError:
        return None
    form = found[slope]
    used = zip(found.generators, form.num.degrees(), form.den.degrees(), strict=False)
    if form.is_zero or any((a or b) and x in g.names for g, a, b in used):
        return None
    return slope if x not in slope.names else num(form.constant) if form.constant is not None else None


def product(factors: list[Term]) -> Term:
    """The product of at least one factor."""
    result = factors[0]
    for f in factors[1:]:
        result = result * f
    return result


def combined(t: Term, parts: list[tuple[Term, Term]], x: str) -> Term | None:
    """The sum of multiples of second parts for which the same sum of first parts is t, as far as whole
    numbers in the place of x say it."""
    programs = [compiled(p) for p in (t, *(first for first, _ in parts))]
    rows: list[list[fmpq]] = []
    for k in range(2, 60):
        values = [program({x: fmpq(k)}) for program in programs]
        if all(isinstance(v, fmpq) for v in values):
            rows.append([v for v in values if isinstance(v, fmpq)])
        if len(rows) == len(parts):
            break
    if len(rows) < len(parts):
        return None
    try:
        found = fmpq_mat([row[1:] for row in rows]).solve(fmpq_mat([[row[0]] for row in rows]))
    except ZeroDivisionError:
        return None
    result: Term | None = None
    for (_, second), c in zip(parts, found.entries(), strict=True):
        if c != 0:
            piece = second if c == 1 else num(c) * second
            result = piece if result is None else result + piece
    return result
