"""``prove CLAIM``: a certificate, a counterexample, or why neither was found."""

from __future__ import annotations

import argparse

from ..kernel.verdicts import PROVED, REFUTED
from ..present.claims import ablation_json, ablation_lines, outcome_json, outcome_lines
from ..present.proofs import explain
from ..prover import ablate
from ..prover import prove as search
from . import numbers
from .output import answer, answer_json, progress, style, write_record

STATUS = {PROVED: 0, REFUTED: 1}


def run(args: argparse.Namespace) -> int:
    """Prove the claim and print what was found."""
    claim = numbers.claim(args.claim, args.where)
    effort, timeout = numbers.effort(args.effort), numbers.seconds(args.timeout)
    with progress("proving"):
        outcome = search(claim, effort=effort, timeout=timeout)
        left = effort - outcome.effort
        cap = None if timeout is None else max(timeout - outcome.seconds, 0.0)
        asked = args.ablate and outcome.verdict.status == PROVED
        ablation = ablate(claim, effort=left, timeout=cap) if asked else []
    path = write_record(outcome.certificate, args.write, f"the claim is {outcome.verdict.status}")
    proof = explain(outcome.certificate, style(args)) if args.explain and outcome.certificate else []
    if args.json:
        record = outcome_json(claim, outcome, path)
        if args.explain:
            record["proof"] = proof
        if args.ablate:
            record["ablation"] = [ablation_json(found) for found in ablation]
        answer_json(record)
    else:
        answer("\n".join([*outcome_lines(claim, outcome, style(args)), *proof, *ablation_lines(ablation)]))
    return STATUS.get(outcome.verdict.status, 2)
