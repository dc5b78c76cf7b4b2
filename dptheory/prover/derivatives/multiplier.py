"""Sums of functions of one variable each under an equation between such sums: by a multiplier.

A goal f1(x1) + .. + fk(xk) + c >= 0 under g1(x1) + .. + gk(xk) + s = 0 follows from k inequalities in one
variable, fi(xi) - l*gi(xi) >= ci, if c1 + .. + ck + c - l*s >= 0: their sum, and l times the equation. The
multiplier l is where the sum of the least values is largest. Complete where that sum reaches the least value
of the goal's difference, as it does for convex functions, and where the goal holds strictly, or the places
of contact and the multiplier have closed forms that are recognised.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf, isfinite

from flint import arb, ctx, fmpq

from dptheory.kernel.real.calculus import derivative
from dptheory.kernel.real.claims import Relation
from dptheory.kernel.real.grammar import print_term
from dptheory.kernel.real.sequents import gap
from dptheory.kernel.real.terms import Term, free_variables, num, rational_value, substitute, subterms, var

from ..budget import charge
from ..enclosures.boxes import bounds_of
from ..enclosures.series import simplest
from ..goals.numeric import Program, compiled, to_float, to_rational
from ..goals.segments import Segment
from ..goals.splits import assumed
from ..goals.state import Goal, Node, Proof, ProofState, Prover
from ..optima.recognise import closed_forms
from ..substitution.equations import simplified

MOST = 6
GRID = 64
ROUNDS = 60
STEPS = 9
HALVINGS = 24
BITS = 200
SLACK = 1e-6
CLOSE = 1e-9
EXACT = fmpq(1, 10**24)
SHARE = 0.3


@dataclass(frozen=True)
class Sum:
    """A sum of terms in one variable each, and of a term without variables."""

    parts: dict[str, Term]
    rest: Term

    def part(self, name: str) -> Term:
        """The term in a variable."""
        return self.parts.get(name, num(0))


def separated(t: Term) -> Sum | None:
    """A term as a sum of terms in one variable each; None if it is not written as one.

    >>> from dptheory.kernel.real.grammar import parse_term
    >>> sorted(separated(parse_term("(x**2 - 3*y)/2 + 1")).parts)
    ['x', 'y']
    """
    parts: dict[str, Term] = {}
    rest = num(0)
    stack: list[tuple[Term, bool, Term | None]] = [(t, True, None)]
    while stack:
        here, plus, scale = stack.pop()
        names = free_variables(here)
        if len(names) <= 1:
            value = here if scale is None else scale * here
            before = parts.get(next(iter(names))) if names else rest
            zero = before is None or before == num(0)
            total = (value if plus else -value) if zero else (before + value if plus else before - value)
            if names:
                parts[next(iter(names))] = total
            else:
                rest = total
        elif here.op in ("add", "sub"):
            stack.append((here.args[1], plus == (here.op == "add"), scale))
            stack.append((here.args[0], plus, scale))
        elif here.op == "neg":
            stack.append((here.args[0], not plus, scale))
        elif here.op == "mul" and any(not free_variables(a) for a in here.args):
            c, other = here.args if not free_variables(here.args[0]) else here.args[::-1]
            stack.append((other, plus, c if scale is None else scale * c))
        elif here.op == "div" and not free_variables(here.args[1]):
            c = num(1) / here.args[1]
            stack.append((here.args[0], plus, c if scale is None else scale * c))
        else:
            return None
    return Sum(parts, rest)


@dataclass(frozen=True)
class Column:
    """A variable with its two terms, and their values at places of its range."""

    name: str
    f: Term
    g: Term
    table: tuple[tuple[fmpq, float, float], ...]

    def least(self, multiplier: float) -> tuple[float, fmpq]:
        """The least value of f - l*g in the table, and its place."""
        return min((a - multiplier * b, x) for x, a, b in self.table)

    def closely(self, multiplier: float) -> float:
        """The least value, looked for between the neighbours of the table's least one."""
        best, x = self.least(multiplier)
        places = [u for u, _, _ in self.table]
        k = places.index(x)
        low, high = places[max(k - 1, 0)], places[min(k + 1, len(places) - 1)]
        programs = compiled(self.f), compiled(self.g)

        def value(u: fmpq) -> float:
            found = [p({self.name: u}) for p in programs]
            a, b = (inf if v is None else to_float(v) for v in found)
            return a - multiplier * b if isfinite(b) else inf

        for _ in range(HALVINGS):
            first, second = low + (high - low) * fmpq(3, 8), low + (high - low) * fmpq(5, 8)
            a, b = value(first), value(second)
            best = min(best, a, b)
            low, high = (low, second) if a < b else (first, high)
        return best


