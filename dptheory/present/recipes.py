"""The recipes of the documentation: what to type for a job."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

_WORD: Final = re.compile(r"[^\W\d_]+")
_COMMAND: Final = re.compile(r"^    \$ (dptheory .*)|`(dptheory [^`]*)`", re.M)
SMALL: Final = frozenset({
    "a", "about", "are", "do", "does", "for", "from", "how", "i", "in", "is", "it", "me", "mine", "my", "of",
    "on", "the", "to", "what", "which",
})  # fmt: skip
"""Words that say nothing of what a question is about."""
MEANT: Final = {
    "dpsgd": "sgd subsampl poisson accountant epoch",
    "mechanism": "audit leak bug violate",
    "plan": "csv plan train fit classifier",
    "record": "exposure exposed instance",
    "inequality": "prove refute",
    "theorem": "compare",
}
"""Further words that a recipe answers, by their beginnings."""


@cache
def recipes() -> dict[str, str]:
    """The recipes as Markdown by name: in the package, or in the checkout beside it."""
    package = Path(__file__).resolve().parents[1]
    places = (package / "recipes", package.parent / "docs" / "recipes")
    found = next((sorted(place.glob("*.md")) for place in places if place.is_dir()), [])
    return {path.stem: path.read_text(encoding="utf-8") for path in found}


def title(text: str) -> str:
    """What a recipe is called."""
    return text.partition("\n")[0].removeprefix("# ")


def leads(query: str) -> Iterator[str]:
    """The recipes that a question is about, each with its commands: two of its words are in the title, or the
    only one, or one begins as a word that the recipe answers.

    >>> next(leads("how many records do I need"))
    'How many records do I need'
    >>> list(leads("stability"))
    []
    """
    asked = {word for word in _WORD.findall(query.lower()) if word not in SMALL}
    for name, text in recipes().items():
        meant = tuple(MEANT.get(name, name).split())
        said = asked & set(_WORD.findall(title(text).lower()))
        enough = bool(said) and len(said) >= min(2, len(asked))
        if enough or any(word.startswith(meant) for word in asked):
            yield title(text)
            yield from (f"    {one or other}" for one, other in _COMMAND.findall(text)[:2])
