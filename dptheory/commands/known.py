"""What is known of a statement: its result with what is read off it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..present.styles import ASCII, LATEX, MATHML, UNICODE
from ..theory.codec import decoded
from ..theory.findings import Erratum, SoundEntry
from ..theory.recorded_results import Said, forms_said, result_of
from ..theory.results import StatementResult
from ..theory.searching import Page
from .output import many

if TYPE_CHECKING:
    from ..present.spelled import Spelled
    from ..theory.statements import Statement

TERMINAL = (UNICODE, ASCII)
STYLES = (*TERMINAL, LATEX, MATHML)
"""The styles in which formulas of findings are written."""


@dataclass(frozen=True)
class Finding:
    """One finding, how its formulas are written, by style and text, its worlds in words, and the form that
    holds instead."""

    erratum: Erratum
    formulas: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    seen: tuple[str, ...] = ()
    form: str = ""
    spelled: Mapping[str, Spelled] = field(default_factory=dict)
    """The claim that its world is about, written out, by its text."""


@dataclass(frozen=True)
class Known:
    """A statement's result with what is read off it; `own` if this library adds the statement, `nodes` are
    its forms with what their proofs use."""

    result: StatementResult
    own: bool
    findings: tuple[Finding, ...]
    sound: SoundEntry | None
    nodes: tuple[Said, ...]
    page: Page
    faults: tuple[str, ...] = ()
    recorded: bool = False
    place: str = ""
    """Where the statement stands in the text of its source."""
    part: SoundEntry | None = None
    """What of it holds as printed, where only a part of it was encoded."""


def known_from(
    found: Mapping[str, Any], made: Mapping[str, Any], statement: Statement | None = None,
    hash_of: Callable[[str], str] | None = None, styles: Sequence[str] = STYLES,
) -> Known:  # fmt: skip
    """What the record has, with what was made of it; with the lines of proofs where the statement is at hand,
    and with the formulas of findings in the styles that are needed. Raises ValueError."""
    try:
        texts = decoded(StatementResult, made["texts"])
        findings = tuple(_finding(d, styles) for d in made["findings"])
        sound, part = (made[k] and decoded(SoundEntry, made[k]) for k in ("sound", "part"))
        result = result_of(found, texts, statement, hash_of)
        page = Page(result.id, result.title, result.quote, tuple(made["notions"]))
        faults, place = tuple(map(str, found.get("faults", ()))), str(made["place"])
        nodes = tuple(forms_said(found))
        return Known(result, bool(made["own"]), findings, sound, nodes, page, faults, True, place, part)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(str(error)) from None


def _finding(data: Mapping[str, Any], styles: Sequence[str]) -> Finding:
    formulas = {style: data["formulas"][style] for style in styles}
    out: Mapping[str, Spelled] = {}
    if LATEX in styles and MATHML in styles:  # what is written out is for pages alone
        from ..present.spelled import spelled_from

        out = {text: spelled_from(one) for text, one in data.get("spelled", {}).items()}
    form, seen = data.get("form", ""), tuple(data.get("seen", ()))
    return Finding(decoded(Erratum, data["erratum"]), formulas, seen, form, out)


def mark(recorded: Iterable[bool]) -> str:
    """A line that says which verdicts are recorded ones."""
    all_of = list(recorded)
    count = sum(all_of)
    if not count:
        return f"checked now: {many(len(all_of), 'statement')}"
    now = f", checked now: {len(all_of) - count}" if count < len(all_of) else ""
    return f"recorded: {many(count, 'statement')}{now}   (--fresh checks again)"


def sound_by_source(known: Iterable[Known]) -> str:
    """How many statements of each source are sound as printed, of how many; nothing of one source alone.

    The library's own statements, which nobody printed, are not counted.
    """
    printed = [one for one in known if not one.own]
    of = Counter(one.result.id.partition(".")[0] for one in printed)
    good = Counter(one.result.id.partition(".")[0] for one in printed if one.sound is not None)
    return "; ".join(f"{source} {good[source]} of {of[source]}" for source in of) if len(of) > 1 else ""
