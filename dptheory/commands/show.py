"""``show ID``: the statement, its hypotheses, its derivation and its verdicts."""

from __future__ import annotations

import argparse

from ..present.formulas import ASCII, LATEX, MARKDOWN
from ..present.json_records import statement_json
from ..present.markdown import markdown
from ..present.page import Page, Writing, page
from ..present.terminal import text
from ..present.tex import tex
from . import store
from .output import answer, answer_json, style
from .running import library_for, words
from .running import run as run_verifier


def run(args: argparse.Namespace) -> int:
    """Print one statement."""
    library, _ = library_for([])
    statement = library.get(args.id)
    known = store.recorded(store.folder(args.proofs))
    result = run_verifier(library, [statement.id], known).results[0]
    if args.json or args.format == "json":
        answer_json(statement_json(statement, result))
        return 0
    written = {"latex": LATEX, "markdown": MARKDOWN}.get(args.format, style(args))
    shown = page(statement, result, Writing(written, words(library), args.unfold))
    answer(render(shown, written), verbatim=written in (LATEX, MARKDOWN))
    return 0


def render(shown: Page, written: str) -> str:
    """The page in a style of formulas."""
    if written == LATEX:
        return tex(shown)
    return markdown(shown) if written == MARKDOWN else text(shown, ascii_only=written == ASCII)
