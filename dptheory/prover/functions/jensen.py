"""Jensen's inequality for the logarithm of a sum, at tangents whose places are functions.

With weights w1, w2, ... > 0 of sum W, and X = s1 + s2 + ..., W*log(X) >= w1*log(W*s1/w1) + ...: each
logarithm on the right is at most its tangent at X, and the tangents add up to the left side. A goal in which
log(X) has a coefficient >= 0 follows from the same goal with these logarithms in its place. The weights are
among the terms that the goal's logarithms are multiplied by, so that nothing is left but an identity where
the goal is a comparison of divergences, or of a divergence with the logarithm of a moment.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from flint import fmpq_mpoly

from dptheory.kernel.real import (
    Field,
    Relation,
    Term,
    apply,
    free_variables,
    num,
    rational_value,
    replace_terms,
    subterms,
)

from ..facts.replacement import eliminate_value, linear_part
from ..goals.goal import Node, Proof
from ..goals.obligations import Prover
from ..goals.polynomials import fraction_term, tidied
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import MODERATE, tactic
from .entropy import expand

MOST_SUMMANDS = 4
MOST_WEIGHTS = 8
DEPTH = 3


@tactic(
    "the goal has the logarithm of a sum, and terms by which logarithms are multiplied",
    MODERATE,
    "log(p*x + q*y + r*z) >= p*log(x) + q*log(y) + r*log(z) | "
    "log(p*x + q*y + r*z) >= p*log(x) + q*log(y) + r*log(2*z) | "
    "p + q + r = 1, p > 0, q > 0, r > 0, x > 0, y > 0, z > 0",
)
def by_jensen(prover: Prover, start: ProofState) -> Proof | None:
    """Replace the logarithm of a sum by a weighted sum of logarithms that is at most as large."""
    r = start.goal.relation
    field = Field([r.left, r.right])
    whole = field.difference(r)
    for place, g in enumerate(field.generators):
        parts = _positive_parts(start, g.args[0]) if g.op == "log" else []
        if not parts:
            continue
        slope = linear_part(whole, place)
        if slope is None:
            continue
        coefficient = fraction_term(tidied(field), slope.num, slope.den)
        if sampled_signs(coefficient, start.goal.samples, stop_below=True).low < 0:
            continue
        for weights in permutations(_weights(start, g), len(parts)):
            proof = _with_weights(prover, start, g, parts, list(weights))
            if proof is not None:
                return start.close(proof)
    return None


def _positive_parts(start: ProofState, t: Term) -> list[Term]:
    """The terms of a sum, as it is written, else by the values of functions in them: of 1 - q*(1 - exp(c))
    these are 1 - q and q*exp(c); none where they are too many, or one is not positive."""
    written = list(summands(t))
    if len(written) == 1:
        field = Field([t])
        groups: dict[tuple[int, ...], fmpq_mpoly] = {}
        for exponents, c in field[t].num.terms():
            of = tuple(e for g, e in zip(field.generators, exponents, strict=False) if g.op != "var")
            groups[of] = groups.get(of, field[t].num * 0) + field[t].num.context().from_dict({exponents: c})
        written = [fraction_term(tidied(field), p, field[t].den) for p in groups.values()]
    if not 2 <= len(written) <= MOST_SUMMANDS:
        return []
    positive = all(sampled_signs(p, start.goal.samples, stop_below=True).low > 0 for p in written)
    return written if positive else []


def summands(t: Term) -> Iterator[Term]:
    """The terms of a sum as it is written."""
    if t.op != "add":
        yield t
        return
    for a in t.args:
        yield from summands(a)


def _weights(start: ProofState, g: Term) -> list[Term]:
    """What logarithms are multiplied by in the goal, as it is written, and is positive; and the like of 1 - p
    for p."""
    r = start.goal.relation
    found: dict[bytes, Term] = {}
    for t in subterms(r.left, r.right):
        if t.op not in ("mul", "div"):
            continue
        logs = [a for a in t.args if any(u.op == "log" and u != g for u in subterms(a))]
        for a in t.args:
            if a not in logs and logs and free_variables(a):
                found.setdefault(a.key, a)
    for a in list(found.values()):
        if a.op == "var":
            found.setdefault((1 - a).key, 1 - a)
    positive = [t for t in found.values() if sampled_signs(t, start.goal.samples, stop_below=True).low > 0]
    return positive[:MOST_WEIGHTS]


def _with_weights(
    prover: Prover, start: ProofState, g: Term, parts: list[Term], weights: list[Term]
) -> Proof | None:
    r, (whole,) = start.goal.relation, g.args
    total = weights[0]
    for w in weights[1:]:
        total = total + w
    constant = Field([total])[total].constant
    total = total if constant is None else num(constant)
    inside = [
        _simpler(s * total / w if total != num(1) else s / w) for s, w in zip(parts, weights, strict=True)
    ]
    lower = num(0)
    for w, b in zip(weights, inside, strict=True):
        term = w * apply("log", b)
        lower = term if lower == num(0) else lower + term
    image = {g.key: lower if total == num(1) else lower / total}
    _, more, less = r.oriented
    left = replace_terms(more, image) - replace_terms(less, image)
    if sampled_signs(left, start.goal.samples, stop_below=True).low < 0:
        return None
    prover.budget.check()
    state = ProofState(prover, start.goal, max(start.depth, DEPTH))
    signs = [state.have(Relation(">", w, num(0)), depth=1) for w in weights]
    if any(state.have(Relation(">", t, num(0)), depth=2) is None for t in (*parts, whole, *inside)):
        return None
    tangents = [state.fact("log-tangent", whole, b) for b in inside]
    bound = Relation(">=", g if total == num(1) else total * g, lower)
    terms: list[Node] = []
    for sign, tangent in zip(signs, tangents, strict=True):
        if sign is None or tangent is None:
            return None
        terms.append({"c": "1", "h": [sign, tangent[0]]})
    if state.define(bound.left, bound.right) is None:
        return None
    others = [u for u in subterms(r.left, r.right) if u.op == "log" and u != g]
    if any(not expand(state, t) for t in (*inside, *(u.args[0] for u in others))):
        return None
    state.depth = start.depth
    known = state.goal.sequent.knowing(bound.left, bound.right).showing(bound)
    inner = ProofState(prover, state.goal.where(known), state.depth)
    place = state.have(bound, inner.combined([], terms))
    return None if place is None else start.close(eliminate_value(prover, state, place, ("log",), g))


def _simpler(t: Term) -> Term:
    """A quotient in its normal form, where that is no longer."""
    field = Field([t])
    found = fraction_term(tidied(field), field[t].num, field[t].den)
    return found if found.size < t.size and rational_value(found) is None else t
