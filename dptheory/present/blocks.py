"""Short documents: headings, paragraphs, quotes, lists, labelled facts and tables, written as HTML, Markdown,
or LaTeX. What stands in them is plain words, formulas and code; each writer escapes its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from .latex import latex
from .mathml import mathml
from .model import Math
from .styles import ASCII, LATEX, MARKDOWN, MATHML
from .tex_lines import in_line
from .tex_words import tex_words


@dataclass(frozen=True)
class Code:
    """What is typed: shown as it is."""

    text: str


@dataclass(frozen=True)
class Strong:
    """Words that stand out."""

    text: str


@dataclass(frozen=True)
class Known:
    """A formula that was written before, in each style."""

    texts: Mapping[str, str]


Inline = str | Math | Code | Strong | Known
Text = tuple[Inline, ...]


@dataclass(frozen=True)
class Heading:
    """A heading of level 1, 2 or 3."""

    level: int
    text: Text


@dataclass(frozen=True)
class Paragraph:
    """A paragraph."""

    text: Text


@dataclass(frozen=True)
class Display:
    """A formula on a line of its own."""

    math: Math


@dataclass(frozen=True)
class Quote:
    """Somebody else's words."""

    text: Text


@dataclass(frozen=True)
class Listing:
    """A list of items, numbered where their order is to be followed."""

    items: tuple[Text, ...]
    numbered: bool = False


@dataclass(frozen=True)
class Facts:
    """Labels with what they say."""

    rows: tuple[tuple[str, Text], ...]


@dataclass(frozen=True)
class Table:
    """Rows under a head; a `long` one goes on from page to page."""

    head: tuple[str, ...]
    rows: tuple[tuple[Text, ...], ...]
    long: bool = False


@dataclass(frozen=True)
class Picture:
    """A figure as SVG, and what stands there where no figure can."""

    svg: str
    instead: str


Block = Heading | Paragraph | Display | Quote | Listing | Facts | Table | Picture


def facts(rows: Iterable[tuple[str, Inline | Text | None]]) -> Facts:
    """Labelled facts; those that say nothing are left out."""
    made = [(label, text if isinstance(text, tuple) else (text,)) for label, text in rows if text]
    return Facts(tuple(made))


def joined(between: str, parts: Iterable[Inline | Text]) -> Text:
    """Pieces with words between them."""
    pieces = [part if isinstance(part, tuple) else (part,) for part in parts]
    return tuple(piece for part in pieces for piece in (between, *part))[1:]


def to_html(blocks: Iterable[Block]) -> str:
    """Blocks as HTML.

    >>> to_html([Paragraph(("a < b, ", Code("x")))])
    '<p>a &lt; b, <code>x</code></p>'
    """
    return "\n".join(map(_html_block, blocks))


def _html_block(block: Block) -> str:
    match block:
        case Heading(level, text):
            return f"<h{level}>{html(text)}</h{level}>"
        case Paragraph(text):
            return f"<p>{html(text)}</p>"
        case Display(math):
            return f'<p style="margin-left: 2em">{mathml(math)}</p>'
        case Quote(text):
            return f"<blockquote>{html(text)}</blockquote>"
        case Listing(items, numbered):
            tag = "ol" if numbered else "ul"
            return f"<{tag}>" + "".join(f"<li>{html(item)}</li>" for item in items) + f"</{tag}>"
        case Facts(rows):
            made = [f"<dt>{escape(label)}</dt><dd>{html(text)}</dd>" for label, text in rows]
            return "<dl>" + "".join(made) + "</dl>"
        case Table(head, rows):
            top = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
            body = ["".join(f"<td>{html(cell)}</td>" for cell in row) for row in rows]
            return f"<table><tr>{top}</tr>" + "".join(f"<tr>{row}</tr>" for row in body) + "</table>"
        case Picture(svg, instead):
            return f"<figure>{svg}<figcaption>{escape(instead)}</figcaption></figure>"


def html(text: Text) -> str:
    """A run of words, formulas and code as HTML."""
    return "".join(map(_html_piece, text))


def _html_piece(piece: Inline) -> str:
    if isinstance(piece, str):
        return escape(piece, quote=False)
    if isinstance(piece, Math):
        return mathml(piece)
    if isinstance(piece, Known):
        return piece.texts.get(MATHML) or f"<code>{escape(piece.texts[ASCII], quote=False)}</code>"
    tag = "code" if isinstance(piece, Code) else "strong"
    return f"<{tag}>{escape(piece.text, quote=False)}</{tag}>"


_MARKED: Final = re.compile(r"([\\`*_<$|])")


def to_markdown(blocks: Iterable[Block]) -> str:
    """Blocks as Markdown, with formulas between dollar signs.

    >>> print(to_markdown([Heading(2, ("a_b",)), Listing(((Code("x"),),))]))
    ## a\\_b
    <BLANKLINE>
    - `x`
    """
    return "\n\n".join(map(_markdown_block, blocks))


