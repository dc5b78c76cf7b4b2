"""The one layout of a text of statements: how far lines are indented, what stands between blocks.

The tree of the text is printed, with its comments where they are: only blanks change. Lines that go on keep
their place beside the line that they belong to.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from .grammar import TEXT, goes_on, rules
from .outline import Entry, OutlineError, outline

STEP: Final = 2
_PADDED: Final = {
    "statement": ("title", "source", "place", "quote", "kind", "let", "where"),
    "algorithm": ("input", "output"),
}
_WIDTH: Final = 6


def laid_out(text: str) -> str:
    """A text in the one layout; raises OutlineError where it is no outline.

    >>> print(laid_out("statement a.b\\n   let x: real\\n   form printed\\n    claim x = x\\n\\n"), end="")
    statement a.b
      let    x: real
      form printed
        claim x = x
    """
    entries = outline(text)
    lines = {number: line for entry in entries for number, line in _printed(entry, TEXT, 0)}
    made, comments, gap = list[str](), list[str](), False
    for number, raw in enumerate(text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n"), 1):
        line, at_left = lines.get(number, ""), not raw[:1].isspace()
        if not raw.strip():
            gap = True
        elif not line:
            comments.append(raw.strip())
            if gap and made and made[-1] and at_left:
                made.append("")
            if at_left:  # a comment of the text, where it stands
                made, comments, gap = made + comments, [], False
        else:
            heads = line.split(None, 1)[0] in rules(TEXT).keys() - {"define"}
            apart = gap or (heads and made and not made[-1].startswith("#"))
            if line[0] != " " and apart and made and made[-1]:
                made.append("")
            indent = " " * (len(line) - len(line.lstrip()))
            made, comments, gap = [*made, *(indent + comment for comment in comments), line], [], False
    result = "\n".join([*made, *comments]) + "\n"
    if _said(outline(result)) != _said(entries):
        raise OutlineError("a layout that would change what is said", 1)
    return result


def _printed(entry: Entry, place: str, goes: int, above: str = "") -> Iterator[tuple[int, str]]:
    """The lines of an entry in a place and of what stands under it, each with its number."""
    word, rest = entry.word, entry.head
    padded = word in _PADDED.get(above, ()) and rest
    yield entry.number, " " * goes + (f"{word:<{_WIDTH}} {rest}" if padded else entry.text)
    rule = rules(place).get(word.rstrip(":")) or rules(place).get("LABEL")
    under = "" if rule is None or rule.under == place else rule.under
    for child in entry.children:
        if under and (child.word in rules(under) or not goes_on(under)):
            yield from _printed(child, under, goes + STEP, word)
        else:
            yield from _beside(child, goes - entry.column, goes + STEP)


def _beside(entry: Entry, moved: int, least: int) -> Iterator[tuple[int, str]]:
    """Lines that go on with one, as far to the right of it as they were, if that is far enough."""
    goes = max(entry.column + moved, least)
    yield entry.number, " " * goes + entry.text
    for child in entry.children:
        yield from _beside(child, moved, goes + 1)


def _said(entries: list[Entry], depth: int = 0) -> list[str]:
    """What entries say, in order, and how deep."""
    own = [(f"{depth} {entry.word} {entry.head}", entry.children) for entry in entries]
    return [part for head, under in own for part in (head, *_said(under, depth + 1))]
