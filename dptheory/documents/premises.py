"""What a step between unknowns may rest on: what the text says of them before, and chains from end to end."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from .links import Link
from .source import Document

LOOKED: Final = 40
"""Relations that give one name a value, the last of which are looked at."""
VALUES: Final = 3
"""Values of the names of one claim that are tried."""
MOST: Final = 8
"""Premises of one kind at most, for one link."""
BRIDGED: Final = 3
"""Unknowns that a relation may have beside those of a link that rests on it."""
_BEHIND: Final = 400
"""Characters behind a formula in which a text still says what was used in it."""
_REASON: Final = re.compile(
    r"\b(?:where|since|because|recall|assum\w+|suppos\w+|by (?:definition|assumption)|предпол\w+"
    r"|так как|где)\b[^.;:$]{0,40}$",
    re.IGNORECASE,
)
AROUND: Final = 200
SIGN: Final = re.compile(r" (<=|>=|!=|<|>|=) ")
_WAYS: Final = {"<=": "<=", "<": "<=", ">=": ">=", ">": ">="}
_ASSUMED: Final = re.compile(r"\b(?:assum\w+|suppos\w+|предпол\w+|пусть)\b[^.;:$]{0,40}$", re.IGNORECASE)
GOAL: Final = re.compile(
    r"\b(?:to (?:show|prove|see|check|verify|bound)|show that|prove that|suffices|enough|want|claim|goal"
    r"|remains)\b[^.$]{0,60}$",
    re.IGNORECASE,
)
"""Words before a relation that is still to be shown."""


@dataclass(frozen=True)
class Premise:
    """A relation in the claims' language, what the document has for it, and where."""

    text: str
    said: str
    position: int


@dataclass(frozen=True)
class Spoken:
    """A relation of the text about unknowns, or of the `ends` of a chain: its claim, and the LaTeX of each
    unknown in it.
    """

    text: str
    atoms: Mapping[str, str]
    said: str
    position: int
    link: Link | None = None
    ends: bool = False


def names_of(text: str) -> set[str]:
    """The names in a text of the claims' language."""
    return set(re.findall(r"[A-Za-z_]\w*'*", text))


def only_unknowns(text: str, mine: Iterable[str]) -> bool:
    """Whether a text has nothing but unknowns, perhaps multiplied, divided, with brackets."""
    return not re.sub(
        r"[()*/ ]", "", re.sub(r"[A-Za-z_]\w*'*", lambda m: "" if m[0] in set(mine) else m[0], text)
    )


def hypotheses(
    source: Document, spoken: Sequence[Spoken], claim: str, mine: Iterable[str], link: Link
) -> list[Premise]:
    """What the text says, before a link or just behind it as a reason, of no other unknowns than the link's;
    of a chain also what its ends say of one another. A bound of an unknown is none for another bound of it.
    Nothing rests on itself: what a relation rests on comes before it in one order of all.
    """
    known = frozenset(mine)
    circular = {s.link.chain for s in spoken if s.link is not None and s.text == claim}
    apart = [s for s in spoken if s.link is None or s.link.chain not in circular - {link.chain}]
    near = [
        s
        for s in (*apart, *_ends(apart))
        if s.atoms and reaches(source, s, link) and not _wanted(source, s)
        if source.within(s.position, link.position) or (not s.ends and _supposed(source, s))
    ]
    bridges = [s for s in near if 0 < len(s.atoms.keys() - known) <= BRIDGED and s.atoms.keys() & known][-2:]
    wider = known.union(*(s.atoms for s in bridges))
    found = [s for s in near if s.atoms.keys() <= wider and not _restated(s.text, claim, wider)]
    found.sort(key=lambda s: (s.atoms.keys() <= known, s.position))
    return [Premise(s.text, s.said, s.position) for s in {s.text: s for s in found}.values()][-MOST:]


def naming(stating: Sequence[Spoken]) -> dict[str, list[Spoken]]:
    """Relations, and ends of chains, by the name that they give a value or a bound, in their order. A number
    is no value: that is an example.
    """
    made: dict[str, list[Spoken]] = {}
    for one in sorted((*stating, *_ends(stating)), key=lambda s: s.position):
        left, _, right = SIGN.split(one.text, maxsplit=1)
        spoken = names_of(right)
        if names_of(left) == {left} and spoken and left not in spoken:
            made.setdefault(left, []).append(one)
    return made


