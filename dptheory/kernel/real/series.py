"""Taylor series of a term in one variable, with balls for coefficients, and what they show of a sign."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from flint import arb, arb_series, ctx, fmpq, fmpz

from ..limits import KernelError
from ..metering import charge
from .enclose import interval
from .terms import Term, rational_values, subterms

MAX_ORDER: Final = 60

_ENTIRE: Final[dict[str, Callable[[arb_series], arb_series]]] = {
    "exp": arb_series.exp,
    "sin": arb_series.sin,
    "cos": arb_series.cos,
    "atan": arb_series.atan,
    "erf": arb_series.erf,
    "erfc": arb_series.erfc,
    "sinh": lambda a: (a.exp() - (-a).exp()) / 2,
    "cosh": lambda a: (a.exp() + (-a).exp()) / 2,
    "tanh": lambda a: 1 - 2 / ((2 * a).exp() + 1),
}
_POSITIVE: Final[dict[str, Callable[[arb_series], arb_series]]] = {
    "log": arb_series.log,
    "sqrt": arb_series.sqrt,
    "gamma": arb_series.gamma,
}


def taylor(root: Term, name: str, low: fmpq, high: fmpq, order: int, precision: int) -> list[arb]:
    """Balls that contain g^(k)(y)/k! for k = 0 ... `order` at every y of [low, high], g being the term as a
    function of its only variable; KernelError where that is not seen.

    Every operation is one that is analytic in a neighbourhood of all values that its arguments' balls
    contain (`_operation` refuses the rest), so g is defined and has all derivatives on a neighbourhood of
    [low, high], and the arithmetic of truncated power series with ball coefficients, done at the ball of
    all y at once, encloses its coefficients at each y.

    >>> from .grammar import parse_term
    >>> [str(c) for c in taylor(parse_term("exp(x)"), "x", fmpq(0), fmpq(0), 2, 64)]
    ['1.00000000000000', '1.00000000000000', '0.500000000000000']
    """
    if not 0 <= order <= MAX_ORDER or not 2 <= precision <= 4096:
        raise KernelError(f"an order of {order} with {precision} bits; at most {MAX_ORDER} with 2 to 4096")
    numbers, terms = rational_values(root), subterms(root)
    charge(5 + len(terms) * (2 + order * order // 4) * (1 + precision // 256))
    before = ctx.cap
    try:
        with ctx.workprec(precision):
            ctx.cap = order + 1
            values: dict[bytes, arb_series] = {}
            for t in terms:
                if t.key in numbers:
                    values[t.key] = arb_series([arb(numbers[t.key])])
                elif t.op == "var" and t.value == name:
                    values[t.key] = arb_series([interval(low, high), 1])
                elif t.op == "const":
                    values[t.key] = arb_series([arb.pi() if t.value == "pi" else arb.const_e()])
                elif t.op == "pow":
                    base, exponent = (values[a.key] for a in t.args)
                    values[t.key] = _power(base, exponent, numbers.get(t.args[1].key))
                else:
                    values[t.key] = _operation(t.op, [values[a.key] for a in t.args])
            found = [values[root.key][k] for k in range(order + 1)]
    finally:
        ctx.cap = before
    if not all(c.is_finite() for c in found):
        raise KernelError(f"no finite Taylor series on [{low}, {high}]")
    return found


def _operation(op: str, args: list[arb_series]) -> arb_series:
    """An operation where it is analytic on all of its arguments' balls."""
    if not args:
        raise KernelError("a series is of one variable")
    a, b = args[0], args[-1]
    at, other = a[0], b[0]
    if op == "neg":
        return -a
    if op in ("add", "sub", "mul"):
        return a + b if op == "add" else a - b if op == "sub" else a * b
    if op in _ENTIRE:
        return _ENTIRE[op](a)
    if op in _POSITIVE and at > 0:
        return _POSITIVE[op](a)
    if op == "div" and (other > 0 or other < 0):
        return a / b
    if op == "tan" and (at.cos() > 0 or at.cos() < 0):
        return a.sin() / a.cos()
    if op in ("asin", "acos") and at > -1 and at < 1:
        return a.asin() if op == "asin" else a.acos()
    if op == "abs" and (at > 0 or at < 0):
        return a if at > 0 else -a
    if op in ("min", "max") and len(args) == 2 and (at < other or at > other):
        return a if (at < other) == (op == "min") else b
    raise KernelError(f"{op} is not seen to be analytic here")


def _power(base: arb_series, exponent: arb_series, p: fmpq | None) -> arb_series:
    """base**exponent, where p is the exponent's value if that is a number."""
    at = base[0]
    if p is not None and p.q == 1 and (p >= 0 or at > 0 or at < 0):
        if p == 0 and not (at > 0 or at < 0):
            raise KernelError("0**0 has no value")
        if abs(p) > 1000:
            raise KernelError(f"an exponent of {p}")
        whole = _whole(base, int(abs(p).p))
        return whole if p >= 0 else arb_series([1]) / whole
    if at > 0:
        return (exponent * base.log()).exp()
    raise KernelError("a power is not seen to be analytic here")


def _whole(base: arb_series, n: int) -> arb_series:
    """base**n by repeated squaring."""
    result, square = arb_series([1]), base
    while n:
        result = result * square if n % 2 else result
        square, n = square * square, n // 2
    return result


def quotient(
    root: Term, name: str, low: fmpq, high: fmpq, at: fmpq, zeros: int, order: int, precision: int
) -> arb:
    """A ball that contains g(y)/(y - at)**zeros for every y of [low, high] but `at`, where g vanishes at
    `at` with its first `zeros` - 1 derivatives (which is not checked here), and `order` >= `zeros`.

    By Taylor's theorem g(y) = sum of g^(k)(at)/k!*(y - at)^k for k < order + g^(order)(s)/order!*(y - at)^order
    with some s between `at` and y; the terms before `zeros` are 0.
    """
    if order < zeros:
        raise KernelError("the order is less than that of the zero")
    result = taylor(root, name, min(low, at), max(high, at), order, precision)[order]
    if order > zeros:
        here = taylor(root, name, at, at, order - 1, precision)
        with ctx.workprec(precision):
            step = interval(low - at, high - at)
            for k in range(order - 1, zeros - 1, -1):
                result = here[k] + step * result
    return result
