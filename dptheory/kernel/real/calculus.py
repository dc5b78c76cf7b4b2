"""The derivative of a term, as a term whose definedness shows that the derivative exists."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..limits import KernelError
from .binders import bind, index_of, instance
from .terms import BINDERS, PI, Term, apply, num, rational_value, subterms, var

# f'(a) for the functions of one argument
_OUTER: Final[dict[str, Callable[[Term], Term]]] = {
    "exp": lambda a: apply("exp", a),
    "log": lambda a: 1 / a,
    "sqrt": lambda a: 1 / (2 * apply("sqrt", a)),
    "abs": lambda a: a / apply("abs", a),
    "sin": lambda a: apply("cos", a),
    "cos": lambda a: -apply("sin", a),
    "tan": lambda a: 1 + apply("tan", a) ** 2,
    "sinh": lambda a: apply("cosh", a),
    "cosh": lambda a: apply("sinh", a),
    "tanh": lambda a: 1 - apply("tanh", a) ** 2,
    "asin": lambda a: 1 / apply("sqrt", 1 - a**2),
    "acos": lambda a: -(1 / apply("sqrt", 1 - a**2)),
    "atan": lambda a: 1 / (1 + a**2),
    "erf": lambda a: 2 / apply("sqrt", PI) * apply("exp", -(a**2)),
    "erfc": lambda a: -(2 / apply("sqrt", PI) * apply("exp", -(a**2))),
}


def derivative(root: Term, name: str) -> Term:
    """The derivative of `root` by the variable `name`; KernelError if some function has none here.

    At every point in whose neighbourhood `root` is defined and at which the result is defined, `root`
    is differentiable with that value: each rule keeps the derivatives of the arguments, and a divisor
    or base that vanishes exactly where the outer function has no derivative. Nothing is simplified,
    so no such divisor is lost.

    >>> from .grammar import parse_term, print_term
    >>> print_term(derivative(parse_term("x**2 + sqrt(x)*y"), "x"))
    '2*x + 1/(2*sqrt(x))*y'
    """
    return _slope(root, name, {})


def _slope(root: Term, name: str, done: dict[bytes, Term]) -> Term:
    """The derivative, given those of some terms, to which those of its subterms are added."""
    for t in subterms(root):
        if name in t.names and t.key not in done:
            if t.op in BINDERS:
                done[t.key] = _bound(t, name, done)
            else:
                done[t.key] = num(1) if t.op == "var" else _derivative(t, done)
    return done.get(root.key, num(0))


def _derivative(t: Term, done: dict[bytes, Term]) -> Term:
    """By the derivatives in `done` of those arguments that vary."""
    inner = [done.get(a.key) for a in t.args]
    first, second = inner[0], inner[-1]
    a, b = t.args[0], t.args[-1]
    if t.op in _OUTER and first is not None:
        return _times(_OUTER[t.op](a), first)
    if t.op == "neg" and first is not None:
        return -first
    if t.op in ("add", "sub"):
        return _sum(t.op, first, second)
    if t.op == "mul":
        return _sum("add", first and _times(first, b), second and _times(second, a))
    if t.op == "div":
        return _sum("sub", first and first / b, second and _times(second, a / b**2))
    if t.op == "pow":
        return _power(t, first, second)
    if t.op in ("uppergamma", "lowergamma") and first is None and second is not None:
        # the integrand at b. Where b = 0 it is defined only if a > 1; b >= 0 all around, so b' = 0 there, and
        # the part from 0 to b, which is at most b**a/a, is o(|t|): the derivative is 0, as the product is
        density = _times(b ** (a - 1) * apply("exp", -b), second)
        return -density if t.op == "uppergamma" else density
    raise KernelError(f"{t.op} cannot be differentiated here: replace it by other terms first")


def _bound(t: Term, name: str, done: dict[bytes, Term]) -> Term:
    """Of a sum or a product with fixed ends by the derivatives of its terms, which are defined where it is; a
    product p has the slope p times the sum of f'/f. Of an integral of a fixed f by its ends.

    There, all intervals between the ends near a point make one interval, on which f is continuous; so the
    integral of f from a fixed place of it has the derivative f, one-sided at its ends, and by the chain rule
    that of the integral from a to b is f(b)*b' - f(a)*a'."""
    ends, parts = t.args[:2], t.args[2:]
    if t.op == "integral" and not any(a.key in done for a in parts):
        slopes = [s and _times(s, instance(t, a)) for a in ends for s in [done.get(a.key)]]
        return _sum("sub", slopes[1], slopes[0])
    if t.op == "integral" or any(a.key in done for a in ends):
        raise KernelError(f"this {t.op} cannot be differentiated by {name}: it stands in an end or a factor")
    index = index_of(t)  # not `name`, which occurs in t
    body = instance(t, var(index))
    slope = _slope(body, name, done)
    if t.op == "sum":
        return bind("sum", slope, index, *ends)
    return t * bind("sum", slope / body, index, *ends)


def _times(a: Term, b: Term) -> Term:
    """The product; a factor 1 is left out."""
    one = num(1)
    return b if a == one else a if b == one else a * b


def _sum(op: str, a: Term | None, b: Term | None) -> Term:
    """The sum or difference of what is there; at least one is."""
    if a is None or b is None:
        present = a if a is not None else b
        if present is None:
            raise KernelError("nothing to differentiate")
        return -present if a is None and op == "sub" else present
    return Term(op, (a, b))


def _power(t: Term, base_slope: Term | None, exponent_slope: Term | None) -> Term:
    """b**e by e*b**(e - 1)*b' for a fixed exponent; else through exp(e*log(b)), which needs b > 0.

    Where b = 0 and e is no integer the first holds too if its b**(e - 1) is defined, so that e > 1:
    b >= 0 all around, so b' = 0 there, and b**e = o(|t|)."""
    b, e = t.args
    if exponent_slope is None and base_slope is not None:
        p = rational_value(e)
        if p == 1:
            return base_slope
        lower = num(p - 1) if p is not None else e - 1
        return _times(e * (b if p == 2 else b**lower), base_slope)
    by_exponent = exponent_slope and _times(exponent_slope, apply("log", b))
    return t * _sum("add", by_exponent, base_slope and e * (base_slope / b))
