"""Worlds in words: their lines ``value l(t) = -2*t``, ``region B(w) = w >= 1``, ... as on a page.

A line is a run of plain words and formulas, which every renderer writes in its own way; it is said briefly,
or as a sentence. A line that is none of these is left as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Final

from ..kernel import KernelError, SyntaxProblem
from ..kernel.real import Relation, parse_term, pieces_of
from ..theory.worlds import symbol_line
from .from_real import from_relation, from_term
from .model import Math, call, relation, symbol
from .simplify import simplified
from .unicode import unicode

Pieces = tuple[str | Math, ...]
"""Plain words and formulas, one after another."""

_LONG: Final = re.compile(r"(\d{16,})/(\d{16,})")
_LONG_DIGITS: Final = 16
_RELATION: Final = re.compile(r"\s(<=|>=|!=|<|>|=)\s")
_RECORD: Final = re.compile(r"z_?\d")
_SIZE: Final = re.compile(r"n = (\d+)\Z")


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
    return "; ".join(plain(world_line(entry)) for entry in entries)


def plain(pieces: Pieces) -> str:
    """Words and formulas as one line of Unicode text."""
    return put(pieces, unicode, str)


def put(pieces: Pieces, formula: Callable[[Math], str], words: Callable[[str], str]) -> str:
    """Words and formulas as one text, each as its writer writes it."""
    return "".join(words(piece) if isinstance(piece, str) else formula(piece) for piece in pieces)


def sentence(text: str) -> str:
    """Words as a sentence: a capital first, a full stop last."""
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}" if text else ""


def outcome_words(text: str) -> str:
    """The relation that holds there; fractions too long to read are rounded.

    >>> outcome_words("1/2 > exp(1)*(1/2*exp(-(100/99)))")
    '1/2 > e¹·((1/2)·e^(−(100/99)))'
    >>> outcome_words("12345678901234567/98765432109876543 > 1/9")
    '(≈ 0.125) > 1/9'
    """
    try:
        written = unicode(_relation(text))
    except (SyntaxProblem, KernelError, ValueError):
        written = text
    return _LONG.sub(_rounded, written)


def outcome(text: str) -> Math | None:
    """The relation that holds there, with long fractions rounded; None where it is no relation."""
    try:
        return _short(_relation(text))
    except (SyntaxProblem, KernelError, ValueError):
        return None


def world_line(entry: str) -> Pieces:
    """One line of a world, said briefly.

    >>> plain(world_line("law D = 0: 1/2, 1: 1/2"))
    'D is 0 with probability 1/2, 1 with probability 1/2'
    """
    return _said(entry, _written)


def world_sentence(entry: str) -> Pieces:
    """One line of a world as a sentence to be followed by hand.

    >>> plain(world_sentence("records = -1, 1")), plain(world_sentence("value l(w, z) = w*z"))
    ('A record is one of −1, 1.', 'Let l(w, z) = w·z.')
    >>> plain(world_sentence("region H(w) = 0 <= w, w <= 1")), plain(world_sentence("n = 3"))
    ('H is the set of all w with 0 ≤ w and w ≤ 1.', 'There are n = 3 records.')
    """
    return _said(entry, _sentence)


def _said(entry: str, how: Callable[[str], Pieces]) -> Pieces:
    try:
        return how(entry.strip())
    except (SyntaxProblem, KernelError, ValueError):
        return (entry,)


def _rounded(fraction: re.Match[str]) -> str:
    value = Fraction(int(fraction[1]), int(fraction[2]))
    return f"(≈ {float(value):.6g})"


def _short(math: Math) -> Math:
    """A formula in which fractions too long to read are rounded."""
    parts = math.parts
    if math.kind == "fraction" and all(p.kind == "number" for p in parts):
        top, bottom = (part.text for part in parts)
        if min(len(top), len(bottom)) >= _LONG_DIGITS:
            return Math("word", (), f"(≈ {float(Fraction(int(top), int(bottom))):.6g})")
    return Math(math.kind, tuple(map(_short, parts)), math.text, math.about)


def _relation(text: str) -> Math:
    left, operator, right = _RELATION.split(text, maxsplit=1)
    if operator != "!=":
        return from_relation(Relation(operator, *(simplified(parse_term(side)) for side in (left, right))))
    return relation(_term(left), operator, _term(right))


def _term(text: str) -> Math:
    return from_term(simplified(parse_term(text)))


def _sentence(entry: str) -> Pieces:
    """The sentence for a line of a kind that has one; else the line with a full stop."""
    size = _SIZE.match(entry)
    if size is not None:
        one = size[1] == "1"
        number = relation(symbol("n"), "=", Math("number", (), size[1]))
        return ("There is " if one else "There are ", number, " record." if one else " records.")
    if entry == "d = 1":
        return ("Vectors have one coordinate: they are numbers.",)
    kind, _, rest = entry.partition(" ")
    match = symbol_line().match(entry)
    if kind in ("records", "outputs"):
        what = kind.removesuffix("s")
        listed = rest.lstrip(" =")
        article = "An" if what == "output" else "A"
        lead = f"{article} {what} is one of " if "," in listed else f"The only {what} is "
        return (lead, *_list(listed), ".")
    if kind == "parameter":
        return ("It goes for every ", _relation(rest), ".")
    if match is not None and match[1] == "region":
        names = (match[3] or "w").split(",")
        return (_letter(match[2], "region"), " is the set of all ", *_joined(map(_name, names)), " with ",
                *_joined([(_relation(part),) for part in match[4].split(",")], " and "), ".")  # fmt: skip
    if match is not None and match[1] == "data":
        return ("The data set is ", *_written(entry), ".")
    if match is not None and match[1] == "value":
        return ("Let ", *_written(entry), ".")
    first, *others = _written(entry)
    return (_capital(first) if kind == "within" else first, *others, ".")


def _capital(piece: str | Math) -> str | Math:
    return piece[:1].upper() + piece[1:] if isinstance(piece, str) else piece


def _name(name: str) -> Pieces:
    return (symbol(name.strip()),)


def _letter(name: str, kind: str) -> Math:
    """A name as formulas write it: a record called z1 is not z₁, a set called Z not the space of records."""
    typed = _RECORD.match(name) or (kind, name) == ("region", "Z")
    return Math("typed", (), name) if typed else symbol(name)


def _written(entry: str) -> Pieces:
    kind, _, rest = entry.partition(" ")
    if kind in ("records", "outputs"):
        return (f"{kind} ", *_list(rest.lstrip(" =")))
    if kind == "parameter":
        return ("every ", _relation(rest))
    if kind == "within":
        low, high = map(_end, rest.split(";"))
        return ("the event of the claim lies in [", low, ", ", high, "]")
    match = symbol_line().match(entry)
    if match is None:
        return (entry,)
    kind, name, names, body = match.groups()
    parameters = [symbol(part.strip()) for part in (names or "").split(",") if part.strip()]
    named = _letter(name, kind)
    head = call(named, *parameters) if parameters else named
    if kind == "value":
        return (relation(head, "=", _term(body)),)
    if kind == "region":
        return (named, ": ", *_joined([(_relation(part),) for part in body.split(",")], " and "))
    if kind == "data":
        return (head, " = (", *_list(body), ")")
    if kind in ("noise", "normal"):
        center, scale = (_term(part) for part in body.split(";"))
        law, spread = ("Laplace noise", "of scale") if kind == "noise" else ("normal", "with deviation")
        return (head, f" is {law} about ", center, f" {spread} ", scale)
    points = [part.split(":") for part in pieces_of(body)]
    chances = [(_term(point), " with probability ", _term(weight)) for point, weight in points]
    return (head, " is ", *_joined(chances))


def _joined(parts: Iterable[Pieces], between: str = ", ") -> Pieces:
    made: Sequence[str | Math] = [piece for part in parts for piece in (between, *part)]
    return tuple(made[1:])


def _list(text: str) -> Pieces:
    return _joined((_term(part),) for part in text.split(","))


def _end(text: str) -> Math:
    stripped = text.strip()
    if stripped in ("oo", "-oo"):
        return symbol("oo") if stripped == "oo" else Math("neg", (symbol("oo"),))
    return _term(stripped)
