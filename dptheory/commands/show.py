"""``show ID|FILE``: the statement, its hypotheses, its derivation and its verdicts."""

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
    """Print one statement, or those of a file; of a source, the list of its statements."""
    answers, names = Answers.about(args, args.id)
    if answers.is_source(args.id):
        return print_statements(answers, names, args)
    shown = [answers.one(name) for name in names]
    if args.json or args.format == "json":
        data = [
            statement_json(library.get(known.result.id), known.result) | {"recorded": known.recorded}
            for library, known in shown
        ]
        answer_json(data[0] if len(data) == 1 else {"statements": data})
        return answers.status
    written = {"latex": LATEX, "markdown": MARKDOWN}.get(args.format, style(args))
    for library, known in shown:
        writing = Writing(written, words(library), args.unfold, times=not known.recorded)
        made = page(library.get(known.result.id), known.result, writing)
        answer(render(made, written), verbatim=written in (LATEX, MARKDOWN))
    if args.format == "text":
        answer(mark([known for _, known in shown]))
    return answers.status


def render(shown: Page, written: str) -> str:
    """The page in a style of formulas."""
    if written == LATEX:
        return tex(shown)
    return markdown(shown) if written == MARKDOWN else text(shown, ascii_only=written == ASCII)
