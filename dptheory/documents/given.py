r"""What a document says of its variables: conditions with their places, from formulas and from words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ..kernel import SyntaxProblem
from ..latex.conditions import conditions
from ..latex.meaning import Meaning
from ..latex.nodes import Node, nodes
from ..latex.signs import Row, Side, trimmed
from ..latex.tokens import Token
from .links import Statement
from .parsed import Parsed, lone
from .roles import FRESH, LOCAL, Role, introduced
from .scopes import CLAIMED, IF
from .source import Document
from .words import NEAR, surroundings

_POSITIVE: Final = re.compile(
    r"(?<![\w-])(positive|strictly positive|non-?negative|non-?positive|negative)"
    r"(?: (real|integer|number|constant|parameter|even))*s?\W*$",
    re.IGNORECASE,
)
_INTEGER: Final = re.compile(
    r"(?<![\w-])(?:positive )?(?:integer|natural number|whole number)s?(?: values?)?\W*$", re.IGNORECASE
)
_WHOLE: Final = re.compile(
    r"[\s$)\\\]]*(?:is|be|are|being)(?: (?:a|an|any|all|both))?(?: (?!not? )[a-z]+)?"
    r" (?:integer|natural number|whole number)s?\b(?! (?:multiple|power)s?)",
    re.IGNORECASE,
)
"""Words behind a name that make it an integer."""
_PROBABILITY: Final = re.compile(
    r"\b(?:with|the(?: same)?|inclusion|sampling) probability\W*$", re.IGNORECASE
)
_AFTER: Final = re.compile(
    r"\W*(?:is|be|denotes|are)(?: (?:a|an|the|any))? (positive|non-?negative|probability)( integer)?",
    re.IGNORECASE,
)
_BOUNDED: Final = re.compile(
    r"(?:is|are|be|must be) (?:always )?(at least|at most|greater than|larger than|more than|less than"
    r"|smaller than) (zero|one|two|three|\d+(?:\.\d+)?)(?![\w.]*\d)",
    re.IGNORECASE,
)
"""Words behind a name that bound it by a number."""
_BOUNDS: Final = {"at least": ">=", "at most": "<=", "less than": "<", "smaller than": "<"}
_NUMERALS: Final = {"zero": "0", "one": "1", "two": "2", "three": "3"}
_WITHIN: Final = re.compile(
    r"[\s$)\\\]]*(?:(?:(?:is|are|be|lies?|ranges?|varies|chosen|restricted|limited|confined|takes values) )"
    r"{1,3}(?:to|in|within|over|from)|in)(?: the)?(?: (?:open|closed|half-open))?(?: (?:interval|range))?"
    r"[\s$(\\\[]*"
)
"""Words between a name and an interval that it is in."""


CORRECTED: Final = "corrected by the reader"


@dataclass(frozen=True)
class Given:
    """A condition in the claims' language: about which names, what the document has, where. A `local` one is
    that of a case; a `fresh` one says that its names are any numbers from here on; `of` are the names that it
    is there to speak of: in x < a it is x. Its `level` is that of a quantifier, of a condition beside one,
    of a declaration, which begins anew, or empty; it stands `at` a place of its formula.
    """

    text: str
    names: frozenset[str]
    said: str
    position: int
    local: bool = False
    fresh: bool = False
    of: frozenset[str] = frozenset()
    level: str = ""
    at: int = -1


_LEAST: Final = {"negative": "< 0", "nonnegative": ">= 0", "nonpositive": "<= 0"}


def given(
    source: Document, found: Sequence[Statement], parsed: Parsed, sorted_: Sequence[Role]
) -> list[Given]:
    r"""The conditions of a document, in its order.

    >>> from .links import statements
    >>> from .roles import roles
    >>> from .scopes import Scopes
    >>> from .source import document
    >>> made = document("For all $p \\in [0,1]$ and $\\alpha > 1$, the positive integer $k$.")
    >>> found, known = statements(made)[0], Parsed()
    >>> said = given(made, found, known, roles(made, found, known, Scopes(made)))
    >>> [g.text for g in said], said[-1].said
    (['0 <= p', 'p <= 1', 'alpha > 1', 'k integer', 'k >= 1'], 'positive integer k')
    """
    made: list[Given] = []
    waiting: list[Row] = []
    around = surroundings(source)
    for place, (statement, role) in enumerate(zip(found, sorted_, strict=True)):
        row, formula = statement.row, statement.formula
        if place and found[place - 1].formula is not formula:
            waiting = []
        words = around[formula.start]
        if len(row.sides) == 1:
            waiting.append(row)
            worded = () if words.denied else _worded(source, statement, parsed, words.before)
            kept = role.level == IF and re.search(r"\b(?:with|where)\b[^$]*$", words.before)
            made += [replace(one, level="" if kept else role.level, at=role.at) for one in worded]
            behind = found[place + 1] if place + 1 < len(found) else statement
            if not words.denied and (within := _within(source, statement, behind)) is not None:
                of = frozenset(introduced([within], parsed))
                said = re.sub(
                    r"[$\\()]+(?= )|(?<= )[$\\]+", "", source.words(formula.start, behind.formula.end)
                )
                base = Given("", frozenset(), said, formula.start, of=of, level=role.level, at=role.at)
                made += [replace(base, text=g.text, names=g.names) for g in conditions_of([within], parsed)]
            continue
        if role.condition or role.level == CLAIMED:
            whole = [*waiting, row]
            local = bool(LOCAL.search(words.before)) or row.words == "because"
            fresh = (row.quantified and row.words != "because") or bool(FRESH.search(words.before))
            base = Given(
                "", frozenset(), source.words(formula.start, formula.end), formula.start,
                local, fresh, frozenset(introduced(whole, parsed)), role.level, role.at,
            )  # fmt: skip
            made += [replace(base, text=g.text, names=g.names) for g in conditions_of(whole, parsed)]
            if not words.denied and (_INTEGER.search(words.before) or _WHOLE.match(words.after)):
                whole_ = ((n, frozenset({n})) for n in sorted(base.of))
                made += [replace(base, text=f"{n} integer", names=just, of=just) for n, just in whole_]
        waiting = []
    return made


def _within(source: Document, one: Statement, other: Statement) -> Row | None:
    """A name and an interval that words say it is in, as a membership."""
    between = source.text[one.formula.end : other.formula.start]
    inside = trimmed(other.row.sides[0].tokens)
    interval = len(inside) > 3 and inside[0].text in ("(", "[", "]") and inside[-1].text in (")", "]", "[")
    if not interval or len(other.row.sides) > 1 or not _WITHIN.fullmatch(between):
        return None
    return Row((one.row.sides[0], Side(r"\in", tuple(inside))))


def conditions_of(found: Sequence[Row], parsed: Parsed) -> list[Given]:
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
    likely = None if after.startswith("with ") else likely  # a with probability p and b with the rest
    behind = _AFTER.match(after)
    texts: list[str] = []
    counted = _WHOLE.match(after)
    if whole or (behind and behind[2]) or counted:
        texts.append(f"{name} integer")
    kind = (positive[1] if positive else behind[1] if behind else "").lower()
    if kind:
        least = _LEAST.get(kind.replace("-", "")) or (">= 1" if texts else "> 0")
        texts.append(f"{name} {least}") if kind != "probability" else None
    if likely or kind == "probability":
        texts += [f"0 <= {name}", f"{name} <= 1"]
    if bounded := _BOUNDED.match(after):
        sign, number = _BOUNDS.get(bounded[1].lower(), ">"), bounded[2].lower()
        texts.append(f"{name} {sign} {_NUMERALS.get(number, number)}")
    phrase = positive or whole or likely or behind or bounded or counted or re.match("", "")
    said = [phrase[0].strip(" $(") if phrase is not None else "", formula.latex.strip()]
    said = said[::-1] if phrase in (behind, bounded, counted) else said
    for text in texts:
        yield Given(text, frozenset({name}), " ".join(said), formula.start, of=frozenset({name}))
