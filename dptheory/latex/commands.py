r"""What the commands of LaTeX make: fractions, roots, functions, sums, bars, floors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from . import objects
from .names import BARE, is_letter
from .naming import named
from .nodes import Node, opened, power
from .reader import CLOSERS, Reader
from .tokens import Token

FUNCTIONS: Final = {
    "log": "log", "ln": "log", "exp": "exp", "sin": "sin", "cos": "cos", "tan": "tan", "sinh": "sinh",
    "cosh": "cosh", "tanh": "tanh", "arcsin": "asin", "arccos": "acos", "arctan": "atan", "erf": "erf",
    "erfc": "erfc", "sqrt": "sqrt", "abs": "abs", "floor": "floor", "ceil": "ceil", "asin": "asin",
    "acos": "acos", "atan": "atan", "lg": "log2", "factorial": "factorial", "binomial": "binomial",
    "harmonic": "harmonic", "gamma": "gamma", "uppergamma": "uppergamma", "lowergamma": "lowergamma",
    "sum": "sum", "prod": "prod", "integral": "integral", "min": "min", "max": "max",
}  # fmt: skip
"""Words that are functions, as LaTeX writes them, and as the claims' language does."""
WORDS: Final = frozenset(
    [
        "log",
        "ln",
        "exp",
        "sin",
        "cos",
        "tan",
        "sinh",
        "cosh",
        "tanh",
        "erf",
        "erfc",
        "min",
        "max",
        "sqrt",
        "arctan",
        "arcsin",
        "arccos",
    ]
)
"""Words that are read as functions where their letters stand together without a backslash."""
_STRANGE: Final = frozenset((
    "arcsinh", "arsinh", "arccosh", "arcosh", "arctanh", "artanh", "asinh", "acosh", "atanh",
    "sec", "csc", "cosec", "cot", "coth", "sech", "csch", "arccot", "mod", "gcd", "lcm",
))  # fmt: skip
"""Functions that the claims' language has not."""
_EXACT: Final = frozenset(
    {"factorial", "binomial", "harmonic", "uppergamma", "lowergamma", "sum", "prod", "integral"}
)

Command = Callable[[Reader, Token], Node]


def word(reader: Reader) -> Node | None:
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


def function(reader: Reader, said: str, token: Token) -> Node:
    """A function's name with its index, its power and its argument."""
    name, position = FUNCTIONS[said], token.position
    index: Node | None = None
    raised: Node | None = None
    while reader.peek() in ("_", "^"):
        if reader.take().text == "_":
            group = reader.group()
            if name in ("min", "max"):
                return objects.extremum(reader, said, position, group)
            index = reader.part(group)
        else:
            raised = reader.part(reader.group())
    args = _arguments(reader, name, said)
    binary = name == "log2"
    if binary:
        name, index = "log", Node("num", "2")
    made = args if isinstance(args, Node) else _called(reader, name, args, position)
    if index is not None:
        if name != "log":
            raise reader.fail(f"a subscript of {said}", position)
        made = Node("op", "/", (made, Node("call", "log", (index,), position)), position)
    made = Node("choice", "lg", (made,), position) if binary else made
    if raised is not None:
        inverse = raised.kind == "op" and raised.value == "-" and len(raised.args) == 1
        if inverse:
            raise reader.fail(
                f"{said} with a negative power: the inverse function, or one over it? write which", position
            )
        return Node("choice", f"power {said}", (power(made, raised, position),), position)
    return made


def _called(reader: Reader, name: str, args: tuple[Node, ...], position: int) -> Node:
    if name in ("sum", "prod", "integral"):
        if len(args) != 4 or args[1].kind != "name":
            raise reader.fail(f"{name} takes a term, an index and two ends", position)
        return Node("bound", name, args, position)
    wanted = {"binomial": 2, "uppergamma": 2, "lowergamma": 2, "min": 0, "max": 0}.get(name, 1)
    if wanted and len(args) != wanted:
        raise reader.fail(f"{name} takes {wanted} argument(s), found {len(args)}", position)
    return Node("call", name, args, position)


def _arguments(reader: Reader, name: str, said: str) -> tuple[Node, ...] | Node:
    """What a function is applied to: what stands in brackets, or what stands beside it."""
    if reader.peek() in CLOSERS and reader.peek() in ("(", "[", r"\{"):
        if name in ("min", "max") and (one := objects.chosen(reader, said, reader.position())):
            return one
        args = reader.arguments()
        if reader.peek() == "^" and name not in ("min", "max"):
            position = reader.position()
            reader.take()
            exponent = reader.part(reader.group())
            inside = tuple(power(a, exponent, position) for a in args)
            outer = power(Node("call", name, args, position), exponent, position)
            return Node("choice", f"behind {said}", (outer, Node("call", name, inside, position)), position)
        return args
    if reader.peek() == "{":
        return (reader.part(reader.group()),)
    if name in ("min", "max") or name in _EXACT:
        raise reader.fail(f"expected ( behind {said}, found {reader.peek() or 'the end of the formula'}")
    return _beside(reader, name, said)


