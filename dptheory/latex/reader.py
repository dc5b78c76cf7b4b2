r"""The reader of a formula: its structure, with numbers, names, brackets and commands as operands."""

from __future__ import annotations

from .commands import COMMANDS, word
from .names import is_letter
from .naming import FONTS, MARKS, named
from .nodes import Node
from .structure import CLOSERS, Structure


class Reader(Structure):
    """Reads tokens from left to right; `names` gives every letter its name."""

    def begins_operand(self) -> bool:
        """Whether what follows can be an operand at all."""
        token = self.tokens[self.at] if self.at < len(self.tokens) else None
        if token is None:
            return False
        if token.kind in ("letter", "digit") or token.text in CLOSERS or token.text in ("{", "|", r"\|"):
            return True
        return token.text in COMMANDS or token.text in MARKS or token.text in FONTS or is_letter(token.text)

    def atom(self) -> Node:
        """A number, a name, a bracket, or what a command makes."""
        if self.at >= len(self.tokens):
            raise self.fail("expected an operand, found the end of the formula")
        token = self.tokens[self.at]
        if token.kind == "digit" or (token.text == "." and self.peek(1).isdigit()):
            return self.number()
        if token.kind == "letter":
            return word(self) or named(self)
        if token.text == "{":
            return self.part(self.group())
        if token.text in ("(", "["):
            return self.bracket()
        if token.text in COMMANDS:
            self.take()
            return COMMANDS[token.text](self, token)
        if token.text in MARKS or token.text in FONTS or is_letter(token.text):
            return named(self)
        if token.kind == "command":
            raise self.fail(f"the command {token.text} is not known")
        raise self.fail(f"expected an operand, found {token.text}")
