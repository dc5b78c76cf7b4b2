r"""LaTeX formulas within lines: what is long may go on in the next line.

TeX breaks a formula in a line at relations and sums alone, and never within ``\left ... \right`` or
``\text{...}``. Here words become words of the line, brackets get a fixed size, and a line may end after a
comma or a colon.
"""

from __future__ import annotations

import re
from typing import Final

LONG: Final = 40
"""Formulas with fewer characters stay as they are."""
LINE: Final = 120
"""In formulas with more characters a line may end after a comma."""
_TOKEN: Final = re.compile(r"\\(?:[A-Za-z]+|.)\s*|.", re.S)
_NO_END: Final = frozenset({"^", "_", "", r"\text"})
"""What may follow a bracket where no line ends."""
_PUNCTUATION: Final = frozenset({",", r"\colon"})


def in_line(formula: str) -> str:
    r"""A formula within a line.

    >>> print(in_line(r"\lambda > 0"))
    $\lambda > 0$
    >>> print(in_line(r"\lambda > 0 \;\text{and}\; \left(\frac{\rho}{2}\right)^{2} < 1"))
    $\lambda > 0$ and $\bigl(\frac{\rho}{2}\bigr)^{2} < 1$
    >>> print(in_line(r"A\text{ is a minimiser of }\left(w \mapsto \frac{w^{2}}{2}\right)\text{ over }H"))
    $A$ is a minimiser of $\bigl(w \mapsto \frac{w^{2}}{2}\bigr)$ over $H$
    """
    if len(formula) < LONG:
        return f"${formula}$"
    made = [text if is_text else _mathematics(text) for is_text, text in _parts(formula)]
    return "".join(made)


def _mathematics(text: str) -> str:
    r"""A piece of mathematics without the space about it: what was ``\;`` there is a space of the line."""
    found = re.fullmatch(r"((?:\\[;,]|\s)*)(.*?)((?:\\[;,]|\s)*)", text, re.S)
    before, inner, after = found.groups() if found is not None else ("", text, "")
    ahead, behind = (" " if gap.strip() else "" for gap in (before, after))
    return f"{ahead}${inner}${behind}" if inner else ahead or behind


def _parts(formula: str) -> list[tuple[bool, str]]:
    """Words and mathematics in turn."""
    tokens = _TOKEN.findall(formula)
    parts: list[tuple[bool, str]] = [(False, "")]
    position = depth = 0
    while position < len(tokens):
        token = tokens[position]
        end = _closing(tokens, position + 1) if depth == 0 and token.strip() == r"\text" else 0
        if end and tokens[end : end + 1] not in (["^"], ["_"]):
            parts += [(True, "".join(tokens[position + 2 : end - 1])), (False, "")]
            position = end
            continue
        depth += {"{": 1, "}": -1}.get(token, 0)
        following = tokens[position + 1] if position + 1 < len(tokens) else ""
        breaks = depth == 0 and len(formula) > LINE
        made = _fixed(token) if depth == 0 else token
        parts[-1] = False, parts[-1][1] + (_ending(made, tokens, position, following) if breaks else made)
        position += 1
    return parts


def _fixed(token: str) -> str:
    """A token outside braces, with brackets of a fixed size."""
    name = token.strip()
    return rf"\bigl{token[5:]}" if name == r"\left" else rf"\bigr{token[6:]}" if name == r"\right" else token


def _ending(token: str, tokens: list[str], position: int, following: str) -> str:
    """A token outside braces, after which a line may end."""
    closed = position and tokens[position - 1].strip() == r"\right" and following.strip() not in _NO_END
    if token.strip() in _PUNCTUATION or closed:
        return rf"{token.rstrip()}\allowbreak" + " " * (not following.startswith(" "))
    return token


def _closing(tokens: list[str], start: int) -> int:
    """The place after the brace that closes the one at `start`; 0 where none stands there."""
    depth = 0
    for place in range(start, len(tokens)):
        depth += {"{": 1, "}": -1}.get(tokens[place], 0)
        if depth == 0:
            return place + 1 if place > start else 0
    return 0
