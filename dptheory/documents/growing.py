r"""Asymptotic relations between two functions, F = O(G), F = H + O(G), F \lesssim G: asked of `growth`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ..kernel import KernelError, SyntaxProblem
from ..kernel.real import Term, num, print_term, substitute, var
from ..latex.signs import trimmed
from ..latex.tokens import Token, tokens
from ..prover import compare
from .conventions import conventions
from .links import Link
from .parsed import lone
from .questions import EFFORT, Answer, Growth
from .reading import Reading

NEAR: Final = 200
COUNTS: Final = ("n", "N", "T", "m", "k", "d", "K")
_ORDERS: Final = {"O": "O", "o": "o", r"\Omega": "Omega", r"\Theta": "Theta", r"\omega": "omega"}
_SIGNS: Final = {r"\lesssim": "O", r"\gtrsim": "Omega", r"\asymp": "Theta"}
_TENDS: Final = re.compile(
    r"(?P<name>\\?[A-Za-z]+(?:_\w|_\{\w+\})?)\s*\\(?:to|rightarrow)\s*(?P<end>\\infty|0)(?![\w.])"
)


def growing(reading: Reading, link: Link, given: Sequence[str]) -> Growth | None:
    r"""What a link asks of growth, where both sides are functions of numbers; else None.

    >>> from .source import document
    >>> from .claims import stated
    >>> made = document(r"We have $n \log n = O(n^2)$ and $\log(1+v) = v + O(v^2)$ as $v \to 0$.")
    >>> [(one.growth.left, one.growth.right) for one in stated(made).links if one.growth]
    [('n*log(n)', 'n**2'), ('log(1 + 1/v) - 1/v', '(1/v)**2')]
    """
    relation, apart, inside = _order(link)
    try:
        whole = reading.term(link.left, link)
        left = whole - reading.term(apart, link) if apart else whole
        right = reading.term(inside, link)
    except (SyntaxProblem, KernelError, ArithmeticError, RecursionError):
        return None
    unknown = {name for name, _ in reading.atoms.values()}
    names = left.names | right.names
    name, end = _limit(reading, link, left, right, bool(apart))
    if not relation or not name or names & unknown:
        return None
    known = [text for text in given if end or not re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text)]
    if not end:  # v -> 0 as 1/v -> oo
        image = {name: num(1) / var(name)}
        left, right = substitute(left, image), substitute(right, image)
    usual = [text for text in conventions(names - {name}, known) if text not in known]
    where = tuple(dict.fromkeys((*known, *usual, f"{name} >= 1")))
    told = f"read as {name} -> {'oo' if end else '0'}, with one constant for all values of the other names"
    return Growth(print_term(left), print_term(right), name, relation, where, told)


def _order(link: Link) -> tuple[str, list[Token], list[Token]]:
    """The relation, what stands before O(..) with a plus, and what stands in its bracket."""
    if link.sign in _SIGNS:
        return _SIGNS[link.sign], [], list(link.right)
    side = trimmed(link.right)
    place = next((i for i, t in enumerate(side[:-1]) if t.text in _ORDERS and side[i + 1].text == "("), -1)
    if place < 0 or not side or side[-1].text != ")" or link.sign not in ("=", r"\in", "<="):
        return "", [], []
    before = side[:place]
    if before and before[-1].text != "+":
        return "", [], []
    return _ORDERS[side[place].text], before[:-1], side[place + 2 : -1]


def _limit(reading: Reading, link: Link, left: Term, right: Term, apart: bool) -> tuple[str, bool]:
    """The name that tends somewhere, as the words near by say, else by custom; whether it grows."""
    here = reading.source.text[max(0, link.formula.start - NEAR) : link.formula.end + NEAR]
    names = left.names | right.names
    for match in _TENDS.finditer(here):
        name = lone(reading.parsed.tree(tokens(match["name"])))
        if name in names:
            return name, match["end"] != "0"
    if apart and len(names) == 1:
        return next(iter(names)), False
    counted = [name for name in COUNTS if name in right.names]
    return (counted[0], True) if counted and not apart else ("", True)


def grown(asked: Growth) -> Answer:
    """What `growth` says; that it fails is said only of functions of one variable."""
    from ..inputs import domain, term

    try:
        left, right = term(asked.left), term(asked.right)
        found = compare(
            left, right, asked.name, domain(", ".join(asked.where)), asked.relation, effort=EFFORT
        )
    except (SyntaxProblem, KernelError, ValueError) as problem:
        return Answer("unknown", str(problem))
    if found.holds is None:
        return Answer("unknown", "neither a constant nor a curve on which there is none was found")
    if found.holds:
        return Answer("proved", found.reason)
    if len(left.names | right.names) == 1:
        return Answer("refuted", found.reason)
    return Answer("unknown", f"there is no one constant for all values of the names ({found.reason})")
