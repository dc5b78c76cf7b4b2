"""Blocks as a file that stands alone: a page for a browser, Markdown, a LaTeX document in plain ASCII."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files as resources
from typing import Final

from .blocks import Block, to_html, to_markdown, to_tex
from .tex_words import tex_words

PREAMBLE: Final = r"""\documentclass[11pt]{article}
\usepackage{amsmath}
% amsmath is all that is needed: what further packages would draw is drawn from what is there
\providecommand{\mathbb}[1]{\mathbf{#1}}
\providecommand{\mathfrak}[1]{\mathsf{#1}}
\providecommand{\varkappa}{\boldsymbol{\kappa}}
\providecommand{\checkmark}{\mathrm{ok}}
\setlength{\textwidth}{6.5in}\setlength{\oddsidemargin}{0in}\setlength{\evensidemargin}{0in}
\setlength{\textheight}{9in}\setlength{\topmargin}{-.5in}\raggedbottom
\sloppy\setlength{\emergencystretch}{6em}\setlength{\hfuzz}{1pt}
"""


def html_file(blocks: Sequence[Block], title: str) -> str:
    """One page that fetches nothing and needs no script."""
    style = (resources(__package__) / "letter.css").read_text(encoding="utf-8")
    head = (
        '<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>"
    )
    body = f"<body>\n<main>\n{to_html(blocks)}\n</main>\n</body>"
    return f'<!DOCTYPE html>\n<html lang="en">\n<head>\n{head}\n</head>\n{body}\n</html>\n'


def markdown_file(blocks: Sequence[Block], title: str) -> str:
    """Markdown with formulas between dollar signs."""
    return to_markdown(blocks) + "\n"


def tex_file(blocks: Sequence[Block], title: str) -> str:
    """A document that compiles by itself; its source is plain ASCII."""
    body = f"\\begin{{document}}\n\n{to_tex(blocks)}\n\n\\end{{document}}\n"
    return f"{PREAMBLE}\\title{{{tex_words(title)}}}\n{body}"
