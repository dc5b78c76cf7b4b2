r"""The relations of a document, link by link: chains are split, and go on over rows and displays."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ..kernel import SyntaxProblem
from ..latex.macros import USUAL, expanded
from ..latex.rows import rows
from ..latex.signs import CLOSE, LOOSE, OPEN, SIGNS, Row, Side, trimmed
from ..latex.tokens import Token, shown, tokens
from ..latex.wording import denied
from .source import ASIDE, Document, Formula, Trouble

JOINTS: Final = (r"\iff", r"\implies")
_LETS: Final = re.compile(r"\b(?:let|set|put|denote|write|call)\b", re.IGNORECASE)
_BETWEEN: Final = re.compile(r"(?:<br */?>|\n *>|\s|<a[^>]*>|</a>|\\\]|\\\[|\\\(|\\\)|\$|[.,])*")


@dataclass(frozen=True)
class Link:
    """One link: two sides and the sign between; its chain, and the link before it in the same display. An
    `arrow` leads from it to another: it is supposed, not claimed.
    """

    left: tuple[Token, ...]
    sign: str
    right: tuple[Token, ...]
    position: int
    formula: Formula
    chain: int
    row: int
    words: str = ""
    joint: str = ""
    first: bool = True
    arrow: bool = False

    @property
    def key(self) -> tuple[int, int]:
        """Where its formula begins, and its left side."""
        return self.formula.start, self.left[0].position

    @property
    def latex(self) -> str:
        """The link as LaTeX, in one spelling."""
        sign = next((tex for tex, said in SIGNS.items() if said == self.sign), self.sign)
        return f"{shown(self.left)} {sign} {shown(self.right)}"


@dataclass(frozen=True)
class Statement:
    """A row of a formula, with the formula that it stands in."""

    row: Row
    formula: Formula


def statements(source: Document) -> tuple[list[Statement], list[Trouble]]:
    """Every row of every formula; what cannot be split is told."""
    found: list[Statement] = []
    troubles: list[Trouble] = []
    known, told = {**USUAL, **source.macros}, set(source.macros)
    for formula in source.formulas:
        try:
            read = tokens(formula.latex, formula.start)
            for token in read:
                if token.text in USUAL and token.text not in told:
                    told.add(token.text)
                    words = f"{token.text} is not defined here; read as {shown(USUAL[token.text].body)}"
                    troubles.append(Trouble(source.place(token.position), words))
            split = rows(expanded(read, known))
        except SyntaxProblem as problem:
            at = max(formula.start, min(problem.position, formula.end))
            troubles.append(Trouble(source.place(at), problem.bare))
            continue
        if opened := _ends_within(read, split):
            words = "the formula ends within the bracket opened here"
            troubles.append(Trouble(source.place(opened.position), words))
        for at, row in enumerate(split):
            if unread := _unread(row, split[at - 1] if at else row):
                place = next((t.position for side in row.sides for t in side.tokens), formula.start)
                troubles.append(Trouble(source.place(place), unread))
            else:
                found.append(Statement(row, formula))
    return found, troubles


def _ends_within(found: Sequence[Token], split: Sequence[Row]) -> Token | None:
    """The bracket that a formula ends in where all of its relations stand within it."""
    if any(len(row.sides) > 1 for row in split) or not any(t.text in SIGNS for t in found):
        return None
    opened: list[Token] = []
    for token in found:
        if token.text in OPEN and token.text != r"\begin":
            opened.append(token)
        elif token.text in CLOSE and token.text != r"\end" and opened:
            opened.pop()
    return opened[0] if opened else None


def _unread(row: Row, before: Row) -> str:
    """What is told of a row that is not read: one that its words take back, one of objects alone, a name
    behind a relation and a comma.
    """
    if row.comma and len(row.sides) == 1 and len(before.sides) > 1 and trimmed(row.sides[0].tokens):
        return f"nothing is said of {shown(trimmed(row.sides[0].tokens))}, which stands behind a comma"
    word = denied(row.words) or denied(row.after)
    if word and len(row.sides) > 1:
        return f"the word {word!r} stands beside this relation, which is not read"
    joined = len(row.sides) < 2 or any(side.sign in JOINTS for side in row.sides)
    kept = (t.text for side in row.sides for t in side.tokens)
    return "this environment is not read" if joined and r"\begin" in kept else ""


def links(source: Document, found: Sequence[Statement]) -> Iterator[Link]:
    r"""The links of all rows. A formula that begins with a sign goes on with the chain before it.

    >>> from .source import document
    >>> made = document("$a \\le b$ <br/> $= c$ and\n\\begin{align} x &< y \\\\ &= z \\end{align}")
    >>> [link.latex for link in links(made, statements(made)[0])]
    ['a \\le b', 'b = c', 'x < y', 'y = z']
    """
    chain, last_end, number = 0, -1, 0
    before: tuple[Token, ...] = ()
    for statement in found:
        sides, formula = list(statement.row.sides), statement.formula
        number += 1
        aside = not formula.display and ASIDE.search(source.text[max(formula.start - 20, 0) : formula.start])
        if len(sides) < 2:
            if not formula.display and sides:  # what comes next may begin with a sign
                before, last_end, chain = () if aside else sides[0].tokens, formula.end, chain + 1
            continue
        goes_on = not sides[0].tokens and sides[1].sign in (*SIGNS.values(), *LOOSE)
        if goes_on:
            gap = source.text[last_end : formula.start] if last_end >= 0 else "none"
            if not before or not _BETWEEN.fullmatch(gap.replace("~", " ")):
                before = ()
            sides[0] = Side("", before)
        else:
            chain += 1
        yield from _row(sides, statement, chain, number)
        kept = [s for s in sides if s.tokens]
        before, last_end = (kept[-1].tokens if kept and not aside else ()), formula.end


def aims(found: Sequence[Statement]) -> Iterator[Link]:
    r"""Formulas without a relation of which the text may say where they are least or greatest, as links
    without a left side.

    >>> from .source import document
    >>> made = document("To minimise $x + 1/x$ over $x > 0$, choose $x = 1$.")
    >>> [shown(link.right) for link in aims(statements(made)[0])]
    ['x+1/x']
    """
    for one in found:
        if len(side := tuple(trimmed(one.row.sides[0].tokens))) > 1 and len(one.row.sides) == 1:
            yield Link((), "", side, one.formula.start, one.formula, 0, 0)


def _without_dots(side: list[Token]) -> list[Token]:
    """A side without the dots that say that a chain goes on."""
    dots = (
        len(side) > 1
        and side[-1].text == r"\ldots"
        and side[-2].text not in ("+", "-", ",", "*", r"\cdot", "=")
    )
    return side[:-1] if dots else side


def _is_turned(row: Row, left: Sequence[Token], right: Sequence[Token]) -> bool:
    r"""Whether words of a formula give what stands on the right its value: \text{let } -y = x."""
    return bool(_LETS.search(row.words)) and len(right) == 1 < len(left) and right[0].kind != "digit"


def _row(sides: Sequence[Side], statement: Statement, chain: int, number: int) -> Iterator[Link]:
    """The links of one row; after an arrow the next relation begins anew, joined to the one before."""
    left, joint, first = sides[0].tokens, "", True
    for at, side in enumerate(sides[1:], 1):
        if side.sign in JOINTS:
            left, joint = side.tokens, side.sign
            continue
        arrow = at + 1 < len(sides) and sides[at + 1].sign in JOINTS and not joint
        begins, ends = _without_dots(trimmed(left)), _without_dots(trimmed(side.tokens))
        if (
            begins
            and ends
            and (side.sign in SIGNS.values() or side.sign in LOOSE or side.sign in (":=", "=:"))
        ):
            place = begins[0].position if first else ends[0].position
            turned = side.sign == "=:" or (side.sign == "=" and _is_turned(statement.row, begins, ends))
            sign, ends, begins = (":=", begins, ends) if turned else (side.sign, ends, begins)
            yield Link(
                tuple(begins), sign, tuple(ends), place,
                statement.formula, chain, number, statement.row.words, joint, first, arrow,
            )  # fmt: skip
        left, joint, first = side.tokens, "", False
