"""The stranger's leaves of boxes (section 7 of the page)."""

# ruff: noqa: I001
from __future__ import annotations

from dataclasses import replace
from typing import Any

from flint import ctx, fmpq

from .stranger_analysis import coefficients, derivative, quotient
from .stranger_sequents import Sequent, fields, rational
from .stranger_terms import (
    ZERO, Refused, Relation, Term, continuous, demands, gap, need, num, opposite, put,
    shown,
)  # fmt: skip
from .stranger_values import (
    Box, affirmed, ball, decided, enclose, has_value,
)  # fmt: skip


def leaf(s: Sequent, here: dict[str, tuple[fmpq, fmpq]], bits: int, item: Any) -> list[tuple[Sequent, Any]]:
    """What is left of a box after one item of the tree (section 7)."""
    either = [s.goal, *map(opposite, s.hypotheses)]
    if item == "leaf":
        need(any(affirmed(r, here, bits) for r in either), "the enclosures decide nothing")
        return []
    if item == "bernstein":
        need(any(_averages(r, here) for r in either if r[1].names | r[2].names <= here.keys()), "the coefficients decide nothing")
        return []
    if item == "mean":
        g = gap(s.goal)
        need(g.names <= here.keys(), "a variable that is not boxed")
        total = enclose(g, {n: ((a + b) / 2,) * 2 for n, (a, b) in here.items()}, bits)
        for n in sorted(g.names):
            half, d = (here[n][1] - here[n][0]) / 2, enclose(_smooth(s, here, bits, n), here, bits)
            with ctx.workprec(bits):
                total += d * ball(-half, half)
        need(total.is_finite() and total > 0, "the middle and the slopes decide nothing")
        return []
    if isinstance(item, dict):
        _check_series(s, here, bits, item)
        return []
    need(isinstance(item, list) and len(item) == 2 and isinstance(item[0], str) and item[0] in here, "expected a boxed variable")
    name, (low, high) = item[0], here[item[0]]
    if item[1] in ("low", "high"):
        d = _smooth(s, here, bits, name)
        need(affirmed((">=" if item[1] == "low" else "<=", d, ZERO), here, bits), "not seen to be monotone")
        kept = tuple(h for h in s.hypotheses if name not in h[1].names | h[2].names)
        end = low if item[1] == "low" else high
        return [(replace(s, hypotheses=kept), {**here, name: (end, end)})]
    m = rational(item[1])
    need(low < m < high, "not inside the box")
    return [(s, {**here, name: (m, high)}), (s, {**here, name: (low, m)})]


def _check_series(s: Sequent, here: dict[str, tuple[fmpq, fmpq]], bits: int, item: Any) -> None:
    text, zeros, order = fields(item, {"at": str, "zeros": int, "order": int})
    at, names = rational(text), s.goal[1].names | s.goal[2].names
    need(s.goal[0] not in ("=", "!=") and len(names) == 1 and names <= here.keys(), "an inequality in one boxed variable")
    (x,) = names
    low, high = here[x]
    q = quotient(gap(s.goal), x, (low, high), at, zeros, order, bits)
    need(q.is_finite() and (q > 0 if zeros % 2 == 0 or at <= low else at >= high and q < 0), "the series decides nothing")
    if s.goal[0] in ("<", ">") and zeros and low <= at <= high:
        images = {x: num(at)}
        alone = [opposite(h) for h in s.hypotheses if h[1].names | h[2].names == names]
        need(any(has_value(r[1:], images, s.integers) and decided(put(r, images)) for r in alone), "both sides are equal there")


def _averages(r: Relation, here: Box) -> bool:
    if r[0] in ("=", "!="):
        return False
    try:
        found = coefficients(r, here)
    except Refused:
        return False
    return all(c > 0 if r[0] in ("<", ">") else c >= 0 for c in found)


def _smooth(s: Sequent, here: Box, bits: int, name: str) -> Term:
    g = gap(s.goal)
    need(s.goal[0] not in ("=", "!=") and continuous(g, name), "slopes are for inequalities between continuous terms")
    d = derivative(g, name)
    for r, other in demands([g, d], s.integers):
        need(affirmed(r, here, bits) or (other and affirmed(other, here, bits)), f"not seen to hold: {shown(r)}")
    return d
