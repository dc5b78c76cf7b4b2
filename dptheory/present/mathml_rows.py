"""The rows of a formula as MathML: what stands beside, above and below what.

Products and function values carry their invisible signs, so that they are read as what they are. What stands
in brackets is a row of its own only where these would otherwise grow with what is beside them.
"""

from __future__ import annotations

import re
from functools import cache
from html import escape
from typing import Final

from ..notation import DRAWS, FENCES, FUNCTIONS, SIGNS, SPACES
from ..notation import symbol as notation
from .model import ATOMIC, LEVELS, Math, symbol, word_level
from .writer import Writer

TIMES: Final = "<mo>\u2062</mo>"
THIN: Final = '<mspace width=".17em"/>'
_MINUS: Final = '<mo form="prefix">−</mo>'
_OPEN, _SHUT = "\x01", "\x02"
"""The ends of what may be a row of its own, as long as it is not known what stands beside it."""
_GROUP: Final = re.compile(f"({_OPEN}[^{_SHUT}]*{_SHUT})")
_TALL: Final = re.compile("<m(?:frac|underover|sqrt)>")
"""What brackets grow about; about an exponent or an index they do not, as in print."""
_LOWERED: Final = str.maketrans("₀₁₂₃₄₅₆₇₈₉ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ", "0123456789aehijklmnoprstuvx")
_NAME: Final = re.compile(r"(.+?)([₀₁₂₃₄₅₆₇₈₉ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ]*)(′*)\Z", re.S)
_SPECIAL: Final = {
    "E": '<mi mathvariant="normal">e</mi>',
    "e": "<mi>e</mi>",
    "oo": "<mi>∞</mi>",
    "everywhere": "<msup><mi>ℝ</mi><mi>d</mi></msup>",
}
_SINGLE: Final = (
    "symbol", "typed", "number", "word", "function", "space", "fraction", "root", "power", "below", "fence",
    "set", "map", "replaced",
)  # fmt: skip
"""The kinds that are written as one element."""
_STARRED: Final = "⋆"
_MACRON: Final = "\u0304"


