"""What a text means at a point, by other code than the kernel's: Python's own parser, fractions, mpmath.

Only small texts are read: + - * / ** and the functions of the language. A value is a fraction where that is plain,
else a number of 50 digits; what these cannot tell apart is `Unsure`.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

import mpmath

Q = Fraction
Value = Fraction | mpmath.mpf
Point = Mapping[str, Fraction]
DIGITS: Final = 50
LONG: Final = 4_000
MANY: Final = 500
SUMS: Final = ("sum", "prod")
RELATIONS: Final = ("<=", ">=", "!=", "<", ">", "=")


class Undefined(Exception):
    """A text without a value."""


class Unsure(Exception):
    """A text that this oracle cannot read, or two values that it cannot tell apart."""


_READING: Final = [False]


@contextmanager
def wide() -> Iterator[None]:
    """Read every power by its exponent's value, however that is written: what an attack would have accepted."""
    _READING.append(True)
    try:
        yield
    finally:
        _READING.pop()


@dataclass(frozen=True)
class Said:
    """A relation as it is written; the relations of a chain are several. `x < oo` is that x is finite."""

    op: str
    left: ast.expr
    right: ast.expr | None


@lru_cache(maxsize=20_000)
def tree(text: str) -> ast.expr:
    """The tree of a term."""
    try:
        return ast.parse(text.strip().replace("^", "**"), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise Unsure(text) from None


@lru_cache(maxsize=20_000)
def said(text: str) -> tuple[Said, ...]:
    """The relations that a text says one after the other."""
    parts, ops, depth, start, i = list[str](), list[str](), 0, 0, 0
    while i < len(text):
        depth += {"(": 1, ")": -1}.get(text[i], 0)
        op = next((r for r in RELATIONS if depth == 0 and text.startswith(r, i)), None)
        if op is not None:
            parts.append(text[start:i])
            ops.append(op)
            start = i = i + len(op)
        else:
            i += 1
    parts.append(text[start:])
    made = []
    for op, one, other in zip(ops, parts, parts[1:], strict=False):
        ends = [p.strip() in ("oo", "-oo") for p in (one, other)]
        if any(ends):
            made.append(Said("finite", tree(other if ends[0] else one), None))
        else:
            made.append(Said(op, tree(one), tree(other)))
    return tuple(made)


@lru_cache(maxsize=20_000)
def conditions(where: str) -> tuple[tuple[Said, ...], frozenset[str]]:
    """The relations of a list of conditions, and its integers."""
    pieces, depth, start = list[str](), 0, 0
    for i, letter in enumerate(where):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            pieces.append(where[start:i])
            start = i + 1
    pieces.append(where[start:])
    integers = {p.split()[0] for p in pieces if p.strip().endswith(" integer")}
    kept = [p for p in pieces if p.strip() and not p.strip().endswith(" integer")]
    return tuple(r for p in kept for r in said(p)), frozenset(integers)


def names(*relations: Said) -> frozenset[str]:
    """The variables of relations."""
    nodes = [n for r in relations for side in (r.left, r.right) if side is not None for n in ast.walk(side)]
    calls = [n for n in nodes if isinstance(n, ast.Call) and len(n.args) == 4]
    bound = {n.args[1].id for n in calls if isinstance(n.args[1], ast.Name)}
    known = _FUNCTIONS.keys() | {"pi", "E", *SUMS, "integral"} | bound
    return frozenset(n.id for n in nodes if isinstance(n, ast.Name)) - known


def value(t: ast.expr, point: Point, integers: frozenset[str]) -> Value:
    """The value of a term as it is written; Undefined where it has none."""
    if isinstance(t, ast.Constant) and isinstance(t.value, int | float):
        return Q(str(t.value))
    if isinstance(t, ast.Name):
        if t.id in ("pi", "E"):
            return +mpmath.pi if t.id == "pi" else +mpmath.e
        if t.id not in point:
            raise Unsure(t.id)
        return point[t.id]
    if isinstance(t, ast.UnaryOp) and isinstance(t.op, ast.USub):
        return -value(t.operand, point, integers)
    if isinstance(t, ast.BinOp):
        a, b = (value(side, point, integers) for side in (t.left, t.right))
        if isinstance(t.op, ast.Pow):
            return _power(a, b, t.right, integers)
        return _sum(type(t.op), a, b)
    if isinstance(t, ast.Call) and isinstance(t.func, ast.Name) and t.func.id in SUMS:
        return _terms(t, point, integers)
    if isinstance(t, ast.Call) and isinstance(t.func, ast.Name) and t.func.id in _FUNCTIONS:
        return _short(_FUNCTIONS[t.func.id](*[value(a, point, integers) for a in t.args]))
    raise Unsure(ast.dump(t)[:80])


def _terms(t: ast.Call, point: Point, integers: frozenset[str]) -> Value:
    """A sum or a product, term by term."""
    body, index, *ends = t.args
    low, high = (value(end, point, integers) for end in ends)
    if not isinstance(index, ast.Name) or not isinstance(low, Fraction) or not isinstance(high, Fraction):
        raise Unsure(ast.dump(t)[:80])
    if low.denominator != 1 or high.denominator != 1 or high < low - 1:
        raise Undefined
    if high - low > MANY:
        raise Unsure("many terms")
    plus = isinstance(t.func, ast.Name) and t.func.id == "sum"
    result: Value = Q(0) if plus else Q(1)
    for k in range(int(low), int(high) + 1):
        one = value(body, {**point, index.id: Q(k)}, integers | {index.id})
        result = _sum(ast.Add if plus else ast.Mult, result, one)
    return result


def _sum(op: type[ast.operator], a: Value, b: Value) -> Value:
    if op is ast.Div:
        if compared("=", b, Q(0)):
            raise Undefined
        return _mixed(a, b, lambda x, y: x / y)
    table = {ast.Add: lambda x, y: x + y, ast.Sub: lambda x, y: x - y, ast.Mult: lambda x, y: x * y}
    if op not in table:
        raise Unsure(str(op))
    return _short(_mixed(a, b, table[op]))


def _mixed(a: Value, b: Value, work: object) -> Value:
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return work(a, b)  # type: ignore[operator, no-any-return]
    return work(_float(a), _float(b))  # type: ignore[operator, no-any-return]


def _short(x: Value) -> Value:
    if isinstance(x, Fraction) and max(x.numerator.bit_length(), x.denominator.bit_length()) > LONG:
        return _float(x)
    return x


def _float(x: Value) -> mpmath.mpf:
    if isinstance(x, Fraction):
        return mpmath.mpf(x.numerator) / mpmath.mpf(x.denominator)
    return x


def written(t: ast.expr, integers: frozenset[str]) -> str:
    """How an exponent is written: as a "number", an "integer" or a "real"."""
    if _number(t):
        return "number"
    return "integer" if _integer(t, integers) else "real"


def _number(t: ast.expr) -> bool:
    if isinstance(t, ast.Constant):
        return True
    if isinstance(t, ast.UnaryOp):
        return _number(t.operand)
    plain = isinstance(t, ast.BinOp) and not isinstance(t.op, ast.Pow)
    return plain and _number(t.left) and _number(t.right)  # type: ignore[attr-defined]


def _integer(t: ast.expr, integers: frozenset[str]) -> bool:
    if isinstance(t, ast.Constant):
        return Q(str(t.value)).denominator == 1
    if isinstance(t, ast.Name):
        return t.id in integers
    if isinstance(t, ast.UnaryOp):
        return _integer(t.operand, integers)
    if isinstance(t, ast.Call) and isinstance(t.func, ast.Name):
        return t.func.id in ("floor", "ceil")
    if isinstance(t, ast.BinOp) and isinstance(t.op, ast.Pow):
        return _integer(t.left, integers) and isinstance(t.right, ast.Constant)
    sums = isinstance(t, ast.BinOp) and isinstance(t.op, ast.Add | ast.Sub | ast.Mult)
    return sums and _integer(t.left, integers) and _integer(t.right, integers)  # type: ignore[attr-defined]


def _power(b: Value, e: Value, text: ast.expr, integers: frozenset[str]) -> Value:
    sort = written(text, integers)
    whole = isinstance(e, Fraction) and e.denominator == 1
    if whole and _READING[-1]:
        sort = "number"
    if sort == "integer" and not whole:
        raise Unsure("an integer that is none")
    if (sort == "real" or not whole) and compared("<", b, Q(0)):
        raise Undefined
    if compared("=", b, Q(0)):
        if not compared(">", e, Q(0)):
            raise Undefined
        return Q(0)
    short = (
        isinstance(b, Fraction) and abs(e) * max(b.numerator.bit_length(), b.denominator.bit_length()) <= LONG
    )
    if whole and short:
        return b ** int(e)
    if whole:
        return mpmath.power(_float(b), int(e))
    size = _float(e) * mpmath.log(_float(b))
    if abs(size) > 10**5:
        raise Unsure("a power too large")
    return mpmath.exp(size)


def _log(a: Value) -> Value:
    if not compared(">", a, Q(0)):
        raise Undefined
    return Q(0) if a == 1 else mpmath.log(_float(a))


def _sqrt(a: Value) -> Value:
    if compared("<", a, Q(0)):
        raise Undefined
    if isinstance(a, Fraction):
        p, q = math.isqrt(a.numerator), math.isqrt(a.denominator)
        if p * p == a.numerator and q * q == a.denominator:
            return Q(p, q)
    return mpmath.sqrt(_float(a))


def _exp(a: Value) -> Value:
    if abs(a) > 10**5:
        raise Unsure("an exponential too large")
    return Q(1) if a == 0 else mpmath.exp(_float(a))


def _floor(a: Value) -> Value:
    if not isinstance(a, Fraction):
        raise Unsure("an integer part")
    return Q(math.floor(a))


def _smooth(function: Callable[[mpmath.mpf], mpmath.mpf]) -> Callable[[Value], Value]:
    """A function that has values everywhere."""

    def at(a: Value) -> Value:
        if abs(a) > 10**5:
            raise Unsure("an argument too large")
        return function(_float(a))

    return at


def _tan(a: Value) -> Value:
    if compared("=", _smooth(mpmath.cos)(a), Q(0)):
        raise Undefined
    return mpmath.tan(_float(a))


def _arc(function: Callable[[mpmath.mpf], mpmath.mpf]) -> Callable[[Value], Value]:
    def at(a: Value) -> Value:
        if compared("<", a, Q(-1)) or compared(">", a, Q(1)):
            raise Undefined
        return function(_float(a))

    return at


def _gamma(a: Value, *ends: Value, upper: bool = False) -> Value:
    """The integral of t**(a - 1)*exp(-t) over all t > 0, or over those beyond, or up to, an end."""
    if not compared(">", a, Q(0)) or any(compared("<", x, Q(0)) for x in ends):
        raise Undefined
    if any(_float(x) > 300 for x in (a, *ends)):
        raise Unsure("an argument too large")
    if not ends:
        return mpmath.gamma(_float(a))
    end = _float(ends[0])
    return mpmath.gammainc(_float(a), end) if upper else mpmath.gammainc(_float(a), 0, end)


def _first(op: str, values: tuple[Value, ...]) -> Value:
    best = values[0]
    for x in values[1:]:
        best = x if compared(op, x, best) else best
    return best


_FUNCTIONS = {
    "exp": _exp,
    "log": _log,
    "sqrt": _sqrt,
    "abs": lambda a: -a if compared("<", a, Q(0)) else a,
    **{
        name: _smooth(getattr(mpmath, name))
        for name in ("sin", "cos", "sinh", "cosh", "tanh", "atan", "erf", "erfc")
    },
    "tan": _tan,
    "asin": _arc(mpmath.asin),
    "acos": _arc(mpmath.acos),
    "gamma": lambda a: _gamma(a),
    "uppergamma": lambda a, x: _gamma(a, x, upper=True),
    "lowergamma": lambda a, x: _gamma(a, x),
    "floor": _floor,
    "ceil": lambda a: -_floor(-a),
    "min": lambda *values: _first("<", values),
    "max": lambda *values: _first(">", values),
}


def compared(op: str, a: Value, b: Value) -> bool:
    """Whether a relation holds between two values; Unsure where they are too near one another."""
    if not (isinstance(a, Fraction) and isinstance(b, Fraction)):
        x, y = _float(a), _float(b)
        if not (mpmath.isfinite(x) and mpmath.isfinite(y)):
            raise Unsure("a number too large")
        if abs(x - y) <= mpmath.mpf(10) ** -30 * (1 + abs(x) + abs(y)):
            raise Unsure("two values that are near")
        a, b = x, y
    table = {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b, "=": a == b, "!=": a != b}
    return bool(table[op])


def holds(r: Said, point: Point, integers: frozenset[str]) -> bool:
    """Whether a relation is defined and true at a point."""
    try:
        left = value(r.left, point, integers)
        return r.right is None or compared(r.op, left, value(r.right, point, integers))
    except Undefined:
        return False


def inside(where: str, point: Point) -> bool:
    """Whether a point is in a domain."""
    relations, integers = conditions(where)
    if any(point[name].denominator != 1 for name in integers & point.keys()):
        return False
    with mpmath.workdps(DIGITS):
        return all(holds(r, point, integers) for r in relations)


def fails(claim: str, where: str, points: Iterable[Point]) -> Point | None:
    """A point of the domain at which a claim fails, if one of the points is seen to be one."""
    _, integers = conditions(where)
    for point in points:
        try:
            with mpmath.workdps(DIGITS):
                if inside(where, point) and not all(holds(r, point, integers) for r in said(claim)):
                    return point
        except (Unsure, OverflowError, ZeroDivisionError):
            continue
    return None
