"""The cases that a formula comes down to in a world: names for the values that variables take, one for each
value, and what was found for a term, found once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ..limits import need
from ..logic.sorts import Sort
from ..logic.terms import Expr, var
from ..real.terms import Term
from .evaluator import MAX_CASES

Made = TypeVar("Made")


class Cases:
    """Counts cases, names values, keeps what terms come down to.

    A name stands for one value as long as the evaluation lasts, so that equal terms have equal values: a part
    that does not depend on what a quantifier goes through is found once. A case met again counts again, so
    that the limit on cases, and the names of numbers that remain, do not depend on what was kept.
    """

    def __init__(self) -> None:
        self.count = 0
        self.bound: dict[str, object] = {}
        self._names: dict[tuple[object, Sort], Expr] = {}
        self._kept: dict[tuple[str, bytes], tuple[object, int]] = {}

    def add(self, cases: int = 1) -> int:
        """How many cases there are now, some more than before; refuses too many."""
        self.count += cases
        need(self.count <= MAX_CASES, f"more than {MAX_CASES} cases in this world; make it smaller")
        return self.count

    def named(self, value: object, sort: Sort) -> Expr:
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

    def once(
        self, kind: str, term: Expr, make: Callable[[Expr], Made], marks: Callable[[], tuple[int, ...]]
    ) -> Made:
        """What `make` gives for a term, made once. Nothing is kept that leaves marks: claims, or names of
        numbers, belong to the place at which the term stands, under the premises that are in force there."""
        key = kind, term.key
        found = self._kept.get(key)
        if found is not None:
            self.add(found[1])
            return found[0]  # type: ignore[return-value]
        before, marked = self.count, marks()
        made = make(term)
        if marks() == marked:
            self._kept[key] = made, self.count - before
        return made


def _mentions_no_variable(value: object) -> bool:
    if isinstance(value, Term):
        return not value.names
    if isinstance(value, tuple):
        return all(map(_mentions_no_variable, value))
    return isinstance(value, frozenset)
