r"""Functions with their index, their power and what they are applied to, in brackets or beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from . import objects
from .nodes import Node, opened, power
from .structure import CLOSERS, Structure
from .tokens import Token

FUNCTIONS: Final = {
    "log": "log", "ln": "log", "exp": "exp", "sin": "sin", "cos": "cos", "tan": "tan", "sinh": "sinh",
    "cosh": "cosh", "tanh": "tanh", "arcsin": "asin", "arccos": "acos", "arctan": "atan", "erf": "erf",
    "erfc": "erfc", "sqrt": "sqrt", "abs": "abs", "floor": "floor", "ceil": "ceil", "asin": "asin",
    "acos": "acos", "atan": "atan", "lg": "log2", "factorial": "factorial", "binomial": "binomial",
    "harmonic": "harmonic", "gamma": "gamma", "uppergamma": "uppergamma", "lowergamma": "lowergamma",
    "sum": "sum", "prod": "prod", "integral": "integral", "min": "min", "max": "max",
}  # fmt: skip
"""Words that are functions, as LaTeX writes them, and as the claims' language does."""
WORDS: Final = frozenset((
    "log", "ln", "exp", "sin", "cos", "tan", "sinh", "cosh", "tanh", "erf", "erfc", "min", "max",
    "sqrt", "arctan", "arcsin", "arccos",
))  # fmt: skip
"""Words that are read as functions where their letters stand together without a backslash."""
EXACT: Final = frozenset(
    {"factorial", "binomial", "harmonic", "uppergamma", "lowergamma", "sum", "prod", "integral"}
)


def function(reader: Structure, said: str, token: Token) -> Node:
    """A function's name with its index, its power and its argument."""
    name, position = FUNCTIONS[said], token.position
    index: Node | None = None
    raised: Node | None = None
    while reader.peek() in ("_", "^"):
        if reader.take().text == "_":
            group = reader.group()
            if name in ("min", "max"):
                return objects.extremum(reader, said, position, group)
            index = reader.part(group)
        else:
            raised = reader.part(reader.group())
    args = _arguments(reader, name, said)
    binary = name == "log2"
    if binary:
        name, index = "log", Node("num", "2")
    made = args if isinstance(args, Node) else _called(reader, name, args, position)
    if index is not None:
        if name != "log":
            raise reader.fail(f"a subscript of {said}", position)
        made = Node("op", "/", (made, Node("call", "log", (index,), position)), position)
    made = Node("choice", "lg", (made,), position) if binary else made
    if raised is not None:
        inverse = raised.kind == "op" and raised.value == "-" and len(raised.args) == 1
        if inverse:
            raise reader.fail(
                f"{said} with a negative power: the inverse function, or one over it? write which", position
            )
        return Node("choice", f"power {said}", (power(made, raised, position),), position)
    return made


def _called(reader: Structure, name: str, args: tuple[Node, ...], position: int) -> Node:
    if name in ("sum", "prod", "integral"):
        if len(args) != 4 or args[1].kind != "name":
            raise reader.fail(f"{name} takes a term, an index and two ends", position)
        return Node("bound", name, args, position)
    wanted = {"binomial": 2, "uppergamma": 2, "lowergamma": 2, "min": 0, "max": 0}.get(name, 1)
    if wanted and len(args) != wanted:
        raise reader.fail(f"{name} takes {wanted} argument(s), found {len(args)}", position)
    return Node("call", name, args, position)


def _arguments(reader: Structure, name: str, said: str) -> tuple[Node, ...] | Node:
    """What a function is applied to: what stands in brackets, or what stands beside it."""
    if reader.peek() in CLOSERS and reader.peek() in ("(", "[", r"\{"):
        if name in ("min", "max") and (one := objects.chosen(reader, said, reader.position())):
            return one
        args = reader.arguments()
        if reader.peek() == "^" and name not in ("min", "max"):
            position = reader.position()
            reader.take()
            exponent = reader.part(reader.group())
            inside = tuple(power(a, exponent, position) for a in args)
            outer = power(Node("call", name, args, position), exponent, position)
            return Node("choice", f"behind {said}", (outer, Node("call", name, inside, position)), position)
        return args
    if reader.peek() == "{":
        return (reader.part(reader.group()),)
    if name in ("min", "max") or name in EXACT:
        raise reader.fail(f"expected ( behind {said}, found {reader.peek() or 'the end of the formula'}")
    return _beside(reader, name, said)


def _beside(reader: Structure, name: str, said: str) -> tuple[Node, ...] | Node:
    """The argument without brackets: one factor, unless more stand beside it, or a slash."""
    position = reader.position()
    if not reader.begins_operand():
        raise reader.fail(
            f"expected what {said} is applied to, found {reader.peek() or 'the end of the formula'}"
        )
    first = reader.factor()
    plain = ("name", "num")
    if (parts := opened(first)) and name != "exp":
        whole = Node("call", name, (first,), position)
        outside = Node("op", "*", (Node("call", name, (parts[0],), position), parts[1]), position)
        return Node("choice", f"beside {said}", (whole, outside), position, "applied")
    if beside := list(_beside_closed(reader, first)):
        apart = _times(Node("call", name, (first,), position), beside)
        inside = Node("call", name, (_times(first, beside),), position)
        return Node("choice", f"beside {said}", (apart, inside), position)
    factors = [first]
    while reader.begins_factor() and _simple(factors[-1]) and reader.peek() not in ("(", "["):
        kept = reader.at
        factor = reader.factor()
        if not _simple(factor):
            reader.at = kept
            break
        factors.append(factor)
    together = Node("call", name, (_times(first, factors[1:]),), position)
    apart = _times(Node("call", name, (first,), position), factors[1:])
    if reader.peek() == "/" and len(factors) == 1 and first.kind in plain:
        slash = reader.take().position
        divisor = reader.operand()
        inside = Node("call", name, (Node("op", "/", (first, divisor), slash),), position)
        outside = Node("op", "/", (apart, divisor), slash)
        pair = (inside, outside) if first.kind == "num" else (outside, inside)
        return Node("choice", f"slash {said}", pair, position)
    if len(factors) == 1 and reader.begins_factor() and _simple(first) and reader.peek() in ("(", "["):
        kept = reader.at
        factor = reader.factor()
        inside = Node("call", name, (Node("op", "*", (first, factor), position),), position)
        if name != "exp" and kept != reader.at:
            return Node(
                "choice", f"beside {said}", (Node("op", "*", (apart, factor), position), inside), position
            )
        reader.at = kept
    if len(factors) == 1:
        return (first,)
    if first.kind == "num" and len(factors) == 2:
        return Node("choice", f"number {said}", (together,), position)
    return Node("choice", f"beside {said}", (together, apart), position)


def _beside_closed(reader: Structure, first: Node) -> Iterator[Node]:
    r"""The factors beside a fraction or a value that a function without brackets is applied to, which may
    belong to its argument: \log \frac{1}{x} \sqrt{y}; none from the next logarithm on.
    """
    closed = first.kind == "call" or (first.kind == "op" and first.value == "/")
    while closed and reader.begins_factor() and reader.peek() not in (r"\log", r"\ln"):
        yield reader.factor()


def _times(node: Node, factors: Sequence[Node]) -> Node:
    for factor in factors:
        node = Node("op", "*", (node, factor), factor.position)
    return node


def _simple(node: Node) -> bool:
    """A number, or a name with at most a power."""
    if node.kind == "op" and node.value == "**":
        return node.args[0].kind in ("name", "const")
    return node.kind in ("name", "num", "const") or node.value == "euler"
