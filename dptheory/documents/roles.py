r"""What each formula of a document is: a claim, a condition, a name; and which words speak of its names."""

from __future__ import annotations

import itertools
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ..kernel import SyntaxProblem
from ..latex.nodes import Node, nodes
from ..latex.signs import SIGNS, Row, trimmed
from .links import Statement
from .parsed import Parsed, constant, lone
from .scopes import CLAIMED, FOR, IF, LET, Mention, Scopes
from .source import Document, Formula
from .words import NEAR, Words, surroundings

CUES: Final = re.compile(
    r"(?:\b(?:let|for (?:all|any|every|each|some|fixed)|fix|assum\w+(?: that)?|suppos\w+(?: that)?|given"
    r"|where|with|for|if|when|whenever|provided(?: that)?|such that|because|take|pick|choose|consider|any"
    r"|every|satisfying|requires?|пусть|для (?:всех|любого|любых)|при|где|если)\b|[*] )[\s,:(]*$",
    re.IGNORECASE,
)
LOCAL: Final = re.compile(
    r"\b(?:if|when|whenever|case|otherwise|unless)\b(?: [\dA-Z])?[\s,:(.*-]*$", re.IGNORECASE
)
FRESH: Final = re.compile(
    r"\b(?:for (?:all|any|every|each)|let|fix|all|any|every)\b(?: [a-z-]+){0,3}[\s,:(]*$", re.IGNORECASE
)
_SAID: Final = re.compile(r"\b(?:if|when|whenever|provided|assuming|supposing)\W*$", re.IGNORECASE)
"""Words within a formula behind which a relation is a condition."""
_CHOSEN: Final = re.compile(r"\b(?:setting|taking|choosing|picking|letting|fixing)\b[\s,:(]*$", re.IGNORECASE)
"""Words behind which a <= t <= b says where t is to be."""
HEDGED: Final = re.compile(
    r"\b(?:sufficiently (?:large|small|big|close)|(?:large|small|big|close) enough|asymptotically|eventually"
    r"|for (?:all |every |any )?(?:very )?(?:large|small)|(?:is|are) (?:very )?(?:large|small)\b"
    r"|up to (?:a )?(?:constant|log\w*|lower|rounding))|\$\)? (?:large|small)\b",
    re.IGNORECASE,
)
"""Words of a sentence whose relations are meant of some values: none of them fails."""
NARROWED: Final = re.compile(
    r"\b(?:for|every|all|any|each|whenever|if)\b[^.;:]{0,60}?(?<!\bis )(?<!\bare )(?<!\bbe )"
    r"\b(?:between|outside|beyond|(?:larger|greater|bigger|smaller|less|other|more|fewer) than|exceeding"
    r"|at least|at most|up to|from|below|above|but (?:is |are )?not|except|non-?zero|bounded by"
    r"|different from|in the unit interval)\b"
    r"|\b(?:all but finitely many|almost (?:all|every)|respectively)\b",
    re.IGNORECASE,
)
"""Words of a sentence that bound what it quantifies and stand in no formula: what is not read of them might
be why a relation holds, so that none there fails."""
_OF_ALL: Final = re.compile(r"[\s$)\\\]]*,?\s*for (?:all|any|every|each)\b", re.IGNORECASE)
_SUPPOSED: Final = re.compile(
    r"(?:\b(?:such that|assum\w+(?: that)?|suppos\w+(?: that)?|provided(?: that)?|satisfying|as long as|with)"
    r"|\bcase\b[^.$]{0,20}[:.(-])[\s*_(]*$",
    re.IGNORECASE,
)
"""Words behind which a relation between any terms is supposed, not claimed."""


NONE: Final = "-"


def _these(words: str) -> frozenset[str]:
    return frozenset(words.split())


