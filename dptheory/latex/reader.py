r"""The reader of a formula: its structure, with numbers, names, brackets and what commands make as operands:
fractions, roots, functions, sums, bars, floors.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from . import objects
from .functions import EXACT, FUNCTIONS, WORDS, function
from .names import BARE, is_letter
from .naming import FONTS, MARKS, named
from .nodes import Node, power
from .structure import CLOSERS, Structure
from .tokens import Token, shown

_STRANGE: Final = frozenset((
    "arcsinh", "arsinh", "arccosh", "arcosh", "arctanh", "artanh", "asinh", "acosh", "atanh",
    "sec", "csc", "cosec", "cot", "coth", "sech", "csch", "arccot", "mod", "gcd", "lcm",
))  # fmt: skip
"""Functions that the claims' language has not."""

Command = Callable[[Structure, Token], Node]


def word(reader: Structure) -> Node | None:
    """Letters that stand together: a function, an object's name, or one letter after the other."""
    said, position = reader.letters(), reader.position()
    if said in ("Pr", "Var", "Cov") or (said in ("P", "E") and objects.follows(reader, said)):
        return objects.operator(reader, reader.tokens[reader.at : reader.at + len(said)], said)
    if said in WORDS:
        token = reader.tokens[reader.at]
        reader.at += len(said)
        made = function(reader, said, token)
        return Node("choice", f"word {said}", (made,), position)
    if said in _STRANGE and said not in reader.names.words:
        raise reader.fail(f"the function {said} is not known; its letters would be a product")
    if said in objects.EXTREMA:
        reader.at += len(said)
        return objects.extremum(reader, said, position)
    if said in reader.names.words:
        return Node("choice", f"letters {said}", (named(reader),), position)
    if len(said) > 2 and said not in BARE:
        if any(said.startswith(one) and len(one) > 2 for one in WORDS):
            raise reader.fail(f"{said} could be a function of what follows: write a backslash, or blanks")
        reader.names.tell(f"the letters {said} are read as a product")
    if said in BARE:
        product = named(reader)
        return Node("choice", f"bare {said}", (product,), position)
    return None


def _fraction(reader: Structure, token: Token) -> Node:
    over, under = reader.group(), reader.group()
    if _differential(over) and _differential(under) and len(under) > 1:
        raise reader.fail("a derivative: write what it is", token.position)
    above, below = reader.part(over), reader.part(under)
    return Node("op", "/", (above, below), token.position)


def _differential(found: Sequence[Token]) -> bool:
    r"""Whether tokens are d, dx or d^2 y, with an upright d or not."""
    texts = [t.text for t in found if t.text not in ("{", "}", r"\mathrm", r"\operatorname", r"\text")]
    if texts[:1] != ["d"]:
        return False
    rest = texts[3:] if texts[1:2] == ["^"] else texts[1:]
    return not rest or found[0].text != "d" or rest[0].isalpha() or is_letter(rest[0])


def _root(reader: Structure, token: Token) -> Node:
    if reader.peek() != "[":
        return Node("call", "sqrt", (reader.part(reader.group()),), token.position)
    reader.take()
    degree = reader.expression()
    reader.take("]")
    inside = reader.part(reader.group())
    one = Node("num", "1", (), token.position)
    return Node("op", "**", (inside, Node("op", "/", (one, degree), token.position)), token.position)


def _binomial(reader: Structure, token: Token) -> Node:
    above, below = reader.part(reader.group()), reader.part(reader.group())
    return Node("call", "binomial", (above, below), token.position)


def _fence(name: str, closer: str) -> Command:
    def read(reader: Structure, token: Token) -> Node:
        if name == "abs" and (one := objects.size(reader, closer, token)) is not None:
            return one
        kept, reader.bars = reader.bars, 0
        inside = reader.expression()
        reader.bars = kept
        reader.take(closer)
        return Node("call", name, (inside,), token.position)

    return read


def _bar(reader: Structure, token: Token) -> Node:
    if reader.peek() == "|":
        return objects.doubled(reader, token)
    if (one := objects.size(reader, "|", token)) is not None:
        return one
    reader.bars += 1
    inside = reader.expression()
    reader.bars -= 1
    reader.take("|")
    return Node("call", "abs", (inside,), token.position)


