"""Weighted means of any number of terms: a product of powers is at most the mean of its factors.

With N = exp(U) and m_j = exp(V_j), each m_j >= N*(1 + V_j - U), since exp(a) >= 1 + a. If the weights
w_j >= 0 have sum(w_j) = c and sum(w_j*V_j) = c*U, then sum(w_j*m_j) >= c*N.
"""

from __future__ import annotations

from collections.abc import Iterator

from dptheory.kernel.real import (
    Field,
    Fraction,
    Relation,
    Term,
    apply,
    free_variables,
    num,
    print_term,
    rational_value,
)

from ..cases.splits import by_cases
from ..facts.replacement import linear_part
from ..goals.goal import Node, Proof
from ..goals.obligations import Prover
from ..goals.polynomials import fraction_term
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import MODERATE, tactic

MOST = 6


@tactic(
    "the goal is a sum, and a product of powers of its terms",
    MODERATE,
    "x**a*y**b*z**(1 - a - b) <= a*x + b*y + (1 - a - b)*z | "
    "x**a*y**b*z**(1 - a - b) <= a*x + b*y + (1 - a - b)*z - x/100 | "
    "a >= 0, b >= 0, a + b <= 1, x > 0, y > 0, z > 0",
    said="weighted means",
)
def by_means(prover: Prover, start: ProofState) -> Proof | None:
    """Show sum(w_j*m_j) >= c*N, where N is the product of powers of the m_j that the weights give."""
    r = start.goal.relation
    if r.op not in ("<=", ">="):
        return None
    field = Field([r.left, r.right])
    whole = field.difference(r)
    for product, atoms in _candidates(start, field, whole):
        touching = _touching(start, [product, *atoms])
        if touching is not None:
            return by_cases(prover, start, Relation(">", touching, num(0)))
        proof = _mean(prover, start, field, whole, product, atoms)
        if proof is not None:
            return start.close(proof)
    return None


def _candidates(start: ProofState, field: Field, whole: Fraction) -> Iterator[tuple[Term, list[Term]]]:
    """The negative monomial N, and the function values or bases m_j that it is a product of powers of."""
    places = [i for i, g in enumerate(field.generators) if g.op == "pow" and free_variables(g)]
    if not places:
        return
    below = whole.den.degrees() if len(whole.den) == 1 else [0] * len(whole.den.degrees())
    for exponents, c in whole.num.terms():
        if c > 0:
            continue
        # the ring may have generators to spare
        powers_of = zip(field.generators, exponents, below, strict=False)
        inside = [(g, int(k) - int(d)) for g, k, d in powers_of if int(k) != int(d)]
        if not inside or len(inside) > MOST or any(k != 1 for _, k in inside):
            continue
        if any(g.op not in ("var", "pow", "exp", "sqrt") for g, _ in inside):
            continue
        product = inside[0][0]
        for g, _ in inside[1:]:
            product = product * g
        used = {g.key for g, _ in inside}
        bases = {b.key for b in bases_of(product)}
        powers = [field.generators[i] for i in places if field.generators[i].key not in used]
        own = [g for g in powers if linear_part(whole, field.generators.index(g)) is not None]
        plain = [g for g in field.generators if g.key in bases and g.key not in used]
        for atoms in (own, plain):
            if 2 <= len(atoms) <= MOST:
                yield product, atoms


def bases_of(t: Term) -> list[Term]:
    """What a product of powers is a product of powers of."""
    if t.op in ("mul", "div"):
        return [b for a in t.args for b in bases_of(a)]
    return bases_of(t.args[0]) if t.op in ("pow", "sqrt") else [t]


def _touching(start: ProofState, terms: list[Term]) -> Term | None:
    """A base that is 0 somewhere."""
    for t in terms:
        for b in bases_of(t):
            seen = sampled_signs(b, start.goal.samples)
            if b.op == "var" and seen.low == 0 < seen.high:
                return b
    return None


