"""HTML from Python values: every plain text is escaped, only what is marked as HTML is not."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final

VOID: Final = frozenset({"meta", "link", "br", "hr", "input", "wbr", "img"})


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


Content = str | Html | Iterable["Content"] | None


def flat(content: Content) -> str:
    """The HTML of contents: plain text is escaped, lists are joined, None is nothing.

    >>> flat(["a < b ", Html("<b>c</b>"), None])
    'a &lt; b <b>c</b>'
    """
    if content is None:
        return ""
    if isinstance(content, Html):
        return str(content)
    if isinstance(content, str):
        return escape(content, quote=False)
    return "".join(map(flat, content))


def el(name_: str, /, *content: Content, **attributes: str | bool | None) -> Html:
    """An element; an attribute's trailing underscore is dropped and other underscores become hyphens.

    >>> el("a", "x < y", href="p.html", class_="k", hidden=True, title=None)
    '<a href="p.html" class="k" hidden>x &lt; y</a>'
    """
    made = [f"<{name_}"]
    for key, value in attributes.items():
        written = key.rstrip("_").replace("_", "-")
        if value is True:
            made.append(f" {written}")
        elif value is not None and value is not False:
            made.append(f' {written}="{escape(value)}"')
    made.append(">")
    if name_ not in VOID:
        made += [flat(content), f"</{name_}>"]
    return Html("".join(made))


def join(separator: str, parts: Iterable[Content]) -> Html:
    """Contents with a plain text between them."""
    return Html(escape(separator, quote=False).join(map(flat, parts)))
