r"""The structure of a formula: sums, products with and without signs, quotients, powers, brackets.

What can be read in two ways becomes a `choice`: the usual reading first, with what is to be told of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..kernel import SyntaxProblem
from .names import BARE, Names, is_letter
from .nodes import Node
from .tokens import Token, shown

CLOSERS: Final = {
    "(": ")", "[": "]", r"\{": r"\}", r"\lvert": r"\rvert", r"\lVert": r"\rVert", r"\lfloor": r"\rfloor",
    r"\lceil": r"\rceil", r"\langle": r"\rangle",
}  # fmt: skip
MARKS: Final = {
    r"\hat": "_hat", r"\tilde": "_tilde", r"\bar": "_bar", r"\check": "_check", r"\dot": "_dot",
    r"\vec": "_vec", r"\underline": "_low", r"\acute": "_acute", r"\ddot": "_ddot",
}  # fmt: skip
FONTS: Final = frozenset(
    [
        r"\mathrm",
        r"\mathit",
        r"\mathsf",
        r"\mathtt",
        r"\mathcal",
        r"\mathbb",
        r"\mathscr",
        r"\mathfrak",
        r"\boldsymbol",
        r"\operatorname",
        r"\text",
        r"\textit",
        r"\texttt",
        r"\textsf",
        r"\textbf",
        r"\textsc",
        r"\mathnormal",
    ]
)
STARS: Final = {
    "*": "_star",
    r"\dagger": "_dagger",
    r"\circ": "_circ",
    r"\sharp": "_sharp",
    "+": "_plus",
    "-": "_minus",
}
_STOPS: Final = frozenset(
    [
        ")",
        "]",
        "}",
        "\\}",
        "\\rvert",
        "\\rVert",
        "\\rfloor",
        "\\rceil",
        "\\rangle",
        "&",
        "\\\\",
        ",",
        ";",
        ".",
        ":",
        "\\mid",
        "\\quad",
    ]
)


class Reader:
    """Reads tokens from left to right; `names` gives every letter its name."""

    def __init__(self, found: Sequence[Token], names: Names, end: int = 0) -> None:
        self.tokens, self.names, self.at = list(found), names, 0
        self.end = end or (self.tokens[-1].position + len(self.tokens[-1].text) if self.tokens else 0)
        self.bars = 0

    # tokens

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
            return [self.take()]
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

    def part(self, found: Sequence[Token], end: int = 0) -> Node:
        """What stands in a group of its own, as an expression."""
        if not found:
            raise self.fail("expected an operand, found empty braces")
        for sign, name in ((r"\choose", "binomial"), (r"\over", "/")):
            place = next((i for i, t in enumerate(found) if t.text == sign), 0)
            if place and balanced(found[:place]):
                pair = self.part(found[:place]), self.part(found[place + 1 :])
                return Node("call" if name != "/" else "op", name, pair, found[place].position)
        inner = Reader(found, self.names, end or self.position())
        node = inner.expression()
        inner.finish()
        return node

    def finish(self) -> None:
        """Everything must have been read."""
        if self.at < len(self.tokens):
            raise self.fail(f"cannot read {self.peek()} here")

    # sums and products

    def expression(self) -> Node:
        """A sum."""
        node = self.product()
        while self.peek() in ("+", "-", r"\pm", r"\mp"):
            sign, position = self.peek(), self.position()
            if sign in (r"\pm", r"\mp"):
                raise self.fail(f"{sign} says two things: write each by itself")
            self.take()
            node = Node("op", sign, (node, self.product()), position)
        return node

    def product(self) -> Node:
        """Factors, with signs or beside one another; a minus in front is that of the first."""
        node = self.operand()
        while True:
            sign, position = self.peek(), self.position()
            if sign in ("*", r"\cdot", r"\times"):
                self.take()
                node = Node("op", "*", (node, self.operand()), position)
            elif sign in ("/", r"\div"):
                self.take()
                node = self.divided(node, position)
            elif self.begins_factor():
                right = self.factor()
                node = Node("op", "*", (node, right), right.position)
            else:
                return node

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
        first = self.operand()
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

    def begins_operand(self) -> bool:
        """Whether what follows can be an operand at all."""
        from .commands import COMMANDS

        token = self.tokens[self.at] if self.at < len(self.tokens) else None
        if token is None:
            return False
        if token.kind in ("letter", "digit") or token.text in CLOSERS or token.text in ("{", "|", r"\|"):
            return True
        return token.text in COMMANDS or token.text in MARKS or token.text in FONTS or is_letter(token.text)

    # factors

    def factor(self) -> Node:
        """An operand with its powers."""
        start = self.at
        node = self.postfix(self.atom())
        return Node(
            node.kind, node.value, node.args, node.position, node.about, shown(self.tokens[start : self.at])
        )

    def postfix(self, node: Node) -> Node:
        """The powers and factorials behind an operand."""
        while True:
            text, position = self.peek(), self.position()
            if text == "!":
                self.take()
                first, last = opened(node) or (None, node)
                made = Node("call", "factorial", (last,), position)
                node = made if first is None else Node("op", "*", (first, made), position)
            elif text == "^":
                self.take()
                spelled = self.peek() == "{"
                exponent = self.group()
                if not spelled and exponent[0].kind == "digit" and self.tokens[self.at : self.at + 1]:
                    follows = self.tokens[self.at]
                    if follows.kind == "digit" and not follows.spaced:
                        raise self.fail(
                            f"^{exponent[0].text}{follows.text} sets only the first digit: write braces"
                        )
                node = self.raised(node, exponent, position)
            elif text == "'":
                raise self.fail("a prime that stands behind no name")
            elif text == "_":
                raise self.fail("a subscript that stands behind no name")
            else:
                return node

    def raised(self, node: Node, exponent: Sequence[Token], position: int) -> Node:
        """A power; one capital letter may be a mark of the name instead, and is told."""
        made = power(node, self.part(exponent), position)
        if len(exponent) == 1 and exponent[0].text.isupper():
            return Node("choice", "raised", (made,), position)
        return made

    def atom(self) -> Node:
        """A number, a name, a bracket, or what a command makes."""
        from .commands import COMMANDS, word

        if self.at >= len(self.tokens):
            raise self.fail("expected an operand, found the end of the formula")
        token = self.tokens[self.at]
        if token.kind == "digit" or (token.text == "." and self.peek(1).isdigit()):
            return self.number()
        if token.kind == "letter":
            return word(self) or self.named()
        if token.text == "{":
            return self.part(self.group())
        if token.text in ("(", "["):
            return self.bracket()
        if token.text in COMMANDS:
            self.take()
            return COMMANDS[token.text](self, token)
        if token.text in MARKS or token.text in FONTS or is_letter(token.text):
            return self.named()
        if token.kind == "command":
            raise self.fail(f"the command {token.text} is not known")
        raise self.fail(f"expected an operand, found {token.text}")

    def number(self) -> Node:
        """A numeral: digits, perhaps with a point; {,} between digits says nothing."""
        position, said = self.position(), ""
        while self.peek().isdigit() or (self.peek() == "." and self.peek(1).isdigit() and "." not in said):
            if said and self.tokens[self.at].spaced:
                raise self.fail("a blank within a number: write it without, or the product with its sign")
            said += self.take().text
            if self.peek() == "{" and self.peek(1) == "," and self.peek(2) == "}" and self.peek(3).isdigit():
                self.at += 3
        return Node("num", said, (), position)

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

    def named(self) -> Node:
        """A name with its subscripts, marks and primes, and the bracket that may follow."""
        from .objects import applied

        start = self.at
        stem, marks, position = self.stem()
        low, primes, raised = "", 0, ""
        while True:
            text = self.peek()
            if text == "'":
                self.take()
                primes += 1
            elif text == "_" and not low:
                self.take()
                low = shown(self.group())
            elif text == "^" and stem != "e" and (mark := self.raised_mark()):
                primes, raised = primes + mark.count("'"), raised + mark.replace("'", "")
            else:
                break
        if stem == "e" and not (low or marks or primes or raised):
            return euler(self, position)
        if stem == r"\pi" and not (low or marks or primes or raised):
            return Node("const", "pi", (), position)
        name = self.names.name(stem, low, marks + raised, primes)
        node = Node("name", name, (), position, low, shown(self.tokens[start : self.at]))
        return applied(self, node, self.names.name(stem, low, marks + raised) if primes else "", primes)

    def raised_mark(self) -> str:
        """A superscript that is a mark of the name, not a power: taken, or left where it is a power."""
        start = self.at
        self.take()
        inside = self.group()
        text = "".join(token.text for token in inside)
        if text and not text.strip("'"):
            return text
        if text in STARS or (text.startswith("(") and text.endswith(")") and len(inside) == 3):
            return STARS.get(text, "_" + "".join(c for c in text if c.isalnum()))
        upright = (r"\mathrm", r"\mathsf") if self.names.marks else ()
        if inside and inside[0].text in (r"\text", r"\top", *upright) and text != r"\mathrm{e}":
            return "_" + "".join(c for c in text.removeprefix(inside[0].text) or "T" if c.isalnum())
        self.at = start
        return ""

    def stem(self) -> tuple[str, str, int]:
        """The letter of a name, and the marks that stand on it."""
        token = self.take()
        if token.text in MARKS:
            inner = Reader(self.group(), self.names, self.end)
            stem, marks, _ = inner.stem()
            low = ""
            if inner.peek() == "_":
                inner.take()
                low = "_" + "".join(c for c in shown(inner.group()) if c.isalnum())
            inner.finish()
            return stem, marks + low + MARKS[token.text], token.position
        if token.text in FONTS:
            inside = self.group()
            said = "".join(t.text for t in inside)
            upright = token.text in (
                r"\mathrm",
                r"\operatorname",
                r"\text",
                r"\mathit",
                r"\texttt",
                r"\mathnormal",
            )
            said = said.replace(r"\_", "_") if upright else f"{token.text}{{{said}}}"
            return said, "", token.position
        return token.text, "", token.position


def euler(reader: Reader, position: int) -> Node:
    """The letter e: the base of an exponential where it is raised, else a question."""
    if reader.peek() == "^":
        reader.take()
        return Node("call", "exp", (reader.part(reader.group()),), position, "e^")
    return Node("name", "e", (), position, "", "e")


def opened(node: Node) -> tuple[Node, Node] | None:
    """A name before a bracket, perhaps with a power behind it, as the two factors that it may be."""
    if node.kind == "op" and node.value == "**" and (parts := opened(node.args[0])):
        return parts[0], power(parts[1], node.args[1], node.position)
    if node.kind != "applied" or len(node.args) != 1 or node.about:
        return None
    return Node("name", node.value, (), node.position), node.args[0]


def balanced(found: Sequence[Token]) -> bool:
    """Whether every brace that is opened is closed."""
    texts = [token.text for token in found]
    return texts.count("{") == texts.count("}")


def power(base: Node, exponent: Node, position: int) -> Node:
    """A power."""
    return Node("op", "**", (base, exponent), position)


def letters(reader: Reader) -> str:
    """The letters that stand together from here on, without blanks between."""
    said, place = "", reader.at
    while place < len(reader.tokens) and reader.tokens[place].kind == "letter":
        if said and reader.tokens[place].spaced:
            break
        said += reader.tokens[place].text
        place += 1
    return said


def bare_name(said: str) -> bool:
    """Whether letters that stand together look like one name rather than a product."""
    return said in BARE


def standing(root: Node) -> set[str]:
    """The names that stand in a tree without a bracket behind them."""
    found, waiting = set(), [root]
    while waiting:
        node = waiting.pop()
        if node.kind == "name":
            found.add(node.value)
        waiting.extend(node.args[:1] if node.about == "applied" else node.args)
    return found