def logarithm_of(t: Term) -> Term:
    """The logarithm of a product of powers, as a sum of multiples of logarithms.

    >>> from dptheory.kernel.real.grammar import parse_term, print_term
    >>> print_term(logarithm_of(parse_term("x**a*y")))
    'a*log(x) + log(y)'
    """
    if t.op == "exp":
        return t.args[0]
    if t.op == "mul":
        return logarithm_of(t.args[0]) + logarithm_of(t.args[1])
    if t.op == "div":
        return logarithm_of(t.args[0]) - logarithm_of(t.args[1])
    if t.op == "pow":
        return t.args[1] * logarithm_of(t.args[0])
    if t.op == "sqrt":
        return logarithm_of(t.args[0]) / 2
    return num(0) if rational_value(t) == 1 else apply("log", t)


def _mean(
    prover: Prover, start: ProofState, field: Field, whole: Fraction, product: Term, atoms: list[Term]
) -> Proof | None:
    """The goal as the weights' multiples of the tangents at N."""
    state = ProofState(prover, start.goal, start.depth)
    u, logs = logarithm_of(product), [logarithm_of(m) for m in atoms]
    weights = [linear_part(whole, field.generators.index(m)) for m in atoms]
    terms: list[Term] = []
    for w in weights:
        if w is None:
            return None
        terms.append(fraction_term(field.generators, w.num, w.den))
    if any(sampled_signs(w, state.goal.samples).low < 0 for w in terms) or not _balanced(terms, logs, u):
        return None
    if not _whole(start.goal.relation, product, terms, atoms):
        return None
    nodes: list[Node] = []
    for m, v, weight in zip(atoms, logs, terms, strict=True):
        sign = state.have(Relation(">=", weight, num(0)), depth=2)
        above = None if sign is None else tangent(state, product, u, m, v)
        if sign is None or above is None:
            return None
        nodes.append({"c": "1", "h": [sign, above]})
    return state.close([{"rule": "poly", "times": [], "terms": nodes}])


def _balanced(weights: list[Term], logs: list[Term], u: Term) -> bool:
    """Whether sum(w_j*(V_j - U)) is 0."""
    total: Term = num(0)
    for w, v in zip(weights, logs, strict=True):
        total = total + w * (v - u)
    return Field([total])[total].is_zero


def _whole(r: Relation, product: Term, weights: list[Term], atoms: list[Term]) -> bool:
    """Whether the goal's difference is sum(w_j*(m_j - N)): the weights add up to what N is taken by."""
    _, large, small = r.oriented
    total = large - small
    for w, m in zip(weights, atoms, strict=True):
        total = total - w * (m - product)
    return Field([total])[total].is_zero


def tangent(state: ProofState, product: Term, u: Term, m: Term, v: Term) -> int | None:
    """m >= N*(1 + V - U)."""
    ways = [(product, u), (m, v)]
    for t, log in ways:
        if t.op != "exp" and state.have(Relation("=", t, apply("exp", log)), depth=2) is None:
            return None
    if state.fact("exp-lower", v - u) is None or state.fact("exp-sub", v, u) is None:
        return None
    if state.fact("exp-positive", u) is None:
        return None
    index = state.goal.index_of
    e, d = apply("exp", u), apply("exp", v - u)
    lower, split = index(Relation(">=", d, 1 + (v - u))), index(Relation("=", d * e, apply("exp", v)))
    positive = index(Relation(">", e, num(0)))
    same = [index(Relation("=", t, apply("exp", log))) for t, log in ways]
    if lower is None or split is None or positive is None:
        return None
    # m - N*(1 + V - U) = E*(D - 1 - (V - U)) - (D*E - exp(V)) + (m - exp(V)) - (N - E)*(1 + V - U)
    terms: list[Node] = [{"c": "1", "h": [positive, lower]}, {"c": "-1", "h": [split]}]
    if same[1] is not None:
        terms.append({"c": "1", "h": [same[1]]})
    if same[0] is not None:
        terms.append({"c": "-1", "h": [same[0]], "by": print_term(1 + (v - u))})
    relation = Relation(">=", m, product * (1 + (v - u)))
    return state.have(relation, [{"rule": "poly", "times": [], "terms": terms}])
