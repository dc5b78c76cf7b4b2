"""``show ID``: the statement, its hypotheses, its derivation and its verdicts."""

from __future__ import annotations

import argparse

from ..present.formulas import ASCII, LATEX, MARKDOWN
from ..present.json_records import statement_json
from ..present.markdown import markdown
from ..present.page import Page, Writing, page
from ..present.terminal import text
from ..present.tex import tex
from .known import Answers, mark, words
from .list import print_statements
from .output import answer, answer_json, style


def run(args: argparse.Namespace) -> int:
    """Print one statement; of a source, the list of its statements."""
    answers = Answers(args.proofs, fresh=args.fresh)
    if answers.is_source(args.id):
        return print_statements(answers, answers.select([args.id]), args)
    library, known = answers.one(args.id)
    statement = library.get(known.result.id)
    if args.json or args.format == "json":
        answer_json(statement_json(statement, known.result) | {"recorded": known.recorded})
        return answers.status
    written = {"latex": LATEX, "markdown": MARKDOWN}.get(args.format, style(args))
    writing = Writing(written, words(library), args.unfold, times=not known.recorded)
    shown = render(page(statement, known.result, writing), written)
    answer(shown, verbatim=written in (LATEX, MARKDOWN))
    if args.format == "text":
        answer(mark([known]))
    return answers.status


def render(shown: Page, written: str) -> str:
    """The page in a style of formulas."""
    if written == LATEX:
        return tex(shown)
    return markdown(shown) if written == MARKDOWN else text(shown, ascii_only=written == ASCII)