class _MathML(Writer):
    """What makes up a row, which does not break; its brackets are not settled yet."""

    COLUMN, MINUS, COMMA, COLON = 0, _MINUS, "<mo>,</mo>", "<mo>:</mo>"
    APPLY = "<mo>\u2061</mo>"

    def __call__(self, math: Math) -> str:
        made = self.write(math)
        return f'<mrow data-d="{escape(math.about)}">{settled(made)}</mrow>' if math.about else made

    def one(self, math: Math) -> str:
        """A part where exactly one element has to stand."""
        made = self(math)
        return _firm(made) if math.about or math.kind in _SINGLE else _row(made)

    def round(self, made: str) -> str:
        return _group("(", made, ")")

    def between(self, sign: str) -> str:
        return _sign(SIGNS[sign][0])

    def joint(self, word: str) -> str:
        return _sign("⟹") if word == "implies" else f"<mtext>&#160;{word}&#160;</mtext>"

    def quantified_by(self, sign: str) -> str:
        return f"<mo>{sign}</mo>"

    def times(self, math: Math, first: str, second: str) -> str:
        left, right = math.parts
        return _sign("·") if _apart(left, right) else TIMES + THIN * _called(right)

    def _symbol(self, math: Math) -> str:
        return identifier(math.text)

    def _number(self, math: Math) -> str:
        return f"<mn>{escape(math.text)}</mn>"

    def _word(self, math: Math) -> str:
        return f"<mtext>{escape(math.text)}</mtext>"

    def _space(self, math: Math) -> str:
        text = SPACES[math.text][0]
        raised = {"ᵈ": "d", "ⁿ": "n"}.get(text[-1])
        upright = ' mathvariant="normal"' if text[0] == "Z" else ""  # one letter alone would be a variable Z
        base = f"<mi{upright}>{text[:-1] if raised else text}</mi>"
        return f"<msup>{base}<mi>{raised}</mi></msup>" if raised else base

    def _function(self, math: Math) -> str:
        return f"<mi>{escape(FUNCTIONS.get(math.text, (math.text, ''))[0])}</mi>"

    def _fraction(self, math: Math) -> str:
        return f"<mfrac>{self.one(math.parts[0])}{self.one(math.parts[1])}</mfrac>"

    def _power(self, math: Math) -> str:
        base, exponent = math.parts
        made = self.one(base)
        if base.level < ATOMIC or base == symbol("E"):  # without brackets e^x would look like exp(x)
            made = _firm(self.wrap(made))
        return f"<msup>{made}{self.one(exponent)}</msup>"

    def _exp(self, math: Math) -> str:
        exponent = self(math.parts[0])
        if "<mfrac" in exponent or _firm(exponent).count("<m") > 12:
            return f"<mi>exp</mi>{self.APPLY}{self.wrap(exponent)}"
        return f'<msup><mi mathvariant="normal">e</mi>{self.one(math.parts[0])}</msup>'

    def _root(self, math: Math) -> str:
        return f"<msqrt>{settled(self(math.parts[0]))}</msqrt>"

    def _fence(self, math: Math) -> str:
        left, right = FENCES[math.text][0]
        if left != right:
            return _group(left, self(math.parts[0]), right)
        return _row(_sign(left), self(math.parts[0]), _sign(right))

    def _below(self, math: Math) -> str:
        base, index = math.parts
        made = self.one(base) if base.level >= ATOMIC else _firm(self.wrap(self(base)))
        return f"<msub>{made}{self.one(index)}</msub>"

    def _replaced(self, math: Math) -> str:
        data, place, *record = math.parts
        if record:
            return _row(self(data), "<mo>[</mo>", self(place), "<mo>→</mo>", self(record[0]), "<mo>]</mo>")
        return f"<msup>{self.one(data)}{_firm(self.wrap(self(place)))}</msup>"

    def _not(self, math: Math) -> str:
        return "<mo>¬</mo>" + self.inside(math.parts[0], LEVELS["not"] + 2)

    def _set(self, math: Math) -> str:
        name, domain, body = map(self, math.parts)
        return _row("<mo>{</mo>", name, self.between("in"), domain, self.COLON, body, "<mo>}</mo>")

    def _draw(self, math: Math) -> str:
        *drawn, body = math.parts
        letter = "𝔼" if math.text == "E" else DRAWS[math.text][0]
        return f"<msub><mi>{letter}</mi>{_row(self.listed(drawn))}</msub>" + _group("[", self(body), "]")

    def _sum(self, math: Math) -> str:
        index, first, last, body = math.parts
        below, above = _row(self(index), self.between("="), self(first)), self.one(last)
        return f"<munderover><mo>∑</mo>{below}{above}</munderover>{self.inside(body, LEVELS['product'])}"

    def _phrase(self, math: Math) -> str:
        """Words between the formulas; their blanks do not break."""
        words = [escape(word).replace(" ", "&#160;") for word in math.text.split("{}")]
        made = [f"<mtext>{words[0]}</mtext>" if words[0] else ""]
        for part, plain, word in zip(math.parts, math.text.split("{}")[1:], words[1:], strict=True):
            made += [self.inside(part, word_level(plain)), f"<mtext>{word}</mtext>" if word else ""]
        return "".join(made)


def _row(*parts: str) -> str:
    return f"<mrow>{settled(''.join(parts))}</mrow>"


def _first(text: str) -> str:
    """What stands first in a row: a sign there has its form from its place."""
    return text.replace(' form="prefix"', "", 1) if text.startswith(_MINUS) else text


def settled(text: str) -> str:
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
    return f"{_OPEN}{settled(f'<mo>{left}</mo>{text}<mo>{right}</mo>')}{_SHUT}"


def _sign(sign: str) -> str:
    """A sign that stands between terms wherever it is written: its form is plain."""
    return f"<mo>{escape(sign)}</mo>"


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


row: Final = _MathML()
"""What writes a row."""
