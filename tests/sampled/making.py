"""Terms, relations and sequents at the corners of side conditions, made at random from a seed.

Variables: x and y are real, n and m integers.
"""

from __future__ import annotations

import random
import re
from typing import Final

from dptheory.kernel.real.claims import parse_claim, relation
from dptheory.kernel.real.grammar import print_term
from dptheory.kernel.real.sequents import Sequent, restart
from dptheory.kernel.real.terms import subterms

VARIABLES: Final = {"m": True, "n": True, "x": False, "y": False}
Node = dict[str, object]
Made = tuple[Sequent, Node]

INTEGERS: Final = (
    "n", "m", "0", "1", "2", "-1", "n + 1", "n - 1", "n + m", "floor(x)", "ceil(y)", "2*n", "-n", "n**2",
)  # fmt: skip
REALS: Final = (
    "x", "y", "1/2", "-(1/2)", "x + 1", "x - 1", "-x", "x*y", "n/2", "sqrt(1)", "x - x", "2*x", "x + y",
    "4/2", "E", "pi",
)  # fmt: skip
PARTIAL: Final = (
    "1/x", "1/n", "log(x)", "sqrt(x)", "x**y", "x**n", "y**x", "n**m", "x**(1/3)", "(-2)**x", "(-2)**n",
    "0**x", "0**n", "x**0", "x/x", "x**(n/2)", "x**(n**2)", "(x**2)**(1/2)", "tan(x)", "asin(x)",
    "gamma(x)", "x**-1", "n**-2", "(-1)**(2*n)", "x**floor(y)", "acos(x)", "asin(2*y)", "uppergamma(1, x)",
    "lowergamma(x, y)", "uppergamma(y, n)", "1/0", "log(-1)", "x**(4/2)", "x**(-(1/2))", "0**(1/2)",
    "y**-2", "(-2)**(2*n)", "0**y", "log(y)", "gamma(n)", "x**(2**n)", "(-1)**(2**m)", "(-2)**(n/1)",
    "x**(n + y)", "y**(6/3)", "(-2)**(4/2)",
)  # fmt: skip
TOTAL: Final = (
    "exp(x)", "abs(x)", "min(x, y)", "max(n, x)", "sin(x)", "atan(y)", "floor(x + y)", "erf(x)", "x**2",
    "x**3", "cosh(x)", "max(x, 1, y)",
)  # fmt: skip
ENDS: Final = (
    "0", "1", "2", "n", "m", "n - 1", "n + 1", "x", "x + 1", "x - 1", "floor(x)", "sqrt(1)", "-1", "n/2",
    "3", "y", "max(n, 0)", "1/x",
)  # fmt: skip
BODIES: Final = (
    "j", "1/j", "y**j", "j*(1/x)", "1/x", "x**j", "(-2)**j", "j*log(x)", "x", "1/(j - n)", "j**x", "0**j",
    "j*y**x", "x**(j/2)", "j**j", "2*j + 1", "(1/x)**j", "floor(x)*j", "sqrt(j)", "x**(-j)", "j**n", "0",
    "1", "j + 1/x - 1/x", "x**(n - j)", "n**j", "gamma(j)",
)  # fmt: skip
INTEGRANDS: Final = (
    "t", "1/t", "log(x)*t", "y**t", "t**n", "sqrt(t)", "1/x", "x", "t*(1/x)", "t**x", "exp(t)", "1",
    "abs(t)", "(-2)**t", "t**2 - 1", "1/(t - x)", "x**t", "t**(1/3)", "1/(2*t - 1)", "1/(t - 1/2)", "(t - 1/2)**-1", "sqrt((t - 1/2)**2 - 1/4)", "log(t)", "sqrt(t)",
)  # fmt: skip
OPS: Final = ("<=", "<", "=", ">=", ">", "!=")


SIGN: Final = re.compile(r"\b[xynm]\b|\d+|[<>]=?|!=|=|(?<!\*)\*(?!\*)|[+]|(?<= )-(?= )")
KINDS: Final = (OPS, ("x", "y"), ("n", "m"), ("+", "-", "*"), ("0", "1", "2", "3"))


