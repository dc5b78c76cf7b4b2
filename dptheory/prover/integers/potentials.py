"""Sums and products below a stronger bound: the goal's less a rest that shrinks as fast as the terms do.

A goal S(n) <= R(n) about a sum (or product) S of terms f follows by induction from S(n) <= R(n) - T(n) with
T >= 0, if R - T grows from n - 1 to n by f(n) at least (by the factor f(n)); a product also from R*exp(-T).
T is a combination of powers, terms of the sum, geometric and rational ones, also over the divisors of R. All
that is asked of the coefficients is linear in them: they are found by a linear program over some places, and
are made simple one after the other, each within the range that the program leaves it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import permutations, product

from flint import fmpq

from dptheory.kernel.real import (
    Field,
    Relation,
    Term,
    apply,
    free_variables,
    instance,
    num,
    rational_value,
    replace_terms,
    substitute,
    subterms,
    var,
)

from ..facts.known import know_values
from ..facts.replacement import eliminate_value, linear_part
from ..functions.logarithms import expanded_logarithm
from ..goals.forms import Item
from ..goals.goal import Goal, Proof
from ..goals.obligations import Prover
from ..goals.polynomials import fraction_term, tidied
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from .induction import by_first_case, by_previous, stepwise
from .ratios import undone
from .rests import Bounded, rest_of, tidy_term

LATEST = 4
DEPTH = 3
SHARE = 0.5


def by_potential(prover: Prover, start: ProofState, t: Term) -> Proof | None:
    """Show a goal that is linear in a sum or product by a stronger bound of it."""
    found = _bounded(start, t)
    first = None if found is None else _first(start.goal, found.n)
    if found is None or first is None:
        return None
    k, index = first
    kinds = [replace(found, logs=True), found] if t.op == "prod" else [found]
    for size, later in product(range(3), range(LATEST)):
        for kind in kinds:
            rest = rest_of(start.goal, kind, size, k + later)
            if rest is None:
                continue
            if later:
                return by_first_case(prover, start)
            proof = prover.attempt(partial(_shown, prover, start, kind, rest, num(k), index), SHARE)
            if proof is not None:
                return proof
    return None


def _bounded(start: ProofState, t: Term) -> Bounded | None:
    """The goal as a bound of t, if it is linear in t alone."""
    end, r = t.args[1], start.goal.relation
    if end.op != "var" or not start.goal.sequent.variables.get(str(end.value)) or end in t.args[2:]:
        return None
    n = str(end.value)
    body = instance(t, var(n))
    if n in free_variables(t.args[0]) or n in free_variables(instance(t, num(1))):
        return None
    field = Field([r.left, r.right])
    whole = field.difference(r)
    place = next((i for i, g in enumerate(field.generators) if g == t), None)
    slope = None if place is None else linear_part(whole, place)
    if slope is None or any(g.op in ("sum", "prod", "integral") and g != t for g in field.generators):
        return None
    factor = fraction_term(tidied(field), slope.num, slope.den)
    seen = sampled_signs(factor, start.goal.samples)
    if seen.low <= 0 <= seen.high or n in free_variables(factor):
        return None
    _, more, less = r.oriented
    rest = replace_terms(more - less, {t.key: num(0)})
    limit = tidy_term(rest / -factor)
    return None if limit is None else Bounded(t, body, n, seen.high < 0, limit)


def _first(goal: Goal, n: str) -> tuple[int, int] | None:
    """The least n, if hypotheses give it as a number, and where."""
    found: list[tuple[int, int]] = []
    for i, h in enumerate(goal.hypotheses):
        op, large, k = h.oriented
        value = rational_value(k)
        if op == ">=" and large == var(n) and value is not None and value.q == 1 and i not in goal.hidden:
            found.append((int(value.p), i))
    return max(found, default=None)


def _shown(
    prover: Prover, start: ProofState, found: Bounded, rest: Term, k: Term, index: int
) -> Proof | None:
    """The goal by the stronger bound."""
    op = "<=" if found.upper else ">="
    wanted = Relation(op, found.whole, found.stronger(rest))
    state = ProofState(prover, start.goal, start.depth)
    if state.define(wanted.left, wanted.right) is None:
        return None
    known = state.goal.sequent.knowing(wanted.left, wanted.right).showing(wanted)
    samples = tuple({**p, found.n: k_} for p in state.goal.samples[:30] for k_ in _along(k))
    inner = replace(state.goal.where(known), samples=samples)
    depth = max(start.depth, DEPTH)
    step = partial(_following, prover, found, rest, depth)
    proof = stepwise(prover, ProofState(prover, inner, depth), found.n, k, index, following=step)
    place = None if proof is None else state.have(wanted, proof)
    if place is None:
        return None
    return start.close(eliminate_value(prover, state, place, (found.whole.op,), found.whole))


def _along(k: Term) -> Iterator[fmpq]:
    first = rational_value(k) or fmpq(0)
    yield from (first + offset for offset in (0, 1, 2, 5, 30, 300))


def _following(prover: Prover, found: Bounded, rest: Term, depth: int, goal: Goal) -> Proof | None:
    """The next case from the last hypothesis; of a product from what both are multiplied by."""
    if found.whole.op == "sum":
        return by_previous(prover, goal, depth)
    after = {found.n: var(found.n) + 1}
    bound = found.stronger(rest)
    factor, before, later = substitute(found.body, after), bound, substitute(bound, after)
    op, last = ("<=" if found.upper else ">="), len(goal.hypotheses) - 1
    wanted = Relation(op, factor * before, later)
    state = ProofState(prover, goal, depth)
    state.goal = replace(goal, hidden=goal.hidden | {last})
    positive = state.have(Relation(">", factor, num(0)), depth=depth)
    if positive is None or state.define(wanted.left, wanted.right) is None:
        return None
    known = state.goal.sequent.knowing(wanted.left, wanted.right).showing(wanted)
    inner = state.goal.where(known)
    proof = _by_logarithms(prover, inner, factor, before, later, depth) if found.logs else None
    proof = prover.prove(inner, depth) if proof is None else proof
    place = None if proof is None else state.have(wanted, proof)
    if place is None:
        return None
    state.goal = replace(state.goal, hidden=goal.hidden)
    know_values(state)
    forms = state.forms()
    items = [(Item(forms.one, (positive, last)), fmpq(1)), (Item(forms.one, (place,)), fmpq(1))]
    return state.poly(forms.node([], items))


def _by_logarithms(
    prover: Prover, goal: Goal, factor: Term, before: Term, later: Term, depth: int
) -> Proof | None:
    """Compare two products by their logarithms, these by tangents."""
    logs = [expanded_logarithm(t) for t in (before, later)]
    sides = apply("log", factor) + logs[0], logs[1]
    state = ProofState(prover, goal, depth)
    wanted = Relation(goal.relation.op, *sides)
    if state.define(*sides) is None:
        return None
    known = state.goal.sequent.knowing(*sides).showing(wanted)
    inner = ProofState(prover, state.goal.where(known), depth)
    proof = prover.attempt(partial(_by_tangent, prover, inner, factor), SHARE)
    proof = proof or prover.prove(state.goal.where(known), depth)
    if proof is None or state.have(wanted, proof) is None:
        return None
    small, large = sides if goal.relation.op == "<=" else sides[::-1]
    found = state.fact("exp-monotone", small, large)
    if found is None or not all(undone(state, t) for t in (factor, before, later)):
        return None
    if not state.solve("exp-add", apply("exp", sides[0]), *sides[0].args):
        return None
    forms = state.forms()
    return state.poly(forms.node([], [(Item(forms.one, (found[0],)), fmpq(1))]))


def _by_tangent(prover: Prover, state: ProofState, factor: Term) -> Proof | None:
    """By the tangent of the factor's logarithm at 1, and of the others' at each other's places."""
    r, before = state.goal.relation, len(state.goal.hypotheses)
    own = [t.args[0] for t in subterms(r.left, r.right) if t.op == "log" and free_variables(t)]
    for a, b in permutations([t for t in own if t != factor][:2], 2):
        state.fact("log-tangent", a, b)
    state.keep(range(before, len(state.goal.hypotheses)))
    found = state.fact("log-upper" if state.goal.relation.op == "<=" else "log-lower", factor)
    value = apply("log", factor)
    return None if found is None else eliminate_value(prover, state, found[0], ("log",), value)
