"""``refute CLAIM``: a point where it fails; the exit status is that of `prove` reversed."""

from __future__ import annotations

import argparse

from ..inputs import claims, witness
from ..kernel import PROVED, REFUTED
from ..present.claims import defined_json, defined_lines, outcome_json, outcome_lines
from ..prover import every_link
from ..prover import prove as search
from . import numbers
from .misspelt import say_run_together
from .output import answer, answer_json, progress, style
from .prove import looked_at, status_of
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
        outcome, defined = looked_at(asked, outcome, effort) if timeout is None else (outcome, None)
    if args.json:
        more = {} if defined is None else {"where_defined": defined_json(defined)}
        answer_json(outcome_json(asked, outcome, None) | more | ({"read": said(read, asked)} if read else {}))
    else:
        first = [] if defined is None else defined_lines(defined)
        answer("\n".join([*first, *outcome_lines(asked, outcome, style(args))]))
    return status_of(outcome, defined, STATUS)
