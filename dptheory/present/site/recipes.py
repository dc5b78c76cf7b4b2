"""The recipes of the documentation, a page of the site."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ..recipes import recipes, title
from .html import Content, Html, el

if TYPE_CHECKING:
    from .contents import Contents

PATH: Final = "recipes.html"
_ELSEWHERE: Final = re.compile(r'<a href="\.\./[^"]*">(.*?)</a>')
"""A link to a page that is not on the site."""


def recipes_page(contents: Contents) -> str:
    """What to type for a job, one after the other."""
    from markdown_it import MarkdownIt

    from .frame import frame

    write, links, body = MarkdownIt("commonmark").render, list[Content](), list[Content]()
    for name, text in recipes().items():
        links.append(el("li", el("a", title(text), href=f"#{name}")))
        made = Html(_ELSEWHERE.sub(r"\1", write(text.partition("\n")[2])))
        body.append(el("section", el("h2", title(text)), made, id=name))
    return frame(contents, PATH, "Recipes", [el("h1", "Recipes"), el("ul", links), body])
