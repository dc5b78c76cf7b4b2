"""The closed form that exact values suggest: a quotient of combinations of monomials, fitted exactly.

A suggestion, not a proof: it fits every value given, of which there are more than unknowns. It is a text,
for the prover.
"""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpq, fmpq_mat, fmpz

from dptheory.errors import BadInput
from dptheory.kernel.real import (
    Point,
    Term,
    apply,
    exact,
    num,
    parse_term,
    print_term,
    replace_terms,
    substitute,
    subterms,
    var,
)

SPARE = 2


def closed_form(
    points: Sequence[Point], values: Sequence[fmpq], above: Sequence[str], below: Sequence[str] = ("1",)
) -> str | None:
    """A quotient of combinations of monomials that has all the values; None if there is none.

    Errors: BadInput if the values leave more than one such quotient, or are fewer than the unknowns and two
    more.

    >>> ratios = [{"r": fmpq(r)} for r in (2, 3, 4, 5, 7, 9)]
    >>> closed_form(ratios, [(p["r"] - 1) / (p["r"] + 1) for p in ratios], ["1", "r"], ["1", "r"])
    '(r - 1)/(r + 1)'
    >>> closed_form(ratios, [p["r"] ** 2 for p in ratios], ["1", "r"], ["1", "r"]) is None
    True
    """
    unknowns = len(above) + len(below)
    if len(points) < unknowns + SPARE or len(points) != len(values):
        raise BadInput(
            f"{len(points)} values", f"at least {unknowns + SPARE}", "more points or fewer monomials"
        )
    tops, bottoms = [parse_term(m) for m in above], [parse_term(m) for m in below]
    rows = [
        [*(_at(m, p) for m in tops), *(-value * _at(m, p) for m in bottoms)]
        for p, value in zip(points, values, strict=True)
    ]
    kernel = _kernel(rows)
    if not kernel:
        return None
    if len(kernel) > 1:
        raise BadInput(
            f"{len(points)} values", "values that leave one quotient", "other points or fewer monomials"
        )
    top, bottom = _whole(kernel[0], len(tops))
    if all(c == 0 for c in bottom):
        return None
    shown = _sum(top, above)
    under = _sum(bottom, below)
    return print_term(parse_term(shown if under == "1" else f"({shown})/({under})"))


def in_epsilon(form: str) -> str:
    """A form in r = e^eps as one in eps.

    >>> in_epsilon("(r - 1)/(r + 1)")
    '(exp(eps) - 1)/(exp(eps) + 1)'
    """
    return print_term(substitute(parse_term(form), {"r": parse_term("exp(eps)")}))


def in_ratio(term: Term) -> Term:
    """A term in eps with r for e^eps; what is left of eps stays.

    >>> print_term(in_ratio(parse_term("(exp(eps/2) - exp(-eps))*exp(eps*n) + eps")))
    '(sqrt(r) - 1/r)*r**n + eps'
    """
    powers = {t.key: _power(t.args[0]) for t in subterms(term) if t.op == "exp"}
    return replace_terms(term, {key: power for key, power in powers.items() if power is not None})


def _power(exponent: Term) -> Term | None:
    """e to a multiple of eps as a power of r."""
    if exponent == var("eps"):
        return var("r")
    if exponent.op not in ("neg", "mul", "div"):
        return None
    first, last = exponent.args[0], exponent.args[-1]
    power = _power(first)
    if exponent.op == "mul":
        below = _power(last)
        return power**last if power else below**first if below else None
    if power is None or exponent.op == "neg":
        return power and 1 / power
    return apply("sqrt", power) if last == num(2) else power ** (1 / last)


def _at(monomial: Term, point: Point) -> fmpq:
    value = exact(substitute(monomial, {name: num(v) for name, v in point.items()}), {})
    if value is None:
        raise BadInput(print_term(monomial), f"a monomial in {', '.join(point)}", "r*delta")
    return value


def _kernel(rows: list[list[fmpq]]) -> list[list[fmpq]]:
    """A basis of the vectors that all rows send to 0."""
    reduced, rank = fmpq_mat(rows).rref()
    size = len(rows[0])
    leads = [next(j for j in range(size) if reduced[i, j] != 0) for i in range(rank)]
    basis = []
    for free in sorted(set(range(size)) - set(leads)):
        vector = [fmpq(0)] * size
        vector[free] = fmpq(1)
        for i, lead in enumerate(leads):
            vector[lead] = -reduced[i, free]
        basis.append(vector)
    return basis


def _whole(vector: list[fmpq], tops: int) -> tuple[list[fmpq], list[fmpq]]:
    """Coprime integers, with the last coefficient below positive."""
    scale, common = fmpz(1), fmpz(0)
    for c in vector:
        scale = scale.lcm(c.q)
    for c in vector:
        common = common.gcd((c * scale).p)
    signs = [c for c in vector[tops:] if c != 0]
    sign = -1 if signs and signs[-1] < 0 else 1
    whole = [c * scale * sign / common for c in vector]
    return whole[:tops], whole[tops:]


def _sum(coefficients: Sequence[fmpq], monomials: Sequence[str]) -> str:
    text = ""
    terms = [(c, m) for c, m in zip(coefficients, monomials, strict=True) if c != 0]
    for c, monomial in sorted(terms, key=lambda term: (term[0] < 0, term[1] == "1")):
        size = abs(c)
        part = f"{size}" if monomial == "1" else monomial if size == 1 else f"{size}*{monomial}"
        text += part if not text and c > 0 else f" {'-' if c < 0 else '+'} {part}"
    return text.strip() or "0"
