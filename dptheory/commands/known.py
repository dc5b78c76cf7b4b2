"""What is known of a statement: its result with what is read off it, as the record has it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..present.styles import ASCII, LATEX, MATHML, UNICODE
from ..theory.codec import decoded
from ..theory.findings import Erratum, Severity, SoundEntry
from ..theory.recalled import result_of
from ..theory.results import StatementResult
from ..theory.searching import Page
from .output import many

if TYPE_CHECKING:

    from ..present.spelled import Spelled
    from ..theory.statements import Statement

TERMINAL = (UNICODE, ASCII)
STYLES = (*TERMINAL, LATEX, MATHML)
"""The styles in which formulas of findings are recorded."""


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
class Node:
    """A form in the dependency graph: of which kind, and the forms that its proof uses."""

    name: str
    kind: str
    uses: tuple[str, ...] = ()


@dataclass(frozen=True)
class Known:
    """A statement's result with what is read off it; `own` if this library adds the statement. `shown` is
    its page, without the trials that ran; of what is recorded that stands in a file of its own."""

    result: StatementResult
    own: bool
    findings: tuple[Finding, ...]
    sound: SoundEntry | None
    nodes: tuple[Node, ...]
    page: Page
    faults: tuple[str, ...] = ()
    rules: bool = True
    recorded: bool = False
    shown: str = ""
    place: str = ""
    """Where the statement stands in the text of its source."""


def known_from(
    data: Mapping[str, Any], statement: Statement | None = None,
    hash_of: Callable[[str], str] | None = None, styles: Sequence[str] = STYLES,
) -> Known:  # fmt: skip
    """What the record kept; with the lines of proofs where the statement is at hand, and with the formulas of
    findings in the styles that are needed. Raises ValueError."""
    try:
        findings = tuple(_finding(d, styles) for d in data["findings"])
        sound = None if data["sound"] is None else decoded(SoundEntry, data["sound"])
        nodes = tuple(decoded(Node, node) for node in data["nodes"])
        result = result_of(data["result"], statement, hash_of)
        page = Page(result.id, result.title, result.quote, tuple(data["notions"]))
        own, faults, place = bool(data["own"]), tuple(map(str, data["faults"])), str(data["place"])
        of_it = faults, bool(data["rules"]), True
        return Known(result, own, findings, sound, nodes, page, *of_it, place=place)
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(str(error)) from None


def _finding(data: Mapping[str, Any], styles: Sequence[str]) -> Finding:
    from ..present.findings import KINDS
    from ..present.harmless import harmless

    formulas = {style: {t: str(f) for t, f in data["formulas"][style].items()} for style in styles}
    for style, made in formulas.items():
        for formula in made.values():
            harmless({style: formula})
    form, seen = str(data.get("form", "")), tuple(data.get("seen", ()))
    out: Mapping[str, Spelled] = {}
    if LATEX in styles and MATHML in styles:  # what is written out is for pages alone
        from ..present.spelled import spelled_from

        out = {text: spelled_from(one) for text, one in data.get("spelled", {}).items()}
    erratum = decoded(Erratum, data["erratum"])
    if erratum.kind not in KINDS:
        raise ValueError(f"no kind of finding: {erratum.kind!r}")
    Severity(erratum.severity)  # raises ValueError where it is none
    return Finding(erratum, formulas, seen, form, out)


def mark(known: Iterable[Known]) -> str:
    """A line that says which verdicts are recorded ones."""
    all_of = list(known)
    count = sum(one.recorded for one in all_of)
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
