"""``show ID``: the statement, its hypotheses, its derivation and its verdicts."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ..present.styles import ASCII, LATEX, MARKDOWN, UNICODE
from .known import Answers, mark, words
from .list import print_statements
from .output import answer, answer_json, style

if TYPE_CHECKING:
    from ..present.page import Page


def run(args: argparse.Namespace) -> int:
    """Print one statement; of a source, the list of its statements."""
    answers = Answers(args.proofs, fresh=args.fresh)
    if answers.is_source(args.id):
        return print_statements(answers, answers.select([args.id]), args)
    plain = args.format == "text" and style(args) == UNICODE and not (args.json or args.unfold)
    shown = answers.shown(args.id) if plain else None
    if shown is not None:
        answer(shown)
        answer(mark(answers.known([args.id])))
        return answers.status
    return _anew(answers, args)


def _anew(answers: Answers, args: argparse.Namespace) -> int:
    """Print the statement as it is read now, with what is recorded of it or found now."""
    from ..present.json_records import statement_json
    from ..present.page import Writing, page

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
    from ..present.markdown import markdown
    from ..present.terminal import text
    from ..present.tex import tex

    if written == LATEX:
        return tex(shown)
    return markdown(shown) if written == MARKDOWN else text(shown, ascii_only=written == ASCII)
