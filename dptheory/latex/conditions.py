r"""Conditions of LaTeX in the claims' language: relations, lists (`x, y \ge 0`), memberships (`p \in [0,
1)`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from ..kernel import SyntaxProblem
from .dots import same
from .lists import is_name, speaks
from .nodes import Node
from .signs import SIGNS, Row, Side, trimmed
from .tokens import Token, shown
from .wording import Wording, denied, wording

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


def conditions(found: Iterable[Row], read: Read, say: Say, *, strict: bool = True) -> list[str]:
    r"""The conditions that rows state; raises SyntaxProblem for what is none, and for words that say
    something else. Where it is not `strict`, words that are not known are passed over, but not those that
    take back what stands beside them.

    >>> from .names import Names
    >>> from .reader import Reader
    >>> from .meaning import Meaning
    >>> from .rows import rows
    >>> from .tokens import tokens
    >>> def read(found): return Reader(found, Names()).expression()
    >>> def said(text): return conditions(rows(tokens(text)), read, Meaning().text)
    >>> said(r"x, y \ge 0, \quad p \in [0, 1), n \in \mathbb{N}, k = 1, \ldots, n")
    ['x >= 0', 'y >= 0', '0 <= p', 'p < 1', 'n integer', 'n >= 1', 'k integer', '1 <= k', 'k <= n']
    >>> said(r"\text{for all positive integers } n")
    ['n > 0', 'n integer']
    """
    made: list[str] = []
    waiting: list[Row] = []
    for row in found:
        indexed = len(row.sides) > 1 and any(speaks(one.sides[0].tokens, row) for one in waiting)
        if waiting and (not row.comma or indexed):
            _alone(waiting, strict)
            waiting = []
        heard = [_heard(row, words, strict) for words in (row.words, row.after)]
        kinds = [kind for one in heard for kind in one.kinds]
        sides = [Side(s.sign, tuple(trimmed(s.tokens))) for s in row.sides]
        if len(sides) == 1:
            ends = bool(heard[1].kinds or heard[1].universal)
            if kinds or heard[0].universal or ends:
                for one in [*(waiting if ends else []), row]:
                    named = _subject(one, strict)
                    made += [f"{say(read(named))} {kind}" for kind in kinds if named]
                waiting = [] if ends else waiting
            elif sides[0].tokens:
                waiting.append(row)
            continue
        if kinds and (named := _subject(row, strict)):
            made += [f"{say(read(named))} {kind}" for kind in kinds]
        beside = [trimmed(one.sides[0].tokens) for one in waiting]
        made += _related(sides, beside, read, say)
        waiting = []
    _alone(waiting, strict)
    return list(dict.fromkeys(made))


def _related(sides: Sequence[Side], beside: Sequence[Sequence[Token]], read: Read, say: Say) -> Iterator[str]:
    """What one row says of its sides, and of what is listed before the first."""
    if len(sides) == 2 and sides[1].sign == r"\in":
        for one in (*beside, sides[0].tokens):
            yield from _member(say(read(one)), sides[1].tokens, read, say)
        return
    strange = next((s for s in sides[1:] if s.sign not in SIGNS.values()), None)
    if strange is not None:
        where = strange.tokens[0].position if strange.tokens else 0
        raise SyntaxProblem(f"{strange.sign} is no relation between numbers", "", where)
    texts = [say(read(side.tokens)) for side in sides]
    for one in beside:
        yield f"{say(read(one))} {sides[1].sign} {texts[1]}"
    for left, side, right in zip(texts, sides[1:], texts[1:], strict=False):
        yield f"{left} {side.sign} {right}"


def _heard(row: Row, words: str, strict: bool) -> Wording:
    """What words around a row say; refused where that is something else than a condition."""
    heard = wording(words)
    if strange := (heard.strange if strict else denied(words)):
        raise unread(strange, row)
    return heard


def unread(strange: str, row: Row) -> SyntaxProblem:
    """The refusal of a word."""
    place = next((t.position for side in row.sides for t in side.tokens), 0)
    needed = "needed: relations, and words such as for all, where, and, integer"
    return SyntaxProblem(f"the word {strange!r} is not read; {needed}", "", place)


def _alone(waiting: Sequence[Row], strict: bool) -> None:
    if strict and waiting:
        found = trimmed(waiting[0].sides[0].tokens)
        raise SyntaxProblem(f"nothing is said of {shown(found)}, which stands alone", "", found[0].position)


def _subject(row: Row, strict: bool) -> Sequence[Token]:
    """The name that words such as `integer` beside a row speak of."""
    sides = [trimmed(side.tokens) for side in row.sides]
    named = [side for side in sides if is_name(side)]
    chosen = sides[1] if len(sides) == 3 else sides[0]
    if is_name(chosen) and (len(sides) == 3 or row.sides[0].tokens):
        return chosen
    if len(named) == 1:
        return named[0]
    if strict:
        place = next((t.position for side in sides for t in side), 0)
        raise SyntaxProblem(f"the words {row.words or row.after!r} speak of no one name", "", place)
    return ()


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
    if len(domain) > 2 and domain[0].text == r"\{" and domain[-1].text == r"\}":
        ends = _run(_commas(inner), read, say)
        if ends is not None:
            top = [f"{name} <= {ends[1]}"] if ends[1] else []
            return [f"{name} integer", f"{ends[0]} <= {name}", *top]
    raise SyntaxProblem(
        f"{text or 'nothing'} is no set of numbers that is known", "", domain[0].position if domain else 0
    )


def _run(parts: Sequence[Sequence[Token]], read: Read, say: Say) -> tuple[str, str] | None:
    r"""The ends of integers that follow one another, 1, 2, \ldots, n; no second end where there is none."""
    dots = [k for k, part in enumerate(parts) if shown(part) == r"\ldots"]
    if len(dots) > 1 or not all(parts) or dots == [0]:
        return None
    trees = [read(part) for k, part in enumerate(parts) if k not in dots]
    before = dots[0] if dots else len(trees)
    for run in (trees[:before], trees[before:]):
        steps = [Node("op", "+", (run[0], Node("num", str(k)))) for k in range(len(run))]
        if not all(same(one, step, whole=True) for one, step in zip(run, steps, strict=True)):
            return None
    if not all(t.kind == "num" for t in trees if not dots):
        return None
    return say(trees[0]), say(trees[-1]) if len(trees) > before or not dots else ""


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
