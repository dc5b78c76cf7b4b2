r"""A document read as a whole: every link with its class, its claim, its conditions, and what came out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from .claimed import Stated
from .claims import stated
from .context import ORDERED, Knowing, Rests, Under
from .judgement import EFFORT, Answer, Question, answers
from .kinds import ATOMS, DEFINITION, OBJECTS, REMARK, SCALAR
from .premises import (
    names_of,
)
from .side import Side
from .source import CUT, Document, Place, Trouble
from .steps import ANNOUNCED, STANDS, Step, steps

ABOVE: Final = 40
"""Relations above one that it may follow from."""
CHECKED: Final = 500
"""Links of one document that are checked where no more are asked for."""
FEWER: Final = 100
"""The same of a document that is too long to be read to its end."""
BEYOND: Final = "not checked: it is beyond the links that were asked for (--most N checks more)"
ROUNDS: Final = 2
"""Times that it is asked what follows from what."""
LONGER: Final = 8
"""Efforts that a relation gets at most which is open after one."""
POOL: Final = 40
"""Efforts that all such of a document share."""

_READ_AS: Final = re.compile(r"\bread as (.*); it could be (.*)")
"""The note on a text that may be read in two ways."""


@dataclass(frozen=True)
class Result:
    """A link, where it stands, and what came out. `under` are the conditions that it was judged under, each
    with what
    the document has and where; `alternative` the answer about a second reading; `elsewhere` are
    conditions that only other sentences state, under which it was proved.
    """

    stated: Stated
    place: Place
    answer: Answer | None
    under: Under = ()
    alternative: Answer | None = None
    elsewhere: Under = ()

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
    beyond: int = 0

    def counted(self) -> Counter[str]:
        """How many links there are of each class."""
        return Counter(one.stated.kind for one in self.results)

    def judged(self) -> list[Result]:
        """The links about numbers or unknowns."""
        return [one for one in self.results if one.stated.kind in (SCALAR, ATOMS)]


def read_document(
    source: Document, name: str, *, lines: tuple[int, int] | None = None, effort: int = EFFORT,
    workers: int = 1,
    side: Side | None = None, most: int | None = None,
    told: Callable[[int, int], None] = lambda done, total: None,
) -> Letter:  # fmt: skip
    r"""What holds in a document, link by link.

    >>> from .source import document
    >>> found = read_document(document(r"For $x > -1$ we have $\log(1+x) \le x = \frac{2x}{2}$."), "a text")
    >>> [(str(r.place), r.stated.claim, r.verdict) for r in found.judged()]
    [('1:23', 'log(1 + x) <= x', 'proved'), ('1:41', 'x = 2*x/2', 'proved')]
    """
    said = stated(source, side)
    if most is None:
        most = FEWER if any(trouble.words == CUT for trouble in source.troubles) else CHECKED
    chosen = [
        one for one in said.links
        if lines is None or lines[0] <= source.place(one.link.position).line <= lines[1]
    ]  # fmt: skip
    knowing = Knowing(source, said)
    under = [knowing.under(one) for one in chosen]
    rests: dict[int, Rests] = {}
    asked: dict[tuple[int, bool], Question] = {}
    beyond: set[int] = set()
    for at, one in enumerate(chosen):
        if len(rests) == most:
            beyond |= {at} if one.kind in (SCALAR, ATOMS) and one.claim else set()
            continue
        rested = knowing.rests(one)
        for other in (False, *([True] if one.other else [])):
            question = _question(one, under[at], rested, effort, other=other)
            unknown = tuple(sorted((said.atoms.keys() | one.real) & names_of(one.claim)))
            groups = tuple(tuple(g.text for g in group) for group in one.elsewhere)
            question = question and replace(
                question, unknowns=unknown, elsewhere=groups, bound=tuple(sorted(one.bound))
            )
            if question is not None:
                rests[at], asked[at, other] = rested, question
    distinct = list(dict.fromkeys(asked.values()))
    found = dict(zip(distinct, answers(distinct, workers, told), strict=True))
    given = {key: found[question] for key, question in asked.items()}
    given |= _longer(asked, given, workers, told)
    results = []
    for at, one in enumerate(chosen):
        answer, other_ = given.get((at, False)), given.get((at, True))
        answer = Answer("unknown", BEYOND) if at in beyond else answer
        place = source.place(one.link.position)
        if answer and other_ and answer.verdict != "proved":
            one, answer, other_ = _otherwise(one, answer, other_)
        result = _result(one, place, answer, other_, under[at], rests.get(at, Rests()))
        results.append(_with_elsewhere(source, result))
    for _ in range(ROUNDS):
        if not _stepwise(source, results, effort, workers):
            break
    fails = {(one.stated.claim, one.place) for one in results if one.verdict == "refuted"}
    results = [_on_ground(one, fails) for one in results]
    troubles = (*source.troubles, *said.troubles)
    return Letter(name, tuple(results), troubles, said.atoms, said.side, len(beyond))


def _otherwise(one: Stated, answer: Answer, other: Answer) -> tuple[Stated, Answer, Answer]:
    """A link that does not hold as it was read, and may be read in another way: what was meant is what
    holds; what fails in one way alone is not decided.
    """
    if other.verdict != "proved":
        if answer.verdict != "refuted" or other.verdict == "refuted":
            return one, answer, other
        words = f"it reads in two ways, and fails in one of them ({answer.reason})"
        return one, Answer("unknown", words, effort=answer.effort), other
    told = tuple(_READ_AS.sub(r"read as \2; it could be \1", words) for words in one.told)
    swapped = replace(one, claim=one.other, raw=one.other, other=one.claim, definitions=(), told=told)
    return swapped, other, answer


def _longer(
    asked: Mapping[tuple[int, bool], Question],
    given: Mapping[tuple[int, bool], Answer],
    workers: int,
    told: Callable[[int, int], None],
) -> dict[tuple[int, bool], Answer]:
    """What comes out with more effort where relations between numbers are left open: few get more than
    many.
    """
    left = {key: asked[key] for key, answer in given.items() if answer.open and not asked[key].unknowns}
    distinct = list(dict.fromkeys(left.values()))
    times = min(LONGER, POOL // max(len(distinct), 1))
    if times < 2:
        return {}
    longer = [replace(question, effort=times * question.effort) for question in distinct]
    found = dict(zip(distinct, answers(longer, workers, told), strict=True))
    return {key: found[question] for key, question in left.items()}


def _on_ground(one: Result, fails: set[tuple[str, Place]]) -> Result:
    """A result, but not decided where it holds only by a relation that fails."""
    rests = [at for text, _, at in one.under if at is not None and (text, at) in fails]
    if one.verdict != "proved" or not rests:
        return one
    return replace(
        one, answer=Answer("unknown", f"it would follow from the relation at {rests[0]}, which fails")
    )


def _with_elsewhere(source: Document, one: Result) -> Result:
    """A result with the conditions of other sentences that it was proved under, and their places."""
    assumed = one.answer.assumed if one.verdict == "proved" and one.answer is not None else ()
    known = [g for group in one.stated.elsewhere for g in group if g.text in assumed]
    return replace(one, elsewhere=tuple((g.text, g.said, source.place(g.position)) for g in known))


def _stepwise(source: Document, results: list[Result], effort: int, workers: int) -> bool:
    """Ask of each relation that was not decided whether it follows from others above it; whether some do."""
    asked: dict[int, tuple[Question, list[Step]]] = {}
    for at, one in enumerate(results):
        if one.stated.kind != SCALAR or one.verdict != "unknown" or one.answer is None:
            continue
        if one.answer.needs or one.answer.reason == BEYOND:
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
        or stated.link.sign not in ORDERED
        or other.verdict not in ("proved", "unknown")
        or other.elsewhere
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
    if one.kind in (OBJECTS, DEFINITION, REMARK):
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
        least = any("read as the value at which" in words for words in one.told)
        return Question(claim, texts, noted, refutable, effort, instances, premises, before, both, least)
    about = one.otherwise or (one.kind == OBJECTS and (instances or premises))
    if about and one.claim and not other:
        return Question(one.claim, texts, noted, False, effort // 2, instances, premises)
    return None
