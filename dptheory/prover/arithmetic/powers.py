"""Whole powers that normal forms would expand: compared as they stand, or by Bernoulli's inequality."""

from __future__ import annotations

from dataclasses import replace

from dptheory.kernel.real import (
    Relation,
    Term,
    free_variables,
    gap,
    num,
    print_term,
    rational_value,
    replace_terms,
    restart,
    subterms,
    var,
)

from ..cases.splits import by_cases
from ..goals.goal import Goal, Node, Proof, fresh_name
from ..goals.obligations import Prover, define, tidy
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import CHEAP, tactic
from .sums import by_sum

LARGE = 12


@tactic(
    "the goal has a power of 1 + a with a large whole exponent",
    CHEAP,
    "(1 + x + y)**30 >= 1 + 30*x + 30*y | (1 + x + y)**30 >= 1 + 31*x + 30*y | x >= 0, y >= 0",
)
def by_bernoulli(prover: Prover, start: ProofState) -> Proof | None:
    """Show a goal with (1 + a)**n, n a large number, from (1 + a)**n >= 1 + n*a."""
    r = start.goal.relation
    powers = [t for t in subterms(r.left, r.right) if t.op == "pow" and free_variables(t.args[0])]
    state = ProofState(prover, start.goal, start.depth)
    used = False
    for t in powers:
        n = rational_value(t.args[1])
        if n is None or n.q != 1 or n < LARGE or sampled_signs(t.args[0], start.goal.samples).low < 0:
            continue
        a = _less_one(t.args[0])
        used = state.fact("bernoulli", a, t.args[1]) is not None or used
    return by_sum(prover, state) if used else None


@tactic(
    "the goal has two or three powers with exponents that vary, at most 1",
    CHEAP,
    "(2**t - 3*t)*t/4**t <= 1/12 | (2**t - 3*t)*t/4**t <= 1/13 |",
)
def by_reciprocal_bernoulli(prover: Prover, start: ProofState) -> Proof | None:
    """Show a goal with sums of powers b**e from b**e >= b/(b + e - e*b) where e <= 1 (Bernoulli, for 1/b)."""
    r = start.goal.relation
    powers = [t for t in subterms(r.left, r.right) if t.op == "pow" and free_variables(t.args[1])]
    if not 2 <= len(powers) <= 3:
        return None
    for _, e in (t.args for t in powers):
        seen = sampled_signs(e - 1, start.goal.samples)
        if seen.low < 0 < seen.high:
            return by_cases(prover, start, Relation(">=", e, num(1)))
    if any(sampled_signs(t.args[1] - 1, start.goal.samples).low >= 0 for t in powers):
        return None
    state = ProofState(prover, start.goal, start.depth)
    images = {t.key: b / (b + e - e * b) for t in powers for b, e in [t.args]}
    lower = Relation(r.op, *(replace_terms(side, images) for side in (r.left, r.right)))
    if sampled_signs(gap(lower), start.goal.samples, stop_below=True).low < 0:
        return None
    if any(state.have(Relation(">=", t, images[t.key]), depth=2) is None for t in powers):
        return None
    return by_sum(prover, state) if state.have(lower, depth=2) is not None else None


def _less_one(base: Term) -> Term:
    """a, if the base is written 1 + a; else the base less one."""
    return base.args[1] if base.op == "add" and base.args[0] == num(1) else base - 1


@tactic(
    "both sides are powers of sums, with whole exponents from 3 on",
    CHEAP,
    "(x + 1)**5 <= (x + y + 1)**7 | (x + 1)**5 <= (x + y + 1)**4 | x > 0, y > 0",
)
def by_base_comparison(prover: Prover, start: ProofState) -> Proof | None:
    """Show A**m <= B**n, 3 <= m <= n, from 0 <= A <= B and (where m < n) B >= 1, expanding nothing."""
    r = start.goal.relation
    op, large, small = r.oriented
    sides = [t for t in (large, small) if t.op == "pow" and free_variables(t.args[0])]
    if len(sides) < 2 or any(t.args[0].op not in ("add", "sub") for t in sides):
        return None
    (b, n), (a, m) = large.args, small.args
    low, high = rational_value(m), rational_value(n)
    if low is None or high is None or not 3 <= low <= high or low.q != 1 or high.q != 1:
        return None
    if sampled_signs(b - a, start.goal.samples).low < 0 or sampled_signs(a, start.goal.samples).low < 0:
        return None
    state = ProofState(prover, start.goal, start.depth)
    strict = op == ">"
    first = state.fact("power-strict" if strict else "power-monotone-zero", a, b, m)
    if first is None or (low < high and state.fact("power-exponent-up", b, m, n) is None):
        return None
    return state.close(_opaque(prover, state, [small, b**m, large]))


def _opaque(prover: Prover, state: ProofState, terms: list[Term]) -> Proof | None:
    """Close the state's goal with terms named instead of expanded."""
    goal = state.goal
    images: dict[bytes, Term] = {}
    named: list[list[str]] = []
    s = goal.sequent
    for t in terms:
        if t.key not in images:
            name = fresh_name(replace(goal, sequent=s))
            s, images[t.key] = s.introducing(name), var(name)
            named.append([print_term(t), name])
    moved = [
        Relation(h.op, replace_terms(h.left, images), replace_terms(h.right, images))
        for h in (s.goal, *s.hypotheses)
    ]
    inner = Goal(restart(s.variables, tuple(moved[1:]), moved[0], s.lemmas), ())
    defined = define(prover, inner, state.depth, inner.sequent.pending(moved[0].left, moved[0].right))
    if defined is None:
        return None
    names = {t.value for t in images.values()}
    other = {i for i, h in enumerate(inner.hypotheses) if not set(h.variables()) <= names}
    known = inner.sequent.knowing(moved[0].left, moved[0].right)
    proof = by_sum(prover, ProofState(prover, inner.where(known, frozenset(other)), 0))
    node: Node = {"rule": "generalise", "terms": named, "defined": defined}
    return None if proof is None else [tidy(node), *proof]
