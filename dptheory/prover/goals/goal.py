"""What is to be shown at one place of the search, with what guides it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from flint import fmpq

from dptheory.kernel.real import Relation, Sequent, Term, rational_value, subterms

ALGEBRAIC = ("add", "sub", "mul", "div", "neg")
Node = dict[str, Any]
Proof = list[Node]
Point = dict[str, fmpq]


@dataclass(frozen=True)
class Goal:
    """A sequent with what guides the search: points at which the hypotheses hold, hypotheses not to be
    looked at, equations (hypothesis number, atom) that define an atom by others, and which hypotheses
    were derived from others."""

    sequent: Sequent
    samples: tuple[Point, ...]
    hidden: frozenset[int] = frozenset()
    solved: tuple[tuple[int, Term], ...] = ()
    derived: frozenset[int] = frozenset()

    @property
    def relation(self) -> Relation:
        return self.sequent.goal

    @property
    def hypotheses(self) -> tuple[Relation, ...]:
        return self.sequent.hypotheses

    @cached_property
    def visible(self) -> tuple[Relation, ...]:
        """The hypotheses that are looked at."""
        return tuple(h for i, h in enumerate(self.hypotheses) if i not in self.hidden)

    @cached_property
    def unknowns(self) -> frozenset[str]:
        """The variables of what is to be shown."""
        return self.relation.variables()

    @property
    def unknown(self) -> str | None:
        """The only variable of what is to be shown."""
        return min(self.unknowns) if len(self.unknowns) == 1 else None

    @cached_property
    def algebraic(self) -> bool:
        """Whether what is to be shown has no values of functions."""
        return is_algebraic(self.relation)

    @cached_property
    def key(self) -> tuple[object, ...]:
        """What two goals share if a failed search for one need not be repeated for the other."""
        names = frozenset((h.op, h.left.key, h.right.key) for h in self.visible)
        return names, self.relation.op, self.relation.left.key, self.relation.right.key

    @cached_property
    def place(self) -> tuple[object, ...]:
        """What two goals share if a proof of one, with its numbers of hypotheses, is one of the other."""
        s = self.sequent
        numbered = tuple((h.op, h.left.key, h.right.key) for h in s.hypotheses)
        return numbered, s.goal.op, s.goal.left.key, s.goal.right.key, s.defined, tuple(s.variables.items())

    @property
    def data(self) -> tuple[object, ...]:
        """What a strategy that asks no further questions depends on."""
        return self.place, self.hidden, tuple((i, t.key) for i, t in self.solved)

    def showing(self, relation: Relation) -> Goal:
        """The same hypotheses, another goal whose terms are known to be defined."""
        return replace(self, sequent=self.sequent.showing(relation))

    def where(self, sequent: Sequent, hide: frozenset[int] = frozenset()) -> Goal:
        """Another sequent over the same points."""
        return replace(self, sequent=sequent, hidden=self.hidden | hide)

    def index_of(self, relation: Relation) -> int | None:
        """The number of a hypothesis."""
        for i, h in enumerate(self.hypotheses):
            if h == relation:
                return i
        return None


def is_algebraic(r: Relation) -> bool:
    """Whether a relation has no values of functions, and no powers but with whole numbers."""
    return all(
        not t.args or t.op in ALGEBRAIC or (t.op == "pow" and is_whole(t.args[1]))
        for t in subterms(r.left, r.right)
    )


def is_whole(t: Term) -> bool:
    """Whether a term is a whole number."""
    value = rational_value(t)
    return value is not None and value.q == 1


def fresh_name(goal: Goal) -> str:
    """A name that no variable of the goal has."""
    taken = goal.sequent.variables
    return next(name for i in range(1, 10_000) if (name := f"t{i}") not in taken)
