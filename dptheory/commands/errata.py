"""``errata [PAPER]``: what is refuted, incomplete, loose or broken as printed."""

from __future__ import annotations

import argparse

from ..present.findings import erratum_json, erratum_lines
from .known import Answers, mark
from .output import answer, answer_json, style


def run(args: argparse.Namespace) -> int:
    """List the findings, each with its witness and what holds instead."""
    answers = Answers(args.proofs, fresh=args.fresh)
    known = answers.known(answers.select([args.paper] if args.paper else []))
    found = [finding for one in known for finding in one.findings]
    if args.json:
        answer_json(
            [erratum_json(one.erratum) | {"recorded": k.recorded} for k in known for one in k.findings]
        )
        return answers.status
    written = style(args)
    for finding in found:
        answer("\n".join(erratum_lines(finding.erratum, finding.formulas[written], finding.seen)) + "\n")
    as_printed = sum(one.sound is not None for one in known)
    of = sum(not one.own for one in known)
    answer(f"{len(found)} findings in {of} statements; {as_printed} statements sound as printed")
    answer(mark(known))
    return answers.status
