"""Printed claims read back and evaluated as coq/Semantics.v says, by code that shares nothing with the printer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import ceil, floor

import mpmath

Tree = tuple[object, ...]
Number = Fraction | mpmath.mpf


class NoValue(Exception):
    """The term has no value at the point."""


def read(text: str) -> list[object]:
    """Words in nested lists, by their brackets."""
    stack: list[list[object]] = [[]]
    for word in re.findall(r"\[|\]|\(|\)|,|;|\w+", text):
        if word in "([":
            stack.append([])
        elif word in ")]":
            inner = stack.pop()
            stack[-1].append(inner)
        elif word not in ",;":
            stack[-1].append(word)
    (found,) = stack
    return found


def parts(claim: str) -> tuple[list[bool], list[Tree], Tree]:
    """The sorts, the conditions and the conclusion of a claim."""
    head, sorts, conditions, concludes = read(claim)
    assert head == "Claim" and isinstance(sorts, list) and isinstance(conditions, list)
    relations = [_relation(one) for one in [*conditions, concludes]]
    return [word == "true" for word in sorts], relations[:-1], relations[-1]


def _relation(found: object) -> Tree:
    """(op, left, right), from the words between the commas."""
    assert isinstance(found, list)
    op, *rest = found
    left, right = _terms(rest)
    return (op, left, right)


ARITY = {"Num": 1, "Var": 1, "Pi": 0, "E": 0, "Neg": 1, "Fun": 2} | dict.fromkeys(
    ("Add", "Sub", "Mul", "Div", "Pow", "Max", "Min", "UpperGamma", "LowerGamma"), 2
) | dict.fromkeys(("Sum", "Prod", "Integral"), 3)  # fmt: skip


def _terms(words: Sequence[object]) -> list[Tree]:
    """The terms that stand one after the other."""
    found, rest = [], list(words)
    while rest:
        name = rest.pop(0)
        if isinstance(name, list):
            found += _terms(name)
            continue
        assert isinstance(name, str)
        args, rest = rest[: ARITY[name]], rest[ARITY[name] :]
        if name in ("Num", "Var"):
            found.append((name, int(str(args[0]))))
        elif name == "Fun":
            found.append((name, args[0], *_terms(args[1:])))
        else:
            found.append((name, *_terms(args)))
    return found


def number(t: Tree) -> Fraction | None:
    if t[0] == "Num":
        return Fraction(t[1])
    if t[0] not in ("Neg", "Add", "Sub", "Mul", "Div"):
        return None
    args = [number(a) for a in t[1:]]
    if None in args or (t[0] == "Div" and args[1] == 0):
        return None
    return _arithmetic(t[0], args)


def whole(t: Tree, sorts: Sequence[bool]) -> bool:
    if t[0] == "Var":
        return sorts[t[1]]
    if t[0] == "Pow":
        return whole(t[1], sorts) and t[2][0] == "Num"
    if t[0] in ("Neg", "Add", "Sub", "Mul"):
        return all(whole(a, sorts) for a in t[1:])
    return t[0] == "Num" or (t[0] == "Fun" and t[1] in ("Floor", "Ceil"))


def _arithmetic(op: str, args: Sequence[Number]) -> Number:
    a, b = args[0], args[-1]
    return {
        "Neg": lambda: -a,
        "Add": lambda: a + b,
        "Sub": lambda: a - b,
        "Mul": lambda: a * b,
        "Div": lambda: a / b,
    }[op]()


def value(t: Tree, env: Sequence[Number], sorts: Sequence[bool]) -> Number:
    """The value, or NoValue."""
    op = t[0]
    if op in ("Num", "Var"):
        return Fraction(t[1]) if op == "Num" else env[t[1]]
    if op in ("Pi", "E"):
        return mpmath.pi() if op == "Pi" else mpmath.e()
    if op in ("Sum", "Prod"):
        return _iterated(t, env, sorts)
    if op == "Fun":
        return _function(t[1], value(t[2], env, sorts))
    args = aligned(value(a, env, sorts) for a in t[1:])
    a, b = args[0], args[-1]
    if op == "Pow":
        return _power(a, b, t[2], sorts)
    if op in ("Max", "Min"):
        return max(args) if op == "Max" else min(args)
    need(op != "Div" or b != 0)
    return _arithmetic(op, args)


def aligned(args: Iterable[Number]) -> list[Number]:
    """All exact, or none."""
    found = list(args)
    return found if all(isinstance(a, Fraction) for a in found) else [_real(a) for a in found]


def need(condition: object) -> None:
    if not condition:
        raise NoValue


def _iterated(t: Tree, env: Sequence[Number], sorts: Sequence[bool]) -> Number:
    low, high = (value(a, env, sorts) for a in t[2:])
    need(low == floor(low) and high == floor(high) and high + 1 >= low)
    found: Number = Fraction(t[0] == "Prod")
    for j in range(int(low), int(high) + 1):
        one = value(t[1], [Fraction(j), *env], [True, *sorts])
        found, one = aligned([found, one])
        found = found + one if t[0] == "Sum" else found * one
    return found


def _power(b: Number, x: Number, e: Tree, sorts: Sequence[bool]) -> Number:
    q = number(e)
    if q is not None and q.denominator == 1:
        need(q >= 1 or b != 0)
    elif q is not None:
        need(b >= 0 if q > 0 else b > 0)
    elif whole(e, sorts):
        need(b != 0 or x >= 1)
    else:
        need(b >= 0 and (b > 0 or x > 0))
    if x == floor(x):
        n = floor(x)
        return b**n if n >= 0 else 1 / b**-n
    return Fraction(0) if b <= 0 else mpmath.exp(_real(x) * mpmath.log(_real(b)))


def _real(x: Number) -> mpmath.mpf:
    return mpmath.mpf(x.numerator) / x.denominator if isinstance(x, Fraction) else x


_FUNCTIONS: dict[str, Callable[[mpmath.mpf], mpmath.mpf]] = {
    "Exp": mpmath.exp, "Log": mpmath.log, "Sqrt": mpmath.sqrt, "Sin": mpmath.sin, "Cos": mpmath.cos, "Tan": mpmath.tan,
    "Sinh": mpmath.sinh, "Cosh": mpmath.cosh, "Tanh": mpmath.tanh, "Asin": mpmath.asin, "Acos": mpmath.acos,
    "Atan": mpmath.atan, "Erf": mpmath.erf, "Erfc": mpmath.erfc, "Gamma": mpmath.gamma,
}  # fmt: skip


def _function(name: object, x: Number) -> Number:
    if name in ("Log", "Gamma"):
        need(x > 0)
    need(name != "Sqrt" or x >= 0)
    need(name not in ("Asin", "Acos") or -1 <= x <= 1)
    if name in ("Abs", "Floor", "Ceil"):
        return abs(x) if name == "Abs" else Fraction(floor(x) if name == "Floor" else ceil(x))
    return _FUNCTIONS[str(name)](_real(x))
