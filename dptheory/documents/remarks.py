r"""What a text says about a relation instead of claiming it: that it is denied, that equality holds there,
that it is the place of an optimum.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from ..latex.signs import trimmed
from .links import Statement
from .parsed import Parsed, lone
from .scopes import Scopes
from .source import Document, Formula

DENIED: Final = "denied by the text"
OPEN: Final = "not judged: the text leaves it open"
EQUALITY: Final = "not judged: where equality holds"
OPTIMUM: Final = "not judged: the place of an optimum"
_MARK: Final = "¤"
"""What stands for a formula in the words of a sentence."""
_REST: Final = rf"[^.;:{_MARK}]"
_COMMA: Final = rf"[^.;:,{_MARK}]"
_BESIDE: Final = (
    r"(?:for|if|when|whenever|where|with|given|provided|whatever|all|every|any|each|over|on)"
    rf"\b{_REST}{{0,40}}"
)
_CONDITION: Final = re.compile(
    r"\b(?:for|if|when|whenever|where|with|given|provided(?: that)?|all|every|any|each|let|over|on)\b"
    r"(?: (?!we\b|have\b|has\b|then\b|that\b)[a-z-]+){0,3}[\s,(]*$",
    re.I,
)
"""Words behind which a relation says what its names may be."""
_JOINED: Final = rf"(?:{_MARK}[\s)]*(?:,\s*)?(?:and|or|nor)?[\s(]*)*"

_HEDGED: Final = r"(?:(?:exactly|precisely|only|just|even|always|both|namely|also|in) )*"
_CASES: Final = r"(?:at|iff|if|when|whenever|for|where|in the|by|under|precisely|exactly|only|cases?)"
_EQUAL: Final = re.compile(
    rf"\b(?:cases? of equality|(?:equality|both sides (?:are equal|agree"
    rf"|coincide))\b{_COMMA}{{0,40}}?\b{_CASES}|(?:tight"
    rf"|sharp|saturated),? {_HEDGED}{_CASES}"
    rf"|(?:attained|achieved) {_HEDGED}(?:at|when|whenever|iff|if|where))\b"
    rf"(?! (?:all|any|every|each)\b){_COMMA}{{0,40}}{_JOINED}$",
    re.I,
)
_EQUAL_BEHIND: Final = re.compile(
    rf"[\s,)]*(?:(?:then|we have|we get|we obtain|one has|there is|this is|it is|it holds|gives?"
    rf"|yields?|for|is"
    rf"|(?:the|this|our) (?:bound|inequality|estimate) (?:is|becomes|holds with)|holds with|the case of) )*"
    rf"(?:both sides (?:are|become) equal|both sides (?:agree|coincide)|(?:tight|sharp)\b"
    rf"|(?:an )?equality\b(?!\s*{_MARK}| that| between| of| in))",
    re.I,
)
_SOME_EQUALITY: Final = re.compile(r"\b(?:the|this|that|following|an?|which) equality\b", re.I)

_FALSE: Final = (
    r"(?:false|wrong|incorrect|untrue|invalid|impossible|absurd|mistaken|erroneous|nonsens\w+|refuted"
    r"|disproved"
    r"|an? (?:contradiction|error|mistake|fallacy)|contradictory"
    r"|(?:not|never|no longer|hardly)(?: (?:always|generally|necessarily|in general|even|quite"
    r"|actually|at all))*"
    r" (?:true|correct|valid|right|so|the case|satisfied|possible))"
)
_SURELY: Final = (
    r"(?:,? (?:of course|in fact|however|clearly|obviously|simply|plainly|certainly|in general"
    r"|generally|always|also"
    r"|unfortunately|quite|just|evidently|both|itself|already|known to be|easily seen to be))*"
)
_FAILS: Final = (
    r"(?:(?:is|are|was|were|be|would be|must be|can only be|turns out to be)"
    rf"{_SURELY},? {_FALSE}|(?:isn't|aren't) (?:true|correct|valid|right|so)|fails?\b|failed\b|breaks? down"
    r"|(?:(?:does|do|did|can|could|will|would|need|may|might) not|(?:does|do|did|could|would|need)n't"
    r"|cannot|can't"
    rf"|never){_SURELY}(?: actually| even| possibly| necessarily)* (?:holds?|be true|be correct|be"
    rf"|happen|occur)\b)"
)
_SAYING: Final = (
    r"(?:claim|statement|assertion|inequality|bound|belief|conjecture|hypothesis|identity|relation"
    r"|formula|estimate"
    r"|assumption|idea|equation|equality|conclusion|guess)s?"
)
_THIS: Final = rf"(?:this|that|it|which|they|these|both|the latter|(?:this|the|that|such an?) {_SAYING}),?"
_BUT: Final = (
    r"(?:(?:but|yet|however|although|though|and|while|whereas|unfortunately|alas|of course|in fact"
    r"|actually|now"
    r"|clearly),? )*"
)
_DENIED_BEHIND: Final = re.compile(
    rf"(?:[\s,()]*(?:{_BESIDE}|and|or|nor)\s*{_MARK})*[\s,()—–-]*"
    rf"(?:{_SURELY} ?{_FAILS}|{_BUT}{_THIS}{_SURELY} {_FAILS}(?! that\b)|which contradicts|contradicting"
    r"|(?:and this is )?an? (?:obvious |clear )?(?:contradiction|absurdity))",
    re.I,
)
_DENIED_THEN: Final = re.compile(rf"[\s.)]*{_BUT}{_THIS}{_SURELY} {_FAILS}(?! that\b)", re.I)
"""The next sentence, where it takes back the one before."""
_LATER: Final = rf"{_COMMA}{{0,60}}?(?:,? ?\b{_BESIDE}{_MARK}{_COMMA}{{0,30}},?)*(?:{_MARK} *(?:and|or) *)?"
_DENYING: Final = re.compile(
    rf"(?:\b(?:is|was|would be|be) (?:simply |clearly |of course )*{_FALSE}(?: in general)?,? (?:that"
    rf"|to (?:\w+ )?"
    r"(?:claim|say|write|conclude|think|believe|assume|state|infer)(?: that)?)\b"
    r"|\b(?:it|there) (?:isn't|cannot|can't|does not|doesn't|need not)(?: be| hold)?(?: true| so)? that\b"
    rf"|\b{_FALSE} {_SAYING}\b"
    r"|\b(?:common|frequent|typical|usual|popular|classic|tempting|widespread|notorious)(?: \w+)?"
    r" (?:error|mistake|misconception|fallacy|pitfall|misbelief|slip)s?\b"
    rf"|\bcounter-?examples? (?:to|against)\b|\b(?:disprov|refut)(?:es?|ing|ed)\b(?! by)"
    r"|\b(?:erroneous|wrong|incorrect|mistaken|fals)(?:e?ly)\b|\bneither\b|\bnor\b"
    r"|\bsuppos\w+,? (?:otherwise|not)\b,?"
    r"|\b(?:(?:do|does|did|can|could|will|would)(?: not|n't)|cannot|can't|never) (?:have|hold that"
    r"|get|obtain)\b(?! to\b)"
    r"|\b(?:suppos\w+|assum\w+),? (?:for|towards?|by|to|on)(?: the| a| way of"
    r"| sake of)* (?:contradiction|contrary),?"
    rf"|\b(?:for|towards?|by way of)(?: the| a| sake of)* contradiction,? (?:suppos\w+|assum\w+"
    rf"|let)\b){_LATER}$"
    rf"|\bcontrary to\b{_COMMA}{{0,60}}?(?: {_BESIDE}{_MARK},?{_COMMA}{{0,20}})*$"
    rf"|\b(?:{_FALSE}|{_FAILS})\W*:[\s(]*(?:\b{_BESIDE}{_MARK}[\s,]*)*(?:we have|one has|it holds that"
    rf"|then)?[\s,]*$",
    re.I,
)
_SUBJECT: Final = re.compile(rf"\b{_SAYING}(?: that)? $", re.I)
_FALSE_BEHIND: Final = re.compile(rf"{_COMMA}{{0,40}}? {_FAILS}", re.I)
_NONE: Final = re.compile(
    rf"\bthere (?:is|are|exists?) no\b{_COMMA}{{0,40}}{_MARK}?{_COMMA}{{0,20}}"
    rf"\b(?:such that|with|satisf\w+|for which|where)\b{_COMMA}{{0,12}}$"
    rf"|\bno(?: \w+){{0,2}} {_MARK}{_COMMA}{{0,20}}\b(?:has|have|satisf\w+|obeys?)\b{_COMMA}{{0,12}}$",
    re.I,
)
"""Words behind which a relation holds for nothing."""
_WOULD: Final = re.compile(
    rf"\bwould(?: \w+)? (?:imply|give|yield|mean|force|lead to|follow)\b{_LATER}$", re.I
)
_WEIGHED: Final = re.compile(
    r"(?:\b(?:one|you|we|it|they|a reader)(?: \w+)? (?:might|may|could|would)(?: \w+)? (?:be )?"
    r"(?:think|hope|expect|believe|guess|suspect|conjecture|imagine|tempted|seem|appear)\w*\b"
    r"|\bwould(?: \w+)? (?:imply|mean|force)\b|\bit would follow\b"
    r"|\b(?:does|do|did|need|can|could)(?: not|n't) (?:imply|give|yield|mean|follow|show|prove|guarantee)\b"
    r"|\bcannot (?:conclude|deduce|infer|guarantee|imply)\b"
    r"|\b(?:not|un)[ ]?(?:clear|known|obvious|certain) (?:that|whether|if)\b|\bwhether\b"
    rf"|\bif it (?:were|was)\b|\bwould be (?:\w+ )?if\b|\b(?:is it|are they|could it be) (?:true"
    rf"|possible|so|the case)\b){_LATER}$",
    re.I,
)
"""Words that say what one may think, or what would follow."""
_CONTRARY: Final = re.compile(
    r"\b(?:suppos\w+|assum\w+)\b[^.;:$]{0,20}\b(?:contradiction|contrary)\b"
    r"|\bsuppos\w+,? (?:otherwise|not)\b"
    r"|\b(?:contradiction|contrary),? (?:suppos\w+|assum\w+|let)\b",
    re.I,
)
_ABSURD: Final = re.compile(r"\b(?:contradict\w*|absurd\w*|impossible)\b", re.I)

_EXTREME: Final = (
    r"(?:minimi[sz]\w+|minim(?:um|al|a)\b|maximi[sz]\w+|maxim(?:um|al|a)\b|optim\w+|(?<!at )least\b"
    r"|smallest\b"
    r"|largest\b|greatest\b|lowest\b|highest\b|best\b|worst\b|peaks?\b|tightest\b|arg ?m(?:in|ax)\w*"
    r"|extrem(?:um|a|al)\b"
    r"|(?:stationary|critical|saddle|turning)\b|миними\w+|максими\w+|оптим\w+)"
)
_PLACED: Final = re.compile(
    rf"\b{_EXTREME}{_REST}{{0,40}}?\b(?:at|when|whenever|for|by|if|iff|where|with|taking|choosing"
    rf"|setting|putting"
    rf"|picking|point|choice|при)\b{_COMMA}{{0,30}}{_JOINED}$"
    rf"|\b(?:optim\w+|best|\w+mi[sz](?:er|ing)|arg ?m(?:in|ax)\w*|point){_REST}{{0,30}}{_JOINED}$",
    re.I,
)
STARRED: Final = re.compile(r"_(?:star|hat|opt|min|max)$|(?<=[a-z])0$")
"""What marks the name of a place: x* for x."""
_GIVES: Final = re.compile(
    rf"\b{_EXTREME}[^.;:]{{0,60}}?\b(?:gives?|yields?|we (?:get|find|obtain)|да[её]т|получаем)\b"
    rf"{_COMMA}{{0,20}}[\s:]*$",
    re.I,
)
"""Words behind which a starred name is a place, and so is the one by which they are."""
_PLACED_BEHIND: Final = re.compile(
    r"[\s,)]*(?:(?:which|that|and|this|it|will|would|is|are|being|to|as|clearly|then|also|the|a|an"
    r"|where|at|in order"
    rf") )*{_EXTREME}",
    re.I,
)
_CHOSEN: Final = re.compile(
    r"\b(?:choos\w+|chose\w*|set(?:s|ting)?|tak(?:e|es|ing)|pick\w*|put(?:s|ting)?|let(?:ting)?"
    r"|select\w*|define\w*)\b"
    rf"{_COMMA}{{0,30}}$",
    re.I,
)
_VALUE: Final = re.compile(
    r"\b(?:gives?|yields?|gets?|obtains?|have|has|becomes|leads to|value is)\b[^¤]*$", re.I
)
"""Words behind which stands what is least, not where."""
_LEAST: Final = re.compile(
    r"minimi[sz]|\bminim(?:um|al|a)\b|(?<!at )\bleast\b|smallest|lowest|argmin|миними", re.I
)
_GREATEST: Final = re.compile(
    r"maximi[sz]|\bmaxim(?:um|al|a)\b|greatest|largest|highest|\bpeak|argmax|максими", re.I
)
_BETTER: Final = re.compile(r"optim|\bbest\b|tightest|оптим", re.I)
_LOCAL: Final = re.compile(
    r"\b(?:local\w*|critical|stationary|saddle|turning|inflection|not|nearly|about|roughly"
    r"|approximately|around"
    r"|up to|close to)\b|n't\b",
    re.I,
)
_AMONG: Final = re.compile(
    r"\b(?:over|on|within|among|between|in the|interval|domain|subject to|under|constrain\w*"
    r"|restrict\w*|fixed|jointly|respectively"
    r"|if|unless"
    r"|asymptotic\w*|large|small)\b",
    re.I,
)


@dataclass(frozen=True)
class Place:
    """Where something is said to be least (`<=`) or greatest (`>=`), or in neither way surely; whether the
    words leave no doubt of that; whether they give a name that value.
    """

    sign: str
    sure: bool
    chosen: bool


@dataclass(frozen=True)
class Remarks:
    """What the words around the formulas of a document say of them."""

    source: Document
    scopes: Scopes
    parsed: Parsed

    def around(self, formula: Formula) -> tuple[str, str, str]:
        """The words of its sentence before a formula and behind it, with a mark for every other; the next
        sentence.

        >>> from .links import statements
        >>> from .source import document
        >>> made = document("For $x > 0$ we have $x^2 > 1$, say. This is wrong.")
        >>> Remarks(made, Scopes(made), Parsed()).around(made.formulas[1])
        ('For ¤ we have ', ', say.', 'This is wrong.')
        """
        number = self.scopes.sentence(formula.start)
        ends = (0, *self.scopes.ends, len(self.source.text))
        end = max(ends[number + 1], formula.end)
        before = self._words(ends[number], formula.start).rstrip("([ ") + " "
        return before, self._words(formula.end, end), self._words(end, ends[min(number + 2, len(ends) - 1)])

    @cached_property
    def _starts(self) -> list[int]:
        return [one.start for one in self.source.formulas]

    def _words(self, start: int, end: int) -> str:
        kept, at = [], start
        first = bisect_left(self._starts, start)
        for one in self.source.formulas[first : bisect_left(self._starts, end, first)]:
            if one.end <= end:
                kept += [self.source.text[at : one.start], _MARK]
                at = one.end
        text = "".join((*kept, self.source.text[at:end]))
        text = re.sub(r"\\(?:emph|textit|textbf)\b|\\(?:begin|end|label)\{[^}]*\}", " ", text)
        return " ".join(
            re.sub(r"[$*_{}\"“”«»]|``|''|\\[()\[\]]|```+(?: *math)?|\\(?=\s)|~", " ", text).split()
        )

    def apart(self, one: Statement, *, first: bool) -> str:
        """What a text says of a statement that it neither claims nor supposes; else empty. The `first` one of
        a formula has the words before that.
        """
        before, after, then = self.around(one.formula)
        words = self._own(one, before, first=first)
        inner = one.row.words.strip()
        if self._is_case(one, words, one.row.after or after):
            return EQUALITY
        if len(one.row.sides) < 2 or inner:
            return ""
        if _NONE.search(before):
            return DENIED
        if re.search(r"\b(?:would be(?: \w+)? if|if it (?:were|was)(?: \w+)? that) $", before):
            return OPEN
        if _CONDITION.search(before):
            return ""
        if found := _DENIED_BEHIND.match(after):
            return OPEN if re.search(r"\b(?:need|may|might) ?n[o']t", found[0]) else DENIED
        if _SUBJECT.search(before) and _FALSE_BEHIND.match(after):
            return DENIED
        if re.match(r"[\s$)]*\?", after):
            return OPEN
        rest = re.sub(rf"[\s,]*\b{_BESIDE}{_MARK}", "", after)
        if _DENYING.search(before) or (_WOULD.search(before) and _ABSURD.search(after + then)):
            return DENIED
        if _MARK not in rest and _DENIED_THEN.match(then):
            return DENIED
        return OPEN if _WEIGHED.search(before) else ""

    def _own(self, one: Statement, before: str, *, first: bool) -> str:
        inner = one.row.words.strip().rstrip("( ")
        return f"{inner} " if inner else before if first else f"{before}{_MARK} "

    def _is_case(self, one: Statement, words: str, after: str) -> bool:
        """Whether a statement says where equality holds."""
        sides = one.row.sides
        named = len(sides) == 2 and sides[1].sign == "=" and self._name(one) != ""
        if found := _EQUAL.search(words):
            if not named and re.search(rf"{_MARK}[\s)]*(?:,|$)", words[-12:]):
                return False
            if re.search("equality|both sides", found[0], re.I):
                some = _SOME_EQUALITY.search(words[max(found.start() - 12, 0) : found.end()])
                return some is None or named
            return re.search(_EXTREME, words) is None
        return (named or _CONDITION.search(words) is not None) and _EQUAL_BEHIND.match(after) is not None

    def _name(self, one: Statement) -> str:
        return lone(self.parsed.tree(trimmed(one.row.sides[0].tokens)))

    def _by(self, one: Statement) -> bool:
        """Whether the formula before is the name on the left: "minimising over $a$ gives"."""
        place = bisect_left(self._starts, one.formula.start) - 1
        if place < 0:
            return False
        before = self.source.formulas[place]
        name = "".join(token.text for token in one.row.sides[0].tokens).split()
        same = self.source.text[before.start : before.end].strip("$ \n") == "".join(name)
        return same and self.scopes.sentence(before.start) == self.scopes.sentence(one.formula.start)

    def place(self, one: Statement, *, first: bool) -> Place | None:
        """Whether an equation says where something is least or greatest."""
        if len(one.row.sides) < 2 or one.row.sides[1].sign not in ("=", ":=") or not self._name(one):
            return None
        before, after, _ = self.around(one.formula)
        words, behind = self._own(one, before, first=first), one.row.after or after
        chosen = _CHOSEN.search(words) is not None
        spoken = list(re.finditer(_EXTREME, words, re.I))
        found = _PLACED.search(words) or (spoken[-1] if chosen and spoken else None)
        said = words[found.start() :] if found else ""
        starred = _GIVES.search(words)
        if starred and not (STARRED.search(self._name(one)) or self._by(one)):
            starred = None
        if starred:
            found, said = starred, starred[0]
        elif not found or _VALUE.search(said):
            found = _PLACED_BEHIND.match(behind)
            said = found[0] if found else ""
        if not found:
            return None
        least, most = _LEAST.search(said), _GREATEST.search(said)
        whole = f"{words} {behind}"
        sign = "" if _LOCAL.search(whole) or (least and most) else ">=" if most else "<=" if least else "?"
        sign = "<=" if sign == "?" and _BETTER.search(said) else sign.strip("?")
        sure = (
            bool(least or most)
            and not _AMONG.search(whole)
            and not re.search(rf"{_MARK}\W*(?:and)?\W*$", words)
        )
        return Place(sign, sure and not re.match(rf"\W*(?:and)?\W*{_MARK}", behind), chosen)

    def contrary(self, position: int) -> bool:
        """Whether a place stands between what is supposed for a contradiction and that contradiction."""
        return any(start <= position < end for start, end in self._contraries)

    @cached_property
    def _contraries(self) -> list[tuple[int, int]]:
        text, made = self.source.text, []
        for match in _CONTRARY.finditer(text):
            found = _ABSURD.search(text, match.end())
            section = bisect_right(self.source.sections, match.end())
            ends = [*self.source.sections[section : section + 1], found.start() if found else len(text)]
            made.append((match.end(), min(ends)))
        return made
