"""A goal begun anew from some of its hypotheses: the others are forgotten."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dptheory.kernel.real import Relation, Sequent, restart

from .goal import Goal, Node
from .obligations import Prover, define, tidy


@dataclass(frozen=True)
class Restriction:
    """What is left: the goal, the sequent that knows it to be defined, and the kernel's node."""

    goal: Goal
    known: Sequent
    node: Node


def restricted(
    prover: Prover, goal: Goal, keep: Sequence[int], wanted: Relation, depth: int
) -> Restriction | None:
    """A relation from these hypotheses alone, if it can be shown from them that it is defined."""
    s = goal.sequent
    rest = restart(s.variables, tuple(s.hypotheses[i] for i in keep), wanted, s.lemmas)
    fresh = Goal(rest, goal.samples)
    defined = define(prover, fresh, depth, rest.pending(wanted.left, wanted.right))
    if defined is None:
        return None
    node = tidy({"rule": "forget", "keep": list(keep), "defined": defined})
    return Restriction(fresh, rest.knowing(wanted.left, wanted.right), node)
