"""What is told apart in a text of statements, for the lexer of the pages and the grammar of editors."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ..kernel.logic.sorts import BASE, CONNECTIVES, DRAWS
from ..theory.words import JOINING, PROSE, WORDS
from .answers import BUILT_IN


def any_of(words: Iterable[str]) -> str:
    """A pattern for one of several words, the longest first."""
    return "(?:" + "|".join(sorted(words, key=lambda word: (-len(word), word))) + ")"


HEADS: Final = any_of(WORDS["a text"])
BEGINNING: Final = any_of(
    {word for place, words in WORDS.items() if place != "a text" for word in words} - {*PROSE}
)
SENTENCES: Final = any_of(PROSE)
WITHIN: Final = any_of([*JOINING, "of", "but"])
CONNECTED: Final = any_of([*CONNECTIVES, "forall", "exists", "fun", "in"])
SORTS: Final = any_of([*BASE, "set", "law"])
BUILT: Final = any_of({*BUILT_IN, *DRAWS, "argmin", "sup", "inf"})
LABEL: Final = r"[A-Za-z0-9_.']+"
REASON: Final = r"[A-Za-z][\w.:-]*"
NUMBER: Final = r"\b\d+(?:\.\d+)?\b"
OPERATORS: Final = r":=|<=|>=|!=|\*\*|->|[-+*/^<>=~]"
