r"""What a document says of its variables: conditions with their places, from formulas and from words."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
from .source import Document, Formula

NEAR: Final = 70
"""Characters before a formula in which the words stand that introduce it."""
LIST: Final = 8
"""Formulas of one list at most, of which the words before the first speak."""
MOST: Final = 200
"""Conditions of one section, nearest to a place, that are looked at for it."""
CUES: Final = re.compile(
    r"(?:\b(?:let|for (?:all|any|every|each|some|fixed)|fix|assum\w+(?: that)?|suppos\w+(?: that)?|given"
    r"|where|with|for|if|when|whenever|provided(?: that)?|such that|because|take|pick|choose|consider|any"
    r"|every|satisfying|requires?)\b|[*] )[\s,:(]*$",
    re.IGNORECASE,
)
LOCAL: Final = re.compile(
    r"\b(?:if|when|whenever|case|otherwise|unless)\b(?: [\dA-Z])?[\s,:(.*-]*$", re.IGNORECASE
)
FRESH: Final = re.compile(
    r"\b(?:for (?:all|any|every|each)|let|fix|all|any|every)\b(?: [a-z-]+){0,3}[\s,:(]*$", re.IGNORECASE
)
_CHOSEN: Final = re.compile(r"\b(?:setting|taking|choosing|picking|letting|fixing)\b[\s,:(]*$", re.IGNORECASE)
"""Words behind which a <= t <= b says where t is to be."""
_AND: Final = re.compile(r"[\s$,()\\\]\[]*(?:and|or)?[\s$,()\\\]\[]*")
_OF_ALL: Final = re.compile(r"[\s$)\\\]]*,?\s*for (?:all|any|every|each)\b", re.IGNORECASE)
_SUPPOSED: Final = re.compile(
    r"(?:\b(?:such that|assum\w+(?: that)?|suppos\w+(?: that)?|provided(?: that)?|satisfying|as long as)"
    r"|\bcase\b[^.$]{0,20}[:.(-])[\s*_(]*$",
    re.IGNORECASE,
)
"""Words behind which a relation between any terms is supposed, not claimed."""
_DENIED: Final = re.compile(
    r"(?:\b(?:without|unless|except|no longer|not|never|cannot|drop(?:ping|ped|s)?|violat\w+|contrary to"
    r"|instead of|rather than)|n't)(?: (?:the|a|an|any|that|to|we|necessarily|\w*assum\w+|suppos\w+|requir\w+"
    r"|need\w*|condition|hypothes[ie]s|having|being|if|when|for|even|always"
    r"|(?:non-?)?(?:positive|negative|integer)))*"
    r"[\s$,:(\\]*$",
    re.IGNORECASE,
)
_DENIED_BEHIND: Final = re.compile(
    r"[\s$)\\\]]*,? *(?:fails?|(?:does|do|is|are|need|was|were|should|may|might) not|need not|cannot"
    r"|(?:is|does|are|do)n't|no longer|is (?:false|violated|dropped|wrong))\b"
)
_POSITIVE: Final = re.compile(
    r"(?<![\w-])(positive|strictly positive|non-?negative|non-?positive|negative)"
    r"(?: (real|integer|number|constant|parameter|even))*s?\W*$",
    re.IGNORECASE,
)
_INTEGER: Final = re.compile(r"(?<![\w-])(?:positive )?(?:integer|natural number)s?\W*$", re.IGNORECASE)
_PROBABILITY: Final = re.compile(
    r"\b(?:with|the(?: same)?|inclusion|sampling) probability\W*$", re.IGNORECASE
)
_AFTER: Final = re.compile(
    r"\W*(?:is|be|denotes|are)(?: (?:a|an|the|any))? (positive|non-?negative|probability)( integer)?",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Given:
    """A condition in the claims' language: about which names, what the document has, where. A `local` one is
    that of a case; a `fresh` one says that its names are any numbers from here on; `of` are the names that it
    is there to speak of: in x < a it is x.
    """

    text: str
    names: frozenset[str]
    said: str
    position: int
    local: bool = False
    fresh: bool = False
    of: frozenset[str] = frozenset()


_LEAST: Final = {"negative": "< 0", "nonnegative": ">= 0", "nonpositive": "<= 0"}


@dataclass(frozen=True)
class Words:
    """The words before a formula, those before the list that it goes on with, and what stands behind it."""

    before: str
    after: str

    @property
    def denied(self) -> bool:
        """Whether words take a condition back, or leave it open: without, unless, fails."""
        return bool(_DENIED.search(self.before) or _DENIED_BEHIND.match(self.after))

    @staticmethod
    def around(source: Document, formulas: Sequence[Formula], place: int) -> Words:
        """The words around a formula; in "for x > 0 and y > 1" the second has those before the first."""
        last, start = formulas[place], place
        while start > max(place - LIST, 0) and not last.display and not formulas[start - 1].display:
            if not _AND.fullmatch(source.text[formulas[start - 1].end : formulas[start].start]):
                break
            start -= 1
        before = source.words(formulas[start].start - NEAR, formulas[start].start).rstrip("$\\([ ")
        return Words(before, source.text[last.end : last.end + NEAR])


def surroundings(source: Document) -> dict[int, Words]:
    """The words around every formula, by where it begins."""
    return {f.start: Words.around(source, source.formulas, at) for at, f in enumerate(source.formulas)}


def _introduced(found: Sequence[Row], parsed: Parsed) -> Iterator[str]:
    """The names that conditions are there to speak of: what is in a set, what stands between two others, else
    what stands beside numbers alone, else the first name that stands alone.
    """
    for row in found:
        trees = [parsed.tree(trimmed(side.tokens)) for side in row.sides]
        named = [n for n in map(lone, trees) if n]
        numbers = len(named) + sum(map(constant, trees)) == len(trees)
        between = [n for n in map(lone, trees[1:-1]) if n]
        yield from between or (named if numbers and len(named) < len(trees) else named[:1])


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
    around = surroundings(source)
    for place, statement in enumerate(found):
        row, formula = statement.row, statement.formula
        if place and found[place - 1].formula is not formula:
            waiting = []
        words = around[formula.start]
        if len(row.sides) == 1:
            waiting.append(row)
            made += () if words.denied else _worded(source, statement, parsed, words.before)
            continue
        if is_condition(row, parsed, words, display=formula.display):
            whole = [*waiting, row]
            local = bool(LOCAL.search(words.before)) or row.words == "because"
            fresh = (row.quantified and row.words != "because") or bool(FRESH.search(words.before))
            base = Given(
                "", frozenset(), source.words(formula.start, formula.end), formula.start,
                local, fresh, frozenset(_introduced(whole, parsed)),
            )  # fmt: skip
            made += [replace(base, text=g.text, names=g.names) for g in _conditions(whole, parsed)]
        waiting = []
    return made


def is_condition(row: Row, parsed: Parsed, words: Words, *, display: bool = False) -> bool:
    """Whether a row states what its variables may be: a membership, a name beside numbers, a simple relation
    behind words that introduce it, any relation behind words that suppose it.
    """
    signs = [side.sign for side in row.sides[1:]]
    if signs == [r"\in"]:
        return True
    if words.denied or not all(sign in SIGNS.values() for sign in signs):
        return False
    trees = [parsed.tree(trimmed(side.tokens)) for side in row.sides]
    if "=" not in signs and not display and _plain(trees) and _SUPPOSED.search(words.before):
        return not all(map(constant, trees)) and not _OF_ALL.match(words.after)
    simple = [bool(lone(t)) or constant(t) for t in trees]
    if "=" in signs or not any(map(lone, trees)):
        return False
    if len(trees) > 2 and all(map(lone, trees[1:-1])) and _CHOSEN.search(words.before):
        return True
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
    return stated or bool(CUES.search(words.before))


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
        made = conditions(found, read, Meaning(strict=False).text, strict=False)
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
        least = _LEAST.get(kind.replace("-", "")) or (">= 1" if texts else "> 0")
        texts.append(f"{name} {least}") if kind != "probability" else None
    if likely or kind == "probability":
        texts += [f"0 <= {name}", f"{name} <= 1"]
    phrase = positive or whole or likely or behind or re.match("", "")
    said = f"{phrase[0].strip(' $(')} {formula.latex.strip()}" if phrase is not None else ""
    for text in texts:
        yield Given(text, frozenset({name}), said, formula.start, of=frozenset({name}))


def by_name(found: Iterable[Given]) -> dict[str, list[Given]]:
    """The conditions of each name, in the order of their places."""
    made: dict[str, list[Given]] = {}
    for one in sorted(found, key=lambda g: g.position):
        for name in one.names:
            made.setdefault(name, []).append(one)
    return made


def reaching(
    source: Document, known: Mapping[str, Sequence[Given]], position: int, names: frozenset[str]
) -> list[Given]:
    """The conditions that hold at a place: of each name those of its section, before it or shortly behind;
    where none of these is there to speak of it, those of the last section before that has such a one, too.
    """
    here = source.section(position)
    chosen: dict[str, Given] = {}
    for name in sorted(names):
        about = known.get(name, ())
        place = bisect_right(about, position, key=lambda g: g.position)
        before = [g for g in about[max(place - MOST, 0) : place] if g.names <= names]
        behind = [g for g in about[place : place + MOST] if g.names <= names]
        near = [
            g
            for g in (*before, *behind)
            if (
                source.section(g.position) == here
                and g.position < position + 500
                and _holds(source, g, position)
            )
            or (
                g.local
                and g.position < position
                and _in_heading(source, g)
                and source.within(g.position, position)
            )
        ]
        if not any(name in g.of for g in near):
            earlier = [g for g in before if not g.local and source.section(g.position) < here]
            last = max((source.section(g.position) for g in earlier if name in (g.of or {name})), default=-1)
            near += [g for g in earlier if source.section(g.position) == last]
        if not near:  # what is said of all values of a name may stand below its use
            near = [g for g in behind if g.fresh and source.section(g.position) == here]
        for one in near:
            chosen.setdefault(one.text, one)
    return sorted(chosen.values(), key=lambda g: (g.position, g.text))


def _in_heading(source: Document, one: Given) -> bool:
    """Whether a condition stands in the heading of its section."""
    at = source.section(one.position)
    return at > 0 and "\n" not in source.text[source.sections[at - 1] : one.position].strip()


def _holds(source: Document, one: Given, position: int) -> bool:
    """A condition of a case holds within its paragraph; one in a heading, in all of its section."""
    if not one.local or _in_heading(source, one):
        return True
    low, high = sorted((one.position, position))
    return "\n\n" not in source.text[low:high] or high - low < 300
