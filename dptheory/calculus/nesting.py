"""Algorithms within algorithms as they are written: what runs on samples, and sizes that are rounded.

``subsample(compose(B, L), floor(sqrt(n)))`` speaks of B and L on samples, and of the integer m with
m <= sqrt(n) < m + 1: integers of the logic take integer terms alone, so that the size is named.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from ..kernel import Node
from ..kernel.logic import INT, Definition
from .kinds import SAMPLED

ON_SAMPLES: Final = {"compose": "compose_on_samples"}
"""What a combinator is called where an algorithm on samples is wanted."""

NAMES: Final = ("m", "k", "size")
ONE: Final = Node("num", "1")


@dataclass
class Nesting:
    """The subjects of one question: the names that it uses, and the sizes that were named."""

    definitions: Mapping[str, Definition]
    taken: set[str]
    sizes: dict[Node, str] = field(default_factory=dict)

    def read(self, node: Node) -> Node:
        """An algorithm with what it is made of put into words of the library."""
        definition = self.definitions.get(node.value) if node.kind == "call" else None
        if definition is None or len(definition.parameters) != len(node.args):
            return node
        arguments = []
        for argument, (_, sort) in zip(node.args, definition.parameters, strict=True):
            if sort == SAMPLED and argument.kind == "call":
                argument = replace(argument, value=ON_SAMPLES.get(argument.value, argument.value))
            if sort == INT and argument.kind == "call" and argument.value in ("floor", "ceil"):
                argument = Node("name", self._named(argument))
            arguments.append(self.read(argument))
        return replace(node, args=tuple(arguments))

    def _named(self, size: Node) -> str:
        """The name of a rounded size; the same for the same size."""
        known = _bare(size)
        if known not in self.sizes:
            free = (name for name in _candidates() if name not in self.taken)
            self.sizes[known] = next(free)
            self.taken.add(self.sizes[known])
        return self.sizes[known]

    def conditions(self) -> list[Node]:
        """That each name is the size rounded down, or up."""
        found = []
        for size, name in self.sizes.items():
            whole, exact = Node("name", name), size.args[0]
            if size.value == "floor":
                found += [_op("<=", whole, exact), _op("<", exact, _op("+", whole, ONE))]
            else:
                found += [_op("<=", exact, whole), _op("<", whole, _op("+", exact, ONE))]
        return found


def _op(sign: str, left: Node, right: Node) -> Node:
    return Node("op", sign, (left, right))


def _bare(node: Node) -> Node:
    """A term without the place where it stood."""
    return Node(node.kind, node.value, tuple(map(_bare, node.args)))


def _candidates() -> Iterator[str]:
    yield from NAMES
    number = 1
    while True:
        yield f"size{number}"
        number += 1
