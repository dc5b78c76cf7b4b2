r"""A document read as a whole: every link with its class, its claim, its conditions, and what came out."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from .judging import EFFORT, Answer, Question, answers
from .side import Side
from .source import Document, Place, Trouble
from .stated import ATOMS, OBJECTS, SCALAR, Stated, stated, unknowns

HYPOTHESES: Final = 3
"""Relations between unknowns that a link is judged under at most: the nearest before it."""


@dataclass(frozen=True)
class Result:
    """A link, where it stands, and what came out. `under` are the conditions that it was judged under, each
    with what
    the document has and where; `alternative` the answer about a second reading.
    """

    stated: Stated
    place: Place
    answer: Answer | None
    under: tuple[tuple[str, str, Place | None], ...] = ()
    alternative: Answer | None = None

    @property
    def verdict(self) -> str:
        """proved, refuted, unknown or unread; empty for what is not judged."""
        return self.answer.verdict if self.answer is not None else "unread" if self.stated.problem else ""


@dataclass(frozen=True)
class Letter:
    """All that was found in one document."""

    name: str
    results: tuple[Result, ...]
    troubles: tuple[Trouble, ...]
    atoms: Mapping[str, tuple[str, str]]
    side: str = ""

    def counted(self) -> Counter[str]:
        """How many links there are of each class."""
        return Counter(one.stated.kind for one in self.results)

    def judged(self) -> list[Result]:
        """The links about numbers or unknowns."""
        return [one for one in self.results if one.stated.kind in (SCALAR, ATOMS)]


def read_document(
    source: Document, name: str, *, lines: tuple[int, int] | None = None, effort: int = EFFORT,
    workers: int = 1,
    side: Side | None = None,
    told: Callable[[int, int], None] = lambda done, total: None,
) -> Letter:  # fmt: skip
    r"""What holds in a document, link by link.

    >>> from .source import document
    >>> found = read_document(document(r"For $x > -1$ we have $\log(1+x) \le x = \frac{2x}{2}$."), "a text")
    >>> [(str(r.place), r.stated.claim, r.verdict) for r in found.judged()]
    [('1:23', 'log(1 + x) <= x', 'proved'), ('1:41', 'x = 2*x/2', 'proved')]
    """
    said = stated(source, side)
    links, troubles, atoms = said.links, said.troubles, said.atoms
    chosen = [
        one for one in links if lines is None or lines[0] <= source.place(one.link.position).line <= lines[1]
    ]
    asked: list[Question] = []
    places: list[tuple[int, bool]] = []
    unders: list[tuple[tuple[str, str, Place | None], ...]] = []
    for place, one in enumerate(chosen):
        under = _under(source, one, links, atoms)
        unders.append(under)
        if one.kind in (SCALAR, ATOMS) and one.claim:
            for other in (False, *([True] if one.other else [])):
                places.append((place, other))
                asked.append(
                    _question(
                        one, under, effort, one.other if other else one.claim, _instances(one, links, atoms)
                    )
                )
    distinct = list(dict.fromkeys(asked))
    found = dict(zip(distinct, answers(distinct, workers, told), strict=True))
    given = {key: found[question] for key, question in zip(places, asked, strict=True)}
    results = tuple(
        Result(
            one, source.place(one.link.position), given.get((at, False)), unders[at], given.get((at, True))
        )
        for at, one in enumerate(chosen)
    )
    return Letter(name, results, (*source.troubles, *troubles), atoms, said.side)


def _question(
    one: Stated,
    under: Sequence[tuple[str, str, Place | None]],
    effort: int,
    claim: str,
    instances: tuple[str, ...],
) -> Question:
    texts = tuple(text for text, _, _ in under)
    refutable = one.refutable and one.kind == SCALAR
    return Question(claim, texts, (), one.after if claim == one.claim else "", refutable, effort, instances)


def _instances(one: Stated, links: Sequence[Stated], atoms: Mapping[str, tuple[str, str]]) -> tuple[str, ...]:
    """What the text says of one unknown and another (a definition of privacy, say), said of each two of
    this link.
    """
    mine = sorted(_names(one.claim) & atoms.keys())
    if one.kind != ATOMS or not 2 <= len(mine) <= 4:
        return ()
    made: list[str] = []
    for told in links:
        left, _, right = re.split(r" (<=|<|>=|>) ", f"{told.claim} <= ")[:3] if told.claim else ("", "", "")
        others = sorted(_names(right) & atoms.keys())
        if (
            told.kind != OBJECTS
            or left not in atoms
            or len(others) != 1
            or told.link.position > one.link.position
        ):
            continue
        kind = {atoms[left][1], atoms[others[0]][1]}
        for a, b in itertools.permutations([n for n in mine if {atoms[n][1]} == kind], 2):
            images = {left: a, others[0]: b}
            made.append(_renamed(told.claim, images))
    return tuple(dict.fromkeys(text for text in made if text != one.claim))[:8]


def _renamed(text: str, images: Mapping[str, str]) -> str:
    return re.sub(r"[A-Za-z_]\w*'*", lambda found: images.get(found[0], found[0]), text)


def _under(
    source: Document, one: Stated, links: Sequence[Stated], atoms: Mapping[str, tuple[str, str]]
) -> tuple[tuple[str, str, Place | None], ...]:
    """The conditions of a link: those of the text, what the notation says of unknowns, earlier relations of
    these.
    """
    made: list[tuple[str, str, Place | None]] = [
        (g.text, g.said, source.place(g.position)) for g in one.given
    ]
    names = _names(one.claim)
    mine = sorted(names & atoms.keys())
    made += [(text, why, None) for text, why in unknowns(mine, atoms)]
    if one.kind == ATOMS:
        made += [
            (e.claim, e.link.latex, source.place(e.link.position))
            for e in _hypotheses(one, links, frozenset(mine), atoms)
        ]
    return tuple(dict((text, (text, why, at)) for text, why, at in made).values())


def _hypotheses(
    one: Stated, links: Sequence[Stated], mine: frozenset[str], atoms: Mapping[str, tuple[str, str]]
) -> list[Stated]:
    found = [
        e
        for e in links
        if e.kind == OBJECTS and e.claim and e.link.position < one.link.position and e.claim != one.claim
        and (spoken := _names(e.claim) & atoms.keys()) and spoken <= mine
    ]  # fmt: skip
    return found[-HYPOTHESES:]


def _names(text: str) -> set[str]:
    return set(re.findall(r"[A-Za-z_]\w*'*", text))


def result_json(one: Result) -> dict[str, object]:
    """A link as JSON."""
    answer, read = one.answer, one.stated
    conditions = [
        {"text": text, "said": said, "place": None if at is None else place_json(at)}
        for text, said, at in one.under
    ]
    return {
        "place": place_json(one.place),
        "latex": read.link.latex,
        "class": read.kind,
        "claim": read.claim or read.raw or None,
        "where": ", ".join(text for text, _, _ in one.under),
        "definitions": list(read.definitions),
        "conditions": conditions,
        "verdict": one.verdict or None,
        "holds_where_defined": bool(answer and answer.where_defined),
        "witness": dict(answer.witness) if answer and answer.witness else None,
        "reason": answer.reason if answer else read.problem or None,
        "assumed": list(answer.assumed) if answer else [],
        "nearest": answer.nearest or None if answer else None,
        "needs": answer.needs or None if answer else None,
        "told": list(read.told),
    }


def place_json(place: Place) -> dict[str, int]:
    """A place as JSON."""
    return {"line": place.line, "column": place.column}
