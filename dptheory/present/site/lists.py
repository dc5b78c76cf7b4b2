"""The pages that lead to others: all sources, one source, search, and what could not be read."""

from __future__ import annotations

import json
from collections import Counter

from ...kernel import CITED, REFUTED
from ...notation import Symbol
from ...theory.searching import page_of
from .contents import Contents, Entry
from .findings import LEVELS, level_address, level_title
from .frame import address, badge, broken, frame, link, marks, source_address
from .html import Content, Html, el
from .notions import letters, says


def index_page(contents: Contents) -> str:
    """What this is, what was found, and a table of sources."""
    entries = list(contents.entries.values())
    forms = sum(len(entry.result.forms) for entry in entries)
    lines = sum(len(form.steps) for entry in entries for form in entry.statement.forms)
    refuted = sum(form.verdict.status == REFUTED for entry in entries for form in entry.printed)
    findings = sum(len(entry.findings) for entry in entries)
    rows = [
        el(
            "tr",
            el("th", el("a", source, href=source_address(source)), scope="row"),
            el("td", contents.work(source)),
            el("td", str(len(of_it))),
            el("td", _sound(contents, source)),
            el("td", str(sum(len(e.findings) for e in of_it))),
        )
        for source, of_it in contents.sources.items()
    ]
    body: list[Content] = [
        el("h1", "Differentially private learning, checked"),
        el(
            "p",
            "Statements about differentially private learning, as their sources print them, each with "
            "its hypotheses, its proof line by line, and how it stands: proved, or refuted in a world where "
            "both sides can be evaluated.",
        ),
        el(
            "ul",
            [
                el("li", el("strong", str(count)), f" {words}")
                for count, words in (
                    (len(entries), "statements"),
                    (forms, "forms: as printed, corrected, sharp"),
                    (lines, "lines of proofs, each checked by itself"),
                    (refuted, "printed forms that are false"),
                    (findings, "findings in all"),
                )
            ],
            class_="figures",
        ),
        el(
            "p",
            badge("wrong", f"{len(contents.problems)} errors in the files"),
            " ",
            el("a", "what they are", href="problems.html"),
        )
        if contents.problems
        else None,
        el(
            "div",
            el(
                "table",
                el(
                    "tr",
                    [
                        el("th", word, scope="col")
                        for word in ("source", "work", "statements", "sound as printed", "findings")
                    ],
                ),
                rows,
            ),
            class_="wide",
        ),
        el("h2", "How to read the marks"),
        el(
            "p",
            "Each statement has two marks. The first says how the statement stands: ",
            badge("proved", "proved"),
            " ",
            badge("refuted", "refuted"),
            " ",
            badge("unknown", "unknown"),
            " ",
            badge("cited", "cited"),
            " ",
            badge("defined", "defined"),
            ". The second says how its printed proof stands: ",
            badge("proof-sound", "sound"),
            " ",
            badge("proof-broken", "broken"),
            " ",
            badge("proof-none", "none"),
            ". A false step makes a proof broken, and not its conclusion false.",
        ),
    ]
    return frame(contents, "index.html", "dptheory: differentially private learning, checked", body)


def _sound(contents: Contents, source: str) -> str:
    """How many of the statements that are printed elsewhere are sound, of how many; nothing where none is."""
    printed = contents.of_work(source)
    if printed and all(form.verdict.status == CITED for entry in printed for form in entry.printed):
        return "cited"
    return f"{sum(entry.sound is not None for entry in printed)} of {len(printed)}" if printed else "–"


def _counted(contents: Contents, source: str) -> str:
    """What is there of a source, in a sentence or two."""
    printed, added = contents.of_work(source), len(contents.sources[source]) - len(contents.of_work(source))
    sound = sum(entry.sound is not None for entry in printed)
    held = sum(entry.part is not None for entry in printed)
    false = sum(entry.standing == REFUTED for entry in printed)
    parts = []
    if printed:
        parts.append(f"{len(printed)} of its statements were checked: {sound} hold as printed, with a "
                     f"sound proof; of {held} a part was encoded, which holds; {false} fail, in one reading "
                     "at least.")  # fmt: skip
    if added:
        parts.append(f"{added} are added by this library, on the way to them or sharper.")
    return " ".join(parts)


