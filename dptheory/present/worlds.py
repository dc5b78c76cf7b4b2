"""Worlds in words: their lines ``value l(t) = -2*t``, ``region B(w) = w >= 1``, ... as on a page.

A line that is none of these is left as it is.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from ..kernel.limits import KernelError
from ..kernel.real.claims import Relation
from ..kernel.real.grammar import parse_term
from ..kernel.syntax import SyntaxProblem
from .from_real import from_relation, from_term
from .model import Math, relation, symbol
from .simplify import simplified
from .unicode import unicode

_ENTRY: Final = re.compile(
    r"(value|region|law|noise|normal|data)\s+([A-Za-z_][\w']*)\s*(?:\(([^)]*)\))?\s*=\s*(.+)\Z", re.S
)
_LONG: Final = re.compile(r"(\d{16,})/(\d{16,})")
_RELATION: Final = re.compile(r"\s(<=|>=|!=|<|>|=)\s")


def complete(entries: tuple[str, ...]) -> tuple[str, ...]:
    """A world's lines with what they leave out: data sets have one record where no size is said, vectors one
    dimension everywhere.

    >>> complete(("value x = 1",))
    ('n = 1', 'd = 1', 'value x = 1')
    """
    size = next((entry for entry in entries if entry.replace(" ", "").startswith("n=")), "n = 1")
    return (size, "d = 1", *(entry for entry in entries if entry != size))


def world_words(entries: tuple[str, ...]) -> str:
    """A world's lines, with semicolons between them.

    >>> world_words(("records = -1, 1", "value l(t) = -2*t", "region B(w) = w >= 1", "data S = 1, -1"))
    'records −1, 1; l(t) = −2·t; B: w ≥ 1; S = (1, −1)'
    """
    return "; ".join(map(_words, entries))


def outcome_words(text: str) -> str:
    """The relation that holds there; fractions too long to read are rounded.

    >>> outcome_words("1/2 > exp(1)*(1/2*exp(-(100/99)))")
    '1/2 > e¹·((1/2)·e^(−(100/99)))'
    >>> outcome_words("12345678901234567/98765432109876543 > 1/9")
    '(≈ 0.125) > 1/9'
    """
    try:
        written = unicode(_relation(text))
    except (SyntaxProblem, KernelError):
        written = text
    return _LONG.sub(_rounded, written)


def _rounded(fraction: re.Match[str]) -> str:
    value = Fraction(int(fraction[1]), int(fraction[2]))
    return f"(≈ {float(value):.6g})"


def _relation(text: str) -> Math:
    left, operator, right = _RELATION.split(text, maxsplit=1)
    if operator != "!=":
        return from_relation(Relation(operator, *(simplified(parse_term(side)) for side in (left, right))))
    return relation(_term(left), operator, _term(right))


def _term(text: str) -> Math:
    return from_term(simplified(parse_term(text)))


def _words(entry: str) -> str:
    try:
        return _written(entry.strip())
    except (SyntaxProblem, KernelError, ValueError):
        return entry


def _written(entry: str) -> str:
    kind, _, rest = entry.partition(" ")
    if kind in ("records", "outputs"):
        return f"{kind} {_list(rest.lstrip(' ='))}"
    if kind == "parameter":
        return "every " + unicode(_relation(rest))
    if kind == "within":
        low, high = (unicode(_end(part)) for part in rest.split(";"))
        return f"the event of the claim lies in [{low}, {high}]"
    match = _ENTRY.match(entry)
    if match is None:
        return entry
    kind, name, names, body = match.groups()
    parameters = [unicode(symbol(part.strip())) for part in (names or "").split(",") if part.strip()]
    head = unicode(symbol(name)) + (f"({', '.join(parameters)})" if parameters else "")
    if kind == "value":
        return f"{head} = {unicode(_term(body))}"
    if kind == "region":
        return f"{unicode(symbol(name))}: " + " and ".join(
            unicode(_relation(part)) for part in body.split(",")
        )
    if kind == "data":
        return f"{head} = ({_list(body)})"
    if kind in ("noise", "normal"):
        center, scale = (unicode(_term(part)) for part in body.split(";"))
        law, spread = ("Laplace noise", "of scale") if kind == "noise" else ("normal", "with deviation")
        return f"{head} is {law} about {center} {spread} {scale}"
    points = (part.split(":") for part in _split(body))
    return f"{head} is " + ", ".join(
        f"{unicode(_term(point))} with probability {unicode(_term(weight))}" for point, weight in points
    )


def _list(text: str) -> str:
    return ", ".join(unicode(_term(part)) for part in text.split(","))


def _end(text: str) -> Math:
    plain = text.strip()
    if plain in ("oo", "-oo"):
        return symbol("oo") if plain == "oo" else Math("neg", (symbol("oo"),))
    return _term(plain)


def _split(text: str) -> list[str]:
    """Parts between commas that stand outside brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return parts
