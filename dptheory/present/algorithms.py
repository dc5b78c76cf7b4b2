"""Algorithms on a page: the printed lines, and under each what it does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from ..kernel.logic import Expr
from ..theory.statements import Algorithm, Deed

JOINTS: Final = {
    "let": ("let", "="),
    "draw": ("draw", "∼"),
    "solve": ("such that", ""),
    "return": ("return", ""),
}
"""The words of a deed, and what joins its name to its term."""


class Writer(Protocol):
    """What writes formulas (see `page.Writing`)."""

    def formula(self, term: Expr, where: Mapping[str, Expr]) -> str: ...
    def name(self, name: str) -> str: ...


@dataclass(frozen=True)
class DeedView:
    """What a line does: its word, the name that it gives and what joins that to the term."""

    word: str
    name: str
    joint: str
    term: str


@dataclass(frozen=True)
class AlgorithmView:
    """An algorithm: its heading, which version it is where it is not the printed one, what goes in and comes
    out, and its lines with what they do."""

    heading: str
    version: str
    inputs: tuple[str, ...]
    output: str
    lines: tuple[tuple[str, str, tuple[DeedView, ...]], ...]


def view(algorithm: Algorithm, writer: Writer) -> AlgorithmView:
    """The view of an algorithm."""
    heading = f"{writer.name(algorithm.name)}({writer.name(algorithm.data)})"
    version = f", {algorithm.kind}" if algorithm.kind != "printed" else ""
    lines = tuple(
        (line.label, line.words, tuple(_deed(deed, algorithm, writer) for deed in line.deeds))
        for line in algorithm.lines
    )
    return AlgorithmView(heading, version, algorithm.inputs, algorithm.output, lines)


def _deed(deed: Deed, algorithm: Algorithm, writer: Writer) -> DeedView:
    word, joint = JOINTS[deed.word]
    return DeedView(
        word, writer.name(deed.name) if joint else "", joint, writer.formula(deed.term, algorithm.where)
    )
