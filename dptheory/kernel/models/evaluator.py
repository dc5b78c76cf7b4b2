"""The evaluation of the formulas of one statement in one world: what its parts ask of one another, the cases
that it comes down to, and the numbers that range over reals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from ..limits import KernelError, need
from ..logic.sorts import INT, REAL, RECORD, VEC, Sort
from ..logic.terms import Definitions, Expr, apply_function, normal, var
from ..real.claims import Claim, Relation, claim_of
from ..real.terms import Term, rational_value
from .ground import Ground, assumed, decide, flat, relations
from .noise import Gamma, Gaussian, Gibbs, Laplace
from .worlds import Closed, FiniteLaw, World

MAX_CASES = 20_000
"""Cases that one formula may come down to in a world."""

Law = FiniteLaw | Laplace | Gamma | Gaussian | Gibbs
Made = TypeVar("Made")


class Evaluator:
    """Names values, counts cases, and keeps what terms come down to.

    A name stands for one value as long as the evaluation lasts, so that equal terms have equal values: a part
    that does not depend on what a quantifier goes through is found once. A case met again counts again, so
    that the limit on cases, and the names of numbers that remain, do not depend on what was kept.

    Where `covers` is a list, the probability of an event under noise is replaced by that of the
    interval that the world names, and the claims that the event lies in it are added to the list:
    the value is then an upper bound. `side` collects claims that a world owes in any case: that the scale
    of its noise is positive, that an event about numbers that range over reals happens for all of their
    values or for none. `labels` knows each such number by the name that its quantifier gave it, `given` are
    the premises in force.

    What terms come down to is found by `Grounding`: the `value` of one that is no formula; the `number` that
    one of a number, vector or record is, a numeral where it is a known rational; the `law`, with scales and
    shapes that are positive, and records of the world; the ground form of a `formula` in normal form.
    """

    value: Callable[[Expr], object]
    number: Callable[[Expr], Term]
    law: Callable[[Expr], Law]
    formula: Callable[[Expr], Ground]

    def __init__(self, world: World, definitions: Definitions, covers: list[Claim] | None = None) -> None:
        self.world = world
        self.definitions = definitions
        self.covers = covers
        self.side: list[Claim] = []
        self.given: list[Relation] = []
        self.labels: dict[str, str] = {}
        self.count = 0
        self.bound: dict[str, object] = {}
        self._names: dict[tuple[object, Sort], Expr] = {}
        self._kept: dict[tuple[str, bytes], tuple[object, int]] = {}
        self._bodies: dict[tuple[bytes, str], Expr] = {}

    def add(self, cases: int = 1) -> int:
        """How many cases there are now, some more than before; refuses too many."""
        self.count += cases
        need(self.count <= MAX_CASES, f"more than {MAX_CASES} cases in this world; make it smaller")
        return self.count

    def fresh(self, value: object, sort: Sort) -> Expr:
        """A variable that stands for a value, the same for the same value; a new one where the value mentions
        a variable itself, or is an arbitrary sequence."""
        name = f"@{self.add()}"
        shared = _mentions_no_variable(value)
        if shared and (value, sort) in self._names:
            return self._names[value, sort]
        self.bound[name] = value
        made = var(name, sort)
        if shared:
            self._names[value, sort] = made
        return made

    def once(self, kind: str, term: Expr, make: Callable[[Expr], Made]) -> Made:
        """What `make` gives for a term, made once. Nothing is kept that leaves marks: claims, or names of
        numbers, belong to the place at which the term stands, under the premises that are in force there."""
        key = kind, term.key
        found = self._kept.get(key)
        if found is not None:
            self.add(found[1])
            return found[0]  # type: ignore[return-value]
        before, marked = self.count, self._marks()
        made = make(term)
        if self._marks() == marked:
            self._kept[key] = made, self.count - before
        return made

    def _marks(self) -> tuple[int, ...]:
        return len(self.side), len(self.covers or ()), len(self.labels)

    def normal(self, term: Expr) -> Expr:
        return normal(term, self.definitions)

    def body(self, fn: Expr, value: object) -> Expr:
        """The body of a function with a value put in."""
        stands = self.fresh(value, fn.sort.args[0])
        key = fn.key, stands.label
        if key not in self._bodies:
            self._bodies[key] = self.normal(apply_function(fn, stands))
        return self._bodies[key]

    def check_sort(self, made: Term, sort: Sort) -> None:
        """Records are those of the world, over which quantifiers go; integers are whole; what is of another
        sort than these, reals and vectors is no number."""
        value = rational_value(made)
        need(sort in (REAL, INT, VEC, RECORD), f"a world has no number for a term of sort {sort}")
        need(sort != RECORD or value in self.world.records, "a record is none of the world's records")
        whole = value is not None and value.q == 1
        need(sort != INT or whole, "an integer of this world is not known to be whole")

    def whole(self, term: Expr, problem: str) -> int:
        """The value of an integer; refused with a problem where it is not known."""
        value = rational_value(self.number(term))
        if value is None or value.q != 1:
            raise KernelError(problem)
        return int(value.p)

    def between(self, first: Expr, last: Expr, problem: str) -> range:
        """The integers from one to another; refused with a problem where these are not known."""
        low, high = self.whole(first, problem), self.whole(last, problem)
        need(high - low <= MAX_CASES, problem)
        return range(low, high + 1)

    def plain(self, label: str) -> str:
        """A new name of letters and digits for a number, with a count behind it that tells it from others."""
        return f"{''.join(c for c in label if c.isalnum()) or 'x'}_{self.add()}"

    @contextmanager
    def under(self, premise: Ground) -> Iterator[None]:
        """A premise is in force meanwhile; nothing is of one that is no conjunction of relations."""
        before = len(self.given)
        self.given.extend(relations(premise) or ())
        try:
            yield
        finally:
            del self.given[before:]

    def happens(self, event: Ground) -> bool:
        """Whether an event happens; where real variables decide, whether it does at the values that the world
        gives to variables of their names, and then it is owed that it is so wherever the premises hold."""
        if event.settled is not None or relations(event) is None:
            return event.truth()
        for relation in flat(event):
            known = decide(relation) if not relation.variables() else self._sampled(relation)
            need(known is not None, "an event in a world is undecided: it may need a value of its variable")
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
            owed, conditions = assumed(self.world.parameters, self.given)
            self.side += [*owed, claim_of(conditions, relation if known else relation.negated())]
        return known


def _mentions_no_variable(value: object) -> bool:
    if isinstance(value, Term):
        return not value.names
    if isinstance(value, tuple):
        return all(map(_mentions_no_variable, value))
    return isinstance(value, frozenset)


def too_many(world: World, points: int) -> bool:
    """Whether there are more data sets than cases may be, told without computing how many."""
    return points > 1 and (world.size > MAX_CASES.bit_length() or points**world.size > MAX_CASES)
