"""Formulas as LaTeX."""

from __future__ import annotations

import re
from typing import Final

from ..notation import DRAWS, FENCES, FUNCTIONS
from ..notation import symbol as notation
from .model import ATOMIC, LEVELS, Math, symbol, word_level
from .tex_words import tex_letters, tex_words
from .writer import Writer

_WORDS: Final = {"∅": r"\emptyset", "·": r"\cdot", "⋆": r"\star"}
_TALL: Final = re.compile(r"\\(frac|sum|sqrt)")


def latex(math: Math) -> str:
    r"""The LaTeX of a formula.

    >>> from .from_real import from_term
    >>> from ..kernel.real.grammar import parse_term
    >>> print(latex(from_term(parse_term("4*rho/(lam*n) + exp(-eps)*sqrt(x**2 + 1)"))))
    \frac{4 \rho}{\lambda n} + \mathrm{e}^{-\varepsilon} \sqrt{x^{2} + 1}
    """
    return _WRITER(math)


class _Latex(Writer):
    COLUMN, MINUS, COLON = 1, "-", r" \colon "

    def wrap(self, made: str) -> str:
        return rf"\left({made}\right)" if _TALL.search(made) else f"({made})"

    def times(self, math: Math, first: str, second: str) -> str:
        left, right = math.parts
        return r" \cdot " if _apart(left, right, second) else " "

    def _symbol(self, math: Math) -> str:
        return notation(math.text).latex

    def _word(self, math: Math) -> str:
        return _WORDS.get(math.text) or rf"\mathrm{{{tex_letters(math.text)}}}"

    def _function(self, math: Math) -> str:
        known = FUNCTIONS.get(math.text)
        return known[1] if known else rf"\operatorname{{{tex_letters(math.text)}}}"

    def _fraction(self, math: Math) -> str:
        return rf"\frac{{{self(math.parts[0])}}}{{{self(math.parts[1])}}}"

    def _power(self, math: Math) -> str:
        base, exponent = math.parts
        text = self(base)
        if base.level < ATOMIC or base == symbol("E"):  # without brackets E^x would look like exp(x)
            text = self.wrap(text)
        return f"{text}^{{{self(exponent)}}}"

    def _exp(self, math: Math) -> str:
        exponent = self(math.parts[0])
        if r"\frac" in exponent or len(exponent) > 30:
            return rf"\exp\left({exponent}\right)"
        return rf"\mathrm{{e}}^{{{exponent}}}"

    def _root(self, math: Math) -> str:
        return rf"\sqrt{{{self(math.parts[0])}}}"

    def _fence(self, math: Math) -> str:
        left, right = FENCES[math.text][1]
        inside = self(math.parts[0])
        return rf"\left{left} {inside} \right{right}" if _TALL.search(inside) else f"{left} {inside} {right}"

    def _below(self, math: Math) -> str:
        return f"{self.inside(math.parts[0], ATOMIC)}_{{{self(math.parts[1])}}}"

    def _replaced(self, math: Math) -> str:
        data, place, *record = map(self, math.parts)
        return rf"{data}[{place} \to {record[0]}]" if record else f"{data}^{{({place})}}"

    def _not(self, math: Math) -> str:
        return r"\neg " + self.inside(math.parts[0], LEVELS["not"] + 2)

    def _set(self, math: Math) -> str:
        name, domain, body = map(self, math.parts)
        return rf"\{{{name} \in {domain} \colon {body}\}}"

    def _draw(self, math: Math) -> str:
        *drawn, body = math.parts
        return rf"{DRAWS[math.text][1]}_{{{self.listed(drawn)}}}\left[{self(body)}\right]"

    def _sum(self, math: Math) -> str:
        index, first, last = map(self, math.parts[:3])
        return rf"\sum_{{{index}={first}}}^{{{last}}} {self.inside(math.parts[3], LEVELS['product'])}"

    def _phrase(self, math: Math) -> str:
        """Words in text mode between the formulas; what follows a caret is an exponent of what is before."""
        words = math.text.split("{}")
        made = _said(words[0])
        for part, before, word in zip(math.parts, words, words[1:], strict=False):
            raised = before.endswith("^")
            made += rf"{{}}^{{{self(part)}}}" if raised else self.inside(part, word_level(word))
            made += _said(word)
        return made


def _apart(left: Math, right: Math, second: str) -> bool:
    """Whether a dot is needed: before digits, so that nothing reads as a mixed number or as a function."""
    while left.kind in ("product", "neg"):
        left = left.parts[-1]
    mixed = left.kind == "number" and right.kind == "fraction"
    called = left.kind == "symbol" and second.startswith(("(", r"\left("))
    return mixed or called or second[0].isdigit() or second.startswith("-")


def _said(word: str) -> str:
    text = tex_words(word.removesuffix("^"))
    return rf"\text{{{text}}}" if text else ""


_WRITER: Final = _Latex()
