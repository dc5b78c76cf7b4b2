"""Values of a schema's numbers by equations: where it says ``Delta/eps`` and the line ``s``, eps is Delta/s.

What comes out is a guess, an instance like any other; that both are equal is shown by a calculation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from ...kernel.logic import REAL, Expr, normal, op
from .matching import Match, Matcher


def _sum(left: Expr, right: Expr) -> Expr:
    return op("add", REAL, left, right)


def _less(left: Expr, right: Expr) -> Expr:
    return op("sub", REAL, left, right)


def _times(left: Expr, right: Expr) -> Expr:
    return op("mul", REAL, left, right)


def _over(left: Expr, right: Expr) -> Expr:
    return op("div", REAL, left, right)


_BINARY: dict[tuple[str, int], Callable[[Expr, Expr], Expr]] = {
    ("add", 0): _less, ("add", 1): _less,
    ("sub", 0): _sum, ("sub", 1): lambda term, other: _less(other, term),
    ("mul", 0): _over, ("mul", 1): _over,
    ("div", 0): _times, ("div", 1): lambda term, other: _over(other, term),
}  # fmt: skip
_UNARY = {"exp": "log", "log": "exp", "neg": "neg"}


def told(matcher: Matcher, known: Match) -> Match:
    """What is known, with the values that pairs of numbers give of which all but one variable has one, where
    they are written alike: ``exp(eps)`` and ``exp(Delta/s)``."""
    for hole, said, term in _single(matcher, known):
        alike = matcher.match(said, term, replace(known, later=(), equal=()))
        if alike is not None:
            return told(matcher, replace(known, values={**known.values, hole: alike.values[hole]}))
    return known


def solved(matcher: Matcher, known: Match) -> Match:
    """The same, and as equations where they are written otherwise."""
    known = told(matcher, known)
    for hole, said, term in _single(matcher, known):
        value = _solution(said, term, hole)
        if value is not None:
            value = normal(value, matcher.definitions)
            return solved(matcher, replace(known, values={**known.values, hole: value}))
    return known


def _single(matcher: Matcher, known: Match) -> Iterator[tuple[str, Expr, Expr]]:
    """The pairs of numbers of which all but one variable has a value, and that variable."""
    for pattern, term in known.equal:
        said = matcher.filled(pattern, known)
        hole, *more = said.names & matcher.holes.keys() or ("",)
        if not more and matcher.holes.get(hole) == REAL:
            yield hole, said, term


def _solution(said: Expr, term: Expr, hole: str) -> Expr | None:
    """The value of a variable that stands once in a number, where that is another number."""
    while said.head != "var":
        places = [place for place, part in enumerate(said.args) if hole in part.names]
        if len(places) != 1:
            return None
        if (said.head, *places) in _BINARY and len(said.args) == 2:
            term = _BINARY[said.head, places[0]](term, said.args[1 - places[0]])
        elif said.head in _UNARY:
            term = op(_UNARY[said.head], REAL, term)
        else:
            return None
        said = said.args[places[0]]
    return term
