"""Indented text as a tree of lines: the container in which statements are written."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field


@dataclass
class Entry:
    """A line with the lines indented under it."""

    text: str
    number: int
    children: list[Entry] = field(default_factory=list)
    column: int = 1

    @property
    def word(self) -> str:
        """The first word."""
        return self.text.split(None, 1)[0]

    @property
    def rest(self) -> str:
        """What follows the first word, with everything indented under the line."""
        parts = [*self.text.split(None, 1)[1:], *(child.whole for child in self.children)]
        return " ".join(parts)

    @property
    def whole(self) -> str:
        """The line with everything indented under it, on one line."""
        return " ".join([self.text, *(child.whole for child in self.children)])


class OutlineError(ValueError):
    """A text that is not well indented or has a line that is not understood."""

    def __init__(self, message: str, number: int, path: str = "") -> None:
        super().__init__(f"{path}:{number}: {message}" if path else f"line {number}: {message}")
        self.message = message
        self.number = number


def outline(text: str) -> list[Entry]:
    """The top-level lines of a text; ``#`` starts a comment line; tabs are refused.

    Lines end with a newline (or the two letters of Windows) and with nothing else: what an editor shows as
    one line is one. Letters that are not seen, or that change the order in which others are, are refused.

    >>> [e.word for e in outline("a b\\n  c\\nd")]
    ['a', 'd']
    """
    root = Entry("", 0)
    stack: list[tuple[int, Entry]] = [(-1, root)]
    for number, line in enumerate(text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n"), 1):
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
        entry = Entry(line.strip(), number, column=indent + 1)
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
