"""What authors write and the kernel's grammar has not, said in words that it has.

    (u + v)/c                   1/c*(u + v), of a vector
    v + A(S), A(S) - v          image[draw ~ A(S)](v + draw), of a law
    c*A(S), A(S)/c              image[draw ~ A(S)](c*draw)
    A(S) + B(S)                 mixture[draw ~ A(S)](image[draw' ~ B(S)](draw + draw')): independent draws
    mean[j, a, b](t)            sum[j, a, b](t)/(b - a + 1), of numbers
    sum[j, a, b](v), mean[...]  of vectors: a vector that is known by its inner products (see `vector_sums`)

A text that the kernel's grammar takes is read by it alone; else the place that it refuses is said otherwise,
and the whole is read again. `show --theorem` prints what came of it.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from ..kernel import KernelError, Node, SyntaxProblem, parse
from ..kernel.logic import Expr, Scope, Sort, elaborate, fits, parse_sort
from ..kernel.logic import term as kernel_term
from .outline import Piece, joined

SUM: Final = "vector_sum''"
MEAN: Final = "vector_mean''"
SORT: Final = parse_sort("(int -> vec), int, int -> vec")
_MOST: Final = 40
"""So many places of a text are said otherwise."""
_SHARED: Final = re.compile(
    r"\b(forall|exists|fun)\s+([A-Za-z_]\w*'*(?:\s*,\s*[A-Za-z_]\w*'*)+)\s*(?::|in\b)"
)
"""Several names after one quantifier, up to their sort or domain."""
_QUANTIFIED: Final = re.compile(r"\b(forall|exists|fun)\s+[A-Za-z_][\w', ]*:\s*")
_NEXT: Final = re.compile(r";|,(?=\s*[A-Za-z_][\w', ]*:)")
_NAME: Final = re.compile(r"[A-Za-z_]\w*'*")


def one_by_one(said: str) -> Piece:
    """A formula in which every quantifier has one name.

    >>> one_by_one("forall u, v: vec. norm(u - v) <= 1")
    'forall u: vec. forall v: vec. norm(u - v) <= 1'
    """
    text = _apart(Piece(said))
    while match := _SHARED.search(text):
        end = _domain_end(text, match.end())
        word, domain = text.cut(*match.span(1)), text.cut(match.end(2), end)
        names = text.cut(*match.span(2)).parted(re.compile(","))
        if len(set(names)) < len(names):
            raise KernelError(f"{match[0].strip()!r} binds a name twice")
        each = joined((joined((word, " ", name, domain), "") for name in names), ". ")
        text = joined((text.cut(0, match.start()), each, text.cut(end)), "")
    return text


def _apart(text: Piece) -> Piece:
    """A formula in which every quantifier has one domain: ``forall S: data, i: int.`` has two."""
    start = 0
    while match := _QUANTIFIED.search(text, start):
        start, end = match.end(), _domain_end(text, match.end())
        cut = next((k for k in range(start, end) if _NEXT.match(text, k) and _outside(text, start, k)), -1)
        if cut >= 0:
            text = joined([text.cut(0, cut), ". ", match[1], " ", text.cut(cut + 1).strip()], "")
    return text


def _outside(text: str, start: int, place: int) -> bool:
    """Whether a place is outside of all brackets that open after the start."""
    return not sum((c in "([") - (c in ")]") for c in text[start:place])


def _domain_end(text: str, start: int) -> int:
    """Where the sort or the domain ends that begins here: at the next point outside of brackets."""
    depth = 0
    for place in range(start, len(text)):
        depth += (text[place] in "([") - (text[place] in ")]")
        if text[place] == "." and not depth and not text[place + 1 : place + 2].isdecimal():
            return place
    return len(text)


def term(text: str, scope: Scope, wanted: Sort | None = None) -> Expr:
    """A term of a wanted sort from its text; raises SyntaxProblem."""
    try:
        return kernel_term(text, scope, wanted)
    except SyntaxProblem as problem:
        return _otherwise(text, scope.bind(SUM, SORT).bind(MEAN, SORT), wanted, problem)


def _otherwise(text: str, scope: Scope, wanted: Sort | None, problem: SyntaxProblem) -> Expr:
    node = parse(text)
    for _ in range(_MOST):
        changed = _said_otherwise(node, problem)
        if changed is None:
            break
        node = changed
        try:
            made = elaborate(node, scope, wanted)
        except SyntaxProblem as further:
            problem = SyntaxProblem(further.bare, text, further.position)
            continue
        if wanted is None or fits(made.sort, wanted):
            return made
        problem = SyntaxProblem(
            f"expected a term of sort {wanted}, found one of sort {made.sort}", text, node.position
        )
    raise problem


def _said_otherwise(node: Node, problem: SyntaxProblem) -> Node | None:
    """The tree with the place of a problem said otherwise; None where that is no way out."""
    for message, say in _WAYS:
        if match := message.fullmatch(problem.bare):
            return _replaced(node, lambda one, say=say, match=match: say(one, problem.position, match))  # type: ignore[misc]
    return None


def _replaced(node: Node, change: Callable[[Node], Node | None]) -> Node | None:
    """A tree with the first node changed that `change` takes; None where it takes none."""
    made = change(node)
    if made is not None:
        return made
    for place, part in enumerate(node.args):
        inner = _replaced(part, change)
        if inner is not None:
            return replace(node, args=(*node.args[:place], inner, *node.args[place + 1 :]))
    return None


def _call(name: str, node: Node) -> Node:
    """A sum or a mean as one of vectors."""
    index, first, last, body = node.args
    summand = Node("bind", f"fun {index.value} : int", (body,), node.position)
    return Node("call", name, (summand, first, last), node.position)


def _mean(node: Node, position: int, match: re.Match[str]) -> Node | None:
    good = node.kind == "draw" and node.value == "mean" and len(node.args) == 4
    return _call(MEAN, node) if good and node.position == position else None


def _mean_of_numbers(node: Node, position: int, match: re.Match[str]) -> Node | None:
    if node.kind != "call" or node.value != MEAN or node.position != position:
        return None
    summand, first, last = node.args
    index = Node("name", summand.value.split()[1], (), position)
    total = Node("draw", "sum", (index, first, last, summand.args[0]), position)
    one = Node("num", "1")
    size = last if first == one else _op("+", _op("-", last, first), one)
    return _op("/", total, size)


def _sum(node: Node, position: int, match: re.Match[str]) -> Node | None:
    good = node.kind == "draw" and node.value == "sum" and len(node.args) == 4
    return _call(SUM, node) if good and node.args[3].position == position else None


def _quotient(node: Node, position: int, match: re.Match[str]) -> Node | None:
    if not (node.kind == "op" and node.value == "/" and node.position == position):
        return None
    total, size = node.args
    if total.kind == "call" and total.value == SUM and total.args[1:] == (Node("num", "1"), size):
        return replace(total, value=MEAN)
    return _op("*", _op("/", Node("num", "1"), size), total, position)


def _moved(node: Node, position: int, match: re.Match[str]) -> Node | None:
    """A law with what is added to a draw, or a factor of it."""
    if not (node.kind == "op" and node.position == position and len(node.args) == 2):
        return None
    parts, draws, taken = list(node.args), list[tuple[Node, Node]](), _names(node)
    for place, sort in enumerate(match.groups()):
        if sort.startswith("law("):
            name = next(one for k in itertools.count() if (one := "draw" + "'" * k) not in taken)
            draw = Node("name", name)
            draws.append((draw, parts[place]))
            taken, parts[place] = {*taken, name}, draw
    made = replace(node, args=tuple(parts))
    for kind, (draw, law) in zip(("image", "mixture"), reversed(draws), strict=False):
        made = Node("draw", kind, (_op("~", draw, law), made), position)
    return made


def _names(node: Node) -> set[str]:
    """All names that occur in a tree, free or bound."""
    return set(_NAME.findall(node.value)).union(*map(_names, node.args))


def _op(symbol: str, left: Node, right: Node, position: int = 0) -> Node:
    return Node("op", symbol, (left, right), position or left.position)


_Way = Callable[[Node, int, re.Match[str]], Node | None]
_WAYS: Final[tuple[tuple[re.Pattern[str], _Way], ...]] = tuple(
    (re.compile(message), say)
    for message, say in (
        (r"unknown binder mean\[\.\.\.\].*", _mean),
        (r"expected a term of sort int -> vec, found one of sort int -> (?:real|int)", _mean_of_numbers),
        (r"expected a term of sort real, found one of sort vec", _sum),
        (r"no '/' for vec, (?:real|int)", _quotient),
        (r"no '[+-]' for (law\(vec\)|vec), (law\(vec\)|vec)", _moved),
        (r"no '\*' for (real|int), (law\(vec\))", _moved),
        (r"no '/' for (law\(vec\)), (real|int)", _moved),
    )
)
