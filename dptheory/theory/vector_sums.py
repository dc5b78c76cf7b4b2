"""Sums and means of vectors. The logic sums numbers: a sum of vectors is a name for the vector whose inner
product with every u is the sum of the inner products, which a hypothesis of the form says. There is one such
vector, so nothing is assumed beyond the notation. A world gives it the value that is computed here, and that
is checked as any other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ..kernel import KernelError
from ..kernel.logic import (
    CONSTANTS,
    DATA,
    INT,
    PROP,
    REAL,
    VEC,
    Definition,
    Expr,
    Sort,
    abstract,
    applied,
    apply_function,
    normal,
    num,
    op,
    open_with,
    substitute,
    var,
    walk,
)
from ..kernel.models import Grounding, World
from ..kernel.real import print_term
from ..kernel.real import var as real_var
from .wordings import MEAN, SUM

Definitions = Mapping[str, Definition]
_KINDS = {SUM: "sum", MEAN: "mean"}
_LETTERS = "STUVWXYZABCDEFGHIJKLMNOPQR"


@dataclass(frozen=True)
class VectorSum:
    """A sum or a mean of vectors: its name, and what it is, as a function of what is bound around it."""

    name: str
    meaning: Expr

    def says(self, definitions: Definitions) -> Expr:
        """That it is the sum, by its inner products."""
        if "inner" not in definitions:
            raise KernelError("a sum of vectors needs the definition of 'inner' above it")
        bound, body = _opened(self.meaning)
        summand = applied(body)[1][0]
        u, j = _fresh("u", "", VEC), _fresh("j", "", INT)
        made = apply_function(var(self.name, self.meaning.sort), *bound)
        total = _total(body, _bind(j, _inner(apply_function(summand, j), u)))
        formula = op("eq", PROP, _inner(made, u), total)
        for one in (u, *reversed(bound)):
            formula = op("forall", PROP, _bind(one, formula))
        return formula

    def line(self, world: World, definitions: Definitions) -> str:
        """The line of a world that gives it its value."""
        at = _Symbolic(world, definitions)
        bound, body = _opened(normal(self.meaning, definitions))
        names = _apart(bound)
        named = zip(names, bound, strict=True)
        stands = {one.label: at.fresh(_stands(name, one.sort, world), one.sort) for name, one in named}
        value = substitute(_total(body, applied(body)[1][0]), stands)
        head = f"{self.name}({', '.join(names)})" if names else self.name
        return f"value {head} = {print_term(at.number(normal(value, definitions)))}"


@dataclass
class VectorSums:
    """The sums of vectors that a statement speaks of; where `of` is given nothing else is summed up."""

    known: dict[Expr, VectorSum] = field(default_factory=dict)
    of: Mapping[str, Sort] | None = None
    drawn: tuple[Expr, ...] = ()

    def within(self, variables: Mapping[str, Sort]) -> VectorSums:
        """The same in a proof or a twin, which speak of what the form has."""
        return VectorSums(self.known, variables)

    def named(self, term: Expr, around: tuple[Expr, ...] = ()) -> Expr:
        """A term in which every sum of vectors is called by its name."""
        if not {SUM, MEAN} & term.names:
            return term
        if term.head == "lam":
            bound = _fresh(term.label, len(around), term.sort.args[0])
            inner = self.named(open_with(term, bound), (*around, bound))
            return _bind(bound, inner, term.label)
        parts = tuple(self.named(part, around) for part in term.args)
        made = Expr(term.head, parts, term.sort, term.label, term.index, term.value)
        fn, arguments = applied(made)
        if fn.label not in _KINDS or len(arguments) < 3:
            return made
        depends = list(dict.fromkeys(one for one in walk(made) if one in around or self._is_local(one)))
        meaning = made
        for one in reversed(depends):
            meaning = _bind(one, meaning)
        return apply_function(self._called(meaning, _KINDS[fn.label]), *depends)

    def _is_local(self, one: Expr) -> bool:
        """Whether a free variable is drawn, one of a proof, or the data: what a sum is a function of."""
        local = self.of is not None and not {one.label} & {*_KINDS, *CONSTANTS, *self.of}
        return one in self.drawn or (one.head == "var" and (one.sort == DATA or local))

    def _called(self, meaning: Expr, kind: str) -> Expr:
        one = self.known.get(meaning) or VectorSum(f"{kind}_{len(self.known) + 1}", meaning)
        if self.of is not None and one.name not in self.of:
            raise KernelError("a sum of vectors that neither the claim nor a hypothesis speaks of")
        self.known[meaning] = one
        return var(one.name, one.meaning.sort)

    def used(self, formulas: Sequence[Expr]) -> list[VectorSum]:
        """Those that formulas speak of, and those that these speak of, in order."""
        found = set[str]().union(*(formula.names for formula in formulas))
        for one in reversed(self.known.values()):
            found |= one.meaning.names if one.name in found else set()
        return [one for one in self.known.values() if one.name in found]

    def lines(self, world: World, variables: Mapping[str, Sort], definitions: Definitions) -> Iterator[str]:
        """The lines that a world needs beside its own."""
        for one in self.known.values():
            if one.name in variables and one.name not in world.values:
                yield one.line(world, definitions)


class _Symbolic(Grounding):
    """Evaluates terms with names for records: what comes out is a closed form, which the kernel checks."""

    def check_sort(self, made: object, sort: Sort) -> None:
        """Names stand for records here."""


def _stands(name: str, sort: Sort, world: World) -> object:
    """What a bound name stands for in a closed form: a number, or the records of a data set."""
    records = tuple(real_var(f"{name}{place}") for place in range(1, world.size + 1))
    return records if sort == DATA else real_var(name)


def _apart(bound: Sequence[Expr]) -> list[str]:
    """Names for the parameters of a value in a world, each its own: S and S' are S and T there."""
    names = list[str]()
    for plain in (_plain(one).rstrip("'") for one in bound):
        names.append(next(name for name in (plain, *_LETTERS) if name not in names))
    return names


def _total(body: Expr, summand: Expr) -> Expr:
    """The sum of numbers, or their mean, over the places of a sum of vectors."""
    fn, (_, first, last) = applied(body)
    total = op("sum", REAL, first, last, summand)
    size = last if first == num(1) else op("add", INT, op("sub", INT, last, first), num(1))
    return op("div", REAL, total, size) if fn.label == MEAN else total


def _inner(u: Expr, v: Expr) -> Expr:
    return Expr("defined", (u, v), REAL, "inner")


def _opened(meaning: Expr) -> tuple[list[Expr], Expr]:
    """The names over which a sum is abstracted, and its body."""
    bound = list[Expr]()
    while meaning.head == "lam":
        bound.append(_fresh(meaning.label, len(bound), meaning.sort.args[0]))
        meaning = open_with(meaning, bound[-1])
    return bound, meaning


def _fresh(label: str, place: object, sort: Sort) -> Expr:
    """A name that no text can have, for what is bound at a place."""
    return var(f"{label}#{place}", sort)


def _plain(one: Expr) -> str:
    return one.label.partition("#")[0]


def _bind(one: Expr, body: Expr, label: str = "") -> Expr:
    """The function of a variable, under the name that the text had."""
    made = abstract(one.label, one.sort, body)
    return Expr("lam", made.args, made.sort, label or _plain(one))