_CUE: Final = re.compile(
    r"\b(?:let|fix|take|consider|pick|choose|denote|draw|sample|for|all|any|every|each|some|if|when|whenever|where"
    r"|with|because|since|provided|given|such that|satisfying|as long as|assum\w+|suppos\w+|requires?|case"
    r"|unless|otherwise|для|всех|любого|любых|каждого|при|пусть|если|где)\b",
    re.IGNORECASE,
)
_LEVELS: Final = {
    FOR: r"for|all|any|every|each|some|для|всех|любого|любых|каждого|при",
    LET: r"let|fix|take|consider|pick|choose|denote|draw|sample|пусть",
    IF: r"if|when|whenever|where|with|because|since|provided|given|such that|satisfying|as long as|unless"
    r"|если|где",
}  # fmt: skip
_VERB: Final = re.compile(
    r"\b(?:we|it|have|has|get|then|that|holds?|is|are|this|these|follows?|so|thus|hence|also|obtain|us|which|there)\b"
)
_SETS: Final = _these(
    "real reals number numbers integer integers natural positive nonnegative non-negative negative "
    "nonpositive"
)
_KIND: Final = _SETS | _these(
    "value values of the a an all any every each both fixed given arbitrary choice strictly constant "
    "constants parameter parameters scalar scalars pair pairs and us"
)
"""Words between a quantifier and its names that say nothing else than is read."""
_REAL: Final = re.compile(r"\breals?\b")
_REALS: Final = re.compile(r"\\in\s*(?:\\mathbb\s*\{?\s*R\s*\}?|\\R|\\Reals|\\RR)\s*[.,]?\s*$")
_CLEAN: Final = re.compile(
    r"[\s$)\\\]]*(?:[,;:.\n]|$|we |it |the (?:in)?equality|there |one |and |both|real|let |then|have |has "
    r"|hold|also|is true|satisf|\$|\\\[|\\begin|\)|—|--|with |such that |where )",
    re.IGNORECASE,
)
"""What stands behind a name of which nothing more is said."""
_CLAIMS: Final = re.compile(
    r"\b(?:then|so|thus|hence|therefore|have|gets?|obtain|conclude|see|know|show|prove|also|gives?|yields?"
    r"|implies|imply|follows|clearly"
    r"|(?:see|have|show|prove|know|follows|note|conclude|obtain|find|implies|check|claim|holds) that)"
    r"[\s,:]*$",
    re.IGNORECASE,
)
"""Words behind which a relation is claimed."""
_ENDS: Final = re.compile(
    r"[\s$)\\\]]*(?:[.;!]|$|\n\s*\n|,?\s*(?:and )?(?:so|hence|thus|therefore|which|because|since|whence)\b)"
)
_FOR_BEHIND: Final = re.compile(r"[\s$)\\\]]*,?\s*(?:for|if|when|whenever|as long as|where)\b", re.IGNORECASE)
_DECLARES: Final = re.compile(
    r"\b(?:let|fix|assum\w+|suppos\w+|throughout|consider|take|denote|choose|pick|draw|пусть|предпол\w+)\b",
    re.IGNORECASE,
)
_LETS: Final = re.compile(r"[^.;]*?\b(?:let|define|we (?:set|write|put|denote))\b", re.IGNORECASE | re.DOTALL)
"""What begins behind *for all x*, where that declares what x is."""
_THROUGHOUT: Final = re.compile(r"\b(?:throughout|henceforth|from now on|in what follows)\b", re.IGNORECASE)


def introduced(found: Sequence[Row], parsed: Parsed) -> Iterator[str]:
    """The names that conditions are there to speak of: what is in a set, what stands between two others, else
    what stands beside numbers alone, else the first name that stands alone.
    """
    for row in found:
        trees = [parsed.tree(trimmed(side.tokens)) for side in row.sides]
        named = [n for n in map(lone, trees) if n]
        numbers = len(named) + sum(map(constant, trees)) == len(trees)
        between = [n for n in map(lone, trees[1:-1]) if n]
        yield from between or (named if numbers and len(named) < len(trees) else named[:1])


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
    inline = not display or re.search(r"\bsuch that\W*$", words.before)
    if "=" not in signs and inline and _plain(trees) and _SUPPOSED.search(words.before):
        return not all(map(constant, trees)) and not _OF_ALL.match(words.after)
    if "=" not in signs and _plain(trees) and _SAID.search(row.words) and not all(map(constant, trees)):
        return True
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


@dataclass(frozen=True)
class Role:
    """What a statement is: a condition, and of which level; whether it is a `claim`; its place."""

    condition: bool
    claim: bool
    level: str
    at: int


