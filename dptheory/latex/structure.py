r"""The structure of a formula: sums, products with and without signs, quotients, powers, brackets.

What can be read in two ways becomes a `choice`: the usual reading first, with what is to be told of it.
"""

from __future__ import annotations

import itertools
import math
import re
from abc import abstractmethod
from collections.abc import Sequence
from typing import Final

from ..kernel import SyntaxProblem
from .cursor import Cursor, balanced
from .names import Names, is_letter
from .nodes import FUNCTION_LETTERS, Node, opened, power
from .tokens import Token, shown

CLOSERS: Final = {
    "(": ")", "[": "]", r"\{": r"\}", r"\lvert": r"\rvert", r"\lVert": r"\rVert", r"\lfloor": r"\rfloor",
    r"\lceil": r"\rceil", r"\langle": r"\rangle",
}  # fmt: skip
_STOPS: Final = frozenset((
    ")", "]", "}", r"\}", r"\rvert", r"\rVert", r"\rfloor", r"\rceil", r"\rangle", "&", r"\\", ",", ";",
    ".", ":",
    r"\mid", r"\quad",
))  # fmt: skip


_GROUPS: Final = re.compile(r"(?:0|[1-9][0-9]*|[1-9][0-9]{0,2}(?:,[0-9]{3})+)?(?:\.[0-9]+)?")
"""Numerals: without a zero in front, or with commas between groups of three digits."""


