"""Sums of products of powers with coefficients of both signs, each product with a negative coefficient below
weighted means of others.

With N = exp(U) and m_j = exp(V_j) > 0, m_j >= N*(1 + V_j - U), since exp(a) >= 1 + a. Where
sum(w_j*(V_j - U)) = 0, w_j >= 0, that adds up to sum(w_j*m_j) >= sum(w_j)*N. Whether the products with
positive coefficients suffice for all the others together is a linear program in the weights. Equations
between products of powers, which are linear in logarithms, may take part in the first sum.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, replace

from flint import fmpq

from dptheory.kernel.real import Field, Fraction, Relation, Term, free_variables, num, print_term

from ..arithmetic.simplex import feasible
from ..cases.splits import by_cases
from ..facts.clusters import pieces
from ..goals.goal import Node, Proof
from ..goals.obligations import Prover
from ..goals.polynomials import polynomial_term
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import MODERATE, tactic
from .means import bases_of, logarithm_of, tangent

MOST = 40
MOST_NEGATIVE = 14
PRODUCTS = ("var", "pow", "exp", "sqrt", "cosh", "sinh", "cos", "sin", "gamma")
STRICT = "strict"

Vector = dict[Hashable, fmpq]


@dataclass(frozen=True)
class Law:
    """A sum of logarithms that is 0."""

    term: Term
    vector: Vector


@dataclass(frozen=True)
class Summand:
    """c times a product of powers, its logarithm, and that as a vector."""

    c: fmpq
    term: Term
    log: Term
    vector: Vector


@dataclass(frozen=True)
class Program:
    """What the linear program is about."""

    summands: list[Summand]
    laws: list[Law]


@dataclass(frozen=True)
class Weights:
    """(i, j): how much of summand j summand i takes, (j, j): what is left of it; and laws that i uses."""

    shares: dict[tuple[int, int], fmpq]
    laws: dict[tuple[int, int], fmpq]


@tactic(
    "the goal is a sum of products of powers, few of them negative",
    MODERATE,
    "exp(2*x) + exp(2*y) >= 2*exp(x)*exp(y) | exp(2*x) + exp(2*y) >= 3*exp(x)*exp(y) |",
    said="weighted means",
)
def by_signomials(prover: Prover, start: ProofState) -> Proof | None:
    """Show a sum of products of powers >= 0 by means of those with positive coefficients."""
    r = start.goal.relation
    field = Field([r.left, r.right])
    whole = field.difference(r)
    signs = [c > 0 for c in whole.num.coeffs()]
    if len(signs) > MOST or not 1 <= signs.count(False) <= MOST_NEGATIVE or signs.count(True) < 2:
        return None
    if not _products(field, whole):
        return None
    powers = [field.generators[i] for i, k in enumerate(_degrees(whole)) if k]
    touching = _touching(start, powers)
    if touching is None:
        return None
    program = _vectors(_summands(field, whole), list(_laws(start)))
    weights = _weights(prover, program, r.strict)
    if weights is None:
        return None
    if touching:
        return by_cases(prover, start, Relation(">", touching[0], num(0)))
    return _added(start, whole, field, program, weights)


def _degrees(whole: Fraction) -> list[int]:
    return [int(max(a, b)) for a, b in zip(whole.num.degrees(), whole.den.degrees(), strict=True)]


def _products(field: Field, whole: Fraction) -> bool:
    """Whether all that occurs is a power, and the denominator has positive coefficients only."""
    used = [g for g, k in zip(field.generators, _degrees(whole), strict=False) if k]
    if any(g.op not in PRODUCTS or not free_variables(g) for g in used):
        return False
    return all(c > 0 for c in whole.den.coeffs())


def _touching(start: ProofState, powers: list[Term]) -> list[Term] | None:
    """The bases that are 0 somewhere; None if one is not a variable, or is negative."""
    found: list[Term] = []
    for b in (b for g in powers for b in bases_of(g)):
        seen = sampled_signs(b, start.goal.samples)
        if b.op == "exp" or not free_variables(b):
            continue
        if seen.low < 0 or seen.high <= 0 or (seen.low == 0 and b.op != "var"):
            return None
        if seen.low == 0:
            found.append(b)
    return found


def _summands(field: Field, form: Fraction) -> list[Summand]:
    ring = form.num.context()
    parts = form.num.to_dict()
    terms = [polynomial_term(field.generators, ring.from_dict({e: fmpq(1)})) for e in parts]
    return [Summand(c, t, logarithm_of(t), {}) for c, t in zip(parts.values(), terms, strict=True)]


def _laws(start: ProofState) -> Iterator[Law]:
    """What equations between two products of powers say of logarithms."""
    for h in start.goal.visible:
        if h.op != "=":
            continue
        field = Field([h.left, h.right])
        form = field.difference(h)
        if len(form.num) != 2 or sum(form.num.coeffs(), fmpq(0)) != 0 or not _products(field, form):
            continue
        powers = [field.generators[i] for i, k in enumerate(_degrees(form)) if k]
        if _touching(start, powers) == []:
            one, other = _summands(field, form)
            yield Law(one.log - other.log, {})


def _vectors(summands: list[Summand], laws: list[Law]) -> Program:
    """Logarithms as vectors."""
    over = Field([*(s.log for s in summands), *(law.term for law in laws)])
    return Program(
        [replace(s, vector=pieces(over, over[s.log])) for s in summands],
        [replace(law, vector=pieces(over, over[law.term])) for law in laws],
    )


def _weights(prover: Prover, program: Program, strict: bool) -> Weights | None:
    """The solution of the linear program."""
    summands, laws = program.summands, program.laws
    above = [j for j, s in enumerate(summands) if s.c > 0]
    below = [j for j, s in enumerate(summands) if s.c < 0]
    columns: list[Vector] = []
    shares: dict[int, tuple[int, int]] = {}
    signed: dict[int, tuple[int, int, int]] = {}
    for i in below:
        for j in above:
            shares[len(columns)] = i, j
            columns.append({("sum", i): fmpq(1), ("part", j): fmpq(1), **_step(summands, i, j)})
        for k, law in enumerate(laws):
            for sign in (1, -1):
                signed[len(columns)] = i, k, sign
                columns.append({("log", i, key): sign * c for key, c in law.vector.items()})
    for j in above:
        shares[len(columns)] = j, j
        columns.append({("part", j): fmpq(1), **({STRICT: fmpq(1)} if strict else {})})
    whole: Vector = {("sum", i): -summands[i].c for i in below}
    whole |= {("part", j): summands[j].c for j in above}
    multiple = len(columns)
    if strict:  # the weights of a multiple of the goal, of which something is left
        columns.append({key: -c for key, c in whole.items()})
        whole = {STRICT: fmpq(1)}
    found = feasible(columns, whole, prover.budget)
    if found is None:
        return None
    scale = found[multiple] if strict else fmpq(1)
    used: dict[tuple[int, int], fmpq] = {}
    for n, (i, k, sign) in signed.items():
        used[i, k] = used.get((i, k), fmpq(0)) + sign * found.get(n, fmpq(0)) / scale
    return Weights(
        {pair: found[n] / scale for n, pair in shares.items() if found.get(n, 0) > 0},
        {pair: c for pair, c in used.items() if c != 0},
    )


def _step(summands: list[Summand], i: int, j: int) -> dict[Hashable, fmpq]:
    """The difference of two logarithms."""
    low, high = summands[i].vector, summands[j].vector
    keys = [*low, *(k for k in high if k not in low)]
    difference = {("log", i, k): high.get(k, fmpq(0)) - low.get(k, fmpq(0)) for k in keys}
    return {k: c for k, c in difference.items() if c != 0}


def _added(
    start: ProofState, whole: Fraction, field: Field, program: Program, weights: Weights
) -> Proof | None:
    """The goal times its denominator as the sum of the tangents' multiples."""
    state = ProofState(start.prover, start.goal, start.depth)
    summands, times = program.summands, list[int]()
    if not whole.den.is_constant():
        divisor = polynomial_term(field.generators, whole.den)
        place = state.have(Relation(">", divisor, num(0)), depth=2)
        if place is None:
            return None
        times.append(place)
    scale = whole.den.leading_coefficient() if whole.den.is_constant() else fmpq(1)
    nodes: list[Node] = []
    for (i, k), w in weights.laws.items():
        place = state.have(Relation("=", program.laws[k].term, num(0)))
        if place is None:
            return None
        nodes.append({"c": str(-w / scale), "h": [place], "by": print_term(summands[i].term)})
    signs = [state.have(Relation(">", b, num(0)), depth=2) for s in summands for b in bases_of(s.term)]
    for (i, j), w in weights.shares.items():
        # what was shown on the way, and all but signs, is of no use to what comes next
        state.goal = replace(state.goal, hidden=frozenset(range(len(state.goal.hypotheses))) - set(signs))
        n, m = summands[i], summands[j]
        if i == j:
            place = state.have(Relation(">", m.term, num(0)), depth=2)
        else:
            place = tangent(state, n.term, n.log, m.term, m.log)
        if place is None:
            return None
        nodes.append({"c": str(w / scale), "h": [place]})
    return state.close([{"rule": "poly", "times": times, "terms": nodes}])