def _beside(reader: Reader, name: str, said: str) -> tuple[Node, ...] | Node:
    """The argument without brackets: one factor, unless more stand beside it, or a slash."""
    position = reader.position()
    if not reader.begins_operand():
        raise reader.fail(
            f"expected what {said} is applied to, found {reader.peek() or 'the end of the formula'}"
        )
    first = reader.factor()
    plain = ("name", "num")
    if (parts := opened(first)) and name != "exp":
        whole = Node("call", name, (first,), position)
        outside = Node("op", "*", (Node("call", name, (parts[0],), position), parts[1]), position)
        return Node("choice", f"beside {said}", (whole, outside), position, "applied")
    if beside := list(_beside_closed(reader, first)):
        apart = _times(Node("call", name, (first,), position), beside)
        inside = Node("call", name, (_times(first, beside),), position)
        return Node("choice", f"beside {said}", (apart, inside), position)
    factors = [first]
    while reader.begins_factor() and _simple(factors[-1]) and reader.peek() not in ("(", "["):
        kept = reader.at
        factor = reader.factor()
        if not _simple(factor):
            reader.at = kept
            break
        factors.append(factor)
    together = Node("call", name, (_times(first, factors[1:]),), position)
    apart = _times(Node("call", name, (first,), position), factors[1:])
    if reader.peek() == "/" and len(factors) == 1 and first.kind in plain:
        slash = reader.take().position
        divisor = reader.operand()
        inside = Node("call", name, (Node("op", "/", (first, divisor), slash),), position)
        outside = Node("op", "/", (apart, divisor), slash)
        pair = (inside, outside) if first.kind == "num" else (outside, inside)
        return Node("choice", f"slash {said}", pair, position)
    if len(factors) == 1 and reader.begins_factor() and _simple(first) and reader.peek() in ("(", "["):
        kept = reader.at
        factor = reader.factor()
        inside = Node("call", name, (Node("op", "*", (first, factor), position),), position)
        if name != "exp" and kept != reader.at:
            return Node(
                "choice", f"beside {said}", (Node("op", "*", (apart, factor), position), inside), position
            )
        reader.at = kept
    if len(factors) == 1:
        return (first,)
    if first.kind == "num" and len(factors) == 2:
        return Node("choice", f"number {said}", (together,), position)
    return Node("choice", f"beside {said}", (together, apart), position)


def _beside_closed(reader: Reader, first: Node) -> Iterator[Node]:
    r"""The factors beside a fraction or a value that a function without brackets is applied to, which may belong to
    its argument: \log \frac{1}{x} \sqrt{y}; none from the next logarithm on.
    """
    closed = first.kind == "call" or (first.kind == "op" and first.value == "/")
    while closed and reader.begins_factor() and reader.peek() not in (r"\log", r"\ln"):
        yield reader.factor()


def _times(node: Node, factors: Sequence[Node]) -> Node:
    for factor in factors:
        node = Node("op", "*", (node, factor), factor.position)
    return node


def _simple(node: Node) -> bool:
    """A number, or a name with at most a power."""
    if node.kind == "op" and node.value == "**":
        return node.args[0].kind in ("name", "const")
    return node.kind in ("name", "num", "const") or node.value == "euler"


def _fraction(reader: Reader, token: Token) -> Node:
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


def _root(reader: Reader, token: Token) -> Node:
    if reader.peek() != "[":
        return Node("call", "sqrt", (reader.part(reader.group()),), token.position)
    reader.take()
    degree = reader.expression()
    reader.take("]")
    inside = reader.part(reader.group())
    one = Node("num", "1", (), token.position)
    return Node("op", "**", (inside, Node("op", "/", (one, degree), token.position)), token.position)


def _binomial(reader: Reader, token: Token) -> Node:
    above, below = reader.part(reader.group()), reader.part(reader.group())
    return Node("call", "binomial", (above, below), token.position)


def _fence(name: str, closer: str) -> Command:
    def read(reader: Reader, token: Token) -> Node:
        if name == "abs" and (one := objects.size(reader, closer, token)) is not None:
            return one
        kept, reader.bars = reader.bars, 0
        inside = reader.expression()
        reader.bars = kept
        reader.take(closer)
        return Node("call", name, (inside,), token.position)

    return read


def _bar(reader: Reader, token: Token) -> Node:
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


def _upright(reader: Reader, token: Token) -> Node:
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
    calls = said in FUNCTIONS and (said not in _EXACT or token.text == r"\operatorname")
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


def _gamma(reader: Reader, token: Token) -> Node:
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


def _small_gamma(reader: Reader, token: Token) -> Node:
    kept = reader.at
    if reader.peek() == "(":
        args = reader.arguments()
        if len(args) == 2:
            return Node("call", "lowergamma", args, token.position)
    reader.at = kept - 1
    return named(reader)


def _environment(reader: Reader, token: Token) -> Node:
    name = "".join(t.text for t in reader.group())
    raise reader.fail(f"the environment {name} is not read", token.position)


COMMANDS: Final[dict[str, Command]] = {
    r"\begin": _environment,
    r"\frac": _fraction, r"\sqrt": _root, r"\binom": _binomial, "|": _bar, r"\Gamma": _gamma,
    r"\lvert": _fence("abs", r"\rvert"), r"\lfloor": _fence("floor", r"\rfloor"),
    r"\lceil": _fence("ceil", r"\rceil"), r"\gamma": _small_gamma,
    **{rf"\{said}": _function(said) for said in FUNCTIONS if said not in (*_EXACT, "sqrt", "gamma")},
    **dict.fromkeys(
        (r"\mathrm", r"\operatorname", r"\text", r"\mathbb", r"\mathsf", r"\boldsymbol"), _upright
    ),
    **objects.COMMANDS,
}  # fmt: skip
