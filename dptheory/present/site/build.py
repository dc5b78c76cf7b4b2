"""All files of a site by their paths: the same contents give the same bytes."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files as resources
from typing import Final
from urllib.parse import unquote

from . import recipes
from .contents import Contents
from .drawing import graph_page
from .findings import errata_page, sound_page
from .frame import address, source_address
from .lists import index_page, problems_page, search_index, search_page, source_page
from .notions import bodies, definitions_page
from .statement import statement_page
from .trusted import trusted_page

ASSETS: Final = ("style.css", "site.js", "search.js", "calculator.js", "graph.js")


def files(contents: Contents, tell: Callable[[str], None] = lambda name: None) -> dict[str, bytes]:
    """The files of the site; `tell` is told what is being written."""
    pages = {
        "index.html": index_page(contents),
        "sound.html": sound_page(contents),
        "definitions.html": definitions_page(contents),
        "trusted.html": trusted_page(contents),
        "search.html": search_page(contents),
        recipes.PATH: recipes.recipes_page(contents),
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
