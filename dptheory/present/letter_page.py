"""The first page of a letter: what fails (the worst five), what is sharper, and what holds as printed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from ..theory.findings import LOOSE, TYPO, Erratum, Severity, distinct
from .blocks import Block, Heading, Listing, Paragraph, Strong, Table, Text
from .findings import factor_words
from .worked_examples import decimals

if TYPE_CHECKING:
    from .letter import Judged

WORST: Final = 5
"""How many findings of each sort the first page has."""
LONGEST: Final = 220
"""Letters of one of its lines."""
_WORK: Final = re.compile(r"^[^;]*?\b(?:19|20)\d\d, ")
_READ: Final = re.compile(
    r"^(?:it depends on the reading: )?(?:it holds read as “[^”]*”; )?(?:it fails )?read as “[^”]*”: "
    r"|^as printed: |what is made sharper is the corrected form; "
)


def first_page(faulty: Sequence[Judged], sound: Sequence[Judged], parts: Sequence[Judged]) -> list[Block]:
    """The table of severities, a line for each of the worst findings, one for each of what is sharper, and
    the places of what holds."""
    entries = distinct(told.erratum for one in faulty for told in one.told)
    counts = Counter(entry.severity for entry in entries)
    rows = tuple(((level.value,), (str(counts[level]),)) for level in Severity if counts[level])
    made: list[Block] = [Table(("severity", "findings"), rows)] if rows else []
    where = {one.result.id: one.result.source for one in faulty}
    worst = [entry for entry in entries if entry.kind not in (LOOSE, TYPO)]
    first = list({entry.id: entry for entry in sorted(worst, key=_rank, reverse=True)}.values())
    made += _list("What fails", (_failure(one, where) for one in sorted(first, key=_rank)[:WORST]), worst)
    sharper = [entry for entry in entries if entry.kind == LOOSE]
    made += _list("What is sharper", (_sharper(entry, where) for entry in sharper[:WORST]), sharper)
    names = "; ".join(dict.fromkeys(_place(one.result.source) for one in sound))
    if names:
        made += [Heading(2, ("What holds as printed",)), Paragraph((f"{names}.",))]
    if parts:
        made.append(Paragraph((f"Of {len(parts)} more a part was encoded, and holds: they are at the end.",)))
    return made


def _place(source: str) -> str:
    """The number or the section alone, without the work and what stands in brackets."""
    return _WORK.sub("", source).partition(" (")[0]


def _rank(entry: Erratum) -> int:
    return entry.rank


def _list(title: str, lines: Iterable[Text], all_of: Sequence[Erratum]) -> list[Block]:
    items = list(lines)
    more = len(all_of) - len(items)
    after: list[Block] = [Paragraph((f"{more} more are told below.",))] if more else []
    return [Heading(2, (title,)), Listing(tuple(items)), *after] if items else []


def _failure(entry: Erratum, where: dict[str, str]) -> Text:
    """Whose claim fails, how gravely, why, and by which numbers."""
    numbers = "".join(map(str, decimals(entry.witness.outcome))) if entry.witness is not None else ""
    cause = ": ".join(filter(None, (entry.uncertain, entry.cause))) if entry.cause else ""
    why = _short(cause or entry.explanation or entry.printed)
    return (Strong(where[entry.id]), f" ({entry.severity}): {why}{numbers}.")


def _sharper(entry: Erratum, where: dict[str, str]) -> Text:
    factor = (
        f", by the factor {factor_words(entry)}{' in one world' * entry.somewhere}" if entry.factor else ""
    ) + ", under further hypotheses" * bool(entry.besides)
    return (Strong(where[entry.id]), f"{factor}: {_short(entry.explanation or entry.corrected)}.")


def _short(text: str) -> str:
    """The first clause of words that are too long for a line."""
    first = _READ.sub("", text.split("; there it fails")[0].split(". ")[0].rstrip("."))
    return first if len(first) <= LONGEST else first[:LONGEST].rsplit(" ", 1)[0] + " ..."