def cue(words: str) -> tuple[str, str]:
    """The level of the last words that introduce what follows, and what stands between these and it.

    >>> cue("Then for every real"), cue("let us fix"), cue("for all points we have"), cue("assume that")
    (('for', 'real'), ('let', ''), ('-', ''), ('', ''))
    """
    found = list(_CUE.finditer(words))
    if not found:
        return NONE, ""
    last, rest = found[-1], words[found[-1].end() :].strip(" ,:(").lower()
    said = last.group().lower()
    if said.startswith(("assum", "suppos", "provided", "given", "requir")):
        rest = rest.removeprefix("that").strip()
    many = rest.split()
    if not re.fullmatch(r"[a-zа-яё -]*", rest) or len(many) > 4 or _VERB.search(rest):
        return NONE, ""
    if said == "for" and not all(word in _KIND for word in many):
        return NONE, ""
    for level, pattern in _LEVELS.items():
        if re.fullmatch(pattern, said):
            declared = level == FOR and re.search(
                r"\b(?:let|fix|consider|take|pick|choose)\W*$", words[: last.start()], re.I
            )
            return (LET if declared else level), f"{said} {rest}" if said == "some" else rest
    return "", rest


def roles(source: Document, found: Sequence[Statement], parsed: Parsed, scopes: Scopes) -> list[Role]:
    """The role of each statement, in order: a relation between names that a quantifier of its sentence speaks
    of, and what *and* joins to a claim, is claimed.
    """
    around = surroundings(source)
    made: list[Role] = []
    status: dict[int, str] = {}
    bound: set[str] = set()
    sentence, claimed = -1, -1
    for place, statement in enumerate(found):
        row, formula = statement.row, statement.formula
        words = around[formula.start]
        at = next((t.position for side in row.sides for t in side.tokens), formula.start)
        first = not place or found[place - 1].formula is not formula
        if scopes.sentence(at) != sentence:
            sentence, bound, claimed = scopes.sentence(at), set(), -1
        level = _level(source, scopes, row, words, formula, first=first)
        related = len(row.sides) > 1
        condition = related and is_condition(row, parsed, words, display=formula.display)
        names = set(_names([row], parsed))
        may = condition
        if condition and row.sides[1].sign == r"\in":
            said = not first or _direct(row) or cue(words.own)[0] != NONE
            condition = said or not _CLAIMS.search(words.own)
        elif condition and not _direct(row):
            before = status.get(words.previous if first else formula.start, "")
            alone = claimed < 0 or claimed > max(words.head, 0)
            ends = _ENDS.match(words.rest) is not None or scopes.sentence(words.tail) != sentence
            ends = ends and not _followed(found[place + 1 :], around, parsed, words.tail)
            known = names <= bound and bool(names)
            condition = not _is_claim(words, before, known, first, row.comma, alone and ends)
            simple = all(lone(t) or constant(t) for t in _trees(row, parsed))
            beside = first and not alone and words.previous >= 0 and re.search(r",\s*and\W*$", words.own)
            if beside and (not simple or _FOR_BEHIND.match(words.after)):
                condition = False  # A as long as x > 0, and B for x > 1
        claim = related and not condition and not words.denied and row.sides[1].sign != r"\in"
        if related:
            own = cue(words.own)[0] != NONE if first else False
            supposed = own or (words.previous >= 0 and words.joined and status.get(words.previous) != "claim")
            status[formula.start] = (
                "condition" if condition else "supposed" if first and supposed else "claim"
            )
        else:
            status.setdefault(formula.start, "name")
        if claim and claimed < 0:
            claimed = at
        if not claim and level == FOR:
            bound |= set(introduced([row], parsed)) if related else names
        made.append(Role(condition, claim, CLAIMED if may and not condition else level, at))
    return made


def _is_claim(words: Words, before: str, bound: bool, first: bool, comma: bool, leads: bool) -> bool:
    """Whether a relation that may be a condition is claimed: *we have* before it, *and* between a claim and
    it, or a quantifier that speaks of its names, and no words that make a condition of it.
    """
    if not first:
        return comma and bound and before == "claim"
    if cue(words.own)[0] != NONE:
        return False
    if _CLAIMS.search(words.own):
        return True
    if words.previous < 0:
        return bound
    if before == "claim":
        return words.joined or bound
    return bound and leads and not words.joined


