"""Rigorous evaluation: enclosures by arb over boxes, exact values at rational points.

An enclosure contains the value of the term at every point of the box at which the term is defined;
of other points it says nothing. `compare` is the only place where enclosures decide, and it affirms
only what arb affirms of finite enclosures.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import Final

from flint import arb, ctx, fmpq, fmpz

from ..limits import MAX_DIGITS, MAX_EXPONENT, KernelError, need
from ..metering import charge
from .binders import instance
from .claims import Relation
from .series import CONSTANT_BALLS, interval, taylor, work
from .terms import BINDERS, INDEX, Term, arithmetic, num, numeral, rational_values, substitute, subterms, var

Box = Mapping[str, tuple[fmpq, fmpq]]

MAX_SUMMANDS: Final = 5_000
"""Terms of one sum that are evaluated."""
MAX_LOOKS: Final = 100_000
"""Terms of all sums, long ones for several, and parts of all intervals looked at for one question."""
INTEGRAL_ORDER: Final = 12
MAX_PARTS: Final = 300


class Room:
    """How much is looked at to answer one question, where sums within sums would ask for ever more: what is
    left of it.

    >>> room = Room(10)
    >>> room.takes(8), room.takes(8), room.takes(2)
    (True, False, True)
    """

    __slots__ = ("left",)

    def __init__(self, left: int = MAX_LOOKS) -> None:
        self.left = left

    def takes(self, count: int) -> bool:
        """Whether there is room for so many; then there is less."""
        if count > self.left:
            return False
        self.left -= count
        return True


def enclose(root: Term, box: Box, precision: int = 64, room: Room | None = None) -> arb:
    """A ball that contains the term's value at every point of the box where it is defined; of all numbers,
    where there is no room for its sums and integrals.

    >>> from .grammar import parse_term
    >>> enclose(parse_term("pi - 3"), {}) > 0
    True
    """
    need(2 <= precision <= 4096, f"a precision of {precision} bits; between 2 and 4096")
    with ctx.workprec(precision):
        points = {name: low for name, (low, high) in box.items() if low == high}
        balls = {name: interval(*ends) for name, ends in box.items()}
        return _enclosed(root, balls, points, room or Room())


def _enclosed(root: Term, balls: Mapping[str, arb], points: Mapping[str, fmpq], room: Room) -> arb:
    """The ball for balls of the variables, some of which are known as numbers."""
    numbers = rational_values(root)
    values: dict[bytes, arb] = {}
    order = subterms(root)
    charge(5 + work(order, ctx.prec))
    for t in order:
        exact_value = numbers.get(t.key)
        if exact_value is not None:
            values[t.key] = arb(exact_value)
        elif t.op == "pow":
            base, exponent = (values[a.key] for a in t.args)
            values[t.key] = _power(base, exponent, numbers.get(t.args[1].key))
        elif t.op == "integral":
            values[t.key] = _integral(t, points, room)
        elif isinstance(t.value, Term):
            values[t.key] = _summed(t.op, t.value, [values[a.key] for a in t.args], room)
        elif t.op == "var":
            values[t.key] = balls.get(str(t.value), arb.nan())
        else:
            args = [values[a.key] for a in t.args]
            values[t.key] = CONSTANT_BALLS[str(t.value)]() if t.op == "const" else _apply(t.op, args)
    return values[root.key]


def _summed(op: str, body: Term, args: list[arb], room: Room) -> arb:
    """A sum or product between ends that are integers, as they are wherever it has a value: those in the
    balls, if there is only one of each."""
    low, high = map(_whole, args[:2])
    if low is None or high is None or not -1 <= high - low < MAX_SUMMANDS:
        return arb.nan()
    parts = {f"p{i + 1}": ball for i, ball in enumerate(args[2:])}
    result = arb(0 if op == "sum" else 1)
    for k in range(int(low), int(high) + 1):
        if not room.takes(1 + body.size // 8):
            return arb.nan()
        term = _enclosed(body, {**parts, INDEX: arb(k)}, {INDEX: fmpq(k)}, room)
        result = result + term if op == "sum" else result * term
        if not result.is_finite():
            break
    return result


def _integral(t: Term, points: Mapping[str, fmpq], room: Room) -> arb:
    if not t.names <= points.keys():
        return arb.nan()
    try:
        return integrated(substitute(t, {name: num(points[name]) for name in t.names}), ctx.prec, room)
    except KernelError:
        return arb.nan()


def _apply(op: str, args: list[arb]) -> arb:
    a, b = args[0], args[-1]
    if op in ("min", "max"):
        return reduce(arb.min if op == "min" else arb.max, args)
    if op in ("uppergamma", "lowergamma"):
        return b.gamma_upper(a) if op == "uppergamma" else b.gamma_lower(a)
    if op == "sqrt":
        return _nonnegative(a, arb.sqrt)
    if op in ("asin", "acos"):
        # monotone on [-1, 1], beyond which it has no value: the ends of the ball, as far as they are there
        low, high = (a.lower() if a.lower() >= -1 else arb(-1)), (a.upper() if a.upper() <= 1 else arb(1))
        return _UNARY[op](low).union(_UNARY[op](high))
    if op in ("neg", "abs"):
        return -a if op == "neg" else _absolute(a)
    return _BINARY[op](a, b) if op in _BINARY else _UNARY[op](a)


_BINARY: Final = {"add": arb.__add__, "sub": arb.__sub__, "mul": arb.__mul__, "div": arb.__truediv__}
_NAMED: Final = (
    "exp", "log", "floor", "ceil", "sin", "cos", "tan", "sinh", "cosh", "tanh", "asin", "acos", "atan", "erf",
    "erfc", "gamma",
)  # fmt: skip
_UNARY: Final[dict[str, Callable[[arb], arb]]] = {name: getattr(arb, name) for name in _NAMED}
"""What arb calls by the same name. It continues gamma to a < 0, where the language has no value; the ball
stays an enclosure."""


def _nonnegative(a: arb, f: Callable[[arb], arb]) -> arb:
    """An increasing function with f(0) = 0 that is defined from 0 on, of a ball that may reach below."""
    return f(a) if a > 0 else arb(0).union(f(a.upper()))


def _whole(a: arb) -> fmpz | None:
    """The only integer in a ball, if there is one and it is not too large to be written out."""
    return a.unique_fmpz() if abs(a) < 2**64 else None


def _absolute(a: arb) -> arb:
    return abs(a) if a > 0 or a < 0 else arb(0).union(a.abs_upper())


def _power(base: arb, exponent: arb, p: fmpq | None) -> arb:
    if p is not None and p.q == 1:
        base = _absolute(base) if p.p % 2 == 0 else base
        return base ** fmpz(p.p)
    if p is not None and p > 0:
        return _nonnegative(base, lambda a: a ** arb(p))
    if base > 0:
        return (exponent * base.log()).exp()
    whole = _whole(exponent) if exponent.is_exact() else None
    if whole is not None:
        return _power(base, exponent, fmpq(whole))
    # a base <= 0 occurs only with e > 0, and then abs(base**e) = abs(base)**e (negative: integer e)
    bound = (exponent * base.abs_upper().log()).exp() if exponent > 0 else arb.nan()
    return arb(0).union(bound).union(-bound)


def integrated(t: Term, precision: int, room: Room | None = None) -> arb:
    """A ball that contains the value of an integral without variables, if it has one.

    With the index from one end to the other as u goes from 0 to 1, the integral from 0 to 1 of a function g
    of u. On a part [c - r, c + r] on which g is analytic (`taylor`) it is the sum of
    2*g^(k)(c)/k!*r^(k+1)/(k+1) for even k < n plus, n being even, 2*r^(n+1)/(n+1) times a number in the ball
    of g^(n)/n! on the part, for (u - c)^n is nowhere negative. On other parts, made small, it is the part's
    length times a number in g's ball.

    >>> from .grammar import parse_term
    >>> integrated(parse_term("integral(1/t, t, 1, E)"), 64).mid().str(12, radius=False)
    '1.00000000000'
    """
    room, (low, high) = room or Room(), t.args[:2]
    g = (high - low) * instance(t, low + (high - low) * var("u"))
    total, parts, count = arb(0), [(fmpq(0), fmpq(1), 0)], 0
    while parts:
        start, end, depth = parts.pop()
        count += 1
        if not room.takes(1):
            return arb.nan()
        part = _part(g, start, end, precision)
        small = part is not None and part.rad() < arb(2) ** -50
        if not small and depth < (8 if part is not None else 24) and count + len(parts) < MAX_PARTS:
            middle = (start + end) / 2
            parts += [(start, middle, depth + 1), (middle, end, depth + 1)]
            continue
        with ctx.workprec(precision):
            if part is None:
                part = enclose(g, {"u": (start, end)}, precision, room) * (end - start)
            total += part
            if not total.is_finite():
                break
    return total


def _part(g: Term, start: fmpq, end: fmpq, precision: int) -> arb | None:
    c, r, n = (start + end) / 2, (end - start) / 2, INTEGRAL_ORDER
    try:
        here, last = taylor(g, "u", c, c, n - 1, precision), taylor(g, "u", start, end, n, precision)[n]
    except KernelError:
        return None
    with ctx.workprec(precision):
        even = (2 * here[k] * arb(r ** (k + 1) / (k + 1)) for k in range(0, n, 2))
        return sum(even, last * arb(2 * r ** (n + 1) / (n + 1)))


def compare(r: Relation, box: Box, precision: int = 64, room: Room | None = None) -> bool | None:
    """True if arb affirms the relation at every point of the box at which both sides are defined; else
    None, which decides nothing. Equality is never affirmed; != is if one side is affirmed greater."""
    room = room or Room()
    left, right = enclose(r.left, box, precision, room), enclose(r.right, box, precision, room)
    if not (left.is_finite() and right.is_finite()):
        return None
    if r.op == "!=":
        return left < right or left > right or None
    affirmed = {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right, "=": False}
    return affirmed[r.op] or None


def exact(root: Term, point: Mapping[str, fmpq], room: Room | None = None) -> fmpq | None:
    """The rational value at a point, if the term is defined there and every step has an evident
    rational value (roots of perfect powers, exp(0), log(1), integer parts, ...); else None. Where the
    term is not defined the answer means nothing.

    >>> from .grammar import parse_term
    >>> exact(parse_term("sqrt(x) + floor(7/2)"), {"x": fmpq(9, 4)})
    9/2
    """
    known = numeral(root)
    return exact_along(subterms(root), point, room) if known is None else known


def exact_along(order: Sequence[Term], point: Mapping[str, fmpq], room: Room | None = None) -> fmpq | None:
    """`exact` of the last of a term's `subterms`, for those who ask of one term at many points."""
    charge(len(order))
    values: dict[bytes, fmpq] = {}
    for t in order:
        args = [values[a.key] for a in t.args if a.key in values]
        value: fmpq | None = None
        if t.op == "var":
            value = point.get(str(t.value))
        elif t.op == "num" and isinstance(t.value, fmpq):
            value = t.value
        elif isinstance(t.value, Term) and all(a.key in values for a in t.args[:2]):
            if len(args) == len(t.args):
                room = room or Room()
                value = _exact_sum(t.op, t.value, args, room)
            elif t.op != "integral" and args[1] == args[0] - 1:
                value = fmpq(t.op == "prod")  # what is summed needs no value then
        elif t.op != "const" and t.op not in BINDERS and len(args) == len(t.args):
            value = exact_value(t.op, args)
        if value is not None and value.height_bits() <= 8 * MAX_DIGITS:
            values[t.key] = value
        elif not any(u.op in BINDERS for u in order):
            return None
    return values.get(order[-1].key)


