"""The one part of the export that is to be trusted: a claim as a term of ``coq/Semantics.v``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..kernel.real import BINDERS, Claim, Relation, Term, instance, var

RELATIONS: Final = {"<=": "LE", "<": "LT", "=": "EQ", ">=": "GE", ">": "GT", "!=": "NE"}
_MADE: Final = {
    **{op: op.capitalize() for op in ("neg", "add", "sub", "mul", "div", "pow", "max", "min")},
    "uppergamma": "UpperGamma", "lowergamma": "LowerGamma",
    "sum": "Sum", "prod": "Prod", "integral": "Integral",
}  # fmt: skip


def statement(claim: Claim) -> str:
    """The claim: variables by their places in the order of their names, `true` for an integer.

    >>> from dptheory.kernel.real.claims import parse_claim
    >>> statement(parse_claim("x**n >= 1", "x >= 1, n integer"))
    'Claim [true; false] [(GE, Var 1, Num 1)] (GE, Pow (Var 1) (Var 0), Num 1)'
    """
    places = {v.name: i for i, v in enumerate(claim.variables)}
    sorts = "; ".join("true" if v.integer else "false" for v in claim.variables)
    conditions = "; ".join(relation_at(r, places) for r in claim.conditions)
    return f"Claim [{sorts}] [{conditions}] {relation_at(claim.relation, places)}"


def relation_at(r: Relation, places: Mapping[str, int]) -> str:
    """A relation between terms in variables with these places."""
    return f"({RELATIONS[r.op]}, {term_at(r.left, places)}, {term_at(r.right, places)})"


def term_at(t: Term, places: Mapping[str, int]) -> str:
    """A term in variables with these places."""
    if t.op == "num":
        return f"Num {t.value}"
    if t.op == "var":
        return f"Var {places[str(t.value)]}"
    if t.op == "const":
        return "Pi" if t.value == "pi" else "E"
    if t.op in BINDERS:
        index = next(f"i{k}" for k in range(len(places) + 1) if f"i{k}" not in places)
        within = {name: place + 1 for name, place in places.items()} | {index: 0}
        args = [term_at(instance(t, var(index)), within), *(term_at(a, places) for a in t.args[:2])]
    else:
        args = [
            term_at(a, places)
            for a in (t.args * 2 if t.op in ("max", "min") and len(t.args) == 1 else t.args)
        ]
    made = _MADE.get(t.op, f"Fun {t.op.capitalize()}")
    while t.op in ("max", "min") and len(args) > 2:  # the first and the extreme of the others
        args[-2:] = [f"{made} ({args[-2]}) ({args[-1]})"]
    return " ".join([made, *(f"({a})" for a in args)])
