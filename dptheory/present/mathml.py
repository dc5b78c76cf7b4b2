"""Formulas as MathML within HTML: what a browser draws and a screen reader reads, without a script.

A formula is a run of pieces, so that a long one goes on in the next line as a sentence does: words stand as
words, and a new piece begins before a relation, a sum's next term and a connective. Products and function
values carry their invisible signs, so that they are read as what they are. What stands in brackets is a row
of its own only where these would otherwise grow with what is beside them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from html import escape
from typing import Final

from .model import ATOMIC, LEVELS, Math, symbol, word_level
from .notation import FUNCTIONS, RELATIONS, SPACES
from .notation import symbol as notation

TIMES: Final = "<mo>\u2062</mo>"
APPLY: Final = "<mo>\u2061</mo>"
THIN: Final = '<mspace width=".17em"/>'
_MINUS: Final = '<mo form="prefix">−</mo>'
_OPEN, _SHUT = "\x01", "\x02"
"""The ends of what may be a row of its own, as long as it is not known what stands beside it."""
_GROUP: Final = re.compile(f"({_OPEN}[^{_SHUT}]*{_SHUT})")
_LETTER: Final = re.compile("<mi>(.)</mi>")
_TALL: Final = re.compile("<m(?:frac|underover|sqrt)>")
"""What brackets grow about; about an exponent or an index they do not, as in print."""
SHORT: Final = 240
"""Sums and relations with fewer characters of MathML than that stay on one line."""
_FENCES: Final = {
    "norm": ("‖", "‖"), "abs": ("|", "|"), "floor": ("⌊", "⌋"), "ceil": ("⌈", "⌉"), "inner": ("⟨", "⟩"),
}  # fmt: skip
_DRAWS: Final = {"E": "<mi>𝔼</mi>", "P": "<mi>Pr</mi>", "image": "<mi>law</mi>", "mixture": "<mi>law</mi>"}
_JOINTS: Final = {"and": "and", "or": "or"}
_QUANTIFIERS: Final = {"forall": "∀", "exists": "∃"}
_LOWERED: Final = str.maketrans("₀₁₂₃₄₅₆₇₈₉ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", "0123456789aehijklmnoprstuvx")
_NAME: Final = re.compile(r"(.+?)([₀₁₂₃₄₅₆₇₈₉ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ]*)(′*)\Z", re.S)
_SPECIAL: Final = {
    "E": '<mi mathvariant="normal">e</mi>',
    "e": "<mi>e</mi>",
    "oo": "<mi>∞</mi>",
    "everywhere": "<msup><mi>ℝ</mi><mi>d</mi></msup>",
}
_SINGLE: Final = (
    "symbol", "number", "word", "function", "space", "fraction", "root", "power", "below", "fence", "set",
    "map", "replaced",
)  # fmt: skip
"""The kinds that are written as one element."""
_STARRED: Final = "⋆"
_MACRON: Final = "\u0304"

Piece = tuple[bool, str]
"""Whether it is MathML, and its text as HTML."""


def mathml(math: Math) -> str:
    """The formula as HTML: words, and MathML between them.

    >>> from .from_real import from_term
    >>> from ..kernel.real.grammar import parse_term
    >>> mathml(from_term(parse_term("1/lam")))
    '<math><mfrac><mn>1</mn><mi>λ</mi></mfrac></math>'
    """
    return "".join(in_text(_settled(text)) if formula else text for formula, text in _pieces(math))


def in_text(row: str) -> str:
    """A row of a formula within a text; a letter alone is a variable, which styles draw as in a formula.

    >>> in_text("<mi>λ</mi>"), in_text("<mi>λ</mi><mo>=</mo><mn>1</mn>")
    ('<var>λ</var>', '<math><mi>λ</mi><mo>=</mo><mn>1</mn></math>')
    """
    alone = _LETTER.fullmatch(row)
    return f"<var>{alone[1]}</var>" if alone else f"<math>{row}</math>"


def within(math: Math) -> str:
    """The content of a row, which does not break; its brackets are not settled yet."""
    made = _WRITERS[math.kind](math)
    return _named(made, math.about) if math.about else made


def _named(made: str, name: str) -> str:
    return f'<mrow data-d="{escape(name)}">{_settled(made)}</mrow>'


def _pieces(math: Math) -> list[Piece]:
    """A formula in pieces between which a line may end."""
    made = _FLOWING[math.kind](math) if math.kind in _FLOWING else [(True, within(math))]
    if math.about and math.kind in _FLOWING:
        return [(False, f'<span class="d" data-d="{escape(math.about)}">'), *made, (False, "</span>")]
    return made


def _flow(math: Math, needed: int) -> list[Piece]:
    """The pieces of a part; in brackets it is one."""
    return _pieces(math) if math.level >= needed else [(True, _inside(math, needed))]


def _behind(sign: str, pieces: list[Piece]) -> list[Piece]:
    """Pieces with a sign before the first."""
    if pieces and pieces[0][0]:
        return [(True, sign + pieces[0][1]), *pieces[1:]]
    return [(True, sign), *pieces]


def _relation_flow(math: Math) -> list[Piece]:
    if len(made := _relation(math)) < SHORT:
        return [(True, made)]
    level = LEVELS["relation"] + 1
    flow = _flow(math.parts[0], level)
    for operator, part in zip(math.text.split(), math.parts[1:], strict=True):
        flow += _behind(_between(RELATIONS[operator][0]), _flow(part, level))
    return flow


def _sum_flow(math: Math) -> list[Piece]:
    if len(made := _sum_of_two(math)) < SHORT:
        return [(True, made)]
    # a piece begins with the sign, which could be one that stands before a term
    sign = f'<mo form="infix">{"+" if math.kind == "add" else "−"}</mo>'
    return [*_flow(math.parts[0], LEVELS["add"]), (True, sign + _inside(math.parts[1], LEVELS["product"]))]


def _connective_flow(math: Math) -> list[Piece]:
    left, right = math.parts
    level = LEVELS[math.kind]
    if math.kind == "implies":
        return _flow(left, level + 1) + _behind(_between("⟹"), _flow(right, level))
    return [*_flow(left, level), (False, f" {_JOINTS[math.kind]} "), *_flow(right, level)]


def _quantified_flow(math: Math) -> list[Piece]:
    return [(True, _quantifier(math)), (False, " "), *_pieces(math.parts[-1])]


def _phrase_flow(math: Math) -> list[Piece]:
    words = math.text.split("{}")
    made: list[Piece] = [(False, escape(words[0]))]
    for part, word in zip(math.parts, words[1:], strict=True):
        made += [*_flow(part, word_level(word)), (False, escape(word))]
    return made


def _between(sign: str) -> str:
    """A sign that stands between terms wherever it is written: its form is plain."""
    return f"<mo>{escape(sign)}</mo>"


def _row(*parts: str) -> str:
    return f"<mrow>{_settled(''.join(parts))}</mrow>"


def _first(text: str) -> str:
    """What stands first in a row: a sign there has its form from its place."""
    return text.replace(' form="prefix"', "", 1) if text.startswith(_MINUS) else text


def _one(math: Math) -> str:
    """A part where exactly one element has to stand."""
    made = within(math)
    return _firm(made) if math.about or math.kind in _SINGLE else _row(made)


def _settled(text: str) -> str:
    """A whole row. Brackets grow with the tallest of their row: those about something lower are rows of their
    own; none has to be where all is of one height, nor where all that is tall stands in that pair."""
    parts = _GROUP.split(_first(text))
    tall = [place for place, part in enumerate(parts) if _TALL.search(part)]
    loose = [place for place in range(1, len(parts), 2) if tall in ([], [place])]
    return "".join(part[1:-1] if place in loose else _firm(part) for place, part in enumerate(parts))


def _firm(text: str) -> str:
    """What may be a row of its own is one."""
    return text.replace(_OPEN, "<mrow>").replace(_SHUT, "</mrow>")


def _group(left: str, text: str, right: str) -> str:
    """What stands in brackets that are the same wherever in a row they stand."""
    return f"{_OPEN}{_settled(f'<mo>{left}</mo>{text}<mo>{right}</mo>')}{_SHUT}"


def _wrap(text: str) -> str:
    return _group("(", text, ")")


def _inside(math: Math, needed: int) -> str:
    made = within(math)
    return _wrap(made) if math.level < needed else made


def _symbol(math: Math) -> str:
    return identifier(math.text)


@cache
def identifier(name: str) -> str:
    """A name of the grammar as one element.

    >>> identifier("lam"), identifier("w1'")
    ('<mi>λ</mi>', '<msubsup><mi>w</mi><mn>1</mn><mo>′</mo></msubsup>')
    """
    if name in _SPECIAL:
        return _SPECIAL[name]
    match = _NAME.match(notation(name).unicode)
    if match is None:
        return f"<mi>{escape(name)}</mi>"
    stem, lowered, primes = match.groups()
    base = f"<mi>{escape(stem.rstrip(_STARRED) or stem)}</mi>"
    if stem.endswith(_MACRON):
        base = f"<mover><mi>{escape(stem[:-1])}</mi><mo>¯</mo></mover>"
    below, above = (
        lowered.translate(_LOWERED),
        _STARRED * (stem.endswith(_STARRED) and stem != _STARRED) + primes,
    )
    index = f"<mn>{below}</mn>" if below.isdigit() else f"<mi>{below}</mi>"
    raised = f"<mo>{above}</mo>"
    if below and above:
        return f"<msubsup>{base}{index}{raised}</msubsup>"
    return f"<msub>{base}{index}</msub>" if below else f"<msup>{base}{raised}</msup>" if above else base


def _number(math: Math) -> str:
    return f"<mn>{escape(math.text)}</mn>"


def _word(math: Math) -> str:
    return f"<mtext>{escape(math.text)}</mtext>"


def _space(math: Math) -> str:
    text = SPACES[math.text][0]
    raised = {"ᵈ": "d", "ⁿ": "n"}.get(text[-1])
    return f"<msup><mi>{text[:-1]}</mi><mi>{raised}</mi></msup>" if raised else f"<mi>{text}</mi>"


def _function(math: Math) -> str:
    return f"<mi>{escape(FUNCTIONS.get(math.text, (math.text, ''))[0])}</mi>"


def _neg(math: Math) -> str:
    inner = _inside(math.parts[0], LEVELS["neg"] if math.parts[0].kind != "fraction" else 0)
    return _MINUS + inner


def _sum_of_two(math: Math) -> str:
    sign = _between("+" if math.kind == "add" else "−")
    return _inside(math.parts[0], LEVELS["add"]) + sign + _inside(math.parts[1], LEVELS["product"])


def _product(math: Math) -> str:
    left, right = math.parts
    level = LEVELS["product"]
    first = _inside(left, level + 1 if left.kind == "sum" else level)
    second = _inside(right, level if right.kind in ("sum", "fraction") else level + 1)
    return first + (_between("·") if _apart(left, right) else TIMES + THIN * _called(right)) + second


def _called(math: Math) -> bool:
    """Whether a factor begins with a function's name, which needs room before it."""
    while math.kind == "product":
        math = math.parts[0]
    return math.kind == "draw" or (math.kind == "call" and math.parts[0].kind in ("function", "word"))