def _exact_sum(op: str, body: Term, args: list[fmpq], room: Room) -> fmpq | None:
    """A sum or product of rational values; an integral over no interval."""
    low, high = args[:2]
    if op == "integral":
        return fmpq(0) if low == high else None
    if low.q != 1 or high.q != 1 or not -1 <= high - low < MAX_SUMMANDS:
        return None
    parts, order = {f"p{i + 1}": x for i, x in enumerate(args[2:])}, subterms(body)
    result = fmpq(0 if op == "sum" else 1)
    for k in range(int(low.p), int(high.p) + 1):
        term = exact_along(order, {**parts, INDEX: fmpq(k)}, room) if room.takes(1 + body.size // 8) else None
        charge(result.height_bits() // 2_000)
        if term is None or result.height_bits() > 8 * MAX_DIGITS:
            return None
        result = result + term if op == "sum" else result * term
    return result


def exact_value(op: str, args: Sequence[fmpq]) -> fmpq | None:
    """What an operation makes of numbers, where that is a rational number by inspection; else None."""
    a, b = args[0], args[-1]
    if (found := arithmetic(op, args)) is not None:
        return found
    if op in ("min", "max"):
        return min(args) if op == "min" else max(args)
    if op == "pow":
        return _exact_power(a, b)
    if op == "sqrt":
        return _exact_power(a, fmpq(1, 2))
    if op == "abs":
        return abs(a)
    if op in ("floor", "ceil"):
        return fmpq(a.floor() if op == "floor" else a.ceil())
    if op == "gamma":
        return fmpq(math.factorial(int(a.p) - 1)) if a.q == 1 and 1 <= a <= 500 else None
    if a == 0 and op in ("sin", "tan", "sinh", "tanh", "asin", "atan", "erf"):
        return fmpq(0)
    if a == 0 and op in ("exp", "cos", "cosh", "erfc"):
        return fmpq(1)
    return fmpq(0) if a == 1 and op in ("log", "acos") else None


def _exact_power(a: fmpq, e: fmpq) -> fmpq | None:
    """a**e where that is rational by inspection, with sizes checked before anything is computed."""
    if a == 0:
        return fmpq(0) if e > 0 else None
    if e.q > 64 or abs(e) > MAX_EXPONENT or abs(int(e.p)) * a.height_bits() > 8 * MAX_DIGITS:
        return None
    if e.q == 1:
        return a ** int(e.p)
    if a < 0:
        return None
    q = int(e.q)
    top, bottom = fmpz(a.p).root(q), fmpz(a.q).root(q)
    return fmpq(top, bottom) ** int(e.p) if top**q == a.p and bottom**q == a.q else None
