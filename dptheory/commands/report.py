"""``report SOURCE|FILE``: an errata letter for authors and reviewers."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Final

from ..errors import BadInput
from ..files import write_whole
from ..present.findings import work_of
from ..present.letter import Judged, Letter, Told, letter_blocks, letter_json
from ..present.letter_files import html_file, markdown_file, tex_file
from ..theory.blocks import is_path
from .answers import Answers
from .known import STYLES, Finding, Known, mark
from .output import answer, note
from .running import divided

WRITERS: Final = {"html": html_file, "md": markdown_file, "tex": tex_file}


def run(args: argparse.Namespace) -> int:
    """Print the letter, or write it to a file; the verdicts are the recorded ones where there are any."""
    files = divided([args.source])[1] if is_path(args.source) else []
    answers = Answers(args.proofs, fresh=args.fresh, files=files, styles=STYLES)
    if not files and args.source not in answers.sources:
        answers.select([args.source])  # a name that is nothing is refused with those that are near
        raise BadInput(f"the statement {args.source!r}", "a source", f"{args.source.partition('.')[0]}")
    known = answers.known(answers.added if files else answers.select([args.source]))
    if all(one.own for one in known):
        raise BadInput(f"{args.source!r}, which this library adds", "a source that was printed", "wu2015")
    made = written(letter(args.source, known), "json" if args.json else args.format)
    if args.out is None:
        answer(made, verbatim=True)
    else:
        write_whole(Path(args.out), made)
        answer(f"{args.out}: {len(made.encode()) / 1e3:.0f} kB")
    (note if args.out is None else answer)(mark(one.recorded for one in known))
    return answers.status


def letter(source: str, known: list[Known]) -> Letter:
    """The letter about a source from what is known of its statements."""
    printed = [one for one in known if not one.own]
    judged = (
        Judged(k.result, k.place, tuple(_told(f, k) for f in k.findings), k.sound, k.part) for k in printed
    )
    work = Path(source).name if is_path(source) else work_of(one.result.source for one in printed)
    return Letter(source, work, tuple(judged))


def _told(finding: Finding, known: Known) -> Told:
    form = next((form for form in known.result.forms if form.name == finding.form), None)
    return Told(finding.erratum, finding.formulas, form, finding.spelled)


def written(made: Letter, form: str) -> str:
    """The letter in a format."""
    if form == "json":
        return json.dumps(letter_json(made), indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    return WRITERS[form](letter_blocks(made), f"Remarks on {made.work}")
