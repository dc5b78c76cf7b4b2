"""The functions of terms at a point: exact where that is easy, an enclosure elsewhere."""

from __future__ import annotations

from collections.abc import Callable

from flint import arb, fmpq

Value = fmpq | arb
_BITS = 4000


def _neg(a: Value) -> Value:
    return -a


def add(a: Value, b: Value) -> Value:
    return _fit(a + b)


def _sub(a: Value, b: Value) -> Value:
    return _fit(a - b)


def multiply(a: Value, b: Value) -> Value:
    return _fit(a * b)


def _div(a: Value, b: Value) -> Value | None:
    if isinstance(b, arb):
        return None if b.contains(0) else a / b
    return _fit(a / b)


def _fit(a: Value) -> Value:
    return arb(a) if type(a) is fmpq and a.height_bits() > _BITS else a


def known_value(value: arb) -> arb | None:
    return value if value.is_finite() else None


def _pow(b: Value, e: Value) -> Value | None:
    if isinstance(e, fmpq):
        if e.q == 1:
            return _integer_power(b, int(e.p))
        if e.q == 2:
            root = _sqrt(b)
            return None if root is None else _integer_power(root, int(e.p))
    if b == 0:
        return fmpq(0) if e > 0 else None
    if not b > 0:
        return None
    return known_value((arb(e) * arb(b).log()).exp())


def real_power(b: Value, e: Value) -> Value | None:
    return None if b < 0 else _pow(b, e)


def _integer_power(b: Value, n: int) -> Value | None:
    if n <= 0 and (b == 0 or (isinstance(b, arb) and b.contains(0))):
        return None
    if isinstance(b, arb) or b.height_bits() * abs(n) > _BITS:
        return known_value(arb(b) ** n)
    return b**n


def _exp(a: Value) -> Value | None:
    if a == 0:
        return fmpq(1)
    return known_value(arb(a).exp()) if -(10**9) < a < 10**9 else None


def _log(a: Value) -> Value | None:
    if a == 1:
        return fmpq(0)
    return known_value(arb(a).log()) if a > 0 else None


def _sqrt(a: Value) -> Value | None:
    if isinstance(a, arb):
        if a > 0:
            return a.sqrt()
        return a.abs_upper().sqrt().union(arb(0)) if a.contains(0) else None
    if a < 0:
        return None
    p, q = a.p, a.q
    root = fmpq(p.isqrt(), q.isqrt())
    return root if root * root == a else arb(a).sqrt()


def _abs(a: Value) -> Value:
    return -_min(a, -a)


def _min(*values: Value) -> Value:
    result = values[0]
    for v in values[1:]:
        result = _lesser(result, v)
    return result


def _max(*values: Value) -> Value:
    return -_min(*[-v for v in values])


def _lesser(a: Value, b: Value) -> Value:
    if a <= b:
        return a
    if b < a:
        return b
    return arb(a).min(arb(b))


def _floor(a: Value) -> Value | None:
    if isinstance(a, fmpq):
        return fmpq(a.p // a.q)
    found = a.floor().unique_fmpz()
    return None if found is None else fmpq(found)


def _ceil(a: Value) -> Value | None:
    low = _floor(-a)
    return None if low is None else -low


def _through(name: str) -> Callable[[Value], Value | None]:
    def function(a: Value) -> Value | None:
        return known_value(getattr(arb(a), name)())

    return function


def _at_zero(name: str) -> Callable[[Value], Value | None]:
    plain = _through(name)

    def function(a: Value) -> Value | None:
        if a == 0:
            return fmpq(1) if name in ("cos", "cosh", "erfc") else fmpq(0)
        return plain(a)

    return function


def _gamma(a: Value) -> Value | None:
    return known_value(arb(a).gamma()) if a > 0 else None


def _uppergamma(a: Value, x: Value) -> Value | None:
    return known_value(arb(x).gamma_upper(arb(a))) if a > 0 and x >= 0 else None


def _lowergamma(a: Value, x: Value) -> Value | None:
    return known_value(arb(x).gamma_lower(arb(a))) if a > 0 and x >= 0 else None


FUNCTIONS: dict[str, Callable[..., Value | None]] = {
    "neg": _neg,
    "add": add,
    "sub": _sub,
    "mul": multiply,
    "div": _div,
    "pow": _pow,
    "exp": _exp,
    "log": _log,
    "sqrt": _sqrt,
    "abs": _abs,
    "min": _min,
    "max": _max,
    "floor": _floor,
    "ceil": _ceil,
    "gamma": _gamma,
    "uppergamma": _uppergamma,
    "lowergamma": _lowergamma,
    **{n: _at_zero(n) for n in ("sin", "cos", "tan", "sinh", "cosh", "tanh", "erf", "erfc", "asin", "atan")},
    "acos": _through("acos"),
}
