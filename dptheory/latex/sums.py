r"""Sums, products and integrals: of the claims' language where their ends are, else unknowns."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from .names import is_letter
from .nodes import Node, nodes
from .structure import Structure
from .tokens import Token, shown


def wide(reader: Structure, bound: str) -> Node:
    """What a sum or a supremum is taken of: one product, and what is added to it as long as it speaks of the
    bound letter.
    """
    body, name = reader.product(), reader.names.name(bound) if _is_index(bound) else ""
    first = body
    while name and reader.peek() in ("+", "-"):
        start = reader.at
        sign = reader.take()
        if not reader.begins_operand():
            reader.at = start
            break
        more = reader.product()
        if not _speaks(more, bound, name):
            reader.at = start
            break
        body = Node("op", sign.text, (body, more), sign.position)
    return body if body is first else Node("choice", "wide sum", (body,), body.position)


def _is_index(bound: str) -> bool:
    return (len(bound) == 1 and bound.isalpha()) or is_letter(bound)


def _speaks(node: Node, letter: str, name: str) -> bool:
    """Whether a tree speaks of a letter, outside of sums and products that have it as their index."""
    if node.kind == "bound" and node.args[1].value == name:
        return any(_speaks(end, letter, name) for end in node.args[2:])
    if node.kind == "atom":
        ours = r"\\(?:sum|prod)_\{?" + re.escape(letter)
        return letter in _LETTERS.findall(node.value) and not re.search(ours, node.value)
    if node.kind in ("name", "applied") and (node.value == name or letter in _LETTERS.findall(node.about)):
        return True
    return any(_speaks(arg, letter, name) for arg in node.args)


_LETTERS: Final = re.compile(r"\\[A-Za-z]+|[A-Za-z]")


def summed(name: str) -> Callable[[Structure, Token], Node]:
    """A sum, a product: with an index and two ends as one of the claims' language, else an unknown."""

    def read(reader: Structure, token: Token) -> Node:
        start = reader.at - 1
        low: list[Token] = []
        high: list[Token] = []
        while reader.peek() in ("_", "^"):
            which = reader.take().text
            (low if which == "_" else high).extend(reader.group())
        body = wide(reader, low[0].text if low else "")
        index = low[0].text if len(low) > 2 and low[0].kind == "letter" and low[1].text == "=" else ""
        strange = any(
            n.kind in ("atom", "applied") or (n.kind == "name" and index and index in n.about)
            for n in nodes(body)
        )
        if not index or not high or strange or any(t.text == r"\infty" for t in (*low, *high)):
            return Node("atom", shown(reader.tokens[start : reader.at]), (), token.position, "sum")
        ends = reader.part(low[2:]), reader.part(high)
        named = Node("name", reader.names.name(index), (), low[0].position)
        return Node("bound", name, (body, named, *ends), token.position)

    return read


def integral(reader: Structure, token: Token) -> Node:
    low: list[Token] = []
    high: list[Token] = []
    start = reader.at - 1
    while reader.peek() in ("_", "^"):
        which = reader.take().text
        (low if which == "_" else high).extend(reader.group())
    place, depth, within = reader.at, 0, 0
    while place + 1 < len(reader.tokens):
        text = reader.tokens[place].text
        size = 4 if [t.text for t in reader.tokens[place : place + 4]] == [r"\mathrm", "{", "d", "}"] else 1
        after = reader.tokens[place + size] if place + size < len(reader.tokens) else None
        named = after is not None and (after.kind == "letter" or is_letter(after.text))
        if depth == 0 and named and (size == 4 or text == "d"):
            if within == 0:
                break
            within -= 1
        within += depth == 0 and text == r"\int"
        depth += (text in ("(", "{", "[")) - (text in (")", "}", "]"))
        place += 1
    else:
        raise reader.fail("an integral without its dx")
    body, variable = reader.tokens[reader.at : place], reader.tokens[place + size]
    reader.at = place + size + 1
    if reader.peek() in ("^", "_") or (reader.peek() == "d" and reader.peek(1).isalpha()):
        raise reader.fail(f"{reader.peek()} behind the differential of an integral: each has one")
    if not low or not high or any(t.text == r"\infty" for t in (*low, *high)):
        return Node("atom", shown(reader.tokens[start : reader.at]), (), token.position, "number")
    inside = reader.part(body)
    if any(n.kind in ("atom", "applied") for n in nodes(inside)):
        return Node("atom", shown(reader.tokens[start : reader.at]), (), token.position, "number")
    over = Node("name", reader.names.name(variable.text), (), variable.position)
    return Node("bound", "integral", (inside, over, reader.part(low), reader.part(high)), token.position)
