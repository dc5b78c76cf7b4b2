"""Formulas as one line of Unicode text."""

from __future__ import annotations

from typing import Final

from ..notation import DRAWS, FENCES, FUNCTIONS, subscript, superscript
from ..notation import symbol as notation
from .model import ATOMIC, LEVELS, Math, word_level
from .writer import Writer

_LONG: Final = 10
"""Exponents longer than this are written as exp(...)."""


def unicode(math: Math) -> str:
    """The text of a formula.

    >>> from .from_real import from_term
    >>> from ..kernel.real.grammar import parse_term
    >>> unicode(from_term(parse_term("4*rho/(lam*n) + exp(-eps)*sqrt(x**2 + 1)")))
    '4·ρ/(λ·n) + e^(−ε)·√(x² + 1)'
    """
    return _WRITER(math)


class _Unicode(Writer):
    COLUMN, MINUS, COLON = 0, "−", ": "
    OPEN, CLOSED = ("fraction", "sum"), ("sum",)

    def between(self, sign: str) -> str:
        return "∼" if sign == "drawn" else super().between(sign)

    def times(self, math: Math, first: str, second: str) -> str:
        left, right = math.parts
        return "" if not math.text and _touch(left, first, right, second) else "·"

    def _symbol(self, math: Math) -> str:
        return notation(math.text).unicode

    def _typed(self, math: Math) -> str:
        name = "𝑍" if math.text == "Z" else math.text
        return f"`{name}`" if "_" in name else name

    def _word(self, math: Math) -> str:
        return math.text

    def _function(self, math: Math) -> str:
        return FUNCTIONS.get(math.text, (math.text, ""))[0]

    def _fraction(self, math: Math) -> str:
        top, bottom = math.parts
        level = LEVELS["fraction"]
        return f"{self.inside(top, level + (top.kind in self.OPEN))}/{self.inside(bottom, level + 1)}"

    def _power(self, math: Math) -> str:
        return self.inside(math.parts[0], ATOMIC) + superscript(self(math.parts[1]))

    def _exp(self, math: Math) -> str:
        exponent = self(math.parts[0])
        return f"exp({exponent})" if len(exponent) > _LONG else "e" + superscript(exponent)

    def _root(self, math: Math) -> str:
        return "√" + self.inside(math.parts[0], ATOMIC)

    def _fence(self, math: Math) -> str:
        return self(math.parts[0]).join(FENCES[math.text][0])

    def _below(self, math: Math) -> str:
        return self.inside(math.parts[0], ATOMIC) + subscript(self(math.parts[1]))

    def _replaced(self, math: Math) -> str:
        data, place, *record = map(self, math.parts)
        return f"{data}[{place}→{record[0]}]" if record else data + superscript(f"({place})")

    def _not(self, math: Math) -> str:
        return "not " + self.inside(math.parts[0], LEVELS["not"])

    def _set(self, math: Math) -> str:
        name, domain, body = map(self, math.parts)
        return f"{{{name} ∈ {domain} : {body}}}"

    def _draw(self, math: Math) -> str:
        *drawn, body = math.parts
        return f"{DRAWS[math.text][0]}_{{{self.listed(drawn)}}}[{self(body)}]"

    def _sum(self, math: Math) -> str:
        index, first, last, body = math.parts
        below, above = subscript(f"{self(index)}={self(first)}"), superscript(self(last))
        return f"Σ{below}{above} {self.inside(body, LEVELS['product'])}"

    def _phrase(self, math: Math) -> str:
        first, *words = math.text.split("{}")
        pairs = zip(math.parts, words, strict=True)
        return first + "".join(self.inside(part, word_level(word)) + word for part, word in pairs)


def _touch(left: Math, first: str, right: Math, second: str) -> bool:
    """Whether two factors can stand side by side without being misread: as one name, or as a function."""
    while left.kind in ("product", "neg"):
        left = left.parts[-1]
    if second[0].isdigit() or second[0] in "|−Σ" or left.kind == "exp" or "^" in first[-9:]:
        return False
    if second[0].isascii() and second[0].isalpha():
        # ab may be one name, and a(b) the value of a function
        alone = len(second) == 1 or not second[1].isascii() or not (second[1].isalnum() or second[1] in "_(")
        if not alone or (first[-1].isascii() and first[-1].isalpha()):
            return False
    if left.kind == "number":
        return not (second[0] == "(" and right.kind == "fraction")
    if left.kind == "symbol":
        return _one_letter(left) and second[0] not in "(" and (right.kind != "symbol" or _one_letter(right))
    return first[-1] in ")‖⌋⌉]²³" and (right.kind != "symbol" or _one_letter(right))


def _one_letter(math: Math) -> bool:
    return len(notation(math.text).unicode.rstrip("₀₁₂₃₄₅₆₇₈₉")) == 1


_WRITER: Final = _Unicode()