def by_multiplier(prover: Prover, start: ProofState) -> Proof | None:
    """Show a sum under an equation between sums."""
    goal, r = start.goal, start.goal.relation
    names = free_variables(r.left, r.right)
    key = ("multiplier", start.depth, goal.key)
    if r.op in ("=", "!=") or start.depth < 2 or not 2 <= len(names) <= MOST or key in prover.futile:
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
    columns = [_column(state.goal, n, whole.part(n), law.part(n)) for n in sorted(law.parts)]
    constants = [_number(t) for t in (whole.rest, law.rest)]
    if constants[1] is not None and _reached(state, columns, to_float(constants[1])):
        columns = [_column(state.goal, c.name, c.f, c.g) for c in columns]
    if any(len(c.table) < 4 for c in columns) or None in constants:
        return None
    c, s = (x for x in constants if x is not None)
    multiplier, _ = _dual(columns, to_float(c), to_float(s))
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
    values = {n: _number(t) for n, t in slopes.items()}
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
            end_of = simplified(-rest / slopes[name])
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


def _number(t: Term) -> fmpq | None:
    """A rational number next to the value of a term without variables."""
    value = compiled(t)({}, BITS)
    return None if value is None else to_rational(value)


def _column(goal: Goal, name: str, f: Term, g: Term) -> Column:
    low, high = bounds_of(goal, name)
    if low is not None and high is not None:
        places = [low + (high - low) * fmpq(k, GRID) for k in range(1, GRID)]
        places += [low, high]
    else:
        sizes = [
            fmpq(2) ** k * m for k in range(-8, 9) for m in (fmpq(1), fmpq(5, 4), fmpq(3, 2), fmpq(7, 4))
        ]
        if low is not None:
            places = [low + x for x in sizes]
        elif high is not None:
            places = [high - x for x in sizes]
        else:
            places = [fmpq(0), *sizes, *(-x for x in sizes)]
    programs = compiled(f), compiled(g)
    table = []
    for x in sorted(places):
        values = [p({name: x}) for p in programs]
        if all(v is not None for v in values):
            a, b = (to_float(v) for v in values if v is not None)
            table.append((x, a, b))
    return Column(name, f, g, tuple(table))


