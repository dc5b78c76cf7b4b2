"""Algorithms as terms of combinators: the sorts of the names in them, and their parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ..errors import BadInput
from ..kernel.logic.sorts import BINARY_REAL, CONSTANTS, INT, REAL, UNARY_REAL, Sort, fits, function, is_name
from ..kernel.logic.terms import Definition, Expr
from ..kernel.syntax import Node
from .kinds import RANDOMISED_WORDS

COMBINATORS: Final = (
    "post_process", "compose", "parallel", "subsample", "steps", "noisy", "select", "exponential_erm",
    "hand_on", "follow", "group", "grown", "poisson", "gaussian_noisy", "answers",
    "compose_on_samples",
)  # fmt: skip
_NOT_NUMBERS: Final = frozenset({"nan", "inf", "infinity"})
_CLOSED: Final = frozenset({"pi", "E", "zero"})


class Names:
    """The sorts of the names of a query, as the places where they stand need them."""

    def __init__(self, definitions: Mapping[str, Definition]) -> None:
        self.definitions = definitions
        self.sorts: dict[str, Sort] = {}

    def meet(self, name: str, sort: Sort) -> None:
        """A name stands where a sort is needed; BadInput if it stands elsewhere for something else."""
        if not is_name(name) or name in self.definitions or name.lower() in _NOT_NUMBERS:
            raise BadInput(f"the name {name!r}", "a name without a meaning of its own", "another letter")
        known = self.sorts.get(name, sort)
        if not fits(known, sort) and not fits(sort, known):
            raise BadInput(
                f"{name}, which is {_said(known)} and {_said(sort)}", "one meaning for each name", "two names"
            )
        self.sorts[name] = known if fits(known, sort) else sort

    def term(self, node: Node, wanted: Sort) -> None:
        """Meet the names of a term of a sort."""
        if node.kind == "name":
            if node.value not in CONSTANTS and node.value not in _CLOSED:
                self.meet(node.value, wanted)
        elif node.kind == "call" and node.value in COMBINATORS:
            self._combinator(node, wanted)
        elif node.kind == "call":
            self._function(node, wanted)
        elif node.kind in ("op", "chain"):
            for argument in node.args:
                self.term(argument, wanted if wanted in (INT, REAL) else REAL)
        elif node.kind != "num":
            raise BadInput(f"{node.value!r} in a property", "names, numbers, functions", "Private(eps, 0)")

    def _combinator(self, node: Node, wanted: Sort) -> None:
        definition = self.definitions[node.value]
        if len(node.args) != len(definition.parameters):
            shape = ", ".join(name for name, _ in definition.parameters)
            raise BadInput(
                f"{node.value} with {len(node.args)} arguments",
                f"{len(definition.parameters)}",
                f"{node.value}({shape})",
            )
        if not fits(definition.body.sort, wanted):
            raise BadInput(f"{node.value}(...)", _said(wanted), "another combinator")
        for argument, (_, sort) in zip(node.args, definition.parameters, strict=True):
            self.term(argument, sort)

    def _function(self, node: Node, wanted: Sort) -> None:
        if wanted not in (REAL, INT):
            known = ", ".join(COMBINATORS)
            raise BadInput(f"the algorithm {node.value}(...)", f"a name or one of {known}", "subsample(B, m)")
        if node.value in UNARY_REAL | BINARY_REAL:
            for argument in node.args:
                self.term(argument, REAL)
            return
        domains = [INT if _whole(argument) else REAL for argument in node.args]
        for argument, sort in zip(node.args, domains, strict=True):
            self.term(argument, sort)
        self.meet(node.value, function(*domains, REAL))


def _whole(node: Node) -> bool:
    """Whether a term is seen to be an integer: n, a numeral, and sums and products of these."""
    if node.kind == "op" and node.value in ("+", "-", "*"):
        return all(map(_whole, node.args))
    return node.value in CONSTANTS if node.kind == "name" else node.kind == "num" and node.value.isdigit()


def _said(sort: Sort) -> str:
    words = {**RANDOMISED_WORDS, REAL: "a number", INT: "an integer"}
    return words.get(sort, str(sort))


def objects(term: Expr) -> Iterator[Expr]:
    """An algorithm and the algorithms that it is made of.

    >>> from ..kernel.logic.terms import var
    >>> from .kinds import RANDOMISED
    >>> [o.label for o in objects(var("A", RANDOMISED))]
    ['A']
    """
    if term.sort in RANDOMISED_WORDS and term.head in ("var", "defined"):
        yield term
        for argument in term.args:
            yield from objects(argument)
