"""``refute CLAIM``: a point where it fails; the exit status is that of `prove` reversed."""

from __future__ import annotations

import argparse

from ..inputs import claims, witness
from ..kernel import PROVED, REFUTED
from ..present.claims import outcome_json, outcome_lines
from ..prover import every_link
from ..prover import prove as search
from . import numbers
from .misspelt import say_run_together
from .output import answer, answer_json, progress, style
from .typed import said, say, typed

STATUS = {REFUTED: 0, PROVED: 1}


def run(args: argparse.Namespace) -> int:
    """Look for a counterexample; a proof that there is none is an answer too."""
    read = typed(args)
    asked = claims(args.claim, args.where)
    say(read, asked, args.json)
    say_run_together(asked)
    witness("", asked)
    effort, timeout = numbers.effort(args.effort), numbers.seconds(args.timeout)
    with progress("refuting"):
        outcome = every_link(asked, search, effort, timeout)
    if args.json:
        answer_json(outcome_json(asked, outcome, None) | ({"read": said(read, asked)} if read else {}))
    else:
        answer("\n".join(outcome_lines(asked, outcome, style(args))))
    return STATUS.get(outcome.verdict.status, 2)
