"""Which conditions of a document hold at a place of it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from .given import CORRECTED, Given
from .scopes import CLAIMED, FOR, IF, Mention, Scopes
from .source import Document

MOST: Final = 200
"""Conditions of one section, nearest to a place, that are looked at for it."""
ELSEWHERE: Final = 4
"""Sentences at most whose conditions are tried for a relation to which they do not reach."""
Groups = tuple[tuple[Given, ...], ...]


@dataclass(frozen=True)
class Reached:
    """The conditions that hold at a place; those of other sentences, which this one does not state, by
    sentence; the names that its own quantifiers speak of, of which no more is said than what is read; and
    those of which they say that they are any `real` numbers: for these no convention is meant.
    """

    own: tuple[Given, ...]
    elsewhere: Groups = ()
    bound: frozenset[str] = frozenset()
    real: frozenset[str] = frozenset()


def by_name(found: Iterable[Given]) -> dict[str, list[Given]]:
    """The conditions of each name, in the order of their places."""
    made: dict[str, list[Given]] = {}
    for one in sorted(found, key=lambda g: g.position):
        for name in one.names:
            made.setdefault(name, []).append(one)
    return made


def reaching(
    scopes: Scopes, known: Mapping[str, Sequence[Given]], position: int, names: frozenset[str]
) -> Reached:
    """The conditions at a place. A quantifier says all that is known of its names to the end of its
    sentence, or to
    the next over the same name; declarations hold in their section, from there on, to the next of the name;
    where a section says nothing of a name, those of the last one before that does.
    """
    source, bound = scopes.source, scopes.bound(position)
    here = source.section(position)
    own: dict[str, Given] = {}
    other: dict[str, Given] = {}
    for name in sorted(names):
        about = known.get(name, ())
        place = bisect_right(about, position, key=lambda g: g.position)
        near = [g for g in about[max(place - MOST, 0) : place + MOST] if g.names <= names]
        standing = {id(g): _standing(scopes, g, position, bound) for g in near}
        held = [g for g in near if standing[id(g)] == "own" and _in_section(source, g, position)]
        if not any(name in g.of for g in held) and name not in bound:
            earlier = [
                g for g in near
                if standing[id(g)] == "own" and not g.local and source.section(g.position) < here
            ]  # fmt: skip
            last = max((source.section(g.position) for g in earlier if name in (g.of or {name})), default=-1)
            held += [g for g in earlier if source.section(g.position) == last]
        for one in held:
            own.setdefault(one.text, one)
        for one in near:
            if standing[id(one)] == "elsewhere" and source.within(
                min(one.position, position), max(one.position, position)
            ):
                other.setdefault(one.text, one)
    groups: dict[int, list[Given]] = {}
    for one in sorted(other.values(), key=lambda g: (g.position, g.text)):
        if one.text not in own:
            groups.setdefault(scopes.sentence(one.at if one.at >= 0 else one.position), []).append(one)
    ordered = sorted(groups.values(), key=lambda found: abs(found[0].position - position))
    plain = (n for n, said in bound.items() if _universal(said))
    return Reached(
        tuple(sorted(own.values(), key=lambda g: (g.position, g.text))),
        tuple(map(tuple, ordered[:ELSEWHERE])),
        frozenset(plain),
        frozenset(n for n, said in bound.items() if any(m.real for m in said)),
    )


def _universal(said: Sequence[Mention]) -> bool:
    """Whether a quantifier speaks of a name, and nothing beside it is left unread."""
    return any(m.level == FOR for m in said) and not any(m.open for m in said)


def _standing(scopes: Scopes, one: Given, position: int, bound: Mapping[str, Sequence[Mention]]) -> str:
    """Whether a condition is one of this place, one of another sentence, or none."""
    at = one.at if one.at >= 0 else one.position
    same = scopes.sentence(at) == scopes.sentence(position)
    if one.level in (FOR, IF, CLAIMED):
        if one.level == CLAIMED and same:
            return ""
        if same and any(at == m.at for said in bound.values() for m in said):
            return "own"
        return "" if one.names & bound.keys() else "elsewhere"
    over = [m for name in one.names for m in bound.get(name, ()) if m.level == FOR]
    if over and not (same and (one.said == CORRECTED or at > max(m.at for m in over))):
        return "" if any(m.real for m in over) else "elsewhere"
    if (at > position and not same) or (
        one.said != CORRECTED and scopes.again(one.of or one.names, at, position)
    ):
        return "elsewhere"
    return "own"


def _in_section(source: Document, one: Given, position: int) -> bool:
    """Whether a condition stands in the section of a place; that of a case holds within its paragraph, or
    below its heading.
    """
    if one.local and one.position < position and _in_heading(source, one):
        return source.within(one.position, position)
    low, high = sorted((one.position, position))
    near = (
        not one.local or _in_heading(source, one) or "\n\n" not in source.text[low:high] or high - low < 300
    )
    return near and source.section(one.position) == source.section(position)


def _in_heading(source: Document, one: Given) -> bool:
    """Whether a condition stands in the heading of its section."""
    at = source.section(one.position)
    return at > 0 and "\n" not in source.text[source.sections[at - 1] : one.position].strip()
