"""Formulas as one line of Unicode text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from .model import ATOMIC, LEVELS, Math, word_level
from .notation import CONNECTIVES, FUNCTIONS, RELATIONS, SPACES, subscript, superscript
from .notation import symbol as notation

_FENCES: Final = {
    "norm": ("‖", "‖"),
    "abs": ("|", "|"),
    "floor": ("⌊", "⌋"),
    "ceil": ("⌈", "⌉"),
    "inner": ("⟨", "⟩"),
}
_DRAWS: Final = {"E": "E", "P": "Pr", "image": "law", "mixture": "law"}
_QUANTIFIERS: Final = {"forall": "∀", "exists": "∃"}
_LONG: Final = 10
"""Exponents longer than this are written as exp(...)."""


def unicode(math: Math) -> str:
    """The text of a formula.

    >>> from .from_real import from_term
    >>> from ..kernel.real.grammar import parse_term
    >>> unicode(from_term(parse_term("4*rho/(lam*n) + exp(-eps)*sqrt(x**2 + 1)")))
    '4·ρ/(λ·n) + e^(−ε)·√(x² + 1)'
    """
    return _WRITERS[math.kind](math)


def _inside(math: Math, needed: int) -> str:
    """The text of a part, in brackets when it binds too loosely for its place."""
    text = unicode(math)
    return f"({text})" if math.level < needed else text


def _symbol(math: Math) -> str:
    return notation(math.text).unicode


def _text(math: Math) -> str:
    return math.text


def _space(math: Math) -> str:
    return SPACES[math.text][0]


def _function(math: Math) -> str:
    return FUNCTIONS.get(math.text, (math.text, ""))[0]


def _neg(math: Math) -> str:
    return "−" + _inside(math.parts[0], LEVELS["neg"])


def _sum_of_two(math: Math) -> str:
    sign = " + " if math.kind == "add" else " − "
    return _inside(math.parts[0], LEVELS["add"]) + sign + _inside(math.parts[1], LEVELS["product"])


def _product(math: Math) -> str:
    left, right = math.parts
    level = LEVELS["product"]
    first = _inside(left, level + 1 if left.kind in ("fraction", "sum") else level)
    second = _inside(right, level if right.kind == "sum" else level + 1)
    return first + ("" if not math.text and _touch(left, first, right, second) else "·") + second


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


def _fraction(math: Math) -> str:
    top, bottom = math.parts
    level = LEVELS["fraction"]
    return (
        _inside(top, level + 1 if top.kind in ("fraction", "sum") else level)
        + "/"
        + _inside(bottom, level + 1)
    )


def _power(math: Math) -> str:
    base, exponent = math.parts
    return _inside(base, ATOMIC) + superscript(unicode(exponent))


def _exp(math: Math) -> str:
    exponent = unicode(math.parts[0])
    return f"exp({exponent})" if len(exponent) > _LONG else "e" + superscript(exponent)


def _root(math: Math) -> str:
    return "√" + _inside(math.parts[0], ATOMIC)


def _fence(math: Math) -> str:
    left, right = _FENCES[math.text]
    return left + unicode(math.parts[0]) + right


def _call(math: Math) -> str:
    head, *arguments = math.parts
    return f"{_inside(head, ATOMIC)}({', '.join(map(unicode, arguments))})"


def _below(math: Math) -> str:
    return _inside(math.parts[0], ATOMIC) + subscript(unicode(math.parts[1]))


def _replaced(math: Math) -> str:
    data, place, *record = map(unicode, math.parts)
    return f"{data}[{place}→{record[0]}]" if record else data + superscript(f"({place})")


def _relation(math: Math) -> str:
    level = LEVELS["relation"] + 1
    words = [_inside(math.parts[0], level)]
    for operator, part in zip(math.text.split(), math.parts[1:], strict=True):
        words += [RELATIONS[operator][0], _inside(part, level)]
    return " ".join(words)


def _connective(math: Math) -> str:
    left, right = math.parts
    level = LEVELS[math.kind]
    needed = (level + 1, level) if math.kind == "implies" else (level, level)
    return _inside(left, needed[0]) + CONNECTIVES[math.kind][0] + _inside(right, needed[1])


def _not(math: Math) -> str:
    return "not " + _inside(math.parts[0], LEVELS["not"])


def _quantified(math: Math) -> str:
    *names, domain, body = math.parts
    listed = ", ".join(map(unicode, names))
    return f"{_QUANTIFIERS[math.text]} {listed} ∈ {_inside(domain, LEVELS['add'])}: {unicode(body)}"


def _set(math: Math) -> str:
    name, domain, body = map(unicode, math.parts)
    return f"{{{name} ∈ {domain} : {body}}}"


def _map(math: Math) -> str:
    names = unicode(math.parts[0])
    return f"({f'({names})' if math.parts[0].kind == 'pair' else names} ↦ {unicode(math.parts[2])})"


def _pair(math: Math) -> str:
    return ", ".join(map(unicode, math.parts))


def _draw(math: Math) -> str:
    *drawn, body = math.parts
    return f"{_DRAWS[math.text]}_{{{', '.join(map(unicode, drawn))}}}[{unicode(body)}]"


def _drawn(math: Math) -> str:
    return f"{unicode(math.parts[0])}∼{_inside(math.parts[1], LEVELS['add'])}"


def _sum(math: Math) -> str:
    index, first, last, body = math.parts
    below, above = subscript(f"{unicode(index)}={unicode(first)}"), superscript(unicode(last))
    return f"Σ{below}{above} {_inside(body, LEVELS['product'])}"


def _phrase(math: Math) -> str:
    words = math.text.split("{}")
    made = [words[0]]
    for part, word in zip(math.parts, words[1:], strict=True):
        made += _inside(part, word_level(word)), word
    return "".join(made)


_WRITERS: Final[dict[str, Callable[[Math], str]]] = {
    "symbol": _symbol, "number": _text, "word": _text, "space": _space, "function": _function, "neg": _neg,
    "add": _sum_of_two, "sub": _sum_of_two, "product": _product, "fraction": _fraction, "power": _power,
    "exp": _exp, "root": _root, "fence": _fence, "call": _call, "below": _below, "replaced": _replaced,
    "relation": _relation, "and": _connective, "or": _connective, "implies": _connective, "not": _not,
    "quantified": _quantified, "set": _set, "map": _map, "draw": _draw, "drawn": _drawn, "sum": _sum,
    "phrase": _phrase, "pair": _pair,
}  # fmt: skip
