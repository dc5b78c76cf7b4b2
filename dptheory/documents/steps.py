"""What a relation between numbers may follow from: relations above it, and chains of them from end to end."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from ..kernel import KernelError, SyntaxProblem
from ..kernel.real import Term, subterms
from ..present.reading import read_term
from .premises import GOAL, both_signs

STANDS: Final = "what stands at"
"""What the places of such relations are introduced by."""
MOST: Final = 4
"""Relations that one may follow from, at most."""
WEIGHT: Final = 4
"""Parts of a term that two relations have in common for it to say something of the other."""
_SIGN: Final = re.compile(r" (<=|>=|!=|<|>|=) ")
ANNOUNCED: Final = re.compile(
    rf"{GOAL.pattern}|\b(?:theorem|lemma|proposition|corollary)\b[^.$]{{0,60}}$", re.IGNORECASE
)
"""Words before a relation that is still to be shown, or is a result."""


@dataclass(frozen=True)
class Step:
    """A relation above, or a chain of such: its text, where they stand, and whether all were decided."""

    text: str
    positions: tuple[int, ...]
    decided: bool = True


def steps(found: Sequence[Step], claim: str) -> list[Step]:
    """The relations, and chains of them, that have a greater part of a side in common with a claim, the
    longest first; none that says the same.

    >>> made = [Step("x + exp(x)/x <= b", (1,)), Step("b = exp(c)", (2,)), Step("a <= b", (3,))]
    >>> [one.text for one in steps(made, "log(x + exp(x)/x) <= c")]
    ['x + exp(x)/x <= exp(c)', 'x + exp(x)/x <= b']
    """
    there = _parts(claim)
    sides = {side for one in _SIGN.split(claim)[::2] for side in [one]}
    chosen: list[Step] = []
    for one in _chains(found):
        left, _, right = _SIGN.split(one.text, maxsplit=1)
        if {left, right} == sides or one.text == claim:
            continue
        if any(
            _size(t) >= WEIGHT or side in sides for side in (left, right) for t in _terms(side) if t in there
        ):
            chosen.append(one)
    chosen.sort(key=lambda one: (-len(one.positions), -one.positions[-1]))
    return chosen[:MOST]


def _chains(found: Sequence[Step]) -> Iterator[Step]:
    """Every relation, and what those say together in which one ends with what the next begins with."""
    waiting, seen = list(found), {one.text for one in found}
    yield from found
    while waiting and len(seen) < 200:
        one = waiting.pop()
        left, way, right = _SIGN.split(one.text, maxsplit=1)
        for other in found:
            start, sign, end = _SIGN.split(other.text, maxsplit=1)
            way_ = both_signs(way, sign)
            text = f"{left} {way_} {end}"
            if start != right or not way_ or end == left or text in seen:
                continue
            seen.add(text)
            places = tuple(sorted({*one.positions, *other.positions}))
            made = Step(text, places, one.decided and other.decided)
            waiting.append(made)
            yield made


def _parts(claim: str) -> set[Term]:
    return {t for side in _SIGN.split(claim)[::2] for t in _terms(side)}


def _terms(side: str) -> list[Term]:
    try:
        return list(subterms(read_term(side)))
    except (SyntaxProblem, KernelError, ArithmeticError, RecursionError):
        return []


def _size(t: Term) -> int:
    return len(list(subterms(t))) if t.names else 0
