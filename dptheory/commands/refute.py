"""``refute CLAIM``: a point where it fails; the exit status is that of `prove` reversed."""

from __future__ import annotations

import argparse

from ..kernel.verdicts import PROVED, REFUTED
from ..present.claims import outcome_json, outcome_lines
from ..prover import prove as search
from . import numbers
from .output import answer, answer_json, progress, style

STATUS = {REFUTED: 0, PROVED: 1}


def run(args: argparse.Namespace) -> int:
    """Look for a counterexample; a proof that there is none is an answer too."""
    claim = numbers.claim(args.claim, args.where)
    limits = numbers.effort(args.effort), numbers.seconds(args.timeout)
    with progress("refuting"):
        outcome = search(claim, effort=limits[0], timeout=limits[1])
    if args.json:
        answer_json(outcome_json(claim, outcome, None))
    else:
        answer("\n".join(outcome_lines(claim, outcome, style(args))))
    return STATUS.get(outcome.verdict.status, 2)
