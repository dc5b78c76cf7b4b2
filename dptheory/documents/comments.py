r"""What stands in a document's file and is no part of its text: comments, what is struck out, notes, what is
shown as it is typed, what follows the end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_ARGUMENT: Final = r"\{(?:[^{}\\]|\\.|\{(?:[^{}\\]|\\.|\{(?:[^{}\\]|\\.)*\})*\})*\}"
_TYPED: Final = (
    r"(?<!\\)%[^\n]*"
    r"|\\begin\{(?P<typed>comment|[vV]erbatim\*?|lstlisting|minted|filecontents\*?)\}.*?(?:\\end\{(?P=typed)\}|\Z)"
    r"|\\(?:verb\*?|lstinline)(?P<bar>[^\w\s*{\[])[^\n]*?(?P=bar)"
)
TEX: Final = (
    re.compile(_TYPED, re.DOTALL),
    re.compile(
        r"\\end\{document\}.*"
        rf"|\\(?:sout|xout|st|todo|marginpar|fixme)\*?(?:\[[^\]]{{0,300}}\])?{_ARGUMENT}"
        r"|(?<=\\cite)[tp]?\*?\[[^\]]{0,300}\]",
        re.DOTALL,
    ),
)
"""In TeX: in this order, each where the ones before left something."""
_FENCED: Final = r"^(?P<fence>```+|~~~+).*?(?:^(?P=fence)[ \t]*$|\Z)"
COMMENT: Final = re.compile(rf"(?P<math>{_FENCED})|<!--.*?(?:-->|\Z)", re.DOTALL | re.MULTILINE)
"""Of Markdown and HTML, outside of code."""
STRUCK: Final = re.compile(
    r"(?P<math>\$\$[^$]{1,2000}\$\$|\$[^$\n]*\$|\\\[.{1,1000}?\\\]|\\\(.{1,300}?\\\)"
    r"|\\begin\{(?P<own>\w+\*?)\}.{1,2000}?\\end\{(?P=own)\})"
    r"|(?<!~)~~(?=[^\s~])(?:[^~\n]|\n(?!\n)|~(?!~)){1,1000}?(?<=[^\s~])~~(?!~)|<(?P<tag>del|s|strike)>.{1,1000}?</(?P=tag)>",
    re.DOTALL,
)
"""Of Markdown: what is struck out, outside of formulas, in which ~ is a blank."""
_IF: Final = re.compile(r"\\(?!iff(?![A-Za-z]))(if[A-Za-z]*|else|fi)(?![A-Za-z])")


def untaken(text: str) -> Iterator[tuple[int, int]]:
    r"""From where to where TeX skips what stands behind \iffalse.

    >>> list(untaken(r"a \iffalse b \ifx c \else d \fi e \else f \fi g \iff h"))
    [(2, 39)]
    """
    depth, start = 0, -1
    for match in _IF.finditer(text):
        word = match[1]
        if start < 0:
            start, depth = (match.start(), 1) if word == "iffalse" else (-1, 0)
        elif word.startswith("if"):
            depth += 1
        elif word == "fi":
            depth -= 1
        if start >= 0 and (depth == 0 or (depth == 1 and word == "else")):
            yield start, match.end()
            start = -1
    if start >= 0:
        yield start, len(text)
