r"""Conditions of LaTeX in the claims' language: relations, lists (`x, y \ge 0`), memberships (`p \in [0,
1)`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from ..kernel import SyntaxProblem
from .nodes import Node
from .rows import SIGNS, Row, Side, trimmed
from .tokens import Token, shown

INTEGERS: Final = {
    r"\mathbb{N}": "1", r"\mathbb{Z}": "", r"\mathbb{N}_0": "0", r"\mathbb{Z}_{+}": "1", r"\mathbb{Z}_+": "1",
    r"\mathbb{N}_{0}": "0", r"\mathbb{N}_{>0}": "1", r"\mathbb{Z}_{\ge0}": "0", r"\mathbb{Z}_{>0}": "1",
    r"\mathbb{Z}^+": "1", r"\mathbb{N}^+": "1", r"\mathbb{N}^{+}": "1",
}  # fmt: skip
"""Sets of integers, with their least element."""
REALS: Final = {
    r"\mathbb{R}": "", r"\mathbb{R}_+": ">= 0", r"\mathbb{R}_{+}": ">= 0", r"\mathbb{R}^+": "> 0",
    r"\mathbb{R}^{+}": "> 0", r"\mathbb{R}_{>0}": "> 0", r"\mathbb{R}_{\ge0}": ">= 0",
    r"\mathbb{R}_{++}": "> 0",
}  # fmt: skip
Read = Callable[[Sequence[Token]], Node]
Say = Callable[[Node], str]


def conditions(found: Iterable[Row], read: Read, say: Say) -> list[str]:
    r"""The conditions that rows state; raises SyntaxProblem for what is none.

    >>> from .names import Names
    >>> from .reader import Reader
    >>> from .meaning import Meaning
    >>> from .rows import rows
    >>> from .tokens import tokens
    >>> def read(found): return Reader(found, Names()).expression()
    >>> conditions(rows(tokens(r"x, y \ge 0, \quad p \in [0, 1), n \in \mathbb{N}")), read, Meaning().text)
    ['x >= 0', 'y >= 0', '0 <= p', 'p < 1', 'n integer', 'n >= 1']
    """
    made: list[str] = []
    waiting: list[list[Token]] = []
    for row in found:
        sides = [Side(s.sign, tuple(trimmed(s.tokens))) for s in row.sides]
        if len(sides) == 1:
            waiting.append(list(sides[0].tokens))
            continue
        if len(sides) == 2 and sides[1].sign == r"\in":
            for one in (*waiting, sides[0].tokens):
                made += _member(say(read(one)), sides[1].tokens, read, say)
        elif all(side.sign in SIGNS.values() for side in sides[1:]):
            texts = [say(read(side.tokens)) for side in sides]
            for one in waiting:
                made.append(f"{say(read(one))} {sides[1].sign} {texts[1]}")
            for left, side, right in zip(texts, sides[1:], texts[1:], strict=False):
                made.append(f"{left} {side.sign} {right}")
        else:
            strange = next(s for s in sides[1:] if s.sign not in SIGNS.values())
            where = strange.tokens[0].position if strange.tokens else 0
            raise SyntaxProblem(f"{strange.sign} is no relation between numbers", "", where)
        waiting = []
    return list(dict.fromkeys(made))


def _member(name: str, domain: Sequence[Token], read: Read, say: Say) -> list[str]:
    text = shown(domain)
    if text in REALS:
        return [f"{name} {REALS[text]}"] if REALS[text] else []
    if text in INTEGERS:
        least = INTEGERS[text]
        return [f"{name} integer", *([f"{name} >= {least}"] if least else [])]
    inner = list(domain[1:-1])
    if len(domain) > 3 and domain[0].text in ("(", "[", "]") and domain[-1].text in (")", "]", "["):
        low, high = _halves(inner)
        below = "<=" if domain[0].text == "[" else "<"
        above = "<=" if domain[-1].text == "]" else "<"
        made = [] if _infinite(low) else [f"{say(read(low))} {below} {name}"]
        return made + ([] if _infinite(high) else [f"{name} {above} {say(read(high))}"])
    if len(domain) > 3 and domain[0].text == r"\{" and any(t.text == r"\ldots" for t in inner):
        parts = _commas(inner)
        return [f"{name} integer", f"{say(read(parts[0]))} <= {name}", f"{name} <= {say(read(parts[-1]))}"]
    raise SyntaxProblem(
        f"{text or 'nothing'} is no set of numbers that is known", "", domain[0].position if domain else 0
    )


def _infinite(end: Sequence[Token]) -> bool:
    return bool(end) and end[-1].text == r"\infty"


def _commas(inner: Sequence[Token]) -> list[list[Token]]:
    parts: list[list[Token]] = [[]]
    depth = 0
    for token in inner:
        depth += (token.text in ("(", "{")) - (token.text in (")", "}"))
        if token.text == "," and depth == 0:
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _halves(inner: Sequence[Token]) -> tuple[list[Token], list[Token]]:
    parts = _commas(inner)
    if len(parts) != 2 or not all(parts):
        raise SyntaxProblem("an interval has two ends", "", inner[0].position if inner else 0)
    return parts[0], parts[1]
