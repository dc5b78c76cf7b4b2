r"""What a formula means in the claims' language: every choice made, and told, or refused with both
readings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from ..kernel import SyntaxProblem
from ..kernel.real import derivative, print_term, substitute
from ..present.reading import read_term
from .nodes import Node, nodes, opened, usual_function

NORMAL: Final = "(1 + erf(({})/sqrt(2)))/2"
_SCRIPT: Final = (r"\mathcal", r"\mathscr", r"\mathfrak")
"""What the names of sets begin with: before a bracket with one stands a function."""
_RANK: Final = {"+": 1, "-": 1, "*": 2, "/": 2, "**": 4}


@dataclass(frozen=True)
class Function:
    """A function that the text defines: its parameters, and its value in the claims' language. One whose
    value has unknowns is `rigid`: it has that value at its own parameters, and nowhere else is it known.
    """

    parameters: tuple[str, ...]
    value: str
    rigid: bool = False


@dataclass
class Meaning:
    """How names and choices are read. `strict` asks where two readings are possible; otherwise the usual
    one is
    taken and told. `variables` are names that are known to be numbers, `functions` those that the text
    defines;
    `called` those that stand before a bracket with one name in it; `atom` names the unknowns; without it they
    are refused.
    """

    strict: bool = True
    variables: frozenset[str] = frozenset()
    functions: Mapping[str, Function] = field(default_factory=dict)
    atom: Callable[[Node], str] | None = None
    told: list[str] = field(default_factory=list)
    other: bool = False
    called: frozenset[str] = frozenset()

    def text(self, node: Node) -> str:
        r"""The formula in the claims' language, with brackets where they are needed.

        >>> from .names import Names
        >>> from .reader import Reader
        >>> from .tokens import tokens
        >>> Meaning().text(Reader(tokens(r"\frac{1}{2} e^{-x} \log_2(1+y)"), Names()).expression())
        '1/2*exp(-x)*(log(1 + y)/log(2))'
        """
        made: str = getattr(self, f"_{node.kind}")(node)
        return made

    def tell(self, words: str) -> None:
        """Something that the reader is told once."""
        if words not in self.told:
            self.told.append(words)

    def _num(self, node: Node) -> str:
        return node.value

    def _const(self, node: Node) -> str:
        return node.value

    def _name(self, node: Node) -> str:
        if node.value == "e":
            advice = (
                r"write \mathrm{e} for the number, e^{x} for the exponential, another letter for a variable"
            )
            raise SyntaxProblem(f"e could be a variable or Euler's number: {advice}", "", node.position)
        return node.value

    def _op(self, node: Node) -> str:
        if len(node.args) == 1:
            return f"-{self._inside(node.args[0], 3)}"
        left, right = node.args
        parts = self._product(node) if node.value == "**" else self._product(right)
        if parts is not None and node.value in ("**", "*"):  # x(1 - x)^2 is x·(1 - x)^2
            start = parts[0] if node.value == "**" else Node("op", "*", (left, parts[0]), node.position)
            return self._op(Node("op", "*", (start, parts[1]), node.position))
        rank = _RANK[node.value]
        if node.value == "**":
            return f"{self._inside(left, 5)}**{self._inside(right, 5)}"
        first = self._inside(left, rank)
        second = self._inside(right, rank + 1)
        sign = node.value if rank > 1 else f" {node.value} "
        return f"{first}{sign}{second}"

    def _inside(self, node: Node, needed: int) -> str:
        text = self.text(node)
        return text if _level(text) >= needed else f"({text})"

    def _call(self, node: Node) -> str:
        return f"{node.value}({', '.join(map(self.text, node.args))})"

    def _bound(self, node: Node) -> str:
        return f"{node.value}({', '.join(map(self.text, node.args))})"

    def _atom(self, node: Node) -> str:
        if self.atom is None:
            raise SyntaxProblem(f"{node.value} is no number by itself ({node.about})", "", node.position)
        return self.atom(node)

    def _choice(self, node: Node) -> str:
        what, _, said = node.value.partition(" ")
        if what == "bare":
            return self._bare(node, said)
        if what == "text" and self.strict:
            advice = r"write \cdot where a name is meant"
            raise SyntaxProblem(f"the word {said!r} stands among the factors: {advice}", "", node.position)
        if node.about == "applied" and not any(self._product(n) for n in nodes(node.args[0])):
            return self.text(node.args[0])
        readings = [self.text(arg) for arg in node.args]
        if what in _TELLING:
            self.tell(_TELLING[what](said, readings))
            return readings[0]
        if len(set(readings)) == 1:
            return readings[0]
        words = " or ".join(readings)
        if self.strict:
            raise SyntaxProblem(
                f"this reads two ways: {words}; write which, with \\frac or brackets", "", node.position
            )
        chosen = readings[1 if self.other else 0]
        self.tell(f"read as {chosen}; it could be {readings[0 if self.other else 1]}")
        return chosen

    def _bare(self, node: Node, said: str) -> str:
        """Letters that are a name in the claims' language, and a product in LaTeX."""
        if self.strict:
            advice = rf"write \{_COMMAND.get(said, said)}, or the letters apart"
            raise SyntaxProblem(
                f"{said} is a name of the claims' language, or a product of letters: {advice}",
                "",
                node.position,
            )
        self.tell(f"{said} is read as a product of letters")
        return self.text(node.args[0])

    def _applied(self, node: Node) -> str:
        plain = node.about or node.value
        known = self.functions.get(plain)
        if known is not None and len(known.parameters) == len(node.args):
            own = [arg.value for arg in node.args if arg.kind == "name"] == list(known.parameters)
            if not known.rigid or (own and not node.about):
                return self._value(node, known)
        if node.value == "Phi" and node.source.startswith(r"\Phi") and "Phi" not in self.variables:
            return NORMAL.format(self.text(node.args[0]))
        product = Node("op", "*", (Node("name", node.value, (), node.position), *node.args), node.position)
        if self._product(node):
            made = self.text(product)
            if node.value not in self.variables:
                self.tell(f"{node.source} is read as the product {made}")
            return made
        if self.atom is not None:
            return self.atom(Node("atom", node.source, (), node.position, "value"))
        if len(node.args) > 1 or node.about or node.source.startswith(r"\operatorname"):
            raise SyntaxProblem(f"the function {plain} is not known", "", node.position)
        ways = f"the value of a function {node.value}, or the product {self.text(product)}"
        raise SyntaxProblem(
            f"{node.source} reads two ways: {ways}; write \\cdot for the product", "", node.position
        )

    def _product(self, node: Node) -> tuple[Node, Node] | None:
        """The two factors of a name before a bracket, where it is no function: of a known variable, or
        before a sum
        where the name is none that functions usually have.
        """
        parts = opened(node)
        if parts is None:
            return None
        called = node.args[0] if node.kind == "op" else node
        name, inside = called.value, called.args[0] if called.kind == "applied" else called
        if name in self.functions or (node.kind == "op" and opened(called) is None):
            return None
        if inside.source.startswith(_SCRIPT) or called.source.startswith(r"\operatorname"):
            return None
        sums = inside.value in ("+", "-") if inside.kind == "op" else inside.value == "dots"
        stems = {other.partition("_")[0] for other in self.called}
        letter = name.partition("_")[0] in stems or usual_function(name)
        return parts if name in self.variables or (sums and not letter) else None

    def _value(self, node: Node, known: Function) -> str:
        """A value of a function that the text defines, or of its derivative."""
        body = read_term(known.value)
        primes = node.value.count("'") - node.about.count("'") if node.about else 0
        for _ in range(primes):
            body = derivative(body, known.parameters[0])
        images = {
            name: read_term(self.text(arg)) for name, arg in zip(known.parameters, node.args, strict=True)
        }
        return print_term(substitute(body, images))


