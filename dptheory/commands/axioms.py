"""``axioms ID``: the rules of the logic and the unproved results that a statement rests on."""

from __future__ import annotations

import argparse

from ..errors import BadInput
from ..kernel.logic.rules import Rule, rules
from .known import Answers
from .output import answer, answer_json


def run(args: argparse.Namespace) -> int:
    """List what the statement rests on, each rule with its proof."""
    answers = Answers(args.proofs, fresh=args.fresh)
    if answers.is_source(args.id):
        raise BadInput(f"the source {args.id!r}", "one of its statements", f"dptheory list {args.id}")
    (known,) = answers.known(answers.select([args.id]))
    found = known.result.axioms
    proofs = {f"rule {rule.number}: {rule.name}": rule for rule in rules()}
    if args.json:
        answer_json([_record(name, proofs.get(name)) for name in found])
        return 0
    for name in found:
        answer(name)
        if name in proofs:
            rule = proofs[name]
            premises = f"   if {'; '.join(rule.premises)}" if rule.premises else ""
            answer(f"    {rule.conclusion}{premises}\n    {rule.proof}")
    if not found:
        answer(f"{args.id} rests on the structural rules alone")
    return 0


def _record(name: str, rule: Rule | None) -> dict[str, object]:
    """A rule with its premises, conclusion and proof; of anything else its name."""
    if rule is None:
        return {"name": name}
    return {"name": name, "conclusion": rule.conclusion, "premises": list(rule.premises), "proof": rule.proof}
