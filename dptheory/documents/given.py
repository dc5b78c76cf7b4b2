r"""What a document says of its variables: conditions with their places, from formulas and from words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ..kernel import SyntaxProblem
from ..latex.conditions import conditions
from ..latex.meaning import Meaning
from ..latex.nodes import Node, nodes
from ..latex.rows import SIGNS, Row, trimmed
from ..latex.tokens import Token
from .links import Statement
from .parsed import Parsed, constant, lone
from .source import Document

NEAR: Final = 70
"""Characters before a formula in which the words stand that introduce it."""
CUES: Final = re.compile(
    r"(?:\b(?:let|for (?:all|any|every|each|some|fixed)|fix|assum\w+(?: that)?|suppos\w+(?: that)?|given"
    r"|where|with|if|when|whenever|provided(?: that)?|such that|because|take|pick|choose|consider|any|every"
    r"|satisfying|requires?)\b|[*] )[\s,:(]*$",
    re.IGNORECASE,
)
LOCAL: Final = re.compile(r"\b(?:if|when|whenever|case|otherwise|unless)\b[\s,:(]*$", re.IGNORECASE)
FRESH: Final = re.compile(r"\b(?:for (?:all|any|every|each)|let|fix|all|any|every)\b[\s,:(]*$", re.IGNORECASE)
_POSITIVE: Final = re.compile(
    r"\b(positive|strictly positive|non-?negative)(?: (real|integer|number|constant|parameter|even))*s?\W*$",
    re.IGNORECASE,
)
_INTEGER: Final = re.compile(r"\b(?:positive )?(?:integer|natural number)s?\W*$", re.IGNORECASE)
_PROBABILITY: Final = re.compile(
    r"\b(?:with|the(?: same)?|inclusion|sampling) probability\W*$", re.IGNORECASE
)
_AFTER: Final = re.compile(
    r"\W*(?:is|be|denotes|are)(?: (?:a|an|the|any))? (positive|non-?negative|probability)( integer)?",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Given:
    """A condition in the claims' language: about which names, what the document has, where. A `local` one
    is that of
    a case; a `fresh` one says that its names are any numbers from here on.
    """

    text: str
    names: frozenset[str]
    said: str
    position: int
    local: bool = False
    fresh: bool = False


def given(source: Document, found: Sequence[Statement], parsed: Parsed) -> list[Given]:
    r"""The conditions of a document, in its order.

    >>> from .links import statements
    >>> from .source import document
    >>> made = document("For all $p \\in [0,1]$ and $\\alpha > 1$, the positive integer $k$.")
    >>> found = given(made, statements(made)[0], Parsed())
    >>> [g.text for g in found], found[-1].said
    (['0 <= p', 'p <= 1', 'alpha > 1', 'k integer', 'k >= 1'], 'positive integer k')
    """
    made: list[Given] = []
    waiting: list[Row] = []
    for place, statement in enumerate(found):
        row, formula = statement.row, statement.formula
        if place and found[place - 1].formula is not formula:
            waiting = []
        before = source.words(formula.start - NEAR, formula.start).rstrip("$\\([ ")
        if len(row.sides) == 1:
            waiting.append(row)
            made += _worded(source, statement, parsed, before)
            continue
        if is_condition(row, parsed, before, display=formula.display):
            read = _conditions([*waiting, row], parsed)
            local = bool(LOCAL.search(before)) or row.words == "because"
            said = source.words(formula.start, formula.end)
            fresh = (row.quantified and row.words != "because") or bool(FRESH.search(before))
            made += [replace(g, said=said, position=formula.start, local=local, fresh=fresh) for g in read]
        waiting = []
    return made


def is_condition(row: Row, parsed: Parsed, before: str, *, display: bool = False) -> bool:
    """Whether a row states what its variables may be: a membership, a name beside numbers, or a simple
    relation
    behind words that introduce it.
    """
    signs = [side.sign for side in row.sides[1:]]
    if signs == [r"\in"]:
        return True
    if not all(sign in SIGNS.values() for sign in signs):
        return False
    trees = [parsed.tree(trimmed(side.tokens)) for side in row.sides]
    simple = [bool(lone(t)) or constant(t) for t in trees]
    if "=" in signs or not any(map(lone, trees)):
        return False
    stated = (
        row.quantified
        or row.words in ("because", "forall")
        or bool(re.search(r"\b(for|where|if|with|when)\b", row.words))
    )
    if all(simple) and (any(map(constant, trees)) or stated):
        return not display or stated or len(trees) > 2 or any(map(constant, trees))
    if (
        len(trees) != 2
        or display
        or not _plain(trees)
        or _speaks(trees[0], trees[1])
        or _speaks(trees[1], trees[0])
    ):
        return False
    return stated or bool(CUES.search(before))


def _speaks(one: Node | SyntaxProblem, other: Node | SyntaxProblem) -> bool:
    """Whether the second tree speaks of the name that the first is."""
    named = lone(one)
    return bool(named) and isinstance(other, Node) and any(n.value == named for n in nodes(other))


def _plain(trees: Iterable[Node | SyntaxProblem]) -> bool:
    """Without unknowns other than names."""
    return all(
        isinstance(t, Node) and all(n.kind not in ("atom", "applied") for n in nodes(t)) for t in trees
    )


def _conditions(found: Sequence[Row], parsed: Parsed) -> list[Given]:
    """The conditions of rows; none where one cannot be read."""
    names: set[str] = set()

    def read(part: Sequence[Token]) -> Node:
        node = parsed.tree(trimmed(part))
        if isinstance(node, SyntaxProblem):
            raise node
        names.update(n.value for n in nodes(node) if n.kind == "name")
        return node

    try:
        made = conditions(found, read, Meaning(strict=False).text)
    except SyntaxProblem:
        return []
    return [
        Given(
            text, frozenset(n for n in names if re.search(rf"(?<![\w']){re.escape(n)}(?![\w'])", text)), "", 0
        )
        for text in made
    ]


def _worded(source: Document, statement: Statement, parsed: Parsed, before: str) -> Iterator[Given]:
    """What the words around a name alone say of it."""
    name = lone(parsed.tree(trimmed(statement.row.sides[0].tokens)))
    if not name:
        return
    formula = statement.formula
    after = source.words(formula.end, formula.end + NEAR).lstrip("$\\)] ")
    positive, whole, likely = _POSITIVE.search(before), _INTEGER.search(before), _PROBABILITY.search(before)
    behind = _AFTER.match(after)
    texts: list[str] = []
    if whole or (behind and behind[2]):
        texts.append(f"{name} integer")
    kind = (positive[1] if positive else behind[1] if behind else "").lower()
    if kind:
        least = ">= 1" if texts and "non" not in kind else ">= 0" if "non" in kind else "> 0"
        texts.append(f"{name} {least}") if kind != "probability" else None
    if likely or kind == "probability":
        texts += [f"0 <= {name}", f"{name} <= 1"]
    phrase = positive or whole or likely or behind or re.match("", "")
    said = f"{phrase[0].strip(' $(')} {formula.latex.strip()}" if phrase is not None else ""
    for text in texts:
        yield Given(text, frozenset({name}), said, formula.start)


def reaching(
    source: Document, all_given: Sequence[Given], position: int, names: frozenset[str]
) -> list[Given]:
    """The conditions that hold at a place: of each name those of its section, before it or shortly behind;
    where
    there are none, those of the last section before that has some.
    """
    here = source.section(position)
    chosen: dict[str, Given] = {}
    for name in sorted(names):
        about = [g for g in all_given if name in g.names and g.names <= names]
        near = [
            g
            for g in about
            if source.section(g.position) == here
            and g.position < position + 500
            and _holds(source, g, position)
        ]
        if not near:
            earlier = [g for g in about if g.position < position and not g.local]
            last = max((source.section(g.position) for g in earlier), default=-1)
            near = [g for g in earlier if source.section(g.position) == last]
        if not near:  # what is said of all values of a name may stand below its use
            below = [g for g in about if g.fresh]
            first = min((source.section(g.position) for g in below), default=-1)
            near = [g for g in below if source.section(g.position) == first]
        for one in near:
            chosen.setdefault(one.text, one)
    return sorted(chosen.values(), key=lambda g: (g.position, g.text))


def _holds(source: Document, one: Given, position: int) -> bool:
    """A condition of a case holds within its paragraph."""
    if not one.local:
        return True
    low, high = sorted((one.position, position))
    return "\n\n" not in source.text[low:high] or high - low < 300
