"""What is wrong with a result: what contradicts its statement's own text, and what stays undecided."""

from __future__ import annotations

from ..kernel import CITED, PROVED, PROVED_GIVEN, REFUTED, UNKNOWN
from ..theory.experiments import form_of
from ..theory.results import SOUND, StatementResult
from ..theory.statements import Statement


def failures(statement: Statement, result: StatementResult) -> tuple[list[str], list[str]]:
    """What contradicts the statement's own text, and what stays undecided."""
    wrong, open_ = list(result.problems), []
    for form, found in zip(statement.forms, result.forms, strict=True):
        status = found.verdict.status
        expected = (REFUTED,) if form.refutation else (PROVED, PROVED_GIVEN) if form.steps else ()
        if not expected and form.cited:
            expected = (CITED,)
        if expected and status == UNKNOWN:
            open_.append(f"{form.name}: {found.verdict.reason}")
        elif expected and status not in expected:
            wrong.append(f"{form.name} is {status}: {found.verdict.reason}")
        if form.slips and found.proof.verdict == SOUND:
            wrong.append(f"{form.name}: a step that is said to be false was not refuted")
    for twin in result.twins:
        if twin.verdict.status != REFUTED:
            wrong.append(f"{statement.id}: its twin ({twin.note}) is not refuted: {twin.verdict.reason}")
    proved = {form.kind for form in result.forms if form.verdict.status in (PROVED, PROVED_GIVEN)}
    for working in result.workings:
        for line in working.lines:
            if not line.decided or (line.verdict.status == UNKNOWN and working.name != "phases"):
                open_.append(f"{result.id}: {working.name} {line.label}: {line.verdict.reason}")
            elif working.name == "worst case" and line.verdict.status == REFUTED and "printed" in proved:
                wrong.append(f"{result.id}: {line.label} is refuted in a finite world: {line.verdict.reason}")
    for experiment in result.experiments:
        if experiment.verdict == "violated" and not form_of(statement, experiment.name).refutation:
            wrong.append(f"{statement.id}: the experiment {experiment.name} violates the bound")
        elif experiment.verdict not in ("sampled", "violated"):
            open_.append(f"{statement.id}: the experiment {experiment.name} decides nothing")
        if not experiment.twin_rejected:
            wrong.append(f"{statement.id}: the experiment {experiment.name} does not reject its twin")
    return wrong, open_