def _apart(left: Math, right: Math) -> bool:
    """Whether a dot is needed: before digits, so that nothing reads as a mixed number or as a function; and
    beside a name of several letters."""
    while left.kind in ("product", "neg"):
        left = left.parts[-1]
    first = right
    while first.kind in ("product", "power", "below", "call"):
        first = first.parts[0]
    mixed = left.kind == "number" and right.kind == "fraction"
    called = (
        left.kind in ("symbol", "below") and right.level <= LEVELS["product"] and right.kind != "fraction"
    )
    long = any(part.kind == "symbol" and len(notation(part.text).unicode.rstrip("′₀₁₂₃₄₅₆₇₈₉")) > 1
               for part in (left, first))  # fmt: skip
    twice = left.kind == "symbol" and left == first
    return mixed or called or long or twice or first.kind in ("number", "neg")


def _fraction(math: Math) -> str:
    return f"<mfrac>{_one(math.parts[0])}{_one(math.parts[1])}</mfrac>"


def _power(math: Math) -> str:
    base, exponent = math.parts
    made = _one(base)
    if base.level < ATOMIC or base == symbol("E"):  # without brackets e^x would look like exp(x)
        made = _firm(_wrap(made))
    return f"<msup>{made}{_one(exponent)}</msup>"


def _exp(math: Math) -> str:
    exponent = within(math.parts[0])
    if "<mfrac" in exponent or _firm(exponent).count("<m") > 12:
        return f"<mi>exp</mi>{APPLY}{_wrap(exponent)}"
    return f'<msup><mi mathvariant="normal">e</mi>{_one(math.parts[0])}</msup>'


