"""Ranges that the conditions imply without saying them: x <= 2 from x + y < 2 and y > 0, abs(s) <= 1 from
s**2 + c**2 = 1. With them a goal is one on a box."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from math import isqrt

from flint import fmpq, fmpq_mpoly

from dptheory.kernel.real import Relation, free_variables, num, print_term, subterms, var

from ..goals.forms import Forms
from ..goals.goal import Goal, Node, Proof
from ..goals.obligations import Prover
from ..goals.polynomials import constant_of
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import MODERATE, tactic
from .boxes import bounds_of, by_box
from .faces import MAX_VARIABLES, through_faces

ROUNDS = 3
GRID = 2**12
LARGE = 10**4
PART = 0.4

Monomials = dict[tuple[int, ...], fmpq]


@tactic(
    "conditions imply ranges of the goal's variables that they do not state",
    MODERATE,
    "exp(x - y) < 2 | exp(x - y) < 1 | 0 <= x <= 1, 0 <= y <= 1, x - y <= 1/2",
    said="ranges that the conditions imply",
)
def by_ranges(prover: Prover, start: ProofState) -> Proof | None:
    """Show a goal on the box of ranges that its conditions imply."""
    goal = start.goal
    names = free_variables(goal.relation.left, goal.relation.right)
    if not 1 <= len(names) <= MAX_VARIABLES:
        return None
    state = ProofState(prover, goal, start.depth)
    wanted = [n for n in sorted(names) if not goal.sequent.variables[n]]
    hopeful = len(names) == 1 or all(_hopeful(goal, n) for n in wanted)
    new = hopeful and _bounded(state, wanted)
    boxed = len(names) > 1 and not any(_open_sides(state.goal, n) for n in wanted)
    proof = None
    if boxed:
        proof = prover.attempt(lambda: by_box(prover, state) or through_faces(prover, state), PART)
    if proof is None and new and (boxed or len(names) == 1):
        alone = len(names) == 1
        depth = start.depth if alone else start.depth - 1
        found = partial(prover.prove, state.goal, depth)
        proof = state.close(found() if alone else prover.attempt(found, PART))
    return start.close(proof)


def _hopeful(goal: Goal, name: str) -> bool:
    """Whether a variable looks bounded, and a given hypothesis speaks of it alone, equates it, or has
    products or powers of it."""
    if any(abs(p[name]) > LARGE for p in goal.samples if name in p) and _open_sides(goal, name):
        return False
    given = (h for i, h in enumerate(goal.hypotheses) if i not in goal.hidden and i not in goal.derived)
    about = [h for h in given if name in h.variables()]
    alone = any(len(h.variables()) == 1 or h.op == "=" for h in about)
    return alone or any(t.op in ("mul", "pow") for h in about for t in subterms(h.left, h.right))


def _bounded(state: ProofState, wanted: list[str]) -> bool:
    """Show what bounds there are of the variables that have none from a side; whether any was shown."""
    shown = False
    for _ in range(ROUNDS):
        before = len(state.goal.hypotheses)
        for h in list(state.goal.visible):
            i = state.goal.index_of(h)
            if i is None or i in state.goal.derived or not h.variables():
                continue
            if len(wanted) == 1 and len(h.variables()) > 1:
                continue  # what a goal in one variable was made from may speak of others
            forms = Forms((), h)
            if h.op != "!=" and forms.raw_target.den.is_constant():
                _from_one(state, i, forms, frozenset(wanted))
        if len(state.goal.hypotheses) == before:
            break
        shown = True
    return shown


def _open_sides(goal: Goal, name: str) -> list[str]:
    """The sides from which a variable has no rational bound."""
    ends = bounds_of(goal, name)
    return [side for side, end in zip(("below", "above"), ends, strict=True) if end is None]


def _from_one(state: ProofState, i: int, forms: Forms, wanted: frozenset[str]) -> None:
    """The bounds that one hypothesis gives, with the ranges known by now."""
    p = forms.raw_target.num * (1 / forms.raw_target.den.leading_coefficient())
    degree = max((sum(e) for e in p.monoms()), default=0)
    for k, g in enumerate(forms.generators):
        if degree == 2 and g.op == "var" and str(g.value) in wanted and _open_sides(state.goal, str(g.value)):
            _quadratic(state, i, forms, p, k)
    if degree > 1:
        _at_roots(state, p, forms, wanted)
    if degree == 1:
        for name, side, end in list(_linear(state.goal, forms, p)):
            if name in wanted and side in _open_sides(state.goal, name):
                place = state.have(Relation(">=" if side == "below" else "<=", var(name), num(end)), depth=1)
                state.keep([] if place is None else [place])


def _at_roots(state: ProofState, p: fmpq_mpoly, forms: Forms, wanted: frozenset[str]) -> None:
    """A rational zero of a polynomial in one variable as its bound, where its sign then excludes the rest."""
    used = [k for k, degree in enumerate(p.degrees()) if degree]
    x = forms.generators[used[0]]
    if len(used) != 1 or x.op != "var" or str(x.value) not in wanted:
        return
    for q, _ in p.factor()[1]:
        if q.total_degree() != 1 or len(q) == 1:
            continue  # signs, bounds at 0, are found by the factors of a goal
        root = -constant_of(_by_power(q, used[0]).get(0, q * 0)) / q.leading_coefficient()
        seen, ends = sampled_signs(x - num(root), state.goal.samples), bounds_of(state.goal, str(x.value))
        for op, fits, end in ((">=", seen.low >= 0, ends[0]), ("<=", seen.high <= 0, ends[1])):
            if seen.seen and fits and (end is None or (end < root if op == ">=" else end > root)):
                place = state.have(Relation(op, x, num(root)), depth=1)
                state.keep([] if place is None else [place])


def _linear(goal: Goal, forms: Forms, p: fmpq_mpoly) -> Iterator[tuple[str, str, fmpq]]:
    """Bounds of each variable of a linear form that is >= 0 (or = 0), the others being in their ranges."""
    parts = {e.index(1): c for e, c in p.terms() if sum(e)}
    names = {k: str(forms.generators[k].value) for k in parts if forms.generators[k].op == "var"}
    if len(names) < len(parts):
        return
    constant = p[(0,) * len(forms.generators)]
    for k, a in parts.items():
        for sign in (1, -1) if forms.goal.op == "=" else (1,):
            ends = [
                (sign * c, bounds_of(goal, names[j])[1 if sign * c > 0 else 0])
                for j, c in parts.items()
                if j != k
            ]
            known = [c * end for c, end in ends if end is not None]
            if len(known) == len(ends):
                rest = sum(known, sign * constant)
                yield names[k], "below" if sign * a > 0 else "above", -rest / (sign * a)


@dataclass(frozen=True)
class _Completed:
    """q = sum of d*l**2 + s*(x - m)**2 - k, with d and s positive."""

    squares: tuple[tuple[fmpq, fmpq_mpoly], ...]
    scale: fmpq
    middle: fmpq
    rest: fmpq


def _quadratic(state: ProofState, i: int, forms: Forms, p: fmpq_mpoly, k: int) -> None:
    """abs(x - m) <= r for a variable of a form p >= 0 (or = 0) whose squares can be completed."""
    for sign in (-1, 1) if forms.goal.op == "=" else (-1,):
        found = _completed(p * sign, k)
        if found is None or found.rest < 0:
            continue
        square = found.rest / found.scale
        radius = _root_above(square)
        squares = [(d / found.scale, forms.term(q)) for d, q in found.squares]
        if state.define(*(t for _, t in squares)) is None:
            return
        terms: list[Node] = [{"c": str(-sign / found.scale), "h": [i]}]
        terms += [{"c": str(d), "sq": [print_term(t)]} for d, t in squares]
        for op, end in (("<=", found.middle + radius), (">=", found.middle - radius)):
            _beyond(state, Relation(op, forms.generators[k], num(end)), terms, radius, square)
        return


def _beyond(state: ProofState, r: Relation, terms: list[Node], radius: fmpq, square: fmpq) -> None:
    """Show a bound: w > 0 beyond it makes w**2 + 2*r*w positive, and a sum of squares at most 0 of it."""
    w = len(state.goal.hypotheses)
    more: list[Node] = [{"c": "1", "h": [w, w]}]
    if radius > 0:
        more.append({"c": str(2 * radius), "h": [w]})
    if radius * radius > square:
        more.append({"c": str(radius * radius - square)})
    node: Node = {"rule": "poly", "times": [], "terms": [*terms, *more]}
    place = state.have(r, [{"rule": "contradiction"}, node])
    state.keep([] if place is None else [place])


def _completed(q: fmpq_mpoly, k: int) -> _Completed | None:
    """Squares completed in one generator after the other, k last."""
    context = q.context()
    gens = context.gens()
    squares: list[tuple[fmpq, fmpq_mpoly]] = []
    order = [j for j, degree in enumerate(q.degrees()) if degree and j != k]
    for j in [*order, k]:
        parts = _by_power(q, j)
        lead = parts.get(2)
        d = lead.leading_coefficient() if lead is not None and lead.is_constant() else fmpq(0)
        if d <= 0 or max(parts) > 2:
            return None
        half = parts.get(1, context.constant(0)) * (1 / (2 * d))
        line = gens[j] + half
        q = q - line * line * d
        if j == k:
            if not half.is_constant() or not q.is_constant():
                return None
            m = -half.leading_coefficient() if not half.is_zero() else fmpq(0)
            rest = -q.leading_coefficient() if not q.is_zero() else fmpq(0)
            return _Completed(tuple(squares), d, m, rest)
        squares.append((d, line))
    return None


def _by_power(q: fmpq_mpoly, j: int) -> dict[int, fmpq_mpoly]:
    """The coefficients of the powers of a generator."""
    parts: dict[int, Monomials] = {}
    for e, c in q.terms():
        parts.setdefault(e[j], {})[(*e[:j], 0, *e[j + 1 :])] = c
    return {n: q.context().from_dict(held) for n, held in parts.items()}


def _root_above(square: fmpq) -> fmpq:
    """A rational number whose square is at least another, exact where that is a square."""
    n = int(square.p) * int(square.q) * GRID * GRID
    root = isqrt(n)
    return fmpq(root if root * root == n else root + 1, int(square.q) * GRID)
