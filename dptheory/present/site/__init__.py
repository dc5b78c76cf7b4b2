"""The library as a folder of pages: no server, none needs a script to be read, nothing is fetched; the same
contents give the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from importlib.resources import files as resources
from typing import Final
from urllib.parse import unquote

from ..recipes import recipes, title
from .contents import Contents, Entry, Problem
from .drawing import graph_page
from .findings import errata_page, sound_page
from .frame import address, frame, source_address
from .html import Content, Html, el
from .lists import index_page, problems_page, search_index, search_page, source_page
from .notions import bodies, definitions_page
from .statement import statement_page
from .trusted import trusted_page

__all__ = ["Contents", "Entry", "Problem", "files"]

ASSETS: Final = ("style.css", "site.js", "search.js", "calculator.js", "graph.js")
RECIPES: Final = "recipes.html"
_ELSEWHERE: Final = re.compile(r'<a href="\.\./[^"]*">(.*?)</a>')
"""A link to a page that is not on the site."""


def files(contents: Contents, tell: Callable[[str], None] = lambda name: None) -> dict[str, bytes]:
    """The files of the site; `tell` is told what is being written."""
    pages = {
        "index.html": index_page(contents),
        "sound.html": sound_page(contents),
        "definitions.html": definitions_page(contents),
        "trusted.html": trusted_page(contents),
        "search.html": search_page(contents),
        RECIPES: _recipes_page(contents),
        "search-index.js": search_index(contents),
        "notions.js": bodies(contents),
        **graph_page(contents),
        **errata_page(contents),
    }
    if contents.problems:
        pages["problems.html"] = problems_page(contents)
    for source in contents.sources:
        pages[unquote(source_address(source))] = source_page(contents, source)
    for entry in contents.entries.values():
        tell(entry.id)
        pages[unquote(address(entry.id))] = statement_page(contents, entry)
    for name in ASSETS:
        pages[name] = (resources(__package__) / "assets" / name).read_text(encoding="utf-8")
    return {path: text.encode() for path, text in sorted(pages.items())}


def _recipes_page(contents: Contents) -> str:
    """What to type for a job, one after the other."""
    from markdown_it import MarkdownIt

    write, links, body = MarkdownIt("commonmark").render, list[Content](), list[Content]()
    for name, text in recipes().items():
        links.append(el("li", el("a", title(text), href=f"#{name}")))
        made = Html(_ELSEWHERE.sub(r"\1", write(text.partition("\n")[2])))
        body.append(el("section", el("h2", title(text)), made, id=name))
    return frame(contents, RECIPES, "Recipes", [el("h1", "Recipes"), el("ul", links), body])
