"""Two exponentials against two: exp(a) + exp(b) <= exp(c) + exp(d) where c is at least a and b, and c + d at
least a + b. With the exponents' sum kept the greater spread has the greater sum, as exp is convex."""

from __future__ import annotations

from itertools import product

from dptheory.kernel import KernelError
from dptheory.kernel.real import Field, Relation, Term, apply

from ..facts.replacement import linear_part
from ..goals.goal import Node, Proof
from ..goals.obligations import Prover
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import MODERATE, tactic


@tactic(
    "the goal comes to the sum of two exponentials against that of two others",
    MODERATE,
    "exp(x*y) + exp(-x*y) <= exp(x**2/2 + y**2/2) + exp(x**2/2 - y**2/2 + abs(x*y)) | "
    "exp(x*y) + exp(-x*y) <= exp(x**2/2 + y**2/2) + exp(x**2/2 - y**2/2 - abs(x*y)) | ",
    said="two exponentials against two",
)
def by_majorised_exponents(prover: Prover, start: ProofState) -> Proof | None:
    """With m = a + b - c <= d: (exp(c) + exp(m) - exp(a) - exp(b))*exp(c) is
    (exp(c) - exp(a))*(exp(c) - exp(b))."""
    found = _sides(start)
    if found is None:
        return None
    (a, b), greater, number = found
    for c, d in (greater, greater[::-1]):
        needed = [c - a, c - b, d - (a + b - c)]
        if all(sampled_signs(t, start.goal.samples, stop_below=True).low >= 0 for t in needed):
            proof = _shown(ProofState(prover, start.goal, start.depth), a, b, c, d, number)
            if proof is not None:
                return start.close(proof)
    return None


def _sides(start: ProofState) -> tuple[tuple[Term, Term], tuple[Term, Term], str] | None:
    """The exponents of the smaller side and of the greater one, and the number before each exponential."""
    r = start.goal.relation
    if r.strict or r.op not in ("<=", ">=") or not start.goal.samples:
        return None
    try:
        field = Field([r.left, r.right])
    except KernelError:
        return None
    whole = field.difference(r)
    places = [i for i, g in enumerate(field.generators) if g.op == "exp"]
    parts = [(field.generators[i].args[0], linear_part(whole, i)) for i in places]
    numbers = [(t, part.constant) for t, part in parts if part is not None]
    if len(places) != 4 or len(numbers) != 4 or len(list(whole.num.terms())) != 4:
        return None
    size = max(c for _, c in numbers if c is not None) if all(c is not None for _, c in numbers) else None
    low = [t for t, c in numbers if size is not None and c == -size]
    high = [t for t, c in numbers if size is not None and c == size]
    if size is None or (len(low), len(high)) != (2, 2) or not whole.den.is_constant():
        return None
    return (low[0], low[1]), (high[0], high[1]), str(size)


def _shown(state: ProofState, a: Term, b: Term, c: Term, d: Term, number: str) -> Proof | None:
    """The identity, with what is needed for it."""
    m = a + b - c
    orders = [Relation("<=", a, c), Relation("<=", b, c), Relation("<=", m, d)]
    if any(state.have(r, depth=state.depth) is None for r in orders):
        return None
    found = [
        state.fact("exp-monotone", a, c),
        state.fact("exp-monotone", b, c),
        state.fact("exp-monotone", m, d),
        state.fact("exp-positive", c),
        state.fact("exp-sub", a + b, c),
        state.fact("exp-add", a, b),
    ]
    if None in found or state.define(*(apply("exp", t) for t in (a, b, c, d))) is None:
        return None
    first, second, third, positive, sub, add = (places[0] for places in found if places)
    for one, other in product((number, f"-{number}"), repeat=2):
        terms: list[Node] = [
            {"c": number, "h": [first, second]},
            {"c": number, "h": [positive, third]},
            {"c": one, "h": [sub]},
            {"c": other, "h": [add]},
        ]
        proof = state.combined([positive], terms)
        if proof is not None:
            return proof
    return None
