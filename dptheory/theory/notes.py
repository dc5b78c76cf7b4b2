"""Lines of a statement that no form is read from: how sure a print is, findings by hand."""

from __future__ import annotations

from .grammar import rules
from .outline import Entry, OutlineError
from .statements import BY_HAND, ByHand


def percent(entry: Entry) -> int:
    """How sure a printed form is that was put back."""
    said = entry.rest
    if not (said.isascii() and said.isdecimal() and said[0] != "0" and len(said) < 4 and int(said) <= 100):
        raise OutlineError("expected 'sure PERCENT', a whole number from 1 to 100", entry.number)
    return int(said)


def by_hand(entry: Entry) -> ByHand:
    """A finding with an argument in words: ``by-hand false: what is printed: why it fails``."""
    said = rules("statement")["by-hand"].read(entry)
    if said["LEVEL"] not in BY_HAND:
        raise OutlineError(f"expected 'by-hand {'|'.join(BY_HAND)}: printed: why'", entry.number)
    return ByHand(*map(str, said.values()))
