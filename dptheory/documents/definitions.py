r"""Definitions of a document: names and functions that its formulas give a value, put in where they are
used.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ..kernel import SyntaxProblem
from ..latex.dots import same
from ..latex.nodes import Node, nodes
from .given import Given
from .links import Link
from .parsed import Parsed, called, constant, lone
from .scopes import Scopes
from .source import Document

NEAR: Final = 60
DIFFERENT: Final = 8
"""Values of one name that are compared."""
DEFINING: Final = re.compile(
    r"\b(?:let|where|wherein|define[sd]?|defining|denote[sd]?|denoting|set|setting|put|write|choose|choosing|take|taking"
    r"|picking|with|abbreviate|notation|by|call|namely|for"
    r"|где|пусть|обозначим|положим|возьм[её]м|взяв|выбира\w+|выбер\w+|sei|wobei|setze|soit|posons|où|sea|donde"
    r")\b[^.$]{0,40}$",
    re.IGNORECASE,
)
_EQUATING: Final = re.compile(r"\b(?:let|define[sd]?|denote[sd]?|write|set|call|put)\b[^.$]{0,40}$", re.I)
_TRAILING: Final = re.compile(
    r"\b(?:where|here|with|in which|denot\w+|writing|choosing|taking|setting|picking"
    r"|где|здесь|выбирая|взяв)\b[^.$]{0,40}$",
    re.IGNORECASE,
)

_CHOSEN: Final = re.compile(r"\b(?:set|put|choose|take|pick|select|\w+ing)\b[^.$]{0,40}$", re.IGNORECASE)
"""Words that give a name a value for the section in which they stand."""


@dataclass(frozen=True)
class Definition:
    """A name or a function, its parameters, its value as a tree, or as the reader corrected it, and where
    it stands.
    """

    name: str
    parameters: tuple[str, ...]
    value: Node
    link: Link
    text: str = ""

    @property
    def position(self) -> int:
        """Where the definition stands."""
        return self.link.position


def definitions(source: Document, found: Sequence[Link], parsed: Parsed) -> Iterator[Definition]:
    r"""The definitions among the links of a document.

    >>> from .links import links, statements
    >>> from .source import document
    >>> made = document("Let $p = \\frac{1}{2}q$ and define $g(x) := x^2$. Then $q = 2p$.")
    >>> [(d.name, d.parameters) for d in definitions(made, list(links(made, statements(made)[0])), Parsed())]
    [('p', ()), ('g', ('x',))]
    """
    seen: set[str] = set()
    section = -1
    values = _given_values(found, parsed)
    named: list[str] = []
    for link in found:
        if source.section(link.position) != section:
            section, seen = source.section(link.position), set()
        left, right = parsed.tree(link.left), parsed.tree(link.right)
        name, function = lone(left), called(left)
        named = _chained(named, link, name)
        last = len(named) > 1 and not lone(right) and not _names(right) & set(named)
        if last and isinstance(right, Node) and not constant(right) and DEFINING.search(_words(source, link)):
            yield from (Definition(one, (), right, link) for one in named)
        if link.first and link.sign in ("=", ":=") and (name or function) and isinstance(right, Node):
            words = _words(source, link)
            cue = link.sign == ":=" or bool(DEFINING.search(words)) or link.words == "where"
            cue = cue or link.joint == r"\implies"
            head, parameters = (name, ()) if name else function or ("", ())
            inside = _names(right) - set(parameters)
            if lone(right) and not (link.sign == ":=" or _EQUATING.search(words)):
                cue, head = False, ""  # for i = j
            one = head and (cue or (head not in seen and not _differ(values[head, parameters])))
            if one and head not in inside and not constant(right):
                yield Definition(head, parameters, right, link)
        seen |= _names(left) | _names(right)


def _chained(before: list[str], link: Link, name: str) -> list[str]:
    """The names that are equal up to a link, a = b = ...: what comes behind them is the value of each."""
    if link.sign not in ("=", ":=") or not name:
        return []
    return [name] if link.first else [*before, name] if before else []


def _given_values(found: Sequence[Link], parsed: Parsed) -> dict[tuple[str, tuple[str, ...]], list[Node]]:
    """What the document has equal to each name, and to each function at its parameters."""
    made: dict[tuple[str, tuple[str, ...]], list[Node]] = {}
    for link in found:
        left, right = parsed.tree(link.left), parsed.tree(link.right)
        head = (lone(left), ()) if lone(left) else called(left)
        if head and link.first and link.sign in ("=", ":=") and isinstance(right, Node):
            made.setdefault(head, []).append(right)
    return made


def _differ(values: Sequence[Node]) -> bool:
    """Whether two of the first values are not equal: neither defines anything."""
    plain = [
        v
        for v in values[:DIFFERENT]
        if all(n.kind not in ("atom", "applied") for n in nodes(v)) and not constant(v)
    ]
    return any(not same(plain[0], other) for other in plain[1:])


def _words(source: Document, link: Link) -> str:
    """The words before a link's formula."""
    return source.words(link.formula.start - NEAR, link.formula.start).rstrip("$\\([ ")


def _names(tree: Node | SyntaxProblem) -> set[str]:
    if isinstance(tree, SyntaxProblem):
        return set()
    return {n.value for n in nodes(tree) if n.kind in ("name", "applied")}


def in_force(
    scopes: Scopes, known: Sequence[Definition], given: Iterable[Given], link: Link
) -> tuple[dict[str, Definition], dict[str, Definition]]:
    """The definitions of names, and those of functions, that hold where a link stands: the last before it,
    else one with `where` shortly behind, which speaks of it. A name that is any number from some place on has
    no value there. A link's own definition is not put into itself.
    """
    values: dict[str, Definition] = {}
    calls: dict[str, Definition] = {}
    source, at = scopes.source, link.position
    here = source.section(at)
    for one in known:
        if one.link is link:
            continue
        into = calls if one.parameters else values
        if one.position > at:
            trails = one.position - link.formula.end < 800 and scopes.explains(one.position, at)
            if one.name in into or source.section(one.position) != here or not trails:
                continue
            words = _words(source, one.link)
            if not (one.parameters or _TRAILING.search(words)):
                continue
        elif one.parameters and one.link.sign != ":=":
            several = sum(other.name == one.name for other in known) > 1
            cued = DEFINING.search(_words(source, one.link))
            if (several or not cued) and not source.within(one.position, at):
                into.pop(one.name, None)
                continue
        elif one.parameters == () and one.link.sign != ":=":
            away = here - source.section(one.position)
            if away > 2 or (away and _CHOSEN.search(_words(source, one.link))):
                continue
        into[one.name] = one
    for new in given if values else ():
        for name in new.names & values.keys():
            if (
                new.fresh
                and new.position < at
                and (values[name].position < new.position or values[name].position > at)
            ):
                del values[name]
    return values, calls
