r"""A formula cut into pieces: at rows, wide spaces, columns, words, commas. A row that cannot begin a
statement, `\\ &\quad + 2`, goes on with the one before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from .signs import CLOSE, OPEN, relates
from .tokens import Token
from .wording import KNOWN, wording

_WORDY: Final = frozenset({r"\text", r"\textbf", r"\textit", r"\intertext", r"\mathrm"})
_LAYOUTS: Final = frozenset((
    "align", "aligned", "alignat", "alignedat", "equation", "gather", "gathered", "split", "multline",
    "multlined", "eqnarray", "flalign", "displaymath", "math", "dmath", "subequations",
))  # fmt: skip
"""Environments that say how formulas stand on the page."""
_SYSTEMS: Final = frozenset(("array", "cases", "dcases", "rcases"))
"""The same, where one is all of a statement."""
_SIZED: Final = frozenset(("alignat", "alignedat", "array"))
_JOINING: Final = frozenset(("+", r"\cdot", r"\times", "/", "*", r"\div"))
"""Signs with which no statement begins and none ends."""


@dataclass(frozen=True)
class Piece:
    r"""What stands between two cuts, with the words before it; words alone where nothing follows them. One
    behind a `comma` may belong to a list, one behind \forall is `quantified`, one begins a `row` or not, one
    stands `aside`: within a bracket of words.
    """

    tokens: tuple[Token, ...]
    words: str = ""
    quantified: bool = False
    comma: bool = False
    row: bool = False
    aside: bool = False


class Splitter:
    """Goes through the tokens of a formula and cuts it."""

    def __init__(self, found: Sequence[Token]) -> None:
        self.found, self.at = found, 0
        self.inside: list[Token] = []
        self.words, self.unused, self.quantified, self.comma = "", False, False, False
        self.depth, self.braces, self.row = 0, 0, False

    def pieces(self) -> Iterator[Piece]:
        r"""The pieces.

        >>> from .tokens import shown, tokens
        >>> found = Splitter(tokens(r"a &\le b \\ &\quad + c \text{ for all } x, y")).pieces()
        >>> [(shown(p.tokens), p.words.strip(), p.comma) for p in found]
        [('a\\le b+c', '', False), ('x', 'for all', False), ('y', 'for all', True)]
        """
        while self.at < len(self.found):
            self.at += 1
            yield from self._taken(self.found[self.at - 1])
        yield from self._done(behind=True)

    def _taken(self, token: Token) -> Iterator[Piece]:
        text, outside = token.text, self.depth <= 0
        if text in (r"\begin", r"\end") and self.braces == 0:
            self._environment(token)
        elif text == "&":
            if outside and self._column_ends():
                yield from self._break(behind=False)
        elif text in _WORDY and outside and self._is_prose():
            yield from self._prose()
        elif text == "(" and outside and self.inside and (end := self._remark()):
            yield from self._done()
            inner = Splitter(self.found[self.at : end - 1]).pieces()
            yield from (replace(one, words=one.words or "where", aside=True) for one in inner)
            self.at = end
        elif (text == r"\forall" and outside) or text == r"\because":
            yield from self._quantifier(text.strip("\\"))
        elif text in ("\\\\", r"\quad") and self.braces == 0:
            if outside:
                yield from self._break(behind=text == "\\\\")
        elif outside and text == ":" and self.quantified:
            yield from self._done(behind=True)
            self._afresh()
        elif outside and text in (",", ";") and not self._thousands():
            yield from self._done(comma=text == ",", behind=True)
        else:
            kind = "thousands" if outside and text == "," else token.kind
            self.inside.append(replace(token, kind=kind))
            self.depth += (text in OPEN) - (text in CLOSE)
            self.braces += (text == "{") - (text == "}")

    def _done(self, *, comma: bool = False, behind: bool = False) -> Iterator[Piece]:
        """What was taken so far; words that nothing follows stand behind it."""
        if self.inside:
            yield Piece(tuple(self.inside), self.words, self.quantified, self.comma, self.row)
            self.inside, self.unused, self.row = [], False, False
        elif behind and self.unused and (self.at >= len(self.found) or not wording(self.words).given):
            yield Piece((), self.words)
            self.unused = False
        self.comma = comma

    def _afresh(self) -> None:
        self.words = self.words if self.unused else ""
        self.quantified, self.depth = self.quantified and self.unused, 0

    def _break(self, *, behind: bool) -> Iterator[Piece]:
        place = self.at
        while place < len(self.found) and self.found[place].text in ("&", r"\quad", "\\\\"):
            place += 1
        if self._goes_on(place):
            doubled = self.inside[-1].text == self.found[place].text and self.inside[-1].text in (
                *_JOINING,
                "-",
            )
            self.at = place + doubled  # a sign at the end of a row, and again at the beginning of the next
            return
        yield from self._done(behind=behind)
        self.row = self.row or behind
        self._afresh()

    def _goes_on(self, place: int) -> bool:
        """Whether what stands at a place, behind the end of a row, belongs to what stands before it."""
        if not self.inside or place >= len(self.found):
            return False
        last, first = self.inside[-1], self.found[place]
        if first.text in _JOINING or last.text in (*_JOINING, "-"):
            return True
        if relates(last):
            return not relates(first)
        fronted = place > self.at
        return (first.text == "-" or (fronted and first.text in ("(", "["))) and not self._related(place)

    def _related(self, place: int) -> bool:
        """Whether a sign of a relation stands in a row from a place on, before any words."""
        for token in self.found[place:]:
            if token.text in ("\\\\", r"\quad", *_WORDY, r"\end"):
                return False
            if relates(token):
                return True
        return False

    def _column_ends(self) -> bool:
        """Whether a statement is complete before a column's end."""
        following = self.found[self.at] if self.at < len(self.found) else None
        begins = following is not None and relates(following)
        return (
            bool(self.inside)
            and any(map(relates, self.inside))
            and not relates(self.inside[-1])
            and not begins
        )

    def _environment(self, token: Token) -> None:
        end = skip_group(self.found, self.at)
        name = said(self.found[self.at : end]).strip().rstrip("*")
        if token.text == r"\end" or name in _LAYOUTS or (name in _SYSTEMS and self._alone(end)):
            self.at = end
            if token.text == r"\begin" and self.at < len(self.found) and self.found[self.at].text == "[":
                self.at = skip_group(self.found, self.at)
            if token.text == r"\begin" and name in _SIZED:
                self.at = skip_group(self.found, self.at)
            return
        start, self.at = self.at - 1, self._closing(end)
        self.inside += self.found[start : self.at]

    def _closing(self, at: int) -> int:
        """The place behind the environment in which a place is."""
        depth = 1
        while at < len(self.found) and depth:
            depth += {r"\begin": 1, r"\end": -1}.get(self.found[at].text, 0)
            at += 1
        return skip_group(self.found, at)

    def _alone(self, at: int) -> bool:
        """Whether an environment with a place in it is all of a statement: a system of relations."""
        end = self._closing(at)
        behind = self.found[end].text if end < len(self.found) else "\\\\"
        return not self.inside and behind in ("\\\\", ",", ".", ";", r"\quad", r"\end")

    def _prose(self) -> Iterator[Piece]:
        end = skip_group(self.found, self.at)
        words = said(self.found[self.at : end])
        if self.inside:
            yield from self._done()
            self.quantified = False
        self.words = f"{self.words} {words}" if self.unused else words
        self.at, self.unused, self.comma = end, True, False

    def _remark(self) -> int:
        r"""The place behind a bracket that begins with words, (\text{let } x = 1); 0 where none does."""
        start = self.at + 1
        if self.at >= len(self.found) or self.found[self.at].text not in _WORDY:
            return 0
        words = said(self.found[start : skip_group(self.found, start)]).strip()
        if " " not in words and not re.search(r"[.,;:!?]$", words):
            return 0
        depth = 0
        for place in range(self.at - 1, len(self.found)):
            depth += (self.found[place].text == "(") - (self.found[place].text == ")")
            if depth == 0:
                return place + 1
        return 0

    def _quantifier(self, word: str) -> Iterator[Piece]:
        if word == "because" and self.inside and self.inside[-1].text == "(":
            self.inside.pop()
            self.depth -= 1
        yield from self._done()
        self.words = f"{self.words} {word}" if self.unused else word
        self.quantified = self.unused = True

    def _is_prose(self) -> bool:
        r"""Whether \text{...} holds words: a blank or a stop in it, or a word that is no name."""
        if self.inside and self.inside[-1].text in ("_", "^"):
            return False
        group = self.found[self.at : skip_group(self.found, self.at)]
        words = said(group)
        if words.strip().lower() in KNOWN or not words.strip():
            return True
        edges = words != words.strip() or group[-1].spaced or bool(re.search(r"[.,;:!?]", words))
        return " " in words.strip() or (edges and self.found[self.at - 1].text != r"\mathrm")

    def _thousands(self) -> bool:
        """Whether the comma just met stands between digits as in 1,000."""
        before = 0
        while before < min(len(self.inside), 4) and self.inside[-1 - before].kind == "digit":
            before += 1
        run = self.found[self.at : self.at + 4]
        digits = [t.kind == "digit" and not t.spaced for t in run]
        grouped = len(run) > 2 and all(digits[:3]) and not all([*digits[:4], len(run) > 3])
        earlier = before == 3 and len(self.inside) > 3 and self.inside[-4].kind == "thousands"
        starts = 0 < before < 4 and self.inside[-before].text != "0"
        return grouped and (starts or earlier) and not self.found[self.at - 1].spaced


def said(group: Sequence[Token]) -> str:
    """The words in a group, with its blanks."""
    return "".join((" " if t.spaced else "") + t.text for t in group if t.text not in ("{", "}"))


def skip_group(found: Sequence[Token], at: int) -> int:
    """The place behind the group that begins at a place."""
    if at >= len(found) or found[at].text not in ("{", "["):
        return at
    closer, opener = ("}", "{") if found[at].text == "{" else ("]", "[")
    depth = 0
    while at < len(found):
        depth += (found[at].text == opener) - (found[at].text == closer)
        at += 1
        if depth == 0:
            break
    return at
