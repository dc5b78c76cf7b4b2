"""Terms of the logic that are linear in values of functions and in inner products of vectors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from flint import fmpq

from ...kernel.logic import INT, REAL, VEC, Expr, apply_function, rebuild, show, walk
from ...kernel.real import Term, apply, num, var
from ..symbolic import polished, tidy
from ..values import Unsupported

Key = str | tuple[str, str]
"""A value of a function, by its text; or the inner product of two vectors, by theirs; "" is the number 1."""
Form = Mapping[Key, Term]
ONE: Final = ""
_NUMBERS: Final = ("add", "sub", "mul", "div", "neg", "pow", "exp", "log", "sqrt", "min", "max")


def added(*parts: tuple[Term, Mapping[Any, Term]]) -> dict[Key, Term]:
    """A sum of multiples of forms, without what has vanished."""
    made: dict[Key, Term] = {}
    for factor, form in parts:
        for key, value in form.items():
            more = tidy(factor * value)
            made[key] = polished(made[key] + more) if key in made else more
    return {key: value for key, value in made.items() if value != num(0)}


def product(one: Mapping[str, Term], other: Mapping[str, Term]) -> dict[Key, Term]:
    """The inner product of two vectors, each by its parts."""
    parts = [
        (tidy(a * b), {(min(x, y), max(x, y)): num(1)}) for x, a in one.items() for y, b in other.items()
    ]
    return added(*parts)


def squared(one: Mapping[str, Term]) -> dict[Key, Term]:
    return product(one, one)


def vector(term: Expr) -> dict[str, Term]:
    """A vector by its parts: places that are no sums."""
    if term.head in ("vadd", "vsub"):
        one, other = (vector(a) for a in term.args)
        found = added((num(1), one), (num(1 if term.head == "vadd" else -1), other))
        return {str(key): value for key, value in found.items()}
    if term.head == "vscale":
        factor = number(term.args[0])
        return {key: tidy(factor * value) for key, value in vector(term.args[1]).items()}
    if term.head == "zero":
        return {}
    return {show(term): num(1)}


def number(term: Expr) -> Term:
    """A number that is made of numbers alone; raises Unsupported."""
    if term.head == "num":
        assert term.value is not None
        return num(fmpq(term.value))
    if term.head == "var" and term.sort in (REAL, INT):
        return var(term.label)
    if term.head in _NUMBERS:
        return tidy(apply(term.head, *map(number, term.args)))
    raise Unsupported(f"a number made of '{term.head}'")


@dataclass
class Reading:
    """How numbers are read as forms: `places` of data that matter, each with its data; `sums` has what sums
    over data are called, with the sum, and over how many places it goes."""

    places: Sequence[tuple[Expr, Expr]] = ()
    sums: dict[str, tuple[Expr, Term]] = field(default_factory=dict)

    def form(self, term: Expr) -> dict[Key, Term]:
        """A number as a form; raises Unsupported where it is none."""
        try:
            constant = number(term)
            return {ONE: constant} if constant != num(0) else {}
        except Unsupported:
            pass
        args = term.args
        if term.head in ("add", "sub"):
            sign = num(1 if term.head == "add" else -1)
            return added((num(1), self.form(args[0])), (sign, self.form(args[1])))
        if term.head == "neg":
            return added((num(-1), self.form(args[0])))
        if term.head == "div":
            return added((tidy(num(1) / number(args[1])), self.form(args[0])))
        if term.head == "mul":
            for factor, other in (args, args[::-1]):
                try:
                    return added((number(factor), self.form(other)))
                except Unsupported:
                    continue
        if term.head == "pow" and args[0].head == "norm" and args[1].value == 2:
            return squared(vector(args[0].args[0]))
        if term.head == "sum":
            return self._sum(term)
        if term.head == "apply" and term.sort == REAL:
            return {show(_settled(term)): num(1)}
        raise Unsupported(f"'{term.head}' is not linear in values and inner products")

    def _sum(self, term: Expr) -> dict[Key, Term]:
        """A sum over all places; over data of which a place matters, what stands there and the rest."""
        if [show(end) for end in term.args[:2]] != ["1", "n"]:
            return {show(term): num(1)}
        items = {n for n in walk(term.args[2]) if n.head == "item" and n.args[1].head == "bound"}
        last = var("n")
        if len(items) != 1:
            return self._called(term, show(term), last)
        (item,) = items
        data, of = item.args
        before, place, record = data.args if data.head == "replace" else (data, None, None)
        if place is None and (place := dict(self.places).get(data)) is None:
            return self._called(term, show(term), last)
        plain = exchanged(term, item, Expr("item", (before, of), item.sort))
        there = apply_function(plain.args[2], place)
        if record is not None:
            there = exchanged(there, Expr("item", (before, place), item.sort), record)
        rest = self._called(plain, f"{show(plain)} but for {show(place)}", tidy(last - num(1)))
        return added((num(1), rest), (num(1), self.form(there)))

    def _called(self, term: Expr, name: str, count: Term) -> dict[Key, Term]:
        self.sums[name] = term, count
        return {name: num(1)}


def _settled(term: Expr) -> Expr:
    """A term in which what was put in a place of data is what stands there."""
    for node in walk(term):
        if node.head == "item" and node.args[0].head == "replace" and node.args[0].args[1] == node.args[1]:
            return _settled(exchanged(term, node, node.args[0].args[2]))
    return term


def exchanged(term: Expr, old: Expr, new: Expr) -> Expr:
    """A term with another for one that it has; neither has variables that it binds."""
    if term == old:
        return new
    return rebuild(term, tuple(exchanged(a, old, new) for a in term.args))


def places(term: Expr) -> Iterable[Expr]:
    """The vectors of which a term is made that are no sums."""
    if term.head in ("vadd", "vsub", "vscale", "norm"):
        for part in term.args:
            yield from places(part)
    elif term.sort == VEC and term.head != "zero":
        yield term


def texted(form: Form, named: Callable[[Key], Term]) -> Term:
    """A form as a term, with names for values and inner products."""
    parts = [value if key == ONE else tidy(value * named(key)) for key, value in form.items()]
    return tidy(sum(parts[1:], parts[0])) if parts else num(0)
