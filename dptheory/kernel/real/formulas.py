"""Formulas: relations joined by ``not``, ``and``, ``or``, ``implies``, and the clauses that they come to.

At a point a relation is true, false, or, where a side is not defined, neither. ``not`` of what is neither is
neither; ``a and b`` is true where both are, false where one is false; ``a or b`` is true where one is, false
where both are false; ``a implies b`` is ``(not a) or b``; what is not said to be true or false is neither
(Kleene's strong tables). A formula *holds* at a point where it is true. So an undefined side never makes a
formula hold, and it never matters for one that holds how undefined sides might be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import Final

from flint import fmpq

from ..limits import need
from ..syntax import RELATIONS, Node, SyntaxProblem
from .claims import Relation
from .grammar import term_from
from .points import decide, defined_at

LEVELS: Final = {"implies": 1, "or": 2, "and": 3, "not": 4}
DUAL: Final = {"and": "or", "or": "and"}
MAX_CLAUSES: Final = 64
"""Clauses of one formula."""


@dataclass(frozen=True)
class Formula:
    """``not`` of one part, ``implies`` between two, ``and`` and ``or`` of at least two that are no formulas
    of the same kind: so two formulas with one text are one."""

    op: str
    parts: tuple[Formula | Relation, ...]

    def __post_init__(self) -> None:
        plain = type(self.op) is str and type(self.parts) is tuple
        plain = plain and all(type(p) in (Formula, Relation) for p in self.parts)
        need(plain, "the parts of a formula are formulas and relations")
        if self.op in DUAL:
            fits = len(self.parts) > 1 and all(isinstance(p, Relation) or p.op != self.op for p in self.parts)
        else:
            fits = len(self.parts) == {"not": 1, "implies": 2}.get(self.op)
        need(fits, f"no formula: {self.op!r} of {len(self.parts)} parts")

    @cached_property
    def text(self) -> str:
        """Canonical text, which parses back to the same formula."""
        level = LEVELS[self.op]
        if self.op == "not":
            return f"not {_bracketed(self.parts[0], level)}"
        needed = [level + (self.op != "implies" or i == 0) for i in range(len(self.parts))]
        return f" {self.op} ".join(_bracketed(p, n) for p, n in zip(self.parts, needed, strict=True))

    def variables(self) -> frozenset[str]:
        return frozenset().union(*(p.variables() for p in self.parts))


Said = Formula | Relation


def _bracketed(f: Said, needed: int) -> str:
    return f"({f.text})" if isinstance(f, Formula) and LEVELS[f.op] < needed else f.text


def joined(op: str, parts: Iterable[Said]) -> Said:
    """``and`` or ``or`` of parts, those of the same kind taken apart; a single part is itself."""
    flat: list[Said] = []
    for p in parts:
        flat.extend(p.parts if isinstance(p, Formula) and p.op == op else [p])
    return flat[0] if len(flat) == 1 else Formula(op, tuple(flat))


def formula_from(node: Node, text: str = "") -> Said:
    """The formula of a surface tree; a chain is the conjunction of its links."""
    if node.kind == "bind":
        raise SyntaxProblem(f"{node.value.split()[0]!r} cannot stand here", text, node.position)
    if node.kind in ("op", "chain") and set(node.value.split()) <= set(RELATIONS):
        sides = [term_from(n, text) for n in node.args]
        links = zip(node.value.split(), sides, sides[1:], strict=False)
        return joined("and", [Relation(op, left, right) for op, left, right in links])
    if node.kind != "op" or node.value not in LEVELS:
        raise SyntaxProblem("expected a relation such as `x <= 1`", text, node.position)
    if node.value not in DUAL:
        return Formula(node.value, tuple(formula_from(n, text) for n in node.args))
    spine, last = [node], node.args[0]
    while last.kind == "op" and last.value == node.value:  # a long row of them leans to the left
        spine.append(last)
        last = last.args[0]
    return joined(node.value, [formula_from(n, text) for n in [last, *(s.args[1] for s in reversed(spine))]])


def normal(f: Said, positive: bool = True) -> Said:
    """The formula, or its negation, with ``and`` and ``or`` alone: it is true, false, neither at the same
    points, since the negation of a relation between defined sides is its opposite."""
    if isinstance(f, Relation):
        return f if positive else f.negated()
    if f.op == "not":
        return normal(f.parts[0], not positive)
    if f.op == "implies":
        parts = [normal(f.parts[0], not positive), normal(f.parts[1], positive)]
        return joined("or" if positive else "and", parts)
    return joined(f.op if positive else DUAL[f.op], [normal(p, positive) for p in f.parts])


Literals = tuple[Relation, ...]


def clauses(f: Said) -> list[Literals]:
    """Disjunctions of relations that together say what a normal formula says: `f` holds at a point where
    in each a relation holds. (The tables are a distributive lattice.)"""
    return _distributed(f, "and")


def alternatives(f: Said) -> list[Literals]:
    """Conjunctions of relations of which one holds wherever a normal formula does."""
    return _distributed(f, "or")


def _distributed(f: Said, outer: str) -> list[Literals]:
    if isinstance(f, Relation):
        return [(f,)]
    below = [_distributed(p, outer) for p in f.parts]
    if f.op == outer:
        found = [c for part in below for c in part]
    else:
        bounded(prod(map(len, below)))
        found = [tuple(dict.fromkeys(r for c in chosen for r in c)) for chosen in product(*below)]
    bounded(len(found))
    return found


def bounded(count: int, limit: int = MAX_CLAUSES) -> None:
    """Refuse a formula that comes to too many cases."""
    need(count <= limit, f"the formula comes to {count} cases or more; at most {limit}: ask of parts of it")


def replaced(f: Said, image: Callable[[Relation], Said]) -> Said:
    """A normal formula with something else for each relation."""
    return image(f) if isinstance(f, Relation) else joined(f.op, [replaced(p, image) for p in f.parts])


def true_at(f: Said, point: Mapping[str, fmpq], integers: frozenset[str]) -> bool | None:
    """Whether a normal formula holds at a point: True if it is certified to be true there, False if it is
    certified not to be, None where that is undecided.

    >>> from .claims import relation
    >>> f = Formula("or", (relation("1/x > 0"), relation("x <= 0")))
    >>> true_at(f, {"x": fmpq(0)}, frozenset()), true_at(f.parts[0], {"x": fmpq(0)}, frozenset())
    (True, False)
    """
    if isinstance(f, Relation):
        defined = defined_at([f.left, f.right], point, integers)
        return decide(f, point) if defined else defined
    found = [true_at(p, point, integers) for p in f.parts]
    deciding = f.op == "or"
    return deciding if deciding in found else None if None in found else not deciding
