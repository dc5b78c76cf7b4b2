"""Jensen's inequality for roots: a weighted sum of them against the root of the weighted mean.

With weights w1, w2, ... >= 0 of sum W and T = (w1*t1 + w2*t2 + ...)/W, the sum of w*sqrt(t) is at most
W*sqrt(T), and the sum of w/sqrt(t) is at least W/sqrt(T). With u = sqrt(t) and v = sqrt(T) the differences
are, times 2*v and 2*v**3, the sums of w*(u - v)**2 and of w*(u - v)**2*(u + 2*v)/u.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass, replace
from functools import reduce

from dptheory.kernel.real import Field, Relation, Term, apply, free_variables, gap, num, print_term, subterms

from ..goals.goal import Node, Proof
from ..goals.obligations import Prover
from ..goals.polynomials import fraction_term, tidied
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import MODERATE, tactic
from ..substitution.composed import signed_terms

MOST = 5
DEPTH = 2


@dataclass(frozen=True)
class _Root:
    """A term w*sqrt(t), or w/sqrt(t), of a sum."""

    whole: Term
    weight: Term
    root: Term


@tactic(
    "the smaller side is a sum of several terms w*sqrt(t), or the greater one of several terms w/sqrt(t)",
    MODERATE,
    "x/sqrt(x + 3*y) + y/sqrt(y + 3*x) >= sqrt(x + y)/sqrt(2) | "
    "x/sqrt(x + 3*y) + y/sqrt(y + 3*x) >= sqrt(x + y)*3/4 | x > 0, y > 0",
    said="the root of a mean",
)
def by_mean_root(prover: Prover, start: ProofState) -> Proof | None:
    """Put the root of the weighted mean in the place of a weighted sum of roots."""
    _, more, less = start.goal.relation.oriented
    terms = list(signed_terms(more - less))
    for below in (True, False):
        parts = [p for t, added in terms if added != below and (p := _root(start, t, below)) is not None]
        if 2 <= len(parts) <= MOST and len({p.root.key for p in parts}) > 1:
            rest = [(t, added) for t, added in terms if all(t is not p.whole for p in parts)]
            proof = _replaced(prover, start, parts, rest, below)
            if proof is not None:
                return proof
    return None


def _root(start: ProofState, t: Term, below: bool) -> _Root | None:
    """A term as w*sqrt(t) (`below`) or w/sqrt(t), with a weight w >= 0 without roots."""
    roots = {s.key: s for s in subterms(t) if s.op == "sqrt" and free_variables(s)}
    if len(roots) != 1:
        return None
    (root,) = roots.values()
    weight = _tidy(t / root if below else t * root)
    if any(s == root for s in subterms(weight)):
        return None
    seen = sampled_signs(weight, start.goal.samples, stop_below=True)
    return _Root(t, weight, root) if seen.low >= 0 else None


def _replaced(
    prover: Prover, start: ProofState, parts: list[_Root], rest: list[tuple[Term, bool]], below: bool
) -> Proof | None:
    """The goal with the root of the mean in the place of the parts."""
    total = _tidy(_sum([p.weight for p in parts]))
    mean = _tidy(_sum([p.weight * p.root.args[0] for p in parts]) / total)
    root = apply("sqrt", mean)
    other = total * root if below else total / root
    sides = [
        _sum([t for t, added in rest if added == above] + [other] * (above != below))
        for above in (True, False)
    ]
    left = Relation(start.goal.relation.oriented[0], *sides)
    if sampled_signs(gap(left), start.goal.samples, stop_below=True).low < 0:
        return None
    state = ProofState(prover, start.goal, start.depth)
    if state.have(Relation(">", mean, num(0)), depth=2) is None:
        return None
    bound = Relation(">=", *((other, _sum([p.whole for p in parts]))[:: 1 if below else -1]))
    proof = _bound(prover, state, bound, parts, root, total, below)
    first = None if proof is None else state.have(bound, proof)
    if first is None:
        return None
    state.goal = replace(
        state.goal, hidden=state.goal.hidden | set(range(len(start.goal.hypotheses), first + 1))
    )
    second = state.have(left, depth=start.depth)
    terms: list[Node] = [{"c": "1", "h": [first]}, {"c": "1", "h": [second]}]
    return None if second is None else start.close(state.combined([], terms))


def _bound(
    prover: Prover, outer: ProofState, bound: Relation, parts: list[_Root], v: Term, total: Term, below: bool
) -> Proof | None:
    """Jensen's inequality itself, by the squares of the differences of the roots."""
    if outer.define(bound.left, bound.right) is None:
        return None
    known = outer.goal.sequent.knowing(bound.left, bound.right).showing(bound)
    state = ProofState(prover, outer.goal.where(known), max(outer.depth, DEPTH))
    positive, square = state.fact("sqrt-positive", *v.args), state.fact("sqrt-square", *v.args)
    if positive is None or square is None:
        return None
    terms: list[Node] = [{"c": "1/2", "h": square, "by": print_term(total)}]
    for p in parts:
        own = state.fact("sqrt-square", *p.root.args)
        signs = (
            [Relation(">=", p.weight, num(0))]
            if below
            else [Relation(">=", p.weight / p.root, num(0)), Relation(">", p.root + 2 * v, num(0))]
        )
        shown = [k for r in signs if (k := state.have(r, depth=2)) is not None]
        if own is None or len(shown) < len(signs):
            return None
        terms.append({"c": "1/2", "h": shown, "sq": [print_term(p.root - v)]})
        terms.append({"c": "-1/2", "h": own, "by": print_term(p.weight)})
    return state.combined(positive * (1 if below else 3), terms)


def _sum(terms: list[Term]) -> Term:
    return reduce(operator.add, terms) if terms else num(0)


def _tidy(t: Term) -> Term:
    field = Field([t])
    return fraction_term(tidied(field), field[t].num, field[t].den)
