r"""A document read as a whole: every link with its class, its claim, its conditions, and what came out."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ..kernel.real import FLIPPED
from .judging import EFFORT, Answer, Question, answers
from .kinds import ATOMS, DEFINITION, OBJECTS, SCALAR, unknowns
from .premises import Premise, Spoken, general, hypotheses, instances, meant, names_of, only_unknowns
from .side import Side
from .source import Document, Place, Trouble
from .stated import Said, Stated, stated
from .steps import ANNOUNCED, STANDS, Step, steps

ABOVE: Final = 40
"""Relations above one that it may follow from."""
NEAREST: Final = 200
"""Relations between unknowns that are looked at for one of them."""
ROUNDS: Final = 2
"""Times that it is asked what follows from what."""
Under = tuple[tuple[str, str, Place | None], ...]
"""Conditions, each with what the document has for it and where."""


@dataclass(frozen=True)
class Rests:
    """What a step between unknowns may rest on: what the text says of these, and of all such."""

    premises: Under = ()
    instances: Under = ()


@dataclass(frozen=True)
class Result:
    """A link, where it stands, and what came out. `under` are the conditions that it was judged under, each
    with what
    the document has and where; `alternative` the answer about a second reading.
    """

    stated: Stated
    place: Place
    answer: Answer | None
    under: Under = ()
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
    chosen = [
        one for one in said.links
        if lines is None or lines[0] <= source.place(one.link.position).line <= lines[1]
    ]  # fmt: skip
    knowing = _Knowing(source, said)
    under = [knowing.under(one) for one in chosen]
    rests = [knowing.rests(one) for one in chosen]
    asked: dict[tuple[int, bool], Question] = {}
    for at, one in enumerate(chosen):
        for other in (False, *([True] if one.other else [])):
            question = _question(one, under[at], rests[at], effort, other=other)
            unknown = tuple(sorted(said.atoms.keys() & names_of(one.claim)))
            question = question and replace(question, unknowns=unknown)
            if question is not None:
                asked[at, other] = question
    distinct = list(dict.fromkeys(asked.values()))
    found = dict(zip(distinct, answers(distinct, workers, told), strict=True))
    given = {key: found[question] for key, question in asked.items()}
    results = []
    for at, one in enumerate(chosen):
        answer, other_ = given.get((at, False)), given.get((at, True))
        place = source.place(one.link.position)
        results.append(_result(one, place, answer, other_, under[at], rests[at]))
    for _ in range(ROUNDS):
        if not _stepwise(source, results, effort, workers):
            break
    return Letter(name, tuple(results), (*source.troubles, *said.troubles), said.atoms, said.side)


def _stepwise(source: Document, results: list[Result], effort: int, workers: int) -> bool:
    """Ask of each relation that was not decided whether it follows from others above it; whether some do."""
    asked: dict[int, tuple[Question, list[Step]]] = {}
    for at, one in enumerate(results):
        if one.stated.kind != SCALAR or one.verdict != "unknown" or (one.answer and one.answer.needs):
            continue
        above = [
            step
            for other in results[max(at - ABOVE, 0) : at]
            if (step := _above(source, other, one)) is not None
        ]
        if found := steps(above, one.stated.claim):
            texts = tuple(text for text, _, _ in one.under)
            asked[at] = (
                Question(
                    one.stated.claim,
                    texts,
                    effort=effort // 2,
                    premises=tuple(s.text for s in found),
                    step=True,
                ),
                found,
            )
    told = answers([question for question, _ in asked.values()], workers, lambda done, total: None)
    for (at, (_, found)), answer in zip(asked.items(), told, strict=True):
        if answer.verdict == "proved":
            rests = Rests(tuple((s.text, _said(source, s), source.place(s.positions[0])) for s in found))
            results[at] = _result(
                results[at].stated, results[at].place, answer, None, results[at].under, rests
            )
    return any(answer.verdict == "proved" for answer in told)


def _above(source: Document, other: Result, one: Result) -> Step | None:
    """A relation as one that another may follow from: in its chapter, claimed, and not refuted."""
    stated, at = other.stated, other.stated.link.position
    if (
        stated.kind != SCALAR
        or other.verdict not in ("proved", "unknown")
        or not source.within(at, one.stated.link.position)
    ):
        return None
    words = source.words(stated.link.formula.start - 120, stated.link.formula.start)
    known = {text for text, _, _ in one.under}
    decided = other.verdict == "proved"
    if other.verdict == "unknown" and (
        ANNOUNCED.search(words) or not stated.refutable or (other.answer and other.answer.witness)
    ):
        return None
    return Step(stated.claim, (at,), decided) if {text for text, _, _ in other.under} <= known else None


def _said(source: Document, step: Step) -> str:
    places = ", ".join(str(source.place(at)) for at in step.positions)
    return f"{STANDS} {places}" + ("" if step.decided else ", which is not decided")


def _result(
    one: Stated, place: Place, answer: Answer | None, other: Answer | None, under: Under, rests: Rests
) -> Result:
    """A link with its answer. A relation between objects that follows by arithmetic from what the text says
    of them is one about unknowns; else it is left alone. Of the premises those are named that were used.
    """
    if answer is None:
        return Result(one, place, None, under)
    if one.kind in (OBJECTS, DEFINITION):
        if answer.verdict != "proved":
            return Result(one, place, None, under)
        one = replace(one, kind=one.otherwise or ATOMS)
    used = tuple(r for r in (*rests.premises, *rests.instances) if r[0] in answer.assumed)
    rest = tuple(text for text in answer.assumed if text not in {text for text, _, _ in used})
    return Result(one, place, replace(answer, assumed=rest), (*under, *used), other)


def _question(one: Stated, under: Under, rests: Rests, effort: int, *, other: bool) -> Question | None:
    """What is asked about a link, if anything; of objects, only where something is known of them."""
    if one.growth is not None:
        return Question(one.link.latex, growth=one.growth)
    texts = tuple(text for text, _, _ in under)
    noted = tuple(text for text, _, at in under if at is None and not text.endswith(" integer"))
    instances = tuple(text for text, _, _ in rests.instances)
    premises = tuple(text for text, _, _ in rests.premises)
    if one.kind in (SCALAR, ATOMS) and one.claim:
        claim = one.other if other else one.claim
        before = "" if other else one.before
        refutable = one.refutable and one.kind == SCALAR
        both = one.link.joint == r"\iff"
        least = any("is least" in words for words in one.told)
        return Question(claim, texts, noted, refutable, effort, instances, premises, before, both, least)
    about = one.otherwise or (one.kind == OBJECTS and (instances or premises))
    if about and one.claim and not other:
        return Question(one.claim, texts, noted, False, effort // 2, instances, premises)
    return None


class _Knowing:
    """What a document says, asked for what a link may rest on."""

    def __init__(self, source: Document, said: Said) -> None:
        self.source, self.said = source, said
        about = (one for one in said.links if one.kind in (OBJECTS, ATOMS) and one.claim)
        self.spoken = [self._spoken(one) for one in about if one.link.sign in FLIPPED or one.link.sign == "="]
        self.places = [spoken.position for spoken in self.spoken]
        self.general = [*general(source, self.spoken), *meant(source, said.parsed)]

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
            return Rests()
        place = bisect_left(self.places, one.link.position)
        near = self.spoken[max(place - NEAREST, 0) : place + NEAREST // 4]
        found = hypotheses(self.source, near, one.claim, mine, one.link)
        if any(only_unknowns(side, mine) for side in re.split(r" (?:<=|>=|<|>|=|!=) ", one.claim)):
            return Rests(self._placed(found))
        more = instances(self.source, self.general, one.claim, mine, one.link, self.said.parsed)
        return Rests(self._placed(found), self._placed(more))

    def _placed(self, found: Sequence[Premise]) -> Under:
        return tuple((p.text, p.said, self.source.place(p.position)) for p in found)


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
