"""Relations of which a text says that one or the other holds: x >= 1 or x <= -1."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from .given import Given, conditions_of
from .links import Link, Statement
from .parsed import Parsed
from .source import Document
from .words import NEAR

_SIGNS: Final = r"[\s$,()\\\[\]]*"
_OR: Final = (
    rf"{_SIGNS}\bor\b(?: (?:else|even|if|when|whenever|that|where|with|for|let|all|any|every|in the case))*"
)
_BETWEEN: Final = re.compile(rf"{_OR}{_SIGNS}", re.IGNORECASE)
_LISTED: Final = re.compile(rf"{_SIGNS}(?P<both>and)?{_SIGNS}")
_BEFORE: Final = re.compile(rf"{_OR}{_SIGNS}$", re.IGNORECASE)
_BEHIND: Final = re.compile(r"[\s$)\\\]]*,? ?or\b(?! (?:equivalently|in other words)|,)", re.IGNORECASE)
Key = tuple[int, int]


@dataclass(frozen=True)
class Either:
    """The statements of which one holds; not `whole` where the text joins them, or others, in a way that is
    not read.
    """

    members: tuple[Statement, ...]
    whole: bool

    @property
    def keys(self) -> frozenset[Key]:
        """Where the formulas of its statements begin, and these."""
        return frozenset(map(key, self.members))


def key(one: Statement) -> Key:
    """Where the formula of a statement begins, and the statement."""
    start = one.formula.start
    return start, next((t.position for side in one.row.sides for t in side.tokens), start)


def alternatives(source: Document, found: Sequence[Statement]) -> Iterator[Either]:
    r"""What *or* joins in a document.

    >>> from .links import statements
    >>> from .source import document
    >>> made = document("Let $x > 1$, or $x < -1$, and $y > 0$. So $z > 0$ or so.")
    >>> [(len(one.members), one.whole) for one in alternatives(made, statements(made)[0])]
    [(3, False), (1, False)]
    """
    run: list[Statement] = []
    joints: list[str] = []
    for one in (s for s in found if len(s.row.sides) > 1):
        joint = _joint(source, run[-1], one) if run else ""
        if run and not joint:
            yield from _either(source, run, joints)
            run, joints = [], []
        joints += [joint] if run else []
        run.append(one)
    if run:
        yield from _either(source, run, joints)


def _joint(source: Document, one: Statement, other: Statement) -> str:
    """What joins two statements: or, and, a comma; empty for anything else."""
    same = one.formula is other.formula
    if not same and (one.formula.display or other.formula.display):
        return ""
    words = other.row.words if same else source.words(one.formula.end, other.formula.start)
    if re.search(r"\bor\b", words) if same else _BETWEEN.fullmatch(words):
        return "or"
    listed = _LISTED.fullmatch(words)
    return "" if listed is None or (same and not other.row.comma) else "and" if listed["both"] else ","


def _either(source: Document, run: Sequence[Statement], joints: Sequence[str]) -> Iterator[Either]:
    """What is joined by *or* in a list, or has it beside it without another relation."""
    first, last = run[0].formula, run[-1].formula
    loose = bool(
        _BEFORE.search(source.words(first.start - NEAR, first.start))
        or _BEHIND.match(source.words(last.end, last.end + NEAR))
    )
    if "or" in joints:
        plain = len(run) == 2 and run[0].formula is not run[1].formula
        yield Either(tuple(run), whole=not loose and plain)
    elif loose:
        yield Either(tuple(run), whole=False)


@dataclass(frozen=True)
class Spared:
    """Names of which a text says more than is read, from a place on: what it says of them does not fail."""

    names: frozenset[str]
    start: int
    end: int


def joined(
    source: Document, made: Sequence[Given], found: Sequence[Either], parsed: Parsed
) -> tuple[list[Given], list[Spared]]:
    """Conditions with such as *or* joins as one each, which is left out where it cannot be said; and the
    names of these.
    """
    kept, spared = list(made), []
    for either in found:
        mine = [g for g in kept if (g.position, g.at) in either.keys]
        sides = [conditions_of([one.row], parsed) for one in either.members]
        names = frozenset(n for side in sides for g in side for n in g.names)
        kept = [g for g in kept if g not in mine]
        if mine and either.whole and all(sides):
            text = " or ".join(f"({' and '.join(g.text for g in side)})" for side in sides)
            said = source.words(either.members[0].formula.start, either.members[-1].formula.end)
            kept.append(replace(mine[0], text=text, names=names, said=said, of=names))
        else:
            start = either.members[0].formula.start
            section = source.section(start)
            claimed = not mine and any(one.row.sides[1].sign != "=" for one in either.members)
            end = source.sections[section] if section < len(source.sections) else len(source.text)
            spared.append(Spared(names, start, either.members[-1].formula.end if claimed else end))
    return kept, spared


def is_spared(link: Link, names: frozenset[str], spared: Sequence[Spared]) -> bool:
    """Whether a relation speaks of names of which more is said than is read."""
    return any(one.names & names and one.start <= link.position < one.end for one in spared)
