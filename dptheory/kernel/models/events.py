"""Events about numbers that range over reals: the names that their quantifiers gave them, the premises in
force, and what a world owes that lets its own values of them decide."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..limits import KernelError
from ..real.claims import Claim, Relation, claim_of
from ..real.defined import defining
from ..real.terms import Term
from .ground import Ground, decide, flat
from .worlds import Closed, World


class Ranging:
    """The numbers that range over reals while a formula is evaluated in a world.

    `labels` knows each by the name that its quantifier gave it, `given` are the premises in force, and `side`
    collects the claims that an event about them happens for all of their values or for none.
    """

    def __init__(self, world: World, side: list[Claim]) -> None:
        self.world, self.side = world, side
        self.given: list[Relation] = []
        self.labels: dict[str, str] = {}

    def named(self, label: str, count: int) -> str:
        """A new name for a number whose quantifier calls it by a label."""
        name = self.plain(label, count)
        self.labels[name] = label
        return name

    def plain(self, label: str, count: int) -> str:
        """A name of letters and digits, with the number behind it that tells it from others."""
        return f"{''.join(c for c in label if c.isalnum()) or 'x'}_{count}"

    @contextmanager
    def under(self, premise: Ground) -> Iterator[None]:
        """A premise is in force meanwhile; nothing is of one that is no conjunction of relations."""
        before = len(self.given)
        if all(p.head in ("relation", "true") for p in _conjuncts(premise)):
            self.given.extend(flat(premise))
        try:
            yield
        finally:
            del self.given[before:]

    def happens(self, event: Ground) -> bool:
        """Whether an event happens; where real variables decide, whether it does at the values that the world
        gives to variables of their names, and then it is owed that it is so wherever the premises hold."""
        if event.settled is not None or any(p.head not in ("relation", "true") for p in _conjuncts(event)):
            return truth(event)
        for relation in flat(event):
            known = decide(relation) if not relation.variables() else self._sampled(relation)
            if known is None:
                raise KernelError(
                    "an event in this world is not decided; it may need a value of its variable"
                )
            if not known:
                return False
        return True

    def _sampled(self, relation: Relation) -> bool | None:
        """The truth of a relation at the world's values, owed as a claim for all values."""
        at: dict[str, Term] = {}
        for name in relation.variables():
            found = self.world.values.get(self.labels.get(name, ""))
            if not isinstance(found, Closed) or found.parameters:
                return None
            at[name] = found.body
        known = decide(relation.substituted(at))
        if known is not None:
            conditions = self.world.parameters
            for premise in self.given:
                self.side.extend(defining(conditions, premise))
                conditions = (*conditions, premise)
            self.side.append(claim_of(conditions, relation if known else relation.negated()))
        return known


def truth(ground: Ground) -> bool:
    """The truth of a formula without variables; refuses to guess."""
    value = ground.settled
    if value is None:
        raise KernelError("an event in this world is not decided by exact or interval arithmetic")
    return value


def _conjuncts(ground: Ground) -> tuple[Ground, ...]:
    """The parts of a conjunction, those of its parts among them; of anything else, itself."""
    if ground.head != "and":
        return (ground,)
    return tuple(part for inner in ground.parts for part in _conjuncts(inner))
