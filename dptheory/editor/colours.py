"""What is told apart in a text of statements, for the lexer of the pages and the grammar of editors."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ..kernel.logic import BASE, CONNECTIVES, DRAWS
from ..theory import grammar
from .answers import BUILT_IN


def any_of(words: Iterable[str]) -> str:
    """A pattern for one of several words, the longest first."""
    return "(?:" + "|".join(sorted(words, key=lambda word: (-len(word), word))) + ")"


_ELSEWHERE: Final = (grammar.TEXT, grammar.CITED, grammar.WITHIN, grammar.REASON)
_BEGIN: Final = [
    rule for place, found in grammar.places().items() if place not in _ELSEWHERE
    for rule in found.values() if rule.word and rule.word not in grammar.rules(grammar.WITHIN)
]  # fmt: skip
HEADS: Final = any_of(grammar.rules(grammar.TEXT))
SENTENCES: Final = any_of({rule.word for rule in _BEGIN if "PROSE" in rule.shape})
BEGINNING: Final = any_of({rule.word for rule in _BEGIN if "PROSE" not in rule.shape})
WITHIN: Final = any_of([*grammar.rules(grammar.WITHIN), "all", "of"])
CONNECTED: Final = any_of([*CONNECTIVES, "forall", "exists", "fun", "in"])
SORTS: Final = any_of([*BASE, "set", "law"])
BUILT: Final = any_of({*BUILT_IN, *DRAWS, "argmin", "sup", "inf"})
LABEL: Final = r"[A-Za-z0-9_.']+"
REASON: Final = r"[A-Za-z][\w.:-]*"
NUMBER: Final = r"\b\d+(?:\.\d+)?\b"
OPERATORS: Final = r":=|<=|>=|!=|\*\*|->|[-+*/^<>=~]"
