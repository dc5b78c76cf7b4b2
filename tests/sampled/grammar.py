"""The ASCII grammar of terms and relations, read a second time: from docs/SEMANTICS.md, by no code of the kernel.

Minus before a term binds weaker than `**` (also written `^`), which groups to the right; - and / group to the left.
A name is letters, digits and _, then primes; a name before `(` is a function.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final

RELATIONS: Final = ("<=", ">=", "!=", "==", "<", ">", "=")
BINDERS: Final = ("sum", "prod", "integral")
CONSTANTS: Final = ("pi", "E", "oo")
TOKEN: Final = re.compile(
    r"\s*(?:(?P<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)|(?P<name>[A-Za-z_]\w*'*)"
    r"|(?P<sign>\*\*|<=|>=|!=|==|[-+*/^(),<>=]))"
)


class Unread(Exception):
    """A text that is not of the grammar."""


@dataclass(frozen=True, eq=False)
class Tree:
    """A term as written. `kind`: number, name, constant, + - * / **, minus, call, or a binder; equal only to itself."""

    kind: str
    parts: tuple[Tree, ...] = ()
    name: str = ""
    number: Fraction = Fraction(0)
    names: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Said:
    """A relation as written."""

    op: str
    left: Tree
    right: Tree
    same: bool = False
    """Whether both sides are the same text."""


def tree(kind: str, *parts: Tree, name: str = "", number: Fraction = Fraction(0)) -> Tree:
    """A term with its free names: the index of a binder is a variable of its first part alone."""
    names: frozenset[str] = frozenset([name] if kind == "name" else [])
    for index, part in enumerate(parts):
        names |= part.names - ({name} if kind in BINDERS and index == 0 else set())
    return Tree(kind, parts, name, number, names)


class _Reader:
    def __init__(self, text: str) -> None:
        self.text, self.tokens, self.at = text, [("end", "")], 0
        place = 0
        found = []
        while place < len(text.rstrip()):
            match = TOKEN.match(text, place)
            if not match:
                raise Unread(text)
            found.append((str(match.lastgroup), match.group(str(match.lastgroup))))
            place = match.end()
        self.tokens = [*found, ("end", "")]

    def take(self, *signs: str) -> str:
        """The next token, if it is one of these signs; else nothing."""
        kind, word = self.tokens[self.at]
        if kind == "sign" and word in signs:
            self.at += 1
            return word
        return ""

    def need(self, sign: str) -> None:
        if not self.take(sign):
            raise Unread(f"{sign} missing: {self.text}")

    def sum(self) -> Tree:
        left = self.product()
        while op := self.take("+", "-"):
            left = tree(op, left, self.product())
        return left

    def product(self) -> Tree:
        left = self.signed()
        while op := self.take("*", "/"):
            left = tree(op, left, self.signed())
        return left

    def signed(self) -> Tree:
        if self.take("-"):
            return tree("minus", self.signed())
        return self.signed() if self.take("+") else self.power()

    def power(self) -> Tree:
        base = self.atom()
        return tree("**", base, self.signed()) if self.take("**", "^") else base

    def atom(self) -> Tree:
        if self.take("("):
            inner = self.sum()
            self.need(")")
            return inner
        kind, word = self.tokens[self.at]
        self.at += 1
        if kind == "number":
            return tree("number", number=Fraction(word))
        if kind != "name":
            raise Unread(self.text)
        if self.take("("):
            return self.applied(word)
        return tree("constant" if word in CONSTANTS else "name", name=word)

    def applied(self, word: str) -> Tree:
        parts = [self.sum()]
        while self.take(","):
            parts.append(self.sum())
        self.need(")")
        if word not in BINDERS:
            return tree("call", *parts, name=word)
        if len(parts) != 4 or parts[1].kind != "name":
            raise Unread(self.text)
        return tree(word, parts[0], *parts[2:], name=parts[1].name)

    def end(self) -> None:
        if self.tokens[self.at][0] != "end":
            raise Unread(self.text)


@lru_cache(maxsize=50_000)
def term(text: str) -> Tree:
    reader = _Reader(text)
    read = reader.sum()
    reader.end()
    return read


@lru_cache(maxsize=50_000)
def relation(text: str) -> Said:
    reader = _Reader(text)
    left = reader.sum()
    middle = reader.at
    op = reader.take(*RELATIONS)
    if not op:
        raise Unread(text)
    right = reader.sum()
    reader.end()
    same = reader.tokens[:middle] == reader.tokens[middle + 1 : -1]
    return Said("=" if op == "==" else op, left, right, same)
