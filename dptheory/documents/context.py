"""What a document says, asked for what a link may rest on."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from .claimed import Stated
from .claims import Said
from .kinds import ASSUMPTION, ATOMS, DEFINITION, OBJECTS, REMARK, SCALAR, unknowns
from .links import Link
from .meanings import general, instances, meant
from .premises import Premise, Spoken, hypotheses, names_of, naming, only_unknowns, values
from .questions import written_out
from .remarks import OPTIMUM
from .source import Document, Place

NEAREST: Final = 200
"""Relations between unknowns that are looked at for one of them."""
ORDERED: Final = frozenset(("=", "<=", "<", ">=", ">"))
"""Signs of relations that others may follow from."""
Under = tuple[tuple[str, str, Place | None], ...]
"""Conditions, each with what the document has for it and where."""


@dataclass(frozen=True)
class Rests:
    """What a step between unknowns may rest on: what the text says of these, and of all such."""

    premises: Under = ()
    instances: Under = ()


def _placed(one: Stated) -> bool:
    return any("read as the value at which" in words for words in one.told)


class Knowing:
    """What a document says, asked for what a link may rest on."""

    def __init__(self, source: Document, said: Said) -> None:
        self.source, self.said = source, said
        self.named = naming([spoken for one in said.links if (spoken := self._states(one)) is not None])
        self.optima = {one.link.position for one in said.links if one.remark == OPTIMUM or _placed(one)}
        about = (one for one in said.links if one.kind in (OBJECTS, ATOMS) and one.claim)
        self.spoken = [self._spoken(one) for one in about if one.link.sign in ORDERED]
        self.places = [spoken.position for spoken in self.spoken]
        self.general = [*general(source, self.spoken), *meant(source, said.parsed)]

    def _states(self, one: Stated) -> Spoken | None:
        """A relation as one that gives a name its value or its bound, as the document writes it."""
        given = one.kind == ASSUMPTION
        text = one.raw if given or _placed(one) or one.kind in (DEFINITION, REMARK) else one.claim
        ways = ("=", ":=") if given else ("=", ":=", "<=", "<", ">=", ">")
        if not text or one.link.sign not in ways or (one.kind == REMARK and one.remark != OPTIMUM):
            return None
        return Spoken(text, {}, one.link.latex, one.link.position, one.link)

    def _spoken(self, one: Stated) -> Spoken:
        atoms = {n: self.said.atoms[n][0] for n in sorted(names_of(one.claim) & self.said.atoms.keys())}
        return Spoken(one.claim, atoms, one.link.latex, one.link.position, one.link)

    def _mine(self, one: Stated) -> Mapping[str, str]:
        return self._spoken(one).atoms if one.kind in (OBJECTS, ATOMS) and one.claim else {}

    def under(self, one: Stated) -> Under:
        """The conditions of the text, and what the notation says of unknowns."""
        made: list[tuple[str, str, Place | None]] = [
            (g.text, g.said, self.source.place(g.position)) for g in one.given
        ]
        made += [(text, why, None) for text, why in unknowns(sorted(names_of(one.claim)), self.said.atoms)]
        mine = names_of(one.claim)
        made += [(text, why, None) for text, why in one.noted if names_of(text) - {"integer"} <= mine]
        return tuple({text: (text, why, at) for text, why, at in made}.values())

    def rests(self, one: Stated) -> Rests:
        """What the text says of the unknowns of a link; and what it, or a word of it, says of all such, where
        a side is more than unknowns: a relation of these alone is what such a word means.
        """
        mine = self._mine(one)
        if not mine:
            given = self._values(one.claim, one.link) if one.kind == SCALAR else []
            given = [p for p in given if not names_of(p.text) & one.bound or self._beside(p, one)]
            return Rests(self._placed([p for p in given if not names_of(p.text) & self.said.atoms.keys()]))
        place = bisect_left(self.places, one.link.position)
        near = self.spoken[max(place - NEAREST, 0) : place + NEAREST // 4]
        found = hypotheses(self.source, near, one.claim, mine, one.link)
        found = [p for premise in found for p in (premise, *self._valued(premise, one))]
        if any(only_unknowns(side, mine) for side in re.split(r" (?:<=|>=|<|>|=|!=) ", one.claim)):
            return Rests(self._placed(found))
        more = instances(self.source, self.general, one.claim, mine, one.link, self.said.parsed)
        return Rests(self._placed(found), self._placed(more))

    def _beside(self, premise: Premise, one: Stated) -> bool:
        """Whether a premise stands in the sentence of a link, whose quantifiers may speak of the same
        names.
        """
        scopes = self.said.scopes
        return scopes.sentence(premise.position) == scopes.sentence(one.link.position)

    def _values(self, claim: str, link: Link, *, equal: bool = False) -> list[Premise]:
        """What the text says that the names of a claim are: above it, or behind it where that speaks of it,
        but for the places of optima.
        """
        found = values(self.source, self.named, claim, link, equal=equal)
        behind = (p for p in found if p.position > link.position)
        strange = {
            p.position for p in behind
            if p.position in self.optima or not self.said.scopes.explains(p.position, link.position)
        }  # fmt: skip
        return [p for p in found if p.position not in strange]

    def _valued(self, premise: Premise, one: Stated) -> Iterator[Premise]:
        """A premise with the values put in that the text gives the names that only it has, of numbers and of
        the unknowns that the link has.
        """
        known = names_of(one.claim) | self.said.atoms.keys()
        for value in self._values(premise.text, one.link, equal=True):
            marked, _, worth = value.text.partition(" = ")
            name = marked if marked in names_of(premise.text) else marked.removesuffix("_star")
            if name not in known and names_of(worth) & self.said.atoms.keys() <= names_of(one.claim):
                text, _ = written_out(premise.text, (f"{name} = {worth}",))
                yield Premise(text, f"{premise.said}, {value.said}", premise.position)

    def _placed(self, found: Sequence[Premise]) -> Under:
        return tuple((p.text, p.said, self.source.place(p.position)) for p in found)
