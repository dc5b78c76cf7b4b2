r"""Sums with dots, 1 + q + q^2 + \ldots + q^n, as sums over an index: the last term with an index in a place,
where that gives the first terms in their order. What fits in two ways is told with both, in none is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from flint import arb, fmpq

from ..kernel import KernelError, SyntaxProblem
from ..kernel.real import Term, enclose
from ..present.reading import read_term
from .meaning import Meaning
from .nodes import Node, nodes

GUESSED: Final = "dots say what the reader is to guess: write the sum with its index and ends"
STARTS: Final = (0, 1, 2)
_INDICES: Final = ("j", "i", "l", "h")
_POINTS: Final = ((3, 7), (4, 5), (2, 9))


def dotted(terms: Sequence[Node], last: Node) -> tuple[int, Node]:
    r"""The sum whose first terms and whose last term are given, and how many terms stand before it.

    >>> from .names import Names
    >>> from .reader import Reader
    >>> from .tokens import tokens
    >>> def read(text): return Meaning().text(Reader(tokens(text), Names()).expression())
    >>> read(r"1 + q + q^2 + \ldots + q^{n-1}")
    'sum(q**j, j, 0, n - 1)'
    >>> read(r"1 + 2 + \ldots + 2^n")
    Traceback (most recent call last):
    ...
    dptheory.kernel.syntax.SyntaxProblem: these dots read in two ways: sum(...) or sum(...); write the sum ...
    """
    apart, found = 0, list[Node]()
    while not found and len(terms) - apart > 1:
        found = _different(_sums(terms[apart:], last))
        apart += 1
    if not found:
        raise SyntaxProblem(GUESSED, "", last.position)
    if len(found) > 1:
        ways = " or ".join(_said(one) for one in found[:2])
        raise SyntaxProblem(f"these dots read in two ways: {ways}; write the sum", "", last.position)
    return apart - 1, found[0]


def _different(found: Iterable[Node]) -> list[Node]:
    """Sums that are not the same with another index, the shortest first."""
    made: list[Node] = []
    for one in sorted(found, key=lambda one: (len(_said(one)), _said(one))):
        if not any(same(one, other, whole=True) for other in made):
            made.append(one)
    return made


def _said(node: Node) -> str:
    return Meaning(strict=False).text(node)


def _sums(terms: Sequence[Node], last: Node) -> Iterator[Node]:
    taken = {n.value for one in (*terms, last) for n in nodes(one) if n.kind == "name"}
    index = next(i for i in _INDICES if i not in taken)
    named = Node("name", index, (), last.position)
    for end in {_said(n): n for n in nodes(last) if n.kind in ("name", "op")}.values():
        body = _put(last, end, named)
        for start in STARTS:
            if all(same(_put(body, named, _number(start + k)), one) for k, one in enumerate(terms)):
                yield Node("bound", "sum", (body, named, _number(start), end), last.position)
                break


def _number(value: int) -> Node:
    return Node("num", str(value))


def _put(root: Node, old: Node, new: Node) -> Node:
    """A tree with another in the places of one of its parts."""
    if root.kind == old.kind and root.value == old.value and _said(root) == _said(old):
        return new
    return replace(root, args=tuple(_put(arg, old, new) for arg in root.args), source="")


def same(one: Node, other: Node, *, whole: bool = False) -> bool:
    """Whether two trees have the same values at some points, whole numbers where that is asked."""
    try:
        a, b = read_term(_said(one)), read_term(_said(other))
        names = sorted(a.names | b.names)
        return all(
            _near(a, b, {n: fmpq(p + 2 * k, 1 if whole else q) for k, n in enumerate(names)})
            for p, q in _POINTS
        )
    except (KernelError, SyntaxProblem, ArithmeticError):
        return False


def _near(a: Term, b: Term, point: dict[str, fmpq]) -> bool:
    box = {name: (x, x) for name, x in point.items()}
    difference = enclose(a, box) - enclose(b, box)
    return bool(difference.overlaps(arb(0)) and difference.rad() < arb("1e-6"))