def _root(math: Math) -> str:
    return f"<msqrt>{_settled(within(math.parts[0]))}</msqrt>"


def _fence(math: Math) -> str:
    left, right = _FENCES[math.text]
    if left != right:
        return _group(left, within(math.parts[0]), right)
    return _row(_between(left), within(math.parts[0]), _between(right))


def _call(math: Math) -> str:
    head, *arguments = math.parts
    return _inside(head, ATOMIC) + APPLY + _wrap(_listed(arguments))


def _listed(parts: list[Math] | tuple[Math, ...]) -> str:
    return "<mo>,</mo>".join(map(within, parts))


def _below(math: Math) -> str:
    base = _one(math.parts[0]) if math.parts[0].level >= ATOMIC else _firm(_wrap(within(math.parts[0])))
    return f"<msub>{base}{_one(math.parts[1])}</msub>"


def _replaced(math: Math) -> str:
    data, place, *record = math.parts
    if record:
        return _row(within(data), "<mo>[</mo>", within(place), "<mo>→</mo>", within(record[0]), "<mo>]</mo>")
    return f"<msup>{_one(data)}{_firm(_wrap(within(place)))}</msup>"


def _relation(math: Math) -> str:
    level = LEVELS["relation"] + 1
    words = [_inside(math.parts[0], level)]
    for operator, part in zip(math.text.split(), math.parts[1:], strict=True):
        words += [_between(RELATIONS[operator][0]), _inside(part, level)]
    return "".join(words)


