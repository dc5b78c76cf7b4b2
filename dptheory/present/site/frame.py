"""What every page has: head, navigation, a heading, and the marks of verdicts."""

from __future__ import annotations

import re
from html import escape
from typing import Final
from urllib.parse import quote

from ...kernel import Verdict
from ...theory.results import BROKEN, SOUND
from ..page import verdict_words
from .contents import Contents, Entry
from .html import Content, Html, el, flat

PAGES: Final = (
    ("index.html", "Sources"),
    ("recipes.html", "Recipes"),
    ("graph.html", "Graph"),
    ("errata.html", "Errata"),
    ("sound.html", "Sound"),
    ("definitions.html", "Definitions"),
    ("trusted.html", "What is trusted"),
    ("search.html", "Search"),
)
IMPLIED: Final = re.compile("</(?:li|dt|dd|tr|th|td|option)>")
"""Ends of elements that HTML knows without them, from what comes next."""
LONG: Final = 34
"""Letters from which on a name may be broken."""
PROOF_WORDS: Final = {SOUND: "sound", BROKEN: "broken", "none": "none"}


def address(entry: str) -> str:
    """The page of a statement, from the site's root."""
    return f"statement/{quote(entry)}.html"


def source_address(source: str) -> str:
    """The page of a source, from the site's root."""
    return f"source/{quote(source)}.html"


def frame(contents: Contents, path: str, title: str, body: Content, *, scripts: tuple[str, ...] = ()) -> str:
    """A whole page: `path` is where it lies below the site's root."""
    up = "../" * path.count("/")
    pages = PAGES + ((("problems.html", "Errors in the files"),) if contents.problems else ())
    links = [el("a", words, href=up + to, aria_current="page" if to == path else None) for to, words in pages]
    head = [
        el("meta", charset="utf-8"),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("title", title if path == "index.html" else f"{title} · dptheory"),
        el("link", rel="icon", href="data:,"),
        el("link", rel="stylesheet", href=f"{up}style.css"),
        [el("script", src=f"{up}{name}", defer=True) for name in (*scripts, "site.js")],
    ]
    made = el(
        "html",
        el("head", head),
        "\n",
        el(
            "body",
            el("a", "to the text", href="#text", class_="skip"),
            "\n",
            el(
                "header",
                el("a", "dptheory", href=f"{up}index.html", class_="brand"),
                el("nav", links, aria_label="Pages of this site"),
            ),
            "\n",
            el("main", body, id="text"),
            "\n",
            el(
                "footer",
                "Every verdict on this site was reached by a small kernel that checks certificates; ",
                el("a", "what is trusted", href=f"{up}trusted.html"),
                ".",
            ),
        ),
        lang="en",
    )
    # thousands of links lead from a statement to another: they are short
    beside = path.rpartition("/")[0]
    short = made.replace(f'href="{up}{beside}/', 'href="') if beside else made
    return f"<!DOCTYPE html>\n{IMPLIED.sub('', short)}\n"


def badge(status: str, words: str) -> Html:
    """A coloured mark that also says what it means; the style sheet puts a sign before it."""
    return el("span", words, class_=f"mark {status}")


def verdict_mark(verdict: Verdict, prefix: str = "", *, why: bool = True) -> Html:
    """The mark of a verdict, and its reason where that is wanted."""
    reason = verdict_words(verdict).removeprefix(verdict.status) if why else ""
    made = badge(verdict.status, prefix + verdict.status)
    return Html(made + flat(el("span", reason, class_="small") if reason else None))


def marks(entry: Entry) -> Html:
    """The two marks of a statement: what it says, and its proof."""
    status, proof = entry.standing, entry.proof
    return el(
        "span",
        badge(status, f"statement {status}"),
        " ",
        badge(f"proof-{proof}", f"proof {PROOF_WORDS[proof]}"),
        class_="marks",
    )


def broken(name: str) -> Html:
    """A name that a line may end in, after a dot or a colon, if it is long."""
    if len(name) < LONG:
        return Html(escape(name))
    return Html(escape(name).replace(".", ".<wbr>").replace(":", ":<wbr>"))


def link(contents: Contents, name: str, up: str, words: Content = None) -> Html:
    """A link to a statement, or to a form of one, where the site has it; else its name."""
    statement, _, form = name.partition(":")
    shown = broken(name) if words is None else words
    if statement not in contents.entries:
        return el("code", shown)
    to = up + address(statement) + (f"#{quote(form)}" if form else "")
    return el("a", shown, href=to)


def reasons(contents: Contents, reason: str, up: str) -> Content:
    """The reason of a line, with links to what it cites."""
    cited, colon, by = reason.rpartition(": ")
    known = by.partition(":")[0] in contents.entries
    return [cited + colon, link(contents, by, up)] if known else reason
