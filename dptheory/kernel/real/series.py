"""Taylor series of a term in one variable, with balls for coefficients, and what they show of a sign."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import methodcaller
from typing import Any, Final

from flint import arb, arb_series, ctx, fmpq, fmpq_series

from ..limits import MAX_EXPONENT, KernelError, need
from ..metering import charge
from .terms import Term, rational_values, subterms

MAX_ORDER: Final = 60
CONSTANT_BALLS: Final[dict[str, Callable[[], arb]]] = {"pi": arb.pi, "E": arb.const_e}

Series = Any  # arb_series or fmpq_series, which have the same operations

_ENTIRE: Final[dict[str, Callable[[Series], Series]]] = {
    **{name: methodcaller(name) for name in ("exp", "sin", "cos", "atan", "erf", "erfc")},
    "sinh": lambda a: (a.exp() - (-a).exp()) / 2,
    "cosh": lambda a: (a.exp() + (-a).exp()) / 2,
    "tanh": lambda a: 1 - 2 / ((2 * a).exp() + 1),
}
_POSITIVE: Final = {name: methodcaller(name) for name in ("log", "sqrt", "gamma")}


def interval(low: fmpq, high: fmpq) -> arb:
    """A ball that contains [low, high]; exact up to rounding where low = high."""
    return arb(low) if low == high else arb(low).union(arb(high))


_HARD: Final = {"gamma": 2, "uppergamma": 6, "lowergamma": 6, "erf": 2, "erfc": 2}


def work(order: Sequence[Term], precision: int) -> int:
    """The steps that the enclosures of some terms are counted as."""
    hard = sum(_HARD[t.op] for t in order if t.op in _HARD)
    return 2 * len(order) + hard * (1 + precision // 64)


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
    with ctx.workprec(precision):
        argument = arb_series([interval(low, high), 1], prec=order + 1)
        try:
            found = _evaluated(root, name, argument, order, lambda x: arb_series([arb(x)], prec=order + 1))
        except (ValueError, ZeroDivisionError):  # a ball too wide to divide by
            raise KernelError(f"no Taylor series is seen on [{low}, {high}]") from None
    need(all(c.is_finite() for c in found), f"no finite Taylor series on [{low}, {high}]")
    return found


def vanishes(root: Term, name: str, at: fmpq, zeros: int) -> bool:
    """Whether the first `zeros` Taylor coefficients of a term that is analytic around a point are seen to be
    0 there: by power series with exact rational coefficients, which exist if every function met has them.

    >>> from .grammar import parse_term
    >>> [vanishes(parse_term("exp(x) - 1 - x"), "x", fmpq(0), m) for m in (2, 3)]
    [True, False]
    """
    if not 0 <= zeros <= MAX_ORDER:
        return False
    argument = fmpq_series([at, 1], prec=zeros)
    try:
        found = _evaluated(root, name, argument, zeros - 1, lambda x: fmpq_series([x], prec=zeros))
    except (KernelError, ValueError, AttributeError, ZeroDivisionError):
        return False  # a function with a value, or a coefficient, that is not rational
    return not any(found)


def _evaluated(root: Term, name: str, x: Series, order: int, constant: Callable[[fmpq], Series]) -> list[Any]:
    """The coefficients up to an order of the series that the term makes of its variable's."""
    numbers, terms = rational_values(root), subterms(root)
    charge(20 + work(terms, ctx.prec) * (3 + order // 8))
    before, values = ctx.cap, dict[bytes, Series]()
    ctx.cap = order + 1
    try:
        for t in terms:
            if t.key in numbers:
                values[t.key] = constant(numbers[t.key])
            elif t.op == "var" and t.value == name:
                values[t.key] = x
            elif t.op == "const" and isinstance(x, arb_series):
                values[t.key] = arb_series([CONSTANT_BALLS[str(t.value)]()])
            elif t.op == "pow":
                base, exponent = (values[a.key] for a in t.args)
                p = numbers.get(t.args[1].key)
                values[t.key] = _power(base, exponent, p, constant(fmpq(1)))
            else:
                values[t.key] = _operation(t.op, [values[a.key] for a in t.args])
        return [values[root.key][k] for k in range(order + 1)]
    finally:
        ctx.cap = before


def _operation(op: str, args: list[Series]) -> Series:
    """An operation where it is analytic around all that its arguments' constant coefficients contain."""
    need(args, "a series is of one variable")
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
    if op == "tan" and ((cosine := a.cos())[0] > 0 or cosine[0] < 0):
        return a.sin() / cosine
    if op in ("asin", "acos") and at > -1 and at < 1:
        return a.asin() if op == "asin" else a.acos()
    if op == "abs" and (at > 0 or at < 0):
        return a if at > 0 else -a
    if op in ("min", "max") and len(args) == 2 and (at < other or at > other):
        return a if (at < other) == (op == "min") else b
    raise KernelError(f"{op} is not seen to be analytic here")


def _power(base: Series, exponent: Series, p: fmpq | None, one: Series) -> Series:
    """base**exponent, where p is the exponent's value if that is a number."""
    positive = base[0] > 0
    if p is not None and p.q == 1 and abs(p) <= MAX_EXPONENT and (p > 0 or positive or base[0] < 0):
        result, square, n = one, base, abs(int(p))
        while n:
            result = result * square if n % 2 else result
            square, n = square * square, n // 2
        return result if p >= 0 else one / result
    need(positive, "a power is not seen to be analytic here")
    return (exponent * base.log()).exp()


def quotient(
    root: Term, name: str, low: fmpq, high: fmpq, at: fmpq, zeros: int, order: int, precision: int
) -> arb:
    """A ball that contains g(y)/(y - at)**zeros for every y of [low, high] but `at`, where g vanishes at
    `at` with its first `zeros` - 1 derivatives (which is not checked here), and `order` >= `zeros`.

    By Taylor's theorem, with n = `order`, g(y) = sum of g^(k)(at)/k!*(y - at)^k for k < n +
    g^(n)(s)/n!*(y - at)^n with some s between `at` and y; the terms before `zeros` are 0.
    """
    need(order >= zeros, "the order is less than that of the zero")
    result = taylor(root, name, min(low, at), max(high, at), order, precision)[order]
    if order > zeros:
        here = taylor(root, name, at, at, order - 1, precision)
        with ctx.workprec(precision):
            step = interval(low - at, high - at)
            for k in range(order - 1, zeros - 1, -1):
                result = here[k] + step * result
    return result
