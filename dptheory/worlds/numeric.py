"""Terms in floating point, for many worlds at once; nothing here decides anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, reduce
from typing import Any, Final

import numpy as np
from flint import fmpq
from scipy import special

from ..kernel.real import Term

Array = np.ndarray[Any, Any]


def power(base: Array, exponent: Array) -> Array:
    """A power; of a negative base, or of 0 to an exponent that is not positive, as the kernel reads it."""
    return np.where((base == 0) & (exponent <= 0), np.nan, np.power(base, exponent))


def _upper(shape: Array, x: Array) -> Array:
    return np.asarray(special.gammaincc(shape, x) * special.gamma(shape))


def _lower(shape: Array, x: Array) -> Array:
    return np.asarray(special.gammainc(shape, x) * special.gamma(shape))


def floor(x: Array) -> Array:
    """The whole number below; what is nearly one is taken for it: the ceiling of exp(log(5)) is 5."""
    return np.asarray(np.floor(x + WHOLE * (1 + np.abs(x))))


def product(one: Array, other: Array) -> Array:
    """A product; 0 where a factor is, however large an exponential is the other one."""
    made = np.asarray(np.multiply(one, other))
    if np.isnan(made).any():
        made = np.where((one == 0) & np.isinf(other) | (other == 0) & np.isinf(one), 0.0, made)
    return made


WHOLE: Final = 1e-13
OPERATIONS: Final[Mapping[str, Callable[..., Array]]] = {
    "add": np.add, "sub": np.subtract, "mul": product, "div": np.divide, "neg": np.negative, "pow": power,
    "exp": np.exp, "log": np.log, "sqrt": np.sqrt, "abs": np.abs,
    "floor": floor, "ceil": lambda x: -floor(-x),
    "sin": np.sin, "cos": np.cos, "tan": np.tan, "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh,
    "asin": np.arcsin, "acos": np.arccos, "atan": np.arctan, "erf": special.erf, "erfc": special.erfc,
    "gamma": special.gamma, "uppergamma": _upper, "lowergamma": _lower,
    "min": lambda *a: reduce(np.minimum, a), "max": lambda *a: reduce(np.maximum, a),
}  # fmt: skip
NOWHERE: Final = np.full(1, np.nan)
CONSTANTS: Final = {"pi": np.full(1, np.pi), "E": np.full(1, np.e)}
Values = Mapping[str, Array]


@lru_cache(4096)
def constant(numerator: float, denominator: int = 1) -> Array:
    """A number, which nobody may change."""
    made = np.full(1, numerator / denominator)
    made.flags.writeable = False
    return made


def evaluated(term: Term, values: Values) -> Array:
    """A term at values; nan where it has none, or where what it says is not known here.

    >>> from ..kernel.real import parse_term
    >>> evaluated(parse_term("x**2 + 1"), {"x": np.array([1.0, 2.0])}).tolist()
    [2.0, 5.0]
    """
    return _evaluator(term)(values)


@lru_cache(20_000)
def _evaluator(term: Term) -> Callable[[Values], Array]:
    """What finds a term's value: made once, called for many worlds."""
    if isinstance(term.value, fmpq):
        number = constant(int(term.value.p))
        return lambda values: number
    if term.op == "var":
        name = str(term.value)
        return lambda values: values.get(name, NOWHERE)
    if term.op == "const":
        known = CONSTANTS[str(term.value)]
        return lambda values: known
    if term.op not in OPERATIONS:
        return lambda values: NOWHERE
    operation, parts = OPERATIONS[term.op], tuple(map(_evaluator, term.args))
    if len(parts) == 1:
        one = parts[0]
        return lambda values: operation(one(values))
    if len(parts) == 2:
        left, right = parts
        if term.op == "pow" and term.args[1].value == 2:
            return lambda values: np.square(left(values))
        return lambda values: operation(left(values), right(values))
    return lambda values: operation(*(part(values) for part in parts))


def value_of(term: Term) -> float:
    """A term without variables, as a number."""
    return float(np.asarray(evaluated(term, {})).reshape(-1)[0])
