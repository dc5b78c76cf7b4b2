r"""The sides of a document's relations as trees, with one set of names for all of them; what each name is."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ..kernel import SyntaxProblem
from ..latex.cursor import Cursor
from ..latex.functions import WORDS
from ..latex.lists import is_name
from ..latex.names import Names
from ..latex.nodes import Node, nodes
from ..latex.objects import EXTREMA, OPERATORS
from ..latex.reader import Reader
from ..latex.tokens import Token, shown


@dataclass
class Parsed:
    """Trees by the spelling of what they are read from; of what cannot be read, the problem."""

    names: Names = field(default_factory=lambda: Names(marks=True))
    known: dict[tuple[str, int], Node | SyntaxProblem] = field(default_factory=dict)

    def tree(self, found: Sequence[Token]) -> Node | SyntaxProblem:
        """The tree of a side."""
        key = shown(found), found[0].position if found else 0
        if key not in self.known:
            try:
                reader = Reader(found, self.names)
                node = reader.expression()
                reader.finish()
                self.known[key] = node
            except SyntaxProblem as problem:
                self.known[key] = problem
            except RecursionError:
                self.known[key] = SyntaxProblem("a formula that is nested too deep", "", key[1])
        return self.known[key]


def words(found: Iterable[Sequence[Token]]) -> frozenset[str]:
    r"""Letters that stand together and are one name: three or more of which one stands nowhere alone, or two
    capitals of which none does.

    >>> from ..latex.tokens import tokens
    >>> sorted(words(map(tokens, (r"err_1 \le 2kpn", r"k p n", r"err + AB", r"\log x"))))
    ['AB', 'err']
    """
    runs: set[str] = set()
    for side in found:
        cursor = Cursor(side, Names())
        while cursor.at < len(cursor.tokens):
            if run := cursor.letters():
                runs.add(run)
            cursor.at += max(len(run), 1)
    alone = {run for run in runs if len(run) == 1}
    open_ = runs - WORDS - EXTREMA - OPERATORS.keys()
    long = {run for run in open_ if len(run) > 2 and not set(run) <= alone}
    return frozenset(long | {r for r in open_ if len(r) == 2 and r.isupper() and not set(r) & alone})


def vectors(found: Iterable[Sequence[Token]]) -> frozenset[str]:
    r"""Names that stand alone within a norm: what is no number.

    >>> from ..latex.tokens import tokens
    >>> sorted(vectors(map(tokens, (r"\|g_k\|^2 + \|x - y\| \le G", r"\left\|u\right\| + \|w^2\|"))))
    ['g_k', 'u']
    """
    made: set[str] = set()
    for side in found:
        bars = [k for k, token in enumerate(side) if token.text in (r"\|", r"\lVert", r"\rVert")]
        inner = (side[one + 1 : other] for one, other in itertools.pairwise(bars))
        made |= {shown(part) for part in inner if is_name(part)}
    return frozenset(made)


def sets(found: Iterable[Sequence[Token]]) -> frozenset[str]:
    r"""Capital letters of which elements are spoken of: what is a set.

    >>> from ..latex.tokens import tokens
    >>> sorted(sets(map(tokens, (r"h \in H", r"\min_{h' \in G} f(h')", r"x \in [A, B]"))))
    ['G', 'H']
    """
    made: set[str] = set()
    for side in found:
        for before, token in itertools.pairwise(side):
            if before.text == r"\in" and token.kind == "letter" and token.text.isupper():
                made.add(token.text)
    return frozenset(made)


def transposed(found: Iterable[Sequence[Token]]) -> bool:
    """Whether T stands above letters and nowhere else: x^T A x is about vectors and matrices."""
    above, elsewhere = 0, 0
    for side in found:
        for before, token in itertools.pairwise(side):
            if token.text == "T":
                above += before.text == "^"
                elsewhere += before.text != "^"
        elsewhere += bool(side) and side[0].text == "T"
    return above > 0 and elsewhere == 0


def lone(node: Node | SyntaxProblem) -> str:
    """The name that a tree is, if it is one alone."""
    return node.value if isinstance(node, Node) and node.kind == "name" else ""


def called(node: Node | SyntaxProblem) -> tuple[str, tuple[str, ...]] | None:
    """The function and the names of its arguments, if a tree is f(x, y)."""
    if not isinstance(node, Node) or node.kind != "applied" or node.about:
        return None
    named = all(arg.kind == "name" for arg in node.args)
    return (node.value, tuple(arg.value for arg in node.args)) if named else None


def constant(node: Node | SyntaxProblem) -> bool:
    """Whether a tree has no names in it."""
    if not isinstance(node, Node):
        return False
    return not any(n.kind in ("name", "atom", "applied") for n in nodes(node))


def numbers(trees: Iterable[Node | SyntaxProblem]) -> frozenset[str]:
    """Names that are added, multiplied, divided or raised somewhere, without a bracket behind them."""
    found: set[str] = set()
    for tree in trees:
        if isinstance(tree, SyntaxProblem):
            continue
        for node in nodes(tree):
            if node.kind == "op" and node.about != "applied":
                found |= {arg.value for arg in node.args if arg.kind == "name"}
    return frozenset(found - {"e"})


def functions(trees: Iterable[Node | SyntaxProblem]) -> frozenset[str]:
    r"""Names that stand before a bracket with one name or number alone in it, or with several arguments; and
    those with a subscript that stand more than once, and only before one like (t - 1).

    >>> from ..latex.tokens import tokens
    >>> read = Parsed(Names(marks=True)).tree
    >>> found = functions(read(tokens(one)) for one in ("f(x) + T_i(t-1)", "T_i(t-1) + a_i(k-1)", "n(n-1)"))
    >>> sorted(found)
    ['T_i', 'f']
    """
    found: set[str] = set()
    alone: set[str] = set()
    stepped: dict[str, set[int]] = {}
    for node in (n for tree in trees if isinstance(tree, Node) for n in nodes(tree)):
        if node.kind == "name":
            alone.add(node.value)
        elif node.kind == "applied" and (len(node.args) > 1 or node.args[0].kind in ("name", "num")):
            found.add(node.about or node.value)
        elif node.kind == "applied" and not node.about and _is_step(node.args[0]):
            stepped.setdefault(node.value, set()).add(node.position)
    often = (name for name, at in stepped.items() if len(at) > 1 and re.search(r"_|\d$", name))
    return frozenset(found | (set(often) - alone))


def _is_step(node: Node) -> bool:
    """Whether a tree is a name and a number more or less."""
    kinds = [arg.kind for arg in node.args]
    return node.kind == "op" and node.value in ("+", "-") and kinds == ["name", "num"]
