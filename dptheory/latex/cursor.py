r"""A place in a list of tokens: what comes next, what a command is applied to, where it fails."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..kernel import SyntaxProblem
from .names import Names
from .tokens import Token

TAKING: Final = {
    r"\frac": 2, r"\binom": 2, r"\sqrt": 1, r"\mathrm": 1, r"\text": 1, r"\mathbb": 1, r"\mathcal": 1,
    r"\mathsf": 1,
    r"\boldsymbol": 1, r"\operatorname": 1, r"\hat": 1, r"\tilde": 1, r"\bar": 1,
}  # fmt: skip
"""Commands that are applied to so many groups."""


class Cursor:
    """Goes through tokens from left to right; `names` gives every letter its name."""

    def __init__(self, found: Sequence[Token], names: Names, end: int = 0) -> None:
        self.tokens, self.names, self.at = list(found), names, 0
        self.end = end or (self.tokens[-1].position + len(self.tokens[-1].text) if self.tokens else 0)

    def peek(self, ahead: int = 0) -> str:
        """The text of a token to come; empty at the end."""
        place = self.at + ahead
        return self.tokens[place].text if place < len(self.tokens) else ""

    def take(self, wanted: str = "") -> Token:
        """The next token, which must be the one that is wanted."""
        if self.at >= len(self.tokens):
            raise self.fail(f"expected {wanted or 'an operand'}, found the end of the formula")
        token = self.tokens[self.at]
        if wanted and token.text != wanted:
            raise self.fail(f"expected {wanted}, found {token.text}")
        self.at += 1
        return token

    def fail(self, message: str, position: int = -1) -> SyntaxProblem:
        """A problem at a place, or at the next token."""
        here = self.tokens[self.at].position if self.at < len(self.tokens) else self.end
        return SyntaxProblem(message, "", here if position < 0 else position)

    def position(self) -> int:
        """Where the next token stands."""
        return self.tokens[self.at].position if self.at < len(self.tokens) else self.end

    def group(self) -> list[Token]:
        """The tokens of what a command is applied to: a group in braces, or one token."""
        if self.peek() != "{":
            token = self.take()
            return [token, *self._applied(token)]
        start = self.position()
        self.take()
        depth = 1
        inside: list[Token] = []
        while self.at < len(self.tokens):
            token = self.take()
            depth += {"{": 1, "}": -1}.get(token.text, 0)
            if depth == 0:
                return inside
            inside.append(token)
        raise self.fail("the formula ends within the braces that are opened here", start)

    def _applied(self, token: Token) -> Iterator[Token]:
        """What belongs to a command without braces around it, as in e^\\frac{1}{2}."""
        for _ in range(TAKING.get(token.text, 0)):
            start = self.at
            self.group()
            yield from self.tokens[start : self.at]

    def finish(self) -> None:
        """Everything must have been read."""
        if self.at < len(self.tokens):
            raise self.fail(f"cannot read {self.peek()} here")

    def spaced(self) -> bool:
        """Whether a blank stands before the next token."""
        return self.at < len(self.tokens) and self.tokens[self.at].spaced

    def letters(self) -> str:
        """The letters that stand together from here on, without blanks between."""
        said, place = "", self.at
        while place < len(self.tokens) and self.tokens[place].kind == "letter":
            if said and self.tokens[place].spaced:
                break
            said += self.tokens[place].text
            place += 1
        return said


def balanced(found: Sequence[Token], at: int) -> list[Token]:
    """The tokens from an opening bracket to the one that closes it."""
    depth, place = 0, at
    while place < len(found):
        text = found[place].text
        depth += (text in ("(", "[", "{", r"\{")) - (text in (")", "]", "}", r"\}"))
        place += 1
        if depth == 0:
            return list(found[at:place])
    raise SyntaxProblem("the formula ends within the bracket that is opened here", "", found[at].position)
