"""The surface syntax shared by claims and statements: text to a neutral tree, with positions.

The parser keeps an explicit stack, so no input can exhaust the interpreter's; it bounds the
length of the text, its nesting and its numerals before anything else looks at them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from .limits import MAX_DIGITS, MAX_NESTING, MAX_TEXT

RELATIONS: Final = ("<=", "<", "=", ">=", ">", "!=")

_TOKEN = re.compile(
    r"\s*(?:(?P<num>[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+(?![A-Za-z0-9_]))?|\.[0-9]+)"
    r"|(?P<name>[A-Za-z_][A-Za-z0-9_]*'*)"
    r"|(?P<op>\|->|->|<=|>=|==|!=|\*\*|[-+*/^()\[\],.:;~<>=]))"
)

# binary operator: (precedence, right associative)
_BINARY: Final[dict[str, tuple[int, bool]]] = {
    "implies": (1, True),
    "or": (2, False),
    "and": (3, False),
    "~": (5, False),
    "in": (5, False),
    **{r: (5, False) for r in RELATIONS},
    "+": (6, False),
    "-": (6, False),
    "*": (7, False),
    "/": (7, False),
    "**": (9, True),
}
_SYNONYMS: Final = {"^": "**", "==": "="}
_PREFIX: Final = {"not": 4, "-": 8, "+": 8}
BINDERS: Final = ("forall", "exists", "fun")
WORDS: Final = frozenset({"implies", "or", "and", "in", "not", *BINDERS})


class SyntaxProblem(ValueError):
    """A text that is not a formula: what was found, what was expected, and where."""

    def __init__(self, message: str, text: str = "", position: int = 0) -> None:
        shown = text[max(0, position - 20) : position + 20]
        super().__init__(f"{message} at position {position}" + (f": ...{shown!r}" if shown else ""))
        self.bare, self.text, self.position = message, text, position


@dataclass(frozen=True)
class Node:
    """One node of the surface tree.

    kind     value                 args
    num      the numeral's text    ()
    name     the name              ()
    call     the function's name   arguments
    op       operator or relation  operands (`-` with one operand is negation)
    chain    operators, by spaces  operands (a <= b < c)
    bind     forall, exists, fun   (domain,) body: value is "forall x"; domain may be absent
    draw     the binder's name     header items, then the body: E[z ~ D](t)
    """

    kind: str
    value: str
    args: tuple[Node, ...] = ()
    position: int = field(default=0, compare=False)
    bracketed: bool = field(default=False, compare=False)


@dataclass
class _Frame:
    """An open bracket: operands and operators that wait, and what closes it."""

    closer: str
    head: Node | None
    operands: list[Node]
    operators: list[tuple[str, int, int]]  # symbol, precedence, position; "u-" marks a prefix
    items: list[Node]


Token = tuple[str, str, int]


def tokens(text: str) -> list[Token]:
    """The tokens of a text as (kind, text, position); raises SyntaxProblem."""
    if len(text) > MAX_TEXT:
        raise SyntaxProblem(f"a formula of {len(text)} characters; at most {MAX_TEXT} are read")
    found: list[Token] = []
    position, end = 0, len(text.rstrip())
    for match in _TOKEN.finditer(text):
        if match.start() != position:
            break  # what stands between is no token
        kind = match.lastgroup or ""
        word, start = match[kind], match.start(kind)
        if kind == "num" and len(word) > MAX_DIGITS:
            raise SyntaxProblem(f"a numeral of {len(word)} digits; at most {MAX_DIGITS}", text, start)
        if kind == "op":
            word = _SYNONYMS.get(word, word)
        elif kind == "name" and word in WORDS:
            kind = "op"
        found.append((kind, word, start))
        position = match.end()
    if position < end:
        while text[position].isspace():
            position += 1
        raise SyntaxProblem(f"unexpected character {text[position]!r}", text, position)
    return found


def parse(text: str) -> Node:
    """The surface tree of one formula.

    >>> parse("x + 2*y").value
    '+'
    >>> parse("x +")
    Traceback (most recent call last):
    ...
    dptheory.kernel.syntax.SyntaxProblem: expected an operand, found the end at position 3: ...'x +'
    """
    items = parse_list(text)
    if len(items) != 1:
        raise SyntaxProblem("expected one formula, found a list", text, items[1].position if items else 0)
    return items[0]


def parse_list(text: str) -> tuple[Node, ...]:
    """The formulas of a text that separates them by commas."""
    return _Parser(text).run()


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = [*tokens(text), ("end", "end", len(text))]
        self.at = 0
        self.stack = [_Frame("end", None, [], [], [])]
        self.depth = 0

    def fail(self, message: str, position: int | None = None) -> SyntaxProblem:
        if position is None:
            position = self.peek()[2]
        return SyntaxProblem(message, self.text, position)

    def peek(self) -> Token:
        return self.tokens[self.at]

    def found(self) -> str:
        kind, word, _ = self.peek()
        return "the end" if kind == "end" else repr(word)

    def run(self) -> tuple[Node, ...]:
        while True:
            self.operand()
            while self.after_operand():
                if not self.stack:
                    return self.result
            if self.depth > MAX_NESTING:
                raise self.fail(f"nesting deeper than {MAX_NESTING}")

    def operand(self) -> None:
        kind, word, position = self.peek()
        frame = self.stack[-1]
        if kind == "num":
            frame.operands.append(Node("num", word, (), position))
            self.at += 1
        elif kind == "name":
            self.name(word, position, frame)
        elif word == "(":
            self.open(")", None)
        elif word in _PREFIX:
            self.push(frame, "u" + word, _PREFIX[word], position)
            self.again()
        elif word in BINDERS:
            self.binder(word, position, frame)
            self.again()
        else:
            raise self.fail(f"expected an operand, found {self.found()}")

    def again(self) -> None:
        """After a prefix: count the nesting and read the operand that must follow."""
        if self.depth > MAX_NESTING:
            raise self.fail(f"nesting deeper than {MAX_NESTING}")
        self.pending = True

    def push(self, frame: _Frame, symbol: str, precedence: int, position: int) -> None:
        frame.operators.append((symbol, precedence, position))
        self.depth += 1
        self.at += 1

    pending: bool = False
    result: tuple[Node, ...] = ()

    def name(self, word: str, position: int, frame: _Frame) -> None:
        self.at += 1
        follow = self.peek()[1]
        if follow == "(":
            self.open(")", Node("call", word, (), position))
        elif follow == "[":
            self.open("]", Node("draw", word, (), position))
        else:
            frame.operands.append(Node("name", word, (), position))

    def open(self, closer: str, head: Node | None) -> None:
        self.at += 1
        self.depth += 1
        if self.depth > MAX_NESTING:
            raise self.fail(f"nesting deeper than {MAX_NESTING}")
        self.stack.append(_Frame(closer, head, [], [], []))
        self.pending = True

    def binder(self, word: str, position: int, frame: _Frame) -> None:
        self.at += 1
        kind, variable, _ = self.peek()
        if kind != "name":
            raise self.fail(f"expected a variable after {word!r}, found {self.found()}")
        self.at += 1
        label = f"{word} {variable}"
        follow = self.peek()[1]
        if follow in (":", "in"):
            self.at += 1
            label += " :" if follow == ":" else " in"
            start = self.at
            nested = 0
            while self.peek()[0] != "end" and (nested or self.peek()[1] != "."):
                nested += {"(": 1, "[": 1, ")": -1, "]": -1}.get(self.peek()[1], 0)
                self.at += 1
            stop = self.peek()
            domain = self.text[self.tokens[start][2] : stop[2]].strip()
            if not domain:
                raise self.fail(f"expected a domain after {word} {variable}, found {self.found()}")
            label += f" {domain}"
        if self.peek()[1] != ".":
            raise self.fail(f"expected '.' after the variable of {word!r}, found {self.found()}")
        frame.operators.append((label, 0, position))
        self.depth += 1
        self.at += 1

    def after_operand(self) -> bool:
        """Consume what follows an operand; False when another operand must come."""
        if self.pending:
            self.pending = False
            return False
        frame = self.stack[-1]
        kind, word, position = self.tokens[self.at]
        if word == frame.closer and (word != "end" or kind == "end"):
            self.close(frame)
            return True
        if word == ",":
            self.reduce(frame, -1)
            frame.items.append(frame.operands.pop())
            self.at += 1
            return False
        if kind == "op" and word in _BINARY:
            precedence, right = _BINARY[word]
            self.reduce(frame, precedence if right else precedence - 1)
            self.push(frame, word, precedence, position)
            return False
        expected = "an operator" + ("" if frame.closer == "end" else f" or {frame.closer!r}")
        raise self.fail(f"expected {expected}, found {self.found()}")

    def close(self, frame: _Frame) -> None:
        self.reduce(frame, -1)
        frame.items.append(frame.operands.pop())
        self.stack.pop()
        if frame.closer == "end":
            self.result = tuple(frame.items)
            return
        self.at += 1
        self.depth -= 1
        parent = self.stack[-1]
        head = frame.head
        if head is None:
            if len(frame.items) != 1:
                raise self.fail("expected one formula in brackets", frame.items[1].position)
            inner = frame.items[0]
            parent.operands.append(Node(inner.kind, inner.value, inner.args, inner.position, True))
        elif head.kind == "draw" and frame.closer == "]":
            if self.peek()[1] != "(":
                raise self.fail(f"expected '(' after {head.value}[...], found {self.found()}")
            self.open(")", Node("draw", head.value, tuple(frame.items), head.position))
        else:
            node = Node(head.kind, head.value, head.args + tuple(frame.items), head.position)
            parent.operands.append(node)

    def reduce(self, frame: _Frame, precedence: int) -> None:
        """Apply the operators that bind tighter than a precedence."""
        while frame.operators and frame.operators[-1][1] > precedence:
            symbol, level, position = frame.operators.pop()
            self.depth -= 1
            right = frame.operands.pop()
            if symbol[0] == "u" and symbol[1:] in _PREFIX:
                value = symbol[1:]
                node = right if value == "+" else Node("op", value, (right,), position)
            elif level == 0:
                node = Node("bind", symbol, (right,), position)
            else:
                node = _join(symbol, frame.operands.pop(), right, position)
            frame.operands.append(node)


def _join(symbol: str, left: Node, right: Node, position: int) -> Node:
    """A binary node; relations that follow one another make a chain."""
    if symbol in RELATIONS and not left.bracketed:
        if left.kind == "chain":
            return Node("chain", f"{left.value} {symbol}", (*left.args, right), left.position)
        if left.kind == "op" and left.value in RELATIONS:
            return Node("chain", f"{left.value} {symbol}", (*left.args, right), left.position)
    return Node("op", symbol, (left, right), position)
