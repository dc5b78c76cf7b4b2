"""The one layout of a text of statements: how far lines are indented, what stands between blocks.

Only blanks change: what the reader reads is the same, and comments stay where they are. Lines that go on
keep their place beside the line that they belong to.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from .algorithms import WORDS as DEEDS
from .outline import Entry, OutlineError, outline

STEP: Final = 2
_PADDED: Final = {
    "statement": ("title", "source", "place", "quote", "kind", "let", "where"),
    "algorithm": ("input", "output"),
}
_WIDTH: Final = 6
_LISTS: Final = ("model", "refuted", "holds", "fails", "world", "proof")
"""Lines under which every line says something of its own."""
_SLIP: Final = ("let", "given", "constant", "note", "world")


@dataclass
class _Line:
    """A line with where it was, where it goes, and whether it says something of its own."""

    text: str
    was: int
    goes: int = 0
    own: bool = True
    under: list[_Line] = field(default_factory=list)

    @property
    def word(self) -> str:
        return self.text.split(None, 1)[0]


def laid_out(text: str) -> str:
    """A text in the one layout; raises OutlineError where it is no outline.

    >>> print(laid_out("statement a.b\\n   let x: real\\n   form printed\\n    claim x = x\\n\\n"), end="")
    statement a.b
      let    x: real
      form printed
        claim x = x
    """
    before = outline(text)
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    made, stack, waiting = list[str](), list[_Line](), list[str]()
    gap = False
    for line in lines:
        if not line.strip():
            gap = True
            continue
        if line.lstrip().startswith("#"):
            waiting.append(line.strip())
            if gap and made and made[-1] and not line[0].isspace():
                made.append("")
            if not line[0].isspace():  # a comment of the text, where it stands
                made += waiting
                waiting.clear()
                gap = False
            continue
        new = _placed(_Line(line.strip(), len(line) - len(line.lstrip())), stack)
        apart = gap or (new.word == "statement" and made and not made[-1].startswith("#"))
        if new.goes == 0 and apart and made and made[-1]:
            made.append("")
        made += [" " * new.goes + comment for comment in waiting]
        made.append(" " * new.goes + new.text)
        waiting.clear()
        gap = False
    result = "\n".join([*made, *waiting]) + "\n"
    if _said(outline(result)) != _said(before):
        raise OutlineError("a layout that would change what is said", 1)
    return result


def _placed(line: _Line, stack: list[_Line]) -> _Line:
    """A line where it belongs among those above it."""
    while stack and stack[-1].was >= line.was:
        stack.pop()
    above = stack[-1] if stack else None
    line.own = above is None or (above.own and _own(line, stack))
    if above is None:
        line.goes = 0
    elif line.own:
        line.goes = above.goes + STEP
        padded = _PADDED.get(above.word, ())
        if line.word in padded and line.text != line.word:
            line.text = f"{line.word:<{_WIDTH}} {line.text.split(None, 1)[1]}"
    else:
        head = next(one for one in reversed(stack) if one.own)
        line.goes = head.goes + max(STEP, line.was - head.was)
    stack.append(line)
    return line


def _own(line: _Line, stack: list[_Line]) -> bool:
    """Whether a line under others says something of its own, or goes on with what is above it."""
    above = stack[-1]
    kind = above.word
    if kind == "define":
        return line.word == "says"
    if len(stack) > 1 and stack[-2].word == "algorithm":
        return line.word in DEEDS and kind not in ("input", "output")
    if kind == "slip":
        return line.word in _SLIP
    return kind in ("statement", "form", "twin", "algorithm", *_LISTS)


def _said(entries: list[Entry]) -> list[str]:
    """What entries say, in order, and how deep."""
    return [part for entry in entries for part in _parts(entry, 0)]


def _parts(entry: Entry, depth: int) -> list[str]:
    head = " ".join(entry.text.split(None, 1))
    return [f"{depth} {head}", *(part for child in entry.children for part in _parts(child, depth + 1))]