def _followed(found: Sequence[Statement], around: dict[int, Words], parsed: Parsed, end: int) -> bool:
    """Whether a list goes on with what is no condition."""
    rest = itertools.takewhile(lambda s: s.formula.end <= end, found)
    return any(
        len(s.row.sides) > 1 and not is_condition(s.row, parsed, around[s.formula.start]) for s in rest
    )


def _direct(row: Row) -> bool:
    """Whether words of a row itself make a condition of it."""
    said = bool(
        _SAID.search(row.words) or re.search(r"\b(?:for|where|if|with|when|because|forall)\b", row.words)
    )
    return row.quantified or said


def _level(source: Document, scopes: Scopes, row: Row, words: Words, formula: Formula, *, first: bool) -> str:
    """The level of words that make a condition of a row, or introduce the name that it is."""
    place = bisect_right(scopes.ends, formula.start)
    start = scopes.ends[place - 1] if place else 0
    prefix = source.text[start : formula.start]
    if _THROUGHOUT.search(prefix) or _heading(source, formula):
        return ""
    if row.quantified or re.search(r"\b(?:for|forall)\b", row.words):
        return IF if row.words == "because" else FOR
    if not first or row.words:
        return IF
    level, _ = cue(words.before)
    behind = source.text[formula.end : scopes.ends[place] if place < len(scopes.ends) else len(source.text)]
    if level == FOR and _LETS.match(behind):
        return LET
    if level == NONE:
        return IF if words.previous >= 0 and not words.joined else ""
    return "" if level == IF and _DECLARES.search(prefix) else level


def _heading(source: Document, formula: Formula) -> bool:
    line = source.text[source.text.rfind("\n", 0, formula.start) + 1 : formula.start]
    return bool(re.match(r"#{1,6} |> \*\*|<h\d|\\\\(?:sub)*section", line))


def _trees(row: Row, parsed: Parsed) -> list[Node | SyntaxProblem]:
    return [parsed.tree(trimmed(side.tokens)) for side in row.sides]


def _names(found: Iterable[Row], parsed: Parsed) -> Iterator[str]:
    trees = (t for row in found for t in _trees(row, parsed) if isinstance(t, Node))
    return (n.value for t in trees for n in nodes(t) if n.kind == "name")


def mentions(
    source: Document, found: Sequence[Statement], sorted_: Sequence[Role], parsed: Parsed
) -> list[Mention]:
    """What speaks of names: conditions, and names behind words such as *for every*."""
    made: list[Mention] = []
    waiting: list[Row] = []
    around, last = surroundings(source), -1
    for statement, role in zip(found, sorted_, strict=True):
        row, formula = statement.row, statement.formula
        waiting = waiting if formula.start == last else []
        last, beside = formula.start, waiting
        waiting = [*waiting, row] if len(row.sides) == 1 else []
        if not role.level or role.claim or (len(row.sides) > 1 and not role.condition):
            continue
        words = around[formula.start]
        level, kinds = cue(words.before)
        trees = _trees(row, parsed)
        if len(row.sides) == 1:
            if level == NONE or not (name := lone(trees[0])):
                continue
            names = frozenset({name})
        else:
            rows = [*beside, row]
            names = frozenset(introduced(rows, parsed)) or frozenset(_names(rows, parsed))
        many = kinds.split()
        after = source.text[formula.end : formula.end + NEAR]
        line = len(row.sides) == 2 and row.sides[1].sign == r"\in" and _REALS.search(formula.latex)
        real = bool(line or _REAL.search(kinds) or _REAL.match(re.sub(r"^[$)\\\s]+", "", after)))
        own = len(row.sides) > 1 or real or any(word in _SETS for word in many)
        unread = any(word not in _KIND for word in many) or (not formula.display and not _CLEAN.match(after))
        every = row.quantified or bool(re.search(r"\b(?:all|any|every|each)\b", row.words))
        made.append(Mention(names, role.level, role.at, formula.end, own, real, unread, every))
    return made
