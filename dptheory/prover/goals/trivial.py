"""Conditions that say nothing."""

from __future__ import annotations

from dptheory.kernel.real import Relation, obligations, rational_value


def trivial(h: Relation) -> bool:
    """Whether a relation says nothing: an absolute value or an even power, which have values everywhere, is
    at least a number that is at most 0.

    >>> from dptheory.kernel.real.claims import parse_claim
    >>> [trivial(parse_claim(text).relation) for text in ("abs(x) >= 0", "-1 < x**2", "abs(x) > 0")]
    [True, True, False]
    """
    op, left, right = h.oriented
    limit = rational_value(right)
    if limit is None or op not in (">", ">=") or any(obligations([left], frozenset())):
        return False
    power = rational_value(left.args[1]) if left.op == "pow" else None
    square = power is not None and power.q == 1 and power > 0 and power.p % 2 == 0
    return (left.op == "abs" or square) and (limit < 0 or (limit == 0 and op == ">="))
