"""Sums of functions of one variable each under an equation between such sums: by a multiplier.

A goal f1(x1) + .. + fk(xk) + c >= 0 under g1(x1) + .. + gk(xk) + s = 0 follows from k inequalities in one
variable, fi(xi) - l*gi(xi) >= ci, if c1 + .. + ck + c - l*s >= 0: their sum, and l times the equation. The
multiplier l is where the sum of the least values is largest. Complete where that sum reaches the least value
of the goal's difference, as it does for convex functions, and where the goal holds strictly, or the places
of contact and the multiplier have closed forms that are recognised.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from flint import arb, ctx, fmpq

from dptheory.kernel.real import (
    Relation,
    Term,
    derivative,
    free_variables,
    gap,
    num,
    print_term,
    rational_value,
    substitute,
    subterms,
    var,
)

from ..arithmetic.rooting import simple
from ..enclosures.boxes import bounds_of
from ..goals.goal import Node, Proof
from ..goals.numeric import to_float
from ..goals.obligations import Prover
from ..goals.state import ProofState
from ..optima.recognise import closed_forms
from ..registry import CHEAP, tactic
from ..substitution.equations import simplified
from .dual import BITS, EXACT, Column, Sum, column_of, dual, less, newton, number, separated
from .touching import around

MOST = 6
SLACK = 1e-6
CLOSE = 1e-9
SHARE = 0.3


@tactic(
    "the goal is a sum of functions of one variable each, and so is an equation among the conditions",
    CHEAP,
    "atan(x) + atan(y) <= 1 | atan(x) + atan(y) <= 9/10 | x + y = 1, x >= 0, y >= 0",
    said="a multiplier",
)
def by_multiplier(prover: Prover, start: ProofState) -> Proof | None:
    """Show a sum under an equation between sums."""
    goal, r = start.goal, start.goal.relation
    names = free_variables(r.left, r.right)
    key = ("multiplier", start.depth, goal.key)
    if start.depth < 2 or not 2 <= len(names) <= MOST or key in prover.futile:
        return None
    whole = separated(gap(r))
    if whole is None:
        return None
    prover.futile.add(key)
    for i, h in enumerate(goal.hypotheses):
        law = separated(h.left - h.right) if h.op == "=" and i not in goal.hidden else None
        if law is None or len(law.parts) < 2 or i in goal.derived or not names <= law.parts.keys():
            continue
        proof = _under(prover, start, whole, law, i)
        if proof is not None:
            return start.close(proof)
    return None


def _under(prover: Prover, start: ProofState, whole: Sum, law: Sum, index: int) -> Proof | None:
    """The goal's proof by one equation."""
    state = ProofState(prover, start.goal, start.depth)
    for name in sorted(law.parts):
        _bounded(state, law, name)
    columns = [column_of(state.goal, n, whole.part(n), law.part(n)) for n in sorted(law.parts)]
    constants = [number(t) for t in (whole.rest, law.rest)]
    if constants[1] is not None and _reached(state, columns, to_float(constants[1])):
        columns = [column_of(state.goal, c.name, c.f, c.g) for c in columns]
    if any(len(c.table) < 4 for c in columns) or None in constants:
        return None
    c, s = (x for x in constants if x is not None)
    multiplier, _ = dual(columns, to_float(c), to_float(s))
    best = sum(column.closely(multiplier) for column in columns) + to_float(c) - multiplier * to_float(s)
    size = sum(abs(a) for column in columns for _, a, _ in column.table[:1]) + abs(to_float(c)) + 1e-9
    if best > SLACK * size:
        return _loose(state, columns, (whole.rest, law.rest), index, multiplier, best)
    if best < -1e-2 * size or start.goal.relation.strict:
        return None
    return _touching(state, columns, (whole.rest, law.rest), index, multiplier, s)


def _bounded(state: ProofState, law: Sum, name: str) -> None:
    """Say how far a variable can go where the equation is linear and the others have bounds."""
    slopes = {n: derivative(t, n) for n, t in law.parts.items()}
    if any(free_variables(t) for t in slopes.values()):
        return
    values = {n: number(t) for n, t in slopes.items()}
    own = values[name]
    if own is None or any(v is None for v in values.values()):
        return
    for side in ("above", "below"):
        rest: Term = law.rest + substitute(law.parts[name], {name: num(0)})
        for n in sorted(law.parts.keys() - {name}):
            slope = values[n]
            low, high = bounds_of(state.goal, n)
            # what x can be at most needs the least of the others where both slopes have one sign
            end = low if (to_float(slope or fmpq(1)) * to_float(own) > 0) == (side == "above") else high
            if end is None:
                break
            rest = rest + substitute(law.parts[n], {n: num(end)})
        else:
            known = bounds_of(state.goal, name)[1 if side == "above" else 0]
            end_of = simple(-rest / slopes[name])
            wanted = Relation("<=" if side == "above" else ">=", var(name), end_of)
            if known is None:
                place = state.have(wanted, depth=1)
                state.keep([] if place is None else [place])


