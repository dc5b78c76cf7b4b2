r"""Displays and inline formulas as statements: rows, chains, quantifiers, words between."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ..kernel import SyntaxProblem
from .lists import spread
from .signs import CLOSE, JOINTS, OPEN, SIGNS, Row, Side, relates
from .splitting import Piece, Splitter
from .tokens import Token
from .wording import wording


def rows(found: Sequence[Token]) -> list[Row]:
    r"""The statements of a formula. A row that begins with a sign goes on with the chain before it.

    >>> from .tokens import tokens
    >>> [[s.sign for s in r.sides] for r in rows(tokens(r"a &\le b \\ &= c, \quad x > 0"))]
    [['', '<=', '='], ['', '>']]
    """
    _check_braces(found)
    made: list[Row] = []
    for piece in _with_asides(_without_becauses(Splitter(found).pieces())):
        row = _row(piece)
        if not piece.tokens and made:
            made[-1] = replace(made[-1], after=f"{made[-1].after} {piece.words}".strip())
        elif row.continued and made and not piece.quantified:
            _go_on(made, row, piece.row)
        else:
            made.append(row)
    return spread([row for row in made if row.words or any(side.tokens for side in row.sides)])


def _check_braces(found: Sequence[Token]) -> None:
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


def _without_becauses(found: Iterable[Piece]) -> Iterator[Piece]:
    r"""Pieces, those behind \because without the bracket that closes what it opened."""
    open_ = False
    for piece in found:
        inside = piece.tokens
        open_ = open_ or piece.words.startswith("because")
        texts = [t.text for t in inside]
        if open_ and texts[:1] == [")"]:
            piece, open_ = replace(piece, tokens=inside[1:]), False
        elif open_ and texts.count(")") > texts.count("("):
            last = max(i for i, text in enumerate(texts) if text == ")")
            yield replace(piece, tokens=inside[:last])
            piece, open_ = replace(piece, tokens=inside[last + 1 :], words="", quantified=False), False
            if not piece.tokens:
                continue
        elif open_ and not piece.words.startswith("because"):
            piece = replace(piece, words=f"because {piece.words}")
        yield piece


def _go_on(made: list[Row], row: Row, begins: bool) -> None:
    """Put a row that begins with a sign behind the chain before it; reasons between stay behind both, and so
    do conditions at the end of a row.
    """
    aside = []
    while len(made) > 1 and (
        made[-1].words.startswith(("because", "forall")) or (begins and _is_remark(made[-1]))
    ):
        aside.append(made.pop())
    last = made.pop()
    made.extend(reversed(aside))
    sides = list(last.sides)
    if sides and not sides[-1].tokens:
        sides.pop()  # a sign at the end of a row, and again at the beginning of the next
    words = " ".join(filter(None, (last.words, last.after, row.words)))
    made.append(replace(last, sides=(*sides, *row.sides[1:]), words=words, after=row.after))


def _is_remark(row: Row) -> bool:
    """Whether a statement behind another is a remark on that: what is given, what is drawn from
    which law, words with something that they speak of.
    """
    drawn = len(row.sides) == 2 and row.sides[1].sign in (r"\sim", r"\in")
    return row.aside or drawn or bool(row.words and len(row.sides) == 1) or wording(row.words).given


def _with_asides(found: Iterable[Piece]) -> Iterator[Piece]:
    """Pieces, with relations in brackets behind a statement, (y > 0, z > 0), as the conditions that they
    are.
    """
    for at, piece in enumerate(found):
        inside = piece.tokens
        if not at or piece.words or len(inside) < 3 or inside[0].text != "(" or inside[-1].text != ")":
            yield piece
            continue
        depths = list(itertools.accumulate((t.text in OPEN) - (t.text in CLOSE) for t in inside))
        signs = [t.text in SIGNS or t.text == r"\in" for t in inside]
        related = any(sign and depth == 1 for sign, depth in zip(signs, depths, strict=True))
        if not related or 0 in depths[:-1]:
            yield piece
            continue
        for one in Splitter(inside[1:-1]).pieces():
            yield replace(one, words=one.words or "where", aside=True)


def _row(piece: Piece) -> Row:
    sides: list[Side] = []
    sign, joint = "", ""
    inside: list[Token] = []
    depth = 0
    for token in piece.tokens:
        depth += (token.text in OPEN) - (token.text in CLOSE)
        if depth == 0 and relates(token):
            sides.append(Side(sign, tuple(inside), joint))
            joint = token.text if token.text in JOINTS else ""
            sign, inside = SIGNS.get(token.text, token.text), []
        else:
            inside.append(token)
    sides.append(Side(sign, tuple(inside), joint))
    continued = len(sides) > 1 and not sides[0].tokens and sides[1].sign not in JOINTS
    return Row(tuple(sides), piece.words, continued, piece.quantified, comma=piece.comma, aside=piece.aside)
