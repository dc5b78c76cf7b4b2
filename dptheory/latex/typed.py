r"""A claim that was typed in LaTeX, and its conditions, in the claims' language; or a question."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ..kernel import SyntaxProblem
from .conditions import conditions, unread
from .macros import expanded, macros
from .meaning import Meaning
from .names import Names
from .nodes import Node, standing
from .reader import Reader
from .rows import rows
from .signs import SIGNS, Row, trimmed
from .tokens import Token, is_latex, tokens
from .wording import wording

_FENCES: Final = re.compile(r"\s*(?:\$\$?|\\\[|\\\()(?P<inside>.*?)(?:\$\$?|\\\]|\\\))\s*[.,]?\s*", re.DOTALL)
_LIST: Final = re.compile(
    r"(?<![\w.])[\d./]+\s*(?P<one>[<>]=?)\s*[A-Za-z_]\w*'*(?:\s*,\s*[A-Za-z_]\w*'*)+\s*(?P<other>[<>]=?)[^,]*"
)
_INTEGER: Final = re.compile(r"(?P<before>^|,)(?P<name>\s*\\?[A-Za-z]\w*)\s+integer(?=\s*(?:,|$))")
"""What the claims' language calls an integer, beside conditions in LaTeX."""
_COMMENT: Final = re.compile(r"(?<!\\)%[^\n]*\S")
_DEFINES: Final = re.compile(r"\\(?:(?:re|provide)?newcommand|def|DeclareMathOperator)\b")


@dataclass(frozen=True)
class Typed:
    """What was read: the claim, the conditions that the formula itself states, and what is told of it."""

    claim: str
    conditions: tuple[str, ...]
    told: tuple[str, ...]


def read_typed(text: str, names: Names | None = None) -> Typed:
    r"""The claim of a text in LaTeX; raises SyntaxProblem with the place and the token that cannot be read,
    or
    with both readings where there are two.

    >>> read_typed(r"$\log(1+x) \le x$").claim
    'log(1 + x) <= x'
    >>> read_typed(r"\begin{align} 0 &\le e^{-x} \\ &\le 1, \quad \forall x \ge 0 \end{align}").conditions
    ('x >= 0',)
    """
    names = names or Names()
    found = _tokens(text)
    try:
        statements = rows(found)
        claims, given = _apart(statements)
        if not claims and statements:
            _whole(Reader(trimmed(statements[0].sides[0].tokens), names))
        if len(claims) != 1 and not (claims and all(row.listed for row in claims)):
            needed = (
                "one relation, such as \\log(1+x) \\le x"
                if not claims
                else "one chain of relations at a time"
            )
            raise SyntaxProblem(f"found {len(claims)} relations; needed: {needed}", "", 0)
        parts = [
            [_whole(Reader(trimmed(s.tokens), names, 0 if s.tokens else len(text))) for s in row.sides]
            for row in claims
        ]
        meaning = Meaning(variables=_variables([tree for trees in parts for tree in trees]))
        said = " and ".join(
            _said(row, [meaning.text(tree) for tree in trees])
            for row, trees in zip(claims, parts, strict=True)
        )
        if len(claims) > 1:
            meaning.tell(f"what is listed is claimed of each: {said}")

        def read(part: Sequence[Token]) -> Node:
            return _whole(Reader(part, names))

        conditioned = conditions(given, read, meaning.text)
    except SyntaxProblem as problem:
        raise SyntaxProblem(problem.bare, text, problem.position) from None
    told = (*names.told, *meaning.told, *(f"{one} is a comment" for one in _COMMENT.findall(text)))
    return Typed(said, tuple(conditioned), told)


def read_typed_where(text: str, names: Names | None = None) -> tuple[str, ...]:
    r"""Conditions that were typed in LaTeX.

    >>> read_typed_where(r"0 < \varepsilon \le 1, n \in \mathbb{N}")
    ('0 < eps', 'eps <= 1', 'n integer', 'n >= 1')
    >>> read_typed_where(r"n \ge 1, n integer")
    ('n >= 1', 'n integer')
    """
    names = names or Names()
    found = _tokens(_INTEGER.sub(r"\g<before>\g<name> \\in \\mathbb{Z}", text))
    meaning = Meaning()
    try:
        made = tuple(conditions(rows(found), lambda part: _whole(Reader(part, names)), meaning.text))
    except SyntaxProblem as problem:
        raise SyntaxProblem(problem.bare, text, problem.position) from None
    for words in meaning.told:
        names.tell(words)
    return made


