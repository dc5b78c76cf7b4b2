"""Lines of a statement that no form is read from: how sure a print is, misprints, findings by hand."""

from __future__ import annotations

import re

from .outline import Entry, OutlineError
from .statements import BY_HAND, ByHand


def percent(entry: Entry) -> int:
    """How sure a printed form is that was put back."""
    if not re.fullmatch(r"[1-9][0-9]?|100", entry.rest):
        raise OutlineError("expected 'sure PERCENT', a whole number from 1 to 100", entry.number)
    return int(entry.rest)


def by_hand(entry: Entry) -> ByHand:
    """A finding with an argument in words: ``by-hand utility: what is printed: why it fails``."""
    match = re.match(r"(\w+):\s+(.+?):\s+(.+)\Z", entry.rest)
    if match is None or match[1] not in BY_HAND:
        raise OutlineError(f"expected 'by-hand {'|'.join(BY_HAND)}: printed: why'", entry.number)
    return ByHand(match[1], match[2], match[3])


def typo(entry: Entry) -> tuple[str, str, str]:
    """What is printed, what is meant, and why: ``typo was => now: why``."""
    match = re.match(r"(.+?)\s*=>\s*(.+?):\s+(.+)\Z", entry.rest)
    if match is None:
        raise OutlineError("expected 'typo printed => meant: why'", entry.number)
    return match[1], match[2], match[3]
