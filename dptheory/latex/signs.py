r"""The signs of relations and brackets, and what stands between them: sides, and the rows that they make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from .tokens import Token

SIGNS: Final = {r"\le": "<=", r"\ge": ">=", "<": "<", ">": ">", "=": "=", r"\ne": "!="}
LOOSE: Final = frozenset((
    r"\approx", r"\sim", r"\simeq", r"\lesssim", r"\gtrsim", r"\asymp", r"\propto", r"\ll", r"\gg",
    r"\in", r"\notin", r"\subset", r"\subseteq", r"\supset", r"\to", r"\mapsto", r"\leftarrow",
    r"\equiv", r"\cong", r"\perp", r"\preceq", r"\succeq", r"\prec", r"\succ", r"\models", r"\circ",
    r"\overset", r"\stackrel", r"\setminus", r"\cup", r"\cap",
))  # fmt: skip
"""Relations that are not between numbers."""
JOINTS: Final = frozenset({r"\iff", r"\implies", r"\because", r"\therefore"})
OPEN: Final = frozenset(
    {"(", "[", "{", r"\{", r"\lvert", r"\lVert", r"\langle", r"\lfloor", r"\lceil", r"\begin"}
)
CLOSE: Final = frozenset(
    {")", "]", "}", r"\}", r"\rvert", r"\rVert", r"\rangle", r"\rfloor", r"\rceil", r"\end"}
)


@dataclass(frozen=True)
class Side:
    """What stands between two signs, and the sign in front of it."""

    sign: str
    tokens: tuple[Token, ...]
    joint: str = ""


@dataclass(frozen=True)
class Row:
    """One statement of a formula: its sides, the words before it, those behind it where nothing follows
    them, and whether it goes on with a chain before. One behind a `comma` may belong to a list; a `listed`
    one is of a list that has one relation for all; one `aside` is a remark, with which no chain goes on.
    """

    sides: tuple[Side, ...]
    words: str = ""
    continued: bool = False
    quantified: bool = False
    after: str = ""
    comma: bool = False
    listed: bool = False
    aside: bool = False


def relates(token: Token) -> bool:
    """Whether a token is the sign of a relation, or of a step from one to another."""
    return token.text in SIGNS or token.text in LOOSE or token.text in JOINTS or token.text in (":=", "=:")


def trimmed(side: Sequence[Token]) -> list[Token]:
    """A side without the stop or comma at its end, and without the number of an equation."""
    kept = list(side)
    while kept and kept[-1].text in (".", ",", ";", ":", r"\quad", "\\\\", r"\blacksquare", r"\square"):
        kept.pop()
    while kept and kept[0].text in (",", ";", r"\quad", "\\\\"):
        kept.pop(0)
    return kept