class Structure(Cursor):
    """Reads tokens from left to right; what an operand is says the reader that is made of it."""

    def __init__(self, found: Sequence[Token], names: Names, end: int = 0) -> None:
        super().__init__(found, names, end)
        self.bars = 0

    def part(self, found: Sequence[Token], end: int = 0) -> Node:
        """What stands in a group of its own, as an expression."""
        if not found:
            raise self.fail("expected an operand, found empty braces")
        for sign, name in ((r"\choose", "binomial"), (r"\over", "/")):
            place = next((i for i, t in enumerate(found) if t.text == sign), 0)
            if place and _balanced(found[:place]):
                pair = self.part(found[:place]), self.part(found[place + 1 :])
                return Node("call" if name != "/" else "op", name, pair, found[place].position)
        inner = type(self)(found, self.names, end or self.position())
        node = inner.expression()
        inner.finish()
        return node

    # sums and products

    def expression(self) -> Node:
        """A sum."""
        made = [("", self.product())]
        while self.peek() in ("+", "-", r"\pm", r"\mp"):
            sign, position = self.peek(), self.position()
            if sign in (r"\pm", r"\mp"):
                raise self.fail(f"{sign} says two things: write each by itself")
            self.take()
            if sign == "+" and self.peek() == r"\ldots" and self.peek(1) == "+":
                position = self.position()
                self.at += 2
                made = self.dotted(made, position)
            else:
                made.append((sign, self.product()))
        node = made[0][1]
        for sign, term in made[1:]:
            node = Node("op", sign, (node, term), term.position)
        return node

    def dotted(self, before: list[tuple[str, Node]], position: int) -> list[tuple[str, Node]]:
        """The terms of a sum with dots: those before it, and the sum."""
        from .dots import dotted

        run = next((k for k in range(len(before), 0, -1) if before[k - 1][0] == "-"), 0)
        try:
            apart, total = dotted([term for _, term in before[run:]], self.product())
        except SyntaxProblem as problem:
            raise self.fail(problem.bare, position) from None
        told = Node("choice", "dots", (total,), position)
        return [*before[: run + apart], ("+" if run + apart else "", told)]

    def product(self) -> Node:
        """Factors, with signs or beside one another; a minus in front is that of the first."""
        start = self.at
        node = self.operand()
        while True:
            sign, position = self.peek(), self.position()
            if sign in ("*", r"\cdot", r"\times"):
                self.shows(start, node)
                self.take()
                after = self.at
                right = self.operand()
                self.shows(after, right)
                node = Node("op", "*", (node, right), position)
            elif sign in ("/", r"\div"):
                self.shows(start, node)
                self.take()
                node = self.divided(node, position)
            elif self.begins_factor():
                word = self.word() or (self.word(start) if node.kind == "name" else "")
                self.shows(start, node)
                after = self.at
                right = self.factor()
                self.shows(after, right)
                node = Node("op", "*", (node, right), right.position)
                node = Node("choice", f"text {word}", (node,), position) if word else node
            else:
                return node

    def shows(self, at: int, node: Node) -> None:
        """Refuse a sum in braces among factors: braces do not show, and it would read otherwise."""
        signed = self.tokens[at + 1 : at + 2] and self.tokens[at + 1].text in ("+", "-")
        if self.tokens[at].text == "{" and (signed or (node.kind == "op" and node.value in ("+", "-"))):
            raise self.fail("a sum in braces, which do not show: write brackets", self.tokens[at].position)

    def word(self, at: int = -1) -> str:
        r"""The word that stands in \text at a place, or next."""
        at = self.at if at < 0 else at
        if self.tokens[at].text not in (r"\text", r"\textbf", r"\textit"):
            return ""
        letters = itertools.takewhile(lambda t: t.kind == "letter", self.tokens[at + 2 :])
        said = "".join(t.text for t in letters)
        return said if len(said) > 1 else ""

    def operand(self) -> Node:
        """A factor that may have a sign in front."""
        if self.peek() in (r"\pm", r"\mp"):
            raise self.fail(f"{self.peek()} says two things: write each by itself")
        if self.peek() in ("-", "+"):
            token = self.take()
            made = self.operand()
            return Node("op", "-", (made,), token.position) if token.text == "-" else made
        return self.factor()

    def divided(self, left: Node, position: int) -> Node:
        """A quotient with a slash; factors beside the divisor may belong to it or not."""
        start = self.at
        first = self.operand()
        self.shows(start, first)
        beside = []
        while self.begins_factor():
            beside.append(self.factor())
        plain = Node("op", "/", (left, first), position)
        if not beside:
            return self.called_below(left, first, plain)
        below, outside = first, plain
        for factor in beside:
            below = Node("op", "*", (below, factor), factor.position)
            outside = Node("op", "*", (outside, factor), factor.position)
        under = Node("op", "/", (left, below), position)
        mixed = left.kind == first.kind == "num" and any(n.kind != "name" for n in beside)
        pair = (outside, under) if mixed or first.source.endswith(")") else (under, outside)
        return Node("choice", "slash", pair, position)

    def called_below(self, left: Node, first: Node, plain: Node) -> Node:
        """A quotient by a name before a bracket: the bracket may belong to the divisor or not."""
        parts = opened(first)
        if parts is None:
            return plain
        above = Node("op", "/", (left, parts[0]), plain.position)
        outside = Node("op", "*", (above, parts[1]), plain.position)
        return Node("choice", "slash", (plain, outside), plain.position, "applied")

    def begins_factor(self) -> bool:
        """Whether what follows can stand beside a factor."""
        text = self.peek()
        if not text or text in _STOPS or text in "+-*/=<>'^_!&" or text == ":=":
            return False
        if text == "|":
            return self.bars == 0
        return self.begins_operand()

    # factors

    @abstractmethod
    def begins_operand(self) -> bool:
        """Whether what follows can be an operand at all."""

    @abstractmethod
    def atom(self) -> Node:
        """A number, a name, a bracket, or what a command makes."""

    def factor(self) -> Node:
        """An operand with its powers."""
        start = self.at
        node = self.postfix(self.atom(), start)
        return Node(
            node.kind, node.value, node.args, node.position, node.about, shown(self.tokens[start : self.at])
        )

    def postfix(self, node: Node, start: int) -> Node:
        """The powers and factorials behind an operand."""
        raised = False
        while True:
            text, position = self.peek(), self.position()
            if text == "^" and raised:
                raise self.fail("a power behind a power, which TeX refuses: write braces, {x^2}^3 or x^{2^3}")
            if text == "!" and self.peek(1) == "!":
                raise self.fail("a double factorial: write it out, or (n!)! for the factorial of one")
            if text == "!":
                self.take()
                first, last = opened(node) or (None, node)
                small = last.kind == "num" and last.value.isdigit() and len(last.value) < 3
                made = Node("call", "factorial", (last,), position)
                if small:
                    made = Node("num", str(math.factorial(int(last.value))), (), position)
                node = made if first is None else Node("op", "*", (first, made), position)
            elif text == "^":
                self.shows(start, node)
                self.take()
                spelled = self.peek() == "{"
                exponent = self.group()
                if [t.text for t in exponent] == [r"\top"]:
                    return self.turned(start, node.position)
                if node.source in self.names.vectors and [t.text for t in exponent] == ["2"]:
                    node = self.squared(node, exponent, position)
                    continue
                if not spelled and exponent[0].kind == "digit" and self.tokens[self.at : self.at + 1]:
                    follows = self.tokens[self.at]
                    if follows.kind == "digit" and not follows.spaced:
                        raise self.fail(
                            f"^{exponent[0].text}{follows.text} sets only the first digit: write braces"
                        )
                node, raised = self.raised(node, exponent, position), True
                if self.peek() == "(" and self._called_behind(node):
                    self.at += len(balanced(self.tokens, self.at))  # s^2(p) is a value of a function
                    node = Node("atom", shown(self.tokens[start : self.at]), (), node.position, "value")
            elif text == "'":
                raise self.fail("a prime that stands behind no name")
            elif text == "_" and node.kind in ("atom", "applied"):
                self.take()
                self.group()
                node = Node("atom", shown(self.tokens[start : self.at]), (), node.position, "value")
            elif text == "_":
                raise self.fail("a subscript that stands behind no name")
            else:
                return node

    def turned(self, start: int, position: int) -> Node:
        r"""A transposed factor, u^\top v or x^\top A x: a number with what stands beside it."""
        product = False
        while self.begins_factor() and self.peek() not in (r"\|", r"\lVert", "|"):
            self.factor()
            product = True
        kind = "number" if product else "vector"
        return Node("atom", shown(self.tokens[start : self.at]), (), position, kind)

    def _called_behind(self, node: Node) -> bool:
        """Whether a bracket behind a power of a name is what a function is applied to."""
        if node.kind != "op" or node.args[0].kind != "name":
            return False
        token = self.tokens[self.at + 1] if self.at + 1 < len(self.tokens) else None
        letter = token is not None and (token.kind == "letter" or is_letter(token.text))
        return (self.peek(2) == ")" and letter) or node.args[0].value in FUNCTION_LETTERS

    def squared(self, node: Node, exponent: Sequence[Token], position: int) -> Node:
        """The square of a vector, as that of its norm."""
        norm = Node("atom", rf"\|{node.source}\|", (), node.position, "norm")
        made = power(norm, self.part(exponent), position)
        return Node("choice", f"squared {node.source}", (made,), position)

    def raised(self, node: Node, exponent: Sequence[Token], position: int) -> Node:
        """A power; one capital letter may be a mark of the name instead, and is told."""
        if exponent and exponent[0].text == r"\underline":
            raise self.fail("an underlined exponent, as of a falling factorial: write it out", position)
        made = power(node, self.part(exponent), position)
        if (len(exponent) == 1 and exponent[0].text.isupper()) or (exponent and exponent[0].text == r"\bar"):
            return Node("choice", "raised", (made,), position)
        return made

    def number(self) -> Node:
        """A numeral: digits, perhaps with a point; commas that part groups of three digits are told."""
        position, said = self.position(), ""
        while self.peek().isdigit() or (self.peek() == "." and self.peek(1).isdigit() and "." not in said):
            if said and self.tokens[self.at].spaced:
                raise self.fail("a blank within a number: write it without, or the product with its sign")
            said += self.take().text
            braced = [self.peek(k) for k in range(3)] == ["{", ",", "}"]
            if braced or self.grouped():
                self.at += 3 if braced else 1
                said += ","
        if not _GROUPS.fullmatch(said):
            raise self.fail(f"{said} is no numeral: needed one such as 1000, 1.5 or 1{{,}}000", position)
        made = Node("num", said.replace(",", ""), (), position)
        return Node("choice", f"thousands {said}", (made,), position) if "," in said else made

    def grouped(self) -> bool:
        """Whether the next token is a comma that parts thousands."""
        return self.at < len(self.tokens) and self.tokens[self.at].kind == "thousands"

    def bracket(self) -> Node:
        """What stands in round or square brackets."""
        opened = self.take()
        closer, kept = CLOSERS[opened.text], self.bars
        self.bars = 0
        node = self.expression()
        self.bars = kept
        if self.peek() != closer:
            told = f"expected {closer} for the {opened.text} at {opened.position}"
            raise self.fail(f"{told}, found {self.peek() or 'the end of the formula'}")
        self.take()
        return node

    def arguments(self) -> tuple[Node, ...]:
        """What stands in a bracket, with commas between."""
        opened = self.take()
        closer, kept, found = CLOSERS[opened.text], self.bars, []
        self.bars = 0
        found.append(self.expression())
        while self.peek() in (",", ";"):
            self.take()
            found.append(self.expression())
        self.bars = kept
        self.take(closer)
        return tuple(found)


def _balanced(found: Sequence[Token]) -> bool:
    """Whether every brace that is opened is closed."""
    texts = [token.text for token in found]
    return texts.count("{") == texts.count("}")
