"""The words around the formulas of a document: before the list that one belongs to, before itself, behind."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from .source import Document, Formula

NEAR: Final = 70
"""Characters before a formula in which the words stand that introduce it."""
LIST: Final = 8
"""Formulas of one list at most, of which the words before the first speak."""
_AND: Final = re.compile(r"[\s$,()\\\]\[]*(?:and|or)?[\s$,()\\\]\[]*")
_DENIED: Final = re.compile(
    r"(?:\b(?:without|unless|except|no longer|not|never|cannot|drop(?:ping|ped|s)?|violat\w+|contrary to"
    r"|instead of|rather than)|n't)(?: (?:the|a|an|any|that|to|we|necessarily|\w*assum\w+|suppos\w+|requir\w+"
    r"|need\w*|condition|hypothes[ie]s|having|being|if|when|for|even|always"
    r"|(?:non-?)?(?:positive|negative|integer)))*"
    r"[\s$,:(\\]*$",
    re.IGNORECASE,
)
_OTHERS: Final = re.compile(
    r"\b(?:(?:(?:previous|prior|earlier|other|their) (?:work|works|papers?|results?|authors?|analys[ie]s)"
    r"|et al\.?) (?:assum\w+|suppos\w+|requir\w+)(?: that)?"
    r"|(?:in contrast|as opposed|unlike|compared?)\b[^.;$]{0,40}\b(?:where|case|when|if|assum\w+|requir\w+)"
    r"|there (?:is|are|exists?) no)[\s$,:(\\]*$",
    re.IGNORECASE,
)
"""Words behind which a condition is that of others, or of nothing."""
_DENIED_BEHIND: Final = re.compile(
    r"[\s$)\\\]]*,? *(?:fails?|(?:does|do|is|are|need|was|were|should|may|might) not|need not|cannot"
    r"|(?:is|does|are|do)n't|no longer|is (?:false|violated|dropped|wrong))\b"
)


@dataclass(frozen=True)
class Words:
    """The words before the list that a formula goes on with, what stands behind it, the words before itself;
    where the list's first formula stands, the one before it in the list, where the list ends, what comes
    then.
    """

    before: str
    after: str
    own: str = ""
    head: int = -1
    previous: int = -1
    tail: int = -1
    rest: str = ""

    @property
    def joined(self) -> bool:
        """Whether *and* joins a formula to the one before it."""
        return self.previous >= 0 and bool(re.search(r"\band\W*$", self.own))

    @property
    def denied(self) -> bool:
        """Whether words take a condition back, or leave it open: without, unless, fails."""
        denied = _DENIED.search(self.before) or _OTHERS.search(self.before)
        return bool(denied or _DENIED_BEHIND.match(self.after))

    @staticmethod
    def around(source: Document, formulas: Sequence[Formula], place: int) -> Words:
        """The words around a formula; in "for x > 0 and y > 1" the second has those before the first."""
        last, start = formulas[place], place
        while start > max(place - LIST, 0) and not last.display and not formulas[start - 1].display:
            if not _AND.fullmatch(source.text[formulas[start - 1].end : formulas[start].start]):
                break
            start -= 1
        before = source.words(formulas[start].start - NEAR, formulas[start].start).rstrip("$\\([ ")
        previous = formulas[place - 1].start if start < place else -1
        own = source.words(last.start - NEAR, last.start).rstrip("$\\([ ")
        end = place
        while end + 1 < min(place + LIST, len(formulas)) and not formulas[end + 1].display:
            if not _AND.fullmatch(source.text[formulas[end].end : formulas[end + 1].start]):
                break
            end += 1
        tail = formulas[end].end
        rest = source.text[tail : tail + NEAR]
        return Words(
            before, source.text[last.end : last.end + NEAR], own, formulas[start].start, previous, tail, rest
        )


def surroundings(source: Document) -> dict[int, Words]:
    """The words around every formula, by where it begins."""
    return {f.start: Words.around(source, source.formulas, at) for at, f in enumerate(source.formulas)}
