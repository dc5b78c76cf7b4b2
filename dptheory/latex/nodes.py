"""What a formula of LaTeX says, before it is decided what every name in it stands for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

FUNCTION_LETTERS: Final = frozenset(
    ["f", "g", "h", "F", "G", "H", "L", "R", "u", "v", "w", "phi", "psi", "Phi", "Psi"]
)
"""Letters that are functions oftener than they are numbers."""


def usual_function(name: str) -> bool:
    """Whether a name, with or without a subscript, is one that functions usually have.

    >>> usual_function("f_t"), usual_function("Phi"), usual_function("p")
    (True, True, False)
    """
    return name.partition("_")[0] in FUNCTION_LETTERS


@dataclass(frozen=True, slots=True)
class Node:
    """One node.

    kind       value                     args
    num        the numeral               ()
    name       the name, in ASCII        ()
    const      pi, E or oo               ()
    op         + - * / **                two operands; `-` also one
    call       a function of the claims' language   arguments
    bound      sum, prod or integral     body, index, low, high
    applied    a name before a bracket   what is in the bracket
    primed     the same of a derivative  what is in the bracket; about: how often
    atom       its LaTeX, in one spelling            (); about: what kind of thing it is
    choice     what is told of it        the reading that is usual, then the others
    """

    kind: str
    value: str = ""
    args: tuple[Node, ...] = ()
    position: int = 0
    about: str = ""
    source: str = ""


def nodes(root: Node) -> Iterator[Node]:
    """All nodes of a tree, the root first.

    >>> [n.value for n in nodes(Node("op", "+", (Node("name", "x"), Node("num", "1"))))]
    ['+', 'x', '1']
    """
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(node.args))


def opened(node: Node) -> tuple[Node, Node] | None:
    """A name before a bracket, perhaps with a power behind it, as the two factors that it may be."""
    if node.kind == "op" and node.value == "**" and (parts := opened(node.args[0])):
        return parts[0], power(parts[1], node.args[1], node.position)
    if node.kind != "applied" or len(node.args) != 1 or node.about:
        return None
    return Node("name", node.value, (), node.position), node.args[0]


def power(base: Node, exponent: Node, position: int) -> Node:
    """A power."""
    return Node("op", "**", (base, exponent), position)


def standing(root: Node) -> set[str]:
    """The names that stand in a tree without a bracket behind them."""
    found, waiting = set(), [root]
    while waiting:
        node = waiting.pop()
        if node.kind == "name":
            found.add(node.value)
        waiting.extend(node.args[:1] if node.about == "applied" else node.args)
    return found
