"""A Pygments lexer for texts of statements (``thm``), used by the documentation."""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer, bygroups
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text, Whitespace

from .colours import (
    BEGINNING,
    BUILT,
    CONNECTED,
    HEADS,
    LABEL,
    NUMBER,
    OPERATORS,
    REASON,
    SENTENCES,
    SORTS,
    WITHIN,
)


class StatementLexer(RegexLexer):  # type: ignore[misc]
    """Colours of definitions, statements and proofs.

    >>> from pygments.token import Name
    >>> text = "statement a.b\\n  form printed\\n    claim 0 <= 1\\n    proof\\n      1: 0 <= 1 by calc\\n"
    >>> [said for kind, said in StatementLexer().get_tokens(text) if kind in Name]
    ['a.b', 'printed', '1', 'calc']
    """

    name = "dptheory statements"
    aliases: ClassVar[list[str]] = ["thm"]
    filenames: ClassVar[list[str]] = ["*.thm"]
    tokens: ClassVar[dict[str, object]] = {
        "root": [
            (r"^[ ]*#.*$", Comment.Single),
            (rf"^({HEADS})([ ]+)([\w.-]+)", bygroups(Keyword.Declaration, Whitespace, Name.Class)),
            (rf"^([ ]+)({SENTENCES})\b(.*)$", bygroups(Whitespace, Keyword, String)),
            (rf"^([ ]+)({BEGINNING})([ ]+)({LABEL})(:)(?=[ ])",
             bygroups(Whitespace, Keyword, Whitespace, Name.Label, Punctuation)),
            (rf"^([ ]+)({BEGINNING})\b", bygroups(Whitespace, Keyword)),
            (rf"^([ ]+)({LABEL})(:)(?=[ ])", bygroups(Whitespace, Name.Label, Punctuation)),
            (rf"\b(by)([ ]+)({REASON})", bygroups(Keyword, Whitespace, Name.Function)),
            (rf"\b{WITHIN}\b", Keyword),
            (rf"\b{CONNECTED}\b", Operator.Word),
            (rf"\b{SORTS}\b", Keyword.Type),
            (rf"\b{BUILT}\b(?=[\[(])", Name.Builtin),
            (NUMBER, Number),
            (OPERATORS, Operator),
            (r"[A-Za-z_][\w.']*", Name),
            (r"[^\w\s]", Punctuation),
            (r"\n|[ ]+", Whitespace),
            (r".", Text),
        ]
    }  # fmt: skip
