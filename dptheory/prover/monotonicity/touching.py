"""Goals in one variable that touch at a place that need not be rational: by two derivatives near it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flint import fmpq

from dptheory.kernel.real import Relation, Term, derivative, free_variables, gap, num, var

from ..cases.splits import assumed
from ..enclosures.series import simplest
from ..goals.goal import Goal, Proof
from ..goals.numeric import compiled
from ..goals.obligations import Prover
from ..goals.segments import Segment
from ..goals.state import ProofState
from .dual import number


def around(prover: Prover, goal: Goal, name: str, place: Term, depth: int) -> Proof | None:
    """An inequality in one variable that touches at a place: near it by two derivatives, of which the second
    has a sign there, and farther away, where something is left, by whatever shows that."""
    cuts = _cuts(goal, name, place)
    if cuts is None:
        return None
    x = var(name)
    splits = [(Relation("<", x, num(cuts[0])), "")] if cuts[0] is not None else []
    splits += [(Relation("<=", x, place), "above")]
    splits += [(Relation("<=", x, num(cuts[1])), "below")] if cuts[1] is not None else []
    last = "" if cuts[1] is not None else "below"
    return _parts(prover, goal, name, place, depth, splits, last)


def _parts(
    prover: Prover,
    goal: Goal,
    name: str,
    place: Term,
    depth: int,
    splits: Sequence[tuple[Relation, str]],
    last: str,
) -> Proof | None:
    """The goal part by part of the range of its variable, from the left."""
    if not splits:
        return _part(prover, goal, name, place, depth, last)
    split, side = splits[0]
    first = _part(prover, assumed(goal, split), name, place, depth, side)
    if first is None:
        return None
    rest = _parts(prover, assumed(goal, split.negated()), name, place, depth, splits[1:], last)
    return None if rest is None else [{"rule": "cases", "on": split.text, "yes": first, "no": rest}]


def _part(prover: Prover, goal: Goal, name: str, place: Term, depth: int, side: str) -> Proof | None:
    if not side:
        return prover.prove(goal, depth)
    return Bent(prover, goal, name, place, side, depth).proof(False)


@dataclass(frozen=True)
class Bent(Segment):
    """A segment whose slope has its sign by the mean value theorem again, from the same base."""

    def _shown(self, state: ProofState) -> Proof | None:
        (name,) = free_variables(state.goal.relation.left)
        return Segment(self.prover, state.goal, name, self.base, self.side, self.depth).proof(False)


def _cuts(goal: Goal, name: str, place: Term) -> tuple[fmpq | None, fmpq | None] | None:
    """How far to either side of the place the second derivative is positive; None for all the way."""
    value = number(place)
    bend = compiled(derivative(derivative(gap(goal.relation), name), name))
    seen = [(p[name], bend(p)) for p in goal.samples]
    if value is None:
        return None
    cuts: list[fmpq | None] = []
    for side in (-1, 1):
        near = sorted((abs(x - value), x, b) for x, b in seen if (x - value) * side > 0)
        bad = next((k for k, (_, _, b) in enumerate(near) if b is None or not b > 0), None)
        if bad is not None and bad < 2:
            return None
        cuts.append(None if bad is None else _between(value, near[bad // 2][1]))
    return cuts[0], cuts[1]


def _between(a: fmpq, b: fmpq) -> fmpq:
    """A simple number near the second of two."""
    low, high = sorted((a + (b - a) * fmpq(3, 4), b))
    return simplest(low, high)
