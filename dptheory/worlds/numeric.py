"""Terms in floating point, for many worlds at once; nothing here decides anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
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


OPERATIONS: Final[Mapping[str, Callable[..., Array]]] = {
    "add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.divide, "neg": np.negative, "pow": power,
    "exp": np.exp, "log": np.log, "sqrt": np.sqrt, "abs": np.abs, "floor": np.floor, "ceil": np.ceil,
    "sin": np.sin, "cos": np.cos, "tan": np.tan, "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh,
    "asin": np.arcsin, "acos": np.arccos, "atan": np.arctan, "erf": special.erf, "erfc": special.erfc,
    "gamma": special.gamma, "uppergamma": _upper, "lowergamma": _lower,
    "min": lambda *a: reduce(np.minimum, a), "max": lambda *a: reduce(np.maximum, a),
}  # fmt: skip
NOWHERE: Final = np.full(1, np.nan)
CONSTANTS: Final = {"pi": np.full(1, np.pi), "E": np.full(1, np.e)}


def evaluated(term: Term, values: Mapping[str, Array]) -> Array:
    """A term at values; nan where it has none, or where what it says is not known here.

    >>> from ..kernel.real import parse_term
    >>> evaluated(parse_term("x**2 + 1"), {"x": np.array([1.0, 2.0])}).tolist()
    [2.0, 5.0]
    """
    if isinstance(term.value, fmpq):
        return np.full(1, float(term.value.p))
    if term.op == "var":
        return values.get(str(term.value), NOWHERE)
    if term.op == "const":
        return CONSTANTS[str(term.value)]
    if term.op not in OPERATIONS:
        return NOWHERE
    return OPERATIONS[term.op](*(evaluated(a, values) for a in term.args))


def value_of(term: Term) -> float:
    """A term without variables, as a number."""
    return float(np.asarray(evaluated(term, {})).reshape(-1)[0])