def source_page(contents: Contents, source: str) -> str:
    """One source: counts, and statements with their marks, those that it prints before those on the way."""
    entries = contents.sources[source]
    levels = Counter(one.severity for entry in entries for one in entry.findings)
    counted = [
        el("li", el("a", f"{level_title(level)}: {levels[level.value]}", href=f"../{level_address(level)}"))
        for level in LEVELS
        if levels[level.value]
    ]
    own = [entry for entry in entries if entry.statement.source.is_own]
    body: list[Content] = [
        el("h1", f"{source}: {contents.work(source)}" if contents.work(source) else source),
        el(
            "p",
            _counted(contents, source),
            " ",
            el("a", "Graph of this source", href=f"../graph/{source}.html"),
        ),
        [el("h2", "Findings"), el("ul", counted)] if counted else None,
        _statements("Statements", contents.of_work(source)),
        _statements("Added by this library", own),
    ]
    return frame(contents, source_address(source), source, body)


def _statements(title: str, entries: list[Entry]) -> Content:
    """A table of statements with their marks; nothing where there are none."""
    rows = [
        el(
            "tr",
            el(
                "th", el("a", broken(entry.id.partition(".")[2]), href=f"../{address(entry.id)}"), scope="row"
            ),
            el("td", entry.result.title),
            el("td", marks(entry)),
        )
        for entry in entries
    ]
    head = el("tr", [el("th", word, scope="col") for word in ("statement", "title", "marks")])
    table = el("div", el("table", head, rows, class_="listed"), class_="wide")
    return [el("h2", title), table] if rows else None


def search_page(contents: Contents) -> str:
    """All statements as a list, which the script narrows while one types."""
    groups = [
        el("section", el("h2", source), el("ul", [_item(entry) for entry in entries]))
        for source, entries in contents.sources.items()
    ]
    groups.append(
        el(
            "section",
            el("h2", "Definitions"),
            el("ul", [_notion(contents, name) for name in contents.speaking_of]),
        )
    )
    groups.append(el("section", el("h2", "Symbols"), el("ul", [_symbol(one) for one in letters()])))
    body: list[Content] = [
        el("h1", "Search"),
        el(
            "search",
            el(
                "label",
                "Words of statements, their sources and quotes, of definitions and of symbols ",
                el("input", type="search", id="query", autocomplete="off"),
            ),
        ),
        el(
            "p",
            "All statements, definitions and symbols are listed below; with a script the list follows "
            "what is typed.",
            id="hits",
            aria_live="polite",
        ),
        el("div", groups, id="everything"),
    ]
    return frame(contents, "search.html", "Search", body, scripts=("search-index.js", "search.js"))


def _item(entry: Entry) -> Html:
    return el("li", el("a", entry.id, href=address(entry.id)), f": {entry.result.title}", data_id=entry.id)


def _notion(contents: Contents, name: str) -> Html:
    words = says(contents, name)
    shown = [el("a", name, href=f"definitions.html#{name}"), f": {words}" if words else None]
    return el("li", shown, data_id=f"definition {name}")


def _symbol(one: Symbol) -> Html:
    shown = [el("a", one.unicode, href=f"definitions.html#symbol-{one.name}"), f": {one.meaning}"]
    return el("li", shown, data_id=f"symbol {one.name}")


def search_index(contents: Contents) -> str:
    """What is searched in, as a script that sets one value: a page that was opened as a file may load it."""
    rows = [[entry.id, _searched(contents, entry)] for entry in contents.entries.values()]
    rows += [[f"definition {name}", f"{name} {says(contents, name)}"] for name in contents.speaking_of]
    rows += [[f"symbol {one.name}", f"{one.name} {one.unicode} {one.meaning}"] for one in letters()]
    listed = [[name, text.replace("_", " ").lower()] for name, text in rows]
    return "window.DPTHEORY_INDEX = " + json.dumps(listed, ensure_ascii=False, separators=(",", ":")) + ";\n"


def _searched(contents: Contents, entry: Entry) -> str:
    """The words of a statement, and of the definitions that it speaks of."""
    page = page_of(entry.statement, contents.words.says)
    return " ".join([page.id, entry.result.title, page.quote, *entry.statement.remarks, *page.notions])


def problems_page(contents: Contents) -> str:
    """What is wrong with the files that were given."""
    rows = [
        el(
            "article",
            el("h2", problem.place),
            el("p", problem.message),
            el("pre", el("code", problem.line)) if problem.line else None,
            el("ul", [el("li", reason) for reason in problem.more], class_="problem-more")
            if problem.more
            else None,
            el("p", "The page of ", link(contents, problem.about, ""), ".")
            if problem.about in contents.entries
            else None,
            class_="finding",
        )
        for problem in contents.problems
    ]
    body = [
        el("h1", "Errors in the files"),
        el(
            "p",
            "What stands here could not be read, or was not proved; everything "
            "else of the files is on this site.",
        ),
        rows,
    ]
    return frame(contents, "problems.html", "Errors in the files", body)