_COMMAND: Final = {"eps": "varepsilon", "lam": "lambda", "del": "delta", "gam": "gamma", "bet": "beta"}
_TELLING: Final[dict[str, Callable[[str, list[str]], str]]] = {
    "word": lambda said, made: f"the letters {' '.join(said)} are read as the function {said}",
    "power": lambda said, made: f"a power on {said} is read as that of its value: {made[0]}",
    "behind": lambda said, made: f"a power behind {said}(...) is read as that of its value: {made[0]}",
    "raised": lambda said, made: f"a superscript that is a name is read as a power: {made[0]}",
    "number": lambda said, made: f"{said} without brackets is read as {made[0]}",
    "dots": lambda said, made: f"the dots are read as {made[0]}",
    "euler": lambda said, made: "e is read as Euler's number",
    "letters": lambda said, made: f"the letters {said} are read as one name, {made[0]}",
    "thousands": lambda said, made: f"{said} is read as {made[0]}: its commas part thousands",
    "wide": lambda said, made: f"the {said} is taken of all of {made[0]}",
    "lg": lambda said, made: rf"\lg is read as the logarithm to the base 2, {made[0]}; not to 10",
    "text": lambda said, made: f"the word {said} is read as a name",
    "squared": lambda said, made: rf"{said}^2 is read as \|{said}\|^2: the text takes its norm",
    "normal": lambda said, made: rf"\Phi is read as the normal distribution function: {made[0]}",
}


def _level(text: str) -> int:
    """How tightly a text of the claims' language binds: 5 for what needs no brackets anywhere."""
    if re.fullmatch(r"[A-Za-z_][\w']*|[0-9.]+", text):
        return 5
    depth, least = 0, 5
    for place, sign in enumerate(text):
        depth += (sign in "([") - (sign in ")]")
        if depth or sign not in "+-*/":
            continue
        if sign == "-" and (place == 0 or text[place - 1] in "*/"):
            least = min(least, 3 if place == 0 else 2)
        elif sign in "+-":
            least = min(least, 1)
        elif sign == "*" and "**" in (text[place : place + 2], text[place - 1 : place + 1]):
            least = min(least, 4)
        else:
            least = min(least, 2)
    return least
