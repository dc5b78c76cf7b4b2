"""``prove CLAIM``: a certificate, a counterexample, or why neither was found."""

from __future__ import annotations

import argparse

from ..inputs import claims
from ..kernel.verdicts import PROVED, REFUTED
from ..present.claims import ablation_json, ablation_lines, outcome_json, outcome_lines
from ..present.outlines import outline
from ..present.proofs import explain
from ..prover import ablate, every_link
from ..prover import prove as search
from . import numbers
from .output import answer, answer_json, progress, style, write_record

STATUS = {PROVED: 0, REFUTED: 1}


def run(args: argparse.Namespace) -> int:
    """Prove the claim and print what was found."""
    asked = claims(args.claim, args.where)
    effort, timeout = numbers.effort(args.effort), numbers.seconds(args.timeout)
    with progress("proving"):
        outcome = every_link(asked, search, effort, timeout)
        left = (effort - outcome.effort) // len(asked)
        cap = None if timeout is None else max(timeout - outcome.seconds, 0.0) / len(asked)
        wanted = asked if args.ablate and outcome.proved else ()
        ablation = [found for claim in wanted for found in ablate(claim, effort=left, timeout=cap)]
    path = write_record(outcome.certificate, args.write, f"the claim is {outcome.verdict.status}")
    held = [one.certificate for one in outcome.links or (outcome,) if args.explain and one.certificate]
    idea = [line for certificate in held for line in outline(certificate, style(args))]
    proof = [line for certificate in held for line in explain(certificate, style(args))]
    if args.json:
        record = outcome_json(asked, outcome, path)
        if args.explain:
            record |= {"idea": idea, "proof": proof}
        if args.ablate:
            record["ablation"] = [ablation_json(found) for found in ablation]
        answer_json(record)
    else:
        shown = [*(["idea"] if idea else []), *(f"  {line}" for line in idea), *proof]
        answer("\n".join([*outcome_lines(asked, outcome, style(args)), *shown, *ablation_lines(ablation)]))
    return STATUS.get(outcome.verdict.status, 2)
