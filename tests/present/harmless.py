"""Whether a formula is what the writers write and nothing else: no other element, no other command, no sign that
steers a terminal. Pages take formulas as the writers give them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from dptheory.notation import CONNECTIVES, FUNCTIONS, RELATIONS, SPACES, SYMBOLS
from dptheory.present.styles import LATEX, MATHML
from dptheory.present.tex_words import ACCENTS, MARKS, SIGNS

_ELEMENTS: Final = (
    "math|mi|mn|mo|mrow|mfrac|msqrt|mroot|msubsup|msub|msup|munderover|munder|mover|mtext|span|var"
)
_TAG: Final = re.compile(
    rf"<(?P<end>/)?(?P<name>{_ELEMENTS})"
    r'(?P<given>| mathvariant="normal"| form="(?:in|pre|post)fix"| class="d" data-d="\w+"| data-d="\w+")>'
    r'|<mspace width="\.\d+em"/>'
)
_TEXT: Final = re.compile(r"(?:[^<>&]|&(?:lt|gt|amp|quot|#x27|#160);)*")
_COMMAND: Final = re.compile(r"\\(?:[A-Za-z]+|.)", re.S)
_STRUCTURE: Final = frozenset(_COMMAND.findall(
    r"\frac \sqrt \sum \left \right \text \mathrm \mathbb \mathcal \operatorname \lVert \rVert \lvert \rvert"
    r" \lfloor \rfloor \lceil \rceil \langle \rangle \emptyset \cdot \star \colon \Pr \hat \bar \tilde"
    r" \implies \mapsto \to \sim \neg \forall \exists \; \, \! \_ \{ \} \$ \% \& \# \dots"
    r" \textbackslash \textasciitilde \textasciicircum"
))  # fmt: skip
_STEERING: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
"""Signs that steer a terminal, end a line, or turn the direction of a text."""


def _commands() -> frozenset[str]:
    tables: Iterable[str] = (
        *(one.latex for one in SYMBOLS), *(pair[1] for pair in FUNCTIONS.values()),
        *(pair[1] for pair in RELATIONS.values()), *(pair[1] for pair in SPACES.values()),
        *(pair[1] for pair in CONNECTIVES.values()), *SIGNS.values(), *MARKS.values(), *ACCENTS.values(),
    )  # fmt: skip
    return _STRUCTURE.union(*(_COMMAND.findall(text) for text in tables))


COMMANDS: Final = _commands()
"""The commands that formulas consist of."""


def harmless(formulas: Mapping[str, str]) -> Mapping[str, str]:
    """The same formulas by their styles; raises ValueError where one is no formula of a writer's.

    >>> harmless({"latex": r"\\input{x}"})
    Traceback (most recent call last):
    ValueError: no formula of a writer's: '\\\\input{x}'
    """
    for style, text in formulas.items():
        check = _CHECKS.get(style)
        if _STEERING.search(text) or (check is not None and not check(text)):
            raise ValueError(f"no formula of a writer's: {text[:80]!r}")
    return formulas


def _is_mathml(text: str) -> bool:
    """Whether all elements are those of formulas, closed in turn, and everything else is plain text."""
    inside: list[str] = []
    position = 0
    for tag in _TAG.finditer(text):
        if not _TEXT.fullmatch(text, position, tag.start()):
            return False
        position = tag.end()
        if tag["end"]:
            if tag["given"] or not inside or inside.pop() != tag["name"]:
                return False
        elif tag["name"]:
            inside.append(tag["name"])
    return not inside and bool(_TEXT.fullmatch(text, position))


def _is_latex(text: str) -> bool:
    """Whether all commands are those of formulas, and braces and dollar signs have their partners."""
    plain = _COMMAND.sub(" ", text)
    depth = 0
    for letter in plain:
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if depth < 0:
            return False
    known = set(_COMMAND.findall(text)) <= COMMANDS
    ours = text.isascii() and "^^" not in plain and not set(plain) & set("%#&~\\")
    return known and ours and depth == 0 and plain.count("$") % 2 == 0


_CHECKS: Final[Mapping[str, Callable[[str], bool]]] = {MATHML: _is_mathml, LATEX: _is_latex}
