"""Results as they stand in the record, and as values again: their verdicts are marked as recorded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from ..kernel import Verdict, recalled
from .codec import decoded, encoded
from .results import FormResult, StatementResult, StepResult

if TYPE_CHECKING:
    from .statements import Form, Statement

LEFT_OUT: Final = frozenset({"seconds", "experiments", "recorded", "steps", "cites"})
"""What is not recorded: times, trials that were asked for, and what the statement's own text says."""


def result_data(result: StatementResult) -> dict[str, Any]:
    """What the record keeps of a result; of every line of a proof its verdict alone."""
    data: dict[str, Any] = encoded(result, LEFT_OUT)
    for kept, form in zip(data["forms"], result.forms, strict=True):
        kept["lines"] = [f"{step.verdict.status} {step.verdict.reason}" for step in form.steps]
    return data


def result_of(
    data: Mapping[str, Any], statement: Statement | None = None, hash_of: Callable[[str], str] | None = None
) -> StatementResult:
    """The result that the record keeps; with its lines where the statement is at hand. `hash_of` gives the
    hash of a form that a line cites. Raises ValueError for data that describe no result."""
    lines = [form["lines"] for form in data["forms"]]
    forms = [{name: part for name, part in form.items() if name != "lines"} for form in data["forms"]]
    made = decoded(StatementResult, {**data, "forms": forms}, {Verdict: _verdict})
    if statement is None:
        return made
    with_lines = [
        replace(result, steps=_steps(form, result, said, hash_of), cites=_cites(form, hash_of))
        for form, result, said in zip(statement.forms, made.forms, lines, strict=True)
    ]
    return replace(made, forms=tuple(with_lines))


def _verdict(status: str, reason: str = "", about: str = "") -> Verdict:
    return recalled(status, reason, about) if about else Verdict(status, reason)


def _cites(form: Form, hash_of: Callable[[str], str] | None) -> tuple[str, ...]:
    """The hashes of the forms that a proof cites."""
    named = dict.fromkeys(line.by for line in form.steps if ":" in line.by)
    return () if hash_of is None else tuple(map(hash_of, named))


def _steps(
    form: Form, result: FormResult, said: list[str], hash_of: Callable[[str], str] | None
) -> tuple[StepResult, ...]:
    """The lines of a proof, as far as they were checked."""
    from ..kernel.logic import show

    steps = []
    for line, words in zip(form.steps, said, strict=False):
        status, _, reason = words.partition(" ")
        verdict = _verdict(status, reason, result.hash)
        checker = "kernel/real" if line.by == "calc" else "kernel/logic"
        cites = hash_of(line.by) if hash_of is not None and ":" in line.by else ""
        text = show(line.formula)
        steps.append(StepResult(line.label, text, line.by, line.sources, verdict, checker, 0.0, cites))
    return tuple(steps)
