"""Finding statements by words: in identifiers, titles, quotes, and the notions that they speak of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..kernel.logic import Expr
    from .statements import Statement

WEIGHTS: Mapping[str, int] = {"id": 8, "title": 5, "notion": 3, "quote": 1}
"""What a word counts, by where it was found."""
NAMED = 50
"""What it counts that the words have every word of an identifier, but for its source: `theorem 21`."""
_WORD = re.compile(r"[^\W_]+", re.UNICODE)


@dataclass(frozen=True)
class Page:
    """What of a statement is searched: notions are the definitions that it uses, with what they say."""

    id: str
    title: str
    quote: str
    notions: tuple[str, ...] = ()


@dataclass(frozen=True)
class Hit:
    """A statement that has words that were looked for: which, where each was found first, and its rank."""

    page: Page
    found: Mapping[str, str]
    score: int


def page_of(statement: Statement, says: Mapping[str, str]) -> Page:
    """What of a statement is searched; `says` has the words of definitions."""
    used = tuple(f"{label} {says.get(label, '')}" for label in notions(statement))
    return Page(statement.id, statement.title, statement.source.quote, used)


def search(pages: Iterable[Page], text: str) -> list[Hit]:
    """The statements with most of the words, those that have them in more telling places first; of two that
    have them alike the one with the shorter identifier.

    >>> first = Page("a.one", "norm stability of convex rules", "")
    >>> [hit.page.id for hit in search([Page("a.two", "a tail bound", ""), first], "stability norm")]
    ['a.one']
    """
    words = words_of(text)
    hits = [hit for page in pages if (hit := _hit(page, words)).found]
    return sorted(hits, key=lambda hit: (-len(hit.found), -hit.score, len(hit.page.id)))


def nearest(pages: Iterable[Page], text: str) -> list[str]:
    """Words of the statements that are like words that are nowhere in them."""
    from difflib import get_close_matches

    known = {w for page in pages for part in _places(page).values() for w in part}
    made = (get_close_matches(word, sorted(known), 3, 0.7) for word in words_of(text))
    return list(dict.fromkeys(w for near in made for w in near))


def _hit(page: Page, words: list[str]) -> Hit:
    places = _places(page)
    found: dict[str, str] = {}
    score = 0
    for word in words:
        for place, known in places.items():
            whole, part = word in known, any(w.startswith(word) for w in known)
            if whole or (part and len(word) > 2):
                found.setdefault(word, place)
                score += WEIGHTS[place] * (2 if whole else 1)
    named = re.findall(r"[a-z]+|[0-9]+", page.id.lower().partition(".")[2])
    return Hit(page, found, score + NAMED * (bool(named) and {*named} <= {*words}))


def _places(page: Page) -> dict[str, list[str]]:
    """The words of a statement by where they stand."""
    name = [*words_of(page.id), *re.findall(r"[a-z]+|[0-9]+", page.id.lower()), page.id.lower()]
    return {
        "id": name, "title": words_of(page.title),
        "notion": words_of(" ".join(page.notions)), "quote": words_of(page.quote),
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
