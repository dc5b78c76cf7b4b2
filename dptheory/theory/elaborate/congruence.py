"""``by congruence``: equals for equals, also under sums, expectations and probabilities, line by line.

Two sides of an equation that are built alike are equal where the parts in which they differ are. These are
looked for among the lines that the author cites, or among all lines above: equations, read either way, and
what they say for all values. Any other formula follows so from a line that is built like it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from ...kernel.limits import KernelError
from ...kernel.logic.calculation import same_vector
from ...kernel.logic.derivations import Line
from ...kernel.logic.printing import show
from ...kernel.logic.sorts import BINARY_REAL, INT, PROP, REAL, UNARY_REAL, VEC
from ...kernel.logic.terms import Definition, Expr, op, replace_all, walk
from ...kernel.logic.theorems import Theorem
from .expansion import ONE, Expansion, relation, within

CONGRUENCE: Final = "congruence"
_ARITHMETIC: Final = frozenset({"add", "sub", "mul", "div", "pow", "neg"}) | UNARY_REAL | BINARY_REAL
_NUMBERS: Final = (REAL, INT)


def congruent(
    line: Line, goal: Expr, theorem: Theorem, known: Mapping[str, Expr], definitions: Mapping[str, Definition]
) -> list[Line]:
    """The lines that a line `by congruence` stands for; raises KernelError where an equation is missing."""
    expansion = Expansion(line, theorem, known, definitions)
    steps = _Congruence(expansion)
    label = steps.equal(*goal.args) if goal.head == "eq" else steps.like_a_line(goal)
    if expansion.lines and expansion.lines[-1].label == label:
        *before, last = expansion.lines
        return [*before, replace(last, label=line.label, formula=line.formula)]
    return [*expansion.lines, Line(line.label, line.formula, "both", (label,))]


class _Congruence:
    """Writes the lines that show equations."""

    def __init__(self, expansion: Expansion) -> None:
        self.expansion = expansion
        self.assumed: dict[str, Expr] = {}

    def equal(self, one: Expr, other: Expr) -> str:
        """The label of a line that says that two terms are equal; raises KernelError."""
        goal = relation("eq", one, other)
        if goal in self.expansion.there:
            return self.expansion.there[goal]
        if relation("eq", other, one) in self.expansion.there:
            return self._backwards(one, other, self.expansion.there[relation("eq", other, one)])
        label = self._instance(goal)
        if label is not None:
            return label
        if one.sort == VEC and (label := self._vectors(one, other)) is not None:
            return label
        if one.sort in _NUMBERS and _ARITHMETIC & {one.head, other.head}:
            labels = [self.equal(*pair) for pair in _differences(one, other)]
            cited = dict.fromkeys((*labels, *self.expansion.numeric(one, other)))
            return self.expansion.add(goal, "calc", *cited)
        return self._built_alike(one, other)

    def _instance(self, goal: Expr) -> str | None:
        """The equation, from what a line says for all values."""
        usable = {**self.expansion.usable, **self.assumed}
        search = self.expansion.search(usable)
        for label, formula in self.expansion.usable.items():
            if formula.head not in ("forall", "implies"):
                continue
            others = {name: there for name, there in usable.items() if name != label}
            for wanted in (goal, relation("eq", *reversed(goal.args))):
                made = search.application(label, wanted, others)
                if isinstance(made, Line):
                    found = self.expansion.add(wanted, "apply", *made.sources, terms=made.terms)
                    return found if wanted == goal else self._backwards(goal.args[0], goal.args[1], found)
        return None

    def _built_alike(self, one: Expr, other: Expr) -> str:
        """Equal, because the arguments are."""
        alike = (one.head, one.label, len(one.args)) == (other.head, other.label, len(other.args))
        if not alike or not one.args:
            raise _missing(one, other)
        if one.head in ("E", "sum", "P") and one.args[:-1] == other.args[:-1]:
            ways = {"E": self._expectation, "sum": self._sum, "P": self._probability}
            return ways[one.head](one, other)
        pairs = [(a, b) for a, b in zip(one.args, other.args, strict=True) if a != b]
        plain = (a.sort in (*_NUMBERS, VEC) or relation("eq", a, b) in self.expansion.there for a, b in pairs)
        if not all(plain):
            raise _missing(one, other)
        return self._rewritten(one, other, *[self._replacing(a, b) for a, b in pairs])

    def _vectors(self, one: Expr, other: Expr) -> str | None:
        """The same combination of vectors, after equations of vectors that are there."""
        equations, (left, right) = list[str](), (one, other)
        for label, formula in self.expansion.usable.items():
            if formula.head == "eq" and formula.args[0].sort == VEC and not _same(left, right):
                new, old = formula.args[1], formula.args[0]
                if _occurs(old, new):
                    continue
                ways = (replace_all(left, old, new), replace_all(right, old, new))
                if ways != (left, right):
                    left, right = ways
                    equations.append(label)
        if not _same(left, right):
            return None
        same = self.expansion.add(relation("eq", left, right), "vector")
        return (
            self.expansion.add(relation("eq", one, other), "rewrite", same, *equations) if equations else same
        )

    def _rewritten(self, one: Expr, other: Expr, *equations: str) -> str:
        """An equation, from that of a term with itself."""
        if one.sort not in (*_NUMBERS, VEC):
            raise KernelError(f"{CONGRUENCE} shows equations of numbers and vectors, not of sort {one.sort}")
        same = self.expansion.add(relation("eq", one, one), "vector" if one.sort == VEC else "calc")
        return self.expansion.add(relation("eq", one, other), "rewrite", same, *equations)

    def _replacing(self, old: Expr, new: Expr) -> str:
        """The label of an equation by which what says the one becomes what says the other. It replaces in
        both: where the old term is part of the new one it is read backwards, or both would only grow."""
        return self.equal(new, old) if _occurs(old, new) else self.equal(old, new)

    def _backwards(self, one: Expr, other: Expr, label: str) -> str:
        """An equation, from a line that says it the other way round."""
        if one.sort in _NUMBERS and _occurs(other, one):
            return self.expansion.add(relation("eq", one, other), "calc", label)
        return self._rewritten(one, other, label)

    # -- under binders -----------------------------------------------------------------------------

    @contextmanager
    def _under(self, *assumptions: Expr) -> Iterator[list[str]]:
        """Assumptions meanwhile; what is shown under them is not there afterwards."""
        there, assumed = dict(self.expansion.there), dict(self.assumed)
        labels = [self.expansion.add(formula, "assume") for formula in assumptions]
        self.assumed |= dict(zip(labels, assumptions, strict=True))
        yield labels
        self.expansion.there, self.assumed = there, assumed

    def _expectation(self, one: Expr, other: Expr) -> str:
        mu, (f, g) = one.args[0], (one.args[-1], other.args[-1])
        x = self.expansion.fresh(f)
        with self._under():
            said = [self.expansion.at(fn, x) for fn in (f, g)]
            everywhere = self.expansion.generalised(x, self.equal(*said), relation("eq", *said))
        values = {"mu": mu, "f": f, "g": g}
        return self.expansion.add(relation("eq", one, other), "expect-equal", everywhere, values=values)

    def _sum(self, one: Expr, other: Expr) -> str:
        low, top = one.args[:2]
        if low != ONE:
            raise KernelError(f"{CONGRUENCE} looks into sums that begin at 1")
        x, labels = self.expansion.fresh(one.args[-1]), []
        for left, right in ((one, other), (other, one)):
            f, g = left.args[-1], right.args[-1]
            said = [self.expansion.at(fn, x) for fn in (f, g)]
            below = relation("le", *said)
            place = within(x, top, below).args[0]
            with self._under(place):
                shown = self.expansion.add(below, "calc", self.equal(*said), *self.expansion.numeric(*said))
                everywhere = self.expansion.generalised(x, shown, within(x, top, below))
            values = {"m": top, "f": f, "g": g}
            labels.append(
                self.expansion.add(relation("le", left, right), "sum-monotone", everywhere, values=values)
            )
        return self.expansion.add(relation("eq", one, other), "calc", *labels)

    def _probability(self, one: Expr, other: Expr) -> str:
        x, labels = self.expansion.fresh(one.args[-1]), []
        for left, right in ((one, other), (other, one)):
            phi, psi = left.args[-1], right.args[-1]
            said = [self.expansion.at(event, x) for event in (phi, psi)]
            with self._under(said[0]) as (there,):
                follows = self._from(there, *said)
                everywhere = self.expansion.generalised(x, follows, op("implies", PROP, *said))
            values = {"mu": one.args[0], "phi": phi, "psi": psi}
            labels.append(
                self.expansion.add(relation("le", left, right), "prob-monotone", everywhere, values=values)
            )
        return self.expansion.add(relation("eq", one, other), "calc", *labels)

    # -- formulas ----------------------------------------------------------------------------------

    def like_a_line(self, goal: Expr) -> str:
        """A formula, from a line that is built like it; the last that is."""
        reason = KernelError(f"{CONGRUENCE} finds no line that is built like this one")
        for label, formula in reversed(list(self.expansion.usable.items())):
            if formula == goal:
                return label
            if formula.head == goal.head and formula.head not in ("forall", "exists"):
                try:
                    with self._under():
                        before = len(self.expansion.lines)
                        return self._from(label, formula, goal)
                except KernelError as error:
                    del self.expansion.lines[before:]
                    reason = error
        raise reason

    def _from(self, label: str, formula: Expr, goal: Expr) -> str:
        """A formula, from a line that differs from it in terms that are equal."""
        if formula == goal:
            return label
        pairs = dict.fromkeys(_terms(formula, goal))
        return self.expansion.add(goal, "rewrite", label, *(self._replacing(*pair) for pair in pairs))


def _terms(one: Expr, other: Expr) -> Iterator[tuple[Expr, Expr]]:
    """The terms in which two formulas differ that are otherwise built alike; raises KernelError."""
    if one == other:
        return
    if one.sort != PROP:
        yield one, other
        return
    if one.head != other.head or len(one.args) != len(other.args) or one.head in ("forall", "exists"):
        raise KernelError(f"{CONGRUENCE} does not see why {show(one)} gives {show(other)}")
    for a, b in zip(one.args, other.args, strict=True):
        yield from _terms(a, b)


def _differences(one: Expr, other: Expr) -> list[tuple[Expr, Expr]]:
    """What one of two terms of arithmetic has for a number and the other has not, in pairs; raises
    KernelError."""
    left, right = (dict.fromkeys(_opaque(side)) for side in (one, other))
    here, there = (
        [part for part in mine if part not in yours] for mine, yours in ((left, right), (right, left))
    )
    if len(here) != len(there):
        raise _missing(one, other)
    return list(zip(here, there, strict=True))


def _opaque(term: Expr) -> Iterator[Expr]:
    """What arithmetic takes for a number."""
    if term.head in _ARITHMETIC:
        for argument in term.args:
            yield from _opaque(argument)
    elif term.head not in ("num", "const"):
        yield term


def _occurs(part: Expr, term: Expr) -> bool:
    """Whether a term is a part of another one."""
    return any(node == part for node in walk(term))


def _missing(one: Expr, other: Expr) -> KernelError:
    return KernelError(f"{CONGRUENCE} needs the line  e: {show(one)} = {show(other)} by ...")


def _same(one: Expr, other: Expr) -> bool:
    try:
        return same_vector(one, other)
    except KernelError:
        return False
