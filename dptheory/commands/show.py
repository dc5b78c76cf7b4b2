"""``show ID|FILE``: the statement, its hypotheses, its derivation and its verdicts."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..errors import BadInput
from ..present.first import best_form
from ..present.styles import ASCII, LATEX, MARKDOWN, UNICODE
from ..theory.blocks import is_path
from ..theory.rivals import BEST
from .answers import Answers, Seen
from .known import mark
from .list import print_statements
from .output import answer, answer_json, note, style

if TYPE_CHECKING:
    from ..present.page import Page


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
    asked = args.json or args.unfold or args.all or form
    plain = args.format == "text" and style(args) == UNICODE and not asked
    shown = answers.shown(args.id) if plain else None
    if shown is not None:
        answer(shown)
        answer(_marks(answers, [args.id], [True]))
        return answers.status
    return _anew(answers, names, args, form)


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


def _anew(answers: Answers, names: list[str], args: argparse.Namespace, form: str = "") -> int:
    """Print statements as they are read now, with what is recorded of them or found now; of one a form."""
    from ..present.from_logic import Words
    from ..present.page import Writing, page
    from .recording import advised

    found = [answers.one(name) for name in names]
    if args.json or args.format == "json":
        data = [
            _json(one, form)
            | {"recorded": one.recorded, "coq": answers.checked_by_coq(one.result.id)[0]}
            for one in found
        ]
        answer_json(data[0] if len(data) == 1 else {"statements": data})
        return answers.status
    written = {"latex": LATEX, "markdown": MARKDOWN}.get(args.format, style(args))
    for one in found:
        writing = Writing(written, Words.of(one.library), args.unfold, times=not one.recorded)
        made = page(one.library.get(one.result.id), one.result, writing)
        made = replace(made, whole=args.all or is_path(args.id))
        made = advised(_of_form(made, form) if form else made, one.library, answers.place, written)
        answer(render(made, written), verbatim=written in (LATEX, MARKDOWN))
    if args.format == "text":
        answer(_marks(answers, names, [one.recorded for one in found]))
    return answers.status


def _json(seen: Seen, form: str) -> dict[str, Any]:
    """A statement as JSON; of a form its own part alone."""
    from ..present.from_logic import Words
    from ..present.json_records import statement_json
    from ..present.page import Writing, page

    statement = seen.library.get(seen.result.id)
    made: dict[str, Any] = statement_json(statement, seen.result)
    if not form:
        return made
    asked = _of_form(page(statement, seen.result, Writing(ASCII, Words.of(seen.library))), form)
    kept = {one.name for one in asked.forms}
    return made | {"forms": [one for one in made["forms"] if one["name"] in kept]}


def _marks(answers: Answers, names: list[str], recorded: list[bool]) -> str:
    """What is recorded, and what Coq has checked of it."""
    said = {words: None for name in names if (words := answers.checked_by_coq(name)[1])}
    return "\n".join([mark(recorded), *said])


def _of_form(shown: Page, form: str) -> Page:
    """A page with one of its forms, sharp.finite, or those of a kind, sharp; of the best, best. BadInput with
    those that there are."""
    names = {one.name.partition(":")[2]: one for one in shown.forms}
    best = best_form(shown) if form == BEST else None
    asked = [best] if best else [names[form]] if form in names else [
        one for name, one in names.items() if name.partition(".")[0] == form
    ]  # fmt: skip
    if not asked:
        near = f"dptheory show {shown.id}:{next(iter(names))}"
        raise BadInput(f"the form {form!r} of {shown.id}", f"one of {', '.join(names)}", near)
    return replace(shown, forms=tuple(asked), alone=True, whole=True)


def render(shown: Page, written: str) -> str:
    """The page in a style of formulas."""
    from ..present.markdown import markdown
    from ..present.terminal import text
    from ..present.tex import tex

    if written == LATEX:
        return tex(shown)
    return markdown(shown) if written == MARKDOWN else text(shown, ascii_only=written == ASCII)
