r"""Displays and inline formulas as statements: rows, chains, quantifiers, words between."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ..kernel import SyntaxProblem
from .tokens import Token

SIGNS: Final = {r"\le": "<=", r"\ge": ">=", "<": "<", ">": ">", "=": "=", r"\ne": "!="}
LOOSE: Final = frozenset(
    [
        r"\approx",
        r"\sim",
        r"\simeq",
        r"\lesssim",
        r"\gtrsim",
        r"\asymp",
        r"\propto",
        r"\ll",
        r"\gg",
        r"\in",
        r"\notin",
        r"\subset",
        r"\subseteq",
        r"\supset",
        r"\to",
        r"\mapsto",
        r"\leftarrow",
        r"\equiv",
        r"\cong",
        r"\perp",
        r"\preceq",
        r"\succeq",
        r"\prec",
        r"\succ",
        r"\models",
        r"\circ",
        r"\overset",
        r"\stackrel",
        r"\setminus",
        r"\cup",
        r"\cap",
    ]
)
"""Relations that are not between numbers."""
JOINTS: Final = frozenset({r"\iff", r"\implies", r"\because", r"\therefore"})
_WORDY: Final = frozenset({r"\text", r"\textbf", r"\textit", r"\intertext"})


@dataclass(frozen=True)
class Side:
    """What stands between two signs, and the sign in front of it."""

    sign: str
    tokens: tuple[Token, ...]
    joint: str = ""


@dataclass(frozen=True)
class Row:
    """One statement of a formula: its sides, the words around it, and whether it goes on with a chain
    before.
    """

    sides: tuple[Side, ...]
    words: str = ""
    continued: bool = False
    quantified: bool = False


def rows(found: Sequence[Token]) -> list[Row]:
    r"""The statements of a formula. A row that begins with a sign goes on with the chain before it.

    >>> from .tokens import tokens
    >>> [[s.sign for s in r.sides] for r in rows(tokens(r"a &\le b \\ &= c, \quad x > 0"))]
    [['', '<=', '='], ['', '>']]
    """
    opened: list[Token] = []
    for token in found:
        if token.text == "{":
            opened.append(token)
        elif token.text == "}" and not opened:
            raise SyntaxProblem("a } that closes nothing", "", token.position)
        elif token.text == "}":
            opened.pop()
    if opened:
        raise SyntaxProblem(
            "the formula ends within the braces that are opened here", "", opened[-1].position
        )
    made: list[Row] = []
    for piece, words, quantified in _pieces(found):
        if words == "because" and sum(t.text == ")" for t in piece) > sum(t.text == "(" for t in piece):
            piece = piece[: max(i for i, t in enumerate(piece) if t.text == ")")]
        while piece and piece[0].text == ")":
            piece = piece[1:]
        row = _row(piece, words, quantified)
        if row.continued and made and not quantified:
            aside = [
                made.pop()
                for _ in range(len(made))
                if made[-1].words in ("because", "forall") and len(made) > 1
            ]
            last = made.pop()
            made.extend(reversed(aside))
            sides = list(last.sides)
            if sides and not sides[-1].tokens and row.sides and not row.sides[0].tokens:
                sides.pop()  # a sign at the end of a row, and again at the beginning of the next
                joined = [*sides, *row.sides[1:]]
            else:
                joined = [*sides, *row.sides[1:]]
            made.append(Row(tuple(joined), f"{last.words} {words}".strip(), last.continued, last.quantified))
        elif row.sides:
            made.append(row)
    return [row for row in made if any(side.tokens for side in row.sides)]


def _row(piece: Sequence[Token], words: str, quantified: bool) -> Row:
    sides: list[Side] = []
    sign, joint = "", ""
    inside: list[Token] = []
    depth = 0
    for token in piece:
        depth += (token.text in _OPEN) - (token.text in _CLOSE)
        outer = depth == 0
        if outer and (
            token.text in SIGNS or token.text in LOOSE or token.text in JOINTS or token.text in (":=", "=:")
        ):
            sides.append(Side(sign, tuple(inside), joint))
            joint = token.text if token.text in JOINTS else ""
            sign, inside = SIGNS.get(token.text, token.text), []
        else:
            inside.append(token)
    sides.append(Side(sign, tuple(inside), joint))
    continued = len(sides) > 1 and not sides[0].tokens and sides[1].sign not in JOINTS
    return Row(tuple(sides), words, continued, quantified)


_OPEN: Final = frozenset({"(", "[", "{", r"\{", r"\lvert", r"\lVert", r"\langle", r"\lfloor", r"\lceil"})
_CLOSE: Final = frozenset({")", "]", "}", r"\}", r"\rvert", r"\rVert", r"\rangle", r"\rfloor", r"\rceil"})


def _pieces(found: Sequence[Token]) -> Iterator[tuple[list[Token], str, bool]]:
    """The statements, with the words that stand before each, split at rows, wide spaces, words, commas."""
    inside: list[Token] = []
    words, depth, at, quantified = "", 0, 0, False
    while at < len(found):
        token = found[at]
        at += 1
        if token.text in (r"\begin", r"\end"):
            at = _skip_group(found, at)
            if token.text == r"\begin":
                while at < len(found) and found[at].text in ("{", "["):
                    at = _skip_group(found, at)
            continue
        if token.text == "&":
            continue
        if token.text in _WORDY and depth <= 0 and _is_prose(found, at):
            end = _skip_group(found, at)
            if inside:
                yield inside, words, quantified
                inside, quantified = [], False
            words = _said(found[at:end])
            at = end
            continue
        depth += (token.text in _OPEN) - (token.text in _CLOSE)
        ends = depth <= 0 and token.text in ("\\\\", r"\quad", ",", ";")
        colon = depth <= 0 and token.text == ":" and quantified
        if token.text == r"\forall" and depth <= 0:
            if inside:
                yield inside, words, quantified
            inside, words, quantified = [], "forall", True
            continue
        if token.text == r"\because":
            if inside and inside[-1].text == "(":
                inside.pop()
                depth -= 1
            if inside:
                yield inside, words, quantified
            inside, words, quantified = [], "because", True
            continue
        if ends or colon:
            if inside:
                yield inside, words, quantified
            inside = []
            if token.text in ("\\\\", r"\quad") or colon:
                words, quantified, depth = "", False, 0
            continue
        inside.append(token)
    if inside:
        yield inside, words, quantified


def _is_prose(found: Sequence[Token], at: int) -> bool:
    r"""Whether \text{...} holds words: a blank in it, or a word that joins."""
    end = _skip_group(found, at)
    said = _said(found[at:end])
    return " " in said.strip() or bool(
        re.fullmatch(r"\W*(and|or|so|if|for|where|with|since|when|then|because|by)?\W*", said.strip())
    )


def _said(group: Sequence[Token]) -> str:
    return "".join((" " if t.spaced else "") + t.text for t in group if t.text not in ("{", "}"))


def _skip_group(found: Sequence[Token], at: int) -> int:
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


def trimmed(side: Sequence[Token]) -> list[Token]:
    """A side without the stop or comma at its end, and without the number of an equation."""
    kept = list(side)
    while kept and kept[-1].text in (".", ",", ";", ":", r"\quad", "\\\\", r"\blacksquare", r"\square"):
        kept.pop()
    while kept and kept[0].text in (",", ";", r"\quad", "\\\\"):
        kept.pop(0)
    return kept
