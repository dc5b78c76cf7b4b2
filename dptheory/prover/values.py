"""Goals that follow from what is known of function values: tangents, roots of products, three factors."""

from __future__ import annotations

from .combination import by_combination
from .goals import Desk, Proof, Prover
from .products import roots
from .tower import atoms, climb, inequalities, new_values


def by_inequalities(prover: Prover, desk: Desk) -> Proof | None:
    """Combine with tangent inequalities of the function values."""
    plain = Desk(prover, desk.goal, desk.fuel)
    inequalities(plain)
    first, last = len(desk.goal.hypotheses), len(plain.goal.hypotheses)
    if first == last:
        return None
    proof = by_combination(prover, plain, [1, 2])
    if proof is None and new_values(plain, range(first, last)):
        plain.keep(range(first, last))
        climb(plain)
        proof = by_combination(prover, plain, [1, 2])
    return desk.close(proof)


def by_roots(prover: Prover, desk: Desk) -> Proof | None:
    """Combine more, or split roots of products into products of roots."""
    split = Desk(prover, desk.goal, desk.fuel)
    roots(split, atoms(split), always=True)
    if len(split.goal.solved) == len(desk.goal.solved):
        return None
    proof = by_products(prover, desk) if desk.fuel >= 2 else None
    if proof is None:
        proof = desk.close(split.close(prover.prove(split.goal, desk.fuel)))
    return proof


def by_products(prover: Prover, desk: Desk) -> Proof | None:
    """Combine products of three hypotheses."""
    return by_combination(prover, desk, [3])
