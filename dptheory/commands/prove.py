"""``prove CLAIM``: a certificate, a counterexample, or why neither was found."""

from __future__ import annotations

import argparse

from ..kernel.real.claims import Claim
from ..kernel.verdicts import PROVED, REFUTED, UNKNOWN
from ..present.claims import ablation_lines, outcome_json, outcome_lines
from ..present.proofs import explain
from ..prover import Outcome
from ..prover import prove as search
from ..prover import refute as counterexample
from . import numbers
from .output import answer, answer_json, progress, style, write_record

STATUS = {PROVED: 0, REFUTED: 1}


def run(args: argparse.Namespace) -> int:
    """Prove the claim and print what was found."""
    claim = numbers.claim(args.claim, args.where)
    timeout = numbers.seconds(args.timeout)
    with progress("proving"):
        outcome = search(claim, timeout=timeout)
        ablation = ablate(claim, timeout) if args.ablate and outcome.verdict.status == PROVED else []
    path = write_record(outcome.certificate, args.write, f"the claim is {outcome.verdict.status}")
    proof = explain(outcome.certificate, style(args)) if args.explain and outcome.certificate else []
    if args.json:
        record = outcome_json(claim, outcome, path)
        if args.explain:
            record["proof"] = proof
        if args.ablate:
            record["ablation"] = [
                {
                    "condition": c,
                    "without": o.verdict.status,
                    "witness": o.witness if o.witness is None else {n: str(x) for n, x in o.witness.items()},
                    "reason": o.reason,
                }
                for c, o in ablation
            ]
        answer_json(record)
    else:
        answer("\n".join([*outcome_lines(claim, outcome, style(args)), *proof, *ablation_lines(ablation)]))
    return STATUS.get(outcome.verdict.status, 2)


def ablate(claim: Claim, timeout: float) -> list[tuple[str, Outcome]]:
    """What becomes of the claim when each condition in turn is dropped; where the prover is undecided a
    counterexample is looked for by itself."""
    found = []
    for index, condition in enumerate(claim.conditions):
        weaker = numbers.without_condition(claim, index)
        outcome = search(weaker, timeout=timeout)
        if outcome.verdict.status == UNKNOWN:
            later = counterexample(weaker, timeout=timeout)
            outcome = later if later.witness is not None else outcome
        found.append((condition.text, outcome))
    return found
