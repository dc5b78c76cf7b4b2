"""``axioms ID|FILE``: the rules of the logic and the unproved results that a statement rests on."""

from __future__ import annotations

import argparse

from ..errors import BadInput
from ..kernel import DEFINED, PROVED, PROVED_GIVEN
from ..kernel.logic import Rule, numbered_rules
from ..present.page import grounds
from ..theory.results import StatementResult
from .answers import Answers
from .output import answer, answer_json


def run(args: argparse.Namespace) -> int:
    """List what the statement, or each statement of a file, rests on: each rule with its proof."""
    answers, names = Answers.about(args, args.id)
    if answers.is_source(args.id):
        raise BadInput(f"the source {args.id!r}", "one of its statements", f"dptheory list {args.id}")
    proofs = {f"rule {rule.number}: {rule.name}": rule for rule in numbered_rules()}
    found = {known.result.id: known.result for known in answers.known(names)}
    if args.json:
        data = {
            name: [_record(one, proofs.get(one)) for one in result.axioms]
            + [{"name": f"not proved: {form}", "verdict": status} for form, status in not_proved(result)]
            for name, result in found.items()
        }
        answer_json(data.get(args.id, data))
        return 0
    for name, result in found.items():
        if name != args.id:
            answer(f"{name} rests on")
        for one in result.axioms:
            _print(one, proofs.get(one))
        if not result.axioms:
            answer(f"{name} rests on {grounds(result)}")
        for form, status in not_proved(result):
            answer(f"not proved: {form} ({status})")
    return 0


def not_proved(result: StatementResult) -> list[tuple[str, str]]:
    """The forms of a statement for which no proof was checked, with their verdicts; definitions need none."""
    sure = (PROVED, PROVED_GIVEN, DEFINED)
    return [(form.name, form.verdict.status) for form in result.forms if form.verdict.status not in sure]


def _print(name: str, rule: Rule | None) -> None:
    """A rule with what it says and its proof; of anything else its name."""
    answer(name)
    if rule is not None:
        premises = f"   if {'; '.join(rule.premises)}" if rule.premises else ""
        answer(f"    {rule.conclusion}{premises}\n    {rule.proof}")


def _record(name: str, rule: Rule | None) -> dict[str, object]:
    """A rule with its premises, conclusion and proof; of anything else its name."""
    if rule is None:
        return {"name": name}
    return {"name": name, "conclusion": rule.conclusion, "premises": list(rule.premises), "proof": rule.proof}