def _dual(columns: Sequence[Column], c: float, s: float) -> tuple[float, float]:
    """The multiplier for which the sum of the least values is largest, and that sum."""
    slopes = [
        (v[1] - u[1]) / (v[2] - u[2])
        for column in columns
        for u, v in zip(column.table, column.table[1:], strict=False)
        if v[2] != u[2]
    ]
    low, high = min(slopes, default=0.0), max(slopes, default=0.0)

    def value(multiplier: float) -> float:
        charge(len(columns) * GRID // 8)
        return sum(column.least(multiplier)[0] for column in columns) + c - multiplier * s

    for _ in range(ROUNDS):
        first, second = low + (high - low) * 0.4, low + (high - low) * 0.6
        if value(first) < value(second):
            low = first
        else:
            high = second
    middle = (low + high) / 2
    return middle, value(middle)


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
            + to_float(_number(rests[0]) or fmpq(0))
            - to_float(simple) * to_float(_number(rests[1]) or fmpq(0))
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
    found = _newton(columns, multiplier, s)
    if found is None:
        return None
    places, exact = found
    terms = [_closed(x) for x in places]
    scale = _closed(exact)
    if scale is None or any(t is None for t in terms):
        return None
    known = [t for t in terms if t is not None]
    levels = [
        simplified(substitute(c.f - scale * c.g, {c.name: t})) for c, t in zip(columns, known, strict=True)
    ]
    return _summed(state, columns, rests, index, scale, levels, known)


def _closed(x: fmpq) -> Term | None:
    if abs(x) < EXACT:
        return num(0)
    with ctx.workprec(2 * BITS):
        found = closed_forms(arb(x), EXACT)
    return found[0] if found else None


def _newton(columns: Sequence[Column], multiplier: float, s: fmpq) -> tuple[list[fmpq], fmpq] | None:
    """Where f' = l*g' for every variable and the equation holds, near the places found."""
    slopes: list[tuple[Program, ...]] = []
    for column in columns:
        f, g = derivative(column.f, column.name), derivative(column.g, column.name)
        ff, gg = derivative(f, column.name), derivative(g, column.name)
        slopes.append(tuple(compiled(t) for t in (column.g, f, g, ff, gg)))
    places = [column.least(multiplier)[1] for column in columns]
    exact = fmpq(round(multiplier * 2**50), 2**50)
    for _ in range(STEPS):
        rows = []
        for column, programs, x in zip(columns, slopes, places, strict=True):
            values = [p({column.name: x}, BITS) for p in programs]
            if any(v is None for v in values):
                return None
            rows.append([to_rational(v) for v in values if v is not None])
        error = -s - sum((row[0] for row in rows), fmpq(0))
        bends = [ff - exact * gg for _, _, _, ff, gg in rows]
        if any(b == 0 for b in bends):
            return None
        miss = [f - exact * g for _, f, g, _, _ in rows]
        weight = sum((row[2] * row[2] / b for row, b in zip(rows, bends, strict=True)), fmpq(0))
        if weight == 0:
            return None
        push = sum((row[2] * m / b for row, m, b in zip(rows, miss, bends, strict=True)), fmpq(0))
        change = (error + push) / weight
        exact = _short(exact + change)
        places = [
            _short(x + (row[2] * change - m) / b)
            for x, row, m, b in zip(places, rows, miss, bends, strict=True)
        ]
        if any(abs(x) > 10**9 for x in places):
            return None
    if abs(error) > EXACT or any(abs(m) > EXACT for m in miss):
        return None
    return places, exact


def _short(x: fmpq) -> fmpq:
    """The number to about as many bits as are reckoned with."""
    return fmpq((x * 2**BITS).floor(), 2**BITS)


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
        wanted = Relation(">=", column.f - scale * column.g, level)
        found = state.goal.index_of(wanted)
        if found is None:
            proof = _alone(state, wanted, column, place)
            found = None if proof is None else state.have(wanted, proof)
        if found is None:
            return None
        uses.append(found)
    total = rests[0] - scale * rests[1]
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
            value = _number(u)
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


def around(prover: Prover, goal: Goal, name: str, place: Term, depth: int) -> Proof | None:
    """An inequality in one variable that touches at a place: near it by two derivatives, of which the second
    has a sign there, and farther away, where something is left, by whatever shows that."""
    cuts = _cuts(goal, name, place)
    if cuts is None:
        return None
    x = var(name)
    splits = [(Relation("<", x, num(cuts[0])), "")] if cuts[0] is not None else []
    splits += [(Relation("<=", x, place), "above")]
    splits += [(Relation("<=", x, num(cuts[1])), "below")] if cuts[1] is not None else []
    last = "" if cuts[1] is not None else "below"
    return _parts(prover, goal, name, place, depth, splits, last)


def _parts(
    prover: Prover,
    goal: Goal,
    name: str,
    place: Term,
    depth: int,
    splits: Sequence[tuple[Relation, str]],
    last: str,
) -> Proof | None:
    """The goal part by part of the range of its variable, from the left."""
    if not splits:
        return _part(prover, goal, name, place, depth, last)
    split, side = splits[0]
    first = _part(prover, assumed(goal, split), name, place, depth, side)
    if first is None:
        return None
    rest = _parts(prover, assumed(goal, split.negated()), name, place, depth, splits[1:], last)
    return None if rest is None else [{"rule": "cases", "on": split.text, "yes": first, "no": rest}]


def _part(prover: Prover, goal: Goal, name: str, place: Term, depth: int, side: str) -> Proof | None:
    if not side:
        return prover.prove(goal, depth)
    return Bent(prover, goal, name, place, side, depth).proof(False)


@dataclass(frozen=True)
class Bent(Segment):
    """A segment whose slope has its sign by the mean value theorem again, from the same base."""

    def _shown(self, state: ProofState) -> Proof | None:
        (name,) = free_variables(state.goal.relation.left)
        return Segment(self.prover, state.goal, name, self.base, self.side, self.depth).proof(False)


def _cuts(goal: Goal, name: str, place: Term) -> tuple[fmpq | None, fmpq | None] | None:
    """How far to either side of the place the second derivative is positive; None for all the way."""
    value = _number(place)
    bend = compiled(derivative(derivative(gap(goal.relation), name), name))
    seen = [(p[name], bend(p)) for p in goal.samples]
    if value is None:
        return None
    cuts: list[fmpq | None] = []
    for side in (-1, 1):
        near = sorted((abs(x - value), x, b) for x, b in seen if (x - value) * side > 0)
        bad = next((k for k, (_, _, b) in enumerate(near) if b is None or not b > 0), None)
        if bad is not None and bad < 2:
            return None
        cuts.append(None if bad is None else _between(value, near[bad // 2][1]))
    return cuts[0], cuts[1]


def _between(a: fmpq, b: fmpq) -> fmpq:
    """A simple number near the second of two."""
    low, high = sorted((a + (b - a) * fmpq(3, 4), b))
    return simplest(low, high)
