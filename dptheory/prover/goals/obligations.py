"""What a tactic may ask of the search, and proofs that terms are defined."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from flint import fmpq

from dptheory.kernel.real import Obligation, Relation, Term, num, within

from ..budget import Budget
from .goal import Goal, Node, Point, Proof, fresh_name
from .numeric import compiled, to_rational


class Proves(Protocol):
    """Who proves goals."""

    def prove(self, goal: Goal, depth: int) -> Proof | None:
        """A proof of a goal."""
        ...


class Prover(Proves, Protocol):
    """What strategies need of the search that runs them."""

    budget: Budget
    futile: set[tuple[object, ...]]  # what need not be tried again, with any depth

    def attempt(self, work: Callable[[], Proof | None], part: float = 1.0) -> Proof | None:
        """What some work finds within a share of the effort that is left."""
        ...

    def narrowed(self) -> Prover:
        """A search that tries little: factors, enclosures, and derivatives without divisors."""
        ...


def prove_all(prover: Prover, goals: Sequence[Goal], depth: int) -> list[Proof] | None:
    """Proofs of several goals, or None when one was not found."""
    proofs: list[Proof] = []
    for goal in goals:
        proof = prover.prove(goal, depth - 1)
        if proof is None:
            return None
        proofs.append(proof)
    return proofs


def define(prover: Proves, goal: Goal, depth: int, wanted: Sequence[Obligation]) -> list[object] | None:
    """Proofs of obligations (or of their alternatives), in order."""
    proofs: list[object] = []
    for o in wanted:
        if o.between:
            inner = _each(prover, goal, depth, o.relation.left)
            if inner is None:
                return None
            proofs.append(inner)
            continue
        known = goal.sequent.knowing(o.relation.left, o.relation.right).showing(o.relation)
        proof: object = prover.prove(goal.where(known), depth - 1)
        if proof is None and o.other is not None:
            other = o.other
            sequent = goal.sequent.knowing(other.left, other.right).showing(other)
            found = prover.prove(goal.where(sequent), depth - 1)
            proof = None if found is None else {"rule": "other", "then": found}
        if proof is None:
            return None
        proofs.append(proof)
    return proofs


def _each(prover: Proves, goal: Goal, depth: int, t: Term) -> object:
    """A proof that the body of a sum, product or integral is defined at every index between the ends."""
    name, whole = fresh_name(goal), t.op != "integral"
    given, body, _ = within(t, name, goal.sequent.integers)
    sequent = goal.sequent.introducing(name, whole).knowing(*t.args[:2]).assuming(*given)
    low, high = (compiled(end) for end in t.args[:2])
    samples = list[Point]()
    for p in goal.samples:
        a, b = low(p), high(p)
        if a is None or b is None:
            continue
        first, last = to_rational(a), to_rational(b)
        exact = isinstance(a, fmpq) and isinstance(b, fmpq)
        for part in (fmpq(0), fmpq(1, 2), fmpq(1)) if exact else (fmpq(1, 4), fmpq(1, 2)):
            at = first + (last - first) * part
            if last >= first:
                samples.append({**p, name: fmpq(at.floor()) if whole else at})
    around, owed = replace(goal, sequent=sequent, samples=tuple(samples)), sequent.pending(body)
    if owed and not samples:  # no index is between the ends, it seems: then anything holds there
        nothing = prover.prove(around.showing(Relation(">", num(0), num(0))), depth - 1)
        if nothing is not None:
            node = [{"rule": "contradiction"}, *nothing]
            return tidy({"rule": "each", "fresh": name, "defined": [node] * len(owed)})
    defined = define(prover, around, depth, owed)
    return None if defined is None else tidy({"rule": "each", "fresh": name, "defined": defined})


def after(nodes: Proof, proof: object) -> object:
    """A proof of an obligation, or of its alternative, that begins with some nodes."""
    if not nodes:
        return proof
    if isinstance(proof, dict):
        return {**proof, "then": after(nodes, proof["then"])}
    return [*nodes, *proof] if isinstance(proof, list) else proof


def tidy(node: Node) -> Node:
    """A node without empty lists of subproofs."""
    return {k: v for k, v in node.items() if v != [] or k not in ("defined", "sides")}
