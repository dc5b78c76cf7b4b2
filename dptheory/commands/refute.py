"""``refute CLAIM``: a point where it fails; the exit status is that of `prove` reversed."""

from __future__ import annotations

import argparse

from ..kernel import PROVED, REFUTED
from .decision import decide
from .misspelt import say_remarks
from .output import answer_about as answer
from .output import answer_json_about as answer_json
from .output import progress, style
from .typed import said, say, typed

STATUS = {REFUTED: 0, PROVED: 1}


def run(args: argparse.Namespace) -> int:
    """Look for a counterexample; a proof that there is none is an answer too."""
    read = typed(args)
    with progress("refuting"):
        found = decide(args, args.claim, args.where)
    say(read, found.asked, args.json)
    say_remarks(found.asked, args.where)
    if args.json:
        answer_json(found.json() | ({"read": said(read, found.asked)} if read else {}))
    else:
        answer("\n".join(found.lines(style(args))))
    return found.status(STATUS)
