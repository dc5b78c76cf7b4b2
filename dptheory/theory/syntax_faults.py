"""Formulas that cannot be read: what is wrong, with its line and column."""

from __future__ import annotations

import re

from ..kernel import SyntaxProblem
from .outline import Piece


class Misread(SyntaxProblem):
    """A formula that cannot be read, with the line and the column of what is wrong in it."""

    def __init__(self, problem: SyntaxProblem, text: Piece) -> None:
        super().__init__(problem.bare, problem.text, problem.position)
        self.place = text.place(max(text.find(problem.text), 0) + problem.position)


def misread(problem: SyntaxProblem, text: Piece) -> Misread:
    """A formula that cannot be read: what it is, where words tell, and where."""
    place, there = problem.position, problem.text
    if problem.bare.startswith("expected an operator") and there[place - 1 : place + 1] == ")(":
        start = next((k for k in range(place) if there[k:place].count("(") == there[k:place].count(")") and
                      re.fullmatch(r"\w+\(.*\)", there[k:place], re.S)), place)  # fmt: skip
        meant = f"a call is not applied again: name it, 'where M := {there[start:place]}', and write M(...)"
        return Misread(SyntaxProblem(meant, there, place), text)
    every = re.search(r"\b(for (?:every|all|each|any)|there (?:is|exists|are))\b", text)
    if every is None:
        return Misread(problem, text)
    word = "forall" if every[1].startswith("for") else "exists"
    meant = f"{every[1]!r} is written {word}, as in '{word} D: law(record). ...'"
    return Misread(SyntaxProblem(meant, text, every.start()), text)
