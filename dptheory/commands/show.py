"""``show ID|FILE``: the statement, its hypotheses, its derivation and its verdicts."""

from __future__ import annotations

import argparse
from typing import Any

from ..errors import BadInput
from ..present.styles import ASCII, LATEX, MARKDOWN, WIDTH
from ..theory.blocks import is_path
from .answers import Answers, Seen
from .coq import marked
from .known import mark
from .list import print_statements
from .output import answer, answer_json, columns, note, progress, style


def run(args: argparse.Namespace) -> int:
    """Print one statement, one form of it, or those of a file; of a source, the list of its statements."""
    form = ""
    if not is_path(args.id):
        args.id, _, form = args.id.partition(":")
    answers, names = Answers.about(args, args.id)
    if answers.is_source(args.id):
        return print_statements(answers, names, args)
    if args.theorem or args.form is not None:
        return _theorems(answers, names, args)
    if args.json or args.format == "json":
        return _records(answers, names, form)
    written = {"latex": LATEX, "markdown": MARKDOWN}.get(args.format, style(args))
    file = args.id if is_path(args.id) else ""
    asked = {"style": written, "form": form, "whole": args.all or bool(file), "unfold": args.unfold}
    asked |= {"file": file, "width": min(columns(), WIDTH)}
    with progress("reading"):
        known = [_page(answers, name, asked) for name in names]
    for text, _ in known:
        answer(text, verbatim=written in (LATEX, MARKDOWN))
    if args.format == "text":
        answer(_marks(answers, names, [recorded for _, recorded in known]))
    return answers.status


def _page(answers: Answers, name: str, asked: dict[str, Any]) -> tuple[str, bool]:
    """The page of a statement, and whether it is what is recorded of it."""
    shown = answers.shown(name, **asked)
    if shown is not None:
        return shown, True
    from .recording import Asked, page_text

    one = answers.one(name)
    claims, fresh = answers.claims_checked_by_coq(name), not one.recorded
    text = page_text(one.library, one.result, answers.place, Asked(**asked), claims, times=fresh)
    return text, one.recorded


def _theorems(answers: Answers, names: list[str], args: argparse.Namespace) -> int:
    """Print the kernel's own theorems; 1 where one is not what its verdict is about."""
    from ..kernel.logic import theorem_text

    if args.unfold or not args.theorem:
        raise BadInput("--form or --unfold", "--theorem alone or with --form", f"show {args.id} --theorem")
    made = list[dict[str, str]]()
    for one in map(answers.one, names):
        forms = {form.name: form.theorem for form in one.library.get(one.result.id).forms}
        for result in one.result.forms:
            if args.form not in (None, result.name, result.name.partition(":")[2]):
                continue
            status = result.verdict.status
            text = theorem_text(forms[result.name], one.library.definitions, result.cites)
            made.append({"form": result.name, "theorem": text, "hash": result.hash, "verdict": status})
            note(f"{result.name} is {status}: {result.verdict.reason}")
            if text.split()[-1] != result.hash:
                note(f"wrong: the verdict on {result.name} is not about its text")
                answers.status = 1
    if not made:
        raise BadInput(f"--form {args.form}", "a form that is there", f"show {args.id} --theorem")
    if args.json or args.format == "json":
        answer_json({"theorems": made})
    else:
        answer("\n".join(one["theorem"] for one in made), verbatim=True)
    return answers.status


def _records(answers: Answers, names: list[str], form: str) -> int:
    """Print statements as JSON; of a form its own part alone."""
    data = []
    for one in map(answers.one, names):
        made = _json(one, form) | {"recorded": one.recorded}
        claims = answers.claims_checked_by_coq(one.result.id)
        data.append(marked(made, one.library.get(one.result.id), one.library.definitions, claims))
    answer_json(data[0] if len(data) == 1 else {"statements": data})
    return answers.status


def _json(seen: Seen, form: str) -> dict[str, Any]:
    """A statement as JSON; of a form its own part alone."""
    from ..present.first import of_form
    from ..present.from_logic import Words
    from ..present.json_records import statement_json
    from ..present.page import Writing, page

    statement = seen.library.get(seen.result.id)
    made: dict[str, Any] = statement_json(statement, seen.result)
    if not form:
        return made
    asked = of_form(page(statement, seen.result, Writing(ASCII, Words.of(seen.library))), form)
    kept = {one.name for one in asked.forms}
    return made | {"forms": [one for one in made["forms"] if one["name"] in kept]}


def _marks(answers: Answers, names: list[str], recorded: list[bool]) -> str:
    """What is recorded, and what Coq has checked of it."""
    said = {words: None for name in names if (words := answers.checked_by_coq(name)[1])}
    return "\n".join([mark(recorded), *said])
