"""Formulas as LaTeX."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from .model import ATOMIC, LEVELS, Math, symbol, word_level
from .notation import CONNECTIVES, FUNCTIONS, RELATIONS, SPACES
from .notation import symbol as notation
from .tex_words import tex_letters, tex_words

_FENCES: Final = {
    "norm": (r"\lVert", r"\rVert"),
    "abs": (r"\lvert", r"\rvert"),
    "floor": (r"\lfloor", r"\rfloor"),
    "ceil": (r"\lceil", r"\rceil"),
    "inner": (r"\langle", r"\rangle"),
}
_DRAWS: Final = {
    "E": r"\mathbb{E}",
    "P": r"\Pr",
    "image": r"\operatorname{law}",
    "mixture": r"\operatorname{law}",
}
_WORDS: Final = {"∅": r"\emptyset", "·": r"\cdot", "⋆": r"\star"}
_TALL: Final = re.compile(r"\\(frac|sum|sqrt)")


def latex(math: Math) -> str:
    r"""The LaTeX of a formula.

    >>> from .from_real import from_term
    >>> from ..kernel.real.grammar import parse_term
    >>> print(latex(from_term(parse_term("4*rho/(lam*n) + exp(-eps)*sqrt(x**2 + 1)"))))
    \frac{4 \rho}{\lambda n} + \mathrm{e}^{-\varepsilon} \sqrt{x^{2} + 1}
    """
    return _WRITERS[math.kind](math)


def _wrap(text: str) -> str:
    return rf"\left({text}\right)" if _TALL.search(text) else f"({text})"


def _inside(math: Math, needed: int) -> str:
    text = latex(math)
    return _wrap(text) if math.level < needed else text


def _symbol(math: Math) -> str:
    return notation(math.text).latex


def _number(math: Math) -> str:
    return math.text


def _word(math: Math) -> str:
    return _WORDS.get(math.text) or rf"\mathrm{{{tex_letters(math.text)}}}"


def _space(math: Math) -> str:
    return SPACES[math.text][1]


def _function(math: Math) -> str:
    if math.text in FUNCTIONS:
        return FUNCTIONS[math.text][1]
    return rf"\operatorname{{{tex_letters(math.text)}}}"


def _neg(math: Math) -> str:
    return "-" + _inside(math.parts[0], LEVELS["neg"] if math.parts[0].kind != "fraction" else 0)


def _sum_of_two(math: Math) -> str:
    sign = " + " if math.kind == "add" else " - "
    return _inside(math.parts[0], LEVELS["add"]) + sign + _inside(math.parts[1], LEVELS["product"])


def _product(math: Math) -> str:
    left, right = math.parts
    level = LEVELS["product"]
    first = _inside(left, level + 1 if left.kind == "sum" else level)
    second = _inside(right, level if right.kind in ("sum", "fraction") else level + 1)
    return first + (r" \cdot " if _apart(left, right, second) else " ") + second


def _apart(left: Math, right: Math, second: str) -> bool:
    """Whether a dot is needed: before digits, so that nothing reads as a mixed number or as a function."""
    while left.kind in ("product", "neg"):
        left = left.parts[-1]
    mixed = left.kind == "number" and right.kind == "fraction"
    called = left.kind == "symbol" and second.startswith(("(", r"\left("))
    return mixed or called or second[0].isdigit() or second.startswith("-")


def _fraction(math: Math) -> str:
    return rf"\frac{{{latex(math.parts[0])}}}{{{latex(math.parts[1])}}}"


def _power(math: Math) -> str:
    base, exponent = math.parts
    text = latex(base)
    if base.level < ATOMIC or base == symbol("E"):  # without brackets E^x would look like exp(x)
        text = _wrap(text)
    return f"{text}^{{{latex(exponent)}}}"


def _exp(math: Math) -> str:
    exponent = latex(math.parts[0])
    if r"\frac" in exponent or len(exponent) > 30:
        return rf"\exp\left({exponent}\right)"
    return rf"\mathrm{{e}}^{{{exponent}}}"


def _root(math: Math) -> str:
    return rf"\sqrt{{{latex(math.parts[0])}}}"


def _fence(math: Math) -> str:
    left, right = _FENCES[math.text]
    inside = latex(math.parts[0])
    return rf"\left{left} {inside} \right{right}" if _TALL.search(inside) else f"{left} {inside} {right}"


def _call(math: Math) -> str:
    head, *arguments = math.parts
    return _inside(head, ATOMIC) + _wrap(", ".join(map(latex, arguments)))


def _below(math: Math) -> str:
    return f"{_inside(math.parts[0], ATOMIC)}_{{{latex(math.parts[1])}}}"


def _replaced(math: Math) -> str:
    data, place, *record = map(latex, math.parts)
    return rf"{data}[{place} \to {record[0]}]" if record else f"{data}^{{({place})}}"


def _relation(math: Math) -> str:
    level = LEVELS["relation"] + 1
    words = [_inside(math.parts[0], level)]
    for operator, part in zip(math.text.split(), math.parts[1:], strict=True):
        words += [RELATIONS[operator][1], _inside(part, level)]
    return " ".join(words)


def _connective(math: Math) -> str:
    left, right = math.parts
    level = LEVELS[math.kind]
    needed = (level + 1, level) if math.kind == "implies" else (level, level)
    return _inside(left, needed[0]) + CONNECTIVES[math.kind][1] + _inside(right, needed[1])


def _not(math: Math) -> str:
    return r"\neg " + _inside(math.parts[0], LEVELS["not"] + 2)


def _quantified(math: Math) -> str:
    *names, domain, body = math.parts
    listed = ", ".join(map(latex, names))
    return rf"\{math.text} {listed} \in {_inside(domain, LEVELS['add'])} \colon {latex(body)}"


def _set(math: Math) -> str:
    name, domain, body = map(latex, math.parts)
    return rf"\{{{name} \in {domain} \colon {body}\}}"


def _map(math: Math) -> str:
    names = latex(math.parts[0])
    return rf"({f'({names})' if math.parts[0].kind == 'pair' else names} \mapsto {latex(math.parts[2])})"


def _pair(math: Math) -> str:
    return ", ".join(map(latex, math.parts))


def _draw(math: Math) -> str:
    *drawn, body = math.parts
    return rf"{_DRAWS[math.text]}_{{{', '.join(map(latex, drawn))}}}\left[{latex(body)}\right]"


def _drawn(math: Math) -> str:
    return rf"{latex(math.parts[0])} \sim {_inside(math.parts[1], LEVELS['add'])}"


def _sum(math: Math) -> str:
    index, first, last, body = math.parts
    return rf"\sum_{{{latex(index)}={latex(first)}}}^{{{latex(last)}}} {_inside(body, LEVELS['product'])}"


def _phrase(math: Math) -> str:
    """Words in text mode between the formulas; what follows a caret is an exponent of what stands before."""
    words = math.text.split("{}")
    made = [_said(words[0])]
    for part, before, word in zip(math.parts, words, words[1:], strict=False):
        if before.endswith("^"):
            made.append(rf"{{}}^{{{latex(part)}}}")
        else:
            made.append(_inside(part, word_level(word)))
        made.append(_said(word))
    return "".join(made)


def _said(word: str) -> str:
    text = tex_words(word.removesuffix("^"))
    return rf"\text{{{text}}}" if text else ""


_WRITERS: Final[dict[str, Callable[[Math], str]]] = {
    "symbol": _symbol, "number": _number, "word": _word, "space": _space, "function": _function, "neg": _neg,
    "add": _sum_of_two, "sub": _sum_of_two, "product": _product, "fraction": _fraction, "power": _power,
    "exp": _exp, "root": _root, "fence": _fence, "call": _call, "below": _below, "replaced": _replaced,
    "relation": _relation, "and": _connective, "or": _connective, "implies": _connective, "not": _not,
    "quantified": _quantified, "set": _set, "map": _map, "draw": _draw, "drawn": _drawn, "sum": _sum,
    "phrase": _phrase, "pair": _pair,
}  # fmt: skip
