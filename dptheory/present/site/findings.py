"""Findings about sources: one of them, all of them by severity, and what was found sound."""

from __future__ import annotations

from collections.abc import Mapping

from ...theory.findings import HIDDEN, LOOSE, Erratum
from ...theory.results import SOUND
from ..findings import KINDS, written
from ..worlds import outcome_words, world_words
from .contents import Contents
from .frame import badge, frame, link
from .html import Content, Html, el


def _formula(text: str, formulas: Mapping[str, str]) -> Content:
    return Html(formulas[text]) if text in formulas else el("code", text)


def finding(entry: Erratum, formulas: Mapping[str, str], head: Content = None) -> Html:
    """One finding: what is printed, what is wrong with it, and what holds."""
    rows: list[Content] = [_row("printed", _formula(entry.printed, formulas))]
    if entry.corrected:
        rows.append(_row("holds", _formula(entry.corrected, formulas)))
    if entry.conditions:
        word = "needed" if entry.kind == HIDDEN else "where"
        rows += [_row(word, _formula(text, formulas)) for text in entry.conditions]
    if entry.witness is not None:
        tight = entry.kind == LOOSE
        lines = [el("li", world_words((line,))) for line in entry.witness.world]
        rows.append(_row("tight in" if tight else "world", el("ul", lines)))
        if not tight and entry.witness.outcome:
            rows.append(_row("there", outcome_words(entry.witness.outcome)))
    if entry.explanation:
        rows.append(_row("why", entry.explanation))
    title = KINDS.get(entry.kind, (entry.kind, ""))[0]
    mark = badge(f"kind-{entry.kind}", title, "!")
    return el(
        "article",
        el("h3", head, " " if head else None, mark),
        el("dl", rows, class_="form"),
        class_="finding",
    )


def _row(word: str, content: Content) -> Html:
    return el("div", el("dt", word), el("dd", content))


def errata_page(contents: Contents) -> dict[str, str]:
    """All findings, one page a kind, and a page that counts them by kind and by source."""
    found: dict[str, list[Html]] = {kind: [] for kind in KINDS}
    counts: dict[tuple[str, str], int] = {}
    for entry in contents.entries.values():
        formulas = written(entry.statement, contents.writing) if entry.findings else {}
        for one in entry.findings:
            head = link(contents, entry.id, "../")
            found.setdefault(one.kind, []).append(finding(one, formulas, head))
            counts[entry.source, one.kind] = counts.get((entry.source, one.kind), 0) + 1
    pages = {}
    for kind, articles in found.items():
        title, words = KINDS.get(kind, (kind, ""))
        body = [el("h1", f"{title}: {len(articles)}"), el("p", words), articles or el("p", "none")]
        pages[f"errata/{kind}.html"] = frame(contents, f"errata/{kind}.html", title, body)
    pages["errata.html"] = frame(contents, "errata.html", "Errata", _summary(contents, counts, list(found)))
    return pages


def _summary(contents: Contents, counts: Mapping[tuple[str, str], int], kinds: list[str]) -> Content:
    sources = [source for source in contents.sources if any((source, kind) in counts for kind in kinds)]
    titles = {kind: KINDS.get(kind, (kind, ""))[0] for kind in kinds}
    head = el(
        "tr",
        el("th", "severity", scope="col"),
        [el("th", s, scope="col") for s in sources],
        el("th", "all", scope="col"),
    )
    rows = [
        el(
            "tr",
            el("th", el("a", titles[kind], href=f"errata/{kind}.html"), scope="row"),
            [el("td", str(counts.get((source, kind), 0))) for source in sources],
            el("td", str(sum(counts.get((source, kind), 0) for source in sources))),
        )
        for kind in kinds
    ]
    lists = [
        el(
            "section",
            el("h2", el("a", titles[kind], href=f"errata/{kind}.html")),
            el("p", KINDS.get(kind, ("", ""))[1]),
            el(
                "ul",
                [
                    el("li", link(contents, entry.id, ""), f": {entry.result.title}")
                    for entry in contents.entries.values()
                    if any(f.kind == kind for f in entry.findings)
                ],
                class_="columns",
            ),
        )
        for kind in kinds
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


def sound_page(contents: Contents) -> str:
    """What was found sound as printed."""
    parts: list[Content] = []
    for source, entries in contents.sources.items():
        rows = [
            el(
                "li",
                link(contents, one.id, ""),
                f": {one.result.title} ",
                badge(
                    "proof-sound" if one.sound.proof == SOUND else "cited",
                    "proved" if one.sound.proof == SOUND else f"proof {one.sound.proof}",
                    "✓",
                ),
                f" {one.sound.note}" if one.sound.note else None,
            )
            for one in entries
            if one.sound is not None
        ]
        if rows:
            parts.append(el("section", el("h2", f"{source}: {len(rows)}"), el("ul", rows)))
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
