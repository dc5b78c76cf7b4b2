"""What a formula of LaTeX says, before it is decided what every name in it stands for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


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
