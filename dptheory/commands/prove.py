"""``prove CLAIM``: a certificate, a counterexample, or why neither was found."""

from __future__ import annotations

import argparse
from functools import partial

from ..inputs import claims, witness
from ..kernel import PROVED, REFUTED
from ..present.claims import ablation_json, ablation_lines, outcome_json, outcome_lines
from ..present.compounds import parts_of
from ..present.outlines import outline
from ..present.proofs import explain
from ..prover import ablate, every_link
from ..prover import prove as search
from . import numbers
from .misspelt import say_run_together
from .output import answer, answer_json, progress, style, write_record
from .typed import said, say, typed

STATUS = {PROVED: 0, REFUTED: 1}


def run(args: argparse.Namespace) -> int:
    """Prove the claim and print what was found."""
    read = typed(args)
    asked = claims(args.claim, args.where)
    say(read, asked, args.json)
    say_run_together(asked)
    effort, timeout = numbers.effort(args.effort), numbers.seconds(args.timeout)
    images = witness(args.having, asked)
    with progress("proving"):
        outcome = every_link(asked, partial(search, images=images), effort, timeout)
        left = (effort - outcome.effort) // len(asked)
        cap = None if timeout is None else max(timeout - outcome.seconds, 0.0) / len(asked)
        wanted = asked if args.ablate and outcome.proved else ()
        ablation = [
            found for claim in wanted for found in ablate(claim, images=images, effort=left, timeout=cap)
        ]
    held = [c for one in outcome.links or (outcome,) if (c := one.certificate or one.excluded) is not None]
    record = outcome.certificate or outcome.excluded
    path = write_record(record, args.write, f"the claim is {outcome.verdict.status}")
    parts = [part for certificate in held if args.explain for part in parts_of(certificate)]
    idea = [line for part in parts for line in outline(part, style(args))]
    proof = [line for part in parts for line in explain(part, style(args))]
    if args.json:
        answered = outcome_json(asked, outcome, path) | ({"read": said(read, asked)} if read else {})
        if args.explain:
            answered |= {"idea": idea, "proof": proof}
        if args.ablate:
            answered["ablation"] = [ablation_json(found) for found in ablation]
        answer_json(answered)
    else:
        shown = [*(["idea"] if idea else []), *(f"  {line}" for line in idea), *proof]
        answer("\n".join([*outcome_lines(asked, outcome, style(args)), *shown, *ablation_lines(ablation)]))
    return STATUS.get(outcome.verdict.status, 2)
