r"""What is no number by itself: probabilities, expectations, norms, sums over sets, values of unknown
functions.

Each becomes an `atom`, with its LaTeX in one spelling; two atoms that are spelled alike are one unknown.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Final

from ..kernel import SyntaxProblem
from .cursor import balanced
from .nodes import Node
from .structure import Structure
from .sums import integral, summed, wide
from .tokens import Token, shown

OPERATORS: Final = {
    "Pr": "probability", "P": "probability", "E": "expectation", "Var": "variance", "Cov": "number",
    "I": "indicator", "1": "indicator", "KL": "divergence", "TV": "divergence",
    "sign": "number", "sgn": "number",
    "Tr": "number", "tr": "number", "diam": "norm", "dim": "number", "PrivLoss": "number",
}  # fmt: skip
_SPELLED: Final = {"E": r"\mathbb{E}", "Pr": r"\Pr"}
"""How an operator is written that is written in several ways."""
EXTREMA: Final = frozenset(("sup", "inf", "argmin", "argmax"))
CLOSING: Final = {"(": ")", "[": "]", r"\{": r"\}"}


def follows(reader: Structure, said: str) -> bool:
    """Whether the letter P or E begins a probability or an expectation here."""
    after = reader.peek(1)
    if after in ("_", "^"):
        return said == "E" and "[" in (reader.peek(3), reader.peek(2))
    if after == "[":
        return True
    if after != "(":
        return False
    inside = balanced(reader.tokens, reader.at + 1)
    words = {t.text for t in inside}
    return said == "P" and bool(words & {r"\ge", r"\le", "<", ">", "=", r"\in", r"\mid", r"\cap", r"\cup"})


def operator(reader: Structure, head: Sequence[Token], said: str) -> Node:
    """A probability, an expectation, ...: the operator, what is below it, and its bracket."""
    reader.at += len(head)
    kind, behind = OPERATORS.get(said, "number"), reader.at
    usual = _SPELLED.get(said, shown(head))
    while reader.peek() in ("_", "^"):
        if reader.peek() == "^" and kind != "indicator" and reader.peek(1) not in ("{", r"\pi"):
            break
        reader.take()
        reader.group()
    said = usual + shown(reader.tokens[behind : reader.at])
    if reader.peek() in CLOSING:  # E(X) is E[X]
        inside = balanced(reader.tokens, reader.at)
        reader.at += len(inside)
        said += f"[{shown(inside[1:-1])}]"
    elif reader.begins_factor():
        reader.factor()
        said = usual + shown(reader.tokens[behind : reader.at])
    return Node("atom", said, (), head[0].position, kind)


def applied(reader: Structure, node: Node, plain: str, primes: int) -> Node:
    """A name, with the bracket that follows it where one does."""
    if reader.peek() not in ("(",):
        return node
    if _is_pair(reader):
        inside = balanced(reader.tokens, reader.at)
        reader.at += len(inside)
        return Node("atom", node.source + shown(inside), (), node.position, "divergence", "")
    kept = reader.at
    try:
        args = reader.arguments()
    except SyntaxProblem:
        reader.at = kept
        inside = balanced(reader.tokens, reader.at)
        reader.at += len(inside)
        return Node("atom", node.source + shown(inside), (), node.position, "value")
    source = node.source + shown(reader.tokens[kept : reader.at])
    made = Node("applied", node.value, args, node.position, plain if primes else "", source)
    return made


def _is_pair(reader: Structure) -> bool:
    """Whether a bracket holds two things with bars between: D(P || Q)."""
    inside = balanced(reader.tokens, reader.at)
    texts = [t.text for t in inside]
    return texts.count(r"\|") % 2 == 1 or any(a == b == "|" for a, b in itertools.pairwise(texts))


def extremum(reader: Structure, said: str, position: int, below: Sequence[Token] = ()) -> Node:
    """A supremum, an infimum, or a least or greatest element over a set: an unknown."""
    start = reader.at
    while reader.peek() in ("_", "^"):
        reader.take()
        reader.group()
    under = below or [t for t in reader.tokens[start : reader.at] if t.text not in ("_", "{", "}")]
    if reader.peek() in CLOSING and not _goes_on(reader):
        reader.at += len(balanced(reader.tokens, reader.at))
    elif reader.begins_operand() or reader.peek() == "-":
        wide(reader, under[0].text if under else "")
    text = f"{said}_{{{shown(below)}}}" if below else said
    return Node("atom", text + shown(reader.tokens[start : reader.at]), (), position, "extremum")


def _goes_on(reader: Structure) -> bool:
    """Whether factors follow the bracket that opens here."""
    kept = reader.at
    reader.at += len(balanced(reader.tokens, reader.at))
    goes_on = reader.begins_factor() or reader.peek() in ("/", r"\cdot")
    reader.at = kept
    return goes_on


def chosen(reader: Structure, said: str, position: int) -> Node | None:
    """The least or the greatest element of a set, max {f(x) : x in X}, as an unknown; None where numbers
    stand in the bracket.
    """
    inside = balanced(reader.tokens, reader.at)
    texts = {t.text for t in inside}
    if not texts & {":", r"\mid", r"\in", r"\ldots", r"\subseteq", r"\subset"}:
        return None
    reader.at += len(inside)
    return Node("atom", rf"\{said}{shown(inside)}", (), position, "extremum")


def arg(reader: Structure, token: Token) -> Node:
    r"""\arg\min and \arg\max: an object."""
    said = reader.take().text.strip("\\") if reader.peek() in (r"\min", r"\max") else ""
    return extremum(reader, f"arg{said}", token.position)


def size(reader: Structure, closer: str, token: Token) -> Node | None:
    r"""The number of elements of a set, |\mathcal{X}| or |\{...\}|, as an unknown; else None."""
    start, kind = reader.at, "norm"
    if reader.peek() in reader.names.sets and reader.peek(1) == closer:
        reader.take()
        kind = "size"
    elif reader.peek() == r"\{":
        reader.at += len(balanced(reader.tokens, reader.at))
    elif reader.names.marks and reader.peek() in (r"\mathcal", r"\mathscr"):
        reader.take()
        reader.group()
        restricted = reader.at
        if closer == "|" and reader.peek() == "|" and reader.peek(1) == "_":
            reader.take()
            while reader.peek() in ("_", "^", "'"):
                if reader.take().text != "'":
                    reader.group()
            if reader.peek() != closer:
                reader.at = restricted
    if reader.at == start or reader.peek() != closer:
        reader.at = start
        return None
    reader.take()
    return Node("atom", f"|{shown(reader.tokens[start : reader.at - 1])}|", (), token.position, kind)


def _norm(reader: Structure, token: Token) -> Node:
    start, closer = reader.at, {r"\|": r"\|", r"\lVert": r"\rVert", r"\langle": r"\rangle"}[token.text]
    depth = 0
    while reader.at < len(reader.tokens):
        text = reader.peek()
        if text == closer and depth == 0:
            break
        depth += (text in ("(", "{", "[")) - (text in (")", "}", "]"))
        reader.take()
    reader.take(closer)
    inner = shown(reader.tokens[start : reader.at - 1])
    if closer == r"\rangle":
        return Node("atom", rf"\langle {inner}\rangle", (), token.position, "number")
    return Node("atom", rf"\|{inner}\|{_below(reader)}", (), token.position, "norm")


def doubled(reader: Structure, token: Token) -> Node:
    """A norm that is written with two bars on each side."""
    reader.take("|")
    start = reader.at
    while reader.peek() not in ("|", ""):
        reader.take()
    inner = shown(reader.tokens[start : reader.at])
    reader.take("|")
    reader.take("|")
    return Node("atom", rf"\|{inner}\|{_below(reader)}", (), token.position, "norm")


def _below(reader: Structure) -> str:
    if reader.peek() != "_":
        return ""
    reader.take()
    return f"_{{{shown(reader.group())}}}"


def _underset(reader: Structure, token: Token) -> Node:
    r"""\underset{below}{E}[...]: an operator with what is below it."""
    start = reader.at - 1
    reader.group()
    inside = reader.group()
    letters = "".join(t.text for t in inside if t.kind in ("letter", "digit"))
    said = next((name for name in ("Pr", "E", "P") if letters.endswith(name)), "")
    kind = OPERATORS.get(said, "extremum")
    if reader.peek() in CLOSING:
        reader.at += len(balanced(reader.tokens, reader.at))
    elif reader.begins_factor():
        reader.factor()
    return Node("atom", shown(reader.tokens[start : reader.at]), (), token.position, kind)


def _extremum(said: str) -> Callable[[Structure, Token], Node]:
    return lambda reader, token: extremum(reader, said, token.position)


def _gradient(reader: Structure, token: Token) -> Node:
    """A gradient, or a matrix of second derivatives: an object, by what it is taken of."""
    start = reader.at - 1
    while reader.peek() in ("_", "^"):
        reader.take()
        reader.group()
    if reader.begins_operand():
        reader.atom()
    return Node("atom", shown(reader.tokens[start : reader.at]), (), token.position, "vector")


def _infinite(reader: Structure, token: Token) -> Node:
    return Node("const", "oo", (), token.position)


def _dots(reader: Structure, token: Token) -> Node:
    from .dots import GUESSED

    raise reader.fail(GUESSED, token.position)


COMMANDS: Final[dict[str, Callable[[Structure, Token], Node]]] = {
    r"\|": _norm, r"\lVert": _norm, r"\langle": _norm, r"\sum": summed("sum"), r"\prod": summed("prod"),
    r"\int": integral, r"\underset": _underset, r"\infty": _infinite, r"\ldots": _dots,
    r"\arg": arg, r"\nabla": _gradient,
    **{rf"\{said}": _extremum(said) for said in (*sorted(EXTREMA), "lim")},
    r"\Pr": lambda reader, token: _operator(reader, token, "Pr"),
}  # fmt: skip


def _operator(reader: Structure, token: Token, said: str) -> Node:
    reader.at -= 1
    return operator(reader, [token], said)
