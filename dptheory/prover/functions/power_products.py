"""Products of powers compared by their logarithms as they are written."""

from __future__ import annotations

from dptheory.kernel.real import Relation, Term, apply, num

from ..goals.goal import Node, Proof
from ..goals.obligations import Prover
from ..goals.polynomials import product_term
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import MODERATE, tactic
from .logarithms import compared, multiplied_out

LEAST = 3

Parts = list[tuple[Term, Term]]
"""Bases with their exponents."""


@tactic(
    "both sides are products or quotients, with three or more powers whose exponents vary",
    MODERATE,
    "x**s*(1 + y)**(1 - s)/(1 + x)**s <= 1 + y | x**s*(1 + y)**(1 - s)/(1 + x)**s <= y | "
    "x > 0, y > 0, 0 <= s <= 1",
)
def by_products_of_powers(prover: Prover, start: ProofState) -> Proof | None:
    """Compare the logarithms of two products of powers before anything else is looked at."""
    r = start.goal.relation
    _, large, small = r.oriented
    (top, below), (other, under) = _parts(small), _parts(large)
    crossed = [*top, *under], [*other, *below]
    whole = [*crossed[0], *crossed[1]]
    if r.op in ("=", "!=") or sum(bool(b.names and e.names) for b, e in whole) < LEAST:
        return None
    if any(sampled_signs(base, start.goal.samples).low <= 0 for base, _ in whole):
        return None
    state = ProofState(prover, start.goal, start.depth)
    logs = [_logarithms(parts) for parts in crossed]
    op, name = ("<", "exp-strict") if r.strict else ("<=", "exp-monotone")
    known = None if compared(state, Relation(op, *logs)) is None else state.fact(name, *logs)
    if known is None:
        return None
    equal = [_as_exponential(state, *found) for found in zip(logs, crossed, strict=True)]
    times = [state.have(Relation(">", _product(parts), num(0))) for parts in (below, under) if parts]
    places = [k for k in (*known, *equal, *times) if k is not None]
    if len(places) < 3 + len(times):
        return None
    terms: list[Node] = [{"c": c, "h": [k]} for c, k in zip(("1", "-1", "1"), places, strict=False)]
    return start.close(state.combined(places[3:], terms))


def _as_exponential(state: ProofState, log: Term, parts: Parts) -> int | None:
    """Show that a product is the exponential of its logarithm; the equation's number."""
    multiplied_out(state, log)
    for base, e in parts:
        if e == num(1):
            state.solve("exp-log", apply("exp", apply("log", base)), base)
        else:
            state.solve("power-as-exp", base**e, base, e)
    return state.have(Relation("=", _product(parts), apply("exp", log)))


def _product(parts: Parts) -> Term:
    return product_term([base if e == num(1) else base**e for base, e in parts])


def _parts(t: Term) -> tuple[Parts, Parts]:
    """What a term is a product of, and is divided by: bases with their exponents."""
    if t.op not in ("mul", "div"):
        base, exponent = t.args if t.op == "pow" else (t, num(1))
        return ([] if t == num(1) else [(base, exponent)]), []
    (top, below), (other, under) = map(_parts, t.args)
    if t.op == "div":
        other, under = under, other
    return [*top, *other], [*below, *under]


def _logarithms(parts: Parts) -> Term:
    """The logarithm of a product of powers."""
    logs = [apply("log", b) if e == num(1) else e * apply("log", b) for b, e in parts]
    return sum(logs[1:], logs[0]) if logs else num(0)
