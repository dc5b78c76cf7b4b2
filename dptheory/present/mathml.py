"""Formulas as MathML within HTML: what a browser draws and a screen reader reads, without a script.

A formula is a run of pieces, so that a long one goes on in the next line as a sentence does: words stand as
words, and a new piece begins before a relation, a sum's next term and a connective.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from typing import Final

from ..notation import SIGNS
from .mathml_rows import row, settled
from .model import LEVELS, Math, word_level

_LETTER: Final = re.compile("<mi>(.)</mi>")
SHORT: Final = 240
"""Sums and relations with fewer characters of MathML than that stay on one line."""

Piece = tuple[bool, str]
"""Whether it is MathML, and its text as HTML."""


def mathml(math: Math) -> str:
    """The formula as HTML: words, and MathML between them.

    >>> from .from_real import from_term
    >>> from ..kernel.real.grammar import parse_term
    >>> mathml(from_term(parse_term("1/lam")))
    '<math><mfrac><mn>1</mn><mi>λ</mi></mfrac></math>'
    """
    return "".join(in_text(settled(text)) if formula else text for formula, text in _pieces(math))


def in_text(row: str) -> str:
    """A row of a formula within a text; a letter alone is a variable, which styles draw as in a formula.

    >>> in_text("<mi>λ</mi>"), in_text("<mi>λ</mi><mo>=</mo><mn>1</mn>")
    ('<var>λ</var>', '<math><mi>λ</mi><mo>=</mo><mn>1</mn></math>')
    """
    alone = _LETTER.fullmatch(row)
    return f"<var>{alone[1]}</var>" if alone else f"<math>{row}</math>"


def _pieces(math: Math) -> list[Piece]:
    """A formula in pieces between which a line may end."""
    made = _FLOWING[math.kind](math) if math.kind in _FLOWING else [(True, row(math))]
    if math.about and math.kind in _FLOWING:
        return [(False, f'<span class="d" data-d="{escape(math.about)}">'), *made, (False, "</span>")]
    return made


def _flow(math: Math, needed: int) -> list[Piece]:
    """The pieces of a part; in brackets it is one."""
    return _pieces(math) if math.level >= needed else [(True, row.inside(math, needed))]


def _behind(sign: str, pieces: list[Piece]) -> list[Piece]:
    """Pieces with a sign before the first."""
    if pieces and pieces[0][0]:
        return [(True, sign + pieces[0][1]), *pieces[1:]]
    return [(True, sign), *pieces]


def _relation_flow(math: Math) -> list[Piece]:
    if len(made := row.write(math)) < SHORT:
        return [(True, made)]
    level = LEVELS["relation"] + 1
    flow = _flow(math.parts[0], level)
    for operator, part in zip(math.text.split(), math.parts[1:], strict=True):
        flow += _behind(row.between(operator), _flow(part, level))
    return flow


def _sum_flow(math: Math) -> list[Piece]:
    if len(made := row.write(math)) < SHORT:
        return [(True, made)]
    # a piece begins with the sign, which could be one that stands before a term
    sign = f'<mo form="infix">{SIGNS[math.kind][0]}</mo>'
    return [*_flow(math.parts[0], LEVELS["add"]), (True, sign + row.inside(math.parts[1], LEVELS["product"]))]


def _connective_flow(math: Math) -> list[Piece]:
    left, right = math.parts
    level = LEVELS[math.kind]
    if math.kind == "implies":
        return _flow(left, level + 1) + _behind(row.joint(math.kind), _flow(right, level))
    return [*_flow(left, level), (False, f" {math.kind} "), *_flow(right, level)]


def _quantified_flow(math: Math) -> list[Piece]:
    return [(True, row.quantifier(math)), (False, " "), *_pieces(math.parts[-1])]


def _phrase_flow(math: Math) -> list[Piece]:
    words = math.text.split("{}")
    made: list[Piece] = [(False, escape(words[0]))]
    for part, word in zip(math.parts, words[1:], strict=True):
        made += [*_flow(part, word_level(word)), (False, escape(word))]
    return made


_FLOWING: Final[dict[str, Callable[[Math], list[Piece]]]] = {
    "relation": _relation_flow, "add": _sum_flow, "sub": _sum_flow, "and": _connective_flow,
    "or": _connective_flow, "implies": _connective_flow, "quantified": _quantified_flow,
    "phrase": _phrase_flow,
}  # fmt: skip
