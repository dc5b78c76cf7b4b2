"""Formulas about numbers that remain when a world has given values to everything else."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from ..limits import KernelError
from ..real import points
from ..real.claims import Claim, Relation, Relations, claim_of
from ..real.defined import defining, holds
from ..real.points import defined_at
from ..real.terms import numeral


@dataclass(frozen=True)
class Ground:
    """A formula over real variables: a relation, or a connective over such."""

    head: str
    parts: tuple[Ground, ...] = ()
    relation: Relation | None = None

    @cached_property
    def settled(self) -> bool | None:
        """The truth value where it can be told without a certificate."""
        if self.head == "relation" and self.relation is not None:
            return None if self.relation.variables() else decide(self.relation)
        values = [part.settled for part in self.parts]
        if self.head == "not":
            return None if values[0] is None else not values[0]
        if self.head == "and":
            return False if False in values else None if None in values else True
        if self.head == "or":
            return True if True in values else None if None in values else False
        if self.head == "implies":
            return True if values[0] is False or values[1] is True else None if None in values else False
        return None

    def truth(self) -> bool:
        """The truth of a formula without variables; refuses to guess."""
        if self.settled is None:
            raise KernelError("an event in this world is not decided by exact or interval arithmetic")
        return self.settled


def all_of(relations: Iterable[Relation]) -> Ground:
    return Ground("and", tuple(Ground("relation", relation=relation) for relation in relations))


TRUE, FALSE = Ground("and"), Ground("or")


def decide(relation: Relation) -> bool | None:
    """Whether a relation between constants holds; None where a side is not known to be defined, or
    where neither exact values nor enclosures decide."""
    left, right = numeral(relation.left), numeral(relation.right)
    if left is not None and right is not None:
        return holds(relation.op, left, right)
    if defined_at((relation.left, relation.right), {}, frozenset()) is not True:
        return None
    return points.decide(relation, {})


def claims(ground: Ground, conditions: Relations = ()) -> list[Claim]:
    """Claims that together say what a ground formula says, under conditions."""
    if ground.head == "relation" and ground.relation is not None:
        if not conditions and ground.settled is True:
            return []
        return [claim_of(conditions, ground.relation)]
    if ground.head == "and":
        return [c for part in ground.parts for c in claims(part, conditions)]
    if ground.head == "forall":
        return claims(ground.parts[0], conditions)
    if ground.head == "implies":
        owed, conditions = assumed(conditions, flat(ground.parts[0]))
        return [*owed, *claims(ground.parts[1], conditions)]
    if ground.head == "not" and ground.parts[0].head == "relation" and ground.parts[0].relation is not None:
        return [claim_of(conditions, ground.parts[0].relation.negated())]
    raise KernelError(f"a world cannot turn {ground.head!r} into claims")


def assumed(conditions: Relations, premises: Iterable[Relation]) -> tuple[list[Claim], Relations]:
    """Premises as further conditions; owed is that each has a value where those before it hold."""
    owed: list[Claim] = []
    for premise in premises:
        owed += defining(conditions, premise)
        conditions = (*conditions, premise)
    return owed, conditions


def relations(ground: Ground) -> list[Relation] | None:
    """The relations that a formula is a conjunction of; None where it is none."""
    if ground.head == "relation" and ground.relation is not None:
        return [ground.relation]
    if ground.head != "and":
        return None
    parts = [relations(part) for part in ground.parts]
    return None if None in parts else [r for part in parts for r in part or ()]


def flat(ground: Ground) -> list[Relation]:
    found = relations(ground)
    if found is None:
        raise KernelError(f"expected relations, found {ground.head!r}")
    return found