def _reached(state: ProofState, columns: Sequence[Column], s: float) -> bool:
    """Say how far variables without a bound can go by the equation, the other terms being at their least (or
    greatest); whether anything was shown."""
    shown = False
    for column in columns:
        others = [[b for _, _, b in c.table] for c in columns if c is not column]
        if not all(others) or not column.table:
            return False
        most, least = -s - sum(min(b) for b in others), -s - sum(max(b) for b in others)
        inside = [least - CLOSE <= b <= most + CLOSE for _, _, b in column.table]
        places = [x for x, _, _ in column.table]
        known = bounds_of(state.goal, column.name)
        if True not in inside:
            continue
        first, last = inside.index(True), len(inside) - 1 - inside[::-1].index(True)
        wanted = []
        if known[1] is None and last + 1 < len(places):
            wanted.append(Relation("<=", var(column.name), num(places[last + 1])))
        if known[0] is None and first > 0:
            wanted.append(Relation(">=", var(column.name), num(places[first - 1])))
        for r in wanted:
            place = state.have(r, depth=2)
            state.keep([] if place is None else [place])
            shown = shown or place is not None
    return shown


def _loose(
    state: ProofState,
    columns: Sequence[Column],
    rests: tuple[Term, Term],
    index: int,
    multiplier: float,
    left: float,
) -> Proof | None:
    """With a simple multiplier and simple numbers below the least values, where something is left."""
    for bits in (2, 6, 12):
        simple = fmpq(round(multiplier * 2**bits), 2**bits)
        lows = [column.closely(to_float(simple)) for column in columns]
        spare = (
            sum(lows)
            + to_float(number(rests[0]) or fmpq(0))
            - to_float(simple) * to_float(number(rests[1]) or fmpq(0))
        )
        if spare < left / 2:
            continue
        part = spare / (2 * len(columns))
        grid = 2**20
        levels = [num(fmpq(int((x - part) * grid // 1), grid)) for x in lows]
        return _summed(state, columns, rests, index, num(simple), levels, [None] * len(columns))
    return None


def _touching(
    state: ProofState,
    columns: Sequence[Column],
    rests: tuple[Term, Term],
    index: int,
    multiplier: float,
    s: fmpq,
) -> Proof | None:
    """With the places of contact in closed form."""
    found = newton(columns, multiplier, s)
    if found is None:
        return None
    places, exact = found
    terms = [_closed(x) for x in places]
    scale = _closed(exact)
    if scale is None or any(t is None for t in terms):
        return None
    known = [t for t in terms if t is not None]
    levels = [
        simplified(substitute(less(c.f, scale, c.g), {c.name: t}))
        for c, t in zip(columns, known, strict=True)
    ]
    return _summed(state, columns, rests, index, scale, levels, known)


def _closed(x: fmpq) -> Term | None:
    if abs(x) < EXACT:
        return num(0)
    with ctx.workprec(2 * BITS):
        found = closed_forms(arb(x), EXACT)
    return found[0] if found else None


def _summed(
    state: ProofState,
    columns: Sequence[Column],
    rests: tuple[Term, Term],
    index: int,
    scale: Term,
    levels: Sequence[Term],
    places: Sequence[Term | None],
) -> Proof | None:
    """The inequalities in one variable, what is left over, and all of it put together."""
    uses: list[int] = []
    for column, level, place in zip(columns, levels, places, strict=True):
        wanted = Relation(">=", less(column.f, scale, column.g), level)
        found = state.goal.index_of(wanted)
        if found is None:
            proof = _alone(state, wanted, column, place)
            found = None if proof is None else state.have(wanted, proof)
        if found is None:
            return None
        uses.append(found)
    total = less(rests[0], scale, rests[1])
    for level in levels:
        total = total + level
    _roots_closed(state, total)
    op = ">" if state.goal.relation.strict else ">="
    left = state.have(Relation(op, total, num(0)), depth=3)
    if left is None:
        return None
    terms: list[Node] = [{"c": "1", "h": [i]} for i in (*uses, left)]
    if scale != num(0):
        terms.append({"c": "1", "h": [index], "by": print_term(scale)})
    return state.combined([], terms)


def _roots_closed(state: ProofState, t: Term) -> None:
    """Say of roots of numbers what multiples of simpler roots they are."""
    for u in subterms(t):
        if u.op == "sqrt" and not free_variables(u):
            value = number(u)
            closed = None if value is None else _closed(value)
            if closed is not None and closed != u:
                state.define_by(state.have(Relation("=", u, closed), depth=3), u)


def _alone(state: ProofState, wanted: Relation, column: Column, place: Term | None) -> Proof | None:
    """An inequality in one variable from what is known of it alone, over places of its own."""
    goal, name = state.goal, column.name
    if not free_variables(wanted.left):
        return state.prover.prove(goal.showing(wanted), 2)
    away = frozenset(i for i, h in enumerate(goal.hypotheses) if h.variables() - {name})
    known = goal.sequent.knowing(wanted.left, wanted.right).showing(wanted)
    points = tuple({name: x} for x, _, _ in column.table)
    inner = replace(goal.where(known, away), samples=points)
    prover = state.prover
    if place is None:
        return prover.prove(inner, state.depth)
    if rational_value(place) is not None:
        found = prover.attempt(partial(prover.prove, inner, 2), SHARE)
        if found is not None:
            return found
    return around(prover, inner, name, place, state.depth)
