r"""A name with its subscripts, marks and primes, and the bracket that may follow it."""

from __future__ import annotations

import re
from typing import Final

from .cursor import Cursor
from .nodes import Node
from .objects import applied
from .structure import Structure
from .tokens import shown

MARKS: Final = {
    r"\hat": "_hat", r"\tilde": "_tilde", r"\bar": "_bar", r"\check": "_check", r"\dot": "_dot",
    r"\vec": "_vec", r"\underline": "_low", r"\acute": "_acute", r"\ddot": "_ddot",
}  # fmt: skip
FONTS: Final = frozenset((
    r"\mathrm", r"\mathit", r"\mathsf", r"\mathtt", r"\mathcal", r"\mathbb",
    r"\mathscr", r"\mathfrak", r"\boldsymbol", r"\operatorname", r"\text", r"\textit",
    r"\texttt", r"\textsf", r"\textbf", r"\textsc", r"\mathnormal",
))  # fmt: skip
UPRIGHT: Final = frozenset((r"\mathrm", r"\operatorname", r"\text", r"\mathit", r"\texttt", r"\mathnormal"))
STARS: Final = {
    "*": "_star", r"\dagger": "_dagger", r"\circ": "_circ", r"\sharp": "_sharp", "+": "_plus", "-": "_minus",
}  # fmt: skip


def named(reader: Structure) -> Node:
    """A name with its subscripts, marks and primes, and the bracket that may follow."""
    start = reader.at
    letter, marks, position = stem(reader)
    low, primes, raised = "", 0, ""
    while True:
        text = reader.peek()
        if text == "'":
            reader.take()
            primes += 1
        elif text == "_" and not low:
            reader.take()
            low = shown(reader.group())
        elif text == "^" and letter != "e" and (mark := raised_mark(reader)):
            primes, raised = primes + mark.count("'"), raised + mark.replace("'", "")
        else:
            break
    if letter == "e" and not (low or marks or primes or raised):
        return euler(reader, position)
    if letter == r"\pi" and not (low or marks or primes or raised):
        return Node("const", "pi", (), position)
    name = reader.names.name(letter, low, marks + raised, primes)
    node = Node("name", name, (), position, low, shown(reader.tokens[start : reader.at]))
    return applied(reader, node, reader.names.name(letter, low, marks + raised) if primes else "", primes)


def raised_mark(reader: Structure) -> str:
    """A superscript that is a mark of the name, not a power: taken, or left where it is a power."""
    start = reader.at
    reader.take()
    inside = reader.group()
    text = "".join(token.text for token in inside)
    if text and not text.strip("'"):
        return text
    if text in STARS or text == "**":
        return "".join(STARS[one] for one in ("*", "*")) if text == "**" else STARS[text]
    if _bracketed(text):
        return "_" + (re.sub(r"\W+", "_", text.replace("+", "plus").replace("-", "minus")).strip("_") or "v")
    upright = (r"\mathrm", r"\mathsf") if reader.names.marks else ()
    if inside and inside[0].text in (r"\text", *upright) and text != r"\mathrm{e}":
        return "_" + "".join(c for c in text.removeprefix(inside[0].text) or "T" if c.isalnum())
    reader.at = start
    return ""


def _bracketed(text: str) -> bool:
    """Whether one pair of round brackets goes around all of a superscript: the number of an iterate."""
    return text.startswith("(") and text.endswith(")") and ")" not in text[1:-1] and len(text) > 2


def stem(reader: Cursor) -> tuple[str, str, int]:
    """The letter of a name, and the marks that stand on it."""
    token = reader.take()
    if token.text in MARKS:
        inner = Cursor(reader.group(), reader.names, reader.end)
        letter, marks, _ = stem(inner)
        low = ""
        if inner.peek() == "_":
            inner.take()
            low = "_" + "".join(c for c in shown(inner.group()) if c.isalnum())
        inner.finish()
        return letter, marks + low + MARKS[token.text], token.position
    if token.text in FONTS:
        said = "".join(t.text for t in reader.group())
        said = said.replace(r"\_", "_") if token.text in UPRIGHT else f"{token.text}{{{said}}}"
        return said, "", token.position
    said = token.text
    if (word := token.text + reader.letters()) in reader.names.words and not reader.spaced():
        said, reader.at = word, reader.at + len(word) - 1
    return said, "", token.position


def euler(reader: Structure, position: int) -> Node:
    """The letter e: the base of an exponential where it is raised, else a question."""
    if reader.peek() == "^":
        reader.take()
        return Node("call", "exp", (reader.part(reader.group()),), position, "e^")
    if reader.names.euler and reader.peek() != "(":
        return Node("choice", "euler", (Node("const", "E", (), position),), position)
    return Node("name", "e", (), position, "", "e")
