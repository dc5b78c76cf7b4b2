"""``prove CLAIM``: a certificate, a counterexample, or why neither was found."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ..inputs import witness
from ..kernel import PROVED, REFUTED
from ..present.claims import ablation_json, ablation_lines
from ..present.compounds import parts_of
from ..present.outlines import outline
from ..present.proofs import explain
from ..prover import ablate
from ..prover.conjunction import record_of
from . import numbers
from .decided import Decided, decide
from .misspelt import say_remarks
from .output import answer_about as answer
from .output import answer_json_about as answer_json
from .output import progress, style, write_record
from .several import claims_in, run_several
from .typed import said, say, typed

if TYPE_CHECKING:
    from ..prover import Ablation

STATUS = {PROVED: 0, REFUTED: 1}


def run(args: argparse.Namespace) -> int:
    """Prove the claim, or each of a file of claims, and print what was found."""
    several = claims_in(args.claim)
    if several is not None:
        return run_several(args, several)
    read = typed(args)
    with progress("proving"):
        found = decide(args, args.claim, args.where, args.having)
        ablation = _ablated(args, found)
    say(read, found.asked, args.json)
    say_remarks(found.asked, args.where)
    path = write_record(_record(found), args.write, f"the claim is {found.outcome.verdict.status}")
    parts = [part for one in found.records() if args.explain for part in parts_of(one)]
    idea = [line for part in parts for line in outline(part, style(args))]
    proof = [line for part in parts for line in explain(part, style(args))]
    if args.json:
        answered = found.json(path) | ({"read": said(read, found.asked)} if read else {})
        if args.explain:
            answered |= {"idea": idea, "proof": proof}
        if args.ablate:
            answered["ablation"] = [ablation_json(one) for one in ablation]
        answer_json(answered)
    else:
        shown = [*(["idea"] if idea else []), *(f"  {line}" for line in idea), *proof]
        answer("\n".join([*found.lines(style(args)), *shown, *ablation_lines(ablation)]))
    return found.status(STATUS)


def _record(found: Decided) -> dict[str, object] | None:
    """What is written of a claim: under conventions the certificates of all that was proved in its place."""
    if found.conventional:
        return record_of(found.records()) if found.status(STATUS) == 0 else None
    return found.outcome.certificate or found.outcome.excluded


def _ablated(args: argparse.Namespace, found: Decided) -> list[Ablation]:
    """Which conditions of a proved claim are needed, with the effort that is left."""
    if not (args.ablate and found.outcome.proved):
        return []
    images, timeout = witness(args.having, found.asked), numbers.seconds(args.timeout)
    left = (numbers.effort(args.effort) - found.outcome.effort) // len(found.asked)
    cap = None if timeout is None else max(timeout - found.outcome.seconds, 0.0) / len(found.asked)
    return [one for claim in found.asked for one in ablate(claim, images=images, effort=left, timeout=cap)]
