"""Findings about sources: one of them, all of them by severity, and what was found sound."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from ...theory.findings import LOOSE, Erratum, Severity, SoundEntry
from ...theory.results import SOUND, StatementResult, WitnessResult
from ..blocks import to_html
from ..findings import (
    KINDS,
    conditions_word,
    covers_words,
    holds_word,
    known_words,
    severity_words,
    texts_shown,
    why_word,
    written,
)
from ..mathml import mathml
from ..spelled import Spelled
from ..worked_examples import Case, case_of, worked
from ..worlds import outcome
from .contents import Contents, Entry
from .frame import address, badge, frame, link
from .html import Content, Html, el

LEVELS: Final = {
    Severity.PRIVACY: "An algorithm is said to keep privacy, and does not.",
    Severity.FALSE: "A claim is false as printed, in every reading.",
    Severity.HYPOTHESIS: "The claim holds with a further condition.",
    Severity.READING: "The claim fails in one reading of the text; in another it holds or is open.",
    Severity.IMPRECISE: "A sentence between the results, which read to the letter fails.",
    Severity.PROOF: "A step of the printed proof is false; the claim holds, or is open where that is said.",
    Severity.LOOSE: "The claim holds, and a sharper one is proved.",
    Severity.SLIP: "What is meant is clear from the text around it.",
}
"""The levels of findings, the gravest first."""


def level_title(level: Severity) -> str:
    """A level as a heading."""
    return level.value[0].upper() + level.value[1:]


def level_address(level: Severity) -> str:
    """The page of a level."""
    return f"errata/{level.name.lower()}.html"


def _formula(text: str, formulas: Mapping[str, str]) -> Content:
    if text in formulas:
        return Html(formulas[text])
    return text if text.startswith('"') else el("code", text)


def finding(
    entry: Erratum,
    formulas: Mapping[str, str],
    out: Mapping[str, Spelled],
    elsewhere: Callable[[WitnessResult], str | None],
    head: Content = None,
) -> Html:
    """One finding: what is printed, what is wrong with it, and what holds; `out` are its claims written out.
    `elsewhere` says where a world is worked out already; the others are worked out here."""
    rows: list[Content] = [_row("printed", _formula(entry.printed, formulas))]
    if entry.corrected:
        rows.append(_row(holds_word(entry), _formula(entry.corrected, formulas)))
    rows += [_row(conditions_word(entry), _formula(text, formulas)) for text in entry.conditions]
    rows += [_row("besides", _formula(text, formulas)) for text in entry.besides]
    case = case_of(entry)
    worlds = [_world(entry.witness, case, out, elsewhere)]
    if entry.kind == LOOSE:
        rows.append(_row("known", known_words(entry)))
    rows += [_row(word, what) for word, what in covers_words(entry.covers)]
    if entry.explanation:
        rows.append(_row(why_word(entry), entry.explanation))
    if entry.cause:
        rows.append(_row("cause", entry.cause))
    for other in entry.also:
        rows.append(_row("also", other.why))
        if other.printed != entry.printed:
            rows.append(_row("printed", _formula(other.printed, formulas)))
        worlds.append(_world(other.witness, Case(claim=other.printed), out, elsewhere))
    title = KINDS[entry.kind][0]
    mark, grave = badge(f"kind-{entry.kind}", title), severity_words(entry)
    return el(
        "article",
        el(
            "h3",
            head,
            " " if head else None,
            mark,
            " ",
            el("small", grave) if grave != title.lower() else None,
        ),
        el("dl", rows, class_="form"),
        worlds,
        class_="finding",
    )


def _world(
    witness: WitnessResult | None,
    case: Case,
    out: Mapping[str, Spelled],
    elsewhere: Callable[[WitnessResult], str | None],
) -> Content:
    """A world as a worked example, or what comes out there and where it is worked out."""
    if witness is None:
        return None
    lead = case.lead.partition(",")[0].rstrip(":")
    place = elsewhere(witness)
    if place is not None:
        found = None if case.changed else outcome(witness.outcome)
        there = None if found is None else [", where ", Html(mathml(found))]
        return el("p", el("a", f"{lead}, worked out", href=place), there)
    steps = worked(witness, out.get(case.claim), case)
    return el("details", el("summary", lead), Html(to_html(steps)))


def _row(word: str, content: Content) -> Html:
    return el("div", el("dt", word), el("dd", content))


def errata_page(contents: Contents) -> dict[str, str]:
    """All findings, one page a level, and a page that counts them by level and by source."""
    found: dict[Severity, list[Html]] = {level: [] for level in LEVELS}
    counts: Counter[tuple[str, Severity]] = Counter()
    for entry in contents.entries.values():
        formulas = written(entry.statement, contents.writing, texts_shown(entry.findings))
        places, page = worlds_of(entry.result), f"../{address(entry.id)}#"
        for one in entry.findings:
            level, head = Severity(one.severity), link(contents, entry.id, "../")
            there = partial(_at, page, places)
            found[level].append(finding(one, formulas, {}, there, head))
            counts[entry.source, level] += 1
    pages = {}
    for level, articles in found.items():
        title, place = level_title(level), level_address(level)
        body = [el("h1", f"{title}: {len(articles)}"), el("p", LEVELS[level]), articles or el("p", "none")]
        pages[place] = frame(contents, place, title, body)
    pages["errata.html"] = frame(contents, "errata.html", "Errata", _summary(contents, counts))
    return pages


def _at(page: str, places: Mapping[WitnessResult, str], witness: WitnessResult) -> str:
    return page + places.get(witness, "found")


def worlds_of(result: StatementResult) -> dict[WitnessResult, str]:
    """The worlds of a statement's forms and of their proofs, with the forms' places on its page."""
    return {
        witness: form.name.partition(":")[2]
        for form in result.forms
        for witness in (form.proof.witness, form.witness)
        if witness is not None
    }


def _summary(contents: Contents, counts: Mapping[tuple[str, Severity], int]) -> Content:
    sources = [source for source in contents.sources if any((source, level) in counts for level in LEVELS)]
    head = el(
        "tr",
        el("th", "severity", scope="col"),
        [el("th", s, scope="col") for s in sources],
        el("th", "all", scope="col"),
    )
    rows = [
        el(
            "tr",
            el("th", el("a", level_title(level), href=level_address(level)), scope="row"),
            [el("td", str(counts.get((source, level), 0))) for source in sources],
            el("td", str(sum(counts.get((source, level), 0) for source in sources))),
        )
        for level in LEVELS
    ]
    lists = [
        el(
            "section",
            el("h2", el("a", level_title(level), href=level_address(level))),
            el("p", words),
            el(
                "ul",
                [
                    el("li", link(contents, entry.id, ""), f": {entry.result.title}")
                    for entry in contents.entries.values()
                    if any(f.severity == level.value for f in entry.findings)
                ],
                class_="columns",
            ),
        )
        for level, words in LEVELS.items()
    ]
    return [
        el("h1", "Errata"),
        el(
            "p",
            "What is refuted, incomplete, broken or loose in the sources as printed, the gravest first. "
            "Every refutation has a world in which both sides can be evaluated.",
        ),
        el("div", el("table", head, rows), class_="wide"),
        lists,
    ]


def _sound_item(contents: Contents, one: Entry, held: SoundEntry) -> Html:
    """A statement that is sound as printed, or a part of it."""
    is_proved = held.proof == SOUND
    mark = badge("proof-sound" if is_proved else "cited", "proved" if is_proved else f"proof {held.proof}")
    note = "; ".join(filter(None, (held.note, held.covers)))
    return el("li", link(contents, one.id, ""), f": {one.result.title} ", mark, f" {note}" if note else None)


def sound_page(contents: Contents) -> str:
    """What was found sound as printed, and of what only a part was encoded."""
    parts: list[Content] = []
    for source, entries in contents.sources.items():
        rows = [_sound_item(contents, one, one.sound) for one in entries if one.sound is not None]
        held = [_sound_item(contents, one, one.part) for one in entries if one.part is not None]
        below = [el("p", "Of these a part was encoded, which is sound (not counted):"), el("ul", held)]
        if rows or held:
            shown = [el("h2", f"{source}: {len(rows)}"), el("ul", rows)]
            parts.append(el("section", shown + (below if held else [])))
    body = [
        el("h1", "Sound as printed"),
        el(
            "p",
            "Statements of the sources that hold as printed, under every "
            "reading that was encoded, with no false step in the printed proof.",
        ),
        parts or el("p", "none on this site"),
    ]
    return frame(contents, "sound.html", "Sound as printed", body)
