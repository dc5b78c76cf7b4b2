r"""How far the words of a document reach: its sentences, and which quantifier speaks of a name at a place."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from .source import Document, Formula

FOR, IF, LET, CLAIMED = "for", "if", "let", "claimed"
"""Levels of what speaks of a name: a quantifier, a condition beside it, a declaration that begins anew; what
is claimed is no condition, but others may say what they would follow from.
"""
_STOP: Final = re.compile(r"[.!?](?=[)\"'*_$\]\\\s]*\s(?:[^\Wa-zа-яё]|[^\w\s]|$))|[.!?]$")
_ABBREVIATED: Final = re.compile(
    r"\b(?:e\.g|i\.e|cf|eqs?|figs?|thm|lem|prop|sec|def|cor|resp|w\.r\.t|s\.t|vs)\.$", re.I
)
_PARAGRAPH: Final = re.compile(
    r"\n[ \t>]*\n[\s>]*|\n(?=[ \t]*(?:[-*+]|\d+[.)]) )|\\item\b|\\par\b|\n(?=[ \t]*\|)"
)
_CLOSED: Final = re.compile(
    r"[.!?](?:\s|\\(?:label|tag)\{[^}]*\}|\\(?:nonumber|notag)\b|\\end\{\w+\*?\}|\\\\)*$"
)
_DELIMITER: Final = re.compile(r"\s*(?:\$\$|\\[\[\]]|\\(?:begin|end)\{\w+\*?\}|```+(?: *math)?)?[\s,:>]*")
_REASON: Final = re.compile(
    r"\b(?:since|because|as|so|hence|thus|therefore|which|then|by|indeed|i\.e)\b", re.IGNORECASE
)
_BREAK: Final = re.compile(r";|[,:)$]\s*(?:and|but|while|whereas|yet)\b", re.IGNORECASE)
_HERE: Final = re.compile(r"\W*(?:where|wherein|here|in which|denot\w+|где|здесь)\b", re.IGNORECASE)
_ANEW: Final = re.compile(
    r"\b(?:and|so|hence|then|thus|but|while|now),? (?:with|choosing|taking|setting|picking)\b[^.$]{0,40}\$?$",
    re.I,
)
"""Words with which a value begins that is one of what follows."""
_GOES_ON: Final = re.compile(
    r"[\s$)\\\],;]*(?:and|but|while|so|hence|thus|since|because|where|whereas|which|as|by|yet)\b",
    re.IGNORECASE,
)
_TRAILING: Final = re.compile(
    r"[\s$)\\\]]*(?:,?\s*(?:which|that|this|it)\s+)?(?:(?:holds?|is (?:true|valid)|are (?:true|valid))\s*)?"
    r"\(?(?:for|if|when|whenever|where|with|provided|given|as long as|such that|on|at)\b(?!.*[;,:] )",
    re.IGNORECASE | re.DOTALL,
)  # fmt: skip


@dataclass(frozen=True)
class Mention:
    """Words that speak of names: the level, where their formula stands, and from where to where; `own` where
    they say of which set the names are any, `real` where that is all numbers, `open` where they say more
    than is read, `every` where the formula itself has a quantifier.
    """

    names: frozenset[str]
    level: str
    at: int
    end: int
    own: bool = False
    real: bool = False
    open: bool = False
    every: bool = False


@dataclass(frozen=True)
class _Run:
    """Mentions with no claim between them; a leading one speaks of what follows, else of what it follows."""

    mentions: tuple[Mention, ...]
    leading: bool

    def of(self, name: str, level: str) -> list[Mention]:
        return [m for m in self.mentions if m.level == level and name in m.names]


@dataclass
class Scopes:
    """The sentences of a document, what speaks of names in them, and where its claims stand."""

    source: Document
    mentions: Sequence[Mention] = ()
    claims: Sequence[tuple[int, Formula]] = ()
    _runs: dict[int, list[_Run]] = field(default_factory=dict)

    @cached_property
    def ends(self) -> tuple[int, ...]:
        """Where sentences end."""
        return tuple(sorted(set(_ends(self.source))))

    def sentence(self, position: int) -> int:
        """The number of the sentence in which a place is.

        >>> from .source import document
        >>> made = document("For $x > 0$ we have\\n\\n$$x^2 > 0.$$\\n\\nThen $y < 1$, e.g. $y = .5$. So $z$.")
        >>> [Scopes(made).sentence(f.start) for f in made.formulas]
        [0, 0, 1, 1, 2]
        """
        return bisect_right(self.ends, position)

    def words(self, position: int) -> str:
        """The sentence that a place is in, on one line."""
        place = self.sentence(position)
        start = self.ends[place - 1] if place else 0
        return self.source.words(start, self.ends[place] if place < len(self.ends) else len(self.source.text))

    def explains(self, later: int, position: int) -> bool:
        """Whether what stands behind a place speaks of it: in its sentence, or in one that begins with
        *here*; not what begins anew, *and with*.
        """
        number = self.sentence(later)
        if _ANEW.search(self.source.words(later - 60, later)):
            return False
        opening = self.source.text[self.ends[number - 1] : later] if number else ""
        return number == self.sentence(position) or (
            number == self.sentence(position) + 1 and _HERE.match(opening) is not None
        )

    def bound(self, position: int) -> dict[str, list[Mention]]:
        """The names that a quantifier speaks of at a place, with it and with the conditions beside it."""
        made: dict[str, list[Mention]] = {}
        for name in sorted({n for m in self._in(self.sentence(position)) for n in m.names}):
            if chosen := [*self._of(name, FOR, position), *self._of(name, IF, position)]:
                first = max((m.at for m in chosen if m.level == FOR), default=-1)
                made[name] = [m for m in chosen if m.level == FOR or not m.at < first < position]
        return made

    def again(self, names: Iterable[str], at: int, position: int) -> bool:
        """Whether between two places, in a later sentence, a declaration begins anew with one of some
        names.
        """
        mine = self.sentence(at)
        for name in names:
            found = self._declared.get(name, [])
            last = bisect_right(found, position) - 1
            if last >= 0 and found[last] > at and self.sentence(found[last]) > mine:
                return True
        return False

    @cached_property
    def _declared(self) -> dict[str, list[int]]:
        made: dict[str, list[int]] = {}
        for one in self.mentions:
            for name in one.names if one.level == LET else ():
                made.setdefault(name, []).append(one.at)
        return {name: sorted(places) for name, places in made.items()}

    def _in(self, sentence: int) -> list[Mention]:
        return [m for m in self._by_sentence.get(sentence, ()) if m.level in (FOR, IF)]

    @cached_property
    def _by_sentence(self) -> dict[int, list[Mention]]:
        made: dict[int, list[Mention]] = {}
        for one in sorted(self.mentions, key=lambda m: m.at):
            made.setdefault(self.sentence(one.at), []).append(one)
        return made

    @cached_property
    def _claims_in(self) -> dict[int, list[tuple[int, Formula]]]:
        made: dict[int, list[tuple[int, Formula]]] = {}
        for one in sorted(self.claims, key=lambda c: c[0]):
            made.setdefault(self.sentence(one[0]), []).append(one)
        return made

    def _of(self, name: str, level: str, position: int) -> list[Mention]:
        """What speaks of a name at a place, at one level: what trails behind it, else the last before it."""
        sentence = self.sentence(position)
        runs = self._runs_of(sentence)
        behind = next((r for r in runs if r.mentions[0].at > position), None)
        trails = [] if behind is None or behind.leading else behind.of(name, level)
        if trails and (_BREAK.search(between := self._between(position, trails[0].at)) or r"\\" in between):
            trails = []
        for run in reversed([r for r in runs if r.mentions[0].at <= position]):
            if found := run.of(name, level):
                words = self.source.text[max(m.end for m in run.mentions) : position]
                reason = _REASON.search(words) and not _BREAK.search(words)
                leads = found if run.leading or reason else []
                return [*leads, *trails] if not trails or self._adds(found[-1], trails[0]) else trails
        return trails

    def _adds(self, leading: Mention, trailing: Mention) -> bool:
        """Whether a condition of a row of a display adds to the quantifier that stands before the display."""
        shown = (f for f in self.source.formulas if f.display and f.start <= trailing.at <= f.end)
        return not trailing.every and any(leading.end < f.start for f in shown)

    def _between(self, position: int, end: int) -> str:
        """The text between the claim at a place and the last claim before another, if that is another one."""
        here = [c for c in self._claims_in.get(self.sentence(position), ()) if c[0] < end]
        mine = next((c for c in reversed(here) if c[0] <= position), None)
        if mine is None or mine is here[-1]:
            return ""
        same = mine[1] is here[-1][1]
        return (
            self.source.text[mine[0] : here[-1][0]]
            if same
            else self.source.text[mine[1].end - 1 : here[-1][1].start]
        )

    def _runs_of(self, sentence: int) -> list[_Run]:
        if sentence not in self._runs:
            self._runs[sentence] = list(self._made(sentence))
        return self._runs[sentence]

    def _made(self, sentence: int) -> Iterator[_Run]:
        claims = self._claims_in.get(sentence, [])
        rest = self._in(sentence)
        while rest:
            following = next((c for c in claims if c[0] > rest[0].at), None)
            run = [m for m in rest if following is None or m.at < following[0]]
            rest = rest[len(run) :]
            before = [c for c in claims if c[0] < run[0].at]
            cut = next((k for k, m in enumerate(run) if k and _again(m, run[:k])), len(run))
            if cut < len(run) and before:  # one behind the claim before, one before the claim behind
                yield _Run(tuple(run[:cut]), leading=False)
                run, leading = run[cut:], following is not None
            else:
                leading = not before or (
                    following is not None and self._leads(run, before[-1][1], following[1])
                )
            yield _Run(tuple(run), leading)

    def _leads(self, run: Sequence[Mention], before: Formula, following: Formula) -> bool:
        """Whether mentions between two claims speak of the second one."""
        if before.start <= run[0].at <= before.end:
            return False
        words = self.source.text[before.end : run[0].at]
        if not _TRAILING.match(words.replace("$", " ").replace("\n", " ")):
            comma = re.match(r"[\s$)\\\]]*,\s*(?:for|if|when|whenever|where|with|provided|given)\b", words)
            behind = self.source.text[max(m.end for m in run) : following.start]
            return comma is None or _GOES_ON.match(behind) is None
        return False


def _again(one: Mention, before: Iterable[Mention]) -> bool:
    return any(one.level == m.level == FOR and one.names & m.names for m in before)


def _ends(source: Document) -> Iterator[int]:
    """Where sentences end: at stops, also within displays, and at paragraphs, but for a display's own."""
    kept, at = [], 0
    shown = {}
    for one in source.formulas:
        stop = "." if _CLOSED.search(one.latex) else "x"
        kept += [source.text[at : one.start], "x" * (one.end - one.start - 1), stop]
        at = one.end
        if one.display:
            shown[one.end] = stop
    text = "".join([*kept, source.text[at:]])
    for match in _STOP.finditer(text):
        if not _ABBREVIATED.search(text[max(match.end() - 8, 0) : match.end()]):
            yield match.end()
    for end, stop in shown.items():
        behind = re.match(r"(?:\$\$|\\\]|\\end\{\w+\*?\}|```)?\s*([^\W\da-zа-яё_]?)", text[end:])
        if stop == "." or (behind is not None and behind[1]):
            yield end
    displays = [f for f in source.formulas if f.display]
    starts, stops = [f.start for f in displays], [f.end for f in displays]
    for match in _PARAGRAPH.finditer(text):
        after, before = bisect_right(starts, match.end()), bisect_right(stops, match.start()) - 1
        opening = after < len(starts) and _DELIMITER.fullmatch(text[match.end() : starts[after]])
        closing = before >= 0 and _DELIMITER.fullmatch(text[stops[before] : match.start()])
        if not (opening or closing):
            yield match.start()
    yield from source.sections
