"""Comparisons of whole numbers: a < b + 1 gives a <= b."""

from __future__ import annotations

from dptheory.kernel.real.claims import Relation
from dptheory.kernel.real.terms import is_integer

from .combination import by_combination
from .goals import Desk, Proof, Prover


def by_gap(prover: Prover, start: Desk) -> Proof | None:
    """Show a <= b between integer terms from a < b + 1, and a < b from a + 1 <= b."""
    op, greater, smaller = start.goal.relation.oriented
    integers = start.goal.sequent.integers
    if op != ">=" or not (is_integer(greater, integers) and is_integer(smaller, integers)):
        return None
    desk = Desk(prover, start.goal, start.fuel)
    if desk.have(Relation("<", smaller, greater + 1), fuel=min(start.fuel - 1, 1)) is None:
        return None
    if desk.fact("integer-gap", smaller, greater + 1) is None:
        return None
    return start.close(by_combination(prover, desk, [1]))
