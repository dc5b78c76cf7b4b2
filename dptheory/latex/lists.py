r"""Lists in statements: `x, y \ge 0`, `0 < x, y < 1`, `k = 1, \ldots, n` as one statement of each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from .names import is_letter
from .signs import Row, Side, trimmed
from .tokens import Token, shown

_NAME: Final = re.compile(
    r"(?P<head>[A-Za-z]|\\[A-Za-z]+)(?P<group>\{[A-Za-z0-9\\_]*\}|(?<=hat|bar) ?[a-z])?"
    r"(?:_(?:\w|\{[^{}]*\}))?'*"
)
_FONTS: Final = frozenset((r"\mathrm", r"\mathsf", r"\text", r"\hat", r"\tilde", r"\bar", r"\boldsymbol"))
_WAYS: Final = {"<": "<", "<=": "<", ">": ">", ">=": ">"}


def spread(found: Sequence[Row]) -> list[Row]:
    r"""Rows in which what is listed with commas has a statement for each.

    >>> from .rows import rows
    >>> from .tokens import tokens
    >>> def shows(row): return " ".join(side.sign + shown(side.tokens) for side in row.sides)
    >>> def said(text): return [shows(row) for row in rows(tokens(text))]
    >>> said(r"x, y \ge 0"), said(r"0 < x,y < 1"), said(r"k = 1,\ldots,n")
    (['x >=0', 'y >=0'], ['0 <x <1', '0 <y <1'], ['k \\in\\{1,\\ldots,n\\}'])
    """
    found, made, at = _gathered(found), list[Row](), 0
    while at < len(found):
        end = _end(found, at)
        shared = _shared(found[at:end], found[end] if end < len(found) and found[end].comma else None)
        made += shared or [found[at]]
        at = end + 1 if shared else at + 1
    return made


def _end(found: Sequence[Row], at: int) -> int:
    """Where what is listed behind a row ends."""
    end = at + 1
    while end < len(found) and found[end].comma and len(found[end].sides) == 1:
        end += 1
    return end


def _gathered(found: Sequence[Row]) -> list[Row]:
    """Rows in which the values that a name runs through are a set."""
    made, at = list[Row](), 0
    while at < len(found):
        taken, row = _ranged(found, at, _end(found, at)), found[at]
        if taken > at:
            values = [row.sides[1].tokens, *(one.sides[0].tokens for one in found[at + 1 : taken])]
            row = replace(row, sides=_membership(row, values), after=found[taken - 1].after)
        made.append(row)
        at = max(taken, at + 1)
    return made


def is_name(found: Sequence[Token]) -> bool:
    """Whether tokens are one name."""
    match = _NAME.fullmatch(shown(found))
    if match is None:
        return False
    head = match["head"]
    return len(head) == 1 or is_letter(head) or (head in _FONTS and bool(match["group"]))


def speaks(found: Sequence[Token], row: Row) -> bool:
    r"""Whether tokens speak of what a row says the set of: x_i, i = 1, \ldots, n."""
    name = shown(trimmed(row.sides[0].tokens))
    return row.sides[-1].sign == r"\in" and name in re.findall(r"\\?[A-Za-z]+", shown(found))


def _ranged(found: Sequence[Row], at: int, end: int) -> int:
    r"""Where the values end that a name runs through: k = 1, 2, \ldots, n, or numerals alone."""
    sides = found[at].sides
    if len(sides) != 2 or sides[1].sign != "=" or not is_name(trimmed(sides[0].tokens)) or end == at + 1:
        return at
    values = [shown(trimmed(row.sides[-1].tokens)) for row in found[at:end]]
    if r"\ldots" in values:
        return end
    numerals = next((k for k, text in enumerate(values) if not text.isdigit()), len(values))
    return at + numerals if numerals > 1 else at


def _membership(row: Row, values: Sequence[Sequence[Token]]) -> tuple[Side, ...]:
    place = values[0][0].position if values[0] else 0
    inside = [Token("command", r"\{", place)]
    for one in values:
        inside += [*trimmed(one), Token("other", ",", place)]
    return row.sides[0], Side(r"\in", (*inside[:-1], Token("command", r"\}", place)))


def _shared(run: Sequence[Row], last: Row | None) -> list[Row]:
    """A list of names with one relation, each name with it; empty where that is not what stands there."""
    if last is None or len(last.sides) < 2 or not is_name(trimmed(last.sides[0].tokens)):
        return []
    first = run[0]
    names = [row.sides[-1].tokens for row in run] + [last.sides[0].tokens]
    alike = all(row.words == last.words and not row.after for row in run)
    if any(speaks(name, last) for name in names[:-1]):
        return []
    if not alike or not all(is_name(trimmed(name)) for name in names):
        return []
    if len(first.sides) == 1:
        return [_one(first, "", (), name, last) for name in names]
    low, sign = first.sides[0].tokens, first.sides[-1].sign
    way = _WAYS.get(sign)
    number = bool(low) and not any(t.kind == "letter" or t.kind == "command" for t in low)
    if len(first.sides) != 2 or len(last.sides) != 2 or not number or way is None:
        return []
    if _WAYS.get(last.sides[1].sign) != way:
        return []
    return [_one(first, sign, low, name, last) for name in names]


def _one(row: Row, sign: str, low: Sequence[Token], name: Sequence[Token], last: Row) -> Row:
    begin = (Side("", tuple(low)), Side(sign, tuple(name))) if sign else (Side("", tuple(name)),)
    return replace(row, sides=(*begin, *last.sides[1:]), after=last.after, listed=True)
