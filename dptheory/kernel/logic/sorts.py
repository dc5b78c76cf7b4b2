"""Sorts of the logic.

Base sorts: ``real``, ``int`` (usable where a real is wanted), ``vec`` (R^d with the Euclidean
norm, d fixed by the model), ``record``, ``data`` (data sets of n records, n fixed by the model),
``prop``. Constructors: ``set(s)`` (the same as ``s -> prop``: an event is ``set(vec)``),
``law(s)`` (a Borel probability measure), ``a -> b`` (a Borel measurable function).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ..limits import MAX_NESTING, KernelError, need
from ..syntax import tokens


@dataclass(frozen=True, eq=False)
class Sort:
    """A sort: a base name, ``law`` of one sort, or ``->`` with domain and codomain."""

    name: str
    args: tuple[Sort, ...] = ()

    def __post_init__(self) -> None:
        if len(self.args) != (1 if self.name == "law" else 2 if self.name == "->" else 0):
            raise KernelError(f"no sort: {self.name!r} of {len(self.args)}")

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Sort) and self.name == other.name and self.args == other.args

    def __hash__(self) -> int:
        return self._hash

    def __str__(self) -> str:
        return self.text

    @cached_property
    def _hash(self) -> int:
        return hash((self.name, self.args))

    @cached_property
    def text(self) -> str:
        if self.name == "law":
            return f"law({self.args[0]})"
        if self.name != "->":
            return self.name
        domain, codomain = self.args
        if codomain == PROP:
            return f"set({domain})"
        left = f"({domain})" if domain.name == "->" and domain.args[1] != PROP else str(domain)
        join = ", " if codomain.name == "->" and codomain.args[1] != PROP else " -> "
        return f"{left}{join}{codomain}"


REAL, INT, VEC, RECORD, DATA, PROP = (Sort(name) for name in ("real", "int", "vec", "record", "data", "prop"))
BASE = {sort.name: sort for sort in (REAL, INT, VEC, RECORD, DATA, PROP)}


def law(sort: Sort) -> Sort:
    """The sort of probability laws on a sort."""
    return Sort("law", (sort,))


def function(*sorts: Sort) -> Sort:
    """The sort of functions of all but the last sort into the last, one argument at a time."""
    result = sorts[-1]
    for domain in reversed(sorts[:-1]):
        result = Sort("->", (domain, result))
    return result


def set_of(sort: Sort) -> Sort:
    return function(sort, PROP)


SEQUENCE = function(INT, VEC)
"""Sequences of points of R^d."""


def fits(given: Sort, wanted: Sort) -> bool:
    """Whether a term of one sort may stand where another is wanted.

    An integer stands for a real, and so does an integer-valued function for a real-valued one.
    """
    while given.name == wanted.name == "->" and given.args[0] == wanted.args[0]:
        given, wanted = given.args[1], wanted.args[1]
    return given == wanted or (given == INT and wanted == REAL)


def parse_sort(text: str) -> Sort:
    """A sort from its text.

    >>> str(parse_sort("vec, record -> real"))
    'vec, record -> real'
    """
    words = [word for _, word, _ in tokens(text)]
    sort, rest = _arrow(words, 0)
    if rest:
        raise KernelError(f"unexpected {rest[0]!r} in the sort {text!r}")
    return sort


def _arrow(words: list[str], depth: int) -> tuple[Sort, list[str]]:
    if depth > MAX_NESTING // 4:
        raise KernelError("a sort nested too deeply")
    first, words = _atom(words, depth + 1)
    domains = [first]
    while words and words[0] == ",":
        sort, words = _atom(words[1:], depth + 1)
        domains.append(sort)
    if len(domains) > MAX_NESTING // 4:
        raise KernelError("a sort with too many arguments")
    if words and words[0] == "->":
        codomain, words = _arrow(words[1:], depth + 1)
        return function(*domains, codomain), words
    if len(domains) > 1:
        raise KernelError("expected '->' after a list of sorts")
    return first, words


def _atom(words: list[str], depth: int) -> tuple[Sort, list[str]]:
    need(words, "expected a sort, found the end")
    head, rest = words[0], words[1:]
    if head in BASE:
        return BASE[head], rest
    if head == "(" or (head in ("law", "set") and rest[:1] == ["("]):
        inner, rest = _arrow(rest if head == "(" else rest[1:], depth)
        need(rest[:1] == [")"], "expected ')' in a sort")
        made = {"(": inner, "law": law(inner), "set": set_of(inner)}[head]
        return made, rest[1:]
    raise KernelError(f"unknown sort {head!r}; one of {', '.join(BASE)}, law(.), set(.), a -> b")
