"""Words between formulas: which of them say nothing, which state a condition; every other word is named."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final


def _these(words: str) -> frozenset[str]:
    return frozenset(words.split())


_CUES: Final = _these(
    "for if where when whenever with since because given provided let assume assuming suppose "
    "supposing forall such as-long-as"
)
"""Words that make a condition of what follows."""
_UNIVERSAL: Final = _these("all every each any forall real reals")
_NOTHING: Final = _UNIVERSAL | _these(
    "and so then thus hence therefore we have get obtain also it follows that holds is are be a "
    "an the both number numbers strictly here"
)
_KINDS: Final = {
    "integer": ("integer",), "integers": ("integer",), "natural": ("integer", ">= 1"),
    "naturals": ("integer", ">= 1"), "positive": ("> 0",), "negative": ("< 0",), "nonnegative": (">= 0",),
    "nonpositive": ("<= 0",), "nonzero": ("!= 0",),
}  # fmt: skip
_DENIED: Final = re.compile(
    r"\b(?:not|never|false|fails?|or(?!,? +equivalently)|unless|cannot|neither|nor|no)\b|n't\b", re.IGNORECASE
)
_OTHERS: Final = _these("not or fails fail unless even odd never some otherwise else false by")
KNOWN: Final = _CUES | _NOTHING | _KINDS.keys() | _OTHERS
"""Words that are no names."""


@dataclass(frozen=True)
class Wording:
    """What words say: whether what follows is a condition, whether it is any number, of which kinds it is,
    and the first word that is not read.
    """

    given: bool
    universal: bool
    kinds: tuple[str, ...]
    strange: str = ""


def wording(words: str) -> Wording:
    """What words between formulas say.

    >>> wording("for all positive integers")
    Wording(given=True, universal=True, kinds=('> 0', 'integer'), strange='')
    >>> wording("does not hold").strange
    'does'
    """
    said = list(_words(words))
    kinds = [kind for word in said for kind in _KINDS.get(word, ())]
    strange = next((w for w in said if w not in _CUES and w not in _NOTHING and w not in _KINDS), "")
    given, universal = any(w in _CUES for w in said), any(w in _UNIVERSAL for w in said)
    return Wording(given, universal, tuple(dict.fromkeys(kinds)), strange)


def denied(words: str) -> str:
    """The word that takes back what stands beside it; empty where none does.

    >>> denied("does not hold"), denied("for all")
    ('not', '')
    """
    found = _DENIED.search(words)
    return found.group() if found else ""


def _words(words: str) -> Iterator[str]:
    lowered = re.sub(r"\bas long as\b", "as-long-as", " ".join(words.lower().replace("\\", " ").split()))
    for word in re.findall(r"[^\s,.;:()\[\]~]+", lowered):
        yield re.sub(r"^non-(?=positive|negative|zero)", "non", word)
