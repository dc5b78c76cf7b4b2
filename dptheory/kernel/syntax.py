"""The surface syntax shared by claims and statements: text to a neutral tree, with positions.

The parser bounds the length of a text, its nesting and its numerals before anything else looks at them, so
no input can exhaust the interpreter's stack.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Final

from .limits import MAX_DIGITS, MAX_NESTING, MAX_TEXT, KernelError

RELATIONS: Final = ("<=", "<", "=", ">=", ">", "!=")

_TOKEN = re.compile(
    r"\s*(?:(?P<num>[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+(?![A-Za-z0-9_]))?|\.[0-9]+)"
    r"|(?P<name>[A-Za-z_][A-Za-z0-9_]*'*)"
    r"|(?P<op>\|->|->|<=|>=|==|!=|\*\*|[-+*/^()\[\],.:;~<>=]))"
)

# binary operator: (precedence, right associative)
BINARY: Final[dict[str, tuple[int, bool]]] = {
    "implies": (1, True),
    "or": (2, False),
    "and": (3, False),
    **dict.fromkeys(("~", "in", *RELATIONS), (5, False)),
    **dict.fromkeys(("+", "-"), (6, False)),
    **dict.fromkeys(("*", "/"), (7, False)),
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


@contextmanager
def placed(place: str) -> Iterator[None]:
    """A text inside that cannot be read is an error of the kernel; errors without a place have this one."""
    try:
        yield
    except SyntaxProblem as error:
        raise KernelError(str(error), place) from None
    except KernelError as error:
        raise error if error.place else KernelError(error.message, place) from None


Token = tuple[str, str, int]


def tokens(text: str) -> list[Token]:
    """The tokens of a text as (kind, text, position); raises SyntaxProblem."""
    if len(text) > MAX_TEXT:
        raise SyntaxProblem(f"a formula of {len(text)} characters; at most {MAX_TEXT} are read")
    found: list[Token] = []
    position, end = 0, len(text.rstrip())
    while match := _TOKEN.match(text, position):
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
        raise SyntaxProblem("expected one formula, found a list", text, items[1].position)
    return items[0]


def parse_list(text: str) -> tuple[Node, ...]:
    """The formulas of a text that separates them by commas."""
    return _Parser(text).items("")


class _Parser:
    """Precedence climbing: an operand takes what stands behind it as long as that binds tightly enough."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = [*tokens(text), ("end", "", len(text))]
        self.at = 0
        self.depth = 0

    def fail(self, message: str, position: int | None = None) -> SyntaxProblem:
        return SyntaxProblem(message, self.text, self.peek()[2] if position is None else position)

    def peek(self) -> Token:
        return self.tokens[self.at]

    def found(self) -> str:
        return repr(self.peek()[1]) if self.peek()[0] != "end" else "the end"

    def enter(self) -> None:
        """Go past what waits for something behind it: an open bracket, an operator, a binder."""
        self.at += 1
        self.depth += 1
        if self.depth > MAX_NESTING:
            raise self.fail(f"nesting deeper than {MAX_NESTING}")

    def items(self, closer: str) -> tuple[Node, ...]:
        """Formulas with commas between them, and what closes their bracket."""
        found = [self.expression(0)]
        while self.peek()[1] == ",":
            self.at += 1
            found.append(self.expression(0))
        if self.peek()[1] != closer:
            expected = f"an operator or {closer!r}" if closer else "an operator"
            raise self.fail(f"expected {expected}, found {self.found()}")
        self.at += 1
        self.depth -= 1
        return tuple(found)

    def expression(self, level: int) -> Node:
        """An operand with all operators behind it that bind at least as tightly as a level."""
        left = self.operand()
        while True:
            _, symbol, position = self.peek()
            precedence, right = BINARY.get(symbol, (-1, False))
            if precedence - (not right) < level:
                return left
            left = _join(symbol, left, self.behind(precedence), position)

    def behind(self, level: int) -> Node:
        """The operand of an operator, or the body of a binder."""
        self.enter()
        found = self.expression(level)
        self.depth -= 1
        return found

    def operand(self) -> Node:
        kind, word, position = self.peek()
        if word == "(":
            self.enter()
            inside = self.items(")")
            if len(inside) != 1:
                raise self.fail("expected one formula in brackets", inside[1].position)
            return replace(inside[0], bracketed=True)
        if word in _PREFIX:
            body = self.behind(_PREFIX[word])
            return body if word == "+" else Node("op", word, (body,), position)
        if word in BINDERS:
            label = self.binder(word)
            return Node("bind", label, (self.behind(0),), position)
        if kind not in ("num", "name"):
            raise self.fail(f"expected an operand, found {self.found()}")
        self.at += 1
        follow, header = self.peek()[1], tuple[Node, ...]()
        if kind == "num" or follow not in ("(", "["):
            return Node(kind, word, (), position)
        if follow == "[":
            self.enter()
            header = self.items("]")
            if self.peek()[1] != "(":
                raise self.fail(f"expected '(' after {word}[...], found {self.found()}")
        self.enter()
        return Node("draw" if header else "call", word, header + self.items(")"), position)

    def binder(self, word: str) -> str:
        """What is bound over what, as it is written, up to the '.' before the body."""
        self.at += 1
        kind, variable, _ = self.peek()
        if kind != "name":
            raise self.fail(f"expected a variable after {word!r}, found {self.found()}")
        self.at += 1
        label = f"{word} {variable}"
        follow = self.peek()[1]
        if follow in (":", "in"):
            self.at += 1
            start, nested = self.peek()[2], 0
            while self.peek()[0] != "end" and (nested or self.peek()[1] != "."):
                nested += {"(": 1, "[": 1, ")": -1, "]": -1}.get(self.peek()[1], 0)
                self.at += 1
            domain = self.text[start : self.peek()[2]].strip()
            if not domain:
                raise self.fail(f"expected a domain after {word} {variable}, found {self.found()}")
            label += f" {follow} {domain}"
        if self.peek()[1] != ".":
            raise self.fail(f"expected '.' after the variable of {word!r}, found {self.found()}")
        return label


