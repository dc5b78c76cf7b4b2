"""Indented text as a tree of lines: the container in which statements are written."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Self


class Piece(str):
    """A text that knows where it stands: where each stretch of it begins, with its line and column.

    >>> line = Piece("a:  x + y", ((0, 7, 3),))
    >>> line.cut(2, 9).strip().place(4)
    (7, 11)
    """

    runs: tuple[tuple[int, int, int], ...]

    def __new__(cls, text: str, runs: tuple[tuple[int, int, int], ...] = ()) -> Self:
        made = super().__new__(cls, text)
        made.runs = runs or getattr(text, "runs", ())
        return made

    def place(self, offset: int) -> tuple[int, int] | None:
        """The line and the column of a letter; None where nobody wrote it."""
        here = [run for run in self.runs if run[0] <= max(offset, 0)] or self.runs[:1]
        return (here[-1][1], here[-1][2] + max(offset - here[-1][0], 0)) if here else None

    def cut(self, start: int, end: int | None = None) -> Piece:
        """A part of the text, where it stands; none for a place before the beginning."""
        if start < 0:
            return Piece("")
        text, runs = self[start:end], self.runs
        if len(runs) > 1:
            first = max((k for k, run in enumerate(runs) if run[0] <= start), default=0)
            runs = runs[first:]
        if not start or not runs:
            return Piece(text, runs)
        moved = ((max(at - start, 0), line, column + max(start - at, 0)) for at, line, column in runs)
        return Piece(text, tuple(moved))

    def strip(self, chars: str | None = None, /) -> Piece:
        bare = super().strip(chars)
        return self if len(bare) == len(self) else self.cut(start := self.find(bare), start + len(bare))

    def partition(self, sign: str, /) -> tuple[Piece, str, Piece]:
        at = self.find(sign)
        return self._parted(len(self) if at < 0 else at, sign)

    def rpartition(self, sign: str, /) -> tuple[Piece, str, Piece]:
        at = self.rfind(sign)
        return (Piece(""), "", self) if at < 0 else self._parted(at, sign)

    def _parted(self, at: int, sign: str) -> tuple[Piece, str, Piece]:
        found = self[at : at + len(sign)]
        return self.cut(0, at), found, self.cut(at + len(sign)) if found else Piece("")

    def parted(self, sign: re.Pattern[str]) -> list[Piece]:
        """The parts between signs, without the blanks around them; what is between quotes is left whole.

        >>> Piece('x > 0 -- "one; two"; y > 0').parted(re.compile(";"))
        ['x > 0 -- "one; two"', 'y > 0']
        """
        found, start = list[Piece](), 0
        for cut in sign.finditer(self):
            if self.count('"', 0, cut.start()) % 2 == 0:
                found.append(self.cut(start, cut.start()).strip())
                start = cut.end()
        return [*found, self.cut(start).strip()]


def joined(texts: Iterable[str], between: str = " ") -> Piece:
    """Texts in a row, each where it stands."""
    runs, parts, length = list[tuple[int, int, int]](), list[str](), 0
    for text in texts:
        runs += [(at + length, line, column) for at, line, column in getattr(text, "runs", ())]
        parts.append(text)
        length += len(text) + len(between)
    return Piece(between.join(parts), tuple(runs))


@dataclass
class Entry:
    """A line with the lines indented under it."""

    text: Piece
    number: int
    children: list[Entry] = field(default_factory=list)
    column: int = 1

    def __post_init__(self) -> None:
        if not getattr(self.text, "runs", ()):
            self.text = Piece(self.text, ((0, self.number, self.column),))

    @cached_property
    def word(self) -> str:
        """The first word."""
        return self.text.split(None, 1)[0]

    @cached_property
    def head(self) -> Piece:
        """What follows the first word on the line itself."""
        return self.text.cut(len(self.word)).strip()

    @cached_property
    def rest(self) -> Piece:
        """What follows the first word, with everything indented under the line."""
        return self.whole.cut(len(self.word)).strip()

    @cached_property
    def whole(self) -> Piece:
        """The line with everything indented under it, on one line."""
        return joined([self.text, *(child.whole for child in self.children)]) if self.children else self.text


class OutlineError(ValueError):
    """A text that is not well indented or has a line that is not understood."""

    def __init__(self, message: str, number: int, path: str = "") -> None:
        super().__init__(f"{path}:{number}: {message}" if path else f"line {number}: {message}")
        self.message, self.number = message, number


def outline(text: str, first: int = 1) -> list[Entry]:
    """The top-level lines of a text, numbered from the `first`; ``#`` starts a comment; tabs are refused.

    Lines end with a newline (or the two letters of Windows) and with nothing else: what an editor shows as
    one line is one. Letters that are not seen, or that change the order in which others are, are refused.

    >>> [e.word for e in outline("a b\\n  c\\nd")]
    ['a', 'd']
    """
    root = Entry(Piece(""), 0)
    stack: list[tuple[int, Entry]] = [(-1, root)]
    for number, line in enumerate(text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n"), first):
        _refuse_unseen(line, number)
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        if "\t" in line:
            raise OutlineError("a tab; indent with spaces", number)
        indent = len(line) - len(line.lstrip(" "))
        if line[indent].isspace():
            raise OutlineError("indented with something else than spaces", number)
        while stack[-1][0] >= indent:
            stack.pop()
        if len(stack) > 20:
            raise OutlineError("indented more than twenty levels deep", number)
        entry = Entry(Piece(line.strip()), number, column=indent + 1)
        stack[-1][1].children.append(entry)
        stack.append((indent, entry))
    return root.children


_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
"""Categories of characters that no reader sees: controls, marks of direction, other ends of lines."""


def _refuse_unseen(line: str, number: int) -> None:
    if line.isprintable():
        return
    for letter in line:
        if letter != "\t" and not letter.isprintable() and unicodedata.category(letter) in _UNSEEN:
            name = unicodedata.name(letter, "a control character")
            raise OutlineError(f"a character that is not seen: U+{ord(letter):04X} ({name.lower()})", number)