def values(
    source: Document, named: Mapping[str, Sequence[Spoken]], claim: str, link: Link, *, equal: bool = False
) -> list[Premise]:
    """What the text says that a name of a claim is, or is at most, or at least: in the same chapter above, or
    shortly behind it; the nearest last.
    """
    found: dict[str, Premise] = {}
    mine = sorted(names_of(claim))
    for one in (s for n in mine for name in (n, f"{n}_star") for s in named.get(name, ())[-LOOKED:]):
        if one.text == claim or one.link is None or one.link.arrow or one.link.chain == link.chain:
            continue
        behind = one.position - link.formula.end
        near = source.section(one.position) == source.section(link.position) and behind < _BEHIND
        above = one.position < link.position and source.within(one.position, link.position)
        if (near if one.position > link.position else above) and (" = " in one.text or not equal):
            found[one.text] = Premise(one.text, one.said, one.position)
    return sorted(found.values(), key=lambda p: p.position)[-VALUES:]


def _wanted(source: Document, one: Spoken) -> bool:
    """Whether words say that a relation is still to be shown."""
    start = one.link.formula.start if one.link is not None else one.position
    return bool(GOAL.search(source.words(start - AROUND, start).rstrip("$\\([ ")))


def _supposed(source: Document, one: Spoken) -> bool:
    """Whether words make an assumption of a relation: it holds in later chapters, too."""
    start = one.link.formula.start if one.link is not None else one.position
    return bool(_ASSUMED.search(source.words(start - AROUND, start).rstrip("$\\([ ")))


def _restated(text: str, claim: str, known: frozenset[str]) -> bool:
    """Whether two relations are the same, or bound one unknown alone by numbers and by the same unknowns; not
    where one has a name that the other has not, and that may have a value.
    """
    (left, right), (mine, other) = (SIGN.split(one, maxsplit=1)[::2] for one in (text, claim))
    speaks = names_of(right) & known
    alike = names_of(right) <= names_of(claim) | known
    return text == claim or (alike and left == mine and left in known and speaks <= names_of(other))


def reaches(source: Document, one: Spoken, link: Link) -> bool:
    """Whether a link may rest on a relation."""
    if one.link is None:
        return one.position < link.position
    if one.position - link.formula.end >= _BEHIND:
        return False
    return ((one.position, 0) if one.ends else _order(source, one.link)) < _order(source, link)


def _order(source: Document, link: Link) -> tuple[int, int]:
    """The place of a relation in the order of all: where it stands, but of a reason behind formulas, before
    the first of these.
    """
    formula = link.formula
    reason = _REASON.search(source.words(formula.start - AROUND, formula.start).rstrip("$\\([ "))
    if formula.display or not reason:
        return link.position, 0
    near = (f.start for f in source.formulas if 0 <= formula.start - f.end < _BEHIND)
    return min(near, default=link.position), -1


def _ends(spoken: Sequence[Spoken]) -> Iterator[Spoken]:
    """The first side of a chain against each later one, with the direction of all signs between."""
    for _, run in itertools.groupby(
        (s for s in spoken if s.link is not None), key=lambda s: s.link.chain if s.link else 0
    ):
        chain = list(run)
        for start in range(len(chain)):
            way, last = "=", chain[start]
            for place in range(start, len(chain)):
                one = chain[place]
                left, sign, right = SIGN.split(one.text, maxsplit=1)
                joined = place == start or SIGN.split(last.text, maxsplit=1)[2] == left
                way = both_signs(way, sign) if joined else ""
                if not way:
                    break
                last = one
                if place > start:
                    first = SIGN.split(chain[start].text, maxsplit=1)[0]
                    atoms = {n: a for s in (chain[start], one) for n, a in s.atoms.items()}
                    text = f"{first} {way} {right}"
                    used = {n: a for n, a in atoms.items() if n in names_of(text)}
                    both = f"{chain[start].said}, ..., {one.said}"
                    yield Spoken(text, used, both, one.position, one.link, ends=True)


def both_signs(way: str, sign: str) -> str:
    """The sign of two relations one after the other; empty where they say nothing together."""
    if sign == "=":
        return way
    sign, way = _WAYS.get(sign, ""), _WAYS.get(way, way)
    return sign if way in ("=", sign) else ""
