"""The symbols and definitions that a statement speaks of, in words and in formulas."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from ...notation import SYMBOLS, Symbol, symbol
from ..formulas import write as write_formula
from ..mathml import in_text
from ..mathml_rows import identifier
from ..styles import MATHML
from .contents import Contents, Entry, spoken
from .frame import frame, link
from .html import Content, Html, el, join

_SLOT = re.compile(r"\{(\w+)\}")


def notions(contents: Contents, entry: Entry) -> Html | None:
    """The words and symbols of a statement; pages show them where the pointer or the focus rests on one."""
    names, used = spoken(entry.statement, contents.words.definitions)
    rows: list[Content] = []
    for name in names:
        known = symbol(name)
        if known.meaning:
            domain = _lettered(known.domain, [name]).replace(">=", "≥").replace("<=", "≤")
            unit = ", ".join(filter(None, (domain, f"in {known.unit}" if known.unit else "")))
            rows.append(
                el(
                    "div",
                    el("dt", Html(in_text(identifier(name)))),
                    el("dd", known.meaning, f" ({unit})" if unit else None),
                    data_symbol=known.unicode,
                )
            )
    for name in used:
        formula = el("a", name, href=f"../definitions.html#{name}")
        rows.append(el("div", el("dt", formula), el("dd", says(contents, name)), data_notion=name))
    if not rows:
        return None
    return el("section", el("h2", "Symbols and definitions"), el("dl", rows, class_="notions"), id="notions")


def bodies(contents: Contents) -> str:
    """What every definition is as a formula, once for all pages, as a script that sets one value: a page that
    was opened as a file may load it. Without it the names on a page lead to the same formulas."""
    made = {name: _body(contents, name) for name in contents.speaking_of}
    return "window.DPTHEORY_NOTIONS = " + json.dumps(made, ensure_ascii=False, separators=(",", ":")) + ";\n"


def says(contents: Contents, name: str) -> str:
    """A definition in words, with its parameters by their letters."""
    text = contents.words.says.get(name, "")
    if _SLOT.search(text):
        return _SLOT.sub(lambda match: symbol(match[1]).unicode, text)
    definition = contents.words.definitions.get(name)
    return _lettered(text, [] if definition is None else [given for given, _ in definition.parameters])


def _lettered(text: str, names: Iterable[str]) -> str:
    """A text with names of the grammar as their letters."""
    listed = "|".join(map(re.escape, names))
    made = rf"(?<![\w'])({listed})(?![\w'])"
    return re.sub(made, lambda match: symbol(match[1]).unicode, text) if listed else text


def _body(contents: Contents, name: str) -> Html:
    definition = contents.words.definitions[name]
    made = Html(write_formula(definition.body, MATHML, contents.words))
    given = ", ".join(f"{parameter}: {sort}" for parameter, sort in definition.parameters)
    return el("div", el("code", f"{name}({given})" if given else name), " := ", made, class_="body")


def letters() -> list[Symbol]:
    """The symbols that mean the same wherever nothing else is said."""
    return [one for one in SYMBOLS if one.meaning]


def by_source(names: Iterable[str]) -> dict[str, list[str]]:
    """Names of statements by what stands before the first dot.

    >>> by_source(["a.x", "b.y", "a.z.w"])
    {'a': ['a.x', 'a.z.w'], 'b': ['b.y']}
    """
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(name.partition(".")[0], []).append(name)
    return found


def _listed(contents: Contents, names: Iterable[str]) -> Html:
    return join(", ", [link(contents, name, "", name.partition(".")[2]) for name in names])


def definitions_page(contents: Contents) -> str:
    """Every definition that a statement of the site uses and where it is used, and the symbols."""
    rows = [
        el(
            "section",
            el("h2", name),
            el("p", says(contents, name)) if says(contents, name) else None,
            _body(contents, name),
            el(
                "details",
                el("summary", f"used by {len(users)}"),
                [
                    el("p", source, ": ", _listed(contents, there))
                    for source, there in by_source(users).items()
                ],
            ),
            id=name,
        )
        for name, users in contents.speaking_of.items()
    ]
    symbols = [
        el(
            "div",
            el("dt", Html(in_text(identifier(one.name)))),
            el("dd", one.meaning),
            id=f"symbol-{one.name}",
        )
        for one in letters()
    ]
    body = [
        el("h1", "Definitions"),
        el(
            "p",
            "Properties are definitions: what stands here is what was checked. ",
            el("a", "Symbols", href="#symbols"),
        ),
        rows,
        el("h2", "Symbols", id="symbols"),
        el("p", "What a letter stands for where a statement says nothing else."),
        el("dl", symbols, class_="notions"),
    ]
    return frame(contents, "definitions.html", "Definitions", body)
