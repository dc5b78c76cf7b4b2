"""Goals that follow from what is known of function values: tangents, and roots of products."""

from __future__ import annotations

from dptheory.kernel.real import FUNCTIONS, Relation, Term, num, subterms

from ..arithmetic.combination import by_combination, by_products, denominators
from ..arithmetic.rooting import simple
from ..facts.known import atoms, know_values
from ..facts.products import roots
from ..facts.tangents import inequalities, new_values
from ..goals.goal import Proof
from ..goals.obligations import Prover
from ..goals.signs import sampled_signs
from ..goals.state import ProofState
from ..registry import CHEAP, DEAR, MODERATE, tactic

FEW_TERMS = 6


@tactic(
    "the goal has function values whose tangents are known",
    DEAR,
    "log(1 + x)*exp(x) <= x*exp(x) + 1 | log(1 + x) <= x/2 | x >= 0",
    said="tangents",
)
def by_tangents(prover: Prover, state: ProofState) -> Proof | None:
    """Combine with tangent inequalities of the function values."""
    plain = ProofState(prover, state.goal, state.depth)
    inequalities(plain)
    first, last = len(state.goal.hypotheses), len(plain.goal.hypotheses)
    if first == last:
        return None
    proof = by_combination(prover, plain, [1, 2])
    if proof is None and new_values(plain, range(first, last)):
        plain.keep(range(first, last))
        know_values(plain)
        proof = by_combination(prover, plain, [1, 2])
    return state.close(proof)


@tactic(
    "the goal has one variable, and is a tangent inequality after few steps",
    MODERATE,
    "x*exp(1 - x) <= 1 | x*exp(1 - x) < 1 |",
)
def by_tangents_alone(prover: Prover, start: ProofState) -> Proof | None:
    """Show a goal in one variable by tangent inequalities and nothing else: the shortest proof there is."""
    key = ("tangents", *start.goal.data)
    if start.depth < 2 or key in prover.futile or not _tangent_to(start.goal.relation):
        return None
    prover.futile.add(key)
    state = ProofState(prover, start.goal, start.depth)
    if len(state.forms().target.num) > FEW_TERMS:
        return None
    know_values(state)
    denominators(state)
    return start.close(by_tangents(prover, state))


def _tangent_to(r: Relation) -> bool:
    """Whether a relation has one function value, of a function with tangent inequalities."""
    values = {t.key: t.op for t in subterms(r.left, r.right) if t.args and t.op in FUNCTIONS}
    return len(values) == 1 and set(values.values()) <= {"exp", "log"}


@tactic(
    "the goal has roots of products",
    MODERATE,
    "a/sqrt(2*a/(2*a + 1)) + (2*a + 1)/2*sqrt(2*a/(2*a + 1)) <= 2*sqrt(a**2 + a/2) | "
    "a/sqrt(2*a/(2*a + 1)) + (2*a + 1)/2*sqrt(2*a/(2*a + 1)) <= 2*sqrt(a**2 + a/3) | a > 0",
)
def by_split_roots(prover: Prover, state: ProofState) -> Proof | None:
    """Combine more, or split roots of products into products of roots."""
    split = ProofState(prover, state.goal, state.depth)
    roots(split, atoms(split), always=True)
    if len(split.goal.solved) == len(state.goal.solved):
        return None
    proof = by_products(prover, state) if state.depth >= 2 else None
    if proof is None:
        proof = state.close(split.close(prover.prove(split.goal, state.depth)))
    return proof


@tactic(
    "the smaller side is a logarithm of what is above 1 by no more than the other side",
    CHEAP,
    "log(1 + x*exp(y)*(1 + exp(y))) <= x*exp(y)*(1 + exp(y)) + y**2 | "
    "log(1 + x*exp(y)*(1 + exp(y))) <= x*exp(y)*(1 + exp(y)) - y**2 | x >= 0",
)
def by_logarithm_below(prover: Prover, start: ProofState) -> Proof | None:
    """Show log(a) <= b from a - 1 <= b."""
    op, large, small = start.goal.relation.oriented
    if small.op != "log" or op not in (">", ">=") or not small.names:
        return None
    (a,) = small.args
    if sampled_signs(large - _less_one(a), start.goal.samples, stop_below=True).low < 0:
        return None
    state = ProofState(prover, start.goal, start.depth)
    place = state.have(Relation(op, large, _less_one(a)), depth=start.depth)
    found = None if place is None else state.fact("log-upper", a)
    if place is None or found is None:
        return None
    return start.close(state.combined([], [{"c": "1", "h": [place]}, {"c": "1", "h": [found[0]]}]))


def _less_one(a: Term) -> Term:
    """What a term is more than 1, as it is written if it is a sum with 1."""
    if a.op == "add" and num(1) in a.args:
        return a.args[1] if a.args[0] == num(1) else a.args[0]
    return simple(a - 1)