def read_typed_term(text: str, names: Names | None = None) -> str:
    r"""A term that was typed in LaTeX.

    >>> read_typed_term(r"\frac{d \log n}{\sqrt{n}}")
    'd*log(n)/sqrt(n)'
    """
    try:
        return Meaning().text(_whole(Reader(trimmed(_tokens(text)), names or Names())))
    except SyntaxProblem as problem:
        raise SyntaxProblem(problem.bare, text, problem.position) from None


def in_language(claim: str, where: Sequence[str]) -> tuple[str, list[str], Typed | None]:
    r"""A claim and its conditions, whichever were typed in LaTeX, and what was read; None where none was.

    >>> in_language(r"\lambda^2 \ge 0", ["lam > 1"])[:2]
    ('lam**2 >= 0', ['lam > 1'])
    """
    if not any(map(is_latex, (claim, *where))):
        return claim, list(where), None
    names = Names()
    read = read_typed(claim, names) if is_latex(claim) else Typed(claim, (), ())
    given = [", ".join(read_typed_where(text, names)) if is_latex(text) else _single(text) for text in where]
    conditioned = (*read.conditions, *(text for text in given if text.strip()))
    told = tuple(dict.fromkeys((*names.told, *read.told)))
    return read.claim, [*given, *read.conditions], Typed(read.claim, conditioned, told)


def _single(text: str) -> str:
    """Conditions in the claims' language, beside a claim in LaTeX; a list that LaTeX reads otherwise is
    asked.
    """
    match = _LIST.search(text)
    if match and match["one"][0] == match["other"][0]:
        raise SyntaxProblem(
            f"{match[0]} reads two ways: what is listed is between both, or each is beside one;"
            " write the relations of each name by themselves",
            text,
            match.start(),
        )
    return text


def _tokens(text: str) -> list[Token]:
    known = macros(text) if _DEFINES.search(text) else {}
    inside = _FENCES.fullmatch(text)
    start = inside.start("inside") if inside else 0
    body = inside["inside"] if inside else text
    if known:
        cut = max(match.end() for match in _DEFINES.finditer(body))
        last = body.find("}\n", cut)
        start, body = start + last + 2, body[last + 2 :]
    try:
        found = [
            t for t in expanded(tokens(body, start), known) if t.text not in ("$", r"\[", r"\]", r"\(", r"\)")
        ]
    except SyntaxProblem as problem:
        raise SyntaxProblem(problem.bare, text, problem.position) from None
    return found


def _apart(statements: Sequence[Row]) -> tuple[list[Row], list[Row]]:
    """The claims and the conditions among the statements of a formula; refuses words that are not read."""
    claims: list[Row] = []
    given: list[Row] = []
    last = False
    for row in statements:
        heard, behind = wording(row.words), wording(row.after)
        joined = last and row.words.strip().lower() == "and"
        member = len(row.sides) > 1 and all(side.sign == r"\in" for side in row.sides[1:])
        last = row.quantified or heard.given or member or joined
        if last or len(row.sides) < 2:
            given.append(row)
            continue
        loose = row.after.strip() if behind.given or behind.kinds else ""
        strange = heard.strange or behind.strange or loose
        if strange or heard.kinds:
            raise unread(strange or row.words.strip(), row)
        claims.append(row)
    return claims, given


def _whole(reader: Reader) -> Node:
    node = reader.expression()
    reader.finish()
    return node


def _variables(trees: Sequence[Node]) -> frozenset[str]:
    """Names that stand somewhere without a bracket behind them: numbers."""
    return frozenset().union(*map(standing, trees))


def _said(row: Row, texts: Sequence[str]) -> str:
    """A chain, or relations that imply one another."""
    parts: list[tuple[str, str]] = []
    said = texts[0]
    for side, text in zip(row.sides[1:], texts[1:], strict=True):
        if side.sign in SIGNS.values():
            said += f" {side.sign} {text}"
        elif side.sign in (r"\implies", r"\iff"):
            parts.append((said, side.sign))
            said = text
        else:
            place = side.tokens[0].position if side.tokens else 0
            raise SyntaxProblem(f"{side.sign} is no relation between numbers", "", place)
    if not parts:
        return said
    made, lefts = [], [*parts, (said, "")]
    for (left, sign), (right, _) in itertools.pairwise(lefts):
        made.append(f"(({left}) implies ({right}))")
        if sign == r"\iff":
            made.append(f"(({right}) implies ({left}))")
    return " and ".join(made)
