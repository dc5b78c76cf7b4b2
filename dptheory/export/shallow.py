"""Terms and relations with the operations of Coq, as scripts speak of them; untrusted."""

from __future__ import annotations

from typing import Final

from flint import fmpq

from ..kernel.real import BINDERS, Relation, Term, index_of, instance, numeral, rational_value, var
from .statement import RELATIONS

_NAMES: Final = {"log": "ln", "abs": "Rabs", "floor": "rfloor", "ceil": "rceil", "max": "Rmax", "min": "Rmin"}
_SIGNS: Final = {"add": "+", "sub": "-", "mul": "*", "div": "/"}
_BOUND: Final = {"sum": "sumr", "prod": "prodr", "integral": "RInt"}


def variable(name: str) -> str:
    """The name in Coq of a variable, which none of Coq's own is like."""
    return f"v_{name}"


def whole_number(t: Term) -> int | None:
    """The whole number that an exponent is, if it is one and a number."""
    value = rational_value(t)
    return int(value.p) if value is not None and value.q == 1 else None


def shallow(t: Term) -> str:
    """A term, in brackets unless it is one word.

    >>> from dptheory.kernel.real.grammar import parse_term
    >>> shallow(parse_term("x**2 - max(a, b, x**a)"))
    '((v_x ^ 2) - (Rmax v_a (Rmax v_b (power v_x v_a))))'
    """
    if t.op == "num":  # a fraction, or a negative number, was put in for a variable
        return str(t.value) if str(t.value).isdigit() else rational(numeral(t) or fmpq(0))
    if t.op == "var":
        return variable(str(t.value))
    if t.op == "const":
        return "PI" if t.value == "pi" else "(exp 1)"
    if t.op in BINDERS:
        low, high = (shallow(a) for a in t.args[:2])
        return f"({_BOUND[t.op]} {function(t)} {low} {high})"
    args = [shallow(a) for a in t.args]
    if t.op == "neg":
        return f"(- ({args[0]}))" if args[0].isdigit() else f"(- {args[0]})"  # "- 1" is one number there
    if t.op in _SIGNS:
        return f"({args[0]} {_SIGNS[t.op]} {args[1]})"
    if t.op == "pow":
        n = whole_number(t.args[1])
        power = f"(power {args[0]} {args[1]})" if n is None else f"({args[0]} ^ {abs(n)})"
        return power if n is None or n >= 0 else f"(/ {power})"
    name = _NAMES.get(t.op, t.op)
    if t.op in ("max", "min"):
        args = args * 2 if len(args) == 1 else args
        while len(args) > 2:
            args[-2:] = [f"({name} {args[-2]} {args[-1]})"]
    return f"({name} {' '.join(args)})"


def function(t: Term) -> str:
    """What a sum, product or integral is of."""
    index = index_of(t)
    return f"(fun {variable(index)} => {shallow(instance(t, var(index)))})"


def power_is(t: Term, n: int, by: str) -> str:
    """A power with an exponent that is the whole number n, which a tactic shows, as one of Coq's library."""
    base, e = map(shallow, t.args)
    return f"power_{'up' if n >= 0 else 'down'} {base} {e} {abs(n)} ltac:({by})"


SYMBOLS: Final = {"<=": "<=", "<": "<", "=": "=", ">=": ">=", ">": ">", "!=": "<>"}


def said(r: Relation) -> str:
    """A relation."""
    return f"{shallow(r.left)} {SYMBOLS[r.op]} {shallow(r.right)}"


def suffix(r: Relation) -> str:
    """What the lemmas about a relation are called at the end."""
    return RELATIONS[r.op]


def rational(x: fmpq) -> str:
    """A rational number."""
    return f"({x.p} / {x.q})" if x.q != 1 else f"({x.p})"
