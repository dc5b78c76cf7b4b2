"""Two values of one function with opposite coefficients: by their order, or joined into one value."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

from dptheory.kernel.real import (
    Field,
    Fraction,
    Relation,
    Term,
    apply,
    free_variables,
    num,
    print_term,
    subterms,
)

from ..facts.replacement import linear_part, with_fact, without
from ..goals.goal import Node, Proof
from ..goals.obligations import Prover
from ..goals.polynomials import fraction_term, tidied
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import MODERATE, tactic

INCREASING = {"sqrt": "sqrt-monotone", "log": "log-monotone"}


@tactic(
    "the goal has the same function, an increasing one, at two places, with opposite coefficients",
    MODERATE,
    "x*(log(y + z) - log(y)) + x**2 >= 0 | x*(log(y + z) - log(y)) - x**2 >= 0 | x >= 0, y > 0, z >= 0",
)
def by_pairs(prover: Prover, start: ProofState) -> Proof | None:
    """Show c*(f(b) - f(a)) + r >= 0, with a function f that rises, from a <= b, c >= 0 and r >= 0."""
    r = start.goal.relation
    field = Field([r.left, r.right])
    whole = field.difference(r)
    places = [i for i, g in enumerate(field.generators) if g.op in INCREASING and free_variables(g)]
    parts = [(field.generators[i], part) for i in places if (part := linear_part(whole, i)) is not None]
    for (low, b), (high, c) in permutations(parts, 2):
        if low.op != high.op or not field.add(b, c).is_zero or not start.goal.samples:
            continue
        if sampled_signs(high.args[0] - low.args[0], start.goal.samples).low < 0:
            continue
        proof = with_fact(prover, start, INCREASING[low.op], (low.args[0], high.args[0]), (low.op,))
        if proof is not None:
            return proof
    return None


@tactic(
    "the goal has four logarithms or more, of which two have opposite coefficients with variables",
    MODERATE,
    "m*log(m + 1) + (m + n)*log(m + n) <= m*log(m) + (m + n)*log(m + n + 1) | "
    "m*log(m + 1) + (m + n)*log(m + n) < m*log(m) + (m + n)*log(m + n + 1) | m >= 1, n >= 0",
)
def by_joined_logarithms(prover: Prover, start: ProofState) -> Proof | None:
    """Write c*log(b) - c*log(a) as c*log(b/a), for all pairs that there are: a comparison of f(u) with f(v)
    shows its f so, as m*log(1 + 1/m) <= (m + n)*log(1 + 1/(m + n)) does."""
    r = start.goal.relation
    logs = [t for t in subterms(r.left, r.right) if t.op == "log" and free_variables(t)]
    return joined(prover, start) if len(logs) >= 4 and start.depth > 0 else None


def joined(prover: Prover, start: ProofState) -> Proof | None:
    """The same for a goal with any number of logarithms."""
    r = start.goal.relation
    field = Field([r.left, r.right])
    whole = field.difference(r)
    places = [i for i, g in enumerate(field.generators) if g.op == "log" and free_variables(g)]
    parts = {field.generators[i]: part for i in places if (part := linear_part(whole, i)) is not None}
    pairs = list(_opposite(start, field, parts))
    if r.op in ("=", "!=") or not pairs:
        return None
    taken = {g for b, a, _ in pairs for g in (b, a)}
    rest = without(whole, (i for i in places if field.generators[i] in taken))
    large = [] if rest.is_zero else [fraction_term(tidied(field), rest.num, rest.den)]
    small = list[Term]()
    for b, a, c in pairs:
        value = fraction_term(tidied(field), c.num, c.den)
        below, log = sampled_signs(value, start.goal.samples).high < 0, apply("log", b.args[0] / a.args[0])
        if below:
            value = fraction_term(tidied(field), -c.num, c.den)
        (small if below else large).append(value * log)
    sides = (sum(terms[1:], terms[0]) if terms else num(0) for terms in (small, large))
    state = ProofState(prover, start.goal, start.depth)
    place = state.have(Relation("<" if r.strict else "<=", *sides), depth=start.depth)
    if place is None:
        return None
    terms: list[Node] = [{"c": "1", "h": [place]}]
    for b, a, c in pairs:
        found = state.fact("log-quotient", b.args[0], a.args[0])
        if found is None:
            return None
        terms.append({"c": "-1", "h": found, "by": print_term(fraction_term(tidied(field), c.num, c.den))})
    return start.close(state.combined([], terms))


def _opposite(
    start: ProofState, field: Field, parts: dict[Term, Fraction]
) -> Iterator[tuple[Term, Term, Fraction]]:
    """Pairs of values of which one has a coefficient, with variables, that is that of the other but for its
    sign, that of the larger argument first; each value is in one pair at most."""
    taken = set[Term]()
    for (b, c), (a, d) in combinations(parts.items(), 2):
        if {a, b} & taken or c.num.is_constant() or not field.add(c, d).is_zero:
            continue
        taken |= {a, b}
        larger = sampled_signs(b.args[0] - a.args[0], start.goal.samples).low >= 0
        yield (b, a, c) if larger else (a, b, d)
