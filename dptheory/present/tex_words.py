r"""Words with symbols in them as LaTeX in plain ASCII: ``λ ≤ 2`` becomes ``$\lambda$ $\le$ 2``."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from ..notation import RELATIONS, SPACES, SYMBOLS
from .spelling import LOW_LETTERS, LOWERED, RAISED

SIGNS: Final = {
    **{s.unicode: s.latex for s in SYMBOLS if len(s.unicode) == 1 and not s.unicode.isascii()},
    **{glyph: made for glyph, made in RELATIONS.values() if not glyph.isascii()},
    **{glyph: made for glyph, made in SPACES.values() if len(glyph) == 1 and not glyph.isascii()},
    "Γ": r"\Gamma", "Π": r"\Pi", "Σ": r"\Sigma", "θ": r"\theta", "ϵ": r"\epsilon", "∆": r"\Delta",
    "−": "-", "·": r"\cdot", "⋅": r"\cdot", "×": r"\times", "±": r"\pm", "¬": r"\neg", "∘": r"\circ",
    "‖": r"\Vert ", "√": r"\surd", "∝": r"\propto", "∼": r"\sim", "≈": r"\approx", "≡": r"\equiv",
    "≔": ":=", "≼": r"\preceq", "⊆": r"\subseteq", "∅": r"\emptyset", "∇": r"\nabla", "∑": r"\sum",
    "∫": r"\int", "∀": r"\forall", "∃": r"\exists", "→": r"\to", "↦": r"\mapsto", "⇒": r"\Rightarrow",
    "⟹": r"\implies", "⌈": r"\lceil", "⌉": r"\rceil", "⌊": r"\lfloor", "⌋": r"\rfloor",
    "⟨": r"\langle", "⟩": r"\rangle", "⊤": r"\top", "⋆": r"\star", "′": "'", "″": "''", "½": r"\tfrac12",
    "ℙ": r"\mathbb{P}", "𝔼": r"\mathbb{E}", "𝔇": r"\mathfrak{D}", "ᵈ": "{}^d",
    "✓": r"\checkmark", "✗": r"\times",
}  # fmt: skip
"""Glyphs that are mathematics, with what writes them in mathematical mode."""
MARKS: Final = {"\u0302": r"\hat", "\u0303": r"\tilde", "\u0304": r"\bar"}
PLAIN: Final = {"–": "--", "—": "---", "“": "``", "”": "''", "‘": "`", "’": "'", "…": r"\dots{}", "¯": "-",
                "\u00a0": "~", "❝": "``"}  # fmt: skip
SPECIAL: Final = {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "|": "$|$", "<": "$<$",
    ">": "$>$", '"': "''", **{c: rf"\{c}" for c in "#$%&_{}"},
}  # fmt: skip
RAISED_ALL: Final = {**RAISED, "¹": "1", "²": "2", "³": "3"}
_LOW: Final = {**LOWERED, **LOW_LETTERS, "₊": "+", "₋": "-", "₌": "=", "₍": "(", "₎": ")"}
_INSIDE: Final = r"\((?:[^()]|\([^()]*\))*\)"
_SCRIPT: Final = re.compile(
    rf"(?P<up>\^(?:{_INSIDE}|[−-]?\w+))|(?P<down>(?<=[\w′])_(?:\{{[^{{}}]*\}}|[A-Za-z0-9]+))"
    rf"|(?P<raised>[{re.escape(''.join(RAISED_ALL))}]+)|(?P<low>[{re.escape(''.join(_LOW))}]+)"
)


def tex_words(text: str) -> str:
    r"""Plain text for LaTeX: ASCII only, with its symbols, exponents and indices as mathematics.

    >>> print(tex_words("ε ≤ 2ρ² & e^(−x), t_0"))
    $\varepsilon$ $\le$ 2$\rho^{2}$ \& e$^{-x}$, t$_{0}$
    >>> print(tex_words("e^(ε_p/4)"))
    e$^{\varepsilon _{p}/4}$
    """
    made, position = [], 0
    normal = unicodedata.normalize("NFC", text)
    for match in _SCRIPT.finditer(normal):
        made += [_letters(normal[position : match.start()]), _script(match)]
        position = match.end()
    made.append(_letters(normal[position:]))
    return _joined("".join(made))


def packages(source: str) -> str:
    r"""A comment that names the packages which a piece of LaTeX needs.

    >>> packages(r"$x \in \mathbb{R}$")
    '% \\usepackage{amsmath,amssymb}'
    """
    needed = ["amsmath"]
    if any(sign in source for sign in (r"\mathbb", r"\mathfrak", r"\varkappa", r"\checkmark")):
        needed.append("amssymb")
    if r"\begin{longtable}" in source:
        needed.append("longtable")
    return rf"% \usepackage{{{','.join(needed)}}}"


def tex_letters(text: str) -> str:
    r"""A name for mathematical mode: its symbols without dollar signs.

    >>> print(tex_letters("a_b ε"))
    a\_b {\varepsilon}
    """
    return "".join(f"{{{SIGNS[c]}}}" if c in SIGNS else _plain(c) for c in text)


def _script(match: re.Match[str]) -> str:
    text, kind = match.group(), match.lastgroup
    if kind == "raised":
        return f"$^{{{''.join(RAISED_ALL[c] for c in text)}}}$"
    if kind == "low":
        return f"$_{{{''.join(_LOW[c] for c in text)}}}$"
    inner = text[1:]
    if inner[:1] in "({" and inner[-1:] in ")}":
        inner = inner[1:-1]
    return f"${'^' if kind == 'up' else '_'}{{{_mathematics(inner)}}}$"


def _mathematics(text: str) -> str:
    """What stands in an exponent or an index."""
    made = []
    for c in re.findall(r"(?<=[\w′])_\w|.", text, re.S):
        if len(c) == 2:
            made.append(f"_{{{_mathematics(c[1])}}}")
        elif c in RAISED_ALL or c in _LOW:
            made.append(f"^{{{RAISED_ALL[c]}}}" if c in RAISED_ALL else f"_{{{_LOW[c]}}}")
        elif c in SIGNS:
            made.append(SIGNS[c] + (" " if SIGNS[c][-1:].isalpha() else ""))
        else:
            made.append(c if c in "<>|^" else _plain(c))
    return "".join(made).strip()


def _letters(text: str) -> str:
    return "".join(map(_letter, _glyphs(text)))


def _glyphs(text: str) -> list[str]:
    """Letters, each with the marks above it."""
    made: list[str] = []
    for c in text:
        if c in MARKS and made:
            made[-1] += c
        else:
            made.append(c)
    return made


def _letter(glyph: str) -> str:
    base, marks = glyph[0], glyph[1:]
    split = unicodedata.normalize("NFD", base)
    if not marks and len(split) == 2 and split[1] in MARKS:
        base, marks = split[0], split[1]
    if marks:
        inner = SIGNS.get(base, base)
        for mark in marks:
            inner = f"{MARKS.get(mark, '')}{{{inner}}}"
        return f"${inner}$"
    return f"${SIGNS[base]}$" if base in SIGNS else _plain(base)


def _plain(c: str) -> str:
    """A letter that is no mathematics; what is unknown is told by its name, never dropped."""
    if c in PLAIN or c in SPECIAL:
        return PLAIN.get(c) or SPECIAL[c]
    if c.isascii():
        return c
    split = unicodedata.normalize("NFKD", c)
    if split[0].isascii():
        return split[0] if len(split) == 1 else ACCENTS.get(split[1], "") + f"{{{split[0]}}}"
    return f"[{unicodedata.name(c, 'unknown sign').lower()}]"


ACCENTS: Final = {"\u0301": r"\'", "\u0300": r"\`", "\u0308": r"\"", "\u0327": r"\c", "\u030c": r"\v"}


def _joined(text: str) -> str:
    """A symbol and its exponent or index in one piece of mathematics."""
    return re.sub(r"(?<!\\)\$(\\[A-Za-z]+ ?|[^$\\ ]{1,2})\$\$([_^])", r"$\1\2", text)