class Maker:
    """Random pieces; the same seed makes the same ones."""

    def __init__(self, seed: str) -> None:
        self.chance = random.Random(seed)

    def pick(self, *lists: tuple[str, ...]) -> str:
        return self.chance.choice(self.chance.choice(lists))

    def one_in(self, n: int) -> bool:
        return self.chance.randrange(n) == 0

    def binder(self, depth: int = 1) -> str:
        """A sum, a product or an integral; now and then with another one within, or with equal ends."""
        kind = self.chance.choice(("sum", "sum", "prod", "integral"))
        index, bodies = ("t", INTEGRANDS) if kind == "integral" else ("j", BODIES)
        body, low, high = self.pick(bodies), self.pick(ENDS, INTEGERS), self.pick(ENDS, INTEGERS)
        if self.one_in(2):
            high = self.chance.choice((low, f"{low} - 1", f"{low} + 1", f"{low} + 0"))
        if kind == "integral" and self.one_in(2):
            low, high = self.chance.choice(
                (("0", "1"), ("0", "n"), ("-1", "1"), ("x", "x + 1"), ("1", "0"), ("y", "2"))
            )
        if depth and self.one_in(4):
            inner = self.chance.choice(("sum", "prod", "integral"))
            within, name = (self.pick(INTEGRANDS), "s") if inner == "integral" else (self.pick(BODIES), "i")
            within = within.replace("t" if inner == "integral" else "j", name) if name == "i" else within
            within, name = (within, "t") if inner == "integral" and index == "j" else (within, name)
            if inner == "integral" and index == "t":
                within, name = "s*x + s", "s"
            start, end = self.chance.choice(
                (("1", index), ("0", "n"), (index, index), ("1", "0"), (index, "n"))
            )
            if index == "t":
                start, end = self.chance.choice((("1", "n"), ("1", "0"), ("0", "1"), ("x", "x")))
            nested = f"{inner}({within}, {name}, {start}, {end})"
            body = self.chance.choice((nested, f"{index}*{nested}", f"({body})*{nested}"))
        return f"{kind}({body}, {index}, {low}, {high})"

    def term(self) -> str:
        way = self.chance.randrange(10)
        if way < 2:
            return self.binder()
        if way < 4:
            return self.pick(PARTIAL)
        if way == 4:
            a, b = self.pick(INTEGERS, REALS, PARTIAL), self.pick(INTEGERS, REALS, PARTIAL)
            return f"({a}){self.chance.choice(('+', '-', '*', '/', '**'))}({b})"
        return self.pick(INTEGERS, REALS, PARTIAL, TOTAL)

    def relation(self) -> str:
        way = self.chance.randrange(4)
        if way == 0:
            return f"{self.pick(REALS, INTEGERS)} {self.chance.choice(OPS)} {self.pick(('0', '1', '-1'))}"
        if way == 1:
            return f"{self.chance.choice('xyn')} {self.chance.choice(OPS)} {self.pick(REALS, INTEGERS)}"
        if way == 2:
            t = self.term()
            return f"{t} {self.chance.choice(('=', '<=', '>='))} {self.chance.choice((t, '0', '1', 'y'))}"
        return f"{self.term()} {self.chance.choice(OPS)} {self.term()}"

    def sequent(self, goal: str | None = None, *first: str, more: int = 2) -> Sequent:
        """A sequent with some hypotheses; its goal is known to be defined."""
        texts = [*first, *(self.relation() for _ in range(self.chance.randint(0, more)))]
        shown = relation(goal or self.relation())
        return restart(VARIABLES, tuple(map(relation, texts)), shown, LEMMAS).knowing(shown.left, shown.right)

    def near(self, text: str) -> str:
        """A text with one sign, name or number changed."""
        found = list(SIGN.finditer(text))
        if not found:
            return text
        sign = self.chance.choice(found)
        other = self.chance.choice(next(kind for kind in KINDS if sign.group() in kind or kind is KINDS[-1]))
        return text[: sign.start()] + other + text[sign.end() :]

    def fresh(self, name: str) -> str:
        """A name for a new variable; now and then one that is taken."""
        return self.chance.choice("xynm") if self.one_in(8) else name

    def alike(self, text: str) -> str:
        """Another text for the same number, now and then of another sort, or for a number nearby."""
        return self.chance.choice(
            (
                text,
                f"{text} + 0",
                f"1*({text})",
                f"({text})/1",
                f"floor({text})",
                f"abs({text})",
                f"({text}) - x + x",
                self.term(),
            )
        )

    def subterm(self, s: Sequent) -> str:
        """A subterm of hypotheses or goal, longer ones rather."""
        found = subterms(*(t for r in (s.goal, *s.hypotheses) for t in (r.left, r.right)))
        return print_term(self.chance.choice(found))


LEMMAS: Final = tuple(
    parse_claim(text, where)
    for text, where in (
        ("x**a > 0", "x > 0"),
        ("x**n*x**n >= 0", "x != 0, n integer"),
        ("x**a >= 0", "x**a < oo"),
        ("sum(x**j, j, 1, n) >= 0", "x >= 0, n >= 0, n integer"),
        ("1/x > 0", "x > 0"),
        ("sqrt(x)**2 = x", "sqrt(x) < oo"),
        ("n*(n + 1) >= 0", "n integer"),
        ("floor(n) = n", "n integer"),
        ("b**e = exp(e*log(b))", "b > 0"),
        ("exp(a) >= 1 + a", "1/a < oo"),
        ("sum(1, j, 1, n) = n", "n >= 0, n integer"),
        ("x/x = 1", "x != 0"),
        ("sum(x**a, j, 1, n) = n*x**a", "sum(x**a, j, 1, n) < oo, n integer"),
    )
)