def _function(said: str) -> Command:
    return lambda reader, token: function(reader, said, token)


def _upright(reader: Structure, token: Token) -> Node:
    r"""What stands in \mathrm{...} and its like: a function, an object, Euler's number, or a name."""
    at = reader.at
    inside = reader.group()
    said = "".join(t.text for t in inside).replace(r"\_", "_")
    reader.at = at - 1
    if said == "e" and token.text != r"\boldsymbol":
        reader.take()
        reader.group()
        if reader.peek() == "^":
            reader.take()
            return Node("call", "exp", (reader.part(reader.group()),), token.position)
        return Node("const", "E", (), token.position)
    calls = said in FUNCTIONS and (said not in EXACT or token.text == r"\operatorname")
    if calls and token.text in (r"\mathrm", r"\operatorname", r"\text"):
        reader.take()
        reader.group()
        return function(reader, said, token)
    operator = token.text == r"\operatorname"
    if said in objects.EXTREMA and operator:
        reader.take()
        reader.group()
        return objects.extremum(reader, said, token.position)
    if said == "arg":
        reader.take()
        reader.group()
        return objects.arg(reader, token)
    if said in objects.OPERATORS or (said in ("E", "P") and token.text != r"\mathcal"):
        start = reader.at
        reader.take()
        reader.group()
        head = reader.tokens[start : reader.at]
        reader.at = start
        return objects.operator(reader, head, said)
    made = named(reader)
    if said in _STRANGE or (operator and len(said) > 1 and made.kind != "applied" and reader.begins_factor()):
        raise reader.fail(f"the function {said} is not known", token.position)
    return made


def _gamma(reader: Structure, token: Token) -> Node:
    start, exponent = reader.at, None
    if reader.peek() == "^":
        reader.take()
        exponent = reader.part(reader.group())
    if reader.peek() != "(":
        reader.at = start - 1
        return named(reader)
    args = reader.arguments()
    made = Node("call", "gamma" if len(args) == 1 else "uppergamma", args, token.position)
    if exponent is None:
        return made
    return Node("choice", r"power \Gamma", (power(made, exponent, token.position),), token.position)


def _small_gamma(reader: Structure, token: Token) -> Node:
    kept = reader.at
    if reader.peek() == "(":
        args = reader.arguments()
        if len(args) == 2:
            return Node("call", "lowergamma", args, token.position)
    reader.at = kept - 1
    return named(reader)


def _normal(reader: Structure, token: Token) -> Node:
    """The distribution function of the normal law, where a bracket follows the letter."""
    if reader.peek() == "(":
        kept = reader.at
        args = reader.arguments()
        if len(args) == 1:
            made = Node(
                "applied", "Phi", args, token.position, "", r"\Phi" + shown(reader.tokens[kept : reader.at])
            )
            return Node("choice", "normal", (made,), token.position)
        reader.at = kept
    reader.at -= 1
    return named(reader)


def _environment(reader: Structure, token: Token) -> Node:
    name = "".join(t.text for t in reader.group())
    raise reader.fail(f"the environment {name} is not read", token.position)


COMMANDS: Final[dict[str, Command]] = {
    r"\begin": _environment,
    r"\frac": _fraction, r"\sqrt": _root, r"\binom": _binomial, "|": _bar, r"\Gamma": _gamma,
    r"\lvert": _fence("abs", r"\rvert"), r"\lfloor": _fence("floor", r"\rfloor"),
    r"\lceil": _fence("ceil", r"\rceil"), r"\gamma": _small_gamma, r"\Phi": _normal,
    **{rf"\{said}": _function(said) for said in FUNCTIONS if said not in (*EXACT, "sqrt", "gamma")},
    **dict.fromkeys(
        (r"\mathrm", r"\operatorname", r"\text", r"\mathbb", r"\mathsf", r"\boldsymbol"), _upright
    ),
    **objects.COMMANDS,
}  # fmt: skip


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