def _markdown_block(block: Block) -> str:
    match block:
        case Heading(level, text):
            return f"{'#' * level} {markdown(text)}"
        case Paragraph(text):
            return markdown(text)
        case Display(math):
            return f"$$\n{latex(math)}\n$$"
        case Quote(text):
            return f"> {markdown(text)}"
        case Listing(items, numbered):
            return "\n".join(f"{f'{k}.' if numbered else '-'} {markdown(t)}" for k, t in enumerate(items, 1))
        case Facts(rows):
            return "\n".join(f"- {f'**{label}** ' if label else ''}{markdown(text)}" for label, text in rows)
        case Table(head, rows):
            lines = [head, ["---"] * len(head), *(tuple(map(_cell, row)) for row in rows)]
            return "\n".join(f"| {' | '.join(line)} |" for line in lines)
        case Picture(_, instead):
            return f"*{_marked(instead)}*"


def _marked(text: str) -> str:
    return _MARKED.sub(r"\\\1", text)


def _cell(text: Text) -> str:
    return markdown(text).replace("|", r"\|")


def markdown(text: Text) -> str:
    """A run of words, formulas and code as Markdown."""
    return "".join(map(_markdown_piece, text))


def _markdown_piece(piece: Inline) -> str:
    if isinstance(piece, str):
        return _marked(piece)
    if isinstance(piece, Math):
        return f"${latex(piece)}$"
    if isinstance(piece, Known):
        known = piece.texts
        return known.get(MARKDOWN) or (f"${known[LATEX]}$" if LATEX in known else f"`{known[ASCII]}`")
    return f"`{piece.text}`" if isinstance(piece, Code) else f"**{piece.text}**"


_NARROW: Final = 40
"""Cells of a table's last column with more characters go on in a second line."""
_SECTIONS: Final = {1: "section*", 2: "subsection*", 3: "paragraph*"}


def to_tex(blocks: Iterable[Block]) -> str:
    r"""Blocks as LaTeX in plain ASCII, which needs no package but amsmath.

    >>> print(to_tex([Paragraph(("at most ", Strong("5 %")))]))
    at most \textbf{5 \%}
    """
    return "\n\n".join(map(_tex_block, blocks))


def _tex_block(block: Block) -> str:
    match block:
        case Heading(level, text):
            return rf"\{_SECTIONS[level]}{{{tex(text)}}}"
        case Paragraph(text):
            return tex(text)
        case Display(math):
            return f"\\[\n{latex(math)}\n\\]"
        case Quote(text):
            return rf"\begin{{quote}}{tex(text)}\end{{quote}}"
        case Listing(items, numbered):
            kind = "enumerate" if numbered else "itemize"
            head = rf"\begin{{{kind}}}\setlength{{\itemsep}}{{0pt}}"
            return "\n".join([head, *(rf"\item {tex(i)}" for i in items), rf"\end{{{kind}}}"])
        case Facts(rows):
            lines = [rf"\item[{tex_words(label)}] {tex(text)}" for label, text in rows]
            return "\n".join([r"\begin{description}", *lines, r"\end{description}"])
        case Table(head, rows, long):
            made = [[tex_words(cell) for cell in head], *([tex(c) for c in row] for row in rows)]
            return _tabular(made, "longtable" if long else "tabular")
        case Picture(_, instead):
            return rf"\emph{{{tex_words(instead)}}}"


def _tabular(lines: Sequence[Sequence[str]], kind: str) -> str:
    head, *rows = [" & ".join(line) + r" \\" for line in lines]
    columns = "l" * (len(lines[0]) - 1) + (r"p{.5\linewidth}" if _is_wide(lines) else "l")
    return "\n".join([rf"\begin{{{kind}}}{{{columns}}}", head, r"\hline", *rows, rf"\end{{{kind}}}"])


def _is_wide(lines: Sequence[Sequence[str]]) -> bool:
    """Whether the last column of a table has sentences."""
    return any(len(line[-1]) > _NARROW for line in lines)


def tex(text: Text) -> str:
    """A run of words, formulas and code as LaTeX."""
    return "".join(map(_tex_piece, text))


def _tex_piece(piece: Inline) -> str:
    if isinstance(piece, str):
        return tex_words(piece)
    if isinstance(piece, Math):
        return in_line(latex(piece))
    if isinstance(piece, Known):
        known = piece.texts
        return in_line(known[LATEX]) if LATEX in known else rf"\texttt{{{_typed(known[ASCII])}}}"
    if isinstance(piece, Code):
        return rf"\texttt{{{_typed(piece.text)}}}"
    return rf"\textbf{{{tex_words(piece.text)}}}"


def _typed(text: str) -> str:
    """Typed text keeps its letters; exponents and indices are none."""
    return "".join(tex_words(character) for character in text)
