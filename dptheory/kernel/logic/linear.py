"""When two vector terms are the same linear combination, whatever the vectors are."""

from __future__ import annotations

from ..limits import KernelError
from ..real.ratfun import Field
from ..real.terms import rational_value, subterms
from .calculation import Names
from .sorts import REAL
from .terms import Expr, num, op


def combination(term: Expr) -> dict[Expr, Expr]:
    """A vector as base vectors with their real coefficients."""
    found: dict[Expr, Expr] = {}
    stack = [(term, num(1))]
    while stack:
        node, factor = stack.pop()
        if node.head in ("vadd", "vsub"):
            left, right = node.args
            stack.append((left, factor))
            stack.append((right, factor if node.head == "vadd" else op("neg", REAL, factor)))
        elif node.head == "vscale":
            stack.append((node.args[1], op("mul", REAL, factor, node.args[0])))
        elif node.head != "zero":
            found[node] = op("add", REAL, found[node], factor) if node in found else factor
    return found


def same_vector(left: Expr, right: Expr) -> bool:
    """Whether both sides have equal coefficients, as polynomials, at every base vector.

    Coefficients that divide are refused: their cancellation would need a divisor that is not 0.
    """
    names = Names()
    difference = combination(op("vsub", left.sort, left, right))
    coefficients = [names.term(c) for c in difference.values()]
    for t in subterms(*coefficients):
        exponent = rational_value(t.args[1]) if t.op == "pow" else None
        whole = exponent is not None and exponent.q == 1 and exponent > 0
        if (t.op == "pow" and not whole) or (t.op == "div" and not rational_value(t.args[1])):
            raise KernelError("a coefficient of a vector has a divisor or a power that is not a numeral's")
    field = Field(coefficients)
    return all(field[c].is_zero for c in coefficients)
