"""Rates written shorter. What comes out is a proposal: the kernel has to agree."""

from __future__ import annotations

from flint import fmpq

from ..kernel.logic import REAL, Expr, num, op, rebuild, walk


def tidy(rate: Expr) -> Expr:
    """The rate with numeral factors collected, equal summands added up, max(x, x) as x, and e^0 as 1.

    >>> from ..kernel.logic.grammar import Scope, term
    >>> from ..kernel.logic.printing import show
    >>> show(tidy(term("max(2*(x/2*1), x) + x", Scope({"x": REAL}, {}))))
    '2*x'
    >>> show(tidy(term("x + exp(0) - 1 + y", Scope({"x": REAL, "y": REAL}, {}))))
    'x + y'
    """
    made = rebuild(rate, tuple(tidy(a) for a in rate.args))
    if made.head in ("max", "min") and made.args[0] == made.args[1]:
        return made.args[0]
    if made.head == "exp" and made.args[0] == num(0):
        return num(1)
    if made.head in ("add", "sub"):
        return _sum(made)
    return _times(*_factors(made)) if made.head in ("mul", "div") else made


def tangents(rate: Expr) -> list[tuple[Expr, Expr, Expr]]:
    """The parts (e^x - 1)/(e^x + 1) of a rate: each with x and x/2.

    >>> from ..kernel.logic.grammar import Scope, term
    >>> from ..kernel.logic.printing import show
    >>> rate = term("xi + (exp(x/2) - 1)/(exp(x/2) + 1)", Scope({"x": REAL, "xi": REAL}, {}))
    >>> [tuple(map(show, found)) for found in tangents(rate)]
    [('(exp(x/2) - 1)/(exp(x/2) + 1)', 'x/2', 'x/4')]
    """
    found = dict.fromkeys(node for node in walk(rate) if _is_tangent(node))
    powers = [(node, node.args[0].args[0].args[0]) for node in found]
    return [(node, x, _half(x)) for node, x in powers]


def _half(term: Expr) -> Expr:
    factor, rest = _factors(term)
    return _times(factor / 2, rest)


def length(term: Expr) -> tuple[int, int]:
    """How long a term is: first its variables, then its operations."""
    return sum(node.head == "var" for node in walk(term)), term.size


def _factors(term: Expr) -> tuple[fmpq, Expr | None]:
    """A numeral factor and the rest, None where nothing is left."""
    if term.head == "num" and term.value is not None:
        return term.value, None
    if term.head == "mul":
        (a, first), (b, second) = (_factors(part) for part in term.args)
        if first is None or second is None:
            return a * b, first if second is None else second
        return a * b, op("mul", term.sort, first, second)
    if term.head == "div" and (divisor := term.args[1].value) is not None and divisor != 0:
        a, first = _factors(term.args[0])
        return a / divisor, first
    return fmpq(1), term


def _times(factor: fmpq, rest: Expr | None) -> Expr:
    """A multiple of a term, with whole numbers where they stand."""
    if rest is None:
        return num(factor)
    above = rest if factor.p == 1 else op("mul", rest.sort, num(fmpq(factor.p)), rest)
    return above if factor.q == 1 else op("div", REAL, above, num(fmpq(factor.q)))


def _sum(term: Expr) -> Expr:
    """A sum whose equal summands, up to a factor, are one."""
    summands: dict[Expr | None, fmpq] = {}
    stack = [(term, 1)]
    while stack:
        node, sign = stack.pop()
        if node.head in ("add", "sub"):
            stack += [(node.args[1], sign if node.head == "add" else -sign), (node.args[0], sign)]
            continue
        factor, rest = _factors(node)
        summands[rest] = summands.get(rest, fmpq(0)) + sign * factor
    parts = [(factor, rest) for rest, factor in summands.items() if factor != 0]
    parts.sort(key=lambda part: part[0] < 0)
    made = _times(*parts[0]) if parts else num(0)
    for factor, rest in parts[1:]:
        part = _times(abs(factor), rest)
        made = op("add" if factor > 0 else "sub", part.sort if part.sort == made.sort else REAL, made, part)
    return made


def _is_tangent(term: Expr) -> bool:
    """Whether a term is (e^x - 1)/(e^x + 1)."""
    if term.head != "div" or term.args[0].head != "sub" or term.args[1].head != "add":
        return False
    (power, one), (same, other) = term.args[0].args, term.args[1].args
    return power.head == "exp" and power == same and one == num(1) and other == num(1)