def _join(symbol: str, left: Node, right: Node, position: int) -> Node:
    """A binary node; relations that follow one another make a chain."""
    linked = left.kind == "chain" or (left.kind == "op" and left.value in RELATIONS)
    if symbol in RELATIONS and linked and not left.bracketed:
        return Node("chain", f"{left.value} {symbol}", (*left.args, right), left.position)
    return Node("op", symbol, (left, right), position)


Entry = tuple[str, str, tuple[str, ...], str, str]
"""Name, variables, premises, conclusion and proof of a theorem."""


def entries(text: str) -> tuple[Entry, ...]:
    """The theorems of a text of rules or facts, in order.

    A theorem begins in the first column with its name and its variables. Two spaces, on a new line or not,
    stand before each of its parts: `if` its premises, where it has any, with semicolons between them; `then`
    its conclusion; `since` its proof. A line that is indented by eight goes on with the one above; one that
    begins with # is a heading.

    >>> entries('''
    ... exp-strict  a b  if a < b  then exp(a) < exp(b)  since exp' > 0
    ... norm-zero  u: vec; v: vec
    ...   if norm(u - v) <= 0
    ...   then u = v
    ...   since A norm is positive off zero.
    ... ''')[1]
    ('norm-zero', 'u: vec; v: vec', ('norm(u - v) <= 0',), 'u = v', 'A norm is positive off zero.')
    """
    plain = re.sub(r"^#.*\n", "", text.strip(), flags=re.MULTILINE)
    return tuple(_entry(block) for block in re.split(r"\n+(?=\S)", re.sub(r"\n {8}", " ", plain)))


def _entry(block: str) -> Entry:
    head, *parts = re.split(r"\s{2,}(if|then|since) ", block)
    name, _, variables = head.partition("  ")
    words, said = parts[::2], parts[1::2]
    if words not in (["if", "then", "since"], ["then", "since"]):
        raise KernelError(f"the theorem {name} has the parts {', '.join(words)}")
    premises = tuple(said[0].split("; ")) if words[0] == "if" else ()
    return name, variables, premises, said[-2], said[-1]
