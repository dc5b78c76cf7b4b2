"""Documents of headings, facts and tables as text for the terminal."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Final

from .blocks import Block, Code, Facts, Heading, Inline, Known, Strong, Table, Text
from .styles import LABEL, WIDTH
from .unicode import unicode

FORMULA: Final = 76
REASON: Final = 44
FIRST: Final = 12
"""Lines of what stands first, with the heading."""
BREAKS: Final = {
    **dict.fromkeys(("≤", "<", "=", "≥", ">", "<=", ">=", "implies", "⟹"), -20),
    **dict.fromkeys(("+", "-", "−", "and", "or", "∈", "in"), 0),
}
"""What it costs to break a formula before a word, in columns: 20 before any other, -40 after a semicolon."""

ASCII_MARKS: Final = {"✓": "ok", "✗": "NO", "?": "??"}


def text(blocks: Iterable[Block], *, ascii_only: bool = False, width: int = WIDTH) -> str:
    """A document as lines of text, which are not wider than so many columns where they can be broken.

    Formulas are at the left, reasons at the right, marks at the end; a long formula goes on in the next line.
    Of the facts that come first so many hypotheses are written as there is room for.
    """
    lines, apart = list[str](), False
    for place, block in enumerate(blocks):
        made = list(_block(_shortened(block, width) if place == 1 else block, ascii_only, width))
        # a blank line between parts; none between a heading and its facts, and none about a derivation
        if made and (isinstance(block, Heading) or (apart and not isinstance(block, Table))):
            lines += [""] * bool(lines)
        lines += made
        apart = apart if not made else place == 0 or not isinstance(block, Heading | Table)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _block(block: Block, ascii_only: bool, width: int) -> Iterator[str]:
    match block:
        case Heading(text=said):
            yield plain(said)
        case Facts(rows):
            for label, said in rows:
                yield from _entry(label, said, ascii_only, width)
        case Table(rows=rows):
            yield from _table(rows, ascii_only, width)
        case _:
            raise TypeError(f"no page for the terminal has {block}")


def plain(said: Text) -> str:
    """A run of words, formulas and code as one line."""
    return "".join(map(_piece, said))


def _piece(piece: Inline) -> str:
    if isinstance(piece, str):
        return piece
    if isinstance(piece, Known):
        return next(iter(piece.texts.values()))
    return piece.text if isinstance(piece, Code | Strong) else unicode(piece)


def _entry(label: str, said: Text, ascii_only: bool, width: int) -> Iterator[str]:
    """A labelled paragraph: formulas are folded, words wrapped."""
    content = plain(said)
    if ascii_only and label == "let":
        content = content.replace("→", "->")
    mathematical = any(isinstance(piece, Known) for piece in said)
    for place, line in enumerate((fold if mathematical else _wrapped)(content, width - LABEL)):
        yield f"{label if place == 0 else '':<{LABEL}}{line}"


def _wrapped(words: str, width: int) -> list[str]:
    return textwrap.wrap(words, width, break_long_words=False, break_on_hyphens=False) or [""]


def _shortened(found: Block, width: int) -> Block:
    """Facts that fit on the first screen: of the hypotheses as many as there is room for."""
    rows = list(found.rows) if isinstance(found, Facts) else []
    place = next((k for k, (label, _) in enumerate(rows) if label == "if"), None)
    if place is None:
        return found
    whole = rows[place][1]
    for kept in range(len(whole), 0, -2):
        left = (len(whole) - kept) // 2
        rows[place] = "if", (*whole[:kept], f"; and {left} more, below" if left else "")
        if sum(len(list(_entry(label, said, False, width))) for label, said in rows) < FIRST:
            break
    return Facts(tuple(rows))


def _table(rows: Sequence[tuple[Text, ...]], ascii_only: bool, width: int) -> Iterator[str]:
    """Steps: label, formula, reason, mark with what checked it; the reason beside the formula's last line."""
    cells = [tuple(map(plain, row)) for row in rows]
    margin = max(3, *(len(label) for label, *_ in cells)) + 2
    room = width - margin - 2
    reasons = min(max(len(reason) for _, _, reason, _ in cells), REASON, room // 3)
    formulas = min(FORMULA, room - reasons - max(len(checked) for *_, checked in cells) - 4)
    for label, formula, reason, checked in cells:
        shown = ASCII_MARKS[checked[0]] + checked[1:] if ascii_only else checked
        *parts, last = fold(formula, formulas)
        *whys, why = _wrapped(reason, reasons)
        beside = [*zip_longest(parts, [], fillvalue=""), *zip_longest([last], [*whys, why], fillvalue="")]
        for place, (part, because) in enumerate(beside):
            head = f"{label if place == 0 else '':>{margin}}  {_padded(part, formulas)}  {because:<{reasons}}"
            yield f"{head}  {shown if place + 1 == len(beside) else ''}"


def fold(formula: str, width: int) -> list[str]:
    """A formula on lines of at most a width where it can be broken: best outside brackets, before a relation.

    >>> fold("f(a + b) <= g(a + b + c)", 20)
    ['f(a + b)', '    <= g(a + b + c)']
    """
    lines: list[str] = []
    rest, room = formula, width
    while len(rest) > room:
        place = _break(rest, room)
        if place is None:
            break
        lines.append(rest[:place])
        rest, room = "    " + rest[place + 1 :], width
    return [*lines, rest]


def _break(text: str, room: int) -> int | None:
    """The best blank to break a formula at."""
    depth, costs = 0, {}
    open_bars: dict[str, int] = {"‖": 1, "|": 1}
    start = len(text) - len(text.lstrip())
    for place, character in enumerate(text[: room + 1]):
        depth += (character in "([{") - (character in ")]}")
        if character in open_bars:  # bars open and close in turn
            depth += open_bars[character]
            open_bars[character] *= -1
        if character == " " and place > start:
            follower = text[place + 1 :].split(" ", 1)[0]
            ended = text[place - 1] == ";" and not depth
            costs[place] = 30 * depth + room - place + (-40 if ended else BREAKS.get(follower, 20))
    return min(costs, key=lambda place: costs[place]) if costs else None


def _padded(content: str, width: int) -> str:
    """Padding that counts combining characters as nothing."""
    used = sum(not unicodedata.combining(c) for c in content)
    return content + " " * max(0, width - used)
