"""The one model of a formula on a page: what is next to, above or inside what.

`from_real` and `from_logic` make it from the kernel's terms; `unicode` and `latex` write it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

LEVELS: Final = {
    "implies": 1,
    "quantified": 1,
    "or": 2,
    "and": 3,
    "phrase": 3,
    "not": 4,
    "relation": 5,
    "add": 6,
    "sub": 6,
    "product": 7,
    "fraction": 7,
    "sum": 7,
    "neg": 8,
    "power": 9,
    "exp": 9,
    "root": 9,
}
"""How tightly a kind binds; kinds that are not listed never need brackets."""

ATOMIC: Final = 10


def word_level(word: str) -> int:
    """How tightly a formula has to bind before that word: a hyphen takes no sum, as in (2R + 2)-Lipschitz."""
    return LEVELS["product" if word.startswith("-") else "add"]


@dataclass(frozen=True)
class Math:
    """One piece of a formula.

    kind          text                  parts
    symbol        a name                ()
    typed         a name                ()      as it is typed: as a symbol it would be written like a term
    number        digits                ()
    space         a base sort           ()
    function      a built-in's name     ()
    word          upright text          ()
    neg           ""                    (a,)
    add sub       ""                    (a, b)
    product       a dot, or nothing     (a, b); with a dot it is never left out
    fraction      ""                    (numerator, denominator)
    power         ""                    (base, exponent)
    exp root      ""                    (a,)
    fence         norm abs floor ceil inner   (a,)
    pair          ""                    (a, b, ...), with commas between
    call          ""                    (head, arguments...)
    below         ""                    (base, index)
    replaced      ""                    (data set, place)
    relation      operators, by spaces  operands
    and or implies not   ""             operands
    quantified    forall exists         (names..., domain, body)
    set map       ""                    (name, domain, body)
    over          ""                    (name, domain): a map's argument where its domain has to be said
    draw          E P image             (drawn..., body), a drawn is (name, law)
    drawn         ""                    (name, law)
    sum           ""                    (index, first, last, body)
    phrase        words with {} slots   what goes into the slots
    """

    kind: str
    parts: tuple[Math, ...] = ()
    text: str = ""
    about: str = field(default="", compare=False)
    """The definition that this piece writes, where it writes one: on pages words explain themselves."""

    @property
    def level(self) -> int:
        """How tightly it binds."""
        return LEVELS.get(self.kind, ATOMIC)


def symbol(name: str) -> Math:
    """A name."""
    return Math("symbol", (), name)


def number(value: int) -> Math:
    """An integer."""
    return Math("number", (), str(value)) if value >= 0 else Math("neg", (Math("number", (), str(-value)),))


def rational(numerator: int, denominator: int) -> Math:
    """A rational number."""
    if denominator == 1:
        return number(numerator)
    made = Math("fraction", (number(abs(numerator)), number(denominator)))
    return made if numerator >= 0 else Math("neg", (made,))


def call(head: Math, *arguments: Math) -> Math:
    """A function at arguments."""
    return Math("call", (head, *arguments))


def relation(left: Math, operator: str, right: Math) -> Math:
    """A relation, joined with one that ends where this begins: 0 < a and a < 1 become 0 < a < 1."""
    return Math("relation", (left, right), operator)


def conjunction(left: Math, right: Math) -> Math:
    """``left and right``; relations in one direction that meet become a chain."""
    if left.kind == right.kind == "relation" and left.parts[-1] == right.parts[0]:
        operators = f"{left.text} {right.text}"
        if set(operators.split()) <= {"<", "<=", "="} or set(operators.split()) <= {">", ">=", "="}:
            return Math("relation", left.parts + right.parts[1:], operators)
    return Math("and", (left, right))
