"""``prove CLAIM``: a certificate, a counterexample, or why neither was found."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from functools import partial

from ..inputs import claims, witness
from ..kernel import PROVED, REFUTED
from ..kernel.real import Claim, Compound
from ..present.claims import (
    ablation_json,
    ablation_lines,
    defined_json,
    defined_lines,
    outcome_json,
    outcome_lines,
)
from ..present.compounds import parts_of
from ..present.outlines import outline
from ..present.proofs import explain
from ..prover import Outcome, WhereDefined, ablate, every_link, where_defined
from ..prover import prove as search
from . import numbers
from .misspelt import say_run_together
from .output import answer, answer_json, progress, style, write_record
from .typed import said, say, typed

STATUS = {PROVED: 0, REFUTED: 1}
WHERE_DEFINED = 3
"""The exit status where a claim holds wherever both sides have a value, and fails where one has none."""


def looked_at(
    asked: Sequence[Claim | Compound], outcome: Outcome, effort: int
) -> tuple[Outcome, WhereDefined | None]:
    """What came of a claim; of one that fails for want of a value what comes of it where both sides have one.
    A point at which both have one and it fails goes before one at which a side has none."""
    only = asked[0]
    alone = len(asked) == 1 and isinstance(only, Claim)
    found = where_defined(only, outcome, effort=effort) if alone and isinstance(only, Claim) else None
    return (found.fails, None) if found is not None and found.fails is not None else (outcome, found)


def status_of(outcome: Outcome, found: WhereDefined | None, statuses: Mapping[str, int]) -> int:
    """The exit status."""
    holds = found is not None and found.outcome.proved
    return WHERE_DEFINED if holds else statuses.get(outcome.verdict.status, 2)


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
        outcome, defined = looked_at(asked, outcome, effort) if timeout is None else (outcome, None)
    held = [c for one in outcome.links or (outcome,) if (c := one.certificate or one.excluded) is not None]
    record = outcome.certificate or outcome.excluded
    path = write_record(record, args.write, f"the claim is {outcome.verdict.status}")
    parts = [part for certificate in held if args.explain for part in parts_of(certificate)]
    idea = [line for part in parts for line in outline(part, style(args))]
    proof = [line for part in parts for line in explain(part, style(args))]
    if args.json:
        answered = outcome_json(asked, outcome, path) | ({"read": said(read, asked)} if read else {})
        if defined is not None:
            answered["where_defined"] = defined_json(defined)
        if args.explain:
            answered |= {"idea": idea, "proof": proof}
        if args.ablate:
            answered["ablation"] = [ablation_json(found) for found in ablation]
        answer_json(answered)
    else:
        shown = [*(["idea"] if idea else []), *(f"  {line}" for line in idea), *proof]
        first = [] if defined is None else defined_lines(defined)
        found = [*first, *outcome_lines(asked, outcome, style(args))]
        answer("\n".join([*found, *shown, *ablation_lines(ablation)]))
    return status_of(outcome, defined, STATUS)
