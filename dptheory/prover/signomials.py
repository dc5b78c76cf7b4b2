"""Sums of products of powers with coefficients of both signs, each product with a negative coefficient below
weighted means of others.

With N = exp(U) and m_j = exp(V_j) > 0, m_j >= N*(1 + V_j - U), since exp(a) >= 1 + a. Where sum(w_j*(V_j - U)) = 0,
w_j >= 0, that adds up to sum(w_j*m_j) >= sum(w_j)*N. Whether the products with positive coefficients suffice for
all the others together is a linear program in the weights.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace

from flint import fmpq

from dptheory.kernel.real.claims import Relation
from dptheory.kernel.real.ratfun import Field, Fraction
from dptheory.kernel.real.terms import Term, free_variables, num

from .algebra import fraction_term, polynomial_term
from .clusters import pieces
from .goals import Desk, Node, Proof, Prover, screen
from .means import bases_of, logarithm_of, tangent
from .simplex import feasible
from .splits import by_cases

MOST = 40
MOST_NEGATIVE = 14
PRODUCTS = ("var", "pow", "exp", "sqrt")
STRICT = "strict"

Weights = dict[tuple[int, int], fmpq]


@dataclass(frozen=True)
class Summand:
    """c times a product of powers, its logarithm, and that as a vector."""

    c: fmpq
    term: Term
    log: Term
    vector: dict[Hashable, fmpq]


def by_signomials(prover: Prover, start: Desk) -> Proof | None:
    """Show a sum of products of powers >= 0 by means of those with positive coefficients."""
    r = start.goal.relation
    if r.op in ("=", "!="):
        return None
    field = Field([r.left, r.right])
    whole = field.difference(r)
    signs = [c > 0 for c in whole.num.to_dict().values()]
    if len(signs) > MOST or not 1 <= signs.count(False) <= MOST_NEGATIVE or signs.count(True) < 2:
        return None
    if not _products(field, whole):
        return None
    powers = [field.generators[i] for i, k in enumerate(_degrees(whole)) if k]
    touching = _touching(start, powers)
    if touching is None:
        return None
    summands = _summands(field, whole)
    weights = _weights(prover, summands, r.strict)
    if weights is None:
        return None
    if touching:
        return by_cases(prover, start, Relation(">", touching[0], num(0)))
    return _added(start, field, whole, summands, weights)


def _degrees(whole: Fraction) -> list[int]:
    return [int(max(a, b)) for a, b in zip(whole.num.degrees(), whole.den.degrees(), strict=True)]


def _products(field: Field, whole: Fraction) -> bool:
    """Whether all that occurs is a power, and the denominator has positive coefficients only."""
    used = [g for g, k in zip(field.generators, _degrees(whole), strict=False) if k]
    if any(g.op not in PRODUCTS or not free_variables(g) for g in used):
        return False
    return all(c > 0 for c in whole.den.to_dict().values())


def _touching(start: Desk, powers: list[Term]) -> list[Term] | None:
    """The bases that are 0 somewhere; None if one is not a variable, or is negative."""
    found: list[Term] = []
    for b in (b for g in powers for b in bases_of(g)):
        seen = screen(b, start.goal.cloud)
        if b.op == "exp" or not free_variables(b):
            continue
        if seen.low < 0 or seen.high <= 0 or (seen.low == 0 and b.op != "var"):
            return None
        if seen.low == 0:
            found.append(b)
    return found


def _summands(field: Field, whole: Fraction) -> list[Summand]:
    ring = whole.num.context()
    parts = whole.num.to_dict()
    terms = [polynomial_term(field.generators, ring.from_dict({e: fmpq(1)})) for e in parts]
    logs = [logarithm_of(t) for t in terms]
    over = Field(logs)
    vectors = [pieces(over, over[v]) for v in logs]
    return [Summand(*s) for s in zip(parts.values(), terms, logs, vectors, strict=True)]


def _weights(prover: Prover, summands: list[Summand], strict: bool) -> Weights | None:
    """How much of each positive summand every negative one takes; (j, j): what is left of summand j."""
    above = [j for j, s in enumerate(summands) if s.c > 0]
    below = [j for j, s in enumerate(summands) if s.c < 0]
    columns: list[dict[Hashable, fmpq]] = []
    pairs: list[tuple[int, int]] = []
    for i in below:
        for j in above:
            pairs.append((i, j))
            columns.append({("sum", i): fmpq(1), ("part", j): fmpq(1), **_step(summands, i, j)})
    for j in above:
        pairs.append((j, j))
        columns.append({("part", j): fmpq(1), **({STRICT: fmpq(1)} if strict else {})})
    whole: dict[Hashable, fmpq] = {("sum", i): -summands[i].c for i in below}
    whole |= {("part", j): summands[j].c for j in above}
    if strict:  # the weights of a multiple of the goal, of which something is left
        columns.append({key: -c for key, c in whole.items()})
        whole = {STRICT: fmpq(1)}
    found = feasible(columns, whole, prover.budget)
    if found is None:
        return None
    scale = found.pop(len(pairs), fmpq(1)) if strict else fmpq(1)
    return {pairs[k]: w / scale for k, w in found.items() if w > 0}


def _step(summands: list[Summand], i: int, j: int) -> dict[Hashable, fmpq]:
    """The difference of two logarithms."""
    low, high = summands[i].vector, summands[j].vector
    keys = low.keys() | high.keys()
    difference = {("log", i, k): high.get(k, fmpq(0)) - low.get(k, fmpq(0)) for k in keys}
    return {k: c for k, c in difference.items() if c != 0}


def _added(
    start: Desk, field: Field, whole: Fraction, summands: list[Summand], weights: Weights
) -> Proof | None:
    """The goal times its denominator as the sum of the tangents' multiples."""
    desk = Desk(start.prover, start.goal, start.fuel)
    times: list[int] = []
    if not whole.den.is_constant():
        divisor = fraction_term(field.generators, whole.den, whole.den / whole.den)
        place = desk.have(Relation(">", divisor, num(0)), fuel=2)
        if place is None:
            return None
        times.append(place)
    scale = whole.den.leading_coefficient() if whole.den.is_constant() else fmpq(1)
    nodes: list[Node] = []
    for (i, j), w in weights.items():
        n, m = summands[i], summands[j]
        size = len(desk.goal.hypotheses)
        if i == j:
            place = desk.have(Relation(">", m.term, num(0)), fuel=2)
        else:
            place = tangent(desk, n.term, n.log, m.term, m.log)
        if place is None:
            return None
        nodes.append({"c": str(w / scale), "h": [place]})
        # what was shown on the way is of no use to what comes next
        added = frozenset(range(size, len(desk.goal.hypotheses)))
        desk.goal = replace(desk.goal, hidden=desk.goal.hidden | added)
    return desk.close([{"rule": "poly", "times": times, "terms": nodes}])
