"""The styles in which formulas are written, and how lines of answers are laid out."""

from __future__ import annotations

from typing import Final

ASCII: Final = "ascii"
UNICODE: Final = "unicode"
LATEX: Final = "latex"
MARKDOWN: Final = "markdown"
MATHML: Final = "mathml"
PAGES: Final = (UNICODE, ASCII, LATEX, MARKDOWN)
"""Those in which whole pages are written."""
LABEL: Final = 12
"""Columns of the labels at the left."""
WIDTH: Final = 128
"""Columns of a page where there is room for them."""


def labelled(label: str, text: str) -> str:
    """A line with its label at the left.

    >>> labelled("verdict", "proved")
    'verdict     proved'
    """
    return f"{label:<{LABEL}}{text}".rstrip()
