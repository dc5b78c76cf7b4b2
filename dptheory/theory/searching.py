"""Finding statements by words: in identifiers, titles, quotes, and the notions that they speak of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from ..kernel.logic.terms import Expr
from .library import TheoryLibrary
from .statements import Statement

WEIGHTS: Mapping[str, int] = {"id": 8, "title": 5, "notion": 3, "quote": 1}
"""What a word counts, by where it was found."""
_WORD = re.compile(r"[^\W_]+", re.UNICODE)


@dataclass(frozen=True)
class Hit:
    """A statement that has words that were looked for: which, where each was found first, and its rank."""

    statement: Statement
    found: Mapping[str, str]
    score: int


def search(library: TheoryLibrary, text: str) -> list[Hit]:
    """The statements with most of the words, those that have them in more telling places first.

    >>> from .library import load_library
    >>> search(load_library(), "norm stability of strongly convex rules")[0].statement.id
    'wu2015.theorem14'
    """
    words = words_of(text)
    hits = [hit for name in library.statements if (hit := _hit(library, name, words)).found]
    return sorted(hits, key=lambda hit: (-len(hit.found), -hit.score))


def nearest(library: TheoryLibrary, text: str) -> list[str]:
    """Words of the library that are like words that are nowhere in it."""
    known = {w for name in library.statements for part in _places(library, name).values() for w in part}
    made = (get_close_matches(word, sorted(known), 3, 0.7) for word in words_of(text))
    return list(dict.fromkeys(w for near in made for w in near))


def _hit(library: TheoryLibrary, name: str, words: list[str]) -> Hit:
    places = _places(library, name)
    found: dict[str, str] = {}
    score = 0
    for word in words:
        for place, known in places.items():
            whole, part = word in known, any(w.startswith(word) for w in known)
            if whole or (part and len(word) > 2):
                found.setdefault(word, place)
                score += WEIGHTS[place] * (2 if whole else 1)
    return Hit(library.get(name), found, score)


def _places(library: TheoryLibrary, name: str) -> dict[str, list[str]]:
    """The words of a statement by where they stand."""
    statement = library.get(name)
    says = [f"{label} {library.says.get(label, '')}" for label in notions(statement)]
    return {
        "id": [*words_of(name), name.lower()], "title": words_of(statement.title),
        "notion": words_of(" ".join(says)), "quote": words_of(statement.source.quote),
    }  # fmt: skip


def notions(statement: Statement) -> list[str]:
    """The definitions that the forms of a statement use, in the order of their first use."""
    formulas = (
        formula for form in statement.forms
        for formula in (*(h for _, h in form.theorem.hypotheses), form.theorem.conclusion)
    )  # fmt: skip
    return list(dict.fromkeys(label for formula in formulas for label in _labels(formula)))


def _labels(term: Expr) -> Iterator[str]:
    if term.head == "defined":
        yield term.label
    for part in term.args:
        yield from _labels(part)


def words_of(text: str) -> list[str]:
    """The words of a text in lower case, each once; a dotted identifier counts as a word, too."""
    dotted = re.findall(r"\w+(?:\.\w+)+", text)
    return list(dict.fromkeys(word.lower() for word in [*dotted, *_WORD.findall(text)]))