def _connective(math: Math) -> str:
    left, right = math.parts
    level = LEVELS[math.kind]
    if math.kind == "implies":
        return _inside(left, level + 1) + _between("⟹") + _inside(right, level)
    joint = f"<mtext>&#160;{_JOINTS[math.kind]}&#160;</mtext>"
    return _inside(left, level) + joint + _inside(right, level)


def _not(math: Math) -> str:
    return "<mo>¬</mo>" + _inside(math.parts[0], LEVELS["not"] + 2)


def _quantifier(math: Math) -> str:
    *names, domain, _ = math.parts
    bound = _listed(names) + _between("∈") + _inside(domain, LEVELS["add"])
    return f"<mo>{_QUANTIFIERS[math.text]}</mo>{bound}<mo>:</mo>"


def _quantified(math: Math) -> str:
    return _quantifier(math) + within(math.parts[-1])


def _set(math: Math) -> str:
    name, domain, body = map(within, math.parts)
    return _row("<mo>{</mo>", name, _between("∈"), domain, "<mo>:</mo>", body, "<mo>}</mo>")


def _map(math: Math) -> str:
    names = within(math.parts[0])
    return _wrap(
        (_wrap(names) if math.parts[0].kind == "pair" else names) + _between("↦") + within(math.parts[2])
    )


def _draw(math: Math) -> str:
    *drawn, body = math.parts
    under = f"<msub>{_DRAWS[math.text]}{_row(_listed(drawn))}</msub>"
    return under + _group("[", within(body), "]")


def _drawn(math: Math) -> str:
    return within(math.parts[0]) + _between("∼") + _inside(math.parts[1], LEVELS["add"])


def _sum(math: Math) -> str:
    index, first, last, body = math.parts
    below, above = _row(within(index), _between("="), within(first)), _one(last)
    return f"<munderover><mo>∑</mo>{below}{above}</munderover>{_inside(body, LEVELS['product'])}"


def _phrase(math: Math) -> str:
    """Words between the formulas; their blanks do not break."""
    words = [escape(word).replace(" ", "&#160;") for word in math.text.split("{}")]
    made = [f"<mtext>{words[0]}</mtext>" if words[0] else ""]
    for part, plain, word in zip(math.parts, math.text.split("{}")[1:], words[1:], strict=True):
        made += [_inside(part, word_level(plain)), f"<mtext>{word}</mtext>" if word else ""]
    return "".join(made)


_WRITERS: Final[dict[str, Callable[[Math], str]]] = {
    "symbol": _symbol, "number": _number, "word": _word, "space": _space, "function": _function, "neg": _neg,
    "add": _sum_of_two, "sub": _sum_of_two, "product": _product, "fraction": _fraction, "power": _power,
    "exp": _exp, "root": _root, "fence": _fence, "call": _call, "below": _below, "replaced": _replaced,
    "relation": _relation, "and": _connective, "or": _connective, "implies": _connective, "not": _not,
    "quantified": _quantified, "set": _set, "map": _map, "draw": _draw, "drawn": _drawn, "sum": _sum,
    "phrase": _phrase, "pair": lambda math: _listed(math.parts),
}  # fmt: skip
_FLOWING: Final[dict[str, Callable[[Math], list[Piece]]]] = {
    "relation": _relation_flow, "add": _sum_flow, "sub": _sum_flow, "and": _connective_flow,
    "or": _connective_flow, "implies": _connective_flow, "quantified": _quantified_flow,
    "phrase": _phrase_flow,
}  # fmt: skip
