"""Arithmetic on numbers in a term, for the page: ``12/(2*(100*(C**2 + 1)))`` is ``3/(50*(C**2 + 1))``."""

from __future__ import annotations

import math
from functools import reduce

from flint import fmpq

from ..kernel.real import Term, apply, exact_value, num, rational_value


def simplified(term: Term) -> Term:
    """The term with sums, products and quotients of its numbers worked out; where it has a value, the same.

    >>> from ..kernel.real.grammar import parse_term, print_term
    >>> print_term(simplified(parse_term("1*exp(x)*(4*2)/(3*(2*y)) + 0")))
    '4*exp(x)/(3*y)'
    >>> print_term(simplified(parse_term("1 - (1 - exp(x)/2) - -1*C*y")))
    'exp(x)/2 - -C*y'
    """
    if not term.args:
        return term
    args = tuple(simplified(part) for part in term.args)
    values = [rational_value(part) for part in args]
    known = [value for value in values if value is not None]
    if len(known) == len(args) and term.op in _RATIONAL:
        found = exact_value(term.op, known)
        if found is not None and _short(found):
            return num(found)
    made = _neutral(term.op, args, values) or apply(term.op, *args)
    return _product(made) if made.op in ("mul", "div") else made


def cancelled(term: Term) -> Term:
    """A quotient without what stands above and below the line; where the term has a value, the same.

    >>> from ..kernel.real.grammar import parse_term, print_term
    >>> print_term(cancelled(parse_term("2*rho/(rho/R*sqrt(b)*n*eps)")))
    '2*R/(sqrt(b)*n*eps)'
    """
    above, below = list[Term](), list[Term]()
    number = math.prod(_factors(term, above, below), start=fmpq(1))
    for one in list(above):
        twin = next((other for other in below if other.key == one.key), None)
        if twin is not None:
            above.remove(one)
            below.remove(twin)
    top = [*([num(fmpq(number.p))] if number.p != 1 or not above else []), *above]
    bottom = [*([num(fmpq(number.q))] if number.q != 1 else []), *below]
    return _quotient(top, bottom)


def _quotient(top: list[Term], bottom: list[Term]) -> Term:
    made = reduce(lambda left, right: apply("mul", left, right), top)
    if not bottom:
        return made
    return apply("div", made, reduce(lambda left, right: apply("mul", left, right), bottom))


def _product(term: Term) -> Term:
    """A product or quotient with its numbers made one, where there are several."""
    above, below = list[Term](), list[Term]()
    numbers = _factors(term, above, below)
    number = math.prod(numbers, start=fmpq(1))
    if number == -1 and (above or below):
        return apply("neg", _quotient(above or [num(1)], below))
    if len(numbers) < 2 or not _short(number) or number == 0:
        return term
    top = [*([num(fmpq(number.p))] if number.p != 1 or not above else []), *above]
    bottom = [*([num(fmpq(number.q))] if number.q != 1 else []), *below]
    return _quotient(top, bottom)


def _factors(term: Term, above: list[Term], below: list[Term]) -> list[fmpq]:
    """The numbers among the factors of a term; what else stands above and below the line is collected."""
    value = rational_value(term)
    if value is not None:
        return [value]
    if term.op == "mul":
        return [number for part in term.args for number in _factors(part, above, below)]
    if term.op == "div":
        under = _factors(term.args[1], below, above)
        if 0 not in under:
            return [*_factors(term.args[0], above, below), *(1 / number for number in under)]
    above.append(term)
    return []


_RATIONAL = frozenset({"add", "sub", "mul", "div", "neg", "abs", "min", "max", "floor", "ceil", "pow"})


def _short(value: fmpq) -> bool:
    return len(str(value.p)) + len(str(value.q)) <= 9


def _neutral(op: str, args: tuple[Term, ...], values: list[fmpq | None]) -> Term | None:
    """What is left where 0 is added, where 1 multiplies, divides or is an exponent, or where a sign or a
    difference is taken back: 1 - (1 - x) is x."""
    if op == "neg" and args[0].op == "neg":
        return args[0].args[0]
    if len(args) != 2:
        return None
    (left, right), (first, second) = args, values
    if op == "sub" and first == 0:
        return right.args[0] if right.op == "neg" else apply("neg", right)
    if op == "sub" and first is not None and right.op == "sub" and rational_value(right.args[0]) == first:
        return right.args[1]
    if op in ("add", "sub") and second == 0:
        return left
    if op == "add" and first == 0:
        return right
    if op in ("mul", "div", "pow") and second == 1:
        return left
    if op == "mul" and first == 1:
        return right
    return None
